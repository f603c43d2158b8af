"""What a result in one tap stands for at a table: from which to which card points, by its rules."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import RULESETS, HandProblem, replay
from scoring.outcome import RESULTS
from scoring.picker import PickerGame

HANDS: dict[str, dict[str, Any]] = {
    "schafkopf": {"declarer": 0, "contract": "wenz"},
    "skat": {"declarer": 0, "contract": "grand", "tops": 1},
    "sheepshead2-officers": {"declarer": 0, "contract": "wenz", "trump": "clubs"},
    "saskop": {"makers": 0, "trump": "clubs"},
    "sasku-karvane12": {"makers": 0, "trump": "clubs"},
    "sasku-karvane6": {"makers": 0, "trump": "clubs"},
    "sheepshead4-partners": {"winner": 0},
}
for key, ruleset in RULESETS.items():
    if isinstance(ruleset, PickerGame):
        contract = {"contract": "queens"} if "contract" in ruleset.fields_by_name else {}
        HANDS[key] = {"picker": 0, **contract}
SWEEPS = ("won_schwarz", "lost_schwarz")
"""They are told by tricks, and have no card points of their own."""


def agrees(key: str, result: str, own: int) -> bool:
    """Whether the engine takes the result beside so many card points."""
    fields = {field.kind: field.name for field in RULESETS[key].fields if field.when != "passed"}
    points: dict[str, Any] = {fields["points"]: own} if "points" in fields else {}
    points = points or {fields["pair_points"]: [own, 120 - own]}
    try:
        replay(RULESETS[key], {}, None, [HANDS[key] | points | {"result": result}])
    except HandProblem:
        return False
    return True


@pytest.mark.parametrize("key", HANDS)
def test_a_result_agrees_with_the_card_points_it_stands_for_and_with_no_others(key: str) -> None:
    ruleset = RULESETS[key]
    spans = ruleset.spans(ruleset.defaults())
    assert {"won", "won_schneider"} <= spans.keys()
    # Where exactly 90 is worth more, no result in one tap stands for it.
    dearer = (30, 90) if ruleset.defaults().get("ninety") else ()
    for result, (low, high) in spans.items():
        others = [own for own in range(121) if not low <= own <= high and own not in dearer]
        assert agrees(key, result, low)
        assert agrees(key, result, high)
        assert not any(agrees(key, result, own) for own in others), result


def test_the_span_is_that_of_the_house_rule() -> None:
    bump = RULESETS["sheepshead5-bump"]
    both31 = bump.spans(bump.defaults() | {"schneider": "both31"})
    assert both31["won"] == (61, 89)
    asked = bump.asked_fields(bump.defaults() | {"schneider": "both31"})
    (result,) = [field for field in asked if field.name == "result"]
    spans = {choice.value: choice.span for choice in result.choices}
    assert spans == {**dict.fromkeys(RESULTS), **both31}
    assert all(spans[sweep] is None for sweep in SWEEPS)


def test_a_muss_has_limits_of_its_own() -> None:
    schafkopf = RULESETS["schafkopf"]
    assert schafkopf.spans(schafkopf.defaults() | {"all_pass": "muss"}) == {}
