"""The record book and who is who, on a phone and on large screens, with names of forty letters."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scoring.ratings.synthetic import Assumed, synthetic_club
from tests.browser.evening import PEOPLE, Device
from tests.records.made_up_club import makes_up
from tests.records.seasons import plays, takes_in
from tests.records.small_club import FIRST, SASKOP, SECOND
from tournaments.models import Club, Membership, Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = (
    "Bartholomäus Obermeier-Hinterholzer jun.",
    "Donaudampfschifffahrtsgesellschaftskapit",
    *((name * 10)[:40] for name in PEOPLE[2:5]),
)
FIVE, FOUR, RATED = "sheepshead5-wikipedia", "saskop", "sheepshead4-cutthroat"
TEXT_USES = """() => {
    const boxes = [...document.querySelectorAll("main .paper, main .table")]
        .map((element) => element.getBoundingClientRect()).filter((box) => box.width);
    return (Math.max(...boxes.map((box) => box.right))
        - Math.min(...boxes.map((box) => box.left))) / innerWidth;
}"""
LABELLED = """() => [...document.querySelectorAll(".turned tbody td")]
    .filter((cell) => cell.checkVisibility() && cell.textContent.trim()
        && !cell.matches(":first-child"))
    .filter((cell) => ["none", "normal"].includes(getComputedStyle(cell, "::before").content))
    .map((cell) => cell.outerHTML)"""
BROKEN = """() => [...document.querySelectorAll("main tbody th a")]
    .filter((link) => link.textContent.includes(" ") || link.textContent.includes("-"))
    .filter((link) => link.scrollWidth > link.parentElement.clientWidth)
    .map((link) => link.textContent)"""
ASIDE = """() => new Set([...document.querySelectorAll(".columns > *")]
    .map((paper) => Math.round(paper.getBoundingClientRect().left))).size"""


@pytest.fixture
def club(db: None) -> Club:
    """Three years of evenings, two games, and a third that everybody is rated in."""
    club = Club.objects.create(name="Card room of the lower river", is_public=True)
    Membership.objects.create(club=club, user=User.objects.create_user("Dora"))
    takes_in(club, *LONG)
    for year in (2024, 2025, 2026):
        for week in range(2):
            on = date(year, 11, 5) + timedelta(weeks=week)
            plays(club, FIVE, LONG, [*FIRST, *SECOND] * 2, on=on)
    plays(club, FOUR, LONG[:4], SASKOP, on=date(2026, 11, 19))
    makes_up(club, RATED, synthetic_club(4, Assumed(people=12, nights=9)))
    return club


@pytest.fixture
def director(club: Club, phone: Device) -> Device:
    """The phone of whoever directs the club."""
    client = Client()
    client.force_login(User.objects.get(username="Dora"))
    [cookie] = client.cookies.values()
    phone.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": phone.site.url}])
    return phone


def address(club: Club, name: str, *who: str) -> str:
    keys = [Player.objects.get(name=one).pk for one in who]
    return reverse(name, args=[club.pk, *keys])


def test_every_figure_of_a_row_has_its_name_on_a_phone(phone: Device, club: Club) -> None:
    for where in (
        address(club, "record_players"),
        address(club, "record_player", LONG[0]) + f"?ruleset={FIVE}",
        address(club, "record_pairs") + f"?ruleset={FIVE}",
    ):
        phone.opens(where)
        assert not phone.page.evaluate(LABELLED), where
        assert not phone.page.evaluate(BROKEN), where


def test_a_player_s_page_fills_a_screen(phone: Device, club: Club) -> None:
    """One column on a phone, two on a laptop, three on a large screen."""
    phone.opens(address(club, "record_player", LONG[0]) + f"?ruleset={FIVE}")
    for width, columns in ((390, 1), (1280, 2), (1920, 3)):
        phone.page.set_viewport_size({"width": width, "height": 900})
        assert phone.page.evaluate(ASIDE) == columns, width
    assert phone.page.evaluate(TEXT_USES) >= 0.85
    for name in ("record_book", "record_players", "record_ratings"):
        phone.opens(address(club, name))
        assert phone.page.evaluate(TEXT_USES) >= 0.85, name


def test_words_of_a_chart_keep_their_size(phone: Device, club: Club) -> None:
    phone.opens(address(club, "record_player", LONG[0]) + f"?ruleset={FIVE}")
    words = phone.page.locator(".chart-labels text:visible")
    for width in (320, 1920):
        phone.page.set_viewport_size({"width": width, "height": 900})
        heights = words.evaluate_all("all => all.map((it) => it.getBoundingClientRect().height)")
        assert heights
        assert all(12 <= height <= 20 for height in heights), (width, heights)


def test_whoever_is_typed_is_found_among_the_players(director: Device, club: Club) -> None:
    director.opens(address(club, "players"))
    director.page.get_by_label("Name or where from").press_sequentially("donau")
    expect(director.page.locator("#found tbody th")).to_have_text([LONG[1]])
    assert not director.said, director.said
