"""Drawing finals: each one by itself, so that nobody meets anybody from another final."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from seating.chance import Chance
from seating.desk import Desk
from seating.model import Drawn, Impossible, Request, Wishes
from seating.model import Round as Seating
from seating.plan import plan, with_house_players
from seating.redraw import redraw
from seating.sizes import layout
from seating.wishes import listed, seat_order
from seating.words import Words, _
from tournaments.events.draw.queries.cuts import final_label, table_head
from tournaments.events.draw.queries.drawing import ALL_PLAY_ALL, Ground, own_day
from tournaments.events.draw.queries.rounds import table_words


@dataclass(frozen=True)
class DrawnFinals:
    """The tables of all finals as one round, those of the A final first.

    `bound`, `fair_bound`: the fewest repeats of each final, added up, and `why` of one of them.
    """

    drawn: Drawn
    bound: int
    fair_bound: int
    why: Words
    seconds: float


def draw_finals(ground: Ground, request: Request) -> DrawnFinals:
    """Draw every final that somebody is left of; raises Impossible with words for the director.

    House players fill the tables, those of the A final first. Where a final makes no tables in
    the way that was chosen, its remainder sits out. Where the director chose so the seats are in
    the order of the seeds.
    """
    tables: list[tuple[int, ...]] = []
    out: list[int] = []
    plans, notes = [], dict[str, Words]()
    many = len(ground.fields)
    for entries in _with_house(ground.fields, request):
        wishes = _shifted(request.wishes, len(tables))
        odd = odd_for(len(entries), request.size, request.odd)
        final = replace(
            request, entries=entries, wishes=wishes, odd=odd, seconds=request.seconds / many
        )
        found = plan(own_day(ground, final) if request.draw == ALL_PLAY_ALL else final)
        plans.append(found)
        said = [_in_all(note, len(tables)) for note in found.report.notes]
        notes |= {str(note): note for note in said}
        tables += [_by_seed(ground, table, wishes) for table in found.rounds[0].tables]
        out += found.rounds[0].out
    if not plans:
        raise Impossible("too_few", _("Nobody of the finalists is here."))
    reports = [found.report for found in plans]
    hardest = max(reports, key=lambda report: report.fair_bound)
    return DrawnFinals(
        Drawn(
            (Seating(tuple(tables), tuple(out)),),
            sum(one.steps for one in reports),
            tuple(notes.values()),
        ),
        sum(report.bound for report in reports),
        sum(report.fair_bound for report in reports),
        hardest.fair_why if hardest.fair_bound > hardest.bound else hardest.why,
        sum(report.seconds for report in reports),
    )


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


def final_at(ground: Ground, seats: Iterable[int]) -> str:
    """The head of the final that a table belongs to, "" where there are none."""
    finalists = frozenset(chain.from_iterable(ground.fields))
    return table_head(ground.cuts, [number for number in seats if number in finalists])


def _with_house(fields: Iterable[Sequence[int]], request: Request) -> Iterable[tuple[int, ...]]:
    """Each final with as many house players as fill it; nobody is in two."""
    left = [entry for entry in request.entries if entry in request.wishes.house]
    for field in fields:
        if field:
            entries = with_house_players(replace(request, entries=(*field, *left))).entries
            left = [entry for entry in left if entry not in entries]
            yield tuple(sorted(entries))


def _shifted(wishes: Wishes, before: int) -> Wishes:
    """The wishes with the tables numbered from the first one of a final."""
    tables = {entry: table - before for entry, table in wishes.tables.items() if table >= before}
    return replace(wishes, tables=tables)


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
    ground: Ground, before: Seating, entries: Iterable[int], desk: Desk, chance: Chance
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
        its_desk = replace(desk, started=begun, wishes=_at(desk.wishes, places))
        drawn = redraw(local, (*sat, *chosen), its_desk, chance).round
        if len(drawn.tables) != len(places):
            text = _("A final would have another number of tables: draw the whole round again.")
            raise Impossible("finals", text)
        tables |= dict(zip(places, drawn.tables, strict=True))
        out += drawn.out
    return Seating(tuple(tables[number] for number in sorted(tables)), tuple(sorted(out)))


def _at(wishes: Wishes, places: Sequence[int]) -> Wishes:
    tables = {e: places.index(table) for e, table in wishes.tables.items() if table in places}
    return replace(wishes, tables=tables)


def refuse_mixed(ground: Ground, one: int, other: int) -> None:
    """Raise Impossible where two would change places who are in different finals."""
    finals = {n: place for place, field in enumerate(ground.fields) for n in field}
    if one in finals and other in finals and finals[one] != finals[other]:
        text = _("%(who)s are in different finals, which are never mixed.")
        raise Impossible("finals", text, who=listed((one, other)))
