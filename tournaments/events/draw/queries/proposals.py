"""A proposed draw: what was drawn, its report as it is kept, and what a director sees of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from formats.figures import decimal
from formats.games import ODD, remainders_of
from formats.series import final_label
from seating.chance import Chance
from seating.constraints import Constraints
from seating.draws.manual import swap
from seating.model import Drawn, Impossible, Pair, Request, Wishes
from seating.model import Round as Seating
from seating.plan import checked, plan, with_house_players
from seating.repair import redraw
from seating.report import Report, report_on
from seating.sizes import Layout, layout
from seating.sparing import not_spared
from seating.wishes import listed, seat_order
from seating.words import Words
from tournaments.events.draw.queries.cuts import table_head
from tournaments.events.draw.queries.drawing import (
    ALL_PLAY_ALL,
    BY_STANDING,
    WITHOUT_REPEATS,
    Choice,
    Ground,
    draw_request,
    ground_for,
    own_day,
)
from tournaments.events.draw.queries.report import (
    ReportLine,
    draw_facts,
    entry_called,
    met_words,
    report_lines,
    season_lines,
    season_note,
)
from tournaments.events.draw.queries.rounds import choice_words, doubts_of, table_words, team_words
from tournaments.models import Round

# Drawing finals: each one by itself, so that nobody meets anybody from another final.


def odd_for(count: int, size: int, odd: str) -> str:
    """The way to seat a final's remainder: as chosen, or out where that makes no tables.

    >>> odd_for(9, 4, "up"), odd_for(11, 4, "up")
    ('up', 'bye')
    """
    try:
        layout(count, size, odd)
    except Impossible:
        return "bye"
    return odd


def finals_words(ground: Ground) -> list[tuple[str, str]]:
    """Each final by name, and the tables that its finalists make by themselves."""
    size, odd = ground.settings.size, ground.settings.odd
    return [
        (
            final_label(place, len(ground.fields)),
            table_words(len(field), ground.settings, odd_for(len(field), size, odd)),
        )
        for place, field in enumerate(ground.fields)
    ]


def _with_house(fields: Iterable[Sequence[int]], request: Request) -> Iterable[tuple[int, ...]]:
    """Each final with as many house players as fill it; nobody is in two."""
    left = [entry for entry in request.entries if entry in request.wishes.house]
    for field in fields:
        if field:
            entries = with_house_players(replace(request, entries=(*field, *left))).entries
            left = [entry for entry in left if entry not in entries]
            yield tuple(sorted(entries))


def _in_all(note: Words, before: int) -> Words:
    """A note of a final, with the number that its table has among those of all finals."""
    table = note.values.get("table")
    shifted = {"table": table + before} if isinstance(table, int) else {}
    return replace(note, values={**note.values, **shifted})


def _by_seed(ground: Ground, table: tuple[int, ...], wishes: Wishes) -> tuple[int, ...]:
    kept = ground.cuts[-1]
    if not kept.by_seed:
        return table
    place = {number: place for place, (number, _total) in enumerate(ground.standing)}
    last = len(place) + len(kept.seeds)
    order = sorted(
        table, key=lambda one: kept.seeds.get(one, len(kept.seeds) + place.get(one, last))
    )
    return seat_order(order, wishes)


def redraw_finals(
    ground: Ground, before: Seating, entries: Iterable[int], desk: Constraints, chance: Chance
) -> Seating:
    """The round with the tables of each final drawn anew that have not begun.

    Raises Impossible where a final would have more or fewer tables than before.
    """
    tables = dict(enumerate(before.tables))
    kept = frozenset(chain.from_iterable(tables[number] for number in desk.started))
    spare = [one for one in entries if one in desk.wishes.house and one not in kept]
    out: list[int] = []
    for field in ground.fields:
        places = [number for number, table in tables.items() if not set(field).isdisjoint(table)]
        begun = frozenset(index for index, number in enumerate(places) if number in desk.started)
        sat = [one for index in sorted(begun) for one in tables[places[index]]]
        free = tuple(one for one in field if one not in sat)
        request = Request(entries=(*free, *spare), size=desk.size, wishes=desk.wishes)
        chosen = with_house_players(request).entries
        spare = [one for one in spare if one not in chosen]
        local = Seating(tuple(tables[number] for number in places))
        pinned = {e: places.index(at) for e, at in desk.wishes.tables.items() if at in places}
        its_desk = replace(desk, started=begun, wishes=replace(desk.wishes, tables=pinned))
        drawn = redraw(local, (*sat, *chosen), its_desk, chance).round
        if len(drawn.tables) != len(places):
            text = gettext_noop(
                "A final would have another number of tables: draw the whole round again."
            )
            raise Impossible("finals", text)
        tables |= dict(zip(places, drawn.tables, strict=True))
        out += drawn.out
    return Seating(tuple(tables[number] for number in sorted(tables)), tuple(sorted(out)))


def refuse_mixed(ground: Ground, one: int, other: int) -> None:
    """Raise Impossible where two would change places who are in different finals."""
    finals = {n: place for place, field in enumerate(ground.fields) for n in field}
    if one in finals and other in finals and finals[one] != finals[other]:
        text = gettext_noop("Different finals are never mixed: %(who)s.")
        raise Impossible("finals", text, who=listed((one, other)))


# A draw that is proposed: the round, what was drawn with it, and its report as it is kept.
#
# A report is kept with figures and with sentences as templates and values, so that it can be read
# in any language; `tournaments.events.draw.queries.report` says it by name.


MOST_NAMED = 12
"""So many pairs that meet again are named."""
ALTERNATIVE_STEPS = 1_500_000
STEPS_OF_AN_ENTRY = 15_000
"""How far the search for another way looks, at most and for each entry: in a small field there is
less to look at. What is pressed then looks further and can only be better."""
MOST_COMPARED = 200
"""In larger fields hardly anybody meets again in any way, and looking takes long."""
UNEVEN = 2
"""So much more often somebody has one seat than another before it is said."""


def propose(ground: Ground, choice: Choice, attempt: int) -> tuple[Seating, dict[str, Any]]:
    """Draw the round, with a report; raises Impossible with words for the director."""
    if ground.fields:
        return _propose_finals(ground, choice, attempt)
    request = draw_request(ground, choice, attempt)
    planned = planned_before(ground, choice, attempt)
    schedule: dict[str, Any] = {}
    if planned is not None:
        request = with_house_players(request)
        drawn, seconds = Drawn((planned,)), 0.0
    else:
        found = plan(request)
        request, seconds = found.request, found.report.seconds
        drawn = Drawn(found.rounds, found.report.steps, found.report.notes)
        if len(found.rounds) > 1:
            schedule = {
                "schedule": [plan_json(each) for each in found.rounds],
                "schedule_repeats": found.report.repeats,
                "schedule_bound": found.report.fair_bound,
            }
    report = _begun(ground, choice, request, drawn, seconds=seconds) | schedule
    report["is_planned"] = planned is not None
    report["others"] = other_ways(ground, choice, attempt, report)
    return drawn.rounds[0], report


def _begun(
    ground: Ground, choice: Choice, request: Request, drawn: Drawn, *, seconds: float = 0.0
) -> dict[str, Any]:
    """The report on a draw with which nobody has done anything yet."""
    report = assessed(ground, request, drawn, seconds=seconds)
    return report | {"choice": choice._asdict(), "is_planned": False, "swaps": [], "others": []}


def _propose_finals(ground: Ground, choice: Choice, attempt: int) -> tuple[Seating, dict[str, Any]]:
    """Draw every final that somebody is left of, those of the A final first, with one report.

    House players fill the tables, those of the A final first. Where a final makes no tables in
    the way that was chosen, its remainder sits out. Where the director chose so the seats are in
    the order of the seeds. The fewest repeats of each final are added up, and said why of one.
    """
    request = replace(draw_request(ground, choice, attempt), rounds=1)
    tables: list[tuple[int, ...]] = []
    out: list[int] = []
    reports, notes = list[Report](), dict[str, Words]()
    many = len(ground.fields)
    for entries in _with_house(ground.fields, request):
        before = len(tables)
        pinned = {
            e: table - before for e, table in request.wishes.tables.items() if table >= before
        }
        final = replace(
            request,
            entries=entries,
            wishes=replace(request.wishes, tables=pinned),
            odd=odd_for(len(entries), request.size, request.odd),
            seconds=request.seconds / many,
        )
        found = plan(own_day(ground, final) if request.draw == ALL_PLAY_ALL else final)
        reports.append(found.report)
        for note in found.report.notes:
            said = _in_all(note, before)
            notes[str(said)] = said
        tables += [_by_seed(ground, table, final.wishes) for table in found.rounds[0].tables]
        out += found.rounds[0].out
    if not reports:
        raise Impossible("too_few", gettext_noop("Nobody of the finalists is here."))
    seating = Seating(tuple(tables), tuple(out))
    drawn = Drawn((seating,), sum(one.steps for one in reports), tuple(notes.values()))
    seated = frozenset(chain(*tables, out))
    request = replace(request, entries=tuple(one for one in request.entries if one in seated))
    report = _begun(ground, choice, request, drawn, seconds=sum(one.seconds for one in reports))
    return seating, report | {
        "bound": sum(one.bound for one in reports),
        "fair_bound": sum(one.fair_bound for one in reports),
        "why": _why(max(reports, key=lambda one: one.fair_bound)),
    }


def propose_beside(
    ground: Ground, choice: Choice, attempt: int, before: Seating, locked: Collection[int]
) -> tuple[Seating, dict[str, Any]]:
    """Draw all tables anew but those that are locked; raises Impossible."""
    request = draw_request(ground, choice, attempt)
    request = request if ground.fields else with_house_players(request)
    checked(request)
    desk = Constraints(
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
    return after, _begun(ground, choice, request, drawn) | {"is_beside": True}


def swapped(
    ground: Ground, choice: Choice, kept: dict[str, Any], seating: Seating, couple: Pair
) -> tuple[Seating, dict[str, Any]]:
    """A proposed round with two in each other's place, and its report; raises Impossible."""
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
        is_as_planned = all(
            one is not None and set(map(frozenset, one.tables)) == set(map(frozenset, due.tables))
            for one, due in zip(sat, rounds, strict=False)
        )
        if same_people and is_as_planned:
            return rounds[ahead]
    return None


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
        "why": _why(report),
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
        "cannot": [words.kept() for words in report.cannot],
        "notes": [words.kept() for words in drawn.notes],
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


