"""The words: every word that players say is there, each under one address."""

from __future__ import annotations

import re
from pathlib import Path

from glossary import GROUPS
from glossary.games import Entry

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"

# Words of the program: nobody says them at a table.
PROGRAMMERS_WORDS = {
    "circle",
    "column",
    "design",
    "entry",
    "preview",
    "repeat",
    "replay of a table",
    "submission",
    "version",
}

# Where the page has a word in another form, or within the entry of a neighbour.
SAID_AS = {
    "option": "House rule",
    "over/under": "Over and under",
    "ruleset": "Rules of a game",
    "makers": "Makers",
}


def entries() -> list[Entry]:
    return [entry for group in GROUPS for entry in group.entries]


def glossary_words() -> set[str]:
    """The words in bold, those joined by commas apart, with what belongs to them."""
    words: set[str] = set()
    for row in GLOSSARY.read_text().splitlines()[5:]:
        for bold in re.findall(r"\*\*(.+?)\*\*(?: of a table)?", row):
            words |= set(bold.split(", "))
        if "**replay** of a table" in row:
            words = words - {"replay"} | {"replay of a table"}
    return words


def test_every_word_of_the_glossary_is_on_the_page_or_a_programmers() -> None:
    page = " ".join(f"{entry.term} {entry.meaning}" for entry in entries()).lower()
    missing = {
        word
        for word in glossary_words() - PROGRAMMERS_WORDS
        if SAID_AS.get(word, word).lower() not in page
    }
    assert not missing


def test_programmers_words_are_in_the_glossary() -> None:
    assert glossary_words() >= PROGRAMMERS_WORDS


def test_every_word_has_an_address_of_its_own() -> None:
    anchors = [group.anchor for group in GROUPS] + [entry.anchor for entry in entries()]
    assert len(anchors) == len(set(anchors))
    assert all(re.fullmatch(r"[a-z-]+", anchor) for anchor in anchors)


def test_an_entry_is_short() -> None:
    assert all(len(str(entry.meaning)) < 220 for entry in entries())
