"""What if an evening had been scored in another way: the same hands under other rules.

Nothing is written. Hands are taken as they were declared; where the other rules do not know what
somebody declared, the sentence of the engine says so, at its hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from scoring import RULESETS, HandProblem, Replay, resolve_options
from scoring.labels import side_of
from scoring.ranking import Result as RoundResult
from scoring.ruleset import Ruleset
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry, SheetTable
from sheets.sheet import Sheet
from tournaments.common.cache import cached, is_kept
from tournaments.events.results.queries.sheets import counted_source, figures_by_side, phone_totals
from tournaments.events.standings.queries.snapshots import Played, sheets_of, snapshot_of
from tournaments.events.standings.queries.standings import reckon, standing_of
from tournaments.models import Event, EventTable, HandVersion, Result, TotalsVersion
from tournaments.tables.queries import sheet_entries, sheet_table, with_leavings


class Rules(NamedTuple):
    """Under which rules to count: a ruleset, and all its options."""

    ruleset: Ruleset
    options: dict[str, Any]

    @property
    def key(self) -> tuple[object, ...]:
        """The same as part of a key to keep something under."""
        return (self.ruleset.key, *sorted(self.options.items(), key=lambda pair: pair[0]))


class Otherwise(NamedTuple):
    """A sheet under other rules, or the hand at which they refuse it, and why."""

    sheet: Replay | None
    number: int = 0
    problem: HandProblem | None = None


@dataclass(frozen=True)
class Compared:
    """A side as it was and as it would be; places from 1, shared ones alike."""

    name: str
    before: int
    after: int
    place_before: int
    place_after: int
    games_before: int
    games_after: int

    @property
    def change(self) -> int:
        """How many points more it would be."""
        return self.after - self.before


@dataclass(frozen=True)
class Changed:
    """A hand that would count otherwise: its points then and now, and why now.

    `number` is the key of its line, `place` what people call it.
    """

    number: int
    place: int
    before: Sequence[int]
    after: Sequence[int]
    reasons: Sequence[str]


@dataclass(frozen=True)
class WhatIf:
    """An evening beside itself; `problem` says why it cannot be counted in that way."""

    sides: Sequence[Compared]
    changed: Sequence[Changed]
    hands: int
    number: int = 0
    problem: str = ""

    @property
    def ends_alike(self) -> bool:
        """Whether everybody has the same place in both."""
        return all(side.place_before == side.place_after for side in self.sides)


def alike(ruleset: Ruleset, players: int) -> list[Ruleset]:
    """The rulesets of the same shape, by name: as many play, as many may sit there, as many score.

    >>> "sheepshead5-bump" in [each.key for each in alike(RULESETS["sheepshead5-wikipedia"], 5)]
    True
    >>> [each.key for each in alike(RULESETS["sheepshead2-officers"], 2)]
    ['sheepshead2-officers']
    """
    names = {field.name for field in ruleset.fields if field.asked}
    found = [
        other
        for other in RULESETS.values()
        if (other.scores, other.seats) == (ruleset.scores, ruleset.seats)
        and players in other.tables
        and _takes_on(other) & names
    ]
    return sorted(found, key=lambda each: each.name)


def _takes_on(ruleset: Ruleset) -> set[str]:
    """The field that says who took the game on, by which the families differ."""
    return {field.name for field in ruleset.fields if field.kind in ("seat", "pair")} - {"partner"}


def options_for(ruleset: Ruleset, played: Ruleset, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a ruleset: the house rules of the evening that it knows, else its usual ones.

    What was merely usual in the game that was `played` is no house rule: two games may differ in
    nothing else.
    """
    chosen: dict[str, Any] = {}
    usual = {} if ruleset is played else played.defaults()
    for name, value in options.items():
        if name in usual and usual[name] == value:
            continue
        try:
            resolve_options(ruleset, {name: value})
        except HandProblem:
            continue
        chosen[name] = value
    return resolve_options(ruleset, chosen)


