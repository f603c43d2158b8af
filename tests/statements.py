"""Of the tests on SQLite those that together send every statement to PostgreSQL as well.

What PostgreSQL does otherwise with a statement, it does each time. So the tests on SQLite note what
each of them sends (`--note-statements FOLDER`), and on PostgreSQL run as few of them as send it all
(`--each-statement FOLDER`). What is about values, locks or several at once is marked `postgresql`
or `alone`, and runs there in any case.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

SENT = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")
VALUES = re.compile(r"\(%s(?:, %s)*\)(?:, \(%s(?:, %s)*\))*")
NUMBERS = re.compile(r"\d+")
A_TEST = 30
"""What it costs to run a test, in statements."""

Statements = dict[str, tuple[int, set[int]]]
"""By test: how many statements it sends, and which."""


@cache
def shape_of(sql: str) -> int | None:
    """A statement without how many values it is about; None for what is none, as a savepoint.

    >>> shape_of("SELECT a FROM b WHERE c IN (%s, %s) LIMIT 21") == shape_of(
    ...     "SELECT a FROM b WHERE c IN (%s) LIMIT 1"
    ... )
    True
    >>> shape_of("SAVEPOINT x1")
    """
    if not sql.lstrip(" (").startswith(SENT):
        return None
    return crc32(NUMBERS.sub("0", VALUES.sub("(%s)", sql)).encode())


def chosen(found: Mapping[str, tuple[int, set[int]]]) -> set[str]:
    """Tests that send together what all of them send, with few statements.

    Always the one next that sends the most that is new for what it costs.

    >>> few = {"a": (5, {1, 2}), "b": (6, {1, 2, 3}), "c": (900, {1, 2, 3, 4}), "d": (9, {4})}
    >>> sorted(chosen(few))
    ['b', 'd']
    """
    missing = set[int]().union(*(shapes for _sent, shapes in found.values()))

    def place(name: str) -> tuple[float, str]:
        sent, shapes = found[name]
        return -len(shapes & missing) / (A_TEST + sent), name

    taken: set[str] = set()
    waiting = sorted(map(place, found))
    while missing:
        # What a test sends that is new only gets less: whoever is still first now is the best.
        best = heappop(waiting)[1]
        if waiting and place(best) > waiting[0]:
            heappush(waiting, place(best))
            continue
        taken.add(best)
        missing -= found[best][1]
    return taken


class Notes:
    """Notes what each test sends, on every connection that is opened from now on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = ""
        self.sent: Counter[str] = Counter()
        self.shapes: dict[str, set[int]] = {}
        connection_created.connect(self._notes, weak=False)

    def _notes(self, connection: BaseDatabaseWrapper, **_more: object) -> None:
        if self._note not in connection.execute_wrappers:
            connection.execute_wrappers.append(self._note)

    def _note(self, execute: Callable[..., Any], sql: Any, *more: Any) -> Any:
        shape = shape_of(sql) if isinstance(sql, str) else None
        if shape is not None and self.now:
            self.sent[self.now] += 1
            self.shapes[self.now].add(shape)
        return execute(sql, *more)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self.now = item.nodeid
        self.shapes.setdefault(self.now, set())
        try:
            return (yield)
        finally:
            self.now = ""

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        worker = getattr(session.config, "workerinput", {}).get("workerid", "one")
        found = {name: [self.sent[name], sorted(each)] for name, each in self.shapes.items()}
        (self.folder / f"{worker}.json").write_text(json.dumps(found))


def noted(folder: Path) -> Statements:
    """What the tests of the run before have noted; nothing where none did."""
    return {
        name: (sent, set(shapes))
        for path in folder.glob("*.json")
        for name, (sent, shapes) in json.loads(path.read_text()).items()
    }


class EachStatement:
    """Runs only those tests that are chosen, and all of which nothing is known."""

    def __init__(self, folder: Path) -> None:
        self.statements = noted(folder)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        known = {item.nodeid for item in items} & self.statements.keys()
        left_out = known - chosen({name: self.statements[name] for name in known})
        if left_out:
            config.hook.pytest_deselected(items=[one for one in items if one.nodeid in left_out])
            items[:] = [one for one in items if one.nodeid not in left_out]


def configure(config: pytest.Config) -> None:
    """Take in what the command line says."""
    if folder := config.getoption("--note-statements"):
        config.pluginmanager.register(Notes(Path(folder)))
    if folder := config.getoption("--each-statement"):
        config.pluginmanager.register(EachStatement(Path(folder)))
