"""One command says of everything in a database whether it is in order."""

from __future__ import annotations

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from project_tools.models import Upkeep
from scoring.figures import COUNTING
from tests.operating.test_upgrading import a_year_of
from tests.tables.test_recompute import a_table
from tournaments.models import Author, Club, Hand, HandPoints, HandVersion, YearTally
from tournaments.tables.services.hands import record_hand

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def whole() -> None:
    """A database in order: a club's year, and a sheet of no club."""
    a_year_of(Club.objects.create(name="Skat room", is_public=True))
    Upkeep.objects.update_or_create(pk=1, defaults={"counting": COUNTING})
    hand = {"picker": 0, "picker_points": 75}
    table = a_table("sheepshead3-coins", 3)
    record_hand(table=table, record=hand, by=Author(), submission=uuid4())


def verifies() -> str:
    """What `verify` says."""
    out = StringIO()
    call_command("verify", stdout=out)
    return out.getvalue()


def finds() -> str:
    """What it says of a database that is not in order."""
    out = StringIO()
    with pytest.raises(CommandError, match="faults were found; nothing was changed"):
        call_command("verify", stdout=out)
    return out.getvalue()


def test_a_database_in_order_is_said_to_be_with_what_it_holds() -> None:
    said = verifies()
    assert said.count("in order") == 7
    holds = f"It holds: clubs 1, accounts 0, events 0, sheets 4, hands {Hand.objects.count()}."
    assert holds in said
    last = HandVersion.objects.latest("made_at", "pk").hand
    assert f" The last was saved on {last.versions.get().made_at:%Y-}" in said
    assert f"line {last.number} of sheet {last.table_id}." in said


def test_other_points_are_found() -> None:
    HandPoints.objects.filter(side=0).update(points=77)
    assert "side 0: stored 77, replayed" in finds()


def test_another_record_book_is_found() -> None:
    YearTally.objects.update(hands=99)
    assert "the record book: " in (said := finds())
    assert "stored points against a replay: in order" in said


def test_figures_of_another_version_are_found() -> None:
    Upkeep.objects.update(counting=COUNTING + 1)
    assert "counted by another version" in finds()


def test_a_missing_version_is_found() -> None:
    hand = Hand.objects.latest("pk")
    Hand.objects.filter(pk=hand.pk).update(version=2)
    assert f"table {hand.table_id}, hand {hand.number}: 1 of 2 versions" in finds()


def test_a_hand_that_the_rules_do_not_allow_is_found() -> None:
    version = HandVersion.objects.latest("pk")
    HandVersion.objects.filter(pk=version.pk).update(record={"picker": 9, "picker_points": 75})
    assert "the rules do not allow it" in finds()


@pytest.mark.one_database
def test_a_row_of_nothing_is_found() -> None:
    with connection.constraint_checks_disabled():
        row = HandPoints.objects.latest("pk")
        HandPoints.objects.filter(pk=row.pk).update(hand_id=987654)
        assert "987654" in finds()
    HandPoints.objects.filter(hand_id=987654).delete()


def test_a_database_of_an_older_program_is_found() -> None:
    done = MigrationRecorder.Migration.objects.filter(app="house")
    before = list(done)
    done.delete()
    try:
        assert "It is not that of this program: run migrate." in finds()
    finally:
        MigrationRecorder.Migration.objects.bulk_create(before)


@pytest.mark.one_database
def test_a_text_where_a_number_belongs_is_found() -> None:
    hand = Hand.objects.latest("pk")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_handpoints SET points = 'points' WHERE hand_id = %s", [hand.pk]
        )
    assert "tournaments_handpoints: points is no number in 3 rows." in finds()