def _why(report: Report) -> dict[str, Any]:
    return (report.fair_why if report.fair_bound > report.bound else report.why).kept()


def draw_page(played: Round) -> dict[str, Any]:
    """Everything about a proposed round; as many SQL queries as `ground_for` has.

    The draw is accepted only knowingly where there are `doubts`.
    """
    ground = ground_for(played.event, played.number)
    settings, report, names = ground.settings, played.report, ground.names
    choice = Choice.from_json(report["choice"])
    team_mates = team_words(ground, choice.odd)
    return {
        "choice": choice,
        "way": choice_words(choice),
        "tables": _tables(ground, played),
        "out": [_seated(number, ground) for number in played.plan["out"]],
        "facts": draw_facts(report, map(len, seating_from(played.plan).tables)),
        "lines": [
            *report_lines(report, settings.size, names, is_pairs=settings.is_pairs),
            *([ReportLine("bad", team_mates)] if team_mates else []),
            *season_lines(report, names),
        ],
        "doubts": [doubt.sentence for doubt in doubts_of(ground, played)],
        "others": [_other(kept, choice) for kept in report["others"]],
        "swapped": _swapped(report["swaps"], ground),
    }


def _seated(number: int, ground: Ground) -> dict[str, Any]:
    return {"number": number, "name": ground.names.get(number, str(number))}


