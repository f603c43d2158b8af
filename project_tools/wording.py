"""What a translation must keep of its message, and how each language words and writes things.

The words of a language stand in `locale/<language>/style.toml`. A translation that has a reason to
be different says so beside itself, in the catalogue: `# without: hand`. One of which the translator
was not sure says `# unsure`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from babel.messages import Message

from project_tools.messages import LOCALE

PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
NAMED = re.compile(r"%\(\w+\)s")
TAG = re.compile(r"<[^>]*>")
ENTITY = re.compile(r"&\w+;")
ENDINGS = {".": "a full stop", "?": "a full stop", ":": "a colon", "…": "an ellipsis"}
"""A sentence may become a question, and the other way round."""
EXCEPT = "without:"
UNSURE = "unsure"
"""What stands beside a translation: rules that it has a reason not to follow, or a doubt."""


class Rule(NamedTuple):
    """Where the English has `english`, the translation must have `says`, or must never."""

    name: str
    says: re.Pattern[str]
    english: re.Pattern[str]
    why: str = ""


class Style(NamedTuple):
    """How one language words things: what belongs to what, and what it never says."""

    words: tuple[Rule, ...]
    forbidden: tuple[Rule, ...]


@cache
def style_of(language: str) -> Style:
    """The rules of a language; a new one may have none yet."""
    path = LOCALE / language / "style.toml"
    known = tomllib.loads(path.read_text()) if path.exists() else {}
    words = rules(known.get("words", []), re.IGNORECASE)
    return Style(tuple(words), tuple(rules(known.get("forbidden", []))))


def rules(written: list[dict[str, str]], how: re.RegexFlag = re.NOFLAG) -> Iterator[Rule]:
    """The rules as the file has them; without `english`, one is for all messages."""
    for rule in written:
        english = re.compile(rule.get("english", ""), re.IGNORECASE)
        yield Rule(rule["name"], re.compile(rule["says"], how), english, rule.get("why", ""))


def faults(message: Message, language: str) -> Iterator[str]:
    """What is wrong with a translation, without the exceptions that are said beside it."""
    excepted = exceptions(message)
    for rule, why in all_faults(message, language):
        if rule not in excepted:
            yield f"{rule}: {why}"


def exceptions(message: Message) -> set[str]:
    """The rules that a translation has a reason not to follow."""
    said = [line.removeprefix(EXCEPT) for line in message.user_comments if line.startswith(EXCEPT)]
    return {name.strip() for line in said for name in line.split(",")}


def all_faults(message: Message, language: str) -> Iterator[tuple[str, str]]:
    """The rules that a translation does not follow, each with what it says instead."""
    style = style_of(language)
    for english, text in zip(forms(message.id), forms(message.string), strict=True):
        for name, of, why in KEPT:
            if of(english) != of(text):
                yield name, f"{why}: {text!r}"
        said, written = bare(english), NAMED.sub("%(x)s", TAG.sub("", text))
        for rule in style.words:
            if rule.english.search(said) and not rule.says.search(bare(text)):
                yield rule.name, f"{rule.says.pattern!r} is not in {text!r}"
        for rule in style.forbidden:
            if rule.english.search(said) and (found := rule.says.search(written)):
                yield rule.name, f"{rule.why} {found.group()!r} in {text!r}"


def forms(text: object) -> tuple[str, ...]:
    """The one form of a text, or its two."""
    return text if isinstance(text, tuple) else (str(text),)


def bare(text: str) -> str:
    """The words alone.

    >>> bare("<b>%(hands)s</b>&nbsp;hands")
    ' hands'
    """
    return ENTITY.sub(" ", TAG.sub("", PLACE.sub("", text)))


def places(text: str) -> set[str]:
    """What is filled in.

    >>> places("%(name)s: {} of %(name)s") == {"%(name)s", "{}"}
    True
    """
    return set(PLACE.findall(text))


def loose_signs(text: str) -> Counter[str]:
    """Signs of formats that belong to no place; the doubled one is a per cent sign.

    >>> loose_signs("100 %% of %(all)s, 5 % more")
    Counter({'%%': 1, '%': 1})
    """
    return Counter(re.findall(r"%%|[%{}]", PLACE.sub("", text)))


def ending(text: str) -> str | None:
    """How the text ends; what closes a quotation or a bracket does not count.

    >>> ending("Say <b>“Alone.”</b>"), ending("Points")
    ('a full stop', None)
    """
    return ENDINGS.get(TAG.sub("", text).rstrip("”“’) \n")[-1:])


def edges(text: str) -> tuple[int, str, str]:
    """Breaks of lines, and the white space around the text."""
    return text.count("\n"), text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


KEPT: tuple[tuple[str, Callable[[str], object], str], ...] = (
    ("places", places, "the places to be filled in differ"),
    ("signs", loose_signs, "the per cent signs or braces differ"),
    ("tags", lambda text: sorted(TAG.findall(text)), "the tags differ"),
    ("entities", lambda text: sorted(ENTITY.findall(text)), "spaces such as &nbsp; differ"),
    ("breaks", edges, "the breaks of lines, or the spaces around, differ"),
    ("ending", ending, "the last sign differs"),
)
"""What a translation must have as its message has it."""
