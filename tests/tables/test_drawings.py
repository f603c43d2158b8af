"""What is drawn from a sheet: strokes, the curve, payments, and the suits."""

from __future__ import annotations

import re
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from scoring import find_ruleset
from sheets.drawings import CurveLine, PairStrokes, sheet_curve, spread, stroke_games, summary_of
from sheets.pays import Payment, money_text, settlement
from sheets.sheet import Sheet
from sheets.words import suit
from tests.tables.conftest import Director
from tournaments.models import Author, Table
from tournaments.tables.queries import table_sheet
from tournaments.tables.services.hands import record_hand


def play(table: Table, *records: dict[str, Any]) -> Sheet:
    for record in records:
        record_hand(table=table, record=record, by=Author(), submission=uuid4())
    return table_sheet(table)


def won(side: int, strokes: int) -> dict[str, Any]:
    """A Saskop hand that brings a pair 1, 2, 4 or 6 strokes."""
    if strokes == 1:
        return {"makers": None, "card_points": [[61, 59], [59, 61]][side]}
    points = 95 if strokes == 6 else 70
    trump = "clubs" if strokes == 2 else "diamonds"
    taken = [points, 120 - points] if side == 0 else [120 - points, points]
    return {"makers": side, "trump": trump, "card_points": taken}


@pytest.fixture
def saskop(director: Director) -> Table:
    return director.opens("saskop", "Mart", "Kati", "Jaan", "Liis")


@pytest.fixture
def three(director: Director) -> Table:
    return director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")


def drawn(part: str = "drawings", **context: object) -> str:
    shown = {"sheet": {"lines": [True]}, **context}
    return " ".join(render_to_string(f"tables/{part}.html", shown).split())


# Strokes


@pytest.mark.parametrize(
    ("total", "groups"),
    [(-2, []), (0, []), (1, [1]), (4, [4]), (6, [4, 2]), (11, [4, 4, 3]), (16, [4, 4, 4, 4])],
)
def test_strokes_stand_in_fours(total: int, groups: list[int]) -> None:
    pair = PairStrokes("Mart + Jaan", total, False, False)
    assert pair.groups == groups
    assert len(pair.strokes) == max(total, 0)


@pytest.mark.django_db
def test_games_stand_below_each_other(saskop: Table) -> None:
    swept = {"makers": 0, "trump": "clubs", "card_points": [120, 0], "tricks": [9, 0]}
    first = [won(0, 6), won(1, 4), won(0, 6), won(0, 6)]
    sheet = play(saskop, *first, won(1, 2), swept, *[won(1, 6)] * 3, won(0, 1))
    games = stroke_games(sheet)
    assert [(game.winner, game.special, game.result) for game in games] == [
        ("Mart + Jaan", None, (16, 4)),
        ("Mart + Jaan", "lambapea", (16, 2)),
        ("Kati + Liis", "shutout", (16, 0)),
        ("", None, (1, 0)),
    ]
    page = drawn(games=games, strokes=[games])
    assert 'aria-label="Mart + Jaan: 16 strokes"' in page
    assert 'aria-label="Mart + Jaan: 1 stroke"' in page
    assert "Game 1: Mart + Jaan, 16 to 4" in page
    assert "Game 2: Mart + Jaan, 16 to 2 · won by a lambapea (sheep’s head)" in page
    assert "Game 3: Kati + Liis, 16 to 0 · without a stroke for the others" in page
    assert "Game 4 is being played" in page
    assert page.count('viewBox="0 0 64 60"') == 1
    assert page.count("<path d=") == (16 + 4) + (16 + 2) + 16 + 1  # and the sheep
    assert page.count('class="fresh"') == 1


@pytest.mark.django_db
def test_a_lambapea_from_behind_is_told_from_the_winner(saskop: Table) -> None:
    penalty = {"adjustment": [-6, 14], "reason": "Shuffled twice"}
    swept = {"makers": 0, "trump": "clubs", "card_points": [120, 0], "tricks": [9, 0]}
    assert stroke_games(play(saskop, penalty, swept))[0].result == (10, 14)


@pytest.mark.django_db
def test_only_pairs_with_a_target_keep_strokes(director: Director, three: Table) -> None:
    assert stroke_games(table_sheet(three)) == []
    rob = director.opens("sheepshead3-rob", "Anna", "Ben", "Cora")
    assert table_sheet(rob).target is not None
    assert stroke_games(table_sheet(rob)) == []
    far = director.opens("saskop", "Mart", "Kati", "Jaan", "Liis", target=41)
    assert stroke_games(table_sheet(far)) == []
    assert drawn(games=[]) == ""


# The curve


@pytest.mark.django_db
def test_a_curve_needs_two_hands(three: Table) -> None:
    assert sheet_curve(table_sheet(three)) is None
    assert drawn(curve=None) == ""
    hand = {"picker": 0, "picker_points": 75}
    assert sheet_curve(play(three, hand)) is None
    curve = sheet_curve(play(three, hand))
    assert curve is not None
    assert [line.total for line in curve.lines] == [4, -2, -2]
    assert curve.summary == "In front: Anna (4). Last: Ben, Cora (−2)."
    page = drawn(curve=curve)
    assert f'aria-label="{curve.summary}"' in page
    assert all(f">{name}</tspan>" in page for name in ("Anna", "Ben", "Cora"))


@pytest.mark.django_db
def test_a_curve_begins_anew_with_each_game(saskop: Table) -> None:
    """Nobody is "in front with 29" where a game goes to 16: games are counted, not added up."""
    curve = sheet_curve(play(saskop, *[won(0, 6)] * 3, won(1, 6), won(1, 2)))
    assert curve is not None
    assert [line.total for line in curve.lines] == [0, 8]
    assert max(tick.figure for tick in curve.heights) == 20
    assert curve.summary == "In front: Mart + Jaan. Games won: 1 : 0. In this game: 0 : 8."


