"""What if an evening had been scored in another way: the same hands under other rules.

Nothing is written. Hands are taken as they were declared; where the other rules do not know what
somebody declared, the sentence of the engine says so, at its hand.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, NamedTuple

from django.db.models import F

from scoring import RULESETS, HandProblem, Replay, resolve_options
from scoring.labels import side_of
from scoring.ranking import Result as RoundResult
from scoring.ruleset import Ruleset
from sheets.coming import ImpossibleHand, replay_sheet
from sheets.entries import SheetEntry, SheetTable
from sheets.sheet import Sheet
from sheets.words import spoken
from tournaments.common.cache import cached, is_kept
from tournaments.common.names import name_order
from tournaments.events.results.queries.sheets import counted_source, figures_by_side, phone_totals
from tournaments.events.standings.queries.snapshots import Played, sheets_of, snapshot_of
from tournaments.events.standings.queries.standings import reckon, standing_of
from tournaments.models import Event, EventTable, HandVersion, Result, TotalsVersion
from tournaments.records.queries.figures import game_name
from tournaments.tables.queries import sheet_entries, sheet_table, with_leavings


class Rules(NamedTuple):
    """Under which rules to count: a ruleset, and all its options."""

    ruleset: Ruleset
    options: dict[str, Any]


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
    names = {field.name for field in ruleset.fields if field.asked} - {"partner"}
    found = [
        other
        for other in RULESETS.values()
        if (other.scores, other.seats) == (ruleset.scores, ruleset.seats)
        and players in other.tables
        # The families differ by the field that says who took the game on.
        and any(each.kind in ("seat", "pair") and each.name in names for each in other.fields)
    ]
    return sorted(found, key=lambda each: name_order(game_name(each.key)))


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


def counted_as(table: SheetTable, entries: Sequence[SheetEntry], asked: Rules) -> Replay:
    """The hands of a table, which is left alone, under other rules; may raise ImpossibleHand."""
    return replay_sheet(replace(table, ruleset=asked.ruleset, options=asked.options), entries)


def what_if(sheet: Sheet, asked: Rules) -> WhatIf:
    """A sheet beside what it would be under other rules."""
    lines = [line for line in sheet.lines if line.row is not None]
    hands = sum(line.is_hand for line in lines)
    try:
        found = counted_as(sheet.table, sheet.entries, asked)
    except ImpossibleHand as impossible:
        text = spoken(impossible.problem.text, sheet.sides)
        return WhatIf((), (), hands, impossible.place, text)
    changed = [
        Changed(
            line.number,
            line.place,
            line.row.points,
            row.points,
            [spoken(reason, sheet.sides) for reason in row.reasons],
        )
        for line, row in zip(lines, found.rows, strict=True)
        if line.row is not None and line.row.points != row.points
    ]
    wins = [sum(side in game.winners for game in found.games) for side in range(len(sheet.sides))]
    # Places go by games won, then by points.
    before = list(zip(sheet.games_won, sheet.totals, strict=True))
    after = list(zip(wins, found.totals, strict=True))
    sides = [
        Compared(
            name,
            was[1],
            is_now[1],
            1 + sum(other > was for other in before),
            1 + sum(other > is_now for other in after),
            was[0],
            is_now[0],
        )
        for name, was, is_now in zip(sheet.sides, before, after, strict=True)
    ]
    sides.sort(key=lambda side: (side.place_after, side.place_before))
    return WhatIf(sides, changed, hands)


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
    """A round counted anew; `counts` says of how many tables there are `sheets`, `paper` …"""

    results: tuple[RoundResult, ...]
    counts: Counter[str]


def event_what_if(event: Event, asked: Rules) -> EventWhatIf:
    """Count as many rounds as a second allows, and everything where that is all.

    Three SQL queries for each round that was not counted lately.
    """
    snapshot = snapshot_of(event)
    counted = standing_of(snapshot).counted
    began = monotonic()
    found: list[_Round] = []
    for played in counted:
        rules = (asked.ruleset.key, json.dumps(asked.options, sort_keys=True))
        key = (event.submission, played.round.pk, "what if", *rules)
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
    counts: Counter[str] = Counter()
    for one in found:
        counts.update(one.counts)
    return EventWhatIf(rows, len(found), len(counted), **counts)


def _recounted(played: Played, asked: Rules) -> _Round:
    """The results of a round, those from hands counted anew."""
    results: defaultdict[int | None, list[Result]] = defaultdict(list)
    of_round = with_leavings(Result.objects.filter(round=played.round)).select_related("entry")
    for result in of_round.exclude(event_table=None).order_by("side"):
        results[result.event_table_id].append(result)
    versions: defaultdict[int, list[HandVersion]] = defaultdict(list)
    latest = HandVersion.objects.filter(
        hand__table__event_table__round=played.round, number=F("hand__version")
    )
    for version in latest.select_related("hand").order_by("hand__number"):
        versions[version.hand.table_id].append(version)
    totals = TotalsVersion.objects.filter(event_table__round=played.round).order_by("number")
    keyed = {one.event_table_id: None if one.is_withdrawn else one for one in totals}
    places = EventTable.objects.filter(round=played.round).select_related("table", "round__event")
    new: dict[tuple[int, int], RoundResult] = {}
    counts: Counter[str] = Counter()
    for place in places:
        own = versions[place.table_id]
        source = counted_source(place, keyed.get(place.pk), has_hands=bool(own))
        if place.table.ruleset != place.round.event.ruleset or source == EventTable.TOTALS:
            counts["paper"] += 1
            continue
        try:
            figures = _figures(place, own, results[place.pk], asked)
        except ImpossibleHand:
            counts["refused"] += 1
            continue
        counts["sheets"] += 1
        new |= {(place.number, entry): result for entry, result in figures.items()}
    others = (
        new.get((old.table, old.entry), old) if old.table is not None else old
        for old in played.results
    )
    return _Round(tuple(others), counts)


def _figures(
    place: EventTable, versions: Sequence[HandVersion], results: Sequence[Result], asked: Rules
) -> dict[int, RoundResult]:
    """By start number what a table comes to under other rules; raises ImpossibleHand."""
    sheet = counted_as(sheet_table(place.table), sheet_entries(versions), asked)
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
