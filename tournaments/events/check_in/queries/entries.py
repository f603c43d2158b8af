"""Who is at an event: the door's counts and lists, the start list, and lists that are pasted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Prefetch, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from formats.event import EventSettings
from seating.model import Impossible
from seating.sizes import layout
from tournaments.common.history import BETWEEN
from tournaments.common.names import NameIndex, Words, folded, found_by, name_order
from tournaments.events.check_in.queries.codes import Code
from tournaments.events.check_in.queries.contacts import entries_reached, marks_typed
from tournaments.events.draw.queries.cuts import kept_cuts
from tournaments.events.money.queries.cash import parts_paid
from tournaments.events.results.queries.sheets import plays_now
from tournaments.models import Entry, Event, Member, Result, Round
from tournaments.people.queries import MOST_PROPOSED, NEW, Known, known_names, main_key

NOBODY = 0
"""No entry has this start number."""
PAGE = 50
ORDER = (Entry.REGISTERED, Entry.HERE, Entry.WAITING, Entry.NO_SHOW, Entry.LEFT, Entry.OUT)

STATUS_WORDS: dict[str, str | Promise] = {
    Entry.REGISTERED: gettext_lazy("registered"),
    Entry.WAITING: gettext_lazy("on the waiting list"),
    Entry.HERE: gettext_lazy("here"),
    Entry.LEFT: gettext_lazy("has left"),
    Entry.NO_SHOW: gettext_lazy("did not come"),
    Entry.OUT: gettext_lazy("disqualified"),
}


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


class EntryLine(NamedTuple):
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


def waiting(event: Event) -> QuerySet[Entry]:
    """Who waits for a place that becomes free, in their turn."""
    return event.entries.filter(status=Entry.WAITING).order_by("registered_at", "pk")


def turn_of(entry: Entry) -> int:
    """The turn of an entry that waits, from 1; one SQL query."""
    keys = list(waiting(entry.event).values_list("pk", flat=True))
    return keys.index(entry.pk) + 1


def tables_in_words(playing: int, settings: EventSettings, tables: int = 0) -> str:
    """What so many entries mean for the tables; `tables`: if teams want more.

    >>> tables_in_words(43, EventSettings())
    '43 people · tables of 4: 7 · tables of 5: 3'
    >>> tables_in_words(11, EventSettings(unit="pair", size=2, odd="bye"))
    '11 pairs · tables: 5 · sitting out: 1'
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
    if settings.is_pairs:
        said = [ngettext("%(count)s pair", "%(count)s pairs", playing) % values]
        said.append(_("tables: %(count)s") % {"count": len(plan.sizes)})
    else:
        said = [ngettext("%(count)s person", "%(count)s people", playing) % values]
        said += [
            _("tables of %(size)s: %(count)s") % {"size": size, "count": count}
            for size, count in Counter(plan.sizes).items()
        ]
    if plan.out:
        said.append(_("sitting out: %(count)s") % {"count": plan.out})
    return " · ".join(said)


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


def door_page(
    event: Event, typed: str, number: int, code: Code | None = None
) -> tuple[list[EntryLine], Page[Entry]]:
    """The entries that fit what is typed, those who have not come first; four SQL queries.

    A phone number or an e-mail address finds whoever left it, a `code` whoever registered by it.
    """
    needed = ("event", "name", "number", "status", "team", "registered_at")
    entries = list(event.entries.order_by().only(*needed))
    marks = marks_typed(event, typed)
    if code:
        found = [entry for entry in entries if entry == code.entry]
    elif marks:
        reached = entries_reached(event, marks)
        found = [entry for entry in entries if entry.pk in reached]
    else:
        found = found_by(
            typed,
            entries,
            said=lambda entry: f"{entry.name} {entry.team}",
            number=lambda entry: entry.number,
        )
    page = Paginator(sorted(found, key=_place_on_list), PAGE).get_page(number)
    return entry_lines(event, [entry.pk for entry in page]), page


def playing_for(entry: Entry) -> list[tuple[int, str]]:
    """Who plays for an entry now, by place."""
    members = entry.members.filter(until_round=None).select_related("player")
    return [(member.place, member.player.name) for member in members]


