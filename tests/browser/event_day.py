"""What a tournament day is told with: the director at a laptop, phones at tables, a projector."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Locator, ViewportSize, expect

from scoring.ranking import Result as Sheet
from scoring.ranking import rank
from tests.answers import there
from tests.browser.evening import Device
from tests.serving import Served
from tournaments.events.results.services.results import result_differences
from tournaments.models import Event, Result, Table
from tournaments.tables.services.hands import differences

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}


class Desk(Device):
    """The director: signed in, with the event's desk open."""

    def __init__(self, context: BrowserContext, site: Served) -> None:
        super().__init__(context, site)
        self.event = 0

    def signs_in(self, name: str, password: str) -> None:
        self.opens("/")
        self.follows("Sign in")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.presses("Sign in")

    def presses(self, button: str | re.Pattern[str]) -> None:
        self.taps_on(self.page.get_by_role("button", name=button).first)

    def goes_to(self, page: str) -> None:
        """By the way along the top of the desk."""
        self.page.get_by_label("Event", exact=True).get_by_role("link", name=page).click()

    def sets_up(self, title: str, **boxes: str) -> None:
        """An evening with two short rounds, from the club's page to its settings."""
        self.follows("New event")
        self.page.get_by_role("link", name="Schafkopfrennen").first.click()
        self.page.get_by_label("Title").fill(title)
        for label, value in boxes.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(value)
        self.presses("Set it up")
        self.event = Event.objects.get(title=title).pk

    def lets_in(self, name: str) -> None:
        """Somebody stands at the door who was not registered."""
        box = self.page.get_by_role("textbox", name="Name or start number")
        box.fill(name)
        self.taps_on(self.page.get_by_role("button", name=re.compile(f"Paid, here.*{name}")))
        expect(self.page.get_by_role("status").filter(has_text=name)).to_be_visible()

    def draws(self, number: int) -> None:
        """Propose, look at it, accept, publish and start, by the desk's big button."""
        self.goes_to("Rounds")
        self.page.goto(f"{self.site.url}/desk/{self.event}/rounds/{number}/")
        self.presses(f"Draw round {number}")
        expect(self.page.get_by_text("How good it is")).to_be_visible()
        self.presses(re.compile("^Accept"))
        self.goes_to("Desk")
        self.presses(f"Publish the seats of round {number}")
        self.goes_to("Desk")
        self.presses(re.compile("^Start round"))

    def card(self, number: int, table: int) -> str:
        """The address behind the code on a table's card."""
        self.page.goto(f"{self.site.url}/desk/{self.event}/rounds/{number}/cards/")
        found = re.findall(r"/t/[\w-]{43}/", self.page.content())
        cards: list[str] = list(dict.fromkeys(found))
        return cards[table - 1]

    def keys(self, table: int, *totals: int, reason: str = "", at_round: int | None = None) -> None:
        """Key the totals of a sheet: its number, Enter, a figure and Enter for each."""
        where = "" if at_round is None else f"?round={at_round}"
        self.page.goto(f"{self.site.url}/desk/{self.event}/keying/{where}")
        self.page.get_by_label("Table", exact=True).fill(str(table))
        self.page.keyboard.press("Enter")
        boxes = self.page.locator('input[name^="points-"]')
        expect(boxes).to_have_count(len(totals))
        for box, total in zip(boxes.all(), totals, strict=True):
            box.fill(str(total))
        if reason:
            self.page.get_by_label("Why").fill(reason)
        self.presses(re.compile("^Save"))

    def is_keyed(self, table: int) -> None:
        self.reads(f"Table {table} is in.")

    def closes(self, number: int) -> None:
        self.page.goto(f"{self.site.url}/desk/{self.event}/rounds/{number}/close/")
        self.presses(f"Close round {number}")
        expect(self.page.get_by_role("heading", name=f"Round {number} is closed")).to_be_visible()


class Scorer(Device):
    """A phone at a table of the event, opened by its code."""

    def plays(self, count: int, result: str) -> None:
        """So many hands in which the first at the table calls the ace of the third."""
        names = self.chips_of("Spieler (declarer)")
        for number in range(1, count + 1):
            self.chooses("Spieler (declarer)", names[0])
            self.chooses("Mitspieler (partner)", names[2])
            self.chooses("Result", result)
            self.saves(number) if number < count else self.presses_save(number)

    def presses_save(self, number: int) -> None:
        self.taps_on(self.page.get_by_role("button", name=f"Save hand {number}", exact=True))
        expect(self.page.get_by_text("Is this right?")).to_be_visible()

    def chips_of(self, question: str) -> list[str]:
        chips = self.question(question).get_by_role("radio").all()
        return [chip.get_attribute("aria-label") or self.word_of(chip) for chip in chips]

    @staticmethod
    def word_of(chip: Locator) -> str:
        return str(chip.evaluate("e => e.closest('label').innerText")).strip()

    def confirms(self, scorer: int = 0, witness: int = 1) -> None:
        """Somebody else at the table says that the sheet is right."""
        entered = self.page.get_by_role("group", name="Who entered the hands?")
        if entered.count():
            entered.locator("label").nth(scorer).click()
        self.page.get_by_role("group", name="I am").locator("label").nth(witness).click()
        self.taps_on(self.page.get_by_role("button", name="Yes, this is right"))
        expect(self.page.get_by_text("It is confirmed").first).to_be_visible()


def equals_a_recomputation(event: Event) -> dict[str, tuple[int, object]]:
    """Check every stored figure against the sheets; the standing by name, reckoned from scratch."""
    for table in Table.objects.filter(event_table__round__event=event):
        assert not differences(table)
        assert not result_differences(table)
    rows = Result.objects.filter(event=event).exclude(round__state="cancelled")
    sheets = [
        Sheet(
            entry=there(row.entry.number),
            round=row.round.number,
            table=row.event_table.number if row.event_table else None,
            points=row.points,
            hands=row.hands,
            solos=row.solos,
            games=row.games,
            kind="sheet" if row.event_table else "bye",
        )
        for row in rows.select_related("entry", "round", "event_table")
    ]
    names = {there(entry.number): entry.name for entry in event.entries.exclude(number=None)}
    rules = event.format.rules(f"event {event.pk}")
    return {names[s.entry]: (s.place, s.total) for s in rank(names, sheets, rules)}
