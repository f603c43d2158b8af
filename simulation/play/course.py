"""The course of a day: the door, the rounds, the final list, and when what goes wrong."""

from __future__ import annotations

from itertools import chain

from simulation.play import (
    door,
    ending,
    grids,
    mishaps_seats,
    mishaps_sheets,
    papers,
    rolling,
    rounds,
    sheets,
)
from simulation.play.day import Day
from simulation.play.wish import Person, Stop, Wish
from tournaments.events.results.queries.progress import round_progress
from tournaments.models import EventTable

ABSENT_ONES = 2
"""How many registered and do not come."""


class Course:
    """The course of one day."""

    def __init__(self, day: Day, wish: Wish) -> None:
        self.day, self.wish = day, wish
        self.people = chain(wish.people, door.names(day.chance))
        self.size = 2 if day.settings.is_pairs else 1

    def newcomer(self) -> list[Person]:
        """Somebody new: one person, or the two of a pair."""
        return [next(self.people) for _one in range(self.size)]

    def play(self) -> None:
        """Everything in its order, up to where the day is left."""
        day, stop = self.day, self.wish.stop
        if stop is not None and not stop.round:
            door.registers(day, [self.newcomer() for _one in range(self.wish.entries)])
            return
        self.door()
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
        if self.wish.is_trial:
            ending.looks_at_everything(day)

    def door(self) -> None:
        """Most stand in a list that was made at the door, some come one by one, some never."""
        day = self.day
        absent = ABSENT_ONES if day.has("absent") else 0
        one_by_one = min(self.wish.one_by_one, self.wish.entries)
        crowd = [self.newcomer() for _one in range(self.wish.entries - one_by_one)]
        if one_by_one + absent:
            door.registers(day, [self.newcomer() for _one in range(one_by_one + absent)])
        if crowd:  # whoever plays the finals of a season is entered already
            door.registers(day, crowd, arrive=True)
        door.all_arrive(day, but=absent)
        if absent:
            with day.trying("absent"):
                mishaps_seats.absent(day)

    def rolling(self) -> None:
        """Tables open one by one, twice; every other one writes on paper."""
        for _time in range(2):
            opened = rolling.opens(self.day)
            for number in opened:
                self.at_tables(number)
                self.after_hands(number)
                with self.day.trying("People come and go"):
                    rolling.comes_and_goes(self.day, number)
            if opened:
                rolling.closes(self.day)

    def writing(self, number: int, places: list[EventTable]) -> list[EventTable]:
        """The tables that write on phones: every other one, or the first of those."""
        others = places[(number + 1) % 2 :: 2] if self.day.settings.rolling else places[::2]
        return others if self.wish.phones < 0 else others[: self.wish.phones]

    def begins(self, number: int) -> bool:
        """Draw a round and give the signal; False where it cannot be drawn any more."""
        day = self.day
        if not rounds.draws(day, number):
            return False
        if number == 1 and day.has("drawn_again"):
            with day.trying("drawn_again"):
                mishaps_seats.drawn_again(day, number)
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
            self.day.tries("goes_home", lambda: mishaps_seats.goes_home(self.day))
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
            day.tries("lost_phone", lambda: mishaps_seats.lost_phone(day, number))
            day.tries("no_show", lambda: mishaps_seats.no_show(day, number))
            day.tries("late", lambda: mishaps_seats.late(day, number, self.newcomer))
        elif number == 2:
            places = day.places(number - 1)
            keyed = [place for place in places if place.totals.exists()]
            day.tries(
                "late_correction",
                lambda: mishaps_sheets.late_correction(day, (keyed or places)[0]),
            )

    def at_tables(self, number: int) -> None:
        """Hands at every other table, so that both ways are used; the first mishaps with them."""
        day, places = self.day, self.day.places(number)
        begun = self.writing(number, places)
        sheets.enters_in_turn(day, begun, [max(1, place.hands_due // 4) for place in begun])
        day.note(f"{len(begun)} tables have begun on phones.")
        if begun:
            day.meets("empty_battery", grids.empty_battery, begun[-1])
        if number == 1:
            day.tries("wrong_seats", lambda: mishaps_seats.wrong_seats(day, number, begun))
        others = [place for place in places if place not in begun]
        begun = [place for place in begun if not grids.is_written(place)]
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
            day.meets("too_few", mishaps_sheets.too_few, short)
            if not sheets.row_of(day, short).is_short:
                phones.remove(short)
        self._at_phones(number, phones)
        papers.keys_all(day, number, paper, self.wish.grids)
        papers.settle(day, number)

    def _at_phones(self, number: int, phones: list[EventTable]) -> None:
        """Play on to the end and confirm, with what goes wrong on the way."""
        day = self.day
        for place in phones:
            sheets.enters(day, place)
        if phones:
            day.tries("too_many", lambda: mishaps_sheets.too_many(day, phones[0]))
        for place in phones:
            sheets.confirms(day, place)
        if phones and day.has("corrected_hand"):
            day.tries("corrected_hand", lambda: mishaps_sheets.corrected_hand(day, phones[0]))
        if phones and day.has("differs"):
            day.tries("differs", lambda: mishaps_sheets.differs(day, phones[-1]))
            sheets.confirms(day, phones[-1])
        if number == 1 and phones:
            day.meets("ruling", mishaps_sheets.ruling, phones[0])
        day.note(f"{len(phones)} tables have played on phones and confirmed.")
