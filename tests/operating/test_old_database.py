"""A database that an early version left starts by itself, and gives out what it gave out then.

`old/first_events.sql.gz` is the demo club as the first version with events made it, and
`old/first_events.json.gz` what that version gave out: each sheet in both formats, each standing.
"""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import connection

from project_tools.steps import ROOT
from scoring.figures import COUNTING
from tests.operating.installed import on_file, started
from tests.operating.steps import GOES_TO
from tournaments.common.listing import BYTE_ORDER_MARK
from tournaments.forgotten_columns import add_if_missing
from tournaments.models import Result, Round, Series

OLD = ROOT / "tests" / "operating" / "old"
OTHERWISE_TODAY = ("No.", "Why")
"""Hands that were withdrawn have no number any more, and a hand's sentence names who played."""

GIVES_OUT = """
import django; django.setup()
import json
from django.test import Client, RequestFactory
from tournaments.models import Event, Table, TableLink
from tournaments.tables.access import TableAccess
from tournaments.tables.views.tables import sheet_csv, sheet_json
request = RequestFactory().get("/")
sheets = {}
for table in Table.objects.all():
    access = TableAccess(table, link=TableLink(table=table))
    given = {"json": sheet_json(request, access), "csv": sheet_csv(request, access)}
    sheets[table.pk] = {name: answer.content.decode() for name, answer in given.items()}
visitor = Client(headers={"host": "localhost"})
standings = {
    key: visitor.get(f"/e/{key}/standing.csv").content.decode()
    for key in Event.objects.values_list("pk", flat=True)
}
print(json.dumps({"sheets": sheets, "standings": standings}))
"""

OWNS = """
import django; django.setup()
from tournaments.models import Membership
print(*Membership.objects.values_list("club__name", "user__username", "role", "until"))
"""


def left_by_the_first_version(folder: Path) -> Path:
    """The file of an installation as the first version with events left it."""
    path = folder / "sheepfold.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript(gzip.decompress((OLD / "first_events.sql.gz").read_bytes()).decode())
    return path


class UpToDate(NamedTuple):
    """An installation that was brought up to date, and what its start said."""

    folder: Path
    said: str


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> UpToDate:
    """The old one after its first start."""
    folder = left_by_the_first_version(tmp_path_factory.mktemp("old")).parent
    with started(folder) as (_address, said):
        return UpToDate(folder, said)


def old_columns(then: str, now: str, *otherwise: str) -> list[list[list[str]]]:
    """Of two files the columns of the first, but those that are otherwise on purpose."""
    files = [list(csv.reader(StringIO(text.lstrip(BYTE_ORDER_MARK)))) for text in (then, now)]
    names = [name for name in files[0][0] if name not in otherwise]
    return [[[row[first.index(name)] for name in names] for row in rows] for first, *rows in files]


@pytest.mark.one_database
def test_the_first_database_with_events_starts_and_gives_out_the_same(up_to_date: UpToDate) -> None:
    folder, said = up_to_date
    assert "it is at 0002_events" in said
    assert "A copy of it as it is now: " in said
    assert "58 sheets counted." in said
    (copy,) = (folder / "copies").iterdir()
    assert copy.name.endswith("-0002_events-counted-0.sqlite3")
    club = on_file(folder)
    club.is_in_order()
    assert club.runs("-c", OWNS) == "('Demo club', 'director', 'owner', None)\n"
    then: dict[str, Any] = json.loads(gzip.decompress((OLD / "first_events.json.gz").read_bytes()))
    now: dict[str, Any] = json.loads(club.runs("-c", GIVES_OUT))
    assert now["sheets"].keys() == then["sheets"].keys()
    for key, sheet in then["sheets"].items():
        assert now["sheets"][key]["json"] == sheet["json"]
        before, after = old_columns(sheet["csv"], now["sheets"][key]["csv"], *OTHERWISE_TODAY)
        assert after == before
    assert now["standings"].keys() == then["standings"].keys()
    for key, standing in then["standings"].items():
        before, after = old_columns(standing, now["standings"][key])
        # What decides between equals was given out only where it had to.
        pairs = zip(before, after, strict=True)
        given = [[new if old else "" for old, new in zip(*rows, strict=True)] for rows in pairs]
        assert given == before


@pytest.mark.one_database
def test_names_that_stand_where_numbers_belong_go_with_the_next_start(tmp_path: Path) -> None:
    file = left_by_the_first_version(tmp_path)
    old = on_file(tmp_path)
    old.runs("-c", GOES_TO, "0012")
    old.manages("migrate", "house")
    with closing(sqlite3.connect(file)) as held:
        held.execute("INSERT INTO house_upkeep (id, counting) VALUES (1, ?)", [COUNTING])
        held.execute("DELETE FROM django_migrations WHERE name = '0012_forgotten_columns'")
        held.execute("UPDATE tournaments_round SET version = 'version' WHERE id < 4")
        held.execute("UPDATE tournaments_round SET version = 7 WHERE id = 4")
        held.execute("UPDATE tournaments_result SET solos_played = 'solos_played' WHERE id < 3")
        held.commit()
    assert "Counting" not in old.manages("migrate")  # which would put the solos right as well
    with closing(sqlite3.connect(file)) as held:
        versions = held.execute("SELECT version FROM tournaments_round ORDER BY id").fetchall()
        solos = held.execute("SELECT solos_played FROM tournaments_result ORDER BY id").fetchall()
    assert versions[:5] == [(0,), (0,), (0,), (7,), (0,)]
    assert solos[:2] == [(None,), (None,)]


@pytest.mark.parametrize(
    ("model", "name"), [(Round, "version"), (Result, "solos_played"), (Series, "moved")]
)
def test_a_column_that_a_database_lacks_is_added_once(
    model: type[Result | Round | Series], name: str, transactional_db: None
) -> None:
    with connection.schema_editor() as editor:
        editor.remove_field(model, model._meta.get_field(name))  # type: ignore[arg-type]  # a column
    for _twice in range(2):
        with connection.schema_editor() as editor:
            step = add_if_missing(model.__name__, name)
            step.code(apps, editor)  # type: ignore[arg-type]  # what the models are now
    assert list(model.objects.values_list(name)) == []
