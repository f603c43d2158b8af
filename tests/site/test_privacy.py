"""What is kept no longer: one table says it and carries it out."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from project_tools.steps import ROOT
from tournaments.members.services import invite
from tournaments.models import Author, Club, EventUpload, Invitation, Role
from tournaments.site.retention import cookies, retention

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
