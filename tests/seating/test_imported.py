"""Rounds from a text: what is read, and what is refused in which words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.chance import Chance
from seating.draws import imported
from seating.draws.imported import read_rounds
from seating.model import Impossible, Request, Round
from seating.sizes import layout


def request_for(entries: int = 8, odd: str = "up") -> Request:
    return Request(entries=tuple(range(1, entries + 1)), size=4, odd=odd)


TWO = (Round(((1, 2, 3, 4), (5, 6, 7, 8))), Round(((1, 5, 2, 6), (3, 7, 4, 8))))


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4; 5 6 7 8\n1 5 2 6; 3 7 4 8",
        "\n 1,2,3,4 ;5\t6 7 8;\n\n1 5 2 6; 3 7 4 8\n",
        "[[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]",
        '{"rounds": [{"tables": [[1,2,3,4],[5,6,7,8]]}, [[1,5,2,6],[3,7,4,8]]]}',
    ],
)
def test_text_and_json_are_read(text: str) -> None:
    assert read_rounds(text, request_for()) == TWO


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4; 5 6 7 8 / 9",
        "1 2 3 4; 5 6 7 8",
        '{"tables": [[1,2,3,4],[5,6,7,8]], "out": [9]}',
        "[[1,2,3,4],[5,6,7,8]]",
    ],
)
def test_who_is_not_named_sits_out_where_the_remainder_does(text: str) -> None:
    assert read_rounds(text, request_for(9, "bye")) == (Round(TWO[0].tables, (9,)),)


@pytest.mark.parametrize("odd", ["up", "down"])
def test_odd_tables_are_read(odd: str) -> None:
    text = "1 2 3 4; 5 6 7 8 9" if odd == "up" else "1 2 3 4; 5 6 7"
    entries = 9 if odd == "up" else 7
    assert len(read_rounds(text, request_for(entries, odd))[0].tables) == 2


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "no_text", "Give the rounds"),
        ("1 2 3 4; 5 6 7 8\n1 2 3 x; 5", "no_number", "Line 2: “x”"),
        ("1 2 3 ²; 5", "no_number", "Line 1: “²”"),
        ("1 2 3 4; 5 6 7 44", "unknown", "Line 1, table 2: 44 does not take part"),
        ("1 2 3 4; 5 6 7 3", "twice", "Line 1, table 2: 3 has a place already"),
        ("1 2 3 4; 5 6 7 8 / 44", "unknown", "Line 1: 44, named as sitting out"),
        ("1 2 3 4; 5 6 7 8 / 4", "twice", "Line 1: 4 sits out and has a place as well"),
        ("1 2 3 4; 5 6 7 8\n1 2 3 4", "missing", "Line 2, missing: 5, 6, 7, 8"),
        ("1 2 3 4; 5 6 7; 8", "wrong_size", "Line 1, table 2: so many seats are no legal size: 3"),
        ("[[1, 2", "json", "cannot be read"),
        ("[" * 100_000, "json", "cannot be read"),
        ('{"rounds": 7}', "json", "list of rounds"),
        ('{"rounds": [7]}', "json", "Round 1 should be"),
        ('{"tables": [7]}', "no_number", "Line 1: “7”"),
        ("[[1, 2, 3, true], [5, 6, 7, 8]]", "no_number", "Line 1: “True”"),
        ('[[1, 2, 3, "4"], [5, 6, 7, 8]]', "no_number", "Line 1: “4”"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str, words: str) -> None:
    with pytest.raises(Impossible) as refusal:
        read_rounds(text, request_for())
    assert refusal.value.code == code
    assert words in str(refusal.value)


def test_too_few_named_are_missing_even_where_some_sit_out() -> None:
    with pytest.raises(Impossible) as refusal:
        read_rounds("1 2 3 4", request_for(8, "bye"))
    assert refusal.value.code == "missing"
    with pytest.raises(Impossible) as refusal:
        read_rounds("/ 1 2 3", request_for(3, "bye"))
    assert refusal.value.code == "no_tables"


@given(text=st.text(max_size=60) | st.text('0123456789 ;/\n[]{},"', max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    try:
        rounds = read_rounds(text, request_for(4))
    except Impossible:
        return
    assert all(sorted(table) == [1, 2, 3, 4] for played in rounds for table in played.tables)


def test_what_was_drawn_can_be_read_again() -> None:
    text = json.dumps([{"tables": played.tables, "out": played.out} for played in TWO])
    assert read_rounds(text, request_for()) == TWO


def test_there_is_nothing_to_draw() -> None:
    with pytest.raises(Impossible) as refusal:
        imported.draw(request_for(), layout(8, 4, "up"), Chance(1))
    assert refusal.value.code == "no_text"
