"""Every form leads to a hand: what is offered can be chosen, and a refusal says what to mend.

The form of every game is walked as a scorer taps it, without a server: what one answer hides is
not said, and after a refusal only the question that it names is answered anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from scoring import RULESETS, HandProblem
from scoring.options import Options
from scoring.reading import read_hand
from scoring.ruleset import NOTHING_CARRIED, Deal, Field, Ruleset
from sheets.answers import (
    MANY_NUMBERS,
    NOBODY,
    NUMBERS,
    deciding_field,
    place_name,
    record_from_answers,
)
from sheets.forms import HandForm, HandSetting, Question, Unless
from tests.deciding import decided as answers_to

MOST_REFUSALS = 6
TAPPED = ("chips", "steps", "over")
"""Kinds of questions that are answered by a chip."""
ON = "on"
"""What is said by a flag that is ticked."""
NAMES = ("Anna", "Ben", "Cora", "Dan", "Eva", "Finn", "Gil", "Hal")

Answers = dict[str, Any]
"""By form field what is tapped or typed."""


class Form:
    """The form of a hand as a scorer sees it: its questions, and what each of them offers."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self.ruleset = ruleset
        seats = ruleset.seats
        sides = NAMES[: ruleset.sides(seats)]
        circle = tuple(range(seats))
        setting = HandSetting(ruleset, options, NAMES[:seats], sides, circle, seats - 1)
        self.fields, self.active = setting.fields, setting.active
        self.deal = Deal(seats - 1, self.active, seats, options, NOTHING_CARRIED)
        self.known = ruleset.said_fields(options)
        form = HandForm(setting)
        self.questions = {question.name: question for question in form.questions()}
        self.deciding = deciding_field(self.fields)
        self.preselected: Answers = {
            name: question.inputs[0].value()
            for name, question in self.questions.items()
            if question.kind in TAPPED and question.inputs[0].value() is not None
        }
        self.offered = {name: list(self._offered(one)) for name, one in self.questions.items()}

    def _offered(self, question: Question) -> Iterator[tuple[str, Unless | None]]:
        if question.kind in TAPPED:
            for chip in question.chips:
                value = str(chip.radio.data["value"])
                if value:
                    yield value, chip.unless
        elif question.kind == "flag":
            yield ON, None

    def is_shown(self, name: str, answers: Answers) -> bool:
        """Whether a question is in sight beside these answers."""
        asked = self.questions[name].asked
        said = answers.get(self.deciding.name) if self.deciding else None
        if said and asked.when == ("played" if said == NOBODY else "passed"):
            return False
        if not said and self.deciding and asked.when == "passed":
            return False
        return not _is_hidden(self.questions[name].unless, answers)

    def can_tap(self, name: str, value: str, answers: Answers) -> bool:
        """Whether a chip is in sight."""
        unless = dict(self.offered[name])[value]
        return self.is_shown(name, answers) and not _is_hidden(unless, answers)

    def problem(self, answers: Answers) -> HandProblem | None:
        """What the engine says to what is in sight."""
        sent = {
            name: self.sent(name, value)
            for name, value in answers.items()
            if self.is_shown(name.partition("-")[0], answers)
        }
        record = record_from_answers(self.fields, sent, self.active)
        try:
            everybody = range(self.ruleset.seats)
            read_hand(
                record, self.known, active=self.active, seated=everybody, known=len(everybody)
            )
            self.ruleset.score(record, self.deal)
            self.ruleset.refuse_new(record, self.deal)
        except HandProblem as problem:
            return problem
        return None

    def sent(self, name: str, value: Any) -> Any:
        """What comes of a tap: several chips of one question are a list."""
        asked = self.known.get(name)
        return [value] if asked is not None and asked.kind == "seats" else value == ON or value

    def answers_to(self, name: str, answers: Answers) -> Iterator[Answers]:
        """Everything that can be said to a question that is in sight."""
        question = self.questions[name]
        if question.kind in (*TAPPED, "flag"):
            for value, _unless in self.offered[name]:
                if self.can_tap(name, value, answers) and answers.get(name) != value:
                    yield answers | {name: value}
            if name in answers:
                yield {said: value for said, value in answers.items() if said != name}
            return
        asked = question.asked
        rows = _numbers(asked, len(self.active), answers)
        places = self.active if asked.kind.startswith("seat") else (0, 1)
        for row in rows:
            names = [asked.name]
            if asked.kind in MANY_NUMBERS:
                names = [place_name(asked, place) for place in places]
            yield answers | dict(zip(names, row, strict=True))

    def can_be_finished(
        self, answers: Answers, kept: Mapping[str, Any], left: int = MOST_REFUSALS
    ) -> bool:
        """Whether a hand comes of it by answering what each refusal names, `kept` as it is."""
        problem = self.problem(answers)
        if problem is None:
            return True
        if not left or problem.field in kept or problem.field not in self.questions:
            return False
        if not self.is_shown(problem.field, answers):
            return False
        seen: set[tuple[str, str]] = set()
        for more in self.answers_to(problem.field, answers):
            then = self.problem(more)
            if then is None:
                return True
            step = (then.field, then.code)
            if step in seen or step == (problem.field, problem.code):
                continue
            seen.add(step)
            if self.can_be_finished(more, kept, left - 1):
                return True
        return False


