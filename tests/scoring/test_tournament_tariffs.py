"""What the tariffs of Schafkopf tournaments are like beside their prices, which are in vectors."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, replay
from scoring.ruleset import Verdict
from scoring.table import Row
from tests.deciding import decided

TARIFFS = [key for key, ruleset in RULESETS.items() if ruleset.family == "Schafkopf, tournaments"]


def row(key: str, hand: dict[str, Any], **options: object) -> Row:
    return replay(RULESETS[key], options, 4, [hand]).rows[0]


def words(key: str, name: str, **options: object) -> list[str]:
    """The values from which a table with these options chooses."""
    ruleset = RULESETS[key]
    fields = ruleset.asked_fields({**ruleset.defaults(), **options})
    return [choice.value for field in fields if field.name == name for choice in field.choices]


def test_a_table_is_offered_what_is_played_there() -> None:
    assert words("schafkopf-donauries", "contract") == ["rufspiel", "solo", "wenz", "kreuz"]
    assert words("schafkopf-donauries", "contract", all_pass="muss")[-1] == "muss"
    assert words("schafkopf-donauries", "contract", all_pass="redeal")[-1] == "wenz"
    assert words("schafkopf-donauries", "announced") == ["normal", "tout", "sie"]
    assert words("schafkopf-krs", "announced") == ["normal", "tout"]
    assert words("schafkopf-westernach", "announced", sie="fourfold") == ["normal", "sie"]


def test_what_is_not_played_at_all_is_not_asked_for() -> None:
    neither = {"tout": "not_played", "sie": "not_played"}
    assert words("schafkopf-westernach", "announced", **neither) == []


@pytest.mark.parametrize("key", TARIFFS)
def test_nothing_is_offered_without_words(key: str) -> None:
    ruleset = RULESETS[key]
    for field in ruleset.asked_fields(ruleset.defaults() | decided(ruleset)):
        assert field.kind != "choice" or len(field.choices) > 1


def test_a_verdict_says_what_was_played_and_how_it_came_out() -> None:
    solo = {"contract": "solo", "declarer": 1, "result": "won_schneider"}
    called = {"contract": "rufspiel", "declarer": 0, "partner": 3, "result": "lost_schwarz"}
    tout = solo | {"announced": "tout", "result": "won"}
    lost = tout | {"result": "lost_schneider"}
    key = "schafkopf-self"
    assert row(key, solo).verdict == Verdict(won=True, tier=2, contract="solo")
    assert row(key, called).verdict == Verdict(won=False, tier=3, contract="rufspiel")
    assert row(key, tout).verdict == Verdict(True, 3, "solo", "called_sweep")
    assert row(key, lost).verdict == Verdict(False, 1, "solo")
    assert row(key, solo).roles == ["defender", "picker", "defender", "defender"]


def test_who_plays_over_the_cross_has_the_opposite_for_a_partner() -> None:
    kreuz = {"contract": "kreuz", "declarer": 1, "result": "won"}
    assert row("schafkopf-donauries", kreuz).roles == ["defender", "picker", "defender", "partner"]


def test_solos_that_are_circled() -> None:
    self_bar, don = RULESETS["schafkopf-self"], RULESETS["schafkopf-donauries"]
    plain, hearts = Verdict(True, 1, "solo"), Verdict(True, 1, "heart_solo")
    usual = self_bar.defaults()
    assert not self_bar.counts_as_solo(plain, usual)
    assert self_bar.counts_as_solo(hearts, usual)
    assert self_bar.counts_as_solo(plain, usual | {"circled": "all"})
    assert don.counts_as_solo(plain, don.defaults())


def test_plus_and_minus_are_equal_where_the_losers_write_a_minus() -> None:
    for key, options, is_even in (
        ("schafkopf-donauries", {}, True),
        ("schafkopf-westernach", {}, True),
        ("schafkopf-krs", {}, False),
        ("schafkopf-krs", {"losers": "zero_sum"}, True),
        ("schafkopf-oberwallenstadt", {"losers": "good_full"}, False),
        ("schafkopf-prohof", {}, False),
    ):
        assert RULESETS[key].sums_to_zero(options) is is_even


def test_the_steps_to_the_points_are_said() -> None:
    hand = {"contract": "wenz", "declarer": 2, "result": "lost_schneider", "runners": 3}
    why = row("schafkopf-prohof", hand, losers="good_called").reasons
    assert [str(reason) for reason in why] == [
        "#2 played and lost.",
        "Wenz: 20.",
        "3 Laufende: 30 more.",
        "Schneider: 10 more.",
        "Each opponent writes +50.",
    ]


def test_what_is_open_is_only_what_no_source_says() -> None:
    found = {key: [each.name for each in RULESETS[key].undecided({})] for key in TARIFFS}
    assert found == {
        "schafkopf-donauries": [],
        "schafkopf-self": [],
        "schafkopf-krs": ["losers"],
        "schafkopf-westernach": ["all_pass", "called_step", "solo", "solo_step", "tout", "sie"],
        "schafkopf-prohof": ["losers"],
        "schafkopf-oberwallenstadt": ["losers", "solo_step"],
    }
    others = {key for key, each in RULESETS.items() if key not in TARIFFS and each.undecided({})}
    assert others == {"muck"}
