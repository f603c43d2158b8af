"""A draw that is proposed: the round, what was drawn with it, and its report as it is kept.

A report is kept with figures and with sentences as templates and values, so that it can be read
in any language; `tournaments.events.draw.queries.draw_words` says it by name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from seating.chance import Chance
from seating.desk import Desk
from seating.draws.manual import swap
from seating.model import Drawn, Impossible, Pair, Request
from seating.model import Round as Seating
from seating.plan import checked, plan, with_house_players
from seating.redraw import redraw
from seating.report import Report, report_on
from seating.sizes import Layout
from seating.sparing import not_spared
from seating.words import Words
from tournaments.events.draw.queries.drawing import BY_STANDING, Choice, Ground, draw_request
from tournaments.events.draw.queries.final_draws import draw_finals, redraw_finals, refuse_mixed
from tournaments.settings.games import remainders_of

MOST_NAMED = 12
"""So many pairs that meet again are named."""
ALTERNATIVE_STEPS = 1_500_000
STEPS_OF_AN_ENTRY = 15_000
"""How far the search for another way looks, at most and for each entry: in a small field there is
less to look at. What is pressed then looks further and can only be better."""
MOST_COMPARED = 200
"""In larger fields hardly anybody meets again in any way, and looking takes long."""
WITHOUT_REPEATS = 100
UNEVEN = 2
"""So much more often somebody has one seat than another before it is said."""


@dataclass(frozen=True)
class Proposal:
    """A round as it was drawn, with all that is kept of it."""

    choice: Choice
    attempt: int
    seed: int
    seating: Seating
    report: dict[str, Any]


def propose(ground: Ground, choice: Choice, attempt: int) -> Proposal:
    """Draw the round; raises Impossible with words for the director."""
    if ground.fields:
        return _propose_finals(ground, choice, attempt)
    request = draw_request(ground, choice, attempt)
    planned = planned_before(ground, choice, attempt)
    if planned is not None:
        request = replace(with_house_players(request), rounds=1)
        drawn, report, seconds = Drawn((planned,)), {}, 0.0
    else:
        found = plan(request)
        drawn = Drawn(found.rounds, found.report.steps, found.report.notes)
        request = found.request
        report, seconds = _schedule(found.rounds, found.report), found.report.seconds
    report |= assessed(ground, request, drawn, seconds=seconds)
    report["choice"] = choice._asdict()
    report["is_planned"] = planned is not None
    report["swaps"] = []
    report["others"] = other_ways(ground, choice, attempt, report)
    return Proposal(choice, attempt, request.seed, drawn.rounds[0], report)


def _propose_finals(ground: Ground, choice: Choice, attempt: int) -> Proposal:
    """Draw each final by itself, with one report on all of them."""
    request = replace(draw_request(ground, choice, attempt), rounds=1)
    found = draw_finals(ground, request)
    seated = frozenset(
        chain.from_iterable((*found.drawn.rounds[0].tables, found.drawn.rounds[0].out))
    )
    entries = tuple(entry for entry in request.entries if entry in seated)
    seated_request = replace(request, entries=entries)
    report = assessed(ground, seated_request, found.drawn, seconds=found.seconds)
    report |= {"bound": found.bound, "fair_bound": found.fair_bound, "why": kept_words(found.why)}
    report |= {"choice": choice._asdict(), "is_planned": False, "swaps": [], "others": []}
    return Proposal(choice, attempt, request.seed, found.drawn.rounds[0], report)


def propose_beside(
    ground: Ground, choice: Choice, attempt: int, before: Seating, locked: Collection[int]
) -> Proposal:
    """Draw all tables anew but those that are locked; raises Impossible."""
    request = draw_request(ground, choice, attempt)
    request = request if ground.fields else with_house_players(request)
    checked(request)
    desk = Desk(
        size=request.size,
        odd=request.odd,
        wishes=request.wishes,
        started=frozenset(locked),
        history=request.history,
        season=request.season,
        tables=request.tables,
    )
    chance = Chance(f"{request.seed} {choice.draw}")
    if ground.fields:
        after = redraw_finals(ground, before, request.entries, desk, chance)
        everybody = (*chain.from_iterable(after.tables), *after.out)
        request = replace(request, entries=tuple(sorted(everybody)))
    else:
        after = redraw(before, request.entries, desk, chance).round
    drawn = Drawn((after,), notes=tuple(not_spared(request, [after], locked)))
    report = assessed(ground, replace(request, rounds=1), drawn) | {
        "choice": choice._asdict(),
        "is_planned": False,
        "is_beside": True,
        "swaps": [],
        "others": [],
    }
    return Proposal(choice, attempt, request.seed, after, report)


def swapped(
    ground: Ground, choice: Choice, kept: dict[str, Any], seating: Seating, couple: Pair
) -> tuple[Seating, dict[str, Any]]:
    """A proposed round with two people in each other's place, and its report.

    Raises Impossible if one of them is not in it.
    """
    refuse_mixed(ground, *couple)
    changed = swap(seating, *couple)
    request = draw_request(ground, choice, 1)
    entries = tuple(sorted(entry for seats in (*seating.tables, seating.out) for entry in seats))
    request = replace(request, entries=entries, rounds=1, seed=kept["seed"])
    drawn, seconds = Drawn((changed,), kept["steps"]), kept["seconds"]
    report = assessed(ground, request, drawn, seconds=seconds)
    told = {key: kept[key] for key in kept if key not in report}
    effect = {"who": list(couple), "before": kept["repeats"], "after": report["repeats"]}
    return changed, told | report | {"swaps": [*kept["swaps"], effect]}


def planned_before(ground: Ground, choice: Choice, attempt: int) -> Seating | None:
    """What an earlier round's schedule has for this one.

    Only for the first draw of a round, while the same people are there and sat as planned.
    """
    if choice.draw != "schedule" or attempt > 1:
        return None
    for earlier in reversed(ground.rounds):
        rounds = [seating_from(each) for each in earlier.report.get("schedule", ())]
        ahead = ground.number - earlier.number
        if not 0 < ahead < len(rounds):
            continue
        same_people = set(earlier.report["entries"]) == set(ground.here_numbers)
        sat = [ground.seatings.get(earlier.number + step) for step in range(ahead)]
        if same_people and all(map(_sat_as, sat, rounds)):
            return rounds[ahead]
    return None


def _sat_as(sat: Seating | None, planned: Seating) -> bool:
    return sat is not None and {*map(frozenset, sat.tables)} == {*map(frozenset, planned.tables)}


def assessed(
    ground: Ground, request: Request, drawn: Drawn, *, seconds: float = 0.0
) -> dict[str, Any]:
    """The report on the first of the rounds, counted anew, as it is kept."""
    first = drawn.rounds[0]
    layout = Layout(tuple(len(table) for table in first.tables), len(first.out))
    only = drawn._replace(rounds=(first,))
    report = report_on(replace(request, rounds=1), layout, only, seconds=seconds)
    again = meeting_again(first, request.history)
    counts_season = ground.settings.season_apart and not ground.fields
    return {
        **({"season": ground.season.report(first)} if counts_season else {}),
        "entries": list(request.entries),
        "seed": request.seed,
        "steps": drawn.steps,
        "seconds": round(report.seconds, 2),
        "repeats": report.repeats,
        "bound": report.bound,
        "fair_bound": report.fair_bound,
        "why": kept_words(report.fair_why if report.fair_bound > report.bound else report.why),
        "rank_spread": _spread(request, report),
        "seats": uneven_seats(report.seats),
        "again": again[:MOST_NAMED],
        "odd": _burdened(first, request.size, report),
        "out": [[entry, report.out[entry]] for entry in first.out],
        "broken": [
            {"kind": each.wish.kind, "who": list(each.wish.who), "hard": each.wish.hard}
            for each in report.broken
        ],
        "kept": [{"kind": each.wish.kind, "who": list(each.wish.who)} for each in report.kept],
        "cannot": [kept_words(words) for words in report.cannot],
        "notes": [kept_words(words) for words in drawn.notes],
    }


def uneven_seats(had: Mapping[int, Sequence[int]]) -> list[list[Any]]:
    """Who has had a seat at least twice more than another: the seat, how often, and the entries.

    >>> uneven_seats({7: (2, 0, 1), 8: (1, 1, 1), 9: (2, 1, 0)})
    [[0, 2, [7, 9]]]
    """
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for entry, times in sorted(had.items()):
        for seat, often in enumerate(times):
            if often - min(times) >= UNEVEN:
                found[seat, often].append(entry)
    return [[seat, often, who] for (seat, often), who in sorted(found.items())]


def _spread(request: Request, report: Report) -> float | None:
    is_played = request.draw in BY_STANDING and bool(request.history)
    is_of_use = is_played and report.rank_spread is not None
    return round(report.rank_spread or 0.0, 1) if is_of_use else None


def _burdened(seating: Seating, size: int, report: Report) -> list[list[int]]:
    if len({len(table) for table in seating.tables}) == 1:
        return []
    odd = [entry for table in seating.tables if len(table) != size for entry in table]
    return [[entry, report.odd[entry]] for entry in sorted(odd)]


def meeting_again(seating: Seating, history: Sequence[Seating]) -> list[list[Any]]:
    """Who meets again, with the rounds in which they met, most often first.

    >>> meeting_again(Seating(((1, 2, 3),)), [Seating(((2, 1), (3, 4)))])
    [[1, 2, [1]]]
    """
    coming = set(seating.pairs())
    met: defaultdict[Pair, list[int]] = defaultdict(list)
    for number, played in enumerate(history, 1):
        for couple in played.pairs():
            if couple in coming:
                met[couple].append(number)
    often = sorted(met.items(), key=lambda item: (-len(item[1]), item[0]))
    return [[one, other, rounds] for (one, other), rounds in often]


def _schedule(rounds: tuple[Seating, ...], report: Report) -> dict[str, Any]:
    """The rounds that were drawn at once, and how many repeats they have together."""
    if len(rounds) == 1:
        return {}
    return {
        "schedule": [plan_json(each) for each in rounds],
        "schedule_repeats": report.repeats,
        "schedule_bound": report.fair_bound,
    }


def other_ways(
    ground: Ground, choice: Choice, attempt: int, report: dict[str, Any]
) -> list[dict[str, Any]]:
    """Other ways of drawing this round, with what the next attempt would come to.

    Looked for where this one has repeats, or goes by standing; only what is better in one of
    the two is offered, and drawing so can only be better still.
    """
    found = []
    steps = min(ALTERNATIVE_STEPS, STEPS_OF_AN_ENTRY * len(ground.here))
    for other in _worth_trying(ground, choice, report):
        request = replace(draw_request(ground, other, attempt + 1), rounds=1)
        try:
            drawn = plan(replace(request, steps=steps))
        except Impossible:
            continue
        figures = {"repeats": drawn.report.repeats, "rank_spread": _spread(request, drawn.report)}
        has_fewer = drawn.report.repeats < report["repeats"]
        is_nearer = (figures["rank_spread"] or 0.0) < (report["rank_spread"] or 0.0)
        if "season" in report and drawn.report.repeats <= report["repeats"]:
            figures["season"] = ground.season.report(drawn.rounds[0])["met"]
            has_fewer |= figures["season"] < report["season"]["met"]
        if has_fewer or is_nearer:
            found.append({"choice": other._asdict(), **figures})
    return found


def _worth_trying(ground: Ground, choice: Choice, report: dict[str, Any]) -> Iterable[Choice]:
    if len(ground.here) > MOST_COMPARED:
        return
    if choice.draw in BY_STANDING and ground.settings.size > 2:
        ends = (Choice("blocks", choice.odd), Choice("soft", choice.odd, WITHOUT_REPEATS))
        yield from (end for end in ends if end != choice)
        return
    met = report.get("season", {}).get("met", 0)
    if not (report["repeats"] or met) or ground.settings.size == 2:
        return
    if choice.draw not in ("history", "schedule"):
        yield Choice("history", choice.odd)
    if report["repeats"] and len(ground.here) % ground.settings.size:
        for odd in remainders_of(ground.ruleset, ground.settings.size):
            if odd != choice.odd:
                yield choice._replace(odd=odd)


def plan_json(seating: Seating) -> dict[str, Any]:
    """A round as it is kept.

    >>> plan_json(Seating(((1, 2),), (3,)))
    {'tables': [[1, 2]], 'out': [3]}
    """
    return {"tables": [list(table) for table in seating.tables], "out": list(seating.out)}


def seating_from(kept: dict[str, Any]) -> Seating:
    """The round that was kept so.

    >>> seating_from({"tables": [[1, 2]], "out": [3]})
    Round(tables=((1, 2),), out=(3,))
    """
    return Seating(tuple(tuple(table) for table in kept["tables"]), tuple(kept["out"]))


def kept_words(words: Words) -> dict[str, Any]:
    """A sentence as it is kept: its template, and what stands in it."""
    return {"template": words.template, "values": dict(words.values)}
