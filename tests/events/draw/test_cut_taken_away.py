"""An event with finals and rounds of another game, taken away and brought in again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from formats.games import RoundGame
from tests.archive.archives import brought, changed, forget_everything, set_value, taken
from tests.events.draw.cut_stories import cuts, plays_round
from tournaments.events.draw.queries.finals import CutChoice
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event

GAMES = (RoundGame(), RoundGame(hands=8, factor="1.5"))


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    made = new_event(entries=8, rounds=3, hands=4, draws=("manual",), round_games=GAMES)
    plays_round(made, by, 1)
    cuts(made, by, CutChoice((4,), carried="half", rest_plays=True))
    plays_round(made, by, 2)
    return made


def test_finals_and_their_points_come_with_it(event: Event) -> None:
    before = [(row.entry.name, row.total, row.final) for row in event_standing(event).rows()]
    assert {final.final for _name, _total, final in before if final} == {0, 1}
    raw = taken(event)
    forget_everything()
    again = brought(raw)
    after = [(row.entry.name, row.total, row.final) for row in event_standing(again).rows()]
    assert after == before
    assert again.format.round_games == GAMES


@pytest.mark.parametrize(
    "cut", [{"finals": "all"}, {"carried": "half"}, {"finals": [[1]], "carried": "twice"}, [1]]
)
def test_a_cut_that_is_none_is_refused(event: Event, cut: object) -> None:
    raw = changed(taken(event), set_value("Round", 1, "cut", cut))
    forget_everything()
    with pytest.raises(Exception, match="look as it should"):
        brought(raw)


@pytest.mark.parametrize(
    "games",
    ["all", [[]], [["whist", 4, "", 0, ""]], [["", 4, "aside", 0, ""]], [["", 4, "", 0, "x"]]],
)
def test_a_round_s_game_that_is_none_is_refused(event: Event, games: object) -> None:
    settings = {**event.settings, "round_games": games}
    raw = changed(taken(event), set_value("Event", 1, "settings", settings))
    forget_everything()
    with pytest.raises(Exception, match="round_games"):
        brought(raw)
