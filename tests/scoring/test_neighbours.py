"""Skat and Doppelkopf counted aloud: the reasons, the dealer's share, and who is with whom."""

from typing import Any

import pytest

from scoring import RULESETS, Replay, replay
from scoring.figures import Sitting, figures_of, points_of
from scoring.ruleset import Verdict

ANNA, BERT, CORA, DORA, EMIL = range(11, 16)


def played(key: str, *hands: dict[str, Any], players: int | None = None, **options: str) -> Replay:
    return replay(RULESETS[key], options, players, list(hands))


def said(sheet: Replay) -> list[str]:
    return [why.render(names="ABCDE") for why in sheet.rows[-1].reasons]


def test_a_game_of_skat_is_counted_as_at_the_table() -> None:
    grand = {
        "declarer": 1,
        "contract": "grand",
        "tops": 2,
        "hand": True,
        "announced": "schneider",
        "declarer_points": 96,
    }
    assert said(played("skat", grand, counting="seeger")) == [
        "Grand: with or without 2, game 3.",
        "Played from the hand: 4.",
        "Schneider: 5.",
        "Schneider announced: 6.",
        "6 times 24: the game is worth 144.",
        "B took 96 card points and won: +144.",
        "For the won game: +50.",
    ]


def test_the_dealer_of_four_shares_in_a_lost_game_and_his_points_are_his() -> None:
    lost = {"declarer": 1, "contract": "null", "result": "lost"}
    sheet = played("skat", lost, lost | {"declarer": 2}, players=4, counting="seeger_fabian")
    assert sheet.totals == [60, -66, -66, 60]
    assert sheet.rows[0].verdict == Verdict(False, 1, "null")
    people = [Sitting(seat, person) for seat, person in enumerate((ANNA, BERT, CORA, DORA))]
    found, _feats = figures_of(RULESETS["skat"], sheet, people)
    assert {person: points_of(figures.counts) for person, figures in found.items()} == {
        ANNA: 60,
        BERT: -66,
        CORA: -66,
        DORA: 60,
    }
    assert (found[ANNA].counts["idle"], found[ANNA].counts["defender.hands"]) == (30, 1)
    assert found[BERT].counts["idle"] == 30
    assert found[DORA].counts["idle"] == 0


def test_doppelkopf_goes_through_the_list_line_by_line() -> None:
    hand: dict[str, int | str] = {"declarer": 0, "partner": 3, "declarer_points": 215}
    hand |= {"re_said": "no_60", "re_extras": 1, "kontra_extras": 2}
    sheet = played("doppelkopf", hand)
    assert said(sheet) == [
        "Re (A, D) took 215 card points and won: 1.",
        "Re was announced: 2.",
        "“No 90” was announced: 1.",
        "“No 60” was announced: 1.",
        "Kontra is under 90: 1 for Re.",
        "Kontra is under 60: 1 for Re.",
        "Kontra is under 30: 1 for Re.",
        "Extra points of Re: 1.",
        "Extra points of Kontra: 2.",
        "Together +7: each of Re gets +7, each of Kontra −7.",
    ]
    assert sheet.rows[0].verdict == Verdict(True, 1)


@pytest.mark.parametrize(("partner", "names"), [(3, ["picker", "partner"]), (None, ["alone"])])
def test_statistics_know_partners_and_soloists(partner: int | None, names: list[str]) -> None:
    hand = {"declarer": 1, "partner": partner, "taken": "all_tricks", "dealer": 0}
    sheet = played("doppelkopf", hand, players=5)
    people = [Sitting(seat, who) for seat, who in enumerate((ANNA, BERT, CORA, DORA, EMIL))]
    found, _feats = figures_of(RULESETS["doppelkopf"], sheet, people)
    assert not found[ANNA].counts
    assert found[BERT].counts[f"{names[0]}.won"] == 1
    assert found[BERT].counts["trickless.given"] == 1
    assert ("partner.won" in found[DORA].counts) is ("partner" in names)
    assert found[EMIL].counts["trickless.taken"] == 1


def test_a_hand_that_nobody_won_was_won_by_whoever_has_points() -> None:
    hand = {"declarer": 0, "partner": 2, "taken": "to_150"}
    hand |= {"re_said": "no_90", "kontra_said": "no_90"}
    sheet = played("doppelkopf", hand)
    assert sheet.totals == [1, -1, 1, -1]
    assert sheet.rows[0].verdict == Verdict(None, 1)
