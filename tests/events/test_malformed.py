"""Whatever is sent to any address of the site: it is answered with a sentence, and does no harm.

Every field of every form is spoilt by itself, the others are as they stand on the page. Each gets
a zero character and some of the other ways, in turn; all of them are sent to all fields where
SHEEPFOLD_MALFORMED=all stands in the environment, which takes an hour or more.
"""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from zlib import crc32

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, reverse

from tests.answers import Answer
from tests.events.malformed import (
    TEXTS,
    Box,
    Form,
    Part,
    Walk,
    in_turn,
    name_of,
    quoted,
    read_by_hand,
)
from tests.events.stage import Stage
from tests.tables.conftest import Director, words_of
from tournaments.common.actions import Refused
from tournaments.events.results.views import tables
from tournaments.models import Club, Event
from tournaments.urls import ROOMS, urlpatterns

pytestmark = [pytest.mark.made_up, pytest.mark.postgresql]

IS_ALL = os.environ.get("SHEEPFOLD_MALFORMED") == "all"
SOME = 100 if IS_ALL else 1
"""How many ways, beside a zero character, each field is spoilt in."""

SMALL = 25
"""Fields of a form from which on each is spoilt in one way, and once for all pages that have it."""

ANSWERS = {200, 302, 400, 404, 409, 413, 415, 422, 429}
SENTENCE = re.compile(r"[A-ZÀ-Ž“][^.?!]{8,}[.?!]")
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(\w+)"')
KEPT_ALL_THE_SAME = {"django_session", "accounts_signintry", "accounts_securityevent"}
"""Who was here, and that a password was wrong, is kept also of what is refused."""

HUBS = ("desk", "door", "desk_table", "prizes", "cash", "series_desk", "record_person", "clock")
"""Pages with forms that are answered elsewhere."""


@pytest.fixture
def stage(new_event: Callable[..., Event]) -> Stage:
    return Stage(new_event(entries=8, ruleset="sheepshead4-cutthroat", hands=4, rounds=2))


