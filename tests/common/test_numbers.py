"""Laws of reading a whole number that somebody sent: it is one or nothing, and never an error."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.common.requests import LONGEST, PLACE, read_key

DIGITS = st.text("0123456789", min_size=1, max_size=30)


@given(st.integers(min_value=0, max_value=10**LONGEST - 1))
def test_what_is_written_is_read(number: int) -> None:
    assert read_key(str(number)) == number
    assert -(2**63) <= number < 2**63, "the largest that a database can compare with a key"


@given(st.text(max_size=40) | DIGITS, st.integers(min_value=1, max_value=25))
@example("²", LONGEST)
@example("٧٥", LONGEST)
@example("1\n", LONGEST)
@example("\ud800", LONGEST)
@example("-0", LONGEST)
@example("1_0", LONGEST)
def test_a_text_is_a_short_row_of_plain_digits_or_nothing(text: str, most: int) -> None:
    found = read_key(text, most)
    is_number = 0 < len(text) <= most and set(text) <= set("0123456789")
    assert (found is not None) == is_number
    if found is not None:
        assert str(found) == (text.lstrip("0") or "0")


@given(DIGITS, st.integers(min_value=19, max_value=20_000))
def test_no_length_is_an_error(digits: str, times: int) -> None:
    assert read_key(digits * times) is None


def test_places_fit_into_every_column() -> None:
    assert 10**PLACE - 1 < 2**31
