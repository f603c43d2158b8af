"""The files of old records that a club took in, how far each is, and its evenings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from tournaments.models import Club, KeptEvening, KeptTotal, OldImport, OldImportChange, Table
from tournaments.people.queries.people import People

KINDS = {
    OldImport.TOTALS: gettext_lazy("Totals"),
    OldImport.HANDS: gettext_lazy("Hands"),
}
DEEDS = {
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


class Deed(NamedTuple):
    """What was done to a file, for its history."""

    words: str
    change: OldImportChange


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


def history_of(imported: OldImport) -> list[Deed]:
    """What was done to a file, the latest first."""
    changes = imported.changes.order_by("-pk")
    return [Deed(old_import_sentence(change), change) for change in changes]


def old_import_sentence(change: OldImportChange) -> str:
    """What was done, in a sentence."""
    return str(DEEDS.get(change.kind, change.kind))


def evenings_of(imported: OldImport) -> QuerySet[KeptEvening]:
    """The evenings of a file as they stand in it, without what the file says of them."""
    return imported.evenings.defer("content").select_related("table__club").order_by("place")


def same_file(imported: OldImport) -> OldImport | None:
    """The file with the very same text that counts already, or None."""
    others = OldImport.objects.filter(club=imported.club_id, digest=imported.digest)
    return others.exclude(pk=imported.pk).exclude(begun_at=None).filter(is_wanted=True).first()


def same_file_taken_back(imported: OldImport) -> OldImport | None:
    """The file with the very same text that was taken back, or None."""
    others = OldImport.objects.filter(club=imported.club_id, digest=imported.digest)
    return others.exclude(pk=imported.pk).exclude(begun_at=None).filter(is_wanted=False).first()


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
