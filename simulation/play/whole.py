"""A whole event from the first page to the final list, and the account of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random

from django.urls import reverse

from simulation.play import door
from simulation.play.browser import Browser, Lost
from simulation.play.course import Course
from simulation.play.day import ABSENT, MET, REFUSED, Day, Line
from simulation.play.wish import Wish
from tournaments.models import Club
from tournaments.settings.presets import PRESETS


@dataclass(frozen=True)
class Account:
    """What became of it; `problems` is empty where everything was as it should be."""

    lines: tuple[Line, ...]
    problems: tuple[str, ...]
    requests: int
    checks: int
    event_id: int

    def became(self, mishap: str) -> set[str]:
        """What became of a mishap: `met`, `refused`, `absent`; empty if it was never tried."""
        return {
            line.became
            for line in self.lines
            if line.mishap == mishap or line.mishap.startswith(f"{mishap}_")
        }

    @property
    def verdict(self) -> str:
        """One line at the end."""
        met = {line.mishap for line in self.lines if line.became == MET}
        refused = {line.mishap for line in self.lines if line.became == REFUSED} - met
        missing = {line.mishap for line in self.lines if line.became == ABSENT} - met - refused
        said = (
            f"{self.requests} requests, {self.checks} checks, {len(met)} mishaps put right, "
            f"{len(refused)} refused with a sentence, {len(missing)} not possible in this event"
        )
        if self.problems:
            return f"{len(self.problems)} WRONG ({said})"
        return f"ALL RIGHT ({said})"


def play(
    club: Club, director: Browser, wish: Wish, say: Callable[[Line], None], *, made: int = 0
) -> Account:
    """Play an event in a club that somebody directs who has signed in; never raises Lost.

    `made`: the key of an event that is set up and published already.
    """
    chance = Random(wish.seed)
    day = Day(director, made, chance, say, wanted=frozenset(wish.mishaps), is_trial=wish.is_trial)
    title = f"Trial of {PRESETS[wish.preset].name}, seed {wish.seed}"[:80]
    if not made:
        with day.trying("Setting up"):
            titled = replace(wish, answers={"title": title, **wish.answers})
            day.event_id = door.set_up(director, club, titled)
    if day.event_id:
        with day.trying("The day"), _refusals_unlogged():
            Course(day, wish).play()
    requests = director.requests + sum(phone.browser.requests for phone in day.phones.values())
    lines, problems = tuple(day.lines), tuple(day.problems)
    return Account(lines, problems, requests, day.checks.made, day.event_id)


@contextmanager
def _refusals_unlogged() -> Iterator[None]:
    """What is refused on purpose is told in the account, and needs no warning in the log."""
    log = logging.getLogger("django.request")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def signed_in(name: str, password: str) -> Browser:
    """A browser in which somebody has signed in through the page; raises Lost where refused."""
    browser, address = Browser(), reverse("sign_in")
    page = browser.get(address)
    form = next((form for form in page.forms if "password" in form.fields), None)
    if form is None:
        raise Lost("There is no form to sign in.")
    form.action = form.action or address
    answer = browser.sends(form, username=name, password=password)
    if answer.status != 200 or any("password" in form.fields for form in answer.forms):
        raise Lost(f"{name} cannot sign in: {answer.refusal}")
    return browser
