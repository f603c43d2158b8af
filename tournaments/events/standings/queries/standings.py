"""The standing of an event: who has which place, from which rounds, and what decided.

It is reckoned from the results of the rounds, which are kept with the tables, and never looks at
hands. House players count at their tables and are not ranked; who was disqualified stands below,
without a place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from formats.event import GUESTS, EventSettings, key_words
from formats.figures import amount, plain
from formats.series import final_label
from scoring.finals import FinalPlace, FinalStandings, rank_finals
from scoring.ranking import Result, Standing, TeamStanding, Value, rank_teams
from scoring.teams import AVERAGE, rank_by_series
from scoring.tiebreaks import DECIDED
from tournaments.common.cache import cached
from tournaments.common.names import found_by
from tournaments.events.check_in.queries.contacts import EntryLine, grouped, pairs_of, players_of
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.standings.queries.snapshots import (
    Played,
    Share,
    Snapshot,
    shares_of,
    snapshot_of,
    with_rulings,
)
from tournaments.models import Entry, Event, TieDecision

SIGNED = ("points", "average")


def worth(value: Value | None, settings: EventSettings) -> str:
    """A total or what a round brought: points with their sign, other things without.

    >>> worth(7, EventSettings()), worth(7, EventSettings(yields="places"))
    ('+7', '7')
    """
    return amount(value) if settings.yields in SIGNED else plain(value)


class Cell(NamedTuple):
    """What a round brought to an entry, None where nothing; and what is to be said about it.

    `kind`: `sheet`, `bye`, `late` (a round before it came) or `none`. `decided`: how the sheet was
    decided that is gone.
    """

    number: int
    value: Value | None
    kind: str
    is_dropped: bool = False
    is_running: bool = False
    is_corrected: bool = False
    decided: str = ""


class TieBreakValue(NamedTuple):
    """A tie-break of a row by its name, its value if it has one, and whether it decided."""

    name: str
    value: Value | None
    decided: bool


class Decision(NamedTuple):
    """Why a row stands below the one before with the same total: a tie-break, and both values.

    For a tie that was decided outside the sheets the name says how: `decided_playoff`,
    `decided_lot` or `decided_seed`, after the kinds of `TieDecision`.
    """

    name: str
    own: Value | None
    better: Value | None


@dataclass(frozen=True)
class Row:
    """A line of the standing; no place before anything was played, and for the disqualified.

    `added` is what is in the total and on no sheet; `ruled` is what of it comes from rulings,
    and `strokes` what they gave at the tables. `final`: what the last cut made of it.
    """

    entry: EntryLine
    place: int | None
    is_shared: bool
    total: Value | None
    cells: tuple[Cell, ...]
    keys: tuple[TieBreakValue, ...]
    decision: Decision | None
    added: Value
    substitute: str = ""
    ruled: int = 0
    strokes: int = 0
    final: FinalPlace | None = None

    @property
    def is_corrected(self) -> bool:
        """Whether a result was corrected after the next draw."""
        return any(cell.is_corrected for cell in self.cells)

    @property
    def carried(self) -> Value | None:
        """What was brought into the final."""
        return self.final.carried if self.final and self.final.final is not None else None


# Why somebody stands below somebody else with the same total, in words.

PLAYOFF = f"decided_{TieDecision.PLAYOFF}"
OUTSIDE = {
    PLAYOFF: gettext_lazy("decided by a play-off hand"),
    f"decided_{TieDecision.LOT}": gettext_lazy("decided by a lot drawn in public"),
    f"decided_{TieDecision.SEED}": gettext_lazy("the lot decided"),
    "lot": gettext_lazy("the lot decided"),
}
"""How a tie was decided outside the sheets."""


def decision_words(decision: Decision) -> str:
    """Which tie-break put a row below the one before it.

    >>> decision_words(Decision("buchholz", 9, 12)), decision_words(Decision("lot", None, None))
    ('Buchholz: 9 against 12', 'the lot decided')
    """
    if decision.name in OUTSIDE:
        return str(OUTSIDE[decision.name])
    return _("%(key)s: %(own)s against %(better)s") % {
        "key": key_words(decision.name).label,
        "own": plain(decision.own),
        "better": plain(decision.better),
    }


def said_on_the_wall(decision: Decision | None) -> str:
    """The same in a word beside the total, where no figure of the standing says it."""
    if decision is None or decision.name not in OUTSIDE:
        return ""
    return _("play-off") if decision.name == PLAYOFF else _("lot")


PAGE = 100  # entries
RANKED = (Entry.HERE, Entry.LEFT)
TEAMS, PERSONS = "teams", "persons"


@dataclass(frozen=True)
class EventStanding:
    """The standing of a moment; `counted` are the rounds that are in it.

    `ranked` has the entries with places, best first; `unplayed` latecomers who have not played
    yet, without a place; `out` the disqualified. `cuts` are those that count here, and `finals`
    what they made of whom. `to_draw` is the order by which the next round is drawn, with those
    latecomers in it.
    """

    snapshot: Snapshot
    counted: tuple[Played, ...]
    ranked: tuple[Standing, ...]
    out: tuple[Standing, ...]
    cuts: tuple[KeptCut, ...] = ()
    finals: Mapping[int, FinalPlace] = field(default_factory=dict)
    unplayed: tuple[Standing, ...] = ()
    to_draw: tuple[Standing, ...] = ()

    @cached_property
    def everybody(self) -> tuple[Standing, ...]:
        """Those with places, and below them whoever has none."""
        return (*self.ranked, *self.unplayed, *self.out)

    @property
    def is_provisional(self) -> bool:
        """Whether tables are in it that still play: what it would be if it ended now."""
        return any(not one.is_closed for one in self.counted)

    @cached_property
    def has_results(self) -> bool:
        """Whether anything is known yet."""
        return any(row.rounds for row in (*self.ranked, *self.out))

    @cached_property
    def by_number(self) -> Mapping[int, EntryLine]:
        """The entries by their start numbers."""
        return {entry.number: entry for entry in self.snapshot.entries.values()}

    @cached_property
    def places(self) -> Mapping[int, Standing]:
        """The standing of each ranked entry by its start number."""
        return {row.entry: row for row in self.ranked}

    def rows(self, wanted: Iterable[Standing] | None = None) -> list[Row]:
        """The lines of some or of all, in the order of the standing."""
        return [self._row(row) for row in (self.everybody if wanted is None else wanted)]

    def row_of(self, number: int) -> Row | None:
        """The line of the entry with that start number, None where it is not listed."""
        found = next((row for row in self.everybody if row.entry == number), None)
        return None if found is None else self._row(found)

    def final_of(self, row: Row) -> str:
        """The final that somebody is in, "" if in none."""
        if row.final is None or row.final.final is None:
            return ""
        return final_label(row.final.final, self.cuts[-1].count)

    def found(self, words: str) -> list[Standing]:
        """Those whose start number it is, or in whose name it stands."""
        return found_by(
            words,
            self.everybody,
            said=lambda row: self.by_number[row.entry].name,
            number=lambda row: row.entry,
        )

    def of_group(self, group: str) -> list[Standing]:
        """The side ranking of a group: the same order, with places among themselves."""
        members = [row for row in self.ranked if self._is_in(self.by_number[row.entry], group)]
        places: dict[int, int] = {}
        for nth, row in enumerate(members, 1):
            places.setdefault(row.place, nth)
        among = [row.place for row in members]
        return [
            # What decided was said against whoever stands above, who may be in no group.
            row._replace(
                place=places[row.place], is_shared=among.count(row.place) > 1, decided_by=""
            )
            for row in members
        ]

    @cached_property
    def groups(self) -> list[str]:
        """The groups of the event that anybody is in."""
        entries = [self.by_number[row.entry] for row in self.ranked]
        wanted = self.snapshot.settings.groups
        return [name for name in wanted if any(self._is_in(each, name) for each in entries)]

    @cached_property
    def teams(self) -> list[TeamStanding]:
        """The ranking of the teams, best first; empty where the event has none.

        By series whoever sat out took part: only who is in no seat and not out is missing.
        """
        settings = self.snapshot.settings
        members: dict[str, list[int]] = {}
        for row in self.ranked:
            if settings.team_size and (team := self.by_number[row.entry].team):
                members.setdefault(team, []).append(row.entry)
        best_of = settings.team_best or None
        if settings.team_yields != "places":
            fills = settings.team_size if settings.team_missing == AVERAGE else 0
            return rank_teams(self.ranked, members, best_of=best_of, size=fills)
        entries = self.snapshot.entries
        return rank_by_series(
            self.ranked,
            members,
            there={
                one.number: {entries[key].number for key in one.rows}
                for one in self.counted
                if one.rows
            },
            size=settings.team_size,
            points=settings.team_points,
            best_of=best_of,
            missing=settings.team_missing,
        )

    @property
    def main_view(self) -> str:
        """On which ranking a page opens: `persons`, `teams` where everybody who is ranked plays for
        one, or "" for that of the entries."""
        if not self.has_results:
            return ""
        if self.snapshot.settings.persons:
            return PERSONS
        has_team = all(self.by_number[row.entry].team for row in self.ranked)
        return TEAMS if self.teams and has_team else ""

    @staticmethod
    def _is_in(entry: EntryLine, group: str) -> bool:
        words = [word.casefold() for word in entry.groups]
        return group.casefold() in words or (group.casefold() in GUESTS and entry.is_guest)

    @cached_property
    def _before(self) -> Mapping[int, Standing]:
        """The one that stands directly above on a better place, but for the first ones."""
        above: dict[int, Standing] = {}
        for better, row in pairwise(self.ranked):
            if row.place != better.place:
                above[row.entry] = better
            elif better.entry in above:
                above[row.entry] = above[better.entry]
        return above

    def _row(self, row: Standing) -> Row:
        entry = self.by_number[row.entry]
        has_place = self.has_results and row.entry in self.places
        shares = self._shares.get(entry.pk, ())
        rounds = self.counted
        if self.snapshot.settings.rolling:
            rounds = tuple(one for one in rounds if entry.pk in one.rows)
        subs = [one for one in self.snapshot.substitutes if one.entry == entry.pk]
        return Row(
            entry=entry,
            place=row.place if has_place else None,
            is_shared=row.is_shared and has_place,
            total=row.total if self.has_results else None,
            cells=tuple(self._cell(one, row, entry) for one in rounds),
            keys=tuple(
                TieBreakValue(*key, key.name == row.decided_by)
                for key in row.keys
                if key.name != DECIDED.name
            ),
            decision=self._decision(row) if has_place else None,
            added=row.added,
            substitute=subs[-1].name if subs and subs[-1].until_round is None else "",
            ruled=sum(share.points for share in shares),
            strokes=sum(share.strokes for share in shares),
            final=self.finals.get(row.entry),
        )

    def _cell(self, played: Played, row: Standing, entry: EntryLine) -> Cell:
        number = played.number
        line = played.line_of(entry.pk)
        if line is None:
            kind = "late" if number < entry.first_round else "none"
        else:
            kind = "bye" if line.table is None else "sheet"
        return Cell(
            number,
            row.rounds.get(number),
            kind,
            number in row.dropped,
            not played.is_closed and not (line is not None and line.is_in),
            (entry.pk, number) in self.snapshot.corrected,
            "" if line is None else line.decided,
        )

    def _decision(self, row: Standing) -> Decision | None:
        better = self._before.get(row.entry)
        if not row.decided_by or better is None:
            return None
        own, other = dict(row.keys), dict(better.keys)
        name = row.decided_by
        kinds = [tie.kind for tie in self.snapshot.ties if row.entry in tie.order]
        said = f"{name}_{kinds[-1]}" if kinds and name == DECIDED.name else name
        return Decision(said, own.get(name), other.get(name))

    @cached_property
    def _shares(self) -> Mapping[int, Sequence[Share]]:
        return shares_of(self.snapshot.rulings, {one.number for one in self.counted})


def event_standing(event: Event, *, only_closed: bool = False) -> EventStanding:
    """The standing as it is now; `only_closed`: after the last closed round.

    At most six SQL queries, whatever the number of entries, tables and hands.
    """
    return standing_of(snapshot_of(event), only_closed=only_closed)


def standing_of(snapshot: Snapshot, *, only_closed: bool = False) -> EventStanding:
    """The standing of a snapshot, reckoned once."""
    event, view = snapshot.event, "closed" if only_closed else "now"
    key = (event.pk, event.submission, view, snapshot.is_public)
    counted = tuple(
        one for one in snapshot.rounds if (one.is_closed if only_closed else one.counts)
    )

    def as_it_is() -> EventStanding:
        """Most of what directors do changes no place: then nothing is reckoned again."""
        made_from = (*_made_from(snapshot, counted), snapshot.closed, snapshot.cuts)
        found = cached((*key, "of"), made_from, lambda: _ranked(snapshot, counted, snapshot.cuts))
        return EventStanding(snapshot, counted, cuts=snapshot.cuts, **found._asdict())

    return cached(key, snapshot.state, as_it_is)


def _made_from(snapshot: Snapshot, rounds: Sequence[Played]) -> tuple[object, ...]:
    """What places after these rounds come from, whatever else the event was changed by."""
    return (
        snapshot.settings,
        [(one.number, one.round.hands, one.rows, one.results) for one in rounds],
        snapshot.entries,
        snapshot.rulings,
        snapshot.ties,
    )


def standing_until(snapshot: Snapshot, number: int) -> EventStanding:
    """The standing after the round of that number, before any cut after it, with lots drawn."""
    counted = tuple(one for one in snapshot.rounds if one.number <= number)
    cuts = tuple(one for one in snapshot.cuts if one.cut.after < number)
    key = (snapshot.event.submission, "until", number, snapshot.is_public)
    return cached(key, snapshot.state, lambda: reckon(snapshot, counted, cuts, draws_lots=True))


def moved_since(standing: EventStanding) -> dict[int, int]:
    """By start number: places won (more than 0) or lost since the round before, where any were."""
    last = max((one.number for one in standing.counted), default=0)
    if last < 2 or standing.snapshot.settings.rolling or standing.cuts:
        return {}
    before = places_after(standing.snapshot, last - 1)
    moved = {row.entry: (before.get(row.entry) or row.place) - row.place for row in standing.ranked}
    return {number: places for number, places in moved.items() if places}


def places_after(snapshot: Snapshot, number: int) -> dict[int, int]:
    """By start number the places after the round of that number, where nobody cut the field before.

    What is done now hardly ever changes a round that was closed: so they are kept for as long as
    all that they are reckoned from is the same, whatever else the event was changed by.
    """
    rounds = [one for one in snapshot.rounds if one.number <= number]

    def places() -> dict[int, int]:
        standing = reckon(snapshot, rounds, (), draws_lots=True)
        return {row.entry: row.place for row in standing.ranked}

    key = (snapshot.event.submission, "places", number, snapshot.is_public)
    return cached(key, _made_from(snapshot, rounds), places)


def reckon(
    snapshot: Snapshot,
    counted: Sequence[Played],
    cuts: Sequence[KeptCut],
    *,
    draws_lots: bool = False,
) -> EventStanding:
    """The standing that these rounds come to.

    Lots are drawn when the last round is closed, and not before, but for a cut (`draws_lots`).
    """
    found = _ranked(snapshot, counted, cuts, draws_lots=draws_lots)
    return EventStanding(snapshot, tuple(counted), cuts=tuple(cuts), **found._asdict())


class Ranked(NamedTuple):
    """What of a standing is reckoned; everything as there."""

    ranked: tuple[Standing, ...]
    out: tuple[Standing, ...]
    finals: Mapping[int, FinalPlace]
    unplayed: tuple[Standing, ...]
    to_draw: tuple[Standing, ...]


def _ranked(
    snapshot: Snapshot,
    counted: Sequence[Played],
    cuts: Sequence[KeptCut],
    *,
    draws_lots: bool = False,
) -> Ranked:
    settings = snapshot.settings
    results = [result for one in counted for result in one.results]
    results += _late(snapshot, counted)
    numbers = {key: entry.number for key, entry in snapshot.entries.items()}
    in_it = {one.number for one in counted}
    results, ruled = with_rulings(results, snapshot.rulings, in_it, numbers)
    played = {result.entry for result in results if result.kind == "sheet"}
    listed = [entry for entry in snapshot.entries.values() if not entry.is_house]
    has_ended = draws_lots or 0 < settings.rounds <= snapshot.closed
    rules = settings.rules(lot_seed(snapshot.event) if has_ended else "")
    rules = replace(rules, decided=_decided(snapshot, max(in_it, default=0)))
    finals = tuple(one.cut for one in cuts)
    decided = {cut.after: _decided(snapshot, cut.after) for cut in finals}
    added = {entry.number: entry.begins_with + ruled.get(entry.number, 0) for entry in listed}

    def ranked(entries: Sequence[EntryLine]) -> FinalStandings:
        if not entries:
            return FinalStandings((), {})
        numbers = [entry.number for entry in entries]
        return rank_finals(numbers, results, rules, finals, start_points=added, decided=decided)

    def has_place(entry: EntryLine) -> bool:
        """Whether an entry is ranked; one that waits for its first table is not."""
        is_on_time = entry.status in RANKED and not settings.rolling
        return is_on_time or (entry.status in (*RANKED, Entry.NO_SHOW) and entry.number in played)

    placed = [each for each in listed if has_place(each)]
    late = {each.number for each in placed if each.first_round > 1}
    if late:
        late -= {result.entry for result in results if result.kind != "late"}
    to_draw = ranked(placed)
    found = ranked([each for each in placed if each.number not in late]) if late else to_draw
    out = ranked([each for each in listed if each.status == Entry.OUT])
    unplayed = tuple(row for row in to_draw.rows if row.entry in late)
    return Ranked(found.rows, out.rows, found.places, unplayed, to_draw.rows)


def _late(snapshot: Snapshot, counted: Sequence[Played]) -> list[Result]:
    """What latecomers get for the rounds before their first one."""
    if snapshot.settings.rolling:
        return []  # nobody is late where tables open one by one
    each = snapshot.settings.late_value
    return [
        Result(entry.number, one.number, None, 0, hands=one.round.hands if each else 0, kind="late")
        for entry in snapshot.entries.values()
        if entry.first_round > 1 and entry.status in RANKED
        for one in counted
        if one.number < entry.first_round and entry.pk not in one.rows
    ]


def _decided(snapshot: Snapshot, after: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tie.order for tie in snapshot.ties if tie.after_round == after)


def lot_seed(event: Event) -> str:
    """The seed of the event's lots: fixed since the event was made, before anybody had entered."""
    return sha256(f"lots of {event.submission}".encode()).hexdigest()[:16]


