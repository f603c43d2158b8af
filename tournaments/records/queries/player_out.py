"""The tables of a player's page as lists for spreadsheets: shares and means with their ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Column, Kind, Listing, Value, number, points, text
from tournaments.models import Feat
from tournaments.people.queries.names import records_of
from tournaments.records.queries.player_figures import FEATS
from tournaments.records.queries.player_page import (
    Evening,
    EventResult,
    GameRow,
    Meeting,
    PlayerFigures,
    PlayerPage,
    Swings,
    all_results,
    evenings,
    feats_of,
    sheets_within,
)
from tournaments.records.queries.sure_cells import ends, sure_columns
from tournaments.tables.queries.replays import hand_places

# What a player's page counts and finds, as lists for spreadsheets: games, swings, days, toasts.


def games_list(games: Iterable[GameRow]) -> Listing:
    """What the player has in each game."""

    def rows() -> Rows:
        for game in games:
            yield (game.name, game.sheets, game.hands, *ends(game.per_hand))

    columns = (
        text(_("Game"), NAME),
        number(_("Sheets")),
        number(_("Hands")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
    )
    return Listing("games", _("Games played"), columns, rows)


def counts_list(figures: PlayerFigures) -> Listing:
    """What was counted, of how many hands or games."""

    def rows() -> Rows:
        for row in figures.counted:
            yield (row.label, row.times, row.of, *ends(row.often))

    columns = (
        text(_("What"), NAME),
        number(_("How many")),
        number(_("Of")),
        *sure_columns(_("How often")),
    )
    return Listing("counted", _("Counted"), columns, rows)


def swings_list(found: Swings | None) -> Listing:
    """The best and the worst hand, and the longest runs."""

    def rows() -> Rows:
        if found is None:
            return
        called = hand_places(swing.table.pk for swing in found if swing is not None)
        labels = (
            _("Best hand"),
            _("Worst hand"),
            _("Most won in a row, on one sheet"),
            _("Most lost in a row, on one sheet"),
        )
        for label, swing in zip(labels, found, strict=True):
            if swing is not None:
                hand = called.get((swing.table.pk, swing.hand or 0))
                yield (label, swing.figure, swing.day.isoformat(), swing.table.pk, hand)

    columns = (
        text(_("Record"), NAME),
        number(_("Figure")),
        text(_("Day")),
        number(_("Sheet")),
        number(_("Hand")),
    )
    return Listing("swings", _("Biggest swings"), columns, rows)


def evenings_list(days: Iterable[Evening]) -> Listing:
    """What each day of play brought."""

    def rows() -> Rows:
        for day in days:
            yield (day.day.isoformat(), day.hands, day.points)

    columns = (text(_("Day")), number(_("Hands")), points(_("Points")))
    return Listing("days", _("Day by day"), columns, rows)


def feats_list(feats: Sequence[Feat]) -> Listing:
    """Everything that is worth a toast, the latest first."""

    def rows() -> Rows:
        called = hand_places(feat.table_id for feat in feats)
        for feat in feats:
            words = str(FEATS.get(feat.kind, feat.kind))
            hand = called.get((feat.table_id, feat.hand))
            yield (feat.played_on.isoformat(), words, feat.table_id, hand)

    columns = (text(_("Day")), text(_("What"), NAME), number(_("Sheet")), number(_("Hand")))
    return Listing("toasts", _("Worth a toast"), columns, rows)


NAME = 28

Rows = Iterator[Sequence[Value]]


def player_lists(page: PlayerPage) -> list[Listing]:
    """Every table of the page, in its order; none where there is nothing to say."""
    figures = page.figures
    if figures is None:
        return []
    records = records_of(page.player)
    rows = sheets_within(records, page.filters)
    return [
        games_list(page.games),
        roles_list(figures),
        swings_list(page.swings),
        counts_list(figures),
        contracts_list(figures),
        places_list(figures),
        years_list(figures),
        evenings_list(evenings(rows)),
        met_list(figures),
        feats_list(feats_of(records, page.filters)),
        events_list(all_results(rows, records)),
    ]


def roles_list(figures: PlayerFigures) -> Listing:
    """What each role brought, and all of them."""

    def rows() -> Rows:
        for row in figures.roles:
            yield (
                row.label,
                row.hands,
                *ends(row.often),
                *ends(row.won),
                row.points,
                *ends(row.per_hand),
            )
        yield (
            _("All hands"),
            figures.total.hands,
            *ends(None),
            *ends(None),
            figures.total.points,
            *ends(figures.per_hand),
        )

    columns = (
        text(_("Role"), NAME),
        number(_("Hands")),
        *sure_columns(_("Share of hands")),
        *sure_columns(_("Won")),
        points(_("Points")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
    )
    return Listing("roles", _("Roles"), columns, rows)


def contracts_list(figures: PlayerFigures) -> Listing:
    """What was taken on."""

    def rows() -> Rows:
        for row in figures.contracts:
            yield (row.label, row.hands, *ends(row.won), *ends(row.per_hand))

    columns = (
        text(figures.words.contracts_title or _("What was played"), NAME),
        number(_("Hands")),
        *sure_columns(_("Won")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
    )
    return Listing("contracts", _("What was played"), columns, rows)


def places_list(figures: PlayerFigures) -> Listing:
    """What each place from the dealer's left brought."""

    def rows() -> Rows:
        for row in figures.places:
            yield (row.label, row.hands, *ends(row.won), *ends(row.per_hand))

    columns = (
        text(_("Place at the table"), NAME),
        number(_("Hands")),
        *sure_columns(_("Won")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
    )
    return Listing("places", _("By the place at the table"), columns, rows)


def years_list(figures: PlayerFigures) -> Listing:
    """What each year brought."""

    def rows() -> Rows:
        for row in figures.years:
            yield (
                row.year,
                row.sheets,
                row.hands,
                row.points,
                *ends(row.per_hand),
                *ends(row.took_it_on),
            )

    columns = (
        number(_("Year")),
        number(_("Sheets")),
        number(_("Hands")),
        points(_("Points")),
        *sure_columns(_("Points per hand"), Kind.POINTS),
        *sure_columns(_("Took it on")),
    )
    return Listing("years", _("Year by year"), columns, rows)


def met_list(figures: PlayerFigures) -> Listing:
    """Everybody whom the player met."""

    def rows() -> Rows:
        for one in figures.met:
            yield (
                one.name,
                one.hands,
                *_meeting(one.together),
                *_meeting(one.same),
                *_meeting(one.against),
            )

    columns = (
        text(_("Name"), NAME),
        number(_("Hands")),
        *_meeting_columns(_("partners")),
        *_meeting_columns(_("same side")),
        *_meeting_columns(_("against")),
    )
    return Listing("people", _("Whom I met"), columns, rows)


def events_list(events: Iterable[EventResult]) -> Listing:
    """What each event brought."""

    def rows() -> Rows:
        for row in events:
            placed = row.placed
            yield (
                row.day.isoformat(),
                row.event.title,
                row.name,
                placed.place if placed else None,
                placed.among if placed else None,
                row.hands,
                row.points,
            )

    columns = (
        text(_("Day")),
        text(_("Event"), NAME),
        text(_("Entry"), NAME),
        number(_("Place")),
        number(_("Among")),
        number(_("Hands")),
        points(_("Points")),
    )
    return Listing("events", _("Events"), columns, rows)


def _meeting(found: Meeting) -> tuple[Value, ...]:
    return (found.hands, *ends(found.won), found.points)


def _meeting_columns(kind: str) -> tuple[Column, ...]:
    words = {"kind": kind}
    return (
        number(_("Hands, %(kind)s") % words, 14),
        *sure_columns(_("Won, %(kind)s") % words),
        points(_("Points, %(kind)s") % words, 14),
    )
