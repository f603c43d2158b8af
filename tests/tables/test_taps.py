"""How many taps a hand costs in every game, Save among them: the shortest way through its form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring import RULESETS
from scoring.bavarian.contracts import TWO_AGAINST_TWO
from sheets.answers import NOBODY
from tests.tables.test_form_walk import TAPPED, Answers, Form, decided

SAVE = 1
MOST = 4
"""Taps of an ordinary hand: who took it on, with whom, and how it ended."""

MOST_PASSED = 3
"""Taps of a hand that everybody passed: that they did, and who won or lost it."""

AT_A_PRICE = {"skat": {"ramsch_scoring": "fixed"}}
"""By game how its Ramsch can be tapped: where the loser writes card points, they are typed."""


def taps_of(form: Form, first: Answers) -> int | None:
    """The fewest taps after which a hand can be saved; None where something has to be typed."""
    reached, taps = [form.preselected | first], len(first)
    while taps < 6:
        if any(is_said(form, answers) for answers in reached):
            return taps + SAVE
        reached = [longer for answers in reached for longer in one_more(form, answers)]
        taps += 1
    return None


def is_said(form: Form, answers: Answers) -> bool:
    """Whether a hand can be saved, and it is said who played with whom."""
    partner = "partner" in form.questions and form.is_shown("partner", answers)
    return (not partner or "partner" in answers) and form.problem(answers) is None


def one_more(form: Form, answers: Answers) -> Iterator[Answers]:
    """One chip more: of those of a question the first two, for the others are other people; of
    contracts the first, which is the ordinary one.
    """
    for name, question in form.questions.items():
        if name in answers or question.kind not in TAPPED:
            continue
        for value, _unless in form.offered[name][: 1 if name == "contract" else 2]:
            if form.can_tap(name, value, answers):
                yield answers | {name: value}


@pytest.mark.parametrize("key", RULESETS)
def test_an_ordinary_hand_is_few_taps(key: str) -> None:
    form = Form(RULESETS[key], decided(RULESETS[key]))
    someone = {form.deciding.name: form.offered[form.deciding.name][0][0]} if form.deciding else {}
    taps = taps_of(form, someone)
    assert taps is not None
    assert taps <= MOST
    print(f"{key}: {taps} taps")


def all_passed() -> Iterator[tuple[str, str]]:
    """Every game in which a hand can be passed by all, with what is played then."""
    for key, ruleset in RULESETS.items():
        form = Form(ruleset, decided(ruleset))
        if form.deciding is not None:
            option = next((each for each in ruleset.options if each.name == "all_pass"), None)
            played = [one.value for one in option.choices] if option else [""]
            yield from ((key, one) for one in played if one not in TWO_AGAINST_TWO)


@pytest.mark.parametrize(("key", "played"), list(all_passed()))
def test_a_hand_that_everybody_passed_is_three_taps(key: str, played: str) -> None:
    ruleset = RULESETS[key]
    options = decided(ruleset) | ({"all_pass": played} if played else {})
    options |= AT_A_PRICE.get(key, {})
    form = Form(ruleset, options)
    if form.deciding is None or NOBODY not in dict(form.offered[form.deciding.name]):
        return
    taps = taps_of(form, {form.deciding.name: NOBODY})
    assert taps is not None
    assert taps <= MOST_PASSED
    print(f"{key}, everybody passed, {played or 'as usual'}: {taps} taps")
