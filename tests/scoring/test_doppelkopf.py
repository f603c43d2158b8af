"""The house rules of Doppelkopf: what is asked, what is said, and what a hand leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, Replay, replay, score_record
from tests.scoring.laws import LENGTHS, SEEDS, assume, dealt, law, sheet_of

GAME = RULESETS["doppelkopf"]
NAMES = ["Anna", "Ben", "Cora", "Dan"]
PLAYED: dict[str, Any] = {"declarer": 0, "partner": 2, "declarer_points": 130}
SOLO: dict[str, Any] = {"declarer": 1, "partner": None, "declarer_points": 130}


def sheet(*hands: dict[str, Any], **options: object) -> Replay:
    return replay(GAME, options, 4, list(hands))


def said(*hands: dict[str, Any], **options: object) -> list[str]:
    """The reasons of the last hand."""
    return [why.render(names=NAMES) for why in sheet(*hands, **options).rows[-1].reasons]


def asked(**options: object) -> dict[str, int]:
    """What a table is asked for, and the highest number of it."""
    fields = GAME.asked_fields(GAME.defaults() | options)
    return {field.name: field.high for field in fields}


def test_a_table_is_asked_for_what_it_plays() -> None:
    usual = asked()
    assert {"hearts_trick", "bock_called"}.isdisjoint(usual)
    assert (usual["re_extras"], usual["declarer_tricks"]) == (7, 12)
    assert asked(extras=["fox", "dulle_caught"])["kontra_extras"] == 4
    assert asked(pack="without_nines")["declarer_tricks"] == 10
    assert {"re_extras", "kontra_extras"}.isdisjoint(asked(extras=[]))
    assert {"hearts_trick", "bock_called"} <= asked(bock=["hearts_trick", "called"]).keys()


def test_what_doubles_is_said_where_it_doubles() -> None:
    hand = PLAYED | {"re_said": "re", "re_extras": 1}
    assert said(hand, announcements="double") == [
        "Re (Anna, Cora) took 130 card points and won: 1.",
        "Extra points of Re: 1.",
        "Re was announced: twice.",
        "Together +4: each of Re gets +4, each of Kontra −4.",
    ]
    assert said(hand, announcements="double", double_extras=False)[1:3] == [
        "Re was announced: twice.",
        "Extra points of Re: 1.",
    ]


def test_a_tie_that_is_only_against_the_old_ones_says_so() -> None:
    assert said(PLAYED | {"declarer_points": 120}, tie_120="old_only") == [
        "120 to 120: Kontra (Ben, Dan) won, and only “against the old ones” counts.",
        "Against the old ones, the queens of clubs: 1.",
        "Together +1: each of Re gets −1, each of Kontra +1.",
    ]


def test_nobody_comes_in_by_the_back_door() -> None:
    outweighed = PLAYED | {"kontra_extras": 3}
    assert said(outweighed, no_back_door=True)[-2:] == [
        "The extra points of the losers outweigh the hand: it is worth nothing.",
        "Together 0: each of Re gets 0, each of Kontra 0.",
    ]
    assert sheet(outweighed).totals == [-2, 2, -2, 2]


def test_a_bock_that_leaves_the_extra_points_says_so() -> None:
    house: dict[str, Any] = {"bock": ["called"], "bock_effect": "game", "bock_hands": 1}
    assert said(PLAYED | {"bock_called": True}, PLAYED | {"re_extras": 1}, **house)[-3:] == [
        "Bock: 2 times. Hands of it still to come: 0.",
        "The Bock leaves the extra points as they are.",
        "Together +3: each of Re gets +3, each of Kontra −3.",
    ]


@pytest.mark.parametrize(
    ("hand", "options", "sentence"),
    [
        (
            {"re_extras": 1},
            {"extras": []},
            "That is not played here (house rule “Extra points”: “none”).",
        ),
        (
            {"re_extras": 3},
            {"extras": ["fox"]},
            "Extra points of Re: a hand can have at most 2 here.",
        ),
        (
            {"bock_called": True},
            {},
            "That is not played here (house rule “What starts a Bock”: “none”).",
        ),
        (
            {"hearts_trick": True},
            {"bock": ["re_lost", "solo_lost"]},
            "That is not played here (house rule “What starts a Bock”, only: "
            "“Re announced and lost”, “A lost solo”).",
        ),
    ],
)
def test_what_is_not_played_names_the_house_rule(
    hand: dict[str, Any], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(HandProblem) as refused:
        sheet(PLAYED | hand, **options)
    assert refused.value.field in hand
    assert str(refused.value) == sentence


# Mandatory solos.


def owed(*hands: dict[str, Any], **options: object) -> list[int] | None:
    record = {"ruleset": "doppelkopf", "options": options, "hands": list(hands)}
    found: list[int] | None = score_record(record)["next"].get("solos_owed")
    return found


def test_who_owes_a_solo_is_named_until_everybody_has_played_one() -> None:
    solos = [SOLO | {"declarer": seat} for seat in (2, 0, 3, 1)]
    assert owed() is None
    assert owed(mandatory_solo=True) == [0, 1, 2, 3]
    assert owed(PLAYED, *solos[:3], mandatory_solo=True) == [1]
    assert owed(*solos, mandatory_solo=True) is None


def test_the_deal_stays_after_a_mandatory_solo_and_moves_on_after_any_other() -> None:
    hands = [PLAYED, SOLO, SOLO, PLAYED]
    rows = sheet(*hands, mandatory_solo=True).rows
    assert [row.dealer for row in rows] == [0, 1, 1, 2]
    assert [row.is_void for row in rows] == [False] * 4
    moved = sheet(*hands, mandatory_solo=True, solo_redeal=False).rows
    assert [row.dealer for row in moved] == [0, 1, 2, 3]
    assert said(SOLO, mandatory_solo=True)[-1] == (
        "Ben has played the mandatory solo: the same dealer deals again."
    )
    assert said(SOLO, mandatory_solo=True, solo_redeal=False)[-1] == (
        "Ben has played the mandatory solo."
    )


@law(keys=["doppelkopf"], examples=60, seed=SEEDS, length=LENGTHS)
def test_a_mandatory_solo_changes_no_point(key: str, seed: int, length: int) -> None:
    record, dealers, plain = dealt(key, seed, length)
    assume(all("seated" not in hand for hand in record["hands"]))
    hands = [
        hand if dealer is None else hand | {"dealer": dealer}
        for hand, dealer in zip(record["hands"], dealers, strict=True)
    ]
    for options in ({"mandatory_solo": True}, {"mandatory_solo": False}):
        other = sheet_of(record | {"options": record["options"] | options, "hands": hands})
        assert [row.points for row in other.rows] == [row.points for row in plain.rows]
