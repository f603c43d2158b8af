"""A whole event from the first page to the final list, and the account of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from random import Random

from formats.presets import PRESETS
from simulation.play import check_in, ending, mishaps_seats, mishaps_sheets, papers, rounds, sheets
from simulation.play.browser import Browser
from simulation.play.day import ABSENT, MET, REFUSED, Day, Line
from simulation.play.plan import EventPlan, Person, Stop
from tournaments.events.results.queries.progress import round_progress
from tournaments.models import Club, EventTable

ABSENT_ONES = 2
"""How many registered and do not come."""


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
    club: Club, director: Browser, plan: EventPlan, say: Callable[[Line], None], *, made: int = 0
) -> Account:
    """Play an event in a club that somebody directs who has signed in; never raises Lost.

    `made`: the key of an event that is set up and published already.
    """
    chance = Random(plan.seed)
    day = Day(director, made, chance, say, wanted=frozenset(plan.mishaps), is_trial=plan.is_trial)
    title = f"Trial of {PRESETS[plan.preset].name}, seed {plan.seed}"[:80]
    if not made:
        with day.trying("Setting up"):
            titled = replace(plan, answers={"title": title, **plan.answers})
            day.event_id = check_in.set_up(director, club, titled)
    if day.event_id:
        with day.trying("The day"), _refusals_unlogged():
            DayPlayer(day, plan).play()
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


class DayPlayer:
    """Plays one day, and lets go wrong what is to."""

    def __init__(self, day: Day, plan: EventPlan) -> None:
        self.day, self.plan = day, plan
        self.people = chain(plan.people, check_in.names(day.chance))
        self.size = 2 if day.settings.is_pairs else 1

    def newcomer(self) -> list[Person]:
        """Somebody new: one person, or the two of a pair."""
        return [next(self.people) for _one in range(self.size)]

    def play(self) -> None:
        """Everything in its order, up to where the day is left."""
        day, stop = self.day, self.plan.stop
        if stop is not None and not stop.round:
            check_in.registers(day, [self.newcomer() for _one in range(self.plan.entries)])
            return
        self.lets_in()
        if day.settings.rolling:
            self.rolling()
        else:
            number = 1
            while number <= day.settings.rounds:  # which follow the pairs where all play all
                if stop is not None and number == stop.round:
                    self.stops(stop)
                    return
                if not self.round(number):
                    break
                number += 1
        with day.trying("The final list"):
            ending.locks(day)
            ending.hands_prizes_over(day)
        if self.plan.is_trial:
            ending.looks_at_everything(day)

    def lets_in(self) -> None:
        """Most stand in a list that was made at the door, some come one by one, some never."""
        day = self.day
        absent = ABSENT_ONES if day.has("absent") else 0
        one_by_one = min(self.plan.one_by_one, self.plan.entries)
        crowd = [self.newcomer() for _one in range(self.plan.entries - one_by_one)]
        if one_by_one + absent:
            check_in.registers(day, [self.newcomer() for _one in range(one_by_one + absent)])
        if crowd:  # whoever plays the finals of a season is entered already
            check_in.registers(day, crowd, arrive=True)
        check_in.all_arrive(day, but=absent)
        day.meets(mishaps_seats.absent)

    def rolling(self) -> None:
        """Tables open one by one, twice; every other one writes on paper."""
        for _time in range(2):
            opened = rounds.opens_tables(self.day)
            for number in opened:
                self.at_tables(number)
                self.after_hands(number)
                with self.day.trying("People come and go"):
                    rounds.comes_and_goes(self.day, number)
            if opened:
                rounds.closes_tables(self.day)

    def writing(self, number: int, places: list[EventTable]) -> list[EventTable]:
        """The tables that write on phones: every other one, or the first of those."""
        others = places[(number + 1) % 2 :: 2] if self.day.settings.rolling else places[::2]
        return others if self.plan.phones < 0 else others[: self.plan.phones]

    def begins(self, number: int) -> bool:
        """Draw a round and give the signal; False where it cannot be drawn any more."""
        day = self.day
        if not rounds.draws(day, number):
            return False
        if number == 1 and day.has("drawn_again"):
            day.meets(mishaps_seats.drawn_again, number)
        else:
            rounds.accepts(day, number)
        rounds.publishes(day, number)
        day.note(f"Round {number} is drawn: {len(day.places(number))} tables.")
        return True

    def round(self, number: int) -> bool:
        """A round from its draw to its end; False where it cannot be drawn any more."""
        if not self.begins(number):
            return False
        self.before_hands(number)
        self.at_tables(number)
        self.after_hands(number)
        rounds.closes(self.day, number)
        self.day.note(f"Round {number} is closed.")
        if number < self.day.settings.rounds:
            self.day.meets(mishaps_seats.goes_home)
        return True

    def stops(self, stop: Stop) -> None:
        """Begin a round and leave it in the middle."""
        day = self.day
        if not self.begins(stop.round):
            return
        if stop.words:
            rounds.announces(day, stop.words)
        places = day.places(stop.round)
        phones, paper = places[: len(stop.hands)], places[len(stop.hands) :]
        sheets.enters_in_turn(day, phones, list(stop.hands))
        for place in paper[: stop.keyed]:
            sheets.keys(day, place)
        day.note(f"{len(phones)} tables write on phones, {stop.keyed} sheets are in.")

    def before_hands(self, number: int) -> None:
        """What goes wrong between the draw and the first hand."""
        day = self.day
        if number == 1:
            day.meets(mishaps_seats.lost_phone, number)
            day.meets(mishaps_seats.no_show, number)
            day.meets(mishaps_seats.late, number, self.newcomer)
        elif number == 2:
            places = day.places(number - 1)
            keyed = [place for place in places if place.totals.exists()]
            day.meets(mishaps_sheets.late_correction, (keyed or places)[0])

    def at_tables(self, number: int) -> None:
        """Hands at every other table, so that both ways are used; the first mishaps with them."""
        day, places = self.day, self.day.places(number)
        begun = self.writing(number, places)
        sheets.enters_in_turn(day, begun, [max(1, place.hands_due // 4) for place in begun])
        day.note(f"{len(begun)} tables have begun on phones.")
        if begun:
            day.meets(papers.empty_battery, begun[-1])
        if number == 1:
            day.meets(mishaps_seats.wrong_seats, number, begun)
        others = [place for place in places if place not in begun]
        begun = [place for place in begun if not papers.is_written(place)]
        offered = [*others, *begun] if number > 1 else [*begun, *others]
        mishaps_seats.all_ways_of_leaving(day, offered, lambda: next(self.people).name)

    def after_hands(self, number: int) -> None:
        """The tables play to the end, hand in, confirm; what goes wrong with sheets."""
        day, places = self.day, self.day.places(number)
        writing = self.writing(number, places)
        rows = {row.place.pk: row for row in round_progress(places[0].round, day.event)}
        phones = [place for place in writing if rows[place.pk].hands.played]
        paper = [place for place in places if place not in phones]
        short = next((place for place in phones[::-1] if rows[place.pk].is_short), None)
        if number == 1 and len(phones) > 1 and short is not None:
            day.meets(mishaps_sheets.too_few, short)
            if not sheets.row_of(day, short).is_short:
                phones.remove(short)
        for place in phones:
            sheets.enters(day, place)
        if phones:
            day.meets(mishaps_sheets.too_many, phones[0])
        for place in phones:
            sheets.confirms(day, place)
        if phones:
            day.meets(mishaps_sheets.corrected_hand, phones[0])
            if day.has("differs"):
                day.meets(mishaps_sheets.differs, phones[-1])
                sheets.confirms(day, phones[-1])
            if number == 1:
                day.meets(mishaps_sheets.ruling, phones[0])
        day.note(f"{len(phones)} tables have played on phones and confirmed.")
        papers.keys_all(day, number, paper, self.plan.grids)
        papers.settle(day, number)
