"""The decisions: numbered, found by subject, and what replaces what is said at both ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

import pytest

from tests.house.test_docs import address_of
from tests.house.test_repository import ROOT, repository_files

TEXT = (ROOT / "docs" / "decisions.md").read_text()
TITLES = re.findall(r"^## (\d+\. .+)$", TEXT, re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\(#([^)]+)\)")
OTHER_END = {"Replaces": "Replaced by", "Narrows": "Narrowed by", "Widens": "Widened by"}
NOT_SO = "Not so today:"
BEGINS = re.compile(r"\*(Replace|Narrow|Widen|Not so)")
MARK = re.compile(rf"\*({'|'.join([*OTHER_END, *OTHER_END.values(), NOT_SO])}) .+\.\*")


def number_of(title: str) -> int:
    return int(title.partition(".")[0])


def marks_and_texts() -> Iterator[tuple[int, list[str], str]]:
    """Of each decision its number, the marks right below its title, and the rest."""
    for part in re.split(r"^## (?=\d)", TEXT, flags=re.MULTILINE)[1:]:
        title, *lines = part.splitlines()
        marks = list(takewhile(BEGINS.match, lines))
        yield number_of(title), marks, "\n".join(lines[len(marks) :])


def said() -> set[tuple[int, str, int]]:
    """Which decision says what of which other one: (272, "Replaces", 138)."""
    return {
        (number, found[1], int(other))
        for number, marks, _text in marks_and_texts()
        for mark in marks
        if (found := MARK.fullmatch(mark))
        for other, _address in LINK.findall(mark)
    }


def test_the_numbers_go_up() -> None:
    """One that was set aside and not needed is left out."""
    numbers = [number_of(title) for title in TITLES]
    assert numbers == sorted(set(numbers))


def test_every_decision_stands_once_in_the_contents() -> None:
    contents = TEXT.partition("## Contents\n")[2].partition("\n## ")[0]
    listed = LINK.findall(contents)
    assert Counter(title for title, _address in listed) == Counter(TITLES)
    assert [address for _title, address in listed] == [address_of(title) for title, _ in listed]


def test_a_number_leads_to_the_decision_of_that_number() -> None:
    addresses = {str(number_of(title)): address_of(title) for title in TITLES}
    links = LINK.findall(TEXT.partition("\n## 1. ")[2])
    assert links
    assert [link for link in links if addresses.get(link[0]) != link[1]] == []


def test_marks_have_one_form() -> None:
    odd = {number: marks for number, marks, _ in marks_and_texts() if not all(map(fits, marks))}
    assert odd == {}


def fits(mark: str) -> bool:
    """Whether it is a mark, and names a decision if it is about one."""
    found = MARK.fullmatch(mark)
    return bool(found and (found[1] == NOT_SO or LINK.search(mark)))


def test_no_text_says_in_its_own_way_what_a_mark_says() -> None:
    said_so = re.compile(r"\b(replace[sd]|narrow(s|ed)|widen(s|ed))\b[^.\d]{0,40}\b\d+\b", re.I)
    assert {number: text for number, _, text in marks_and_texts() if said_so.search(text)} == {}


@pytest.mark.parametrize(("one", "other"), OTHER_END.items())
def test_what_becomes_of_a_decision_is_said_at_both_ends(one: str, other: str) -> None:
    at_the_later = {(later, earlier) for later, verb, earlier in said() if verb == one}
    at_the_earlier = {(later, earlier) for earlier, verb, later in said() if verb == other}
    assert at_the_later
    assert at_the_later == at_the_earlier
    assert all(later > earlier for later, earlier in at_the_later)


def test_the_files_that_a_decision_names_are_there() -> None:
    """By the end of their path: a file that moved to another folder is the same one."""
    named = set(re.findall(r"`([\w/]+\.(?:py|css|lock))`", TEXT))
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in repository_files()]
    assert len(named) > 10
    assert {name for name in named if not any(file.endswith(f"/{name}") for file in files)} == set()
