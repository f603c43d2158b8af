"""A small event from the first tap to the final list: a laptop, two phones and a projector."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import CALM, PHONE, Device
from tests.browser.event_day import LAPTOP, PROJECTOR, Desk, Scorer, equals_a_recomputation
from tests.serving import Served
from tournaments.models import Club, Event, Membership, Round

pytestmark = [CALM, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn")
MORE = ("Gita", "Hans", "Irma", "Jana", "Karl", "Lena")
PASSWORD = "cards, beer and a pencil"


@pytest.fixture
def desk(new_context: CreateContextCallback, served: Served) -> Desk:
    club = Club.objects.create(name="Round table", is_public=True)
    user = User.objects.create_user("Dora", password=PASSWORD)
    Membership.objects.create(club=club, user=user)
    return Desk(new_context(viewport=LAPTOP), served)


@pytest.fixture
def phones(new_context: CreateContextCallback, served: Served) -> list[Scorer]:
    return [Scorer(new_context(viewport=PHONE), served) for _ in range(2)]


@pytest.fixture
def projector(new_context: CreateContextCallback, served: Served) -> Device:
    return Device(new_context(viewport=PROJECTOR), served)


def totals(event: Event) -> dict[str, int]:
    return {name: int(str(total)) for name, (_, total) in equals_a_recomputation(event).items()}


def test_a_day(desk: Desk, phones: list[Scorer], projector: Device) -> None:
    event = is_set_up(desk)
    projector.opens(f"/e/{event.pk}/screen/")
    everybody_arrives(desk, event)
    old_code = first_round(desk, phones, projector)
    after_one = totals(event)
    assert sum(after_one.values()) == 0
    leader = max(after_one, key=lambda name: after_one[name])
    expect(projector.page.get_by_text(leader).first).to_be_visible()

    one_comes_late_and_one_leaves(desk, event)
    a_sheet_was_wrong_all_the_same(desk, event, after_one)
    second_round(desk, phones[0], old_code)
    the_list_is_final(desk, event)

    best = min(final := equals_a_recomputation(event), key=lambda name: final[name][0])
    expect(projector.page.get_by_text(best).first).to_be_visible()
    spectator = phones[1]
    spectator.opens(f"/e/{event.pk}/")
    expect(spectator.page.locator("main")).to_contain_text("Final list")
    for device in (desk, *phones, projector):
        assert not [said for said in device.said if "Error" in said], device.said


def is_set_up(desk: Desk) -> Event:
    desk.signs_in("Dora", PASSWORD)
    desk.sets_up(
        "Autumn cup", Date="2026-11-28", Begins_at="19:00", Place="Upper hall", Hands_a_round="4"
    )
    desk.presses("Publish it")
    return Event.objects.get()


def everybody_arrives(desk: Desk, event: Event) -> None:
    desk.goes_to("Door")
    for name in (*PEOPLE, *MORE):
        desk.lets_in(name)
    assert event.entries.filter(status="here", is_paid=True).count() == 12


def first_round(desk: Desk, phones: list[Scorer], projector: Device) -> str:
    """Two tables by phone, one from paper; returns the address of the first table's code."""
    desk.draws(1)
    cards = [desk.card(1, table) for table in (1, 2)]
    first, second = phones
    first.opens(cards[0])
    first.plays(4, "Won")
    first.confirms()
    expect(projector.page.get_by_text("sheets entered: 1 of 3, confirmed: 1")).to_be_visible()
    second.opens(cards[1])
    second.plays(4, "Won, Schneider")
    second.confirms()
    # A minus was forgotten on the paper of table 3, and the desk says by how much.
    desk.keys(3, 14, 14, 6, -6)
    expect(desk.page.get_by_role("alert")).to_contain_text("28")
    desk.keys(3, 14, -14, 6, -6)
    desk.is_keyed(3)
    desk.closes(1)
    return cards[0]


def one_comes_late_and_one_leaves(desk: Desk, event: Event) -> None:
    desk.goes_to("Door")
    desk.lets_in("Mara")
    mara = event.entries.get(name="Mara")
    assert (mara.number, mara.first_round) == (13, 2)
    desk.taps_on(desk.page.get_by_role("button", name=re.compile("Has left.*Lena")))
    expect(desk.page.get_by_role("status").filter(has_text="Lena")).to_be_visible()
    desk.draws(2)
    drawn = Round.objects.get(number=2, state=Round.DRAWN)
    seated = {number for table in drawn.plan["tables"] for number in table}
    assert seated == set(range(1, 14)) - {12}


def a_sheet_was_wrong_all_the_same(desk: Desk, event: Event, before: dict[str, int]) -> None:
    """After the second draw: totals change, the draw stands, and the standing says so."""
    drawn = Round.objects.get(number=2).plan
    desk.keys(3, 10, -10, 6, -6, reason="Hand 4 was added twice", at_round=1)
    desk.is_keyed(3)
    changed = totals(event)
    assert sum(changed.values()) == 0
    assert sum(before[name] != changed[name] for name in before) == 2
    assert Round.objects.get(number=2).plan == drawn
    desk.page.goto(f"{desk.site.url}/e/{event.pk}/")
    expect(desk.page.locator("main")).to_contain_text("Corrected after the next draw")


def second_round(desk: Desk, phone: Scorer, old_code: str) -> None:
    """The codes of the first round write no more; those of the second do."""
    phone.opens(old_code)
    expect(phone.page.get_by_text("Save hand")).to_have_count(0)
    phone.opens(desk.card(2, 1))
    phone.plays(4, "Won")
    phone.confirms()
    desk.keys(2, 3, -3, 3, -3)
    desk.is_keyed(2)
    desk.keys(3, 9, -9, 0, 0)
    desk.is_keyed(3)
    desk.closes(2)


def the_list_is_final(desk: Desk, event: Event) -> None:
    desk.follows("To the final list")
    desk.presses(re.compile("^Lock"))
    event.refresh_from_db()
    assert (event.state, event.revision) == (Event.FINAL, 1)
