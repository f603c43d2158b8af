"""Two hundred phones and two directors at once; and proof that the test can fail."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from random import Random
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from formats.event import EventSettings
from tests.events.conftest import FormReader, arrive
from tests.events.making import create_event
from tests.events.states import drawn
from tournaments.events.draw.services.tables import open_tables, write_secret
from tournaments.events.results.services import totals
from tournaments.events.results.services.results import result_differences
from tournaments.models import (
    Author,
    Club,
    Entry,
    Event,
    EventChange,
    EventTable,
    Hand,
    HandVersion,
    Membership,
    Result,
    Round,
    Table,
    TotalsVersion,
)
from tournaments.records.services.counting import check_club
from tournaments.tables.services import hands
from tournaments.tables.services.hands import differences

# The stories compare what is stored themselves, and then throw the results away.
pytestmark = [pytest.mark.alone, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]

TABLES, KEYED, LATE = 50, 10, 10
AT_ONCE = 64


class Press(NamedTuple):
    """A form that somebody sends: whose browser, where to, what."""

    user: User | None
    address: str
    form: dict[str, str]


def all_at_once(presses: list[Press]) -> list[int]:
    """Send every form, many at the same moment; the answers' status."""

    def send(press: Press) -> int:
        try:
            client = Client(raise_request_exception=False)
            if press.user:
                client.force_login(press.user)
            return client.post(press.address, press.form).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(send, presses))


@pytest.fixture
def evening(transactional_db: None) -> Iterator[tuple[Round, list[User]]]:
    """Sixty tables in their first round, two directors, and ten who have yet to arrive."""
    club = Club.objects.create(name="The large hall")
    directors = [User.objects.create_user(name) for name in ("Dora", "Emil")]
    for user in directors:
        Membership.objects.create(club=club, user=user)
    event = create_event(
        club=club,
        title="Thursday cup",
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings(hands=8),
        by=Author(directors[0], "Dora"),
        submission=uuid4(),
    )
    seated = arrive(event, 4 * (TABLES + KEYED))
    Entry.objects.bulk_create(Entry(event=event, name=f"Late {n}") for n in range(LATE))
    numbers = [entry.number for entry in seated]
    played = Round.objects.create(
        event=event,
        number=1,
        draw="manual",
        hands=8,
        **drawn(),
        plan={"tables": [numbers[n : n + 4] for n in range(0, len(numbers), 4)], "out": []},
    )
    with transaction.atomic():
        open_tables(played)
    yield played, directors
    Result.objects.all().delete()


def phones_at(place: EventTable) -> list[Press]:
    """Four phones at a table: one saves a hand, its form goes out twice more on bad Wi-Fi, and a
    second scorer saves another hand made from the same sheet."""
    secret = write_secret(place)
    page = Client().get(f"/t/{secret}/").content.decode()
    address = reverse("record_hand", args=[secret])
    form = FormReader(page).sent_to(address) | {"picker": "1", "picker_points": "75"}
    other = form | {"submission": str(uuid4()), "picker": "2", "picker_points": "61"}
    return [Press(None, address, sent) for sent in (form, form, other, form)]


def both_key(place: EventTable, directors: list[User]) -> list[Press]:
    """Both directors have the same sheet in hand, and read it differently."""
    address = reverse("keying", args=[place.round.event_id])
    common = {"table": str(place.number), "seen_version": "0", "hands": "8"}
    read = ({"points-0": "9", "points-1": "-9"}, {"points-0": "6", "points-1": "-6"})
    return [
        Press(
            user,
            address,
            common
            | {"submission": str(uuid4()), "points-2": "0", "points-3": "0", "is_sure": "on"}
            | figures,
        )
        for user, figures in zip(directors, read, strict=True)
    ]


def both_let_in(event: Event, directors: list[User]) -> list[Press]:
    """Both directors see the same people come, and each presses twice."""
    address = reverse("check_in", args=[event.pk])
    waiting = Entry.objects.filter(event=event, status=Entry.REGISTERED)
    presses = []
    for entry in waiting:
        for user in directors:
            form = {"entry": str(entry.pk), "deed": "here", "seen_version": "0"}
            form["submission"] = str(uuid4())
            presses += [Press(user, address, form)] * 2
    return presses


def answers_by_sheet(presses: list[Press], statuses: list[int]) -> dict[str, list[tuple[int, ...]]]:
    """For each sheet (or person at the door) how each form was answered: however often it was sent,
    with one status."""
    found: dict[str, dict[str, set[int]]] = {}
    for press, status in zip(presses, statuses, strict=True):
        about = press.form.get("table") or press.form.get("entry", "")
        which = "" if "entry" in press.form else press.form["submission"]
        found.setdefault(f"{press.address} {about}", {}).setdefault(which, set()).add(status)
    return {where: [tuple(sorted(s)) for s in each.values()] for where, each in found.items()}


def test_nothing_is_lost_and_nothing_doubled(evening: tuple[Round, list[User]]) -> None:
    played, directors = evening
    places = list(played.tables.select_related("round__event"))
    phones = list(chain.from_iterable(phones_at(place) for place in places[:TABLES]))
    keying = list(chain.from_iterable(both_key(place, directors) for place in places[TABLES:]))
    door = both_let_in(played.event, directors)
    sent = [*phones, *keying, *door]
    Random(1).shuffle(sent)
    answers = answers_by_sheet(sent, all_at_once(sent))
    assert set(chain.from_iterable(answers.values())) == {(302,), (409,)}
    assert all(sorted(each) == [(302,), (409,)] for each in answers.values() if len(each) == 2)
    assert sum(len(each) == 2 for each in answers.values()) == TABLES + KEYED

    assert Hand.objects.count() == HandVersion.objects.count() == TABLES
    assert TotalsVersion.objects.count() == KEYED
    late = Entry.objects.filter(event=played.event, name__startswith="Late")
    assert set(late.values_list("status", flat=True)) == {Entry.HERE}
    numbers = played.event.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 4 * (TABLES + KEYED) + LATE + 1))
    event = Event.objects.get(pk=played.event_id)
    deeds = EventChange.objects.filter(event=event).exclude(kind="made")
    assert event.version == deeds.count() == KEYED + LATE
    for table in Table.objects.all():
        assert not differences(table)
        assert not result_differences(table)
    assert not check_club(Club.objects.get(), mend=False)
    assert sum(Result.objects.values_list("points", flat=True)) == 0


@pytest.fixture
def unprotected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks whether a sheet has moved since the form was made."""
    monkeypatch.setattr(hands, "_check_unmoved", lambda table, seen_version: None)
    monkeypatch.setattr(totals, "_check_unmoved", lambda latest, seen_number: None)


def test_control_without_the_protection_both_scorers_write_the_same_hand(
    evening: tuple[Round, list[User]], unprotected: None
) -> None:
    played, directors = evening
    places = list(played.tables.select_related("round__event"))
    phones = list(chain.from_iterable(phones_at(place) for place in places[:5]))
    all_at_once(phones)
    assert Hand.objects.count() > 5
    statuses = all_at_once(both_key(places[-1], directors))
    assert 409 not in statuses
