"""A new club, in German and without a shell: from an empty installation to the code at the door.

Whoever helps has a phone that runs no script. Thirty people register, and one of them is let in.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import CALM, PHONE, Device
from tests.events.registration.registering import own_address, registers
from tests.serving import Served
from tournaments.models import Club, Entry, Event, Membership, Registration

pytestmark = [
    CALM,
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(120),
]

PASSWORD = "sieben nasse Schirme"
HELPERS = {
    "Emil": "Einlass",
    "Frida": "Ergebnisse",
    "Gustav": "Kasse",
    "Hanna": "Prüfer",
    "Ida": "Chronik",
}
"""Who helps, and as what."""


def presses(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def signs(page: Page, name: str) -> None:
    page.get_by_label("Dein Name", exact=True).fill(name)
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_label("Passwort noch einmal", exact=True).fill(PASSWORD)


def founds(phone: Device) -> None:
    phone.opens("/")
    phone.follows("Erstes Konto anlegen")
    phone.page.get_by_label("Dein Verein", exact=True).fill("Kartenfreunde Unterer Regen")
    signs(phone.page, "Vera")
    phone.page.get_by_label("Alle dürfen zuschauen").check()
    presses(phone.page, "Konto und Verein anlegen")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Kartenfreunde Unterer Regen")


def invites(phone: Device, role: str) -> str:
    """The link that somebody is sent who is asked to help."""
    phone.opens(f"/clubs/{Club.objects.get().pk}/members/")
    phone.page.locator(f"label:has(b:text-is('{role}')) input").last.check()
    presses(phone.page, "Einladung erstellen")
    return phone.page.locator("#invitation-link").inner_text()


def joins(page: Page, link: str, name: str) -> None:
    page.goto(link)
    signs(page, name)
    presses(page, "Konto anlegen und beitreten")


def makes_an_event(phone: Device) -> Event:
    phone.opens(f"/clubs/{Club.objects.get().pk}/")
    phone.follows("Neues Turnier")
    phone.follows("Eigene Turnierform")
    phone.page.get_by_label("Titel", exact=True).fill("Preisschafkopf im Advent")
    phone.page.get_by_label("Datum", exact=True).fill("2026-12-05")
    phone.page.get_by_label("Beginn", exact=True).fill("19:30")
    phone.page.get_by_label("Ort", exact=True).fill("Gasthof Post")
    presses(phone.page, "Anlegen")
    event = Event.objects.get()
    phone.opens(f"/desk/{event.pk}/publish/")
    presses(phone.page, "Veröffentlichen")
    expect(phone.page.get_by_role("heading", name="Das Turnier ist öffentlich")).to_be_visible()
    return event


def test_from_an_empty_installation_to_the_code_at_the_door(
    new_context: CreateContextCallback, served: Served, settings: Settings
) -> None:
    settings.SHEEPFOLD_FIRST_CODE = "abcd-efgh-jkmn-pqrs"
    phone = Device(new_context(viewport=PHONE, locale="de-DE"), served)
    founds(phone)
    emil = new_context(viewport=PHONE, locale="de-DE", java_script_enabled=False).new_page()
    for name, role in HELPERS.items():
        page = emil
        if name != "Emil":
            page = new_context(viewport=PHONE, locale="de-DE", java_script_enabled=False).new_page()
        joins(page, invites(phone, role), name)
    assert Membership.objects.count() == 6

    event = makes_an_event(phone)
    phone.opens(f"/desk/{event.pk}/registration/")
    phone.page.get_by_label("Man meldet sich selbst an").check()
    phone.page.get_by_role("region", name="Wie man sich anmeldet").get_by_role(
        "button", name="Speichern"
    ).click()
    expect(phone.page.get_by_role("heading", name="Jeder kann sich jetzt anmelden")).to_be_visible()

    guest = new_context(viewport=PHONE, locale="de-DE", java_script_enabled=False).new_page()
    guest.goto(f"{served.url}/e/{event.pk}/register/")
    guest.get_by_label("Name", exact=True).fill("Bartholomäus Obermeier-Hinterholzer jun.")
    guest.get_by_label("Wohnort", exact=True).fill("Zwiesel")
    guest.wait_for_timeout(2_100)  # nobody reads it in less than two seconds
    presses(guest, "Anmelden")
    expect(guest.get_by_text("Du hast einen Platz.")).to_be_visible()
    for nth in range(29):
        own_address(registers(event, f"Anna {nth}", home="Regen"))
    assert event.entries.count() == 30

    # His own code is his own page; on the phone of whoever helps at the door it is a button.
    code = f"{served.url}/in/{guest.url.rstrip('/').rsplit('/', 1)[1]}/"
    guest.goto(code)
    expect(guest.get_by_text("Du hast einen Platz.")).to_be_visible()
    emil.goto(code)
    emil.locator("[name=deed][value=here]").click()
    entry = Entry.objects.get(registration=Registration.objects.earliest("pk"))
    assert (entry.status, entry.number) == (Entry.HERE, 1)
    change = event.changes.get(kind="arrived")
    assert change.account == "Emil"
    emil.goto(code)
    expect(emil.get_by_text(re.compile("Schon da seit .* Emil"))).to_be_visible()
    guest.goto(code)
    expect(guest.get_by_text("Du bist da. Deine Startnummer: 1")).to_be_visible()
    assert phone.said == []
