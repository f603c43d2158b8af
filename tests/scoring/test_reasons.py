"""Every result says why, in sentences that can be translated and that name the people."""

import ast
import doctest
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import RULESETS, HandProblem, Replay, replay
from scoring.options import Option
from scoring.reading_options import READERS
from scoring.ruleset import Field
from scoring.words import Counted, Sentence, Side, _n, in_words
from tests.marked import marked
from tests.scoring.laws import LENGTHS, SEEDS, dealt, law

ENGINE = Path(scoring.__file__).parent
STATUSES = {"sourced", "restored", "interpretation", "proposal", "open"}
CASES = Path(__file__).parents[1] / "vectors"

RULESET_FILES = sorted((ENGINE / "rulesets").glob("[!_]*.py"))

every_ruleset = pytest.mark.parametrize("key", RULESETS)


def sheet_of(record: dict[str, Any]) -> Replay:
    ruleset = RULESETS[record["ruleset"]]
    return replay(ruleset, record.get("options", {}), record.get("players"), record["hands"])


def codes_of(key: str, *hands: dict[str, Any], **options: object) -> list[list[str]]:
    sheet = sheet_of({"ruleset": key, "options": options, "hands": list(hands)})
    return [[why.code for why in row.reasons] for row in sheet.rows]


def texts_of(key: str, *hands: dict[str, Any], **options: object) -> list[list[str]]:
    sheet = sheet_of({"ruleset": key, "options": options, "hands": list(hands)})
    return [[str(why) for why in row.reasons] for row in sheet.rows]


def test_the_steps_come_in_the_order_in_which_they_multiply() -> None:
    thrown_in = {"picker": None}
    lost = {
        "picker": 0,
        "partner": 1,
        "picker_points": 20,
        "crack": True,
        "recrack": True,
        "blitzes": 2,
        "last_hand": True,
    }
    house = {"all_pass": "doubler", "cracking": "recrack", "blitzing": True, "multiplier_cap": 8}
    assert codes_of("sheepshead5-bump", thrown_in, lost, **house) == [
        ["doubler"],
        [
            "picker_lost",
            "schneider",
            "bump",
            "crack",
            "recrack",
            "blitz",
            "cap",
            "doubled_hand",
            "last_hand",
            "each_pays",
        ],
    ]


def test_the_figures_of_a_hand_are_in_its_words() -> None:
    (texts,) = texts_of(
        "sheepshead5-wikipedia",
        {"picker": 0, "partner": 1, "picker_points": 95, "picker_tricks": 5},
    )
    assert "95" in texts[0]
    assert "30" in texts[1]
    assert "2" in texts[1]
    assert "−2" in texts[2]


def test_strokes_add_up_in_the_words_as_they_do_on_the_sheet() -> None:
    texts = texts_of("saskop", {"makers": 1, "trump": "diamonds", "card_points": [91, 29]})
    assert texts == [
        [
            "The makers were beaten. #0: 4.",
            "Diamonds are trumps: 2 more.",
            "More than 90 card points: 2 more.",
        ]
    ]


def test_the_hand_that_ends_a_game_says_so_last() -> None:
    swept = {"makers": 0, "trump": "clubs", "card_points": [120, 0], "tricks": [9, 0]}
    assert codes_of("saskop", swept) == [["lambapea", "game_won"]]
    taps = [{"picker": 0, "result": "won_schwarz"}, {"picker": 0, "result": "won_schneider"}]
    assert codes_of("sheepshead3-rob", *taps)[1][-1] == "game_won"


def test_a_least_that_all_three_tie_says_with_how_many_card_points() -> None:
    tied = {"picker": None, "card_points": [39, 39, 39], "blind_points": 3}
    ((text,),) = texts_of("sheepshead3-catsatcards", tied, blind="none")
    assert "39" in text
    assert "40" not in text


