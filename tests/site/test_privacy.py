"""The page about privacy, and what is kept no longer: one table says it and carries it out."""

from __future__ import annotations

import os
import re
import time
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from config.checks import nobody_answers
from project_tools.steps import ROOT
from project_tools.tidying import Tidier
from tests.tables.conftest import words_of
from tournaments.members.services import invite
from tournaments.models import Author, Club, EventUpload, Invitation, Role
from tournaments.site.retention import cookies, retention
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def page(stranger: Client) -> str:
    return words_of(stranger.get(reverse("privacy")))


def test_it_says_what_is_kept_and_how_long_and_every_cookie(stranger: Client) -> None:
    words = page(stranger)
    for each in retention():
        assert f"{each.what} {each.why}" in words
        assert f"{each.how_long} · {each.since}" in words or each.span is None
    for cookie in cookies():
        assert f"{cookie.name} {cookie.why} {cookie.how_long}" in words
    assert f'href="{reverse("privacy")}"' in stranger.get("/").content.decode()


@pytest.mark.parametrize("language", ["de", "et"])
def test_it_is_whole_in_each_language(stranger: Client, language: str) -> None:
    english = [str(text) for each in retention() for text in (each.what, each.why, each.since)]
    stranger.cookies[site.LANGUAGE_COOKIE_NAME] = language
    words = page(stranger)
    assert [text for text in english if text in words] == []


def test_who_answers_for_it_is_said_or_missed(stranger: Client, settings: Settings) -> None:
    missing = "has not yet filled in who answers for it"
    assert missing in page(stranger)
    assert [each.id for each in nobody_answers(None)] == ["sheepfold.W004"]
    settings.SHEEPFOLD_OPERATOR = "Card club, Sheep lane 1"
    assert missing in page(stranger)
    settings.SHEEPFOLD_CONTACT = "shepherd@cards.example"
    assert missing not in page(stranger)
    assert nobody_answers(None) == []
    html = stranger.get(reverse("privacy")).content.decode()
    assert '<a href="mailto:shepherd@cards.example">' in html
    assert "Card club, Sheep lane 1" in html
    settings.SHEEPFOLD_CONTACT = "https://cards.example/ask"
    html = stranger.get(reverse("privacy")).content.decode()
    assert '<a href="https://cards.example/ask">' in html
    settings.SHEEPFOLD_CONTACT = "javascript:alert(1)"
    assert '<a href="javascript' not in stranger.get(reverse("privacy")).content.decode()


def test_the_book_for_operators_has_the_same_table() -> None:
    text = (ROOT / "docs" / "operators.md").read_text()
    table = text.partition("| what is kept | so long | from when on |\n| --- | --- | --- |\n")[2]
    rows = table.partition("\n\n")[0].splitlines()
    assert rows == [
        f"| {each.what} | {each.how_long or '–'} | {each.since} |" for each in retention()
    ]


def test_no_cookie_is_set_of_which_the_page_does_not_tell(
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
