"""What everybody has: results gathered by entry, what each round yielded, and the totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from scoring.results import Result, Rules, Tables, Value, as_int_if_whole
from scoring.yields import YIELDS

ROUND = attrgetter("round")


@dataclass(slots=True, eq=False)
class Tally:
    """All that one entry has from the event so far.

    `sheets`: results of tables that were played; `away`: byes and rounds before a late entry;
    `rounds`: round → what it yielded; `dropped`: rounds that do not count for `total`, because
    only the best ones do; `penalties`, `start`: what was added outside the sheets, and of the
    former in which round.
    """

    entry: int
    start: Value = 0
    penalties: dict[int, int] = field(default_factory=dict)
    sheets: list[Result] = field(default_factory=list)
    away: Sequence[Result] = ()  # hardly anybody is
    rounds: dict[int, Value] = field(default_factory=dict)
    dropped: tuple[int, ...] = ()
    total: Value | None = None

    @property
    def penalty(self) -> int:
        """All that the director added or took off."""
        return sum(self.penalties.values())

    def reckon(self, tables: Tables, rules: Rules) -> None:
        """Work out the rounds and the total from the results, which are in the order of rounds."""
        way = YIELDS[rules.yields]
        rounds = way.rounds(self.sheets, tables, rules)
        if self.away:
            for result in self.away:
                value = way.away(result, rules)
                if value is not None:
                    rounds[result.round] = value
            rounds = dict(sorted(rounds.items()))
        if rules.factors:
            rounds = {
                number: as_int_if_whole(rounds[number] * rules.factor(number)) for number in rounds
            }
        self.rounds = rounds
        results = [*self.sheets, *self.away]
        # As many rounds as results leave nothing to look for.
        if len(rounds) < len(results) > len({result.round for result in results}):
            raise ValueError(f"Entry {self.entry} has two results from one round.")
        if rules.best_of is not None and len(rounds) > rules.best_of:
            worth = self._weighed(rounds, rules)
            by_worth = sorted(rounds, key=worth.__getitem__, reverse=True)
            self.dropped = tuple(sorted(by_worth[rules.best_of :]))
            rounds = {number: rounds[number] for number in by_worth[: rules.best_of]}
            results = [result for result in results if result.round in rounds]
        counted = self._weighed(rounds, rules).values()
        # Start points weigh as the first round does, a penalty as its own.
        added = self.start * rules.weight(1)
        for number, one in self.penalties.items():
            added += rules.weight(number) * one
        self.total = way.total(results, counted, added, rules)

    @staticmethod
    def _weighed(rounds: dict[int, Value], rules: Rules) -> dict[int, Value]:
        if not rules.weights:
            return rounds
        return {number: rounds[number] * rules.weight(number) for number in rounds}


class Tallies:
    """The tallies of all entries, with what tie-breaks ask about the whole event."""

    def __init__(self, by_entry: Mapping[int, Tally], tables: Tables, rules: Rules) -> None:
        self.by_entry = by_entry
        self.tables = tables
        self.rules = rules
        self.last_round = max(
            (max(tally.rounds, default=0) for tally in by_entry.values()), default=0
        )
        self._met: dict[int, list[tuple[Result, list[Result]]]] = {}

    def __getitem__(self, entry: int) -> Tally:
        return self.by_entry[entry]

    def total(self, entry: int) -> Value:
        """The total of an entry; 0 where it has none."""
        return self.by_entry[entry].total or 0

    def met(self, tally: Tally) -> list[tuple[Result, list[Result]]]:
        """The entry's sheets at which somebody else sat, each with the others."""
        found = self._met.get(tally.entry)
        if found is None:
            found = [
                (sheet, others) for sheet in tally.sheets if (others := self.tables.others(sheet))
            ]
            self._met[tally.entry] = found
        return found


def tally_up(
    entries: Iterable[int],
    results: Sequence[Result],
    rules: Rules,
    start_points: Mapping[int, Value],
) -> Tallies:
    """Gather the results by entry and reckon every total.

    Results of others than `entries` (house players) are tallied as well: they count at their
    tables. Raises ValueError where an entry has two results from a round, or a kind and a table
    that do not go together.

    >>> tallies = tally_up([1, 2], [Result(1, 1, 1, 5), Result(2, 1, 1, -5)], Rules(), {2: 8})
    >>> tallies[1].total, tallies[2].total
    (5, 3)
    """
    tables = Tables(results)
    by_entry = {entry: Tally(entry, start_points.get(entry, 0)) for entry in entries}
    for result in sorted(results, key=ROUND):
        table, tally = result.table, by_entry.get(result.entry)
        if tally is None:
            tally = by_entry[result.entry] = Tally(result.entry, start_points.get(result.entry, 0))
        if (table is None) is (result.kind == "sheet"):
            raise ValueError(
                f"Entry {result.entry} in round {result.round}: a sheet has a table, “bye” "
                f"and “late” have none; this is “{result.kind}” at {table}."
            )
        if result.penalty:
            before = tally.penalties.get(result.round, 0)
            tally.penalties[result.round] = before + result.penalty
        if table is None:
            tally.away = (*tally.away, result)
        elif result.hands or result.points or result.games or tables.is_played(result):
            tally.sheets.append(result)  # where nothing stands yet nobody has played
    for tally in by_entry.values():
        tally.reckon(tables, rules)
    return Tallies(by_entry, tables, rules)
