"""The files of old records that a club took in, how far each is, and its evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from tournaments.common.history import HistoryLine, history_line
from tournaments.common.names import NameIndex, name_order
from tournaments.models import (
    Club,
    CountedSheet,
    KeptEvening,
    KeptTotal,
    OldImport,
    OldImportChange,
    Table,
)
from tournaments.people.queries.names import MOST_PROPOSED, Known, players_named
from tournaments.people.queries.people import People
from tournaments.records.queries.old_reading import OldEvening, Reading, is_sum

KINDS: Mapping[str, str | Promise] = {
    OldImport.TOTALS: gettext_lazy("Totals"),
    OldImport.HANDS: gettext_lazy("Hands"),
}
DEEDS: Mapping[str, str | Promise] = {
    OldImportChange.TAKEN_IN: gettext_lazy("Taken in"),
    OldImportChange.TAKEN_BACK: gettext_lazy("Taken back"),
    OldImportChange.BROUGHT_BACK: gettext_lazy("Brought back"),
}


@dataclass(frozen=True)
class ImportLine:
    """A file in the list: its evenings from `first` to `last`, and how many are where they
    should be."""

    imported: OldImport
    first: date | None
    last: date | None
    moved: int

    @property
    def is_waiting(self) -> bool:
        """Whether nobody has taken it in yet."""
        return self.imported.begun_at is None

    @property
    def left(self) -> int:
        """How many evenings have still to follow."""
        return 0 if self.is_waiting else self.imported.evening_count - self.moved

    @property
    def name(self) -> str:
        """What to call it: the name of the file, else what is in it."""
        return self.imported.named or str(KINDS[self.imported.kind])

    @property
    def kind_words(self) -> str:
        """What is in it, in a word."""
        return str(KINDS[self.imported.kind])


class TotalLine(NamedTuple):
    """A line of an old evening of totals: `key` is that of the person's page, None without one."""

    name: str
    key: int | None
    points: int
    hands: int | None
    games: int | None


def import_lines(club: Club) -> list[ImportLine]:
    """Every file of a club, the latest first; one SQL query."""
    return [_line(row) for row in _with_sums(OldImport.objects.filter(club=club)).order_by("-pk")]


def import_line(imported: OldImport) -> ImportLine:
    """How far one file is; one SQL query."""
    return _line(_with_sums(OldImport.objects.filter(pk=imported.pk)).get())


def history_of(imported: OldImport) -> list[HistoryLine]:
    """What was done to a file, the latest first."""
    changes = imported.changes.order_by("-pk")
    return [history_line(change, old_import_sentence(change)) for change in changes]


def old_import_sentence(change: OldImportChange) -> str:
    """What was done, in a sentence."""
    return str(DEEDS.get(change.kind, change.kind))


def evenings_of(imported: OldImport) -> QuerySet[KeptEvening]:
    """The evenings of a file as they stand in it, without what the file says of them."""
    return imported.evenings.defer("content").select_related("table__club").order_by("place")


def same_file(imported: OldImport, *, counts: bool = True) -> OldImport | None:
    """The file with the very same text that counts already, or was taken back; None without one."""
    others = OldImport.objects.filter(club=imported.club_id, digest=imported.digest)
    return others.exclude(pk=imported.pk).exclude(begun_at=None).filter(is_wanted=counts).first()


def total_lines(table: Table, people: People) -> list[TotalLine]:
    """Who had what on an old evening, the most points first; one SQL query.

    Those whom the club knows are called as `people` calls them.
    """
    rows = KeptTotal.objects.filter(seat__table=table).select_related("seat")
    lines = []
    for row in rows.order_by("-points", "seat__index"):
        player = row.seat.player_id
        name = row.seat.name if player is None else people.name(player)
        key = people.of(player) if player is not None else None
        page = key if key in people.pages else None
        lines.append(TotalLine(name, page, row.points, row.hands, row.games))
    return lines


def game_name(key: str) -> str:
    """What a ruleset is called."""
    return RULESETS[key].name if key in RULESETS else key


