"""A club moves from a file of SQLite to PostgreSQL and back, with all it has, or not at all."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any

import psycopg
import pytest
from django.db import connection

from config.in_use import held
from project_tools.management.commands.move_to import Command
from project_tools.moving import NotMoved, Sum
from project_tools.other_database import left_alone
from tests.operating.installed import Installation, address_of, new_database, on_file
from tests.operating.test_old_database import GIVES_OUT, left_by_the_first_version
from tests.serving import PATIENCE

pytestmark = pytest.mark.postgresql

GIVES_ALL_OUT = f"""{GIVES_OUT}
from io import BytesIO
from tournaments.archive.writing import write_event
for event in Event.objects.order_by("pk"):
    out = BytesIO()
    write_event(event, out)
    print(out.getvalue().decode())
"""

HAS_LOST_ONE = """
import django; django.setup()
from django.contrib.auth.models import Group
Group.objects.create(name="gone")
Group.objects.all().delete()
"""

MAKES_A_SHEET = """
import django; django.setup()
from uuid import uuid4
from tests.tables.test_recompute import a_table
from tournaments.models import Author
from tournaments.tables.services.hands import record_hand
record = {"picker": 0, "picker_points": 75}
record_hand(table=a_table("sheepshead3-coins", 3), record=record, by=Author(), submission=uuid4())
"""

NEXT_ONE = """
import django; django.setup()
from django.contrib.auth.models import Group
print(Group.objects.create(name="next").pk)
Group.objects.all().delete()
"""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of an empty database of PostgreSQL."""
    with new_database("elsewhere") as name:
        yield address_of(name)


def given_out(club: Installation) -> tuple[Any, str]:
    """Each sheet and standing, and the file of each event, to the byte.

    Only the names in a sheet's record have another order, which PostgreSQL does not keep.
    """
    sheets_and_standings, files = club.runs("-c", GIVES_ALL_OUT).split("\n", 1)
    found = json.loads(sheets_and_standings)
    for sheet in found["sheets"].values():
        sheet["json"] = json.loads(sheet["json"])
    return found, files


def tables_of(address: str) -> list[str]:
    """What is in a database of PostgreSQL."""
    with psycopg.connect(address) as there:
        found = there.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return [name for (name,) in found]