@pytest.mark.django_db
def test_both_lines_of_the_label_of_a_pair_are_within_the_drawing(saskop: Table) -> None:
    curve = sheet_curve(play(saskop, *[won(0, 2)] * 3))
    assert curve is not None
    first, _second = curve.lines
    assert first.total == curve.heights[-1].figure
    assert len(first.label) == 2
    assert first.label_y - 40 >= 0


def of_points(*rows: tuple[int, ...]) -> Any:
    """What a curve needs of a sheet with these rows."""
    lines = [
        SimpleNamespace(row=SimpleNamespace(points=row), is_people_change=False, game_end=None)
        for row in rows
    ]
    sides = [f"Player {side}" for side in range(len(rows[0]))]
    heads = [(side, side) for side in sides]
    return SimpleNamespace(lines=lines, sides=sides, heads=heads, target=None)


def ends_of(line: CurveLine) -> tuple[int, int]:
    """Where a path of relative steps comes to."""
    start, steps = line.path.removeprefix("M").split("l")
    x, y = map(int, start.split())
    for step_x, step_y in re.findall(r"(\d+)([+-]\d+)", steps):
        x, y = x + int(step_x), y + int(step_y)
    return x, y


@given(st.lists(st.tuples(*[st.integers(-40, 40)] * 12), min_size=2, max_size=30))
def test_lines_end_where_their_totals_stand(rows: list[tuple[int, ...]]) -> None:
    curve = sheet_curve(of_points(*rows))
    assert curve is not None
    low, high = curve.heights[0], curve.heights[-1]
    assert low.figure < high.figure
    assert 0 in [tick.figure for tick in curve.heights]
    assert len(curve.heights) <= 8
    for line in curve.lines:
        assert low.figure <= line.total <= high.figure
        assert ends_of(line) == (curve.right, line.end_y)
    labels = sorted(line.label_y for line in curve.lines)
    assert all(above + 40 <= below for above, below in pairwise(labels))


@pytest.mark.parametrize("hands", [2, 60, 300, 400, 401, 5000])
def test_long_evenings_are_thinned_out(hands: int) -> None:
    curve = sheet_curve(of_points(*[(1, -1), (-1, 1), (2, -2), (-2, 2)] * (hands // 2)))
    assert curve is not None
    for line in curve.lines:
        assert len(re.findall(r"[+-]\d+", line.path)) <= 401
        assert ends_of(line) == (curve.right, line.end_y)
        assert len(line.path) < 4000


def test_all_lines_can_be_told_apart_without_colour() -> None:
    curve = sheet_curve(of_points((1,) * 12, (0,) * 12))
    assert curve is not None
    signs = {(line.shape, line.is_hollow) for line in curve.lines}
    assert len(signs) == 12
    assert sheet_curve(of_points((1,) * 13, (0,) * 13)) is None


def test_everybody_level() -> None:
    assert summary_of(["Anna", "Ben"], [0, 0]) == "All are level: 0."


@given(st.lists(st.integers(0, 500), min_size=1, max_size=12))
def test_labels_never_overlap_and_keep_their_order(wanted: list[int]) -> None:
    places = spread(wanted, gap=40, low=0, high=500)
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    assert all(places[above] + 40 <= places[below] for above, below in pairwise(order))
    assert all(0 <= place <= 500 for place in places)


# Payments


@pytest.mark.django_db
def test_who_pays_whom(three: Table) -> None:
    sheet = play(three, {"picker": 0, "picker_points": 95}, {"picker": 1, "picker_points": 40})
    assert sheet.totals == [5, -4, -1]
    assert settlement(sheet).payments == [Payment("Ben", "Anna", 4), Payment("Cora", "Anna", 1)]
    paid = settlement(sheet, worth=25)
    assert [payment.money for payment in paid.payments] == ["1.00", "0.25"]
    page = drawn("payments", settlement=paid)
    assert "<b>Ben</b> pays <b>Anna</b></span>" in page
    assert "that is 1.00" in page


@pytest.mark.django_db
def test_nobody_pays_where_nobody_owes(three: Table, saskop: Table) -> None:
    assert settlement(table_sheet(three)).why_none == "Everybody is at zero: nobody pays."
    assert "nobody pays" in settlement(play(saskop, won(0, 6))).why_none
    unbalanced = play(three, {"adjustment": [-4, 1, 0], "reason": "Misplay"})
    assert settlement(unbalanced).payments == []
    assert "at −3 together instead of 0" in settlement(unbalanced).why_none
    assert "at −3 together" in drawn("payments", settlement=settlement(unbalanced))


@pytest.mark.django_db
def test_a_game_that_pays_only_the_picker_is_not_settled(director: Director) -> None:
    table = director.opens("sheepshead3-rob", "Anna", "Ben", "Cora")
    assert not find_ruleset("sheepshead3-rob").sums_to_zero(table.options)
    assert settlement(play(table, {"picker": 0, "picker_points": 75})).payments == []


@pytest.mark.parametrize(("cents", "text"), [(0, "0.00"), (7, "0.07"), (123456, "1234.56")])
def test_money(cents: int, text: str) -> None:
    assert money_text(cents) == text


# Suits


def test_suits_are_marked_and_all_else_is_escaped() -> None:
    assert suit("♥ Hearts") == ('<span class="suit suit-hearts" aria-hidden="true">♥</span> Hearts')
    assert suit("♦") == '<span class="suit suit-diamonds">♦</span>'
    assert suit("♣ <b>") == '<span class="suit suit-clubs" aria-hidden="true">♣</span> &lt;b&gt;'
    assert suit("<script>") == "&lt;script&gt;"
    assert suit("") == ""