def counted_as(table: SheetTable, entries: Sequence[SheetEntry], asked: Rules) -> Otherwise:
    """The hands of a table under other rules; the table itself is left alone."""
    other = replace(table, ruleset=asked.ruleset, options=asked.options)
    try:
        return Otherwise(replay_sheet(other, entries))
    except ImpossibleHand as impossible:
        return Otherwise(None, impossible.place, impossible.problem)


def what_if(sheet: Sheet, asked: Rules) -> WhatIf:
    """A sheet beside what it would be under other rules."""
    lines = [line for line in sheet.lines if line.row is not None]
    hands = sum(line.is_hand for line in lines)
    found = counted_as(sheet.table, sheet.entries, asked)
    if found.sheet is None:
        assert found.problem is not None
        text = found.problem.text.render(_, sheet.sides)
        return WhatIf((), (), hands, found.number, text)
    changed = [
        Changed(
            line.number,
            line.place,
            line.row.points,
            row.points,
            [reason.text.render(_, sheet.sides) for reason in row.reasons],
        )
        for line, row in zip(lines, found.sheet.rows, strict=True)
        if line.row is not None and line.row.points != row.points
    ]
    wins = [
        sum(side in game.winners for game in found.sheet.games) for side in range(len(sheet.sides))
    ]
    before = list(zip(sheet.games_won, sheet.totals, strict=True))
    after = list(zip(wins, found.sheet.totals, strict=True))
    sides = [
        Compared(
            name,
            before[side][1],
            after[side][1],
            _place(before, side),
            _place(after, side),
            before[side][0],
            after[side][0],
        )
        for side, name in enumerate(sheet.sides)
    ]
    sides.sort(key=lambda side: (side.place_after, side.place_before))
    return WhatIf(sides, changed, hands)


def _place(standing: Sequence[tuple[int, int]], side: int) -> int:
    """By games won, then by points."""
    return 1 + sum(other > standing[side] for other in standing)


# What if an event had been scored in another way: its standing beside the one that it would be.
#
# Results from paper stay as they are, for no hand of them is known; so do rounds with a game of
# their own. Rulings, byes and cuts stay as they were decided, and so do the draws.

PATIENCE = 1.0
"""Seconds after which somebody is shown how far it is."""


@dataclass(frozen=True)
class Moved:
    """An entry as it was placed and as it would be."""

    number: int
    name: str
    before: object
    after: object
    place_before: int
    place_after: int

    @property
    def rise(self) -> int:
        """How many places higher it would be, negative: lower."""
        return self.place_before - self.place_after


@dataclass(frozen=True)
class EventWhatIf:
    """The standing beside itself, in the order as it would be; while it is being counted only
    `done` of `rounds` are known and there are no rows.

    `sheets` were counted anew, `paper` stayed as they are, and so did the `refused`.
    """

    rows: Sequence[Moved]
    done: int
    rounds: int
    sheets: int = 0
    paper: int = 0
    refused: int = 0

    @property
    def is_done(self) -> bool:
        """Whether everything has been counted."""
        return self.done == self.rounds

    @property
    def knows_no_hand(self) -> bool:
        """Whether there are results, and no hands that could be counted anew."""
        return self.is_done and bool(self.paper) and not (self.sheets or self.refused)


class _Round(NamedTuple):
    """A round counted anew."""

    results: tuple[RoundResult, ...]
    sheets: int
    paper: int
    refused: int


