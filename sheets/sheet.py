"""A table's sheet as people read it: a line per hand, running totals, and the reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from django.utils.translation import gettext

from scoring import Replay
from scoring.labels import partner_label, side_names, side_of, taker_label
from scoring.ruleset import Ruleset
from scoring.table import Row
from sheets.coming import ComingHand, ImpossibleHand, hand_after, records_of, replay_sheet
from sheets.entries import SheetEntry, SheetTable, is_hand
from sheets.names import short_names
from sheets.words import spoken

PAPER_SIZES = (("large", 24, 38), ("medium", 40, 47), ("small", 64, 60))
"""How many lines fit one page of A4 at each size of print, and how many signs of the reasons fit a
line."""

LONG_NAME = 24
MOST_BESIDE, MOST_SIGNS = 6, 25
"""More people than so many, or figures of more signs together, have no room beside each other on a
phone."""


@dataclass(frozen=True)
class Cell:
    """What one side has to do with one hand; `points` and `total` are None in a withdrawn one.

    `stands_out`: it has won, or lost, a hand that everybody passed, and most have not.
    """

    points: int | None
    total: int | None
    role: str = ""
    is_dealer: bool = False
    stands_out: bool = False

    @property
    def is_out(self) -> bool:
        """Whether somebody at the table got no cards, and no points either."""
        return self.role == "out" and not self.points

    @property
    def is_away(self) -> bool:
        """Whether somebody was not at the table."""
        return self.role == "away"


@dataclass(frozen=True)
class GameEnd:
    """A game that ended with a line: its number, the points in it, who won, how it is called."""

    number: int
    totals: list[int]
    winners: list[str]
    special: str | None = None


@dataclass(frozen=True)
class SheetLine:
    """One line of the sheet. `row` is the engine's answer, None for a withdrawn hand.

    `place` is the hand's number among those that count, by which people call it; a line that is no
    hand, or is withdrawn, has that of the hand before it, and is not called by it.
    """

    entry: SheetEntry
    row: Row | None
    cells: list[Cell]
    place: int
    dealer: str = ""
    sides: Sequence[str] = ()
    game_end: GameEnd | None = None
    passed_word: str = ""

    @cached_property
    def reasons(self) -> list[str]:
        """Why these points, of a line that is shown: put into words of `sides` only then."""
        return [spoken(reason, self.sides) for reason in self.row.reasons] if self.row else []

    @property
    def number(self) -> int:
        """The key of the line, in addresses too; it stays whatever happens to other lines."""
        return self.entry.number

    @property
    def is_counted(self) -> bool:
        """Whether it is a hand that counts, and so has a number of its own."""
        return self.is_hand and self.row is not None

    @property
    def called(self) -> str:
        """What people call it."""
        if self.is_people_change:
            return gettext("Who sits at the table")
        if self.is_adjustment:
            return gettext("Adjusted points")
        if self.row is None:
            return gettext("Withdrawn hand")
        return gettext("Hand %(number)s") % {"number": self.place}

    @property
    def is_adjustment(self) -> bool:
        """Whether this is a correction of points and no hand."""
        return "adjustment" in self.entry.record

    @property
    def is_people_change(self) -> bool:
        """Whether this says who sits at the table, and is no hand."""
        return "seated" in self.entry.record

    @property
    def is_hand(self) -> bool:
        """Whether cards were played."""
        return is_hand(self.entry.record)

    @property
    def is_passed(self) -> bool:
        """Whether everybody passed and the cards were played."""
        return self.row is not None and "player" in self.row.roles

    @property
    def passed_mark(self) -> str:
        """The letter for whoever has won, or lost, a hand that everybody passed."""
        return self.passed_word[:1].upper() if self.is_passed else ""

    @property
    def has_marks(self) -> bool:
        """Whether something stands beside its number."""
        row = self.row
        is_usual = row is not None and row.multiplier == 1 and not row.is_void
        return self.is_corrected or self.is_adjustment or self.is_passed or not is_usual

    @property
    def is_corrected(self) -> bool:
        """Whether there are earlier versions."""
        return self.entry.version > 1


def brought(line: SheetLine | None, side: int) -> bool:
    """Whether a line, if there is one, has changed the total of a side."""
    return bool(line and line.row and line.cells[side].points)


@dataclass(frozen=True)
class Place:
    """Where one side stands: `points` and `won` as in the standing, and the last hand's `cell`.

    `side` is its column; `deals`: somebody of it deals the coming hand; `has_left`: it is not at
    the table any more, since hand `left_after` (0 before the first one).
    """

    side: int
    name: str
    points: int
    won: int
    cell: Cell | None
    deals: bool
    has_left: bool
    left_after: int


@dataclass(frozen=True)
class Sheet:
    """A table's whole sheet. The running totals are those of the running game where the game is
    played to a target, else those of the whole sheet.

    `replay` is what `entries` come to. `everybody` are the names of the columns in their order, and
    perhaps of somebody who has just joined and has none yet.
    """

    table: SheetTable
    entries: Sequence[SheetEntry]
    replay: Replay
    everybody: Sequence[str]

    @property
    def ruleset(self) -> Ruleset:
        """The game."""
        return self.table.ruleset

    @cached_property
    def coming(self) -> ComingHand:
        """What the next hand must be."""
        return hand_after(self.table, self.entries, self.replay)

    @cached_property
    def names(self) -> list[str]:
        """Who has a column."""
        return list(self.everybody[: self.coming.columns])

    @cached_property
    def sides(self) -> list[str]:
        """Who scores: the people, or the two pairs."""
        return side_names(self.ruleset, self.names)

    @cached_property
    def heads(self) -> list[tuple[str, str]]:
        """What stands over each side's column: its name, and a short one unlike the others."""
        shorts = side_names(self.ruleset, short_names(self.names))
        return list(zip(self.sides, shorts, strict=True))

    @property
    def has_long_names(self) -> bool:
        """Whether a name needs so much room that it changes how names are laid out."""
        return any(len(name) > LONG_NAME for name in self.names)

    @cached_property
    def target(self) -> int | None:
        """To how many points a game is played, where it is."""
        return self.ruleset.target(self.table.options)

    @property
    def totals(self) -> list[int]:
        """What each side has from the whole sheet."""
        return self.replay.totals

    @property
    def games_won(self) -> list[int]:
        """How many games each side has won, where games are played to a target."""
        games = self.replay.games
        return [sum(side in game.winners for game in games) for side in range(len(self.totals))]

    @property
    def lines(self) -> list[SheetLine]:
        """The lines in the order played."""
        return self._written[0]

    @property
    def game_totals(self) -> list[int]:
        """What each side has from the running game."""
        return self._written[1]

    @cached_property
    def _written(self) -> tuple[list[SheetLine], list[int]]:
        """The lines and what they add up to: written once, and only for a page that shows them."""
        writer = _LineWriter(self)
        lines = [writer.line(entry) for entry in self.entries]
        return lines, [writer.cap(total) for total in writer.running]

    @property
    def is_by_pairs(self) -> bool:
        """Whether pairs score, not seats."""
        return self.ruleset.scores == "pairs"

    @cached_property
    def role_words(self) -> dict[str, str]:
        """What the game itself calls whoever takes it on, and with whom: as the form asks for it.

        A role that it has no word for is missing.
        """
        taker, partner = taker_label(self.ruleset), partner_label(self.ruleset)
        labels = {"makers" if self.is_by_pairs else "picker": taker, "partner": partner}
        return {role: spoken(label) for role, label in labels.items() if label}

    @property
    def newest(self) -> SheetLine | None:
        """The last line, whatever it is; None on an empty sheet."""
        return self.lines[-1] if self.lines else None

    @property
    def standing(self) -> list[tuple[str, int, int]]:
        """For each side its name, its running points (of the game, or of all), and games won."""
        shown = self.totals if self.target is None else self.game_totals
        return list(zip(self.sides, shown, self.games_won, strict=True))

    @property
    def ranking(self) -> list[tuple[str, int, int]]:
        """The standing, best first: by games won, then by points."""
        return sorted(self.standing, key=lambda entry: (-entry[2], -entry[1]))

    @property
    def places(self) -> list[Place]:
        """The ranking, with what the last hand brought; who has left comes last."""
        last = self.newest if self.newest and self.newest.row else None
        dealing = side_of(self.ruleset, self.coming.dealer)
        there = {side_of(self.ruleset, seat) for seat in self.coming.circle}
        places = [
            Place(
                side,
                name,
                points,
                won,
                last.cells[side] if last else None,
                deals=side == dealing and self.table.ended_at is None,
                has_left=side not in there,
                left_after=self._last_hand_of(side),
            )
            for side, (name, points, won) in enumerate(self.standing)
        ]
        return sorted(places, key=lambda place: (place.has_left, -place.won, -place.points))

    def _last_hand_of(self, side: int) -> int:
        """The last hand that counts while somebody of it sat at the table."""
        played = (it.place for it in self.lines if it.is_counted and not it.cells[side].is_away)
        return max(played, default=0)

    @property
    def coming_dealer(self) -> str:
        """Who deals the coming hand."""
        return self.names[self.coming.dealer]

    @property
    def coming_out(self) -> list[str]:
        """Who sits out in the coming hand."""
        return [self.names[seat] for seat in self.coming.sitting_out]

    @property
    def at_the_table(self) -> list[tuple[int, str]]:
        """Who sits there now, clockwise, as (column, name)."""
        return [(seat, self.names[seat]) for seat in self.coming.circle]

    @property
    def hands_dealt(self) -> int:
        """How many hands count, those in which nothing was decided among them."""
        return sum(line.is_counted for line in self.lines)

    def is_played(self, hands_due: int, games_due: int) -> bool:
        """Whether so many hands are played; where no number of them is due, so many games."""
        if hands_due:
            return self.hands_dealt >= hands_due
        return sum(line.game_end is not None for line in self.lines) >= games_due

    @property
    def passed_word(self) -> str:
        """What a hand is called that everybody passed, where the sheet marks who stands out in one.

        The latest that was one says it.
        """
        passed = (line for line in reversed(self.lines) if any(c.stands_out for c in line.cells))
        return next((line.passed_word for line in passed), "")

    @property
    def last_counting(self) -> SheetLine | None:
        """The last line that can be taken back in one step."""
        last = next((line for line in reversed(self.lines) if line.row is not None), None)
        return None if last is None or last.is_people_change else last

    @property
    def turns(self) -> bool:
        """Whether a line has no room on a phone: people are rows there, and hands columns."""
        cells = [cell for line in self.lines for cell in line.cells]
        figures = [figure for cell in cells for figure in (cell.points, cell.total)]
        known = [figure for figure in figures if figure is not None]
        ends = (min(known), max(known)) if known else ()
        widest = max((len(f"{figure:+d}") for figure in ends), default=0)
        return len(self.sides) > MOST_BESIDE or widest * len(self.sides) > MOST_SIGNS

    @property
    def paper_size(self) -> str:
        """How small the lines must be printed for all of them to fit one page of A4."""
        words = [len(" ".join(line.reasons)) for line in self.lines]
        for size, most, signs in PAPER_SIZES:
            if sum(max(1, ceil(length / signs)) for length in words) <= most:
                return size
        return "least"

    def place_of(self, impossible: ImpossibleHand) -> int:
        """What a hand that could not be is called: as the sheet has it, or as it would have it."""
        line = self.line(impossible.number)
        return line.place if line is not None and line.is_counted else impossible.place

    def due_at(self, number: int) -> ComingHand:
        """What the hand of that line had to be, by those before it."""
        before = [entry for entry in self.entries if entry.number < number]
        return hand_after(self.table, before, replay_sheet(self.table, before))

    def line(self, number: int) -> SheetLine | None:
        """The line with that key."""
        return next((line for line in self.lines if line.number == number), None)


