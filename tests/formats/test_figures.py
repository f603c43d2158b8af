"""Figures of five digits and more, as each language writes them, and as they are typed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from formats.figures import amount, decimal, money, plain, typed_money
from sheets.words import number, signed
from tournaments.common.fields import Money

APART = "\N{NARROW NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["10000", "−1234567", "+10000", "12345.50", "10000", "+10000", "−10000"]),
        ("de", ["10_000", "−1_234_567", "+10_000", "12_345,50", "10_000", "+10_000", "−10_000"]),
        ("et", ["10_000", "−1_234_567", "+10_000", "12_345,50", "10_000", "+10_000", "−10_000"]),
    ],
)
def test_thousands_stand_apart_as_the_language_writes_them(language: str, said: list[str]) -> None:
    with override(language):
        figures = [
            plain(10_000),
            plain(-1_234_567),
            amount(10_000),
            amount(Fraction(24_691, 2)),
            money(1_000_000),
            signed(10_000),
            number(-10_000),
        ]
    assert figures == [each.replace("_", APART) for each in said]


@given(st.integers(-9_999, 9_999))
def test_four_digits_stand_together_everywhere(figure: int) -> None:
    said = {}
    for language in ("en", "de", "et"):
        with override(language):
            said[language] = [plain(figure), amount(figure), signed(figure), number(figure)]
            assert APART not in decimal(figure) + money(abs(figure) * 100)
    assert said["en"] == said["de"] == said["et"]


@given(st.integers(0, 9_999_999))
def test_what_stands_in_a_box_of_money_is_read_again(cents: int) -> None:
    for language in ("en", "de", "et"):
        with override(language):
            assert Money().clean(Money().prepare_value(cents)) == cents
            assert money(cents).replace(APART, "") == typed_money(cents)
