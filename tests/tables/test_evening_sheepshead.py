"""Whole evenings of five-handed Sheepshead by the forms alone, and sums worked out by hand."""

from __future__ import annotations

import pytest

from scoring import find_ruleset, replay
from tests.tables.conftest import Director, Visitor, saved, words_of
from tournaments.models import HandVersion, Table
from tournaments.tables.queries import SheetReading
from tournaments.tables.services.hands import differences, settle

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva")
GAME = "sheepshead5-bump"

pytestmark = pytest.mark.django_db


def agrees(visitor: Visitor, by_hand: list[list[int]]) -> bool:
    """Whether pages, record and stored points all have what was worked out by hand."""
    record = visitor.record()
    sheet = replay(
        find_ruleset(record["ruleset"]), record["options"], record["players"], record["hands"]
    )
    counting = [row.points for row in sheet.rows]
    totals = [sum(column) for column in zip(*by_hand, strict=True)]
    assert counting == by_hand
    assert [visitor.points_of(number) for number in range(1, len(by_hand) + 1)] == by_hand
    assert visitor.totals() == totals == sheet.totals
    return not differences(Table.objects.get())


def test_picker_partner_alone_leaster_and_cracks(director: Director, player: Visitor) -> None:
    director.opens(GAME, *PEOPLE, cracking="recrack")
    player.secret = director.watch_secret()
    # Won plainly: 1 from each opponent, 2 for the picker and 1 for the partner.
    assert saved(director.enters(picker=1, partner=3, picker_points=75))
    # Alone and lost plainly: 1, doubled on the bump, to each of four.
    assert saved(director.enters(picker=2, partner="none", picker_points=60))
    # A leaster: Dirk has the fewest, 1 from each of four.
    passed = {"card_points": [40, 30, 25, 10, 15], "tricks": [2, 1, 1, 1, 1]}
    assert saved(director.enters(picker="none", **passed))
    # Schneider at 91: 2; cracked: 4.
    assert saved(director.enters(picker=0, partner=4, picker_points=91, crack="on"))
    # Lost at 30, schneider: 2; the bump: 4; cracked and re-cracked: 16.
    lost = {"picker": 3, "partner": 0, "picker_points": 30, "crack": "on", "recrack": "on"}
    assert saved(director.enters(**lost))
    # Every trick alone: 3 from each of four.
    assert saved(director.enters(picker=4, partner="none", result="won_schwarz"))
    by_hand = [
        [-1, 2, -1, 1, -1],
        [2, 2, -8, 2, 2],
        [-1, -1, -1, 4, -1],
        [8, -4, -4, -4, 4],
        [-16, 16, 16, -32, 16],
        [-3, -3, -3, -3, 12],
    ]
    assert agrees(player, by_hand)
    assert player.totals() == [-11, 12, -1, -32, 32]
    assert "×2" in player.sees("table")
    assert "×4" in player.sees("table")


def test_a_crack_must_be_played_here_and_answered(director: Director) -> None:
    director.opens(GAME, *PEOPLE, cracking="recrack")
    refused = director.enters(picker=0, partner=1, picker_points=61, recrack="on")
    assert refused.status_code == 422
    assert "A re-crack answers a crack" in words_of(refused)
    director.opens(GAME, *PEOPLE, cracking="crack")
    assert 'name="recrack"' not in director.client.get(director.address("table")).content.decode()
    # What the form does not ask for is not taken from a form either.
    assert saved(director.enters(picker=1, partner=0, picker_points=61, crack="on", recrack="on"))
    assert director.totals() == [2, 4, -2, -2, -2]


NOBODY_CRACKS = "Anna picked last, when all the others had passed: nobody could crack."


