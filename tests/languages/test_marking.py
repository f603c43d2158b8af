"""Whatever is shown is marked so that it comes into the catalogue.

The crawl sees only what happens on its pages; here every line of the source is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple

from babel.messages import Catalog
from django.utils.functional import Promise

from formats.event import EventSettings
from formats.series import SeriesSettings
from project_tools.messages import CONTEXT, KEYWORDS, sources
from project_tools.steps import ROOT
from project_tools.wording import bare, forms
from scoring import RULESETS, HandProblem, replay
from scoring.tiebreaks import EVERY_KEY
from scoring.words import Sentence
from tests.scoring.test_vectors import CASES

SHOWN = {
    *("announced", "answer", "brief", "card", "card_text", "empty", "family", "label", "meaning"),
    *("name", "none", "note", "said", "summary", "unread", "what"),
}
"""What declared things call what they show."""
NOT_SHOWN = ("accounts/models.py", "config/", "tournaments/models/", "scoring/command.py")
"""Where sentences are for whoever keeps the site, or are rules of the database."""
LIMITS = {
    "marked in an f-string": 0,
    "variables that are translated": 10,
    "declared and not marked": 0,
    "sentences that are not marked": 13,
    "markers by another name": 0,
    "one word without help": 455,
}
"""How many there are; each may only fall."""


def is_at_most(figure: str, found: list[Any]) -> None:
    print(f"{figure}: {len(found)} (limit {LIMITS[figure]})")
    assert len(found) <= LIMITS[figure], found


class Call(NamedTuple):
    """A call that marks a message, with where it stands."""

    where: str
    context: str | None
    texts: tuple[ast.expr | None, ...]
    is_in_f_string: bool

    def literals(self) -> list[str]:
        return [found for text in self.texts if (found := literal(text)) is not None]


def literal(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None  # type: ignore[union-attr]


@cache
def trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text())
        for path in sources()
        if path.suffix == ".py"
    }


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


@cache
def marking_calls() -> list[Call]:
    """All calls of `_` and its cousins."""
    return [call for name, tree in trees().items() for call in calls_in(name, tree)]


def calls_in(name: str, tree: ast.Module) -> Iterator[Call]:
    f_strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    within = {id(node) for f_string in f_strings for node in ast.walk(f_string)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in KEYWORDS:
            arguments = KEYWORDS[called(node)] or (1,)
            given: dict[object, ast.expr] = dict(enumerate(node.args, start=1))
            texts = tuple(given.get(place) for place in arguments if place != CONTEXT)
            context = literal(given.get(1)) if CONTEXT in arguments else None
            yield Call(f"{name}:{node.lineno}", context, texts, id(node) in within)


def said(messages: Catalog) -> set[tuple[str | None, str]]:
    return {(each.context, text) for each in messages for text in forms(each.id) if each.id}


def test_every_text_that_is_marked_is_in_the_catalogue(messages: Catalog) -> None:
    """One within an f-string is not read on every version of Python."""
    known = said(messages)
    lost = [
        (call.where, text)
        for call in marking_calls()
        for text in call.literals()
        if (call.context, text) not in known and not call.is_in_f_string
    ]
    assert not lost


def test_nothing_is_marked_in_an_f_string() -> None:
    within = [call for call in marking_calls() if call.is_in_f_string and call.literals()]
    is_at_most("marked in an f-string", within)


def test_a_variable_that_is_translated_is_a_text_of_what_is_declared() -> None:
    """Whether such texts are marked is asked below; any other variable is in few places."""
    found = [
        (call.where, ast.unparse(text))
        for call in marking_calls()
        for text in call.texts
        if text is not None and literal(text) is None and not is_declared(text)
    ]
    is_at_most("variables that are translated", found)


def is_declared(node: ast.expr) -> bool:
    """`choice.label`, or a constant, or what stands in one."""
    if isinstance(node, ast.Attribute):
        return node.attr in SHOWN
    whole = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(whole, ast.Name) and whole.id.isupper()


def declared(thing: object, path: str) -> Iterator[tuple[str, str]]:
    """All texts that something declares to be shown, with where it is."""
    if isinstance(thing, (tuple, list)):
        for each in thing:
            yield from declared(each, path)
    elif is_dataclass(thing) or hasattr(thing, "_fields"):
        names = getattr(thing, "_fields", None) or [each.name for each in fields(thing)]  # type: ignore[arg-type]
        for name in names:
            value = getattr(thing, name)
            is_key = name == "name" and not hasattr(thing, "summary")
            if name in SHOWN and not is_key and isinstance(value, (str, Promise)) and value:
                yield f"{path}.{name}", str(value)
            yield from declared(value, f"{path}.{name}")


def test_what_is_declared_is_marked(messages: Catalog) -> None:
    texts = {text for _context, text in said(messages)}
    options = [*EventSettings.options().values(), *SeriesSettings.options().values()]
    things = [*RULESETS.values(), *EVERY_KEY.values(), *options]
    found = {shown for thing in things for shown in declared(thing, type(thing).__name__)}
    unmarked = [shown for shown in found if shown[1] not in texts and bare(shown[1])]
    is_at_most("declared and not marked", sorted(unmarked))


def templates(template: object) -> tuple[str, ...]:
    """The one of a sentence, or the two of one that counts."""
    return (template,) if isinstance(template, str) else tuple(template)[:2]  # type: ignore[arg-type]


def test_what_the_games_say_is_marked(messages: Catalog) -> None:
    texts = {text for _context, text in said(messages)}
    unmarked = set()
    for case in CASES:
        try:
            rows = replay(
                RULESETS[case["ruleset"]], case["options"], case["players"], case["hands"]
            ).rows
            sentences: list[Sentence] = [reason for row in rows for reason in row.reasons]
        except HandProblem as problem:
            sentences = [problem.text]
        unmarked |= {
            text for one in sentences for text in templates(one.template) if text not in texts
        }
    assert not unmarked


def test_markers_have_the_names_that_the_extraction_knows() -> None:
    renamed = [
        (name, alias.asname)
        for name, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in KEYWORDS and (alias.asname or alias.name) not in KEYWORDS
    ]
    is_at_most("markers by another name", renamed)


SENTENCE = re.compile(r"[A-Z“%].*\s.*[.?!]", re.DOTALL)


def test_sentences_are_marked() -> None:
    found = [
        f"{name}:{node.lineno}: {node.value!r}"
        for name, tree in trees().items()
        if not name.startswith(NOT_SHOWN) and not {"management", "migrations"} & {*name.split("/")}
        for node in unmarked(tree)
        if SENTENCE.fullmatch(str(node.value).strip())
    ]
    is_at_most("sentences that are not marked", found)


def unmarked(tree: ast.Module) -> Iterator[ast.Constant]:
    """The texts that no call marks, without those that say what the code does."""
    within = [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.Expr) and literal(node.value))
        or isinstance(node, ast.Assert)
        or (isinstance(node, ast.Call) and called(node) in KEYWORDS)
    ]
    known = {id(node) for outer in within for node in ast.walk(outer)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in known:
            yield node


def test_one_word_alone_says_in_a_context_or_a_comment_what_it_means(messages: Catalog) -> None:
    lonely = [
        str(each.id)
        for each in messages
        if isinstance(each.id, str)
        and re.fullmatch(r"\S*\w\S*", each.id)
        and not each.context
        and not each.auto_comments
    ]
    is_at_most("one word without help", lonely)