def companions(entry: Entry) -> list[Entry]:
    """Who came together with an entry."""
    if not entry.party:
        return []
    others = Entry.objects.filter(event=entry.event_id, party=entry.party)
    return list(others.exclude(pk=entry.pk).order_by("number", "pk"))


def _place_on_list(row: Entry) -> tuple[int, float, tuple[Words, str], int]:
    """Who has not come by name, who is here with the latest first, who waits in turn."""
    rank, nothing = ORDER.index(row.status), ((), "")
    if row.status == Entry.HERE:
        return rank, -(row.number or 0), nothing, row.pk
    if row.status == Entry.WAITING:
        return rank, row.registered_at.timestamp(), nothing, row.pk
    return rank, 0, name_order(row.name), row.pk


def entry_lines(event: Event, keys: Sequence[int]) -> list[EntryLine]:
    """These entries as the door shows them, in this order."""
    persons = Member.objects.filter(until_round=None).select_related("player")
    entries = Entry.objects.filter(event=event, pk__in=keys).prefetch_related(
        Prefetch("members", persons, to_attr="persons")
    )
    by_key = entries.in_bulk()
    turns: dict[int, int] = {}
    if any(entry.status == Entry.WAITING for entry in by_key.values()):
        in_turn = waiting(event).values_list("pk", flat=True)
        turns = {key: turn for turn, key in enumerate(in_turn, 1)}
    seated = Result.objects.filter(entry__in=keys).values_list("entry_id", flat=True)
    has_sat, plays = set(seated.distinct()), plays_now(event, keys)
    parts = parts_paid(event, keys)
    return [
        EntryLine(
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


# What the history keeps of entries, said in the language of whoever reads it.


def arrival_said(kept: str) -> str:
    """The start number of whoever arrived, whether the fee is paid, and the first round.

    >>> arrival_said("12\\tpaid\\t3"), arrival_said("12\\t\\t")
    ('12 · paid · from round 3 on', '12')
    """
    number, is_paid, first_round = kept.split(BETWEEN)
    said = [number, *([_("paid")] if is_paid else [])]
    if first_round:
        said.append(_("from round %(round)s on") % {"round": first_round})
    return " · ".join(said)


def entry_said(kept: str) -> str:
    """An entry by number and name.

    >>> entry_said("7\\tAnna"), entry_said("\\tBen")
    ('No. 7 Anna', 'Ben')
    """
    number, name = kept.split(BETWEEN)
    return _("No. %(number)s %(name)s") % {"number": number, "name": name} if number else name


def list_said(kept: str) -> str:
    """How many of a list were taken in.

    >>> list_said("12\\t5\\t7")
    'Entries: 12. New to the club: 5. Known: 7.'
    """
    entries, new, known = kept.split(BETWEEN)
    words = _("Entries: %(entries)s. New to the club: %(new)s. Known: %(known)s.")
    return words % {"entries": entries, "new": new, "known": known}


NOTED: Mapping[str, str | Promise] = {
    "team": gettext_lazy("team"),
    "groups": gettext_lazy("groups"),
    "is_guest": gettext_lazy("guest"),
    "is_house": gettext_lazy("house player"),
    "pinned_table": gettext_lazy("table"),
    "pinned_seat": pgettext_lazy("at a table", "seat"),
    "start_points": gettext_lazy("start points"),
}
"""What is noted about an entry, by its field."""

YES = "yes"
"""As what is true is kept."""


def kept_details(values: Mapping[str, Any]) -> str:
    """What is noted about an entry, as the history keeps it: a line for each field.

    >>> kept_details({"team": "Aces", "is_guest": True, "pinned_seat": 0})
    'team\\tAces\\nis_guest\\tyes\\npinned_seat\\t1'
    """
    return "\n".join(f"{name}{BETWEEN}{_kept(name, it)}" for name, it in values.items())


def _kept(name: str, value: Any) -> str:  # noqa: ANN401 - a field of any kind
    if isinstance(value, bool):
        return YES if value else ""
    if isinstance(value, list):
        return ", ".join(value)
    if name == "pinned_seat" and value is not None:
        return str(value + 1)
    return "" if value is None else str(value)


def details_said(kept: str) -> str:
    """What was noted about an entry; what was cut off is left out.

    >>> details_said("team\\tAces\\nis_guest\\tyes\\npinned_seat\\t")
    'team: Aces · guest: yes · seat: –'
    """
    said = []
    for name, value in (line.split(BETWEEN) for line in kept.split("\n") if BETWEEN in line):
        words = value or "–"
        if name.startswith("is_"):
            words = _("yes") if value else _("no")
        said.append(f"{NOTED[name]}: {words}")
    return " · ".join(said) or kept


# Everybody who is to play, as the start list at the door has them.

LISTED = (Entry.REGISTERED, Entry.WAITING, Entry.HERE)
NO_NUMBER = 10**9


class StartLine(NamedTuple):
    """An entry: `homes` is where its persons are from, `number` None before it has arrived.

    `part` are the cents that were paid of a `fee` that is still open.
    """

    number: int | None
    name: str
    homes: str
    team: str
    is_paid: bool
    is_here: bool
    is_waiting: bool
    part: int = 0
    fee: int = 0


def start_list(event: Event, *, by_number: bool = False) -> list[StartLine]:
    """Those who are registered, waiting or here, from A to Z or by start number.

    Two SQL queries, and one where there is a fee.
    House players are no entrants and are not listed; by number, who has none comes last.
    """
    entries = event.entries.filter(status__in=LISTED, is_house=False)
    homes: defaultdict[int, list[str]] = defaultdict(list)
    people = Member.objects.filter(entry__in=entries, until_round=None)
    for entry, home in people.order_by("place").values_list("entry_id", "player__home"):
        if home and home not in homes[entry]:
            homes[entry].append(home)
    fee = event.format.fee
    parts = parts_paid(event) if fee else {}
    lines = [
        StartLine(
            entry.number,
            entry.name,
            ", ".join(homes[entry.pk]),
            entry.team,
            entry.is_paid,
            entry.status == Entry.HERE,
            entry.status == Entry.WAITING,
            parts.get(entry.pk, 0),
            fee,
        )
        for entry in entries
    ]
    if by_number:
        return sorted(lines, key=lambda line: (line.number or NO_NUMBER, name_order(line.name)))
    return sorted(lines, key=lambda line: (name_order(line.name), line.number or 0))


# What becomes of each line of a pasted list: whom it means, or why it is left out.

TAKEN = "taken"
ASKED = "asked"
LEFT_OUT = "left_out"
PAID, UNPAID, NEITHER, PART = "paid", "unpaid", "neither", "part"
"""The answers to what may mean that the fee is paid; neither: it belongs into its column; part: so
much of it is paid."""
PERSON = "person"
"""The answer that a line is one, though it looks like the sum of a list."""
EMPTY: Mapping[str, dict[str, Any]] = {
    "home": {"home": ""},
    "team": {"team": ""},
    "group": {"groups": ()},
}


class Wanted(NamedTuple):
    """A line of a list as it was read; `problem` says what is wrong with it alone.

    `unclear` is what may mean that the fee is paid, and stands in the column `unclear_in`; `part`
    are the cents that it may say were paid of it, `paid_part` those that were. `is_sum`: it looks
    like the sum of the list.
    """

    number: int
    names: tuple[str, ...]
    home: str = ""
    team: str = ""
    groups: tuple[str, ...] = ()
    is_paid: bool = False
    problem: str = ""
    unclear: str = ""
    unclear_in: str = ""
    part: int = 0
    paid_part: int = 0
    is_sum: bool = False

    def is_answered(self, answer: str) -> Wanted | None:
        """The line with the answer whether the fee is paid; None without one."""
        if answer == NEITHER and self.unclear_in != "paid":
            return self._replace(unclear="")
        if answer not in (PAID, UNPAID) and not (answer == PART and self.part):
            return None
        kept = self if self.unclear_in == "paid" else self._replace(**EMPTY[self.unclear_in])
        part = self.part if answer == PART else 0
        return kept._replace(is_paid=answer == PAID, unclear="", paid_part=part)


class Question(NamedTuple):
    """Somebody on the list who may be one of these."""

    key: str
    name: str
    people: list[Known]


@dataclass
class Outcome:
    """What becomes of a line: `players` are those meant, None for somebody new."""

    line: Wanted
    kind: str = TAKEN
    players: list[int | None] = field(default_factory=list)
    known: list[Known] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    problem: str = ""
    asks_paid: bool = False

    def leave_out(self, problem: str) -> Outcome:
        """The same line, left out for this reason."""
        self.kind, self.problem = LEFT_OUT, problem
        return self


def outcomes(
    club_id: int, lines: Sequence[Wanted], answers: Mapping[str, str], *, event: Event | None = None
) -> list[Outcome]:
    """What becomes of each line, given the answers so far; two SQL queries for any list.

    `answers`: by line and place ("12-0") the key of a player, or `NEW`; by line ("12-paid")
    whether the fee is paid, and ("12-sum") that it is a person.
    """
    reading = _Reading(known_names(club_id), answers, _entered(event) if event else {})
    return [reading.outcome(line) for line in lines]


class _Reading:
    """What has been found while a list is read from its first line to its last."""

    def __init__(
        self, people: list[Known], answers: Mapping[str, str], entered: Mapping[int, str]
    ) -> None:
        self.people = {known.pk: known for known in people}
        self.index = NameIndex((known.pk, known.name) for known in people)
        self.answers = answers
        self.entered = entered
        self.lines: dict[object, int] = {}

    def outcome(self, line: Wanted) -> Outcome:
        found = Outcome(line)
        if line.problem:
            return found.leave_out(line.problem)
        if line.is_sum:
            if self.answers.get(f"{line.number}-sum") != PERSON:
                return found.leave_out(_("This looks like a sum, not like a person."))
            line = found.line = line._replace(is_sum=False)
        if line.unclear:
            answered = line.is_answered(self.answers.get(f"{line.number}-paid", ""))
            found.asks_paid = answered is None
            found.line = answered or line
        line = found.line
        written = tuple(tuple(sorted(folded(name))) for name in line.names), folded(line.home)
        if self.lines.setdefault(written, line.number) != line.number:
            return found.leave_out(_("The same as line %(line)s.") % {"line": self.lines[written]})
        for place, name in enumerate(line.names):
            problem = self._person(found, place, name)
            if problem:
                return found.leave_out(problem)
        if found.questions or found.asks_paid:
            found.kind = ASKED
            return found
        for known in found.known:
            if known.pk in self.entered:
                words = _("Entered already: %(entry)s.")
                return found.leave_out(words % {"entry": self.entered[known.pk]})
            before = self.lines.setdefault(known.pk, line.number)
            if before != line.number or len(set(found.players)) < len(found.known):
                words = _("%(name)s is in line %(line)s already.")
                return found.leave_out(words % {"name": known.name, "line": before})
        return found

    def _person(self, found: Outcome, place: int, name: str) -> str:
        """Find whom a name means; the sentence why it cannot be taken, or nothing."""
        home = found.line.home
        people = [self.people[key] for key in self.index.like(name)]
        same = [known for known in people if _is_same(known, name, home)]
        from_there = [known for known in same if folded(known.home) == folded(home)]
        if home and len(from_there) == 1:
            same = from_there
        key = f"{found.line.number}-{place}"
        answer = self.answers.get(key, "")
        chosen = next((known for known in people if str(known.pk) == answer), None)
        if answer == NEW:
            if any(known.name == name and known.home == home for known in people):
                return _("The club knows somebody of that name: say where this one is from.")
            found.players.append(None)
        elif chosen is not None or len(same) == 1:
            known = chosen or same[0]
            found.players.append(known.pk)
            found.known.append(known)
        elif people:
            found.questions.append(Question(key, name, people[:MOST_PROPOSED]))
        else:
            found.players.append(None)
        return ""


def _is_same(known: Known, name: str, home: str) -> bool:
    """Whether a name is surely this player: the same words, and no other place."""
    if sorted(folded(known.name)) != sorted(folded(name)):
        return False
    return not home or not known.home or folded(home) == folded(known.home)


def _entered(event: Event) -> dict[int, str]:
    members = Member.objects.filter(entry__event=event, until_round=None)
    rows = members.values_list(main_key("player"), "entry__number", "entry__name")
    return {
        player: _("No. %(number)s %(name)s") % {"number": number, "name": name} if number else name
        for player, number, name in rows
    }
