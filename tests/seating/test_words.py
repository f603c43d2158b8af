"""Sentences of a draw: for one and for several, kept with a round and said again later."""

from __future__ import annotations

import json
import re

import pytest

from seating.words import Counted, Template, Words, _n
from tests.marked import marked

POOLS = _n("%(who)s: %(count)s table", "%(who)s: %(count)s tables")


def forms(one: str, many: str, number: int) -> str:
    """A language that says how many there are in a word."""
    return "%(who)s: ein Tisch" if number == 1 else "%(who)s: %(count)s Tische"


@pytest.mark.parametrize(
    ("count", "english", "german"),
    [
        (0, "4: 0 tables", "4: 0 Tische"),
        (1, "4: 1 table", "4: ein Tisch"),
        (2, "4: 2 tables", "4: 2 Tische"),
        (21, "4: 21 tables", "4: 21 Tische"),
    ],
)
def test_a_number_chooses_the_words(count: int, english: str, german: str) -> None:
    words = Words(POOLS, {"who": 4, "count": count})
    assert str(words) == english
    assert words.render(choose=forms) == german
    kept = json.loads(json.dumps(words.kept()))
    assert Words.from_kept(kept).render(choose=forms) == german


def test_what_an_earlier_version_has_kept_is_read() -> None:
    kept = {"template": "%(count)s sit out.", "values": {"count": 3}}
    assert str(Words.from_kept(kept)) == "3 sit out."
    assert Words.from_kept(kept).kept() == kept


def every_sentence() -> list[Template]:
    """What the ways of drawing mark for translation."""
    texts = [text for (text,) in marked("seating", "_")]
    return [*texts, *(_n(*pair) for pair in marked("seating", "_n"))]


@pytest.mark.parametrize("count", [0, 1, 2, 21])
def test_nobody_and_no_figure_is_lost_in_a_sentence(count: int) -> None:
    assert len(every_sentence()) > 60
    for template in every_sentence():
        pair = template if isinstance(template, Counted) else Counted(template, template, "")
        places = set(re.findall(r"%\(([a-z]+)\)s", pair.many))
        assert set(re.findall(r"%\(([a-z]+)\)s", pair.one)) | {pair.by} == places | {pair.by}
        values = {place: f"<{place}>" for place in places} | {pair.by: count}
        said = str(Words(template, values))
        assert "%" not in said
        assert all(f"<{place}>" in said for place in places - {pair.by})