def _tables(ground: Ground, played: Round) -> list[dict[str, Any]]:
    """The tables, with who meets again at each and how many met on earlier evenings."""
    seating = seating_from(played.plan)
    finalists = frozenset(chain.from_iterable(ground.fields))
    at = {entry: place for place, table in enumerate(seating.tables) for entry in table}
    again: defaultdict[int, list[str]] = defaultdict(list)
    for one, other, rounds in meeting_again(seating, ground.history):
        names = ground.names
        text = met_words(names.get(one, str(one)), names.get(other, str(other)), rounds)
        again[at[one]].append(text)
    return [
        {
            "number": place + 1,
            "seats": [_seated(entry, ground) for entry in table],
            "is_odd": len(table) != ground.settings.size,
            "is_locked": place in played.locked,
            "notes": again[place],
            "season": season_note(played.report, place),
            "final": table_head(ground.cuts, [number for number in table if number in finalists]),
        }
        for place, table in enumerate(seating.tables)
    ]


def _other(kept: dict[str, Any], taken: Choice) -> dict[str, Any]:
    """Another way of drawing the round, and what it would come to."""
    choice = Choice.from_json(kept["choice"])
    parts = [_("repeats: %(count)s") % {"count": kept["repeats"]}]
    if "season" in kept:
        parts.append(_("pairs who met earlier: %(count)s") % {"count": kept["season"]})
    if kept["rank_spread"] is not None:
        spread = _("places between best and last at a table: %(spread)s")
        parts.append(spread % {"spread": decimal(kept["rank_spread"], 1)})
    label = choice_words(choice)
    if choice.odd != taken.odd:
        label = f"{label} ({_(ODD[choice.odd].label)})"
    return {"choice": choice, "label": label, "figures": " · ".join(parts)}


def _swapped(swaps: list[dict[str, Any]], ground: Ground) -> dict[str, Any] | None:
    """The last exchange by hand, and what it did; `is_back`: it undid the one before."""
    if not swaps:
        return None
    last = swaps[-1]
    one, other = last["who"]
    if last["before"] == last["after"]:
        text = _("Repeats: %(after)s, as before.")
    else:
        text = _("Repeats: %(after)s instead of %(before)s.")
    is_back = len(swaps) % 2 == 0 and swaps[-2]["who"] == last["who"]
    done = _("%(one)s and %(other)s have changed places.")
    if is_back:
        done = _("%(one)s and %(other)s sit where they were again.")
    people = {"one": entry_called(one, ground.names), "other": entry_called(other, ground.names)}
    return {
        "one": one,
        "other": other,
        "text": f"{done % people} {text % {'before': last['before'], 'after': last['after']}}",
        "is_worse": last["after"] > last["before"],
        "is_back": is_back,
    }
