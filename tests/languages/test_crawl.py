"""Every kind of page in a language in which each message is bracketed.

What stands outside the brackets nobody can translate; a message within another, or one that goes on
with the next, cannot agree with it. What there is of that is kept in a list, which only shrinks.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_AP, WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import override

from tests.browser.pages import NAMES, TITLE, WORLDS
from tests.languages.crawl import Page, Reader, beside, inside, outside, taken_apart
from tests.languages.pseudo import speaks
from tournaments.models import (
    Announcement,
    Club,
    Entry,
    Event,
    HouseRules,
    Player,
    Protest,
    Registration,
    RegistrationTerms,
    Seat,
    Series,
)

pytestmark = [pytest.mark.made_up, pytest.mark.one_database, pytest.mark.django_db]

BRACKETED = "de"
"""A language that clubs and events may have: so walls are bracketed too."""
KEPT = Path(__file__).with_name("kept.toml")
WORD = re.compile(r"[^\W\d_]{2,}")
PHRASE = re.compile(r"[^\W\d_]{2,}(?:[ ’'-][^\W\d_]+)*")
ADDRESS = re.compile(
    r"\S*testserver\S*|\S+@\S+|\b[\w.-]+\.(com|de|net|org)\b\S*"
    r"|\b[0-9A-Z]{4}[-\s][0-9A-Z]{4}\b|\b[BCDFGHJKMNPQRTVWXY]{8}\b"  # codes
)


def test_every_kind_of_page(messages: Catalog, tmp_path: Path) -> None:
    said = [str(each.id[0] if isinstance(each.id, tuple) else each.id) for each in messages]
    with_tags = {number for number, text in enumerate(said) if "<" in text}
    found: dict[str, set[str]] = {"outside": set(), "inside": set(), "beside": set()}
    with speaks(messages, bracketed, tmp_path, BRACKETED):
        for html, names in pages():
            page = taken_apart(Page(html).all(), with_tags)
            phrases = PHRASE.findall(ADDRESS.sub(" ", "".join(outside(page))))
            found["outside"] |= {phrase for phrase in phrases if not is_name(phrase, names)}
            found["inside"] |= {said[number] for number in inside(page)}
            found["beside"] |= {f"{said[one]} | {said[other]}" for one, other in beside(page)}
    kept = {key: set(texts) for key, texts in tomllib.loads(KEPT.read_text()).items()}
    found["outside"] -= kept.pop("own names")
    assert found == kept, as_kept(found)


def bracketed(number: int, text: str) -> str:
    return f"⟦{number}|{text}⟧"


def as_kept(found: dict[str, set[str]]) -> str:
    """What the file of what there is would have to say."""
    quoted = {
        key: [json.dumps(text, ensure_ascii=False) for text in sorted(texts)]
        for key, texts in found.items()
    }
    return "\n".join(
        "\n    ".join([f"{key} = [", *(f"{text}," for text in texts)]) + "\n]"
        for key, texts in quoted.items()
    )


def pages() -> Iterator[tuple[str, set[str]]]:
    """Each kind of page, with the words that people typed in."""
    for world in WORLDS.values():
        before = transaction.savepoint()
        reader = Reader(BRACKETED)
        for kind in world(reader):  # type: ignore[arg-type]  # what it asks, a reader has too
            yield reader.reads(kind.address), typed()
        transaction.savepoint_rollback(before)


def typed() -> set[str]:
    """The words of all names, titles and notes."""
    fields = (
        *((Player, "name"), (Entry, "name"), (Club, "name"), (Event, "title"), (Series, "title")),
        *((User, "username"), (Announcement, "text"), (HouseRules, "name"), (Seat, "name")),
        *((Protest, "matter"), (Protest, "wanted"), (Protest, "reason")),
        *((Player, "home"), (Registration, "message"), (RegistrationTerms, "text")),
    )
    kept = [model._default_manager.values_list(name, flat=True) for model, name in fields]
    texts = [*NAMES, TITLE, *dates(), *(text for texts in kept for text in texts)]
    return {word for text in texts for word in WORD.findall(text)}


def dates() -> Iterator[str]:
    """The names of months and days: which month it is says nothing of the pages."""
    for language in ("en", BRACKETED):
        with override(language):
            for names in (MONTHS, MONTHS_AP, MONTHS_3, WEEKDAYS, WEEKDAYS_ABBR):
                yield from map(str, names.values())


def is_name(phrase: str, names: set[str]) -> bool:
    """Also where it was cut short, and where one stands beside the next."""
    return all(any(name.startswith(word) for name in names) for word in WORD.findall(phrase))
