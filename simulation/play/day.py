"""The day that is played: who looks at which pages, what is written down, what goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from django.urls import reverse

from formats.event import EventSettings
from simulation.play.browser import Browser, Lost
from simulation.play.checks import Checks
from simulation.play.pages import Page
from tournaments.models import Entry, Event, EventTable, Round

MET, REFUSED, ABSENT = "met", "refused", "absent"


class Line(NamedTuple):
    """A line of the account: a mishap with what became of it, or a step of the day.

    `became`: `met` (done), `refused` (the program says in a sentence why not), `absent` (nothing
    to do it with), or empty for a step.
    """

    text: str
    mishap: str = ""
    became: str = ""


class NotHere(Exception):
    """There is nothing in this event to do a mishap with: why, in a sentence."""


class Phone(NamedTuple):
    """The phone at a table: its browser, and the address of the sheet."""

    browser: Browser
    address: str


@dataclass
class Day:
    """One event from its first page to its final list.

    In a trial all is checked at each line of the account.
    """

    director: Browser
    event_id: int
    chance: Random
    say: Callable[[Line], None] = lambda _line: None
    phones: dict[int, Phone] = field(default_factory=dict)
    checks: Checks = field(default_factory=Checks)
    lines: list[Line] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    wanted: frozenset[str] = frozenset()
    is_trial: bool = True

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.select_related("club").get(pk=self.event_id)

    @property
    def settings(self) -> EventSettings:
        """What was decided about it."""
        return self.event.format

    def address(self, name: str, *args: object) -> str:
        """The address of one of the event's pages."""
        return reverse(name, args=[self.event_id, *args])

    def note(self, text: str, mishap: str = "", became: str = "") -> None:
        """Write a line of the account; in a trial, check that everything is right by now."""
        line = Line(text, mishap, became)
        self.lines.append(line)
        self.say(line)
        if not self.is_trial:
            return
        for problem in self.checks.problems(self.event):
            self.wrong(f"after “{text}”: {problem}")

    def wrong(self, sentence: str) -> None:
        """Something is not as it should be."""
        self.problems.append(sentence)
        self.say(Line(f"WRONG: {sentence}"))

    def has(self, mishap: str) -> bool:
        """Whether this mishap is asked for."""
        return mishap in self.wanted

    def has_met(self, mishap: str) -> bool:
        """Whether this mishap was met already."""
        return any(line.mishap == mishap and line.became == MET for line in self.lines)

    @contextmanager
    def trying(self, what: str) -> Iterator[None]:
        """Whatever is lost on the way is a problem of the program, and the day goes on."""
        try:
            yield
        except Lost as lost:
            self.wrong(f"{what}: {lost}")

    def meets(self, meet: Callable[..., str | None], *at: object) -> None:
        """Let the mishap that is called like this function happen there, if it is asked for.

        What it gives back says that it was met.
        """
        mishap = meet.__name__
        if not self.has(mishap):
            return
        with self.trying(mishap):
            try:
                done = meet(self, *at)
            except NotHere as why:
                self.note(str(why), mishap, ABSENT)
            else:
                if done:
                    self.note(done, mishap, MET)

    def presses(self, page: str, action: str, **answers: object) -> Page:
        """Open a page, fill in the form for that action, send it (both are addresses)."""
        return self.director.sends(self.director.form(page, action), **answers)

    def presses_still(self, page: str, action: str, **answers: object) -> Page | None:
        """The same on a page that the director may still see; None where it has no such form."""
        form = self.director.still(page).form_to(action)
        return None if form is None else self.director.sends(form, **answers)

    def became(self, mishap: str, page: Page, done: str) -> bool:
        """Note whether a mishap was met, or refused with a sentence; without one it is wrong."""
        if page.status == 200:
            self.note(done, mishap, MET)
            return True
        if not page.refusal:
            self.wrong(f"{mishap}: refused without a word at {page.address}")
        self.note(f"{done} Refused: {page.refusal}", mishap, REFUSED)
        return False

    def round(self, number: int) -> Round | None:
        """The round of that number that is not cancelled."""
        rounds = Round.objects.filter(event=self.event_id, number=number)
        return rounds.exclude(state=Round.CANCELLED).first()

    def places(self, number: int) -> list[EventTable]:
        """The tables of a round, read anew."""
        found = EventTable.objects.filter(
            round__event=self.event_id,
            round__number=number,
            round__state__in=(Round.DRAWN, Round.CLOSED),
        ).select_related("table", "round")
        places = list(found.order_by("number"))
        event = self.event
        for place in places:
            place.round.event = event
        return places

    def numbers_at(self, place: EventTable) -> list[int]:
        """The start numbers at a table, in the order of the seats."""
        rows = place.results.order_by("side").values_list("entry__number", flat=True)
        return [number for number in rows if number is not None]

    def here(self) -> list[Entry]:
        """Who plays, by start number."""
        found = Entry.objects.filter(event=self.event_id, status=Entry.HERE)
        return list(found.exclude(number=None).order_by("number"))
