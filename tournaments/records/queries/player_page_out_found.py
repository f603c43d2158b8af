"""What a player's page counts and finds, as lists for spreadsheets: games, swings, days, toasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _

from tournaments.common.listing import Kind, Listing, Value, number, points, text
from tournaments.models import Feat
from tournaments.records.queries.player_figures import FEATS
from tournaments.records.queries.player_page import Evening, GameRow, PlayerFigures, Swings
from tournaments.records.queries.sure_cells import ends, sure_columns
from tournaments.tables.queries.replays import hand_places

NAME = 28

Rows = Iterator[Sequence[Value]]


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
