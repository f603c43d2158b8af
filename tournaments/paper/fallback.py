"""Going on without electricity: lots to cut, sheets without names, and how to reckon by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.model import Impossible
from seating.sizes import layout
from tournaments.events.check_in.queries.start_list import StartLine
from tournaments.events.results.queries.sheet_codes import spare_code
from tournaments.models import Event
from tournaments.paper.lists import start_list_part
from tournaments.paper.press import Part
from tournaments.paper.rules import rules_part
from tournaments.paper.sheets import Kind, Wanted, empty_sheets, for_tables
from tournaments.settings.event import EventSettings

MOST_TABLES = 250
GRID_LINES = 24
"""Lines of a grid for which nobody is known yet."""


def table_sizes(settings: EventSettings, entries: int, tables: int = 0) -> list[int]:
    """How many entries sit at each table: so many tables, or those that the entries need.

    >>> table_sizes(EventSettings(), 43)
    [4, 4, 4, 4, 4, 4, 4, 5, 5, 5]
    >>> table_sizes(EventSettings(), 2), table_sizes(EventSettings(), 43, 3)
    ([4], [4, 4, 4])
    """
    if tables:
        return [settings.size] * min(tables, MOST_TABLES)
    try:
        return list(layout(entries, settings.size, settings.odd).sizes)[:MOST_TABLES]
    except Impossible:
        return [settings.size]


def fallback_parts(
    event: Event,
    lines: Sequence[StartLine],
    address_of: Callable[[str], str],
    *,
    tables: int = 0,
    rows: int = 0,
    spares: Sequence[int] = (),
) -> list[Part]:
    """The whole pile: what to do, the start list, lots, sheets for every round, the grid.

    `tables`: so many tables, instead of those that the entries need. A round with a game of its
    own has sheets of its own; lots are there for each different way of sitting. `address_of` says
    where the code of a sheet leads to. Where tables open one by one nobody can know which table of
    which round a sheet will be: the sheets are `spares`, as many as there are of these numbers.
    """
    settings = event.format
    kinds = {number: Kind.of(event, number, rows) for number in _rounds(settings)}
    sizes = {
        number: table_sizes(kind.settings, len(lines), tables) for number, kind in kinds.items()
    }
    seatings = list(dict.fromkeys(tuple(each) for each in sizes.values()))
    codes = (spare_code(event.pk, number) for number in spares)
    return [
        instructions(settings),
        start_list_part(lines),
        *(lots_part(settings, each) for each in seatings),
        *(
            empty_sheets(
                kind,
                [Wanted(size, code=next(codes, "")) for size in sizes[number]]
                if settings.rolling
                else for_tables(event, number, sizes[number]),
                address_of,
            )
            for number, kind in kinds.items()
        ),
        grid_part(settings, lines),
        rules_part(event),
    ]


def sheets_in_pile(settings: EventSettings, entries: int, tables: int) -> int:
    """How many score sheets are in the pile where tables open one by one.

    >>> sheets_in_pile(EventSettings(rounds=3, rolling=True), 0, 5)
    15
    """
    return len(_rounds(settings)) * len(table_sizes(settings, entries, tables))


def _rounds(settings: EventSettings) -> range:
    return range(1, max(1, settings.rounds) + 1)


def lots_part(settings: EventSettings, sizes: Sequence[int]) -> Part:
    """A lot for every seat: table and seat, to be cut and drawn anew for each round."""
    lots = [
        {"table": table, "seat": seat}
        for table, size in enumerate(sizes, 1)
        for seat in _seats(settings, size)
    ]
    words = {"table": _("Table"), "seat": _("Seats") if settings.is_pairs else _("Seat")}
    return {"kind": "lots", "lots": lots, "words": words}


def _seats(settings: EventSettings, size: int) -> list[str]:
    """The seats of a table as they stand on its lots: a pair draws both of its own."""
    if settings.is_pairs:
        return [
            _("%(one)s and %(other)s") % {"one": seat, "other": seat + size}
            for seat in range(1, size + 1)
        ]
    return [str(seat) for seat in range(1, size + 1)]


def grid_part(settings: EventSettings, lines: Sequence[StartLine]) -> Part:
    """A grid to add up the rounds by hand: a line for everybody, and some to spare."""
    most = len(_rounds(settings))
    spare = [{"number": "", "name": ""}] * (GRID_LINES if not lines else GRID_LINES // 4)
    rounds = [_("Round %(number)s") % {"number": one + 1} for one in range(most)]
    total = [_("Total")] if most > 1 else []
    return {
        "kind": "grid",
        "title": _("Standings by hand"),
        "note": _("Write the total of each sheet into the column of its round."),
        "rounds": most,
        "head": [_("No."), _("Name"), *rounds, *total, _("Place")],
        "lines": [{"number": str(one.number or ""), "name": one.name} for one in lines] + spare,
    }


def instructions(settings: EventSettings) -> Part:
    """The page on top: how to go on by hand, and what to do when there is electricity again."""
    rounds = ngettext("%(count)s round", "%(count)s rounds", settings.rounds)
    first = [
        _(
            "Tick on the start list who is here and who has paid. Write a start number before each "
            "name, 1 for the first who came, and never give a number twice."
        ),
        _(
            "Count who is here. Take the lots of as many tables as that fills, one lot for each, "
            "and put the others away."
        ),
    ]
    each = [
        _("Everybody draws a lot: it says table and seat. Collect the lots again for the next "
          "round."),
        _("Lay a sheet on each table. Whoever sits there writes names and start numbers on it, in "
          "the order of the seats."),
        _("Seat 1 deals first. The table writes a line for each hand, adds up, and all sign."),
        _("Check each sheet in front of the players: hands, sums, signatures. Only then is it in."),
        _("Write the totals into the grid, each under its round."),
    ]  # fmt: skip
    count = rounds % {"count": settings.rounds}
    return {
        "kind": "words",
        "title": _("Without electricity"),
        "ticks": False,
        "sections": [
            _words("", [], _("With this pile the event goes on by hand: %(rounds)s, start list, "
                             "lots, sheets and a grid for the standings.") % {"rounds": count}),
            _words(_("At the beginning"), first),
            _words(_("Each round"), each),
            _words(_("When the computer runs again"), _later(settings)),
        ],
    }  # fmt: skip


def _later(settings: EventSettings) -> list[str]:
    """How what was played by hand gets into the program."""
    arrive = _("Let everybody arrive at the door under the start numbers of the list.")
    compare = _(
        "Compare the standings with the grid. If they differ, look at the sheet: it is right."
    )
    if settings.rolling:
        return [
            arrive,
            _("Open a table for each sheet, with those who sat there."),
            _("Key in the totals under Results, sheet by sheet. The code on a sheet asks once of "
              "which table it is; compare the names."),
            compare,
        ]  # fmt: skip
    return [
        arrive,
        _("Draw each round with “By hand”, and put everybody where the sheets say."),
        _("Key in the totals under Results, sheet by sheet, then close the round. The code on a "
          "sheet opens its table; compare the names."),
        compare,
    ]  # fmt: skip


def _words(title: str, steps: list[str], *lead: str) -> dict[str, Any]:
    return {"title": title, "lead": list(lead), "steps": steps}
