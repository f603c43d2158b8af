"""How one sheet stands to the record books: whose evening it is, and for whom it counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User

from tournaments.common.access import clubs_of
from tournaments.models import Club, Seat, Table, TableChange
from tournaments.people.queries.people import shown_name


class CountedFor(NamedTuple):
    """A column of the sheet and for whom it counts: as whom that one is shown, or None for
    nobody; `player` is the key where it may be looked up."""

    name: str
    shown: str | None
    player: int | None


@dataclass(frozen=True)
class SheetBook:
    """The club whose evening a sheet is, if any, and what whoever looks may do about it.

    `clubs` are those into whose books the sheet may be taken; `taken` says who did so, where
    somebody did afterwards.
    """

    club: Club | None
    is_director: bool
    clubs: list[Club]
    people: list[CountedFor]
    taken: TableChange | None

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to say about it."""
        return self.club is not None or bool(self.clubs)


def sheet_book(table: Table, user: User | AnonymousUser) -> SheetBook:
    """How a sheet of no event stands to the record books; four SQL queries at most."""
    mine = list(clubs_of(user).order_by("name")) if user.is_authenticated else []
    club = table.club
    if club is None:
        return SheetBook(None, False, mine, [], None)
    is_director = club in mine
    seats = Seat.objects.filter(table=table).select_related("player__merged_into")
    changes = TableChange.objects.filter(table=table, kind=TableChange.CLUB_IN)
    return SheetBook(
        club,
        is_director,
        [],
        [_counted_for(seat, is_director=is_director) for seat in seats.order_by("index")],
        changes.order_by("pk").last(),
    )


def _counted_for(seat: Seat, *, is_director: bool) -> CountedFor:
    player = seat.player
    if player is None:
        return CountedFor(seat.name, None, None)
    kept = player.merged_into or player
    shown = shown_name(kept, is_director=is_director)
    return CountedFor(seat.name, shown, kept.pk if is_director else None)
