"""A sheet as a change reads it: each thing once, however many services go by it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from scoring import Replay
from tournaments.models import (
    EventTable,
    HandVersion,
    Leaving,
    Result,
    Seat,
    Table,
    TotalsVersion,
)
from tournaments.tables.queries.replays import (
    counted,
    is_hand,
    latest_versions,
    replay_table,
)

HELD = ["leaving"]
"""What is read along with a result; the type checker knows no relations but those of models."""


class SheetReading:
    """What is known of a sheet, read when it is first asked for and not a second time.

    It is made under the table's lock and does not outlive the change: whoever changes a seat or a
    result of it changes the objects that stand here. `place`: where the table stands in an event;
    `entered`: the version that is being saved, the others stand.
    """

    def __init__(
        self,
        table: Table,
        place: EventTable | None = None,
        versions: Iterable[HandVersion] | None = None,
        entered: HandVersion | None = None,
    ) -> None:
        self.table = table
        self.place = place
        self.entered = entered
        if versions is not None:
            self.versions = list(versions)

    @cached_property
    def versions(self) -> list[HandVersion]:
        """The latest version of each hand, withdrawn ones included."""
        return latest_versions(self.table)

    @cached_property
    def replay(self) -> Replay:
        """What they come to; raises ImpossibleHand."""
        return replay_table(self.table, self.versions, self.entered)

    @cached_property
    def seats(self) -> list[Seat]:
        """The columns."""
        return list(Seat.objects.filter(table=self.table).order_by("index"))

    @cached_property
    def results(self) -> list[Result]:
        """What the entries have from it, with the leavings that hold; none outside an event."""
        if self.place is None:
            return []
        rows = with_leavings(Result.objects.filter(event_table=self.place))
        return list(rows.select_related("entry").order_by("side"))

    @cached_property
    def newest(self) -> TotalsVersion | None:
        """The latest version of its totals from paper, withdrawn or not."""
        return None if self.place is None else self.place.totals.order_by("-number").first()

    @property
    def keyed(self) -> TotalsVersion | None:
        """The totals from paper, where there are some that were not withdrawn."""
        return None if self.newest is None or self.newest.is_withdrawn else self.newest

    @property
    def numbers(self) -> list[int]:
        """The numbers of the lines that count, in the order of the sheet."""
        return [version.hand.number for version in counted(self.versions)]

    @property
    def is_longer_by_a_hand(self) -> bool:
        """Whether a new hand is being saved below all others: what came before it stays.

        A newcomer would change that: each line gets a column more.
        """
        new = self.entered
        if new is None or new.number > 1 or not is_hand(new.record):
            return False
        return self.versions[-1] is new

    def under_lock(self, locked: Table) -> SheetReading:
        """This reading again for whoever has locked the table now, if nothing was changed since.

        Every change of a sheet counts up its table's version, which was read before the hands.
        """
        sheet = SheetReading(locked)
        if locked.version == self.table.version:
            sheet.versions, sheet.replay = self.versions, self.replay
        return sheet

    def after(self, version: HandVersion) -> SheetReading:
        """The sheet once that version of a line, old or new, has been saved; no SQL query."""
        others = [each for each in self.versions if each.hand_id != version.hand_id]
        lines = sorted([*others, version], key=lambda line: line.hand.number)
        return SheetReading(self.table, self.place, lines, entered=version)


def with_leavings(results: QuerySet[Result]) -> QuerySet[Result]:
    """The same results, each with the leaving that holds for it: no SQL query more."""
    holds = FilteredRelation("leavings", condition=Q(leavings__withdrawn_at=None))
    read = results.annotate(leaving=holds, leaving_key=F("leaving__pk"))
    return read.select_related(*HELD)


def leaving_of(result: Any) -> Leaving | None:  # noqa: ANN401 - a result with more on it
    """How the entry of a result left its table, None where it stayed to the end.

    The result was read with `with_leavings`.
    """
    leaving: Leaving | None = result.leaving if result.leaving_key is not None else None
    return leaving


def with_keyed(places: QuerySet[EventTable]) -> QuerySet[EventTable]:
    """The same tables, each knowing whether it has totals from paper: no SQL query more."""
    versions = TotalsVersion.objects.filter(event_table=OuterRef("pk"))
    return places.annotate(has_totals=Exists(versions))


def reading_at(place: Any, table: Table) -> SheetReading:  # noqa: ANN401 - a table with more on it
    """The sheet of a locked table that stands there in an event.

    The place was read with `with_keyed` under the table's lock.
    """
    place.table = table
    sheet = SheetReading(table, place)
    if not place.has_totals:
        sheet.newest = None
    return sheet
