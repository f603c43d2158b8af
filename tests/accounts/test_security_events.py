"""Signing in, and what cannot be undone, is written down with the deed and said in the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone, translation

from accounts.events import Kind, line_of, note
from accounts.models import SecurityEvent
from accounts.saying import kept_what
from tests.events.played import starts
from tests.events.states import final
from tournaments.common.actions import Refused
from tournaments.events.draw.services.rounds import renew_codes
from tournaments.events.standings.services import reopen_final
from tournaments.models import Author, Club, Event, Player
from tournaments.people.services.erasing import erase
from tournaments.people.services.people import merge, unmerge
from tournaments.site.services import add_director

pytestmark = pytest.mark.django_db


def lines() -> list[tuple[str, str, str, str]]:
    """What is written down, the oldest first: what was done, by whom, where, and to what."""
    events = SecurityEvent.objects.order_by("pk")
    return [(each.kind, each.account_name, each.club_name, each.what_said()) for each in events]


def test_what_cannot_be_undone_with_people(club: Club, by: Author) -> None:
    anna, anne = (Player.objects.create(club=club, name=name) for name in ("Anna", "Anne"))
    deed: dict[str, Any] = {"player": anna, "by": by}
    merge(**deed, into=anne, submission=uuid4())
    unmerge(**deed, submission=uuid4())
    again = uuid4()
    for _twice in range(2):
        erase(**deed, typed="Anna", reason="Anna asked", submission=again)
    with pytest.raises(Refused):
        erase(player=anne, by=by, typed="Anna", reason="asked", submission=uuid4())
    where = ("Dora", "Skat room")
    assert lines() == [
        ("merged", *where, f"player {anna.pk} into player {anne.pk}"),
        ("unmerged", *where, f"player {anna.pk} out of player {anne.pk}"),
        ("erased", *where, f"player {anna.pk}"),
    ]


def test_new_codes_and_an_opened_final_list(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, rounds=1)
    starts(event, by)
    for table in (1, None):
        renew_codes(event=event, number=1, table=table, by=by, submission=uuid4())
    Event.objects.filter(pk=event.pk).update(**final())
    reopen_final(event=event, reason="a sheet was found", by=by, submission=uuid4())
    where = ("Dora", "Skat room")
    assert lines() == [
        ("new_codes", *where, f"event {event.pk}, round 1, table 1"),
        ("new_codes", *where, f"event {event.pk}, round 1"),
        ("reopened", *where, f"event {event.pk}"),
    ]


def test_whoever_becomes_a_director(db: None) -> None:
    for name in ("Skat room", "Harbour", "Harbour"):
        add_director(club_name=name, name="Emma", password="seven wet umbrellas")
    assert lines() == [
        ("directs", "Emma", "Skat room", "a new account"),
        ("directs", "Emma", "Harbour", ""),
    ]


@pytest.mark.one_database
def test_a_copy_of_the_database(transactional_db: None, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path), stdout=StringIO())
    (copy,) = tmp_path.glob("*-backup.*")
    assert lines() == [("backup", "", "", copy.name)]


@pytest.mark.django_db(transaction=True)
def test_the_log_says_it_when_it_is_kept_and_not_before(caplog: pytest.LogCaptureFixture) -> None:
    dora = User.objects.create_user("Dora")
    caplog.set_level(logging.INFO, "sheepfold.security")
    with transaction.atomic():
        note(Kind.SIGN_OUT, account=dora)
        transaction.set_rollback(True)
    assert lines() == []
    assert not caplog.records
    with transaction.atomic():
        event = note(Kind.SIGN_IN, account=dora, network="192.0.2.7")
        assert not caplog.records
    (line,) = caplog.messages
    said = json.loads(line)
    assert said.pop("at") == event.at.isoformat(timespec="milliseconds")
    assert said == {"kind": "sign_in", "account": "Dora", "network": event.network[:12]}
    assert "192.0.2" not in line + event.network


def test_the_log_speaks_english(db: None) -> None:
    with translation.override("de"):
        event = note(Kind.REFUSED, what=kept_what("unknown name"))
        assert event.what_said() == "ein Name, den hier niemand hat"
        assert json.loads(line_of(event))["what"] == "a name that nobody has here"


def test_the_line_outlives_the_account(db: None) -> None:
    dora = User.objects.create_user("Dora")
    note(Kind.SIGN_IN, account=dora)
    dora.delete()
    assert lines() == [("sign_in", "Dora", "", "")]


def test_it_is_kept_for_four_hundred_days(db: None) -> None:
    for days, what in ((1, "old"), (-1, "young")):
        event = note(Kind.BACKUP, what=what)
        event.at = timezone.now() - timedelta(days=400 + days)
        event.save()
    call_command("tidy", stdout=StringIO())
    assert lines() == [("backup", "", "", "young")]
