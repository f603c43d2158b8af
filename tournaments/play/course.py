"""The course of a day: the door, the rounds, the final list, and when what goes wrong."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Event, EventTable
from tournaments.play import door, mishaps_seats, mishaps_sheets, rolling, rounds, sheets
from tournaments.play.browser import Browser, Lost
from tournaments.play.day import Day
from tournaments.play.wish import Wish

ABSENT_ONES, AT_THE_DOOR = 2, 4
"""How many registered and do not come, and how many arrive one by one instead of in a list."""


class Course:
    """The course of one day."""

    def __init__(self, day: Day, wish: Wish) -> None:
        self.day, self.wish = day, wish
        self.people = door.names(day.chance)

    def names(self) -> list[str]:
        """Somebody new: one name, or two for a pair."""
        return [next(self.people) for _one in range(2 if self.day.settings.is_pairs else 1)]

    def play(self) -> None:
        """Everything in its order."""
        day = self.day
        absent = ABSENT_ONES if day.has("absent") else 0
        one_by_one = min(AT_THE_DOOR, self.wish.entries)
        crowd = self.wish.entries - one_by_one
        door.registers(day, [self.names() for _one in range(crowd)], arrive=True)
        door.registers(day, [self.names() for _one in range(one_by_one + absent)])
        door.all_arrive(day, but=absent)
        if absent:
            with day.trying("absent"):
                mishaps_seats.absent(day)
        if day.settings.rolling:
            self.rolling()
        else:
            for number in range(1, day.settings.rounds + 1):
                if not self.round(number):
                    break
        with day.trying("The final list"):
            self.final()
        self.looks_at_everything()

    def rolling(self) -> None:
        """Tables open one by one, twice; every other one writes on paper."""
        for _time in range(2):
            opened = rolling.opens(self.day)
            for number in opened:
                self.at_tables(number)
                self.after_hands(number)
            if opened:
                rolling.closes(self.day)

    def writing(self, number: int, places: list[EventTable]) -> list[EventTable]:
        """The tables that write on phones: every other one."""
        return places[(number + 1) % 2 :: 2] if self.day.settings.rolling else places[::2]

    def round(self, number: int) -> bool:
        """A round from its draw to its end; False where it cannot be drawn any more."""
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
        self.before_hands(number)
        self.at_tables(number)
        self.after_hands(number)
        rounds.closes(day, number)
        day.note(f"Round {number} is closed.")
        if number < day.settings.rounds:
            self.tries("goes_home", lambda: mishaps_seats.goes_home(day))
        return True

    def tries(self, mishap: str, meet: Callable[[], object]) -> None:
        """Let something go wrong, if it is asked for."""
        if self.day.has(mishap):
            with self.day.trying(mishap):
                meet()

    def before_hands(self, number: int) -> None:
        """What goes wrong between the draw and the first hand."""
        day = self.day
        if number == 1:
            self.tries("lost_phone", lambda: mishaps_seats.lost_phone(day, number))
            self.tries("no_show", lambda: mishaps_seats.no_show(day, number))
            self.tries("late", lambda: mishaps_seats.late(day, number, self.names))
        elif number == 2:
            places = day.places(number - 1)
            keyed = [place for place in places if place.totals.exists()]
            self.tries(
                "late_correction",
                lambda: mishaps_sheets.late_correction(day, (keyed or places)[0]),
            )

    def at_tables(self, number: int) -> None:
        """Hands at every other table, so that both ways are used; the first mishaps with them."""
        day, places = self.day, self.day.places(number)
        begun = self.writing(number, places)
        for place in begun:
            sheets.enters(day, place, max(1, place.hands_due // 3))
        day.note(f"{len(begun)} tables have begun on phones.")
        if number == 1:
            self.tries("wrong_seats", lambda: mishaps_seats.wrong_seats(day, number, begun))
        known = [next(self.people) for _one in range(4)]
        others = [place for place in places if place not in begun]
        offered = [*others, *begun] if number > 1 else [*begun, *others]
        self.tries("leaves", lambda: mishaps_seats.all_ways_of_leaving(day, offered, known))

    def after_hands(self, number: int) -> None:
        """The tables play to the end, hand in, confirm; what goes wrong with sheets."""
        day, places = self.day, self.day.places(number)
        writing = self.writing(number, places)
        phones = [place for place in writing if sheets.row_of(day, place).hands.played]
        paper = [place for place in places if place not in phones]
        if number == 1 and len(phones) > 1:
            short = phones.pop()
            if sheets.row_of(day, short).is_short:
                self.tries("too_few", lambda: mishaps_sheets.too_few(day, short))
            if sheets.row_of(day, short).is_short:
                phones.append(short)
        for place in phones:
            sheets.enters(day, place)
        if phones:
            self.tries("too_many", lambda: mishaps_sheets.too_many(day, phones[0]))
        for place in phones:
            sheets.confirms(day, place)
        if phones:
            self.tries("corrected_hand", lambda: mishaps_sheets.corrected_hand(day, phones[0]))
            self.tries("differs", lambda: mishaps_sheets.differs(day, phones[-1]))
            sheets.confirms(day, phones[-1])
        if number == 1 and phones:
            self._meets("ruling", mishaps_sheets.ruling, phones[0])
        day.note(f"{len(phones)} tables have played on phones and confirmed.")
        self.paper(number, paper)
        self.settle(number)

    def paper(self, number: int, places: list[EventTable]) -> None:
        """Sheets from paper, with all that goes wrong with them."""
        day = self.day
        if not places:
            return
        meets = [
            ("unbalanced", mishaps_sheets.unbalanced),
            ("sent_twice", mishaps_sheets.sent_twice),
            ("two_directors", mishaps_sheets.two_directors),
            ("lost", mishaps_sheets.lost),
        ]
        if number == day.settings.rounds:
            meets.append(("tie", mishaps_sheets.tie))
        wanted = [(mishap, meet) for mishap, meet in meets if day.has(mishap)]
        for nth, (mishap, meet) in enumerate(wanted):
            place = places[(nth + number) % len(places)]
            if place.totals.exists() and mishap != "unbalanced":
                sheets.desk_deed(day, place, "withdraw_totals", reason="Keyed again for a trial")
                place = _fresh(place)
            self._meets(mishap, meet, place)
        for place in places:
            latest = place.totals.order_by("-number").first()
            if latest is None or latest.is_withdrawn:
                page = sheets.keys(day, place)
                if page.status != 200:
                    day.wrong(f"Table {place.number} cannot be keyed: {page.refusal}")
        if number != day.settings.rounds:
            self._meets("wrong_names", mishaps_sheets.wrong_names, places[0])
        day.note(f"{len(places)} sheets were keyed from paper.")

    def _meets(
        self, mishap: str, meet: Callable[[Day, EventTable], object], place: EventTable
    ) -> None:
        self.tries(mishap, lambda: meet(self.day, place))

    def settle(self, number: int) -> None:
        """What is open still: short sheets, sheets that nobody has confirmed."""
        day = self.day
        for place in day.places(number):
            row = sheets.row_of(day, place)
            if row.is_short:
                sheets.desk_deed(day, place, "accept_short", reason="All have agreed")
            page = day.director.get(day.address("desk_table", place.pk))
            form = page.form_to(day.address("confirm_at_desk", place.pk))
            if form is not None:
                day.director.sends(form, reason="Seen at the desk")

    def final(self) -> None:
        """The list is locked; with the mishap opened again and locked anew."""
        day = self.day
        address = day.address("lock_final")
        page = day.presses(address, address)
        if day.event.state != Event.FINAL:
            raise Lost(f"The final list cannot be locked: {page.refusal}")
        day.note("The final list is locked.")
        if day.has("reopened"):
            reopen = day.address("reopen_final")
            day.presses(address, reopen, reason="Table 2 was read wrong")
            page = day.presses(address, address)
            if day.event.revision != 2:
                day.wrong(f"The list was locked twice and has revision {day.event.revision}.")
            day.became("reopened", page, "The list was opened again and locked as amended.")

    def looks_at_everything(self) -> None:
        """At the end every page of the event opens, for the director and for everybody."""
        day, public = self.day, Browser()
        for name in ("event", "event_seats", "event_rules", "event_screen"):
            self._opens(public, day.address(name))
        for entry in day.here()[:3]:
            self._opens(public, day.address("event_entry", entry.number))
        for name in _PAGES:
            self._opens(day.director, day.address(name))
        day.director.requests += public.requests
        day.note("Every page opens.")

    def _opens(self, browser: Browser, address: str) -> None:
        with self.day.trying(address):
            browser.get(address)


_PAGES = (
    "desk",
    "door",
    "rounds",
    "keying",
    "event_tables",
    "event_settings",
    "history",
    "trouble",
    "checklist",
    "leaving",
    "rulings",
    "ties",
    "prizes",
    "cash",
    "paper",
    "take_away",
    "lock_final",
)


def _fresh(place: EventTable) -> EventTable:
    return EventTable.objects.select_related("table", "round__event").get(pk=place.pk)
