"""A migration that forbids rows names those that are there, and changes nothing until none is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounts.adding_constraints import broken_rows
from tests.operating.installed import Installation, new_installation
from tests.operating.steps import GOES_TO
from tournaments.models import Club, Player

pytestmark = pytest.mark.django_db

BREAKS = """
import django; django.setup()
from tournaments.models import Hand, Player
Hand.objects.filter(pk__in=Hand.objects.order_by("pk").values("pk")[:12]).update(version=0)
Player.objects.filter(pk=Player.objects.latest("pk").pk).update(shown="seldom")
print(*Hand.objects.filter(version=0).order_by("pk").values_list("pk", flat=True)[:10], sep=", ")
print(Player.objects.latest("pk").pk)
"""

LISTS = """
import django; django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from tournaments.models import Hand
applied = {name for app, name in MigrationRecorder(connection).applied_migrations()}
print("0016_what_is_allowed" in applied, Hand.objects.filter(version=0).count())
"""

MENDS = """
import django; django.setup()
from tournaments.models import Hand, Player
Hand.objects.filter(version=0).update(version=1)
Player.objects.filter(shown="seldom").update(shown="hidden")
"""

WRITES = """
import django; django.setup()
from tournaments.models import Hand
Hand.objects.update(version=0)
"""


@pytest.fixture
def old(left: Installation, tmp_path: Path) -> Iterator[Installation]:
    """A club that has played, as the last version left it that forbade nothing."""
    with new_installation(tmp_path, "broken", like=left) as made:
        made.runs("-c", GOES_TO, "0015")
        yield made


def test_rows_that_break_a_rule_are_named_and_the_update_waits_until_they_are_mended(
    old: Installation,
) -> None:
    hands, player = old.runs("-c", BREAKS).splitlines()
    refused = old.process("manage.py", "migrate")
    assert refused.returncode == 1
    assert "There are rows in the database as none may be from this version on." in refused.stderr
    assert f"- tournaments_hand {hands} and 2 more: The version is 1 or more.\n" in refused.stderr
    said = f"- tournaments_player {player}: The shown is a word that nobody knows.\n"
    assert said in refused.stderr
    assert "There is a copy as it was before: " in refused.stderr
    assert "Traceback" not in refused.stderr
    assert old.runs("-c", LISTS) == "False 12\n"
    old.runs("-c", MENDS)
    assert "The database is up to date." in old.manages("migrate")
    assert old.runs("-c", LISTS) == "True 0\n"
    old.is_in_order()
    written = old.process("-c", WRITES)
    assert "IntegrityError" in written.stderr
    assert "hand_version_from_one" in written.stderr


@pytest.fixture
def people() -> list[Player]:
    """Twelve of one club, of whom the last two have a home."""
    club = Club.objects.create(name="Skat room")
    homes = [""] * 10 + ["Tartu", "Viljandi"]
    return [
        Player.objects.create(club=club, name=f"Anna {number}", home=home)
        for number, home in enumerate(homes)
    ]


def named(constraint: CheckConstraint | UniqueConstraint) -> list[str]:
    """What is said of the players who break it."""
    return list(broken_rows(Player.objects.all(), constraint))


def test_rows_that_are_not_the_only_one_are_named(people: list[Player]) -> None:
    one_home = UniqueConstraint(
        fields=["club", "home"], name="one_home", violation_error_message="One is from there."
    )
    keys = ", ".join(str(player.pk) for player in people[:10])
    assert named(one_home) == [f"tournaments_player {keys}: One is from there."]
    with_home = UniqueConstraint(fields=["club"], condition=~Q(home=""), name="one_from_elsewhere")
    keys = ", ".join(str(player.pk) for player in people[10:])
    assert named(with_home)[0].startswith(f"tournaments_player {keys}: ")
    in_tartu = UniqueConstraint(fields=["club"], condition=Q(home="Tartu"), name="one_from_tartu")
    assert named(in_tartu) == []


def test_what_is_empty_breaks_no_rule_about_its_size(people: list[Player]) -> None:
    merged = CheckConstraint(condition=Q(merged_into__gte=10**9), name="merged_into_a_late_one")
    assert named(merged) == []
    Player.objects.filter(pk=people[3].pk).update(merged_into=people[0])
    assert named(merged)[0].startswith(f"tournaments_player {people[3].pk}: ")
