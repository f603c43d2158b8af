"""Whom the columns of a club's own sheets belong to; inside a transaction that locked the table."""

from __future__ import annotations

from tournaments.models import Club, Seat, Table
from tournaments.people.queries.naming import player_called, players_at
from tournaments.people.services.followers import given_up, seated


def count_anew(locked: Table) -> None:
    """Count a sheet of no event whose people are others now; one of no club is not counted."""
    if locked.club_id is not None:
        seated.tell(locked)


def match_seat(locked: Table, seat: Seat) -> None:
    """Find anew whom the name over a column means."""
    others = Seat.objects.filter(table=locked).exclude(pk=seat.pk)
    besides = list(others.values_list("player_id", flat=True))
    seat.player_id = player_called(locked.club_id, seat.name, besides)
    seat.save(update_fields=["player"])


def give_to_club(locked: Table, club: Club) -> None:
    """Make a sheet one of the club's evenings: its people are found, and it is counted."""
    locked.club = club
    seats = list(Seat.objects.filter(table=locked).order_by("index"))
    known = players_at(club.pk, [seat.name for seat in seats])
    for seat, player in zip(seats, known, strict=True):
        seat.player_id = player
    Seat.objects.bulk_update(seats, ["player"])
    count_anew(locked)


def take_from_club(locked: Table) -> None:
    """Make a sheet nobody's again: nothing of it is counted any more."""
    given_up.tell(locked)
    Seat.objects.filter(table=locked).update(player=None)
    locked.club = None
