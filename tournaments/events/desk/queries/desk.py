"""What a director's one screen is made of, in a number of SQL queries that nothing makes grow."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain, repeat
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from formats.event import EventSettings
from tournaments.common.history import Doer, doer_of
from tournaments.events.access import Link
from tournaments.events.desk.queries.history import Places, latest_actions
from tournaments.events.draw.queries.cuts import cuts_before, plays_on
from tournaments.events.draw.queries.drawing import ground_for, takes_part, to_meet
from tournaments.events.money.queries.cash import ARRIVED
from tournaments.events.results.queries.at_tables import HistoryLine
from tournaments.events.results.queries.progress import (
    Missing,
    OpenSheets,
    Progress,
    missing_of,
    open_progress,
    open_sheets,
    round_progress,
)
from tournaments.events.results.queries.sheets import LateSheet, late_sheets
from tournaments.events.rulings.queries import open_protests
from tournaments.models import Announcement, Entry, Event, Protest, Result, Round

# What was announced at an event, and by whom.


class Announced(NamedTuple):
    """An announcement, and who made it."""

    announcement: Announcement
    doer: Doer


def announcements_of(event: Event) -> list[Announced]:
    """All of an event, the latest first.

    Each was written down in the history as it was made, so both have the same order.
    """
    made = event.announcements.order_by("pk")
    changes = event.changes.filter(kind="announced").order_by("pk")
    doers = chain(map(doer_of, changes), repeat(Doer()))
    return list(map(Announced, made, doers))[::-1]


SECONDS_A_MINUTE = 60


@dataclass(frozen=True)
class Clock:
    """What the clock of a round shows at a moment.

    It runs to `ends_at`, or stands still (`is_paused`) with `seconds_left`; a round without a
    clock has neither, and `seconds_left` is None. A clock that ran out still runs, with 0 left.
    """

    is_running: bool = False
    ends_at: datetime | None = None
    seconds_left: int | None = None
    is_paused: bool = False

    @property
    def is_set(self) -> bool:
        """Whether there is a clock at all."""
        return self.is_running or self.is_paused

    @property
    def is_up(self) -> bool:
        """Whether the time is up."""
        return self.is_running and self.seconds_left == 0

    @property
    def seen(self) -> str:
        """What a form that changes the clock carries, to say which one its director saw."""
        if self.ends_at is not None:
            return self.ends_at.isoformat()
        return "" if self.seconds_left is None else str(self.seconds_left)

    def seconds_since(self, seen: str) -> int | None:
        """By how many seconds this clock was set on since it was seen; None where it is unlike.

        >>> Clock(is_paused=True, seconds_left=900).seconds_since("600")
        300
        >>> Clock(is_paused=True, seconds_left=900).seconds_since("") is None
        True
        """
        try:
            if self.ends_at is not None:
                return int((self.ends_at - datetime.fromisoformat(seen)).total_seconds())
            return None if self.seconds_left is None else self.seconds_left - int(seen)
        except (ValueError, TypeError):
            return None

    @property
    def reading(self) -> str:
        """The time left as a clock shows it.

        >>> Clock(is_paused=True, seconds_left=3725).reading, Clock().reading
        ('62:05', '')
        """
        if self.seconds_left is None:
            return ""
        minutes, seconds = divmod(self.seconds_left, SECONDS_A_MINUTE)
        return f"{minutes}:{seconds:02d}"


def clock_of(played: Round, at: datetime | None = None) -> Clock:
    """The clock of a round, now or at that moment; only a round that is on has one."""
    if played.state != Round.DRAWN:
        return Clock()
    if played.seconds_left is not None:
        return Clock(seconds_left=played.seconds_left, is_paused=True)
    if played.ends_at is None:
        return Clock()
    # Whole seconds, begun ones counted in.
    left = max(0, -(((at or timezone.now()) - played.ends_at) // timedelta(seconds=1)))
    return Clock(is_running=True, ends_at=played.ends_at, seconds_left=left)


LATEST_ACTIONS = 10
UNUSED = ("plan", "locked", "report", "standing")
ANY_ROUND = 1 << 15
"""Where tables open one by one everybody who is here may sit at the next one."""


class Person(NamedTuple):
    """An entry, as the desk needs it."""

    pk: int
    number: int | None
    name: str
    status: str
    is_paid: bool
    free_reason: str
    is_house: bool
    first_round: int
    last_round: int | None
    is_seated: bool

    @property
    def owes(self) -> bool:
        """Whether a fee is due that is not paid: of whoever came, gone home or not."""
        return self.status in ARRIVED and not (self.is_paid or self.is_house or self.free_reason)


@dataclass(frozen=True)
class People:
    """Who is here and who is not; `unseated` play and have no seat in the round that is on.

    `unpaid` have come and owe the fee, whether they still play or not. `late` came after it was
    drawn: they are due in the next one, if they find no seat in this.
    """

    here: list[Person]
    registered: list[Person]
    waiting: list[Person]
    unpaid: list[Person]
    unseated: list[Person]
    late: list[Person]


@dataclass(frozen=True)
class DeskPage:
    """An event as its director needs to see it now.

    `round` is the latest that was not cancelled, `sheets` its tables while it is on,
    `open_sheets` those of closed rounds on which something is open. Where tables open
    one by one there is no `round`, and `sheets` are all open tables. `protests` are those that
    nobody has decided, `late` the sheets that came in after their time. `to_meet`: where all play
    all, how many rounds it takes, after those that are drawn, until all have met.
    """

    event: Event
    settings: EventSettings
    round: Round | None
    clock: Clock
    people: People
    sheets: list[Progress]
    open_sheets: OpenSheets
    announcements: list[Announcement]
    actions: list[HistoryLine]
    protests: list[Protest]
    late: tuple[LateSheet, ...]
    to_meet: int | None = None

    @property
    def drawn(self) -> int:
        """How many rounds are drawn and accepted."""
        is_open = self.round is not None and self.round.state == Round.PROPOSED
        return self.round.number - is_open if self.round else 0

    @property
    def coming(self) -> int:
        """The number of the round that is on or will be."""
        if self.round is None:
            return 1
        return self.round.number + (self.round.state == Round.CLOSED)

    def link(
        self, label: str, page: str, *args: int, query: str = "", is_action: bool = False
    ) -> Link:
        """A link to one of the event's pages."""
        return Link(label, page, (self.event.pk, *args), query, is_action)

    @cached_property
    def closed(self) -> int:
        """How many rounds are closed; one SQL query."""
        return self.event.rounds.filter(state=Round.CLOSED).count()

    @cached_property
    def seatless(self) -> list[Person]:
        """Who is here and has no seat in the round that is on, though there may be one yet."""
        has_room = any(not each.played and not each.has_result for each in self.sheets)
        return [*self.people.unseated, *(self.people.late if has_room else ())]

    @cached_property
    def lacking(self) -> list[Missing]:
        """What is missing at the tables."""
        return missing_of(self.sheets, self.event)

    @property
    def counts(self) -> dict[str, int]:
        """By the name of a page of the desk, how many people, sheets or protests wait there."""
        is_before = self.round is None and self.event.state != Event.FINAL
        is_played = self.round.started_at is not None if self.round else True
        return {
            "door": len(self.people.registered) if is_before else 0,
            "rounds": len(self.seatless),
            "keying": sum(not each.row.has_result for each in self.lacking) if is_played else 0,
            "trouble": len(self.protests),
        }