def _is_hidden(unless: Unless | None, answers: Answers) -> bool:
    return unless is not None and answers.get(unless.name, "") in unless.answers.split(" ")


def _numbers(asked: Field, people: int, answers: Answers) -> Iterator[tuple[int, ...]]:
    """Numbers that might be meant."""
    if asked.kind in NUMBERS:
        yield from ((number,) for number in range(asked.low, asked.high + 1))
    elif asked.kind == "pair_points":
        yield from ((points, 120 - points) for points in range(121))
    elif asked.kind == "pair_counts":
        yield from ((number, asked.high - number) for number in range(asked.high + 1))
    elif asked.kind == "seat_points":
        rest = 120 - answers.get("blind_points", 0)
        for each in (0, 10, 20, 22, 26):
            yield (rest - (people - 1) * each, *[each] * (people - 1))
        yield (rest - 50, 50, *[0] * (people - 2))
    elif asked.name == "last_trick_won":
        yield tuple(asked.high - place for place in range(people))
    else:
        for each in (0, 1, 2):
            yield (asked.high - (people - 1) * each, *[each] * (people - 1))


def decided(ruleset: Ruleset) -> dict[str, Any]:
    """The usual house rules, with something for what nobody has written down."""
    return ruleset.defaults() | answers_to(ruleset)


