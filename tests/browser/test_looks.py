"""Every page of a table on a phone and on large screens, with the longest names and figures."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.evening import PAIRS, PEOPLE, Device, Sheet
from tests.browser.event_day import PROJECTOR
from tests.browser.looks import (
    excludes_nobody,
    is_open_to_everybody,
    is_read_from_afar,
    is_sound,
    is_whole,
    is_within,
    is_within_large_screens,
    small_targets,
)
from tests.events.conftest import arrive
from tests.events.played import keys, plays, starts
from tournaments.formats.settings import EventSettings
from tournaments.models import Actor, By, Club, ClubDirector, Entry, Event, Player
from tournaments.services.changes import end_evening
from tournaments.services.events.events import create_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = tuple((name * 10)[:40] for name in PEOPLE)
WON = {"picker": 1, "partner": 2, "result": "won", "dealer": 0}
LEASTER = {"picker": None, "card_points": [40, 30, 20, 19, 11], "dealer": 0}
PUBLIC = (
    "/open/",
    "/open/sheepshead5-bump/?players=6",
    "/open/saskop/",
    "/import/",
    "/words/",
    "/count/",
    "/count/?count_aces=3&count=yes",
)
WATCHED = ("", "screen/", "print/", "pays/", "hands/1/")
WRITTEN = (*WATCHED, "people/", "links/", "end/", "adjust/", "hands/2/correct/", "?saved=2")


def six(names: tuple[str, ...] = PEOPLE, players: int = 6) -> Sheet:
    """A table of six with a hand of each kind and totals of five digits."""
    sheet = Sheet("sheepshead5-bump", names[:players], cracking="recrack", blitzing=True)
    brought = {"adjustment": [99_999, -99_999] * (players // 2), "reason": "Brought along"}
    return sheet.saved(brought, WON, LEASTER)


def games_of_saskop(names: tuple[str, ...], games: int) -> Sheet:
    """A table of two pairs with so many finished games and one that is being played."""
    won = {"makers": 0, "trump": "diamonds", "card_points": [61, 59]}
    lost = {"makers": 1, "trump": "clubs", "result": "lost"}
    swept = {"makers": 1, "trump": "spades", "result": "won_schwarz"}
    sheet = Sheet("saskop", names)
    for number in range(games):
        sheet.saved(*([swept] if number % 2 else [won, lost, won, lost]))
    return sheet.saved(won, {"makers": None, "card_points": [50, 70]})


def looks_at(device: Device, address: str) -> None:
    device.opens(address)
    if device.root.count():
        device.is_live()


@pytest.mark.parametrize("address", PUBLIC)
def test_pages_for_everybody(phone: Device, address: str):
    looks_at(phone, address)
    is_sound(phone)
    is_within_large_screens(phone)


def test_pages_of_whoever_watches(phone: Device):
    sheet = six()
    for page in WATCHED:
        looks_at(phone, sheet.watch + page)
        is_sound(phone)
        is_whole(phone)
        is_within_large_screens(phone)


def test_pages_of_whoever_writes(phone: Device):
    sheet = six()
    for page in WRITTEN:
        looks_at(phone, sheet.write + page)
        is_sound(phone)
        is_within_large_screens(phone)


def test_pages_of_two_pairs(phone: Device):
    sheet = games_of_saskop(PAIRS, 2)
    for page in (*WATCHED, "people/"):
        looks_at(phone, sheet.write + page)
        is_sound(phone)
        is_whole(phone)


def test_an_empty_and_an_ended_sheet(phone: Device):
    sheet = Sheet("sheepshead5-bump", PEOPLE[:6])
    looks_at(phone, sheet.watch)
    is_sound(phone)
    sheet.saved(WON)
    end_evening(table=sheet.table, by=Actor(), submission=uuid4())
    for address in (sheet.watch, sheet.write, f"{sheet.write}pays/", f"{sheet.write}screen/"):
        looks_at(phone, address)
        is_sound(phone)
        is_within_large_screens(phone)


def test_what_is_wrong_is_sound_too(phone: Device):
    sheet = six()
    looks_at(phone, sheet.write)
    phone.page.get_by_role("button", name="Save hand").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Nothing was saved yet")
    phone.said.clear()  # the browser itself notes the answer 422
    is_sound(phone)
    phone.chooses("Picker", "Cora")
    sheet.saved(WON)
    phone.page.get_by_role("button", name="Save hand").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("Your hand is not saved yet")
    phone.said.clear()  # 409
    is_sound(phone)


def test_two_versions_of_a_hand(phone: Device, other: Device):
    sheet = six(LONG)
    for device in (phone, other):
        device.opens(f"{sheet.write}hands/2/correct/")
        device.chooses("Result", "Lost" if device is phone else "Won, schneider")
    phone.page.get_by_role("button", name="Save the correction").click()
    phone.reads("Hand 2 is corrected.")
    other.page.get_by_role("button", name="Save the correction").click()
    expect(other.page.get_by_role("heading", name=re.compile("which one counts"))).to_be_visible()
    other.said.clear()  # 409
    is_sound(other)
    is_within_large_screens(other)


def test_the_longest_names_and_figures(phone: Device):
    for sheet in (six(LONG), six(LONG, 8), games_of_saskop(LONG[:4], 2)):
        pages = [sheet.write + page for page in (*WRITTEN, "hands/2/") if page != "print/"]
        for address in (sheet.watch, *pages):
            looks_at(phone, address)
            is_within(phone)
            is_whole(phone)
            is_within_large_screens(phone)


def test_everything_to_tap_is_as_large_as_a_thumb(phone: Device):
    sheet = six()
    for page in ("", "?saved=2", "people/", "links/", "hands/2/", "hands/2/correct/", "adjust/"):
        looks_at(phone, sheet.write + page)
        for details in phone.page.locator("main summary").all():
            details.click()
        assert small_targets(phone) == [], page


def test_the_form_for_each_kind_of_hand(phone: Device):
    looks_at(phone, six().write)
    phone.chooses("Picker", "Everybody passed")
    expect(phone.question("Card points")).to_be_visible()
    expect(phone.question("Partner")).to_be_hidden()
    is_sound(phone)
    phone.chooses("Picker", "Cora")
    expect(phone.question("Card points")).to_be_hidden()
    for details in phone.page.locator("main summary").all():
        details.click()
    is_sound(phone)


def pages_of_paper(device: Device) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", device.page.pdf(format="A4")))


@pytest.mark.parametrize("hands", [14, 60])
def test_a_printed_sheet_is_one_page(phone: Device, hands: int):
    sheet = Sheet("sheepshead5-bump", LONG[:6]).saved(*[WON, LEASTER] * (hands // 2))
    looks_at(phone, f"{sheet.watch}print/")
    expect(phone.page.locator(".paper-sheet tbody tr")).to_have_count(hands)
    assert pages_of_paper(phone) == 1


SCREENS = {
    "eight": lambda: six(PEOPLE, 8).saved(*[WON] * 20),
    "eight with long names": lambda: six(LONG, 8),
    "four games of saskop": lambda: games_of_saskop(PAIRS, 4),
    "eight games of saskop": lambda: games_of_saskop(PAIRS, 8),
    "four games, long names": lambda: games_of_saskop(LONG[:4], 4),
}


@pytest.mark.parametrize("what", SCREENS)
def test_the_view_across_the_room_needs_no_scrolling(phone: Device, what: str):
    sheet = SCREENS[what]()
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    looks_at(phone, f"{sheet.watch}screen/")
    is_within(phone)
    is_whole(phone)
    excludes_nobody(phone)
    assert phone.page.evaluate("document.documentElement.scrollHeight") <= 1080


TITLE = "Autumn cup of all card rooms between the two rivers"
EVERYBODYS = ("event", "event_seats", "event_rules")
DESK = (
    *("desk", "door", "new_entry", "paste_entries", "rounds", "keying", "event_tables"),
    *("event_settings", "publish_event", "clock", "announce", "history", "lock_final"),
)
ROUND = ("round", "repair_round", "round_lists", "round_cards", "close_round")
CLUB = ("club", "new_event", "players", "new_player", "paste_players")


@pytest.fixture
def event(db: None) -> Event:
    """Round 1 closed, in round 2 one sheet is in; the longest names, totals of five digits."""
    user = User.objects.create_user("Dora")
    club = Club.objects.create(name="Card room of the lower river", is_public=True)
    ClubDirector.objects.create(club=club, user=user)
    by = By(user, "Dora", "")
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


def looks_open(device: Device, name: str, *args: object, more: str = "") -> None:
    device.opens(reverse(name, args=args) + more)
    is_open_to_everybody(device)
    assert not device.said, device.said


def test_pages_of_an_event_for_everybody(phone: Device, event: Event):
    looks_open(phone, "events")
    looks_open(phone, "sign_in")
    for name in EVERYBODYS:
        looks_open(phone, name, event.pk)
    looks_open(phone, "event_seats", event.pk, more="?q=1")
    looks_open(phone, "event_entry", event.pk, 1)


def test_pages_of_the_desk(director: Device, event: Event):
    place = event.rounds.get(number=2).tables.get(number=1)
    for name in DESK:
        looks_open(director, name, event.pk)
    for name in ROUND:
        looks_open(director, name, event.pk, 2)
    looks_open(director, "keying", event.pk, more="?table=2")
    looks_open(director, "desk_table", event.pk, place.pk)
    looks_open(director, "entry_form", event.pk, event.entries.get(number=1).pk)


def test_pages_of_a_club(director: Device, event: Event):
    for name in CLUB:
        looks_open(director, name, event.club_id)
    looks_open(director, "set_up_event", event.club_id, "schafkopfrennen")


def test_an_event_on_the_wall(phone: Device, event: Event):
    phone.page.set_viewport_size(PROJECTOR)
    for mode in ("standings", "seats", "tables", "clock"):
        phone.opens(f"/e/{event.pk}/screen/?mode={mode}")
        is_read_from_afar(phone)
        is_within(phone)