def event_what_if(event: Event, asked: Rules) -> EventWhatIf:
    """Count as many rounds as a second allows, and everything where that is all.

    Three SQL queries for each round that was not counted lately.
    """
    snapshot = snapshot_of(event)
    counted = standing_of(snapshot).counted
    began = monotonic()
    found: list[_Round] = []
    for played in counted:
        key = (event.submission, played.round.pk, "what if", *asked.key)
        state = (played.round.version, sheets_of(played.round))
        if found and not is_kept(key, state) and monotonic() - began > PATIENCE:
            return EventWhatIf((), len(found), len(counted))
        found.append(cached(key, state, lambda one=played: _recounted(one, asked)))  # type: ignore[misc]
    others = [replace(one, results=new.results) for one, new in zip(counted, found, strict=True)]
    before, after = standing_of(snapshot), reckon(snapshot, others, snapshot.cuts)
    rows = [
        Moved(
            row.entry,
            before.by_number[row.entry].name,
            before.places[row.entry].total,
            row.total,
            before.places[row.entry].place,
            row.place,
        )
        for row in after.ranked
        if row.entry in before.places
    ]
    return EventWhatIf(
        rows,
        len(found),
        len(counted),
        sheets=sum(one.sheets for one in found),
        paper=sum(one.paper for one in found),
        refused=sum(one.refused for one in found),
    )


def _recounted(played: Played, asked: Rules) -> _Round:
    """The results of a round, those from hands counted anew."""
    places = EventTable.objects.filter(round=played.round).select_related("table", "round__event")
    material = _material(played)
    new: dict[tuple[int, int], RoundResult] = {}
    sheets = paper = refused = 0
    for place in places:
        versions = material.versions.get(place.table_id, [])
        source = counted_source(place, material.keyed.get(place.pk), has_hands=bool(versions))
        if place.table.ruleset != place.round.event.ruleset or source == EventTable.TOTALS:
            paper += 1
            continue
        figures = _figures(place, versions, material.results.get(place.pk, []), asked)
        if figures is None:
            refused += 1
            continue
        sheets += 1
        new |= {(place.number, entry): totals for entry, totals in figures.items()}
    results = tuple(
        new.get((old.table, old.entry), old) if old.table is not None else old
        for old in played.results
    )
    return _Round(results, sheets, paper, refused)


class _Material(NamedTuple):
    """What is read of a round: by the table's key the hands, by the place's the rest."""

    results: dict[int, list[Result]]
    versions: dict[int, list[HandVersion]]
    keyed: dict[int, TotalsVersion | None]


def _material(played: Played) -> _Material:
    found = _Material({}, {}, {})
    of_round = with_leavings(Result.objects.filter(round=played.round)).select_related("entry")
    for result in of_round.exclude(event_table=None).order_by("side"):
        assert result.event_table_id is not None
        found.results.setdefault(result.event_table_id, []).append(result)
    latest = HandVersion.objects.filter(
        hand__table__event_table__round=played.round, number=F("hand__version")
    )
    for version in latest.select_related("hand").order_by("hand__number"):
        found.versions.setdefault(version.hand.table_id, []).append(version)
    totals = TotalsVersion.objects.filter(event_table__round=played.round)
    for keyed in totals.order_by("number"):
        found.keyed[keyed.event_table_id] = None if keyed.is_withdrawn else keyed
    return found


def _figures(
    place: EventTable, versions: Sequence[HandVersion], results: Sequence[Result], asked: Rules
) -> dict[int, RoundResult] | None:
    """By start number what a table comes to under other rules; None where they refuse a hand."""
    sheet = counted_as(sheet_table(place.table), sheet_entries(versions), asked).sheet
    if sheet is None:
        return None
    place.table.ruleset, place.table.options = asked.ruleset.key, asked.options
    counting = phone_totals(place, sheet)
    by_side = figures_by_side(place, results, sheet, counting, is_paper=False)
    found = {}
    for result in results:
        own = result.side or 0
        side, totals, number = side_of(asked.ruleset, own), by_side[own], result.entry.number
        assert number is not None
        found[number] = RoundResult(
            number,
            place.round.number,
            place.number,
            totals.points[side],
            totals.hands[side],
            totals.solos[side] if side < len(totals.solos) else 0,
            totals.games[side] if side < len(totals.games) else 0,
            lost=totals.lost[side] if side < len(totals.lost) else 0,
        )
    return found