def desk_of(event: Event) -> DeskPage:
    """Everything that the desk of an event shows."""
    settings = event.format
    played = None if settings.rolling else current_round(event)
    is_on = played is not None and played.state == Round.DRAWN
    rounds_to_meet = None
    if settings.follows_pairs:  # four SQL queries, and only where all play all
        is_open = played is not None and played.state == Round.PROPOSED
        coming = played.number + (not is_open) if played else 1
        rounds_to_meet = to_meet(ground_for(event, coming))
    if settings.rolling:
        sheets = open_progress(event)
    else:
        sheets = round_progress(played, event) if played and is_on else []
    has_closed = settings.rolling or (
        played is not None and (played.state == Round.CLOSED or played.number > 1)
    )
    places: Places = {
        (each.place.round.number, each.place.number): each.place.pk for each in sheets
    }
    return DeskPage(
        event=event,
        settings=settings,
        round=played,
        clock=clock_of(played) if played else Clock(),
        people=people_of(event, settings, played),
        sheets=sheets,
        open_sheets=open_sheets(event) if has_closed else OpenSheets([], []),
        announcements=list(event.announcements.filter(ended_at=None)),
        actions=latest_actions(event, LATEST_ACTIONS, places),
        protests=open_protests(event),
        late=late_sheets(event),
        to_meet=rounds_to_meet,
    )


def current_round(event: Event) -> Round | None:
    """The latest round that was not cancelled, drawn or only proposed."""
    rounds = event.rounds.exclude(state=Round.CANCELLED).defer(*UNUSED)
    return rounds.order_by("-number").first()


def people_of(event: Event, settings: EventSettings, played: Round | None) -> People:
    """Who is here and who is not, while this round is on or the next one is due; two queries."""
    is_on = played is not None and played.state == Round.DRAWN
    coming = 1 if played is None else played.number + (played.state == Round.CLOSED)
    if settings.rolling:
        coming = ANY_ROUND
    people = People([], [], [], [], [], [])
    cuts = cuts_before(event, coming)
    seats = Result.objects.filter(round=played, entry=OuterRef("pk"))
    listed = event.entries.order_by("number", "pk").annotate(is_seated=Exists(seats))
    for person in map(Person._make, listed.values_list(*Person._fields)):
        if settings.fee and person.owes:
            people.unpaid.append(person)
        if takes_part(person, coming):
            if not person.is_house and not plays_on(cuts, person.number or 0):
                continue
            people.here.append(person)
            if is_on and not person.is_seated:
                people.unseated.append(person)
        elif is_on and takes_part(person, coming + 1) and not person.is_house:
            if plays_on(cuts, person.number or 0) and not person.is_seated:
                people.late.append(person)
        elif person.status == Entry.REGISTERED:
            people.registered.append(person)
        elif person.status == Entry.WAITING:
            people.waiting.append(person)
    return people