# The ranking of people who have several entries, where tables open one by one.
#
# The standing lists every entry; beside it each person stands once, by the best of the entries or
# by all of them. It is the ranking of teams with the entries of a person for members: a pair is one
# person as long as the same two play. Entries are of the same people where the players are the
# same, or where a director has said so.

SUM = "sum"


class PersonRow(NamedTuple):
    """A person with a place; `numbers` are those of all entries, the first one first, and `counted`
    those that the total is made of."""

    place: int
    name: str
    total: Value | None
    counted: tuple[int, ...]
    numbers: tuple[int, ...]

    @property
    def entries(self) -> int:
        """How many entries the person has."""
        return len(self.numbers)


def persons_of(standing: EventStanding) -> list[PersonRow]:
    """Everybody who has a result, best first; two SQL queries after a deed, else none."""
    event, settings = standing.snapshot.event, standing.snapshot.settings
    if not settings.persons:
        return []
    # By the key of the entry, that of the first entry of the same people.
    what = (event.pk, event.submission, "people")
    people = cached(what, event.version, lambda: grouped(players_of(event), pairs_of(event)))
    entries: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in standing.ranked:
        line = standing.by_number[row.entry]
        key = f"{people.get(line.pk, line.pk)}"
        if row.rounds:
            entries[key].append(row.entry)
            names[key] = line.name
    best_of = None if settings.persons == SUM else settings.persons_best
    return [
        PersonRow(
            row.place, names[row.team], row.total, row.members, tuple(sorted(entries[row.team]))
        )
        for row in rank_teams(standing.ranked, entries, best_of=best_of)
    ]