@pytest.fixture(scope="module")
def up_to_date(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo club of the first version with events, brought up to date."""
    folder = left_by_the_first_version(tmp_path_factory.mktemp("club")).parent
    on_file(folder).manages("migrate", "--verbosity=0")
    return folder


@pytest.fixture
def club(up_to_date: Path, tmp_path: Path) -> Installation:
    """A test's own."""
    return on_file(tmp_path, like=up_to_date)


def test_a_club_moves_to_postgresql_and_back(
    club: Installation, tmp_path: Path, elsewhere: str
) -> None:
    club.runs("-c", HAS_LOST_ONE)
    before = given_out(club)
    said = club.manages("move_to", elsewhere)
    assert "tournaments_hand: 341 rows, the same" in said
    assert "rows: each value is the same." in said
    assert said.count("in order") == 7
    there = Installation(tmp_path, elsewhere)
    assert given_out(there) == before
    file = tmp_path / "back" / "club.sqlite3"
    again = there.manages("move_to", f"sqlite:///{file}")
    sums = re.compile(r"\w+: [\d,]+ rows, the same \(sum \w+\)")
    assert len(sums.findall(said)) > 20
    assert sums.findall(again) == sums.findall(said)
    back = Installation(tmp_path, f"sqlite:///{file}")
    assert given_out(back) == before
    assert there.runs("-c", NEXT_ONE) == back.runs("-c", NEXT_ONE) == "2\n"
    assert sorted(path.name for path in file.parent.iterdir()) == ["club.sqlite3"]


@pytest.mark.parametrize(
    "point",
    [
        'CREATE TABLE "tournaments_hand"',
        "Copying:",
        'INSERT INTO "tournaments_hand"',
        "the same (sum",
        "stored points against a replay: in order",
    ],
)
def test_a_move_that_is_killed_leaves_the_other_database_empty(
    small: Installation, elsewhere: str, point: str
) -> None:
    small.dies(point, "move_to", elsewhere)
    deadline = time.monotonic() + PATIENCE
    while tables_of(elsewhere):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture(scope="module")
def with_a_sheet(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Path:
    """One sheet with one hand."""
    folder = tmp_path_factory.mktemp("small")
    on_file(folder, like=empty_database.parent).runs("-c", MAKES_A_SHEET)
    return folder


@pytest.fixture
def small(with_a_sheet: Path, tmp_path: Path) -> Installation:
    """A test's own."""
    return on_file(tmp_path, like=with_a_sheet)


def writes(club: Installation, *statements: str) -> None:
    """Change the file as no page does it."""
    with closing(sqlite3.connect(club.folder / "sheepfold.sqlite3")) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()


def refused(club: Installation, address: str) -> str:
    """Why it does not move."""
    done = club.process("manage.py", "move_to", address)
    assert done.returncode == 1, done.stderr
    assert "Nothing was moved" in done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_has_no_room_in_postgresql_is_named_and_nothing_moved(
    small: Installation, elsewhere: str
) -> None:
    writes(
        small,
        "UPDATE tournaments_seat SET name = 'Be' || char(0) || 'rt' WHERE id = 2",
        "UPDATE tournaments_table SET title = printf('%.200c', 'x')",
        """UPDATE tournaments_table SET options = '{"a": ["\\ud800"]}'""",
        "UPDATE tournaments_handpoints SET points = 99999999999 WHERE id = 1",
        "UPDATE tournaments_handpoints SET points = 'points' WHERE id = 2",
    )
    said = refused(small, elsewhere)
    assert "tournaments_seat 2, name: text with the character NUL." in said
    assert "tournaments_table 1, title: a text of 200 characters where" in said
    assert "tournaments_table 1, options: text with half a character." in said
    assert "tournaments_handpoints 1, points: the number 99999999999, which" in said
    assert "tournaments_handpoints 2, points: text where a number belongs." in said
    assert tables_of(elsewhere) == []


def test_it_is_refused_where_something_is_or_a_server_runs(
    small: Installation, elsewhere: str, tmp_path: Path
) -> None:
    with psycopg.connect(elsewhere) as there:
        there.execute("CREATE TABLE one (number integer)")
    assert "something in the other database already" in refused(small, elsewhere)
    assert tables_of(elsewhere) == ["one"]
    with psycopg.connect(elsewhere) as there:
        there.execute("DROP TABLE one")
    with held(tmp_path / "sheepfold.sqlite3"):
        assert "A server runs on" in refused(small, elsewhere)
    assert "of the same kind" in refused(small, f"sqlite:///{tmp_path}/other.sqlite3")
    assert "Name a database such as" in refused(small, "nonsense")
    assert "does not exist" in refused(small, address_of("sheepfold_nowhere"))
    assert tables_of(elsewhere) == []


def test_a_copy_with_faults_is_moved_only_when_asked(small: Installation, elsewhere: str) -> None:
    writes(small, "UPDATE tournaments_handpoints SET points = 77 WHERE side = 0")
    assert "With --anyway it is moved as it is" in refused(small, elsewhere)
    assert tables_of(elsewhere) == []
    assert "stored 77" in small.manages("move_to", "--anyway", elsewhere)
    assert "tournaments_hand" in tables_of(elsewhere)


def test_what_is_not_the_same_in_the_end_is_not_kept() -> None:
    with pytest.raises(NotMoved, match="tournaments_hand is not the same: 2 rows"):
        Command().compare({"tournaments_hand": Sum(2, "a")}, {"tournaments_hand": Sum(2, "b")})


def is_alone(somebody: psycopg.Connection[Any]) -> None:
    """PostgreSQL takes a moment to notice that the process before has gone."""
    others = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    deadline = time.monotonic() + PATIENCE
    while somebody.execute(others).fetchone() != (0,):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_database_of_postgresql_on_which_somebody_works_is_not_moved(
    tmp_path: Path, elsewhere: str
) -> None:
    there = Installation(tmp_path, elsewhere)
    there.manages("migrate", "--verbosity=0")
    file = tmp_path / "club.sqlite3"
    with psycopg.connect(elsewhere, autocommit=True) as somebody:
        is_alone(somebody)
        done = there.process("manage.py", "move_to", f"sqlite:///{file}")
        assert "Something else is connected to the database (1): stop the servers" in done.stderr
        assert done.returncode == 1
    assert not list(tmp_path.glob("club*"))


def test_a_server_that_has_just_ended_is_waited_for(transactional_db: None) -> None:
    connection.ensure_connection()
    there = connection.connection.info
    leaving = psycopg.connect(there.dsn, password=there.password)
    ended = Timer(0.5, leaving.close)
    ended.start()
    with left_alone(), connection.cursor() as cursor:
        ended.join()
        cursor.execute("SHOW transaction_isolation")
        assert cursor.fetchone() == ("repeatable read",)
