"""What an evening is told with: devices at a table, what is tapped on them and what they show."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, expect

from scoring import RULESETS, Replay, replay
from tests.serving import PATIENCE, Served
from tournaments.models import Author, Table
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import open_table, watch_secret

PHONE: ViewportSize = {"width": 390, "height": 844}
PAIRS = ("Mart", "Kati", "Jaan", "Liis")
PEOPLE = ("Anna", "Ben", "Cora", "Dirk", "Eva", "Finn", "Gita", "Hans")

# What the browser notes of an answer that a story asks for, at a time of its own; and htmx of words
# that were typed on before an answer was there. What fails has a line beside "htmx:afterRequest".
ASKED_FOR = (
    "status of 409",
    "status of 422",
    "ERR_INTERNET_DISCONNECTED",
    "htmx:sendAbort",
    "htmx:afterRequest",
    "Autofocus processing was blocked",  # whoever tapped before the page had come keeps the place
)

SHOWN_TOTALS = """() => [...document.querySelectorAll("tr.total td:not(.why)")].map(
    (cell) => Number(cell.firstChild.textContent.trim().replace("−", "-")))"""
SHOWN_GAMES = """() => [...document.querySelectorAll("tr.total td:not(.why)")].map(
    (cell) => Number(cell.querySelector(".games")?.lastChild.textContent ?? 0))"""


# Details open for the question of that name: its legend, or the label of its box.
OPENS = """(name) => [...document.querySelectorAll("details:not([open]) :is(legend, label)")]
    .filter((it) => it.textContent.trim() === name)
    .forEach((it) => { it.closest("details").open = true; })"""
OPENS_MORE = """(name) => [...document.querySelectorAll(".bar .more:not([open]) > ul a")]
    .filter((it) => it.textContent.trim() === name)
    .forEach((it) => { it.closest("details").open = true; })"""
ROWS = "#hand-form [id^=gets-]"
ROW_OF = """(name) => {
    const chip = [...document.querySelectorAll("#hand-form label[title]")]
        .find((it) => it.title === name);
    const row = [...chip.classList].find((it) => it.startsWith("at-"));
    const place = row ? document.querySelector(`.who-gets.${row}`) : chip;
    return place.querySelector("[id^=gets-]").id;
}"""

CALM = pytest.mark.browser_context_args(reduced_motion="reduce")
"""For stories of what is entered: what has just come is not painted for a second at each hand."""


class Device:
    """A page in a browser of its own; it counts taps and notes what the console says."""

    def __init__(self, context: BrowserContext, site: Served, url: str = "") -> None:
        """`url`: where it reaches the site, if not directly."""
        self.context = context
        self.site = site
        self.url = url or site.url
        self.page: Page = context.new_page()
        self.taps = 0
        self.said: list[str] = []
        self.asked_for = [*ASKED_FOR]
        self.page.on("console", lambda message: self.notes(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))

    def notes(self, words: str) -> None:
        if not any(asked_for in words for asked_for in self.asked_for):
            self.said.append(words)

    def notes_no(self, words: str) -> None:
        """What this story asks for besides."""
        self.asked_for.append(words)

    def opens(self, address: str = "/") -> None:
        self.page.goto(address if address.startswith("http") else self.url + address)

    def reads_in(self, language: str) -> None:
        """From the next page on, as if it had been chosen on this device."""
        known = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": self.site.url}
        self.context.add_cookies([known])  # type: ignore[list-item]  # as the browser has them

    def waits_until(self, script: str, *arg: object) -> None:
        """Until it is true in the page, asked from here: what a page asks itself again and again is
        an eval, which our policy refuses.
        """
        deadline = time.monotonic() + PATIENCE
        while not self.page.evaluate(script, *arg):
            assert time.monotonic() < deadline, f"never true: {script}"
            self.page.wait_for_timeout(20)

    def taps_on(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def question(self, name: str) -> Locator:
        """What is asked under that name; where it stands behind a word, that is opened."""
        self.page.evaluate(OPENS, name)
        return self.page.get_by_role("group", name=name, exact=True)

    def cannot_be_asked(self, name: str) -> None:
        """A question is in its place, and nothing of it can be tapped."""
        answers = self.question(name).locator("input")
        expect(answers.first).to_be_visible()
        for answer in answers.all():
            expect(answer).to_be_disabled()

    def chip(self, question: str, chip: str) -> Locator:
        return self.question(question).get_by_role("radio", name=chip, exact=True)

    def chooses(self, question: str, chip: str) -> None:
        self.taps_on(self.chip(question, chip))

    def types(self, box: str, value: object, within: str = "") -> None:
        self.page.evaluate(OPENS, box)
        place = self.question(within) if within else self.page
        figure = place.get_by_label(box, exact=True)
        self.taps_on(figure)
        figure.fill(str(value))

    def sees_preview(self, *shares: str) -> None:
        """In the row of everybody named; `the rest` is who plays and is not named."""
        expect(self.page.locator("#preview .told")).to_be_visible()
        gets = {share.rpartition(" ")[0]: share.rpartition(" ")[2] for share in shares}
        rest = gets.pop("the rest", None)
        for name, points in gets.items():
            expect(self.row(name)).to_have_text(points)
        others = [text for text in self.page.locator(ROWS).all_inner_texts() if text]
        for points in gets.values():
            others.remove(points)
        assert set(others) == ({rest} if rest else set()), shares

    def row(self, name: str) -> Locator:
        """What the hand comes to for somebody, or for a pair."""
        number = self.page.evaluate(ROW_OF, name)
        return self.page.locator(f"#{number}")

    def saves(self, number: int) -> None:
        self.taps_on(self.page.get_by_role("button", name=f"Save hand {number}", exact=True))
        self.reads(f"Hand {number} is saved.")

    def reads(self, words: str) -> None:
        expect(self.page.get_by_role("status").filter(has_text=words)).to_be_visible()

    def follows(self, link: str) -> None:
        """Where it stands in the list of what else there is, that is opened first."""
        self.page.evaluate(OPENS_MORE, link)
        self.taps_on(self.page.get_by_role("link", name=link, exact=True).first)

    def hand(self, number: int) -> Locator:
        return self.page.locator(f"#hand-{number}")

    @property
    def root(self) -> Locator:
        return self.page.locator("[data-stream]")

    def is_live(self) -> None:
        expect(self.page.locator("[data-live-status]")).to_have_text("Live")

    def is_connected(self) -> None:
        """Like that, or what an ended sheet says in its place."""
        expect(self.page.locator("[data-live-status]")).to_have_text(re.compile("Live|Ended"))

    def stays_open(self) -> None:
        """From here on the page may not be loaded anew."""
        self.is_live()
        self.page.evaluate("window.isTheSamePage = true")

    def shows_what(self, other: Device) -> None:
        """The page has come to what the other device shows, all by itself."""
        version = other.root.get_attribute("data-seen")
        expect(self.root).to_have_attribute("data-seen", version or "")
        self.is_live()
        assert (self.totals(), self.games()) == (other.totals(), other.games())
        assert self.page.evaluate("window.isTheSamePage")

    def totals(self) -> list[int]:
        """What each side has: of the running game, where one is played to a target."""
        shown: list[int] = self.page.evaluate(SHOWN_TOTALS)
        return shown

    def games(self) -> list[int]:
        shown: list[int] = self.page.evaluate(SHOWN_GAMES)
        return shown

    def shows_what_the_engine_says(self) -> Replay:
        """The totals and the games are those of the record that the sheet gives away."""
        address = self.page.url.split("?")[0] + "sheet.json"
        record = self.context.request.get(address).json()
        ruleset = RULESETS[record["ruleset"]]
        engine = replay(ruleset, record["options"], record["players"], record["hands"])
        sides = range(len(engine.totals))
        before = [sum(game.totals[side] for game in engine.games) for side in sides]
        assert self.totals() == [engine.totals[side] - before[side] for side in sides]
        won = [sum(side in game.winners for game in engine.games) for side in sides]
        assert self.games() == won
        return engine

    def opens_a_table(self, players: int, game: str, names: Sequence[str], dealer: int = 1) -> None:
        """From the first page to the names; `dealer`: the number of the place that deals."""
        self.opens()
        self.follows("Open a table")
        self.follows(str(players))
        family = self.page.locator("details", has=self.page.get_by_text(game, exact=True))
        if family.get_attribute("open") is None:
            self.taps_on(family.locator("summary"))
        self.follows(game)
        for place, name in enumerate(names, 1):
            self.page.get_by_label(f"Player {place}", exact=True).fill(name)
        self.page.get_by_role("radio", name=f": player {dealer}").check()

    def rules(self, **chosen: str) -> None:
        """Choose house rules by their labels, blanks written as underscores."""
        self.page.get_by_text("House rules", exact=False).first.click()
        for label, value in chosen.items():
            box = self.page.get_by_label(label.replace("_", " "), exact=True)
            # The other groups stay closed: the script, when it comes, hides what does not matter.
            group = box.locator("xpath=ancestor::details[1]")
            if group.get_attribute("open") is None:
                group.locator("> summary").click()
            box.select_option(label=value)

    def gets_the_links(self) -> str:
        """Open the table, see both codes, go to the sheet; returns the watching link."""
        self.page.get_by_role("button", name="Open the table").click()
        for code in ("enter hands", "watch"):
            picture = self.page.get_by_role("img", name=f"QR code of the link to {code}")
            expect(picture).to_be_visible()
        watching = self.page.get_by_role("region", name="Only to watch").get_by_role("link")
        address = watching.inner_text()
        self.follows("To the sheet")
        self.is_live()
        return address


class Sheet:
    """A table that was opened without the pages, and hands saved at it from elsewhere."""

    def __init__(self, ruleset: str, names: Sequence[str], **options: object) -> None:
        opened = open_table(ruleset_key=ruleset, options=options, names=names)
        self.table: Table = opened.table
        self.write = f"/t/{opened.write_secret}/"
        self.watch = f"/t/{watch_secret(opened.write_secret)}/"

    def saved(self, *records: dict[str, Any]) -> Sheet:
        for record in records:
            record_hand(table=self.table, record=record, by=Author(), submission=uuid4())
        return self

    def hands(self) -> int:
        """How many hands the sheet holds."""
        return self.table.hands.count()
