"""Who is at an event: the door's counts and lists, and what the number of people means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Prefetch, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.model import Impossible
from seating.sizes import Layout, layout
from tournaments.common.alike import Words, found_by, name_order
from tournaments.events.check_in.queries.contacts import entries_reached, marks_typed
from tournaments.events.draw.queries.cuts import kept_cuts
from tournaments.events.money.queries.money import parts_paid
from tournaments.events.results.queries.sheets import plays_now
from tournaments.models import Entry, Event, Member, Result, Round
from tournaments.settings.event import EventSettings

NOBODY = 0
"""No entry has this start number."""
PAGE = 50
ORDER = (Entry.REGISTERED, Entry.HERE, Entry.WAITING, Entry.NO_SHOW, Entry.LEFT, Entry.OUT)


class Counts(NamedTuple):
    """How many entries of an event are in which state; house players count only as `house`."""

    here: int
    paid: int
    registered: int
    waiting: int
    gone: int
    house: int

    @property
    def playing(self) -> int:
        """How many there are to be seated, the house players among them."""
        return self.here + self.house

    @property
    def taken(self) -> int:
        """How many places of the event are taken."""
        return self.here + self.registered


class Line(NamedTuple):
    """An entry on the door's list: itself, its persons now, and its turn on the waiting list.

    `plays`: it sits at a table that has not finished its hands. `part` is what is paid of a fee
    that is open.
    """

    entry: Entry
    persons: list[Member]
    turn: int | None = None
    is_seated: bool = False
    plays: bool = False
    part: int = 0

    @property
    def homes(self) -> str:
        """Where the persons are from."""
        return ", ".join(dict.fromkeys(one.player.home for one in self.persons if one.player.home))

    @property
    def substitutes(self) -> list[str]:
        """Who plays now for somebody else."""
        return [one.player.name for one in self.persons if one.player.name not in self.entry.name]


class Page(NamedTuple):
    """A part of the door's list."""

    lines: list[Line]
    number: int
    last: int
    found: int


class Light(NamedTuple):
    """What is needed of every entry to find and to sort it."""

    pk: int
    name: str
    number: int | None
    status: str
    team: str
    registered_at: datetime


def door_counts(event: Event) -> Counts:
    """The counts on top of the door; one SQL query."""
    people = Q(is_house=False)
    here = Q(status=Entry.HERE)
    gone = Q(status__in=(Entry.LEFT, Entry.NO_SHOW, Entry.OUT))
    return Counts(
        **event.entries.aggregate(
            here=Count("pk", filter=people & here),
            paid=Count("pk", filter=people & here & Q(is_paid=True)),
            registered=Count("pk", filter=people & Q(status=Entry.REGISTERED)),
            waiting=Count("pk", filter=people & Q(status=Entry.WAITING)),
            gone=Count("pk", filter=people & gone),
            house=Count("pk", filter=here & Q(is_house=True)),
        )
    )


def drawn_rounds(event: Event) -> int:
    """The number of the last round whose tables are open or have been; 0 before the first."""
    drawn = event.rounds.filter(state__in=(Round.DRAWN, Round.CLOSED))
    return drawn.aggregate(last=Max("number"))["last"] or 0


def closed_rounds(event: Event) -> int:
    """The number of the last closed round; 0 before the first."""
    closed = event.rounds.filter(state=Round.CLOSED)
    return closed.aggregate(last=Max("number"))["last"] or 0


def free_places(event: Event, counts: Counts | None = None) -> int | None:
    """How many places are left, or None where there is no limit."""
    capacity = event.format.capacity
    if not capacity:
        return None
    return max(0, capacity - (counts or door_counts(event)).taken)


def first_waiting(event: Event) -> Entry | None:
    """Whose turn it is when a place becomes free."""
    waiting = event.entries.filter(status=Entry.WAITING)
    return waiting.order_by("registered_at", "pk").first()


def tables_in_words(playing: int, settings: EventSettings, tables: int = 0) -> str:
    """What so many entries mean for the tables, as a sentence; `tables`: if teams want more.

    >>> tables_in_words(43, EventSettings())
    '43 make 7 tables of 4 and 3 tables of 5.'
    >>> tables_in_words(11, EventSettings(unit="pair", size=2, odd="bye"))
    '11 pairs make 5 tables, 1 pair sits out.'
    >>> tables_in_words(7, EventSettings())
    '7 are too few for tables of 4.'
    """
    values = {"count": playing, "size": settings.size}
    try:
        plan = layout(playing, settings.size, settings.odd, tables)
    except Impossible:
        few = ngettext(
            "%(count)s is too few for tables of %(size)s.",
            "%(count)s are too few for tables of %(size)s.",
            playing,
        )
        return few % values
    made = _tables(plan, settings)
    if len(made) == 2:
        made = [_("%(usual)s and %(odd)s") % {"usual": made[0], "odd": made[1]}]
    sentence = {"who": _called(playing, settings), "tables": made[0], "out": _out(plan, settings)}
    if plan.out:
        return _("%(who)s make %(tables)s, %(out)s.") % sentence
    return _("%(who)s make %(tables)s.") % sentence


