"""Short names at the head of a column: unlike each other, and never longer than they need be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sheets.names import WHOLE, short_names

LETTERS = st.text("abenrtAÜ-\u0301", min_size=1, max_size=40).filter(str.strip)
NAMES = st.builds(" ".join, st.lists(LETTERS, min_size=1, max_size=3)).map(str.strip)


@given(st.lists(NAMES, min_size=1, max_size=12, unique=True))
def test_no_two_people_of_a_sheet_have_the_same_short_name(names: list[str]) -> None:
    shorts = short_names(names)
    assert len(set(shorts)) == len(names)


@given(st.lists(NAMES, min_size=1, max_size=12))
def test_a_short_name_begins_as_the_name_does(names: list[str]) -> None:
    for name, short in zip(names, short_names(names), strict=True):
        assert name.startswith(short.split()[0].rstrip("."))
        assert len(short) <= len(name) + 1


@given(st.lists(NAMES, min_size=1, max_size=12, unique_by=lambda name: name.split()[0][:3]))
def test_who_shares_no_beginning_needs_no_last_name(names: list[str]) -> None:
    assert all(len(short) <= WHOLE for short in short_names(names))


def test_names_that_are_one_word_or_the_same_are_told_as_far_as_they_can() -> None:
    assert short_names(["Bartholomäus", "Bartholomea"]) == ["Bartholomä.", "Bartholome."]
    assert short_names(["Barth.", "Bartholomäus"]) == ["Barth.", "Bartho."]
    assert short_names(["Anna", "Anna", "Anna Berg"]) == ["Anna", "Anna", "Anna B."]
    assert short_names(["Anna Berg", "Anna Bergmann"]) == ["Anna Berg", "Anna Bergm."]