def contract_record(sheet: Sheet) -> dict[str, Any]:
    """The record of a table for other programs; hands that were withdrawn are not in it."""
    table = sheet.table
    defaults = table.ruleset.defaults()
    return {
        "ruleset": table.ruleset.key,
        "title": table.title,
        "options": {
            name: value for name, value in table.options.items() if value != defaults.get(name)
        },
        "players": table.players,
        "names": sheet.names,
        "hands": records_of(table, sheet.entries),
    }


class _LineWriter:
    """Writes the lines one after the other and keeps the running totals between them."""

    def __init__(self, sheet: Sheet) -> None:
        replay = sheet.replay
        self.ruleset = sheet.ruleset
        self.names = sheet.names
        self.sides = sheet.sides
        self.rows = iter(enumerate(replay.rows))
        self.ends = {game.last: (number, game) for number, game in enumerate(replay.games, 1)}
        self.target = sheet.target
        self.circle: Sequence[int] = range(sheet.table.players)
        self.place = 0
        self.running = [0] * len(self.sides)
        self.passed_word = self._passed_word(replay.options.get("all_pass", ""))

    def line(self, entry: SheetEntry) -> SheetLine:
        """The line of the next entry."""
        if entry.is_withdrawn:
            return SheetLine(entry, None, [Cell(None, None) for _ in self.sides], self.place)
        index, row = next(self.rows)
        self.place += is_hand(entry.record)
        self.circle = entry.record.get("seated", self.circle)
        for side, points in enumerate(row.points):
            self.running[side] += points
        cells = self._cells(row)
        game_end = None
        if index in self.ends:
            number, game = self.ends[index]
            totals = [self.cap(total) for total in game.totals]
            winners = [self.sides[side] for side in game.winners]
            game_end = GameEnd(number, totals, winners, game.special)
            self.running = [0] * len(self.sides)
        return SheetLine(
            entry,
            row,
            cells,
            self.place,
            dealer="" if row.dealer is None else self.names[row.dealer],
            sides=self.sides,
            game_end=game_end,
            passed_word=self.passed_word,
        )

    def _passed_word(self, chosen: str) -> str:
        """What a hand is called in which everybody passed: a leaster, where that is played."""
        for option in self.ruleset.options:
            if option.name == "all_pass":
                labels = [c.label for c in option.choices if c.value == chosen]
                return spoken(labels[0] if labels else option.label).partition(":")[0]
        return gettext("passed")

    def cap(self, total: int) -> int:
        """A running total; in a game with a target nobody is shown beyond it."""
        return total if self.target is None else min(total, self.target)

    def _standing_out(self, row: Row) -> list[int]:
        """Who alone, or with fewer than half, has won or lost what everybody passed."""
        if "player" not in row.roles or self.ruleset.scores == "pairs":
            return []
        won = [side for side, points in enumerate(row.points) if points > 0]
        lost = [side for side, points in enumerate(row.points) if points < 0]
        return min(filter(None, (won, lost)), key=len, default=[])

    def _cells(self, row: Row) -> list[Cell]:
        # In a line that is no hand, away is who is not there and gets nothing.
        is_there = range(len(self.sides)) if self.ruleset.scores == "pairs" else self.circle
        dealing = None if row.dealer is None else side_of(self.ruleset, row.dealer)
        odd = self._standing_out(row)
        return [
            Cell(
                points,
                total if self.target is None else min(total, self.target),
                row.roles[side] if row.roles else "" if points or side in is_there else "away",
                is_dealer=side == dealing,
                stands_out=side in odd,
            )
            for side, (points, total) in enumerate(zip(row.points, self.running, strict=True))
        ]
