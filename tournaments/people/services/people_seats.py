"""Whom the columns of a club's own sheets belong to; inside a transaction that locked the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.common.actions import compare_sent, keep_changes
from tournaments.common.deeds import Refused
from tournaments.common.locks import lock_club, lock_table
from tournaments.models import By, Club, Player, PlayerAlias, PlayerChange, Seat, Table
from tournaments.people.queries.naming import (
    main_records,
    names_of_person,
    player_called,
    players_at,
)
from tournaments.people.queries.people import records_of
from tournaments.people.queries.players import people_in
from tournaments.people.queries.who_is_who import Said, sheets_to_count
from tournaments.people.services.followers import given_up, seated
from tournaments.people.services.people import refuse_alias
from tournaments.people.services.players import refuse_same


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


# Whose the names on a club's sheets are: said by a director, and counted sheet by sheet.
#
# What a director says is one short transaction: another name is written down. The sheets that it
# concerns are counted afterwards, each in a transaction of its own and so many at a time, so that
# nobody who enters a hand waits for longer than one sheet takes.

A_WHILE = 1.0
"""Seconds for which sheets are counted in one go."""


class NotSaid(Exception):
    """What cannot be said about some of the names: a sentence for each; nothing was kept."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(problems)
        self.problems = problems


def say_who(*, club: Club, said: Sequence[Said], by: By, submission: UUID) -> None:
    """Write down whom names on the club's sheets mean, all of them or none; raises NotSaid.

    Each name becomes another name of its player, so that the next sheet knows it.
    """
    problems: dict[str, str] = {}
    with transaction.atomic():
        lock_club(club.pk)
        for one in said:
            try:
                _say(club, one, by, uuid5(submission, f"says {one.name}"))
            except Refused as refused:
                problems[one.name] = refused.sentence
        if problems:
            transaction.set_rollback(True)
    if problems:
        raise NotSaid(problems)


def _say(club: Club, said: Said, by: By, submission: UUID) -> None:
    if PlayerChange.objects.filter(submission=submission).exists():
        compare_sent()
        return
    changes = []
    if said.player is None:
        refuse_same(club.pk, said.name, "")
        player = Player.objects.create(club=club, name=said.name)
        changes = [PlayerChange(player=player, kind="added", after=said.name)]
    else:
        kept = main_records([said.player])[said.player]
        found = people_in(club.pk).filter(pk=kept).first()
        if found is None:
            raise Refused(_("The club does not know this player any more."))
        player = found
    refuse_alias(player, said.name)
    PlayerAlias.objects.create(player=player, club=club, name=said.name)
    changes.append(PlayerChange(player=player, kind="alias_added", after=said.name))
    keep_changes(changes, thing=player, by=by, submission=submission)


def catch_up(club: Club, *, most: int | None = None) -> int:
    """Count sheets on which stand names that a director has said something about, for a while.

    `most` of them, if that is said. Gives back how many are still to be counted.
    """

    def count(table: int) -> None:
        locked = lock_table(table, even_if_ended=True)
        if locked.club_id != club.pk:
            return
        for index, (name, player) in waiting[table].items():
            seat = Seat.objects.filter(table=locked, index=index, name=name, player=None)
            seat.update(player=player)
        count_anew(locked)

    waiting = sheets_to_count(club)
    return _for_a_while(list(waiting), count, most)


def match_anew(*, player: Player, name: str, most: int | None = None) -> int:
    """Give sheets back on which somebody stands under a name that is not his any more.

    They belong to whoever bears the name now, or to nobody. Works for a while, at `most` so many
    of them; gives back how many are still to do.
    """
    records = records_of(player)
    if name.casefold() in names_of_person(records):
        return 0
    seats = Seat.objects.filter(player__in=records, table__club=player.club_id).order_by("pk")
    spellings = {
        each
        for each in seats.order_by().values_list("name", flat=True).distinct()
        if each.casefold() == name.casefold()
    }

    def match(table: int) -> None:
        locked = lock_table(table, even_if_ended=True)
        for seat in seats.filter(table=locked, name__in=spellings):
            match_seat(locked, seat)
        count_anew(locked)

    tables = seats.filter(name__in=spellings).values_list("table_id", flat=True)
    return _for_a_while(list(dict.fromkeys(tables)), match, most)


def _for_a_while(tables: Sequence[int], deed: Callable[[int], None], most: int | None) -> int:
    """Do something at each table, in a transaction of its own; how many are left to do."""
    ends = monotonic() + A_WHILE
    for done, table in enumerate(tables):
        if done == most or (done and monotonic() > ends):
            return len(tables) - done
        with transaction.atomic():
            deed(table)
    return 0