def test_a_crack_is_not_asked_for_where_the_dealer_picked_and_refused_if_said(
    director: Director,
) -> None:
    director.opens(GAME, *PEOPLE, cracking="recrack")
    page = director.client.get(director.address("table")).content.decode()
    for mark, other, answer in (("crack", "picker", "0"), ("recrack", "crack", "")):
        asked = page[page.index(f'id="question-{mark}"') :].partition(">")[0]
        assert f'data-unless="{other}" data-answers="{answer}"' in asked
    refused = director.enters(picker=0, partner=1, picker_points=61, crack="on")
    assert refused.status_code == 422
    assert NOBODY_CRACKS in words_of(refused)
    assert saved(director.enters(picker=0, partner=1, picker_points=61))


def test_a_crack_that_stands_on_a_sheet_goes_on_counting(director: Director) -> None:
    """It was taken when nobody asked who had picked last; only who corrects it is asked now."""
    table = director.opens(GAME, *PEOPLE, cracking="crack")
    assert saved(director.enters(picker=0, partner=1, picker_points=61))
    cracked = {"picker": 0, "partner": 1, "picker_points": 61, "crack": True}
    HandVersion.objects.update(record=cracked)
    settle(SheetReading(table))
    assert saved(director.enters(picker=1, partner=2, picker_points=61))
    assert director.points_of(1) == [4, 2, -2, -2, -2]
    assert director.totals() == [3, 4, -1, -3, -3]
    assert not differences(table)
    refused = director.corrects(1, picker_points=64)
    assert refused.status_code == 422
    assert NOBODY_CRACKS in words_of(refused)
    assert saved(director.withdraws(1))


def plays_with_doublers(director: Director) -> None:
    director.opens(GAME, *PEOPLE, all_pass="doubler")
    assert saved(director.enters(picker=0, partner=2, picker_points=61))
    assert saved(director.enters(picker="none"))
    assert saved(director.enters(picker=1, partner=3, picker_points=45))
    assert saved(director.enters(picker=2, partner="none", picker_points=61))


def test_a_doubler_doubles_the_hand_after_it(director: Director) -> None:
    plays_with_doublers(director)
    by_hand = [
        [2, -1, 1, -1, -1],
        [0, 0, 0, 0, 0],
        # Lost: 1, the bump: 2, the doubled hand: 4.
        [4, -8, 4, -4, 4],
        [-1, -1, 4, -1, -1],
    ]
    assert agrees(director, by_hand)
    # The deal: Anna, Ben, Ben again after the void hand, Cora, now Dirk.
    assert "Dirk deals." in director.sees("table")


def test_an_early_correction_moves_the_doubled_hands(director: Director) -> None:
    plays_with_doublers(director)
    # Hand 1 was passed too: two doubled hands now wait, for hands 3 and 4.
    assert saved(director.corrects(1, picker="none", why="Nobody took it"))
    by_hand = [[0] * 5, [0] * 5, [4, -8, 4, -4, 4], [-2, -2, 8, -2, -2]]
    assert agrees(director, by_hand)
    assert "A doubled hand, because everybody passed before: 2 times." in director.sees("hand", 4)
    assert "Cora deals." in director.sees("table")
    # Hand 2 was played after all: only hand 3 is doubled, for hand 1.
    assert saved(director.corrects(2, picker=4, partner=0, picker_points=91))
    by_hand = [[0] * 5, [4, -4, -4, -4, 8], [2, -4, 2, -2, 2], [-1, -1, 4, -1, -1]]
    assert agrees(director, by_hand)


def test_withdrawing_a_doubler_takes_the_doubling_back(director: Director) -> None:
    plays_with_doublers(director)
    assert saved(director.withdraws(2, why="Dealt wrongly"))
    assert director.points_of(2) == []
    assert director.points_of(3) == [2, -4, 2, -2, 2]
    assert director.totals() == [3, -6, 7, -4, 0]
    record = director.record()
    assert len(record["hands"]) == 3
    assert not differences(Table.objects.get())
    # Brought back as it was.
    assert saved(director.corrects(2))
    assert director.points_of(3) == [4, -8, 4, -4, 4]