def test_an_adjustment_gives_the_reason_that_was_entered() -> None:
    adjustment = {"adjustment": [0, 0, -4], "reason": " talked 100 % of the time "}
    assert texts_of("sheepshead3-coins", adjustment) == [["Adjusted: talked 100 % of the time"]]


def sentences(record: dict[str, Any]) -> Iterator[Sentence]:
    try:
        for row in sheet_of(record).rows:
            yield from row.reasons
    except HandProblem as problem:
        yield problem.text


@law(examples=40, seed=SEEDS, length=LENGTHS)
def test_every_sentence_renders_with_and_without_names(key: str, seed: int, length: int) -> None:
    record, _dealers, sheet = dealt(key, seed, length)
    names = [f"<{chr(65 + seat)}>" for seat in range(record["players"])]
    for row in sheet.rows:
        for why in row.reasons:
            expect_a_sentence(why, names)


@every_ruleset
def test_every_refusal_renders_too(key: str) -> None:
    names = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]
    for case in json.loads((CASES / f"{key}.json").read_text()):
        for sentence in sentences(case):
            expect_a_sentence(sentence, names)


def expect_a_sentence(sentence: Sentence, names: list[str]) -> None:
    plain, named = str(sentence), sentence.render(names=names)
    for text in (plain, named):
        assert text.strip()
        assert "%(" not in text
        assert "None" not in text
    for key, value in sentence.values.items():
        if isinstance(value, Side) and all(f"%({key})" in text for text in texts(sentence)):
            assert names[value] in named
            assert f"#{int(value)}" in plain
    translated = sentence.render(translate=lambda template: f"«{template}»", names=names)
    assert (translated[0], translated[-1]) == ("«", "»")
    assert re.sub("[«»]", "", translated) == named


def texts(sentence: Sentence) -> tuple[str, ...]:
    """What a sentence is made from: one text, or one for one and one for several."""
    template = sentence.template
    return template[:2] if isinstance(template, Counted) else (template,)


def test_a_refusal_names_its_field_in_the_language_of_the_sentence() -> None:
    german = {
        "Bid": "Gebot",
        "%(label)s: only %(low)s to %(high)s is possible.": "%(label)s: nur %(low)s bis %(high)s.",
    }
    hand = {"bidders": 0, "bid": 60, "trump": "clubs", "bidder_points": 61}
    (refusal,) = sentences({"ruleset": "sheepshead4-auction", "hands": [hand]})
    assert refusal.render(translate=lambda text: german.get(text, text)) == "Gebot: nur 61 bis 120."


POLISH = ["jedna ręka", "%(count)s ręce", "%(count)s rąk"]


def polish(one: str, many: str, number: int) -> str:
    """A language with three forms, of which a number chooses one."""
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return POLISH[0 if number == 1 else 1 if few else 2]


@pytest.mark.parametrize(
    ("count", "english", "told"),
    [
        (0, "0 hands", "0 rąk"),
        (1, "1 hand", "jedna ręka"),
        (2, "2 hands", "2 ręce"),
        (21, "21 hands", "21 rąk"),
    ],
)
def test_a_number_chooses_the_words_of_the_language(count: int, english: str, told: str) -> None:
    hands = Sentence(_n("%(count)s hand", "%(count)s hands"), count=count)
    assert hands.render() == english
    assert hands.render(choose=polish) == told


@cache
def marked_texts() -> frozenset[str]:
    """Every text of the engine that is marked for translation."""
    return frozenset(text for *_context, text in marked("scoring", "_") | marked("scoring", "_p"))


@cache
def marked_pairs() -> frozenset[Counted]:
    """Every text for one and text for several."""
    return frozenset(_n(*texts) for texts in marked("scoring", "_n"))


def is_marked(sentence: Sentence) -> bool:
    return sentence.template in marked_texts() or sentence.template in marked_pairs()


@law(examples=80, seed=SEEDS, length=LENGTHS)
def test_no_reason_is_given_that_cannot_be_translated(key: str, seed: int, length: int) -> None:
    rows = dealt(key, seed, length).sheet.rows
    assert all(is_marked(why) for row in rows for why in row.reasons)


