"""Pairs, and what two players did together and against each other, for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Kind, Listing, Value, number, points, text
from tournaments.records.queries.pairs import PairsFound, in_pairs_order
from tournaments.records.queries.pairs_page import PairPage
from tournaments.records.queries.player_page_events import EventResult
from tournaments.records.queries.player_page_out import events_list
from tournaments.records.queries.sure_cells import ends, sure_columns

NAME = 28

Rows = Iterator[Sequence[Value]]


def pairs_listing(found: PairsFound | None, sort: str) -> Listing:
    """The pairs with enough hands, in the order that was asked for."""

    def rows() -> Rows:
        for line in in_pairs_order(found, sort) if found else ():
            yield (*line.names, line.hands, *ends(line.won), line.points)

    columns = (
        text(_("Player"), NAME),
        text(_("Partner"), NAME),
        number(_("Hands")),
        *sure_columns(_("Won")),
        points(_("Points")),
    )
    return Listing("pairs", _("Pairs"), columns, rows)


def pair_lists(
    page: PairPage, names: tuple[str, str], events: Iterable[EventResult]
) -> list[Listing]:
    """Every table of the page of two players, in its order; `events` are all they have."""
    return [
        _together(page, names),
        _years(page, names),
        _evenings(page, names),
        events_list(events),
    ]


def _together(page: PairPage, names: tuple[str, str]) -> Listing:
    def rows() -> Rows:
        for row in page.rows:
            sides = (row.one, row.other)
            figures = [cell for side in sides for cell in (*ends(side.won), *ends(side.per_hand))]
            yield (row.label, row.hands, *figures)

    columns = [text(_("How"), NAME), number(_("Hands"))]
    for name in names:
        columns += sure_columns(_("%(name)s won") % {"name": name})
        columns += sure_columns(_("%(name)s per hand") % {"name": name}, Kind.POINTS)
    return Listing("together", _("Together and against"), columns, rows)


def _years(page: PairPage, names: tuple[str, str]) -> Listing:
    def rows() -> Rows:
        for row in page.years:
            yield (
                row.year,
                row.together,
                *ends(row.won),
                row.against,
                *ends(row.one_won),
                *ends(row.other_won),
            )

    columns = [
        number(_("Year")),
        number(_("Hands on the same side"), 14),
        *sure_columns(_("Won together")),
        number(_("Hands against each other"), 14),
    ]
    for name in names:
        columns += sure_columns(_("%(name)s won") % {"name": name})
    return Listing("years", _("Year by year"), columns, rows)


def _evenings(page: PairPage, names: tuple[str, str]) -> Listing:
    def rows() -> Rows:
        for row in page.evenings:
            yield (row.day.isoformat(), row.title, row.one, row.other)

    columns = (text(_("Day")), text(_("Where"), NAME), points(names[0], 14), points(names[1], 14))
    return Listing("sheets", _("Latest sheets"), columns, rows)
