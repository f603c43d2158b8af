"""Who sits where in the round that everybody knows: by name and by table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tournaments.common.alike import found_by, name_order
from tournaments.events.check_in.queries.entry_line import EntryLine
from tournaments.events.draw.queries.cuts import KeptCut, table_head
from tournaments.events.standings.queries.snapshots import Expected, Played, SeatLine, Snapshot


@dataclass(frozen=True)
class SeatOf:
    """The seat of an entry in a round; a pair has two, across from one another.

    Without a table it sits out. `playing`: who plays for it, where that is somebody else.
    """

    entry: EntryLine
    table: int | None
    table_pk: int | None
    seats: tuple[int, ...]
    playing: str = ""


@dataclass(frozen=True)
class TableSeats:
    """A table with those who sit at it, in seat order; `final`: the head of its final."""

    number: int
    seats: tuple[SeatOf, ...]
    final: str = ""


@dataclass(frozen=True)
class PublicSeats:
    """The seats of a round; where tables open one by one, of all rounds that are on."""

    on: tuple[Played, ...]
    seats: tuple[SeatOf, ...]
    cuts: tuple[KeptCut, ...] = ()

    @property
    def played(self) -> Played:
        """The round, or the first of them."""
        return self.on[0]

    @cached_property
    def by_name(self) -> list[SeatOf]:
        """Everybody from A to Z."""
        return sorted(self.seats, key=lambda seat: (name_order(seat.entry.name), seat.entry.number))

    @cached_property
    def tables(self) -> list[TableSeats]:
        """Every table, in the order of their numbers."""
        of_entry = {seat.entry.pk: seat for seat in self.seats}
        return [
            self._table(number, [of_entry[line.entry] for line in lines if not line.is_away])
            for number, lines in sorted(table for one in self.on for table in one.by_table.items())
        ]

    def _table(self, number: int, seats: list[SeatOf]) -> TableSeats:
        people = [seat.entry.number for seat in seats if not seat.entry.is_house]
        return TableSeats(number, tuple(seats), table_head(self.cuts, people))

    @cached_property
    def out(self) -> list[SeatOf]:
        """Those who sit out."""
        return [seat for seat in self.by_name if seat.table is None]

    def found(self, words: str) -> list[SeatOf]:
        """Those whose start number it is, or in whose name it stands."""
        return found_by(
            words,
            self.by_name,
            said=lambda seat: f"{seat.entry.name} {seat.playing}",
            number=lambda seat: seat.entry.number,
        )


def entered(snapshot: Snapshot, words: str) -> list[EntryLine | Expected]:
    """Who is looked for, of all who are entered: for the time before there are seats."""
    everybody: list[EntryLine | Expected] = [
        *(entry for entry in snapshot.entries.values() if not entry.is_house),
        *snapshot.expected,
    ]
    return found_by(
        words,
        everybody,
        said=lambda one: one.name,
        number=lambda one: one.number if isinstance(one, EntryLine) else None,
    )


def seats_of(snapshot: Snapshot) -> PublicSeats | None:
    """The seats of the round that is on or comes next, None while nobody may know them."""
    on = snapshot.on if snapshot.settings.rolling else snapshot.on[:1]
    if not on:
        return None
    cuts = tuple(kept for kept in snapshot.cuts if kept.cut.after < on[0].number)
    return PublicSeats(on, tuple(_seats(snapshot, on)), cuts)


def _seats(snapshot: Snapshot, on: Iterable[Played]) -> Iterable[SeatOf]:
    for played in on:
        for line in played.lines:
            if line.is_away:
                continue  # he left the table, and may sit at another one
            yield seat_of(snapshot, played, line)


def seat_of(snapshot: Snapshot, played: Played, line: SeatLine) -> SeatOf:
    """Where an entry sits in a round, with whoever plays for it."""
    return SeatOf(
        snapshot.entries[line.entry],
        line.table,
        line.table_pk,
        _places(snapshot, played, line),
        playing_for(snapshot, line.entry, played.number),
    )


def _places(snapshot: Snapshot, played: Played, line: SeatLine) -> tuple[int, ...]:
    """The seats, counted from 1: the sides of a table sit crosswise where pairs play."""
    if line.table is None or line.side is None:
        return ()
    if not snapshot.settings.is_pairs:
        return (line.side + 1,)
    sides = len(played.by_table[line.table])
    return (line.side + 1, line.side + 1 + sides)


def playing_for(snapshot: Snapshot, entry: int, number: int) -> str:
    """The substitutes who play for an entry in the round of that number."""
    names = [
        one.name
        for one in snapshot.substitutes
        if one.entry == entry
        and one.from_round <= number
        and (one.until_round is None or number <= one.until_round)
    ]
    return " / ".join(names)
