"""What is kept no longer: one table says it and carries it out."""

from __future__ import annotations

import os
import re
import time
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from project_tools.steps import ROOT
from project_tools.tidying import Tidier
from tournaments.members.services import invite
from tournaments.models import Author, Club, EventUpload, Invitation, Role
from tournaments.site.retention import cookies, retention
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def test_the_book_for_operators_has_the_same_table() -> None:
    text = (ROOT / "docs" / "operators.md").read_text()
    table = text.partition("| what is kept | so long | from when on |\n| --- | --- | --- |\n")[2]
    rows = table.partition("\n\n")[0].splitlines()
    assert rows == [
        f"| {each.what} | {each.how_long or '–'} | {each.since} |" for each in retention()
    ]


def test_no_cookie_is_set_of_which_the_table_does_not_tell(
    stranger: Client, director: Client, club: Club
) -> None:
    """Whatever the program calls a cookie of its own."""
    named = set()
    for room in ("accounts", "config", "tournaments"):
        for path in (ROOT / room).rglob("*.py"):
            named |= set(re.findall(r"COOKIE_PREFIX\}(sheepfold_\w+)", path.read_text()))
    assert len(named) > 8
    assert named == {cookie.name.removeprefix("__Host-") for cookie in cookies()}


def test_what_has_had_its_time_goes_and_nothing_else(club: Club, by: Author) -> None:
    assert by.user is not None
    for age in (13, 15):
        made, _secret = invite(club, Role.DIRECTOR, by=by, submission=uuid4())
        Invitation.objects.filter(pk=made.pk).update(made_at=timezone.now() - age * DAY)
    for hours in (23, 25):
        upload = EventUpload.objects.create(club=club, user=by.user)
        made_at = timezone.now() - timedelta(hours=hours)
        EventUpload.objects.filter(pk=upload.pk).update(made_at=made_at)
    call_command("tidy")
    assert [round((timezone.now() - each.made_at) / DAY) for each in Invitation.objects.all()] == [
        13
    ]
    assert EventUpload.objects.count() == 1


def test_a_server_does_it_once_a_day(settings: Settings, tmp_path: Path) -> None:
    settings.SHEEPFOLD_VAR = tmp_path
    tidier = Tidier()

    def empty_tables() -> int:
        table = open_table(ruleset_key="sheepshead3-coins", options={}, names=("A", "B", "C")).table
        before = timezone.now() - 4 * DAY
        type(table).objects.filter(pk=table.pk).update(opened_at=before)
        tidier.tidy_if_due()
        return type(table).objects.count()

    assert empty_tables() == 0
    assert tidier.done_at() is not None
    assert empty_tables() == 1  # not yet again
    yesterday = time.time() - 25 * 3600
    os.utime(tmp_path / "tidied", (yesterday, yesterday))
    assert empty_tables() == 2  # this process has tried today
    tidier._tried_at = float("-inf")
    assert empty_tables() == 0