def houses(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """The usual house, and each in which one rule is another."""
    usual = decided(ruleset)
    yield usual
    for option in ruleset.options:
        values: list[Any] = [choice.value for choice in option.choices]
        if option.kind == "flag":
            values = [True, False]
        elif option.kind == "set":
            values = [[value] for value in values]
        yield from (usual | {option.name: value} for value in values if value != usual[option.name])


def everything_played(ruleset: Ruleset) -> dict[str, Any]:
    """A house in which all is played that may be announced."""
    more = {"cracking": "castrate", "blitzing": True, "contracts": "all"}
    usual = decided(ruleset)
    return usual | {name: value for name, value in more.items() if name in usual}


def taps(form: Form) -> list[tuple[str, str]]:
    """Every chip: of the seats three, for points do not depend on who sits there."""
    return [
        (name, value)
        for name, chips in form.offered.items()
        for value, _unless in chips
        if not (form.questions[name].asked.kind == "seat" and value in ("2", "3", "4", "5", "6"))
        or value == str(len(form.active) - 1)
    ]


every_ruleset = pytest.mark.parametrize("key", RULESETS)


@every_ruleset
def test_whatever_two_chips_are_tapped_refusals_lead_to_a_hand(key: str) -> None:
    form = Form(RULESETS[key], everything_played(RULESETS[key]))
    chips = taps(form)
    for pair in [(), *((chip,) for chip in chips), *combinations(chips, 2)]:
        answers = dict(form.preselected)
        for name, value in pair:
            if form.can_tap(name, value, answers):
                answers[name] = value
        assert form.can_be_finished(answers, {}), (pair, form.problem(answers))


@every_ruleset
def test_in_every_house_what_is_preselected_leads_to_a_hand(key: str) -> None:
    for options in houses(RULESETS[key]):
        form = Form(RULESETS[key], options)
        for chip in [None, *taps(form)]:
            answers = form.preselected | dict([chip] if chip else [])
            assert form.can_be_finished(answers, {}), (options, chip, form.problem(answers))


@every_ruleset
def test_a_chip_that_is_offered_beside_a_contract_can_stay_chosen(key: str) -> None:
    """Somebody has taken the game on and said what was played: each chip in sight now may be."""
    form = Form(RULESETS[key], everything_played(RULESETS[key]))
    taker = next((one.name for one in form.fields if one.kind in ("seat", "pair")), None)
    contracts = [[chip] for chip in taps(form) if chip[0] == "contract"] or [[]]
    for contract in contracts:
        kept: Answers = {taker: "0"} if taker else {}
        kept |= dict(contract)
        for name, value in taps(form):
            answers = form.preselected | kept
            if name in kept or not form.can_tap(name, value, answers):
                continue
            answers[name] = value
            mine = kept | {name: value}
            assert can_stay(form, answers, mine), (contract, name, value, form.problem(answers))


def can_stay(form: Form, answers: Answers, kept: Answers, more_taps: int = 2) -> bool:
    """Whether a hand comes of it with these answers kept, after so many others have been given.

    Two: a castrate answers a re-crack, which answers a crack.
    """
    if form.can_be_finished(answers, kept):
        return True
    return more_taps > 0 and any(
        can_stay(form, more, kept | {other: more[other]}, more_taps - 1)
        for other, question in form.questions.items()
        if other not in kept and question.kind in (*TAPPED, "flag")
        for more in form.answers_to(other, answers)
        if other in more and form.is_shown(other, answers)
    )


def test_a_partner_game_cannot_be_played_alone_and_nobody_is_his_own_partner() -> None:
    form = Form(RULESETS["sheepshead4-coins"], RULESETS["sheepshead4-coins"].defaults())
    said = {"picker": "0", "contract": "partner"}
    assert NOBODY not in dict(form.offered["partner"])
    assert not form.can_tap("partner", "0", said)
    assert form.can_tap("partner", "1", said)
    assert form.can_be_finished(said | {"partner": "0"}, said)
    assert not form.is_shown("partner", said | {"contract": "queens"})


def test_a_game_of_skat_is_with_or_without_one_until_somebody_says_how_many() -> None:
    form = Form(RULESETS["skat"], RULESETS["skat"].defaults())
    assert form.preselected["tops"] == "1"
    assert "0" not in dict(form.offered["tops"])
    said = form.preselected | {"declarer": "0", "contract": "clubs", "result": "won"}
    assert form.problem(said) is None
    assert form.problem(said | {"contract": "null"}) is None
    del said["tops"]
    problem = form.problem(said)
    assert problem is not None
    assert (problem.field, problem.code) == ("tops", "missing")


@pytest.mark.parametrize("key", ["schafkopf", "sheepshead4-coins", "sheepshead4-indiana"])
def test_what_is_usual_is_chosen_until_something_else_is_said(key: str) -> None:
    form = Form(RULESETS[key], decided(RULESETS[key]))
    usual, other = [value for value, _unless in form.offered["contract"]][:2]
    assert form.preselected["contract"] == usual
    assert form.deciding is not None
    taken = form.preselected | {form.deciding.name: "0", "result": "won"}
    problem = form.problem(taken)
    assert problem is not None
    assert (problem.field, problem.code) == ("partner", "missing")
    assert form.problem(taken | {"partner": "1"}) is None
    assert form.problem(taken | {"partner": "1", "contract": other}) is None
