"""The account stays beside each deed of an event: without its user, elsewhere, and from before."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client

from tests.archive.archives import brought, forget_everything, taken
from tests.events.played import keys
from tests.events.results.sheets import WON, at, opens, table
from tests.tables.conftest import saved
from tournaments.common.history import Doer, doer_of
from tournaments.events.money.services import write_line
from tournaments.events.rulings.services import Outcome, Written, decide_protest, make_protest
from tournaments.models import Author, CashLine, Event, EventChange, HandVersion, TotalsVersion


def said_at(event: Event) -> list[Doer]:
    """Who did what there, row by row."""
    rows = [
        *event.changes.exclude(kind="brought_in").order_by("pk"),  # which no file has
        *event.cash.order_by("pk"),
        *TotalsVersion.objects.filter(event_table__round__event=event).order_by("pk"),
        *HandVersion.objects.filter(hand__table__event_table__round__event=event).order_by("pk"),
        *event.protests.order_by("pk"),
    ]
    decided = [doer_of(protest, "decided") for protest in event.protests.order_by("pk")]
    return [doer_of(row) for row in rows] + decided


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author, director: Client) -> Event:
    """A hand that somebody claims, one of a director, and what else a director writes down."""
    event: Event = new_event(entries=8, hands=4, rounds=2)
    first = opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    phone = at(table(first, 1))
    phone.client.post(phone.address("me"), {"name": "Anna 2"})
    assert saved(phone.enters(**WON))
    phone.client = director
    assert saved(phone.enters(**WON))
    keys(table(first, 2), by, 9, -3, -3, -3)
    write_line(
        event=event, line=CashLine(kind="in", amount=500, note="Change"), by=by, submission=uuid4()
    )
    written = Written(protester="Anna 2", matter="Revoked", wanted="Points")
    make_protest(event=event, written=written, by=by, submission=uuid4())
    decide_protest(
        protest=event.protests.get(),
        outcome=Outcome(decision="upheld", reason="Seen", decided_by="Otto"),
        seen_version=1,
        by=by,
        submission=uuid4(),
    )
    return event


def test_what_is_said_beside_each(event: Event) -> None:
    said = said_at(event)
    assert said.count(Doer("Anna 2")) == 1
    assert said.count(Doer("Otto", "Dora")) == 1  # another decided, as the director says
    assert set(said) == {Doer("Anna 2"), Doer("Otto", "Dora"), Doer(account="Dora")}


def test_it_stays_when_the_account_goes(event: Event) -> None:
    said = said_at(event)
    User.objects.all().delete()
    assert said_at(event) == said


def test_it_goes_with_the_event_and_comes_back(event: Event) -> None:
    said, raw = said_at(event), taken(event)
    forget_everything()
    User.objects.all().delete()
    assert said_at(brought(raw)) == said


def test_rows_from_before_name_the_account_that_they_kept_and_no_other(event: Event) -> None:
    EventChange.objects.update(account="")
    older = EventChange.objects.create(event=event, kind="made", event_version=1, who="Doris")
    filling = import_module("tournaments.migrations.0011_who_is_who_says")
    filling.keep_names(apps, None)
    older.refresh_from_db()
    assert doer_of(older) == Doer("Doris")
    others = event.changes.exclude(pk=older.pk)
    assert {doer_of(change) for change in others} == {Doer(account="Dora")}