def _with_sums(rows: QuerySet[OldImport]) -> QuerySet[OldImport]:
    return rows.defer("packed").annotate(
        first_day=Min("evenings__day"),
        last_day=Max("evenings__day"),
        evenings_in=Count("evenings", filter=Q(evenings__is_in=True)),
    )


def _line(row: OldImport) -> ImportLine:
    inside = row.evenings_in  # type: ignore[attr-defined]
    moved = inside if row.is_wanted else row.evening_count - inside
    return ImportLine(row, row.first_day, row.last_day, moved)  # type: ignore[attr-defined]


# What would become of a file of old records if it were taken in.

MOST_ASKED = 40
"""So many names are asked about one by one; the others are all new, or asked about later."""


class UnknownName(NamedTuple):
    """A name that means nobody: on how many evenings, and whom it may mean.

    `is_sum`: it seems to be that of a line with sums, which nobody bears.
    """

    name: str
    evenings: int
    proposed: list[Known]
    is_sum: bool


@dataclass(frozen=True)
class OldPreview:
    """What is in a file and what would become of it.

    `known`: names that mean a player, with that player's name; `unknown`: those that are asked
    about, `more` are not; `twice`: evenings on which two names mean one player; `days_there`: days
    of which the record book has sheets of the same game already. `same` counts already and has
    the very same text, `same_back` has it and was taken back.
    """

    reading: Reading
    known: Sequence[tuple[str, str]]
    unknown: Sequence[UnknownName]
    more: int
    twice: Sequence[OldEvening]
    days_there: Sequence[date]
    same: OldImport | None
    same_back: OldImport | None

    @property
    def people(self) -> int:
        """How many names there are."""
        return len(self.known) + len(self.unknown) + self.more

    @property
    def first(self) -> date:
        """The day of the first evening."""
        return self.reading.days[0]

    @property
    def last(self) -> date:
        """The day of the last evening."""
        return self.reading.days[-1]


def preview_of(
    imported: OldImport, reading: Reading, club: Club, people: Sequence[Known]
) -> OldPreview:
    """Look at a file that waits; five SQL queries, however long it is."""
    times = reading.names
    known = players_named(club.pk, list(times))
    names = {one.pk: one.name for one in people}
    sums = {name for name in times if is_sum(name)} if imported.kind == OldImport.TOTALS else set()
    strangers = [name for name in times if name not in known]
    strangers.sort(key=lambda name: (name not in sums, -times[name]))
    index = NameIndex((one.pk, one.name) for one in people)
    by_key = {one.pk: one for one in people}
    return OldPreview(
        reading=reading,
        known=[(name, names.get(known[name], name)) for name in sorted(known, key=name_order)],
        unknown=[
            UnknownName(
                name,
                times[name],
                [by_key[key] for key in index.like(name)[:MOST_PROPOSED]],
                name in sums,
            )
            for name in strangers[:MOST_ASKED]
        ],
        more=len(strangers[MOST_ASKED:]),
        twice=_twice(reading, known),
        days_there=_days_there(reading, club),
        same=same_file(imported),
        same_back=same_file(imported, counts=False),
    )


def _twice(reading: Reading, known: dict[str, int]) -> list[OldEvening]:
    """Evenings on which two names mean the same player: nobody is counted for them."""
    by_name = {name.casefold(): key for name, key in known.items()}
    found = []
    for evening in reading.evenings:
        meant = [by_name[name.casefold()] for name in evening.names if name.casefold() in by_name]
        if len(set(meant)) < len(meant):
            found.append(evening)
    return found


def _days_there(reading: Reading, club: Club) -> list[date]:
    """Days that the record book has sheets of, with a game that the file has on that day."""
    wanted = {(evening.day, evening.ruleset) for evening in reading.evenings}
    if not wanted:
        return []
    sheets = CountedSheet.objects.filter(
        club=club, played_on__range=(reading.days[0], reading.days[-1])
    ).order_by()
    there = set(sheets.values_list("played_on", "ruleset").distinct())
    return sorted({day for day, _ruleset in wanted & there})