def too_late(event: Event, settings: EventSettings) -> str:
    """Why whoever comes now gets no seat, in a sentence; empty where there is one; one SQL query.

    After a cut only the finalists play on, and after the last draw there is nothing to draw.
    """
    if settings.rolling:
        return ""
    drawn = (Round.DRAWN, Round.CLOSED)
    rounds = list(event.rounds.filter(state__in=drawn).only("number", "cut"))
    if any(kept.cut.final_of(NOBODY) is None for kept in kept_cuts(rounds)):
        return _(
            "The finals are made: whoever comes now is not drawn, and has no place without a hand. "
            "Say so before you take a fee, or move them into a final first."
        )
    if rounds and max(one.number for one in rounds) >= settings.rounds:
        return _(
            "All rounds are drawn: whoever comes now gets only a seat that is free, and has no "
            "place without a hand. Say so before you take a fee."
        )
    return ""


def short_of_even(playing: int, settings: EventSettings) -> int:
    """How many more would fill every table; 0 where all are full.

    >>> short_of_even(43, EventSettings()), short_of_even(44, EventSettings())
    (1, 0)
    """
    return -playing % settings.size


def door_page(event: Event, typed: str, number: int) -> Page:
    """The entries that fit what is typed, those who have not come first; four SQL queries.

    A phone number or an e-mail address finds whoever left it.
    """
    rows = event.entries.order_by().values_list(
        "pk", "name", "number", "status", "team", "registered_at"
    )
    marks = marks_typed(event, typed)
    lights = [Light(*row) for row in rows]
    if marks:
        reached = entries_reached(event, marks)
        found = [light for light in lights if light.pk in reached]
    else:
        found = _fitting(lights, typed)
    found.sort(key=_place_on_list)
    last = max(1, -(-len(found) // PAGE))
    number = min(max(1, number), last)
    keys = [light.pk for light in found[(number - 1) * PAGE : number * PAGE]]
    return Page(_lines(event, keys), number, last, len(found))


def entry_lines(event: Event, keys: Sequence[int]) -> list[Line]:
    """These entries as the door shows them, in this order."""
    return _lines(event, list(keys))


def companions(entry: Entry) -> list[Entry]:
    """Who came together with an entry."""
    if not entry.party:
        return []
    others = Entry.objects.filter(event=entry.event_id, party=entry.party)
    return list(others.exclude(pk=entry.pk).order_by("number", "pk"))


def _called(playing: int, settings: EventSettings) -> str:
    if not settings.is_pairs:
        return str(playing)
    return ngettext("%(count)s pair", "%(count)s pairs", playing) % {"count": playing}


def _tables(plan: Layout, settings: EventSettings) -> list[str]:
    if settings.is_pairs:
        tables = len(plan.sizes)
        return [ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables}]
    return [
        ngettext("%(count)s table of %(size)s", "%(count)s tables of %(size)s", count)
        % {"count": count, "size": size}
        for size, count in Counter(plan.sizes).items()
    ]


def _out(plan: Layout, settings: EventSettings) -> str:
    if settings.is_pairs:
        words = ngettext("%(count)s pair sits out", "%(count)s pairs sit out", plan.out)
    else:
        words = ngettext("%(count)s sits out", "%(count)s sit out", plan.out)
    return words % {"count": plan.out}


def _fitting(rows: list[Light], typed: str) -> list[Light]:
    """Those that the typed words or the typed start number fit."""
    return found_by(
        typed, rows, said=lambda row: f"{row.name} {row.team}", number=lambda row: row.number
    )


def _place_on_list(row: Light) -> tuple[int, float, tuple[Words, str], int]:
    """Who has not come by name, who is here with the latest first, who waits in turn."""
    rank, nothing = ORDER.index(row.status), ((), "")
    if row.status == Entry.HERE:
        return rank, -(row.number or 0), nothing, row.pk
    if row.status == Entry.WAITING:
        return rank, row.registered_at.timestamp(), nothing, row.pk
    return rank, 0, name_order(row.name), row.pk


def _lines(event: Event, keys: list[int]) -> list[Line]:
    persons = Member.objects.filter(until_round=None).select_related("player")
    entries = Entry.objects.filter(event=event, pk__in=keys).prefetch_related(
        Prefetch("members", persons, to_attr="persons")
    )
    by_key = entries.in_bulk()
    seated = Result.objects.filter(entry__in=keys).values_list("entry_id", flat=True)
    has_sat, plays = set(seated.distinct()), plays_now(event, keys)
    turns = _turns(event) if any(it.status == Entry.WAITING for it in by_key.values()) else {}
    parts = parts_paid(event, keys)
    return [
        Line(
            by_key[key],
            by_key[key].persons,
            turns.get(key),
            key in has_sat,
            key in plays,
            parts.get(key, 0),
        )
        for key in keys
        if key in by_key
    ]


def _turns(event: Event) -> dict[int, int]:
    waiting = event.entries.filter(status=Entry.WAITING).order_by("registered_at", "pk")
    return {key: turn for turn, key in enumerate(waiting.values_list("pk", flat=True), 1)}