@every_ruleset
def test_no_case_is_answered_with_what_cannot_be_translated(key: str) -> None:
    for case in json.loads((CASES / f"{key}.json").read_text()):
        assert all(map(is_marked, sentences(case)))


def places(text: str) -> set[str]:
    """The places of a text for what stands in it."""
    return set(re.findall(r"%\(([a-z]+)\)s", text))


def test_placeholders_are_complete_in_every_marked_text() -> None:
    for text in {*marked_texts(), *(text for pair in marked_pairs() for text in pair[:2])}:
        assert text == text.strip()
        assert re.sub(r"%\([a-z]+\)s|%%", "", text).count("%") == 0


BENT = re.compile(
    r"\b(?:of|for|from|to|with|by|against) %\((?:sides?|partner|one|other|who)\)s|\)s['’]s"
)
"""A name where a language may have to bend it."""


@pytest.mark.parametrize("package", ["scoring", "seating"])
def test_no_name_stands_where_a_language_has_to_bend_it(package: str) -> None:
    found = marked(package, "_") | marked(package, "_n")
    assert not [text for texts in found for text in texts if BENT.search(text)]


@pytest.mark.parametrize("count", [0, 1, 2, 21])
def test_no_name_and_no_figure_is_lost_whatever_the_number(count: int) -> None:
    for pair in marked_pairs():
        values = {place: f"<{place}>" for place in places(pair.many)} | {pair.by: count}
        text = in_words(pair, values)
        assert places(pair.one) | {pair.by} == places(pair.many) | {pair.by}
        assert all(str(value) in text for place, value in values.items() if place != pair.by)


@every_ruleset
def test_every_ruleset_says_what_it_is_and_where_its_figures_come_from(key: str) -> None:
    ruleset = RULESETS[key]
    assert ruleset.name
    assert ruleset.summary.endswith(".")
    assert ruleset.sources
    assert all(source.title and source.place for source in ruleset.sources)
    assert ruleset.figures
    assert {figure.status for figure in ruleset.figures} <= STATUSES
    assert all(figure.what and figure.note for figure in ruleset.figures)
    said = {ruleset.name, ruleset.family, ruleset.summary}
    assert said | {figure.what for figure in ruleset.figures} <= marked_texts()


@every_ruleset
def test_what_a_form_shows_is_there_and_can_be_translated(key: str) -> None:
    ruleset = RULESETS[key]
    everything: tuple[Option | Field, ...] = (*ruleset.options, *ruleset.fields)
    for shown in everything:
        assert {shown.label, shown.meaning} <= marked_texts()
        labels = [choice.label for choice in shown.choices]
        assert len(set(labels)) == len(labels)
    for option in ruleset.options:
        assert option.kind in READERS
        if option.to_decide:
            assert option.default is None
        elif option.kind == "choice":
            assert option.default in {one.value for one in option.choices}


@every_ruleset
def test_whatever_is_asked_for_can_be_entered(key: str) -> None:
    ruleset = RULESETS[key]
    names = {field.name for field in ruleset.fields}
    assert len(names) == len(ruleset.fields)
    for field in ruleset.fields:
        assert field.when in ("always", "played", "passed")
        for condition in field.needs + field.matters:
            assert condition.option in ruleset.defaults()
            assert condition.values


@pytest.mark.parametrize("game", RULESET_FILES, ids=[path.stem for path in RULESET_FILES])
def test_every_game_names_its_source_on_top_of_its_file(game: Path) -> None:
    assert "Source" in (ast.get_docstring(ast.parse(game.read_text())) or "")


def test_the_examples_in_the_docstrings_are_true() -> None:
    found = [
        doctest.testmod(importlib.import_module(module.name))
        for module in pkgutil.walk_packages(scoring.__path__, "scoring.")
    ]
    assert sum(result.attempted for result in found) > 20
    assert not any(result.failed for result in found)
