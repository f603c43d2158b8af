"""Every page of an event on a phone and on large screens, with the longest names and figures."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from formats.event import EventSettings
from tests.browser.evening import PEOPLE, Device
from tests.browser.looks import goes_live_in_its_place, is_open_to_everybody, is_within
from tests.events.conftest import arrive
from tests.events.making import create_event
from tests.events.played import keys, plays, starts
from tests.events.results.sheets import WON, at
from tests.tables.conftest import Visitor
from tests.tables.test_taken_back import changes_links
from tournaments.models import Author, Club, Entry, Event, Membership, Player, Table
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)
TITLE = "Autumn cup of all card rooms between the two rivers"


@pytest.fixture
def event(db: None) -> Event:
    """Round 1 closed, in round 2 one sheet is in; the longest names, totals of five digits."""
    user = User.objects.create_user("Dora")
    club = Club.objects.create(name="Card room of the lower river", is_public=True)
    Membership.objects.create(club=club, user=user)
    by = Author(user, "Dora", "")
    event = create_event(
        club=club,
        title=TITLE,
        ruleset="sheepshead4-cutthroat",
        settings=EventSettings(rounds=3, hands=4, fee=10, minutes=60),
        by=by,
        submission=uuid4(),
    )
    event.published_at = event.starts_at = event.made_at
    event.save()
    for entry, name in zip(arrive(event, 28), LONG * 2, strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name)
        Player.objects.filter(memberships__entry=entry).update(name=name)
    plays(event, by)
    keys(starts(event, by, 2).tables.get(number=1), by, 99_999, -33_333, -33_333, -33_333)
    event.refresh_from_db()
    return event


@pytest.fixture
def director(event: Event, phone: Device) -> Device:
    """The phone of whoever directs the event."""
    client = Client()
    client.force_login(User.objects.get(username="Dora"))
    [cookie] = client.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    return phone


def test_a_sum_is_red_whether_it_is_too_large_or_too_small(director: Device, event: Event) -> None:
    director.opens(reverse("keying", args=[event.pk]) + "?table=2")
    first, *others = director.page.locator("[data-points]").all()
    for box in others:
        box.fill("-3")
    shown = director.page.locator("[data-sum]")
    seen: dict[str, str] = {}
    for typed, total, said in (
        ("9", "0", "comes to nothing"),
        ("10", "1", "too many"),
        ("8", "−1", "too few"),
        ("9", "0", "comes to nothing"),
    ):
        first.fill(typed)
        expect(shown).to_have_text(total)
        expect(director.page.locator("[data-sum-words]")).to_have_text(said)
        colour = shown.evaluate("it => getComputedStyle(it).color")
        assert seen.setdefault(said, colour) == colour
    assert seen["too many"] == seen["too few"] != seen["comes to nothing"]


def test_a_sheet_on_which_only_good_points_are_written(director: Device, event: Event) -> None:
    place = event.rounds.get(number=2).tables.get(number=1)
    this = Event.objects.filter(pk=event.pk)
    this.update(settings=event.settings | {"only_good": True})
    director.opens(reverse("key_points", args=[event.pk, place.pk]))
    for box in director.page.locator(".desk-plus tbody tr").first.locator("input").all()[:4]:
        box.fill("777")  # nobody wins against nobody
    director.page.get_by_role("button", name="Only check them").click()
    expect(director.page.get_by_role("alert").first).to_be_visible()
    is_open_to_everybody(director)
    this.update(settings=event.settings)


def test_whether_a_page_is_live_moves_nothing(director: Device, event: Event) -> None:
    director.page.set_viewport_size({"width": 320, "height": 700})
    for name in ("event", "event_seats", "desk", "event_tables"):
        goes_live_in_its_place(director, reverse(name, args=[event.pk]))


@pytest.fixture
def narrowest(director: Device) -> Device:
    director.page.set_viewport_size({"width": 320, "height": 700})
    return director


def test_corrections_on_the_narrowest_phone(narrowest: Device, event: Event) -> None:
    place = event.rounds.get(number=2).tables.get(number=3)
    phone = at(place)
    for _hand in range(2):
        phone.enters(**WON)
    phone.corrects(1, picker_points=91)
    for name, args in (("event_tables", ()), ("desk_table", (place.pk,))):
        narrowest.opens(reverse(name, args=[event.pk, *args]))
        expect(narrowest.page.get_by_text("1 correction").first).to_be_visible()
        is_within(narrowest)
    narrowest.opens(reverse("event_entry", args=[event.pk, 1]))
    expect(narrowest.page.get_by_text("In the record book")).to_be_visible()
    is_within(narrowest)


def test_a_pasted_list_on_the_narrowest_phone(narrowest: Device, event: Event) -> None:
    narrowest.opens(reverse("paste_entries", args=[event.pk]))
    narrowest.page.locator("#id_text").fill(f"{LONG[0][::-1]};{LONG[1]}\n{LONG[2]}\nTotal; 120")
    narrowest.page.get_by_role("button", name="Look at it").click()
    expect(narrowest.page.get_by_role("button", name="It is a person")).to_be_visible()
    expect(narrowest.page.get_by_text("Is it the same person?").first).to_be_visible()
    is_within(narrowest)


def test_a_form_sent_otherwise_on_the_narrowest_phone(narrowest: Device, event: Event) -> None:
    page, number = narrowest.page, str(uuid4())
    for note in LONG[:2]:
        narrowest.opens(reverse("cash", args=[event.pk]))
        form = page.locator("form").filter(has=page.locator('[name="line-note"]'))
        form.locator('[name="submission"]').evaluate("(it, number) => it.value = number", number)
        form.locator('[name="line-kind"]').first.evaluate("(it) => it.click()")
        form.locator('[name="line-amount"]').fill("12.50")
        form.locator('[name="line-note"]').fill(note)
        form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Sent before")).to_be_visible()
    expect(page.get_by_text(LONG[0])).to_be_visible()
    is_within(narrowest)


def test_an_evening_taken_over_on_the_narrowest_phone(narrowest: Device, event: Event) -> None:
    opened = open_table(ruleset_key="sheepshead5-bump", options={}, names=LONG[:5])
    Table.objects.filter(pk=opened.table.pk).update(opened_by=User.objects.get(username="Dora"))
    thief = Visitor(opened.write_secret)
    thief.client.post(thief.address("me"), {"name": LONG[0]})
    changes_links(thief)
    for address in (reverse("opened"), reverse("take_back_by_account", args=[opened.table.pk])):
        narrowest.opens(address)
        expect(narrowest.page.get_by_text(LONG[0]).first).to_be_visible()
        is_within(narrowest)