class Attack:
    """Sends one request after the other to the same state, and notes what must not be."""

    def __init__(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        self.client, self.caplog = client, caplog
        client.raise_request_exception = False
        self.faults: list[str] = []
        self.sent = self.done = 0

    def post(self, form: Form, parts: list[Part], what: str) -> None:
        about = f"{name_of(form.address)}, {what}"
        self._judge(about, lambda: form.sent_by(self.client, parts))

    def get(self, path: str, field: str, value: bytes, what: str) -> None:
        about = f"{name_of(path)}?{field}, {what}"
        self._judge(about, lambda: self.client.get(path, QUERY_STRING=f"{field}={quoted(value)}"))

    def _judge(self, about: str, ask: Callable[[], Answer]) -> None:
        self.caplog.clear()
        cookies, before = copy.deepcopy(self.client.cookies), transaction.savepoint()
        with writing() as written:
            answer = ask()
        after = {table: rows_of(table) for table in written if answer.status_code >= 400}
        transaction.savepoint_rollback(before)
        connection.needs_rollback = False
        self.client.cookies = cookies
        self.sent += 1
        self.done += answer.status_code == 302
        if answer.status_code not in ANSWERS:
            self.faults.append(f"{about}: {answer.status_code}")
        elif answer.status_code >= 400 and not SENTENCE.search(words_of(answer)):
            self.faults.append(f"{about}: {answer.status_code} without a sentence")
        if len(self.caplog.records) > 1:
            self.faults.append(f"{about}: {len(self.caplog.records)} lines in the log")
        self.faults += [
            f"{about}: refused, and {table} is another"
            for table, rows in after.items()
            if rows != rows_of(table)
        ]


@contextmanager
def writing() -> Iterator[set[str]]:
    """The tables of the database that are written to meanwhile."""
    tables: set[str] = set()

    def note(execute: Callable[..., object], sql: str, *more: object) -> object:
        if (found := WRITES.match(sql)) and found[1] not in KEPT_ALL_THE_SAME:
            tables.add(found[1])
        return execute(sql, *more)

    with connection.execute_wrapper(note):
        yield tables


def rows_of(table: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')
        return list(cursor.fetchall())


def taken_posts(client: Client, patterns: list[URLPattern], at: dict[str, str]) -> list[URLPattern]:
    """Those of the addresses that forms are sent to."""
    found = []
    for pattern in patterns:
        before, cookies = transaction.savepoint(), copy.deepcopy(client.cookies)
        if client.post(at[str(pattern.name)], {}).status_code != 405:
            found.append(pattern)
        transaction.savepoint_rollback(before)
        client.cookies = cookies
    return found


@pytest.fixture
def at(stage: Stage, director: Client) -> dict[str, str]:
    """Every address by its name; those of a table are of one that the director has opened."""
    own = Director()
    own.client = director
    own.opens("sheepshead5-bump", "Anna", "Ben", "Cora", "Dirk", "Eva")
    own.enters(picker=2, partner=4, picker_points=75)
    known = {str(pattern.name): stage.address(pattern) for pattern in urlpatterns}
    for pattern in ROOMS["tables"]:
        names = pattern.pattern.converters
        if "secret" in names:
            args = {"secret": own.secret, "number": 1}
            known[str(pattern.name)] = reverse(
                str(pattern.name), kwargs={n: args[n] for n in names}
            )
    return known


@pytest.mark.parametrize("room", ROOMS)
def test_no_field_of_any_form_or_address_does_harm(
    room: str, at: dict[str, str], director: Client, caplog: pytest.LogCaptureFixture
) -> None:
    patterns = ROOMS[room]
    names = {str(pattern.name) for pattern in patterns}
    walk = Walk(director, [at[name] for name in (*names, *HUBS)], names)
    attack = Attack(director, caplog)
    forms = [form for form in walk.forms.values() if name_of(form.address) in names]
    on_pages = {name_of(form.address) for form in forms}
    for pattern in taken_posts(director, patterns, at):
        fields, _asked = read_by_hand(pattern.callback)
        if pattern.name not in on_pages:
            boxes = [Box(field, "text", "Abc") for field in sorted(fields)]
            hidden = [Box("submission", "hidden", ""), Box("seen_version", "hidden", "0")]
            forms.append(Form(at[str(pattern.name)], (*boxes, *hidden)))
    spoilt_before: set[tuple[str, str]] = set()
    for form in forms:
        attack.post(form, form.parts(), "as it stands")
        is_small = len(form.names) < SMALL or IS_ALL
        for name in form.names:
            if not is_small and (name_of(form.address), name) in spoilt_before:
                continue
            spoilt_before.add((name_of(form.address), name))
            some = SOME if is_small else 0
            for what, parts in in_turn(form, name, some):
                attack.post(form, parts, f"{name}: {what}")
    for pattern in patterns:
        path = at[str(pattern.name)]
        if director.get(path).status_code == 405 or path.startswith("/live/"):
            continue
        _fields, asked = read_by_hand(pattern.callback)
        texts = [(what, text) for what, text in TEXTS.items() if len(text) < 6_000]
        for field in sorted(walk.asked.get(path, set()) | asked):
            start = crc32(f"{path} {field}".encode()) % len(texts)
            for what, text in [texts[0], *islice(cycle(texts), start, start + min(SOME, 20))]:
                attack.get(path, field, text, what)
    assert attack.sent > len(patterns)
    assert attack.faults == []


def test_a_form_without_its_boundary_is_refused(
    at: dict[str, str], director: Client, caplog: pytest.LogCaptureFixture
) -> None:
    attack = Attack(director, caplog)
    for pattern in taken_posts(director, urlpatterns, at):
        address = at[str(pattern.name)]
        answer = director.post(address, b"--x\r\n", content_type="multipart/form-data")
        assert 400 <= answer.status_code < 500, address
        assert SENTENCE.search(words_of(answer)), address
    assert attack.faults == []


@pytest.fixture
def note(at: dict[str, str], director: Client) -> Form:
    """The form for a note about a table."""
    page = at["desk_table"]
    forms = Walk(director, [page], ()).forms.values()
    return next(form for form in forms if name_of(form.address) == "mark_table")


def test_a_view_that_fails_is_noticed(
    note: Form, director: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(posted: dict[str, str]) -> str:
        if "\0" in posted["reason"]:
            raise ZeroDivisionError
        return posted["reason"]

    attack = Attack(director, caplog)
    monkeypatch.setattr(tables, "typed_reason", fails)
    for what, parts in in_turn(note, "reason", 0):
        attack.post(note, parts, what)
    assert attack.faults == ["mark_table, a zero character: 500"]


def test_a_refusal_that_has_changed_something_is_noticed(
    note: Form, director: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changes(posted: dict[str, str]) -> str:
        Club.objects.create(name="Nobody's")
        raise Refused("It cannot be done today.")

    attack = Attack(director, caplog)
    monkeypatch.setattr(tables, "typed_reason", changes)
    attack.post(note, note.parts(), "as it stands")
    assert attack.faults == ["mark_table, as it stands: refused, and tournaments_club is another"]
    assert not Club.objects.filter(name="Nobody's").exists()
