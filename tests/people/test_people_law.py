"""Whatever is said about people, in whatever order: the record book is what the sheets come to."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records.club_evenings import NOBODY, counts_right, evening
from tournaments.common.actions import Refused
from tournaments.models import Author, Club, Player, Seat, SheetTally, Table
from tournaments.people.queries import NamedPlayer, names_left
from tournaments.people.services.erasing import erase
from tournaments.people.services.people import (
    NotSaid,
    add_alias,
    catch_up,
    change_player,
    match_anew,
    merge,
    remove_alias,
    say_who,
    unmerge,
)
from tournaments.tables.services.tables import (
    NameTaken,
    put_into_club,
    rename_seat,
    take_out_of_club,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NAMES = ("Anna", "ANNA", "Bert", "Berti", "Carl", "Dora", "A. Berg")
SAID = ("say", "say", "merge", "merge", "unmerge", "rename", "alias", "no_alias", "erase")
SHEETS = ("evening", "evening", "seat", "club_in", "club_out")
DEEDS = st.tuples(st.sampled_from(SAID + SHEETS), st.integers(0, 6), st.integers(0, 6))


class Years:
    """A club in which anything may be said about anybody."""

    def __init__(self) -> None:
        self.club = Club.objects.create(name=f"Club {uuid4().hex}")
        self.by = Author(None, "Dora", "")
        evening(self.club, "Anna", "Bert", "Carl")

    def does(self, deed: str, one: int, other: int) -> None:
        with suppress(Refused, NotSaid, NameTaken):
            getattr(self, deed)(NAMES[one], NAMES[other])
        while catch_up(self.club, most=1):
            pass
        for player in self.people():
            for left in names_left(player):
                while match_anew(player=player, name=left.name, most=1):
                    pass

    def is_over(self) -> None:
        Player.objects.update(merged_into=None)
        self.club.delete()
        Table.objects.all().delete()

    def people(self) -> list[Player]:
        return list(Player.objects.filter(club=self.club).order_by("pk"))

    def called(self, name: str) -> Player:
        found = self.people()
        if not found:
            raise Refused("There is nobody yet.")
        return found[NAMES.index(name) % len(found)]

    @property
    def deed(self) -> dict[str, Any]:
        return {"by": self.by, "submission": uuid4()}

    def evening(self, one: str, other: str) -> None:
        if one.casefold() != other.casefold():
            evening(self.club, one, other, "Emil")

    def say(self, one: str, other: str) -> None:
        people = self.people()
        player = self.called(other).pk if people and one < other else None
        say_who(club=self.club, said=[NamedPlayer(one, player)], **self.deed)

    def merge(self, one: str, other: str) -> None:
        merge(player=self.called(one), into=self.called(other), **self.deed)

    def unmerge(self, one: str, _other: str) -> None:
        unmerge(player=self.called(one), **self.deed)

    def rename(self, one: str, other: str) -> None:
        change_player(player=self.called(one), name=other, home="", groups=[], **self.deed)

    def alias(self, one: str, other: str) -> None:
        add_alias(player=self.called(one), name=other, **self.deed)

    def no_alias(self, one: str, other: str) -> None:
        remove_alias(player=self.called(one), name=other, **self.deed)

    def erase(self, one: str, _other: str) -> None:
        player = self.called(one)
        erase(player=player, typed=player.name, reason="Asked for it", **self.deed)

    def seat(self, one: str, other: str) -> None:
        table = Table.objects.latest("pk")
        index = NAMES.index(one) % 3
        rename_seat(table=table, index=index, name=other, by=NOBODY, submission=uuid4())

    def club_in(self, *_names: str) -> None:
        for table in Table.objects.filter(club=None, event_table=None):
            put_into_club(table=table, club=self.club, by=NOBODY, submission=uuid4())

    def club_out(self, *_names: str) -> None:
        table = Table.objects.latest("pk")
        take_out_of_club(table=table, club=self.club, by=NOBODY, submission=uuid4())


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(deeds=st.lists(DEEDS, min_size=4, max_size=14))
def test_the_record_book_is_what_the_sheets_come_to(
    db: None, deeds: list[tuple[str, int, int]]
) -> None:
    years = Years()
    for deed in deeds:
        years.does(*deed)
    counts_right(years.club)
    # Nobody sits twice at a sheet, also where records were merged.
    for table in Table.objects.filter(club=years.club):
        rows = Seat.objects.filter(table=table).exclude(player=None)
        people = [kept or own for own, kept in rows.values_list("player", "player__merged_into")]
        assert len(people) == len(set(people))
    # Points of each sheet still add up to what was played, known or not.
    for tally in SheetTally.objects.filter(club=years.club).select_related("table"):
        assert tally.points in (2, -1)
    # No record is merged into one that is merged itself.
    assert not Player.objects.filter(merged_into__merged_into__isnull=False).exists()
    years.is_over()
