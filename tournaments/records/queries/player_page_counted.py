"""What is counted of a player's hands and games: how many, of how many, how sure the share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.intervals import Estimate, share
from tournaments.records.queries.charts import figure_text
from tournaments.records.queries.player_page_figures import games_won, known_hands
from tournaments.records.queries.player_page_words import GameWords


class CountRow(NamedTuple):
    """Something counted: how often, of how many, with the share; `note` says what it brought."""

    label: str
    times: int
    of: int
    often: Estimate | None
    note: str = ""


def count_rows(counts: Mapping[str, int], words: GameWords) -> list[CountRow]:
    """The lines of the table; none where only totals from paper are known."""
    hands = known_hands(counts)
    if not hands:
        return []
    return [*_of_games(counts), *_of_sides(counts, hands), *_of_hands(counts, words, hands)]


def _row(label: str, times: int, of: int, note: str = "") -> CountRow:
    return CountRow(label, times, of, share(times, of), note)


def _of_games(counts: Mapping[str, int]) -> Iterator[CountRow]:
    games = games_won(counts)
    if games is None:
        return
    given, suffered = games.lambapeas
    yield _row(_("Lambapeas given"), given, games.played)
    yield _row(_("Lambapeas suffered"), suffered, games.played)
    won, lost = games.shutouts
    yield _row(_("Won without a stroke for the others"), won, games.played)
    yield _row(_("Lost without a stroke"), lost, games.played)


def _of_sides(counts: Mapping[str, int], hands: int) -> Iterator[CountRow]:
    for label, name in (
        (_("Schneiders given"), "schneider.given"),
        (_("Schneiders taken"), "schneider.taken"),
        (_("The others without a trick"), "trickless.given"),
        (_("Own side without a trick"), "trickless.taken"),
    ):
        yield _row(label, counts.get(name, 0), hands)


def _of_hands(counts: Mapping[str, int], words: GameWords, hands: int) -> Iterator[CountRow]:
    passed = counts.get("everyone.hands", 0)
    if passed and words.taker:
        has_strokes = words.has_strokes
        yield _row(_("Passed hands") if has_strokes else _("Leasters and the like"), passed, hands)
        label = _("Passed hands that were won") if has_strokes else _("Leasters that were won")
        yield _row(label, counts.get("everyone.won", 0), passed)
    doubled = counts.get("doubled.hands", 0)
    if doubled:
        points = figure_text(counts.get("doubled.points", 0), "total")
        note = _("they brought %(points)s") % {"points": points}
        yield _row(_("Hands that counted more than once"), doubled, hands, note)
