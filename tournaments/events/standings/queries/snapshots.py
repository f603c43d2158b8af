"""All that the public pages of an event are made from, read in a few SQL queries and kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from formats.event import EventSettings
from scoring.ranking import Result as RoundResult
from tournaments.common.cache import cached, is_kept
from tournaments.common.names import Called, name_order, told_apart
from tournaments.common.rows import Rows as RowsOf
from tournaments.events.check_in.queries.contacts import EntryLine, grouped, pairs_of
from tournaments.events.draw.queries.cuts import KeptCut, first_cut, kept_cuts
from tournaments.models import (
    Decided,
    Entry,
    Event,
    EventChange,
    EventTable,
    Member,
    Player,
    Round,
    Ruling,
    TieDecision,
    TotalsVersion,
    hides_names,
)
from tournaments.people.queries import is_old_event, main_key, veiled

# What rulings and decided ties add to a standing, read together with what was corrected.


CORRECTED_LATE = "corrected_late"
RULED = "ruled"
TIE_DECIDED = "tie_decided"


class Share(NamedTuple):
    """What one entry has from a ruling: points of the standing, strokes at the table."""

    entry: int
    points: int
    strokes: int


class Ruled(NamedTuple):
    """A ruling that stands, as the standing and the players' pages need it.

    `entry` is None where it is about the whole table, `table` where it was no table's matter.
    """

    key: int
    round: int
    table: int | None
    hand: int | None
    entry: int | None
    offence: str
    kind: str
    points: int
    others: int
    is_late: bool
    reason: str
    shares: tuple[Share, ...]

    def share_of(self, entry: int) -> Share | None:
        """What the entry with that key has from it, None where that is nothing."""
        return next((each for each in self.shares if each.entry == entry), None)


class TieOrder(NamedTuple):
    """Start numbers of those who were level after a round, best first, and how that came about."""

    kind: str
    after_round: int
    order: tuple[int, ...]


def _decided(
    event: Event,
) -> tuple[frozenset[tuple[int, int]], tuple[Ruled, ...], tuple[TieOrder, ...]]:
    """What was corrected (keys of entries with rounds), ruled and decided about ties.

    One SQL query, and one more each for rulings and ties where there ever were any. Rulings of
    rounds that were called off are left out.
    """
    kinds = (CORRECTED_LATE, RULED, TIE_DECIDED)
    changes = EventChange.objects.filter(event=event, kind__in=kinds)
    rows = list(changes.values_list("kind", "entry_id", "round_number"))
    there = {kind for kind, _entry, _number in rows}
    corrected = frozenset(
        (entry, number)
        for kind, entry, number in rows
        if kind == CORRECTED_LATE and entry and number
    )
    rulings: tuple[Ruled, ...] = ()
    if RULED in there:
        held = Ruling.objects.filter(event=event, withdrawn_at=None)
        names = ("round__number", "event_table__number", "hand", "entry_id", *Ruled._fields[5:])
        ruled = held.exclude(round__state=Round.CANCELLED).values_list("pk", *names)
        rulings = tuple(
            Ruled._make((*row[:-1], tuple(Share(*share) for share in row[-1]))) for row in ruled
        )
    ties: tuple[TieOrder, ...] = ()
    if TIE_DECIDED in there:
        decided = TieDecision.objects.filter(event=event, withdrawn_at=None)
        orders = decided.values_list("kind", "after_round", "order")
        ties = tuple(TieOrder(kind, after, tuple(order)) for kind, after, order in orders)
    return corrected, rulings, ties


def shares_of(rulings: Sequence[Ruled], rounds: Collection[int]) -> dict[int, list[Share]]:
    """By the key of the entry, what it has from the rulings of these rounds."""
    found: dict[int, list[Share]] = {}
    for ruling in rulings:
        for share in ruling.shares if ruling.round in rounds else ():
            found.setdefault(share.entry, []).append(share)
    return found


def with_rulings(
    results: Sequence[RoundResult],
    rulings: Sequence[Ruled],
    rounds: Collection[int],
    numbers: Mapping[int, int],
) -> tuple[list[RoundResult], Mapping[int, int]]:
    """The results with what the rulings of these rounds add, and points without a result.

    `numbers`: the start numbers by the keys of the entries. Points of somebody who has no result
    in the round (it was not seated there) come by start number, for the total alone.
    """
    points: Counter[tuple[int, int]] = Counter()
    strokes: Counter[tuple[int, int]] = Counter()
    for ruling in rulings:
        for share in ruling.shares if ruling.round in rounds else ():
            where = (numbers[share.entry], ruling.round)
            points[where] += share.points
            strokes[where] += share.strokes
    found = list(results)
    for index, result in enumerate(found if points else ()):
        where = (result.entry, result.round)
        penalty, credit = points.pop(where, 0), strokes[where]
        if penalty or credit:
            found[index] = replace(result, penalty=penalty, credit=credit)
    rest: Counter[int] = Counter()
    for (number, _round), penalty in points.items():
        rest[number] += penalty
    return found, rest


# Between two changes an event looks the same to everybody, and most changes touch one table. So
# each part is kept in this process under what it depends on: the entries under the directors'
# deeds, the results of a round under those that were about this round and the versions of its
# tables. Whatever tells people apart is said in the event's language: it is a part of their names,
# which are the same for every reader.


SHEETS = 10_000_000
"""More than all versions of an event's tables together."""


class SeatLine(NamedTuple):
    """What an entry has from a round, and where it sat; without a table it sat out.

    `solos` are those won, `solos_played` all, None where the paper does not say it. Who `is_away`
    left a table of a free night between two hands. `decided`: how the sheet was decided that is
    gone.
    """

    entry: int
    table: int | None
    table_pk: int | None
    hands_due: int | None
    side: int | None
    points: int
    hands: int
    solos: int
    games: int
    lost: int
    solos_played: int | None
    decided: str
    is_away: bool
    is_in: bool

    @property
    def is_annulled(self) -> bool:
        """Whether its sheet is gone and counts for nobody."""
        return self.decided == Decided.ANNULLED


TABLE, IS_IN = SeatLine._fields.index("table"), SeatLine._fields.index("is_in")


class Substitute(NamedTuple):
    """A person who plays for an entry from a round on; until there is another, or the end."""

    entry: int
    name: str
    from_round: int
    until_round: int | None


class Expected(NamedTuple):
    """An entry that has not come yet: registered, or waiting for a place."""

    pk: int
    name: str
    status: str


@dataclass(frozen=True)
class Played:
    """A round with everybody's seats and results.

    `rows` are as they come from the database, by the key of the entry: a line is made of one only
    where somebody wants it, for most pages want few of some thousand. `confirmed`: the tables
    whose sheets somebody said are right, while the round is on and the event asks for it.
    """

    round: Round
    rows: Mapping[int, tuple[Any, ...]]
    results: tuple[RoundResult, ...]
    confirmed: frozenset[int] = frozenset()

    @cached_property
    def lines(self) -> tuple[SeatLine, ...]:
        """Everybody's lines."""
        return tuple(SeatLine._make(row) for row in self.rows.values())

    def line_of(self, entry: int) -> SeatLine | None:
        """The line of the entry with that key."""
        row = self.rows.get(entry)
        return None if row is None else SeatLine._make(row)

    def sits(self, entry: int) -> bool:
        """Whether the entry with that key is in the round, and has not left its table."""
        line = self.line_of(entry)
        return line is not None and not line.is_away

    @cached_property
    def by_table(self) -> dict[int, list[SeatLine]]:
        """The lines of each table in seat order, by the number of the table."""
        tables: dict[int, list[SeatLine]] = {}
        for line in sorted(self.lines, key=lambda line: (line.table or 0, line.side or 0)):
            if line.table is not None:
                tables.setdefault(line.table, []).append(line)
        return tables

    @cached_property
    def sheets(self) -> dict[int, bool]:
        """By the number of each table, whether its sheet is complete."""
        found: dict[int, bool] = {}
        for row in self.rows.values():
            table = row[TABLE]
            if table is not None:
                found[table] = found.get(table, True) and bool(row[IS_IN])
        return found

    @property
    def tables_in(self) -> int:
        """How many sheets are complete."""
        return sum(self.sheets.values())

    @property
    def tables_confirmed(self) -> int:
        """How many of the complete sheets were confirmed, or came as totals from paper."""
        return sum(is_in and number in self.confirmed for number, is_in in self.sheets.items())

    @property
    def number(self) -> int:
        """Which round it is, from 1."""
        return self.round.number

    @property
    def is_closed(self) -> bool:
        """Whether its results are final, but for corrections."""
        return self.round.state == Round.CLOSED

    @property
    def counts(self) -> bool:
        """Whether its results may be seen: closed, or everybody knows who sits where."""
        return self.is_closed or self.round.is_public


@dataclass(frozen=True)
class Snapshot:
    """An event as it was at one moment; `state` grows with every change.

    `corrected` are keys of entries with rounds. `expected` are those who have not come yet, by
    name, as long as no round is drawn. `is_public`: names are as everybody may see them, see
    `public_snapshot`.
    """

    event: Event
    state: int
    rounds: tuple[Played, ...]
    entries: Mapping[int, EntryLine]
    corrected: frozenset[tuple[int, int]]
    rulings: tuple[Ruled, ...]
    ties: tuple[TieOrder, ...]
    substitutes: tuple[Substitute, ...]
    expected: tuple[Expected, ...] = ()
    is_public: int = 0

    @cached_property
    def settings(self) -> EventSettings:
        """What the directors decided about the event."""
        return self.event.format

    @property
    def checked_in(self) -> int:
        """How many entries are here now."""
        return sum(
            entry.status == Entry.HERE and not entry.is_house for entry in self.entries.values()
        )

    @property
    def named(self) -> tuple[Expected, ...]:
        """Who has not come yet and is named; nobody where who registers is only counted."""
        return () if hides_names(self.event) else self.expected

    @cached_property
    def cuts(self) -> tuple[KeptCut, ...]:
        """The cuts for the finals, the earliest first."""
        first = first_cut(self.event.finals, self.entries.values())
        return first + kept_cuts(one.round for one in self.rounds)

    @cached_property
    def on(self) -> tuple[Played, ...]:
        """The rounds whose seats everybody may know and that are not closed.

        There are several only where tables open one by one.
        """
        return tuple(one for one in self.rounds if one.counts and not one.is_closed)

    @cached_property
    def current(self) -> Played | None:
        """The first of them."""
        return self.on[0] if self.on else None

    def on_for(self, entry: int) -> Played | None:
        """The round that is on for the entry with that key."""
        if not self.settings.rolling:
            return self.current
        return next((one for one in self.on if one.sits(entry)), None)

    @cached_property
    def closed(self) -> int:
        """The number of the last closed round, 0 before there is one."""
        return max((one.number for one in self.rounds if one.is_closed), default=0)

    @cached_property
    def rounds_are_over(self) -> bool:
        """Whether every round that the event is to have is closed."""
        return 0 < self.settings.rounds <= self.closed and not self.settings.rolling

    @cached_property
    def is_hidden(self) -> bool:
        """Whether the standing is kept from the public for now."""
        shows, last = self.settings.shows, self.settings.rounds
        if self.event.state == Event.FINAL or shows == "always":
            return False
        drawn = (Round.DRAWN, Round.CLOSED)
        return shows == "at_the_end" or any(
            one.number >= last and one.round.state in drawn for one in self.rounds
        )

    def hides_round(self, number: int) -> bool:
        """Whether what a round brought is kept from the public: earlier ones were shown before."""
        return self.is_hidden and self.settings.hides_round(number)


def event_rounds(event: Event) -> list[Round]:
    """The rounds that were not cancelled, each with `sheets`, the versions of its tables added."""
    return rounds_of([event])


ROUNDS = RowsOf(Round, "played", later=("plan", "report", "standing"))
OF_EVENTS = f"""
SELECT {ROUNDS.columns}, (
    SELECT COALESCE(SUM(held.version), 0)
    FROM tournaments_eventtable AS place
    JOIN tournaments_table AS held ON held.id = place.table_id
    WHERE place.round_id = played.id
)
FROM tournaments_round AS played
WHERE played.event_id IN (%s) AND played.state <> %%s
ORDER BY played.number
"""


def rounds_of(events: Iterable[Event]) -> list[Round]:
    """The rounds of these events that were not cancelled, in order, as in `event_rounds`."""
    by_key = {event.pk: event for event in events}
    if not by_key:
        return []
    with connection.cursor() as cursor:
        cursor.execute(OF_EVENTS % ", ".join(["%s"] * len(by_key)), [*by_key, Round.CANCELLED])
        rows = cursor.fetchall()
    found = []
    for *row, sheets in rows:
        one = ROUNDS.read(row)
        one.event = by_key[one.event_id]
        one.sheets = sheets  # type: ignore[attr-defined]
        found.append(one)
    return found


def state_of(event: Event, rounds: Iterable[Round]) -> int:
    """The state of an event as a number that grows with every change.

    Not a plain sum: the versions of a cancelled round's tables no longer add to it.
    """
    return event.version * SHEETS + sum(sheets_of(one) for one in rounds)


def sheets_of(played: Round) -> int:
    """The versions of a round's tables, added up by `event_rounds`."""
    added: int = played.sheets  # type: ignore[attr-defined]
    return added


def snapshot_of(event: Event, rounds: list[Round] | None = None) -> Snapshot:
    """The event as it is now; at most six SQL queries, one where nothing has changed.

    Rulings and decided ties take one more each. `rounds`: of `event_rounds`, if known already.
    """
    found = event_rounds(event) if rounds is None else rounds
    state = state_of(event, found)
    key = (event.pk, event.submission, "snapshot")
    return cached(key, state, lambda: _read(event, state, found))


def _read(event: Event, state: int, rounds: Sequence[Round]) -> Snapshot:
    key, actions = (event.pk, event.submission), event.version
    entries = cached((*key, "entries"), actions, lambda: _entries(event))
    played = _rounds(event, rounds, entries)
    decided = cached((*key, "decided"), actions, lambda: _decided(event))
    substitutes = cached((*key, "substitutes"), actions, lambda: _substitutes(event))
    expected = () if played else cached((*key, "expected"), actions, lambda: _expected(event))
    return Snapshot(event, state, played, entries, *decided, substitutes, expected)


OF_PEOPLE = {"groups": "CAST(entry.groups AS text)", "pk": "entry.id"}
ENTRIES = f"""
SELECT {", ".join(OF_PEOPLE.get(name, f"entry.{name}") for name in EntryLine._fields)}
FROM tournaments_entry AS entry
WHERE entry.event_id = %s AND entry.number IS NOT NULL ORDER BY entry.number
"""


def _entry_line(row: Sequence[Any]) -> EntryLine:
    *who, groups, is_guest, is_house = row[:8]
    known = [] if groups == "[]" else json.loads(groups)
    return EntryLine._make((*who, known, bool(is_guest), bool(is_house), *row[8:]))


def _entries(event: Event) -> dict[int, EntryLine]:
    with connection.cursor() as cursor:
        cursor.execute(ENTRIES, [event.pk])
        lines = [_entry_line(row) for row in cursor.fetchall()]
    with event.spoken():
        names = _told_apart(event, lines)
    return {
        line.pk: line._replace(name=names[line.pk]) if line.pk in names else line for line in lines
    }


def _told_apart(event: Event, lines: Sequence[EntryLine]) -> dict[int, str]:
    """What to call those who share a name with others; two SQL queries, none where nobody does."""
    bearers = Counter(line.name.casefold() for line in lines)
    alike = [line for line in lines if bearers[line.name.casefold()] > 1]
    if not alike:
        return {}
    people: dict[int, dict[int, str]] = {line.pk: {} for line in alike}
    members = Member.objects.filter(entry__in=people, from_round__lte=F("entry__first_round"))
    for entry, player, home in members.order_by("place", "pk").values_list(
        "entry_id", main_key("player"), "player__home"
    ):
        people[entry][player] = home
    players = {key: frozenset(own) or frozenset({-key}) for key, own in people.items()}
    person = grouped(players, pairs_of(event))
    return told_apart(
        Called(
            line.pk,
            person[line.pk],
            line.name,
            ", ".join(dict.fromkeys(home for home in people[line.pk].values() if home)),
            _("No. %(number)s") % {"number": line.number},
        )
        for line in alike
    )


def _expected(event: Event) -> tuple[Expected, ...]:
    wanted = event.entries.filter(status__in=(Entry.REGISTERED, Entry.WAITING), number=None)
    found = [Expected._make(row) for row in wanted.values_list(*Expected._fields)]
    return tuple(sorted(found, key=lambda one: (one.status, name_order(one.name), one.pk)))


def _rounds(
    event: Event, rounds: Sequence[Round], entries: Mapping[int, EntryLine]
) -> tuple[Played, ...]:
    """Every round with its results; those that are not kept are read with one query.

    Results come from the sheets and from what directors do to this round: a deed that is about
    another, or about none, leaves them as they are.
    """
    settings = event.format
    has_bye_value = bool(settings.bye_value)
    keys = {one.pk: (event.submission, one.pk) for one in rounds}
    how = (has_bye_value, settings.needs_confirmation, settings.confirms_paper)
    states = {one.pk: (one.version, sheets_of(one), *how) for one in rounds}
    new = [one for one in rounds if not is_kept(keys[one.pk], states[one.pk])]
    rows = _rows(new)
    confirmed = _confirmed(new, rows, settings) if settings.needs_confirmation else {}

    def brought(one: Round) -> tuple[Rows, tuple[RoundResult, ...], frozenset[int]]:
        found = rows[one.pk] if one.pk in rows else _rows([one])[one.pk]
        # Without a value of its own a bye counts for nothing, in an average not as a 0 either.
        hands = one.hands if has_bye_value else 0
        results = tuple(_results(found.values(), one.number, hands, entries))
        return found, results, frozenset(confirmed.get(one.pk, ()))

    return tuple(
        Played(one, *cached(keys[one.pk], states[one.pk], partial(brought, one))) for one in rounds
    )


Rows = dict[int, tuple[Any, ...]]
"""The fields of a `SeatLine` as they come from the database, by the key of the entry."""


RESULTS = f"""
SELECT result.round_id, result.entry_id, place.number, place.table_id, place.hands_due,
{", ".join(f"result.{name}" for name in SeatLine._fields[4:])}
FROM tournaments_result AS result
LEFT JOIN tournaments_eventtable AS place ON place.id = result.event_table_id
WHERE result.round_id IN (%s)
"""
"""Written out, and read as they are: objects of some thousand rows cost more than all the rest."""


def _rows(rounds: Sequence[Round]) -> dict[int, Rows]:
    found: dict[int, Rows] = {one.pk: {} for one in rounds}
    if rounds:
        with connection.cursor() as cursor:
            cursor.execute(RESULTS % ", ".join(["%s"] * len(found)), [*found])
            for row in cursor.fetchall():
                found[row[0]][row[1]] = row[1:]
    return found


def _confirmed(
    rounds: Sequence[Round], rows: Mapping[int, Rows], settings: EventSettings
) -> dict[int, set[int]]:
    """By round that is on, the numbers of the tables whose sheets are right; one SQL query where
    any sheet is complete.

    Somebody at the table said so of the sheet as it is, or its totals came from paper, and a second
    director confirmed them where that is asked for.
    """
    found: dict[int, set[int]] = {}
    on = [
        one.pk
        for one in rounds
        if one.state == Round.DRAWN and one.started_at is not None
        if any(row[IS_IN] and row[TABLE] is not None for row in rows[one.pk].values())
    ]
    if on:
        totals = TotalsVersion.objects.filter(event_table=OuterRef("pk")).order_by("-number")
        tables = EventTable.objects.filter(round__in=on).annotate(
            withdrawn=Subquery(totals.values("is_withdrawn")[:1]),
            totals_now=Subquery(totals.values("number")[:1]),
        )
        paper_counts = Q(withdrawn=False) & ~Q(counts=EventTable.HANDS)
        from_hands = Q(confirmed_version=F("table__version"))
        from_paper = paper_counts
        if settings.confirms_paper:
            from_paper = paper_counts & Q(confirmed_totals=F("totals_now"))
            from_hands &= Q(withdrawn=None) | ~paper_counts
        right = tables.filter(from_hands | from_paper)
        for key, number in right.values_list("round_id", "number"):
            found.setdefault(key, set()).add(number)
    return found


def _results(
    rows: Iterable[tuple[Any, ...]], number: int, bye_hands: int, entries: Mapping[int, EntryLine]
) -> Iterator[RoundResult]:
    for row in rows:
        entry, table, points, hands, solos, games, lost = row[0], row[1], *row[5:10]
        decided, is_away = row[11:13]
        if is_away and not (hands or points):
            continue  # whoever left before a hand was dealt has not played there
        if decided == Decided.ANNULLED:
            continue
        start = entries[entry].number
        if table is None:
            yield RoundResult(start, number, None, points, hands or bye_hands, kind="bye")
        else:
            yield RoundResult(start, number, table, points, hands, solos, games, lost=lost)


def _substitutes(event: Event) -> tuple[Substitute, ...]:
    later = Member.objects.filter(entry__event=event, from_round__gt=F("entry__first_round"))
    names = ("entry_id", "player__name", "from_round", "until_round")
    rows = later.order_by("entry_id", "from_round").values_list(*names)
    return tuple(map(Substitute._make, rows))


# An event as everybody may see it: whoever is shown with initials, or not at all, is so here too.
#
# Public pages ask for `public_snapshot`, directors' pages for `snapshot_of`. Who is not shown keeps
# the start number, by which seat and place are found.

BETWEEN = " / "
SHOWN, SHORTENED = 1, 2
"""What `is_public` is where whoever wants to be is veiled, and where it was so long ago that all
are."""


def public_snapshot(event: Event, rounds: list[Round] | None = None) -> Snapshot:
    """The event with the names that everybody may see; one query more after a deed."""
    snapshot = snapshot_of(event, rounds)
    key = (event.pk, event.submission)
    with event.spoken():
        members, old = Member.objects.filter(entry__event=event), is_old_event(event)
        of_old = [event.pk] if old else []
        said = cached((*key, "veiled", old), event.version, lambda: names_said(members, of_old))
        names, substitutes = said
    if not names and not substitutes:
        return snapshot

    def veiled_snapshot() -> Snapshot:
        expected = [one._replace(name=names.get(one.pk, one.name)) for one in snapshot.expected]
        return replace(
            snapshot,
            entries={
                pk: line._replace(name=names.get(pk, line.name))
                for pk, line in snapshot.entries.items()
            },
            substitutes=tuple(
                one._replace(name=substitutes.get(one[:3], one.name))
                for one in snapshot.substitutes
            ),
            expected=tuple(one for one in expected if one.name),
            is_public=SHORTENED if old else SHOWN,
        )

    return cached((*key, "public", old), snapshot.state, veiled_snapshot)


def names_said(
    members: QuerySet[Member], of_old: Collection[int] = ()
) -> tuple[dict[int, str], dict[tuple[int, str, int], str]]:
    """What to call the entries of these members before everybody, "" where that is nothing; and
    substitutes by entry, name and round; `of_old` are the events in which all have initials.

    One SQL query; nothing where everybody is shown with the name.
    """
    as_shown = Coalesce("player__merged_into__shown", "player__shown")
    is_plain = Q(as_shown=Player.NAME) & ~Q(entry__event__in=of_old)
    rows = members.annotate(as_shown=as_shown).exclude(is_plain)
    parts: dict[int, list[str]] = {}
    numbers: dict[int, int | None] = {}
    substitutes: dict[tuple[int, str, int], str] = {}
    of_entry = ("entry__name", "entry__number", "entry__first_round")
    known = rows.order_by("entry_id", "place", "pk").values_list(
        "entry", *of_entry, "place", "from_round", "player__name", "as_shown", "entry__event"
    )
    for entry, name, number, first_round, place, from_round, person, shown, event in known:
        old = event in of_old
        if from_round > first_round:
            said = veiled(person, shown, is_old=old) or _("Somebody")
            substitutes[entry, person, from_round] = said
            continue
        own = parts.setdefault(entry, name.split(BETWEEN))
        place = min(place, len(own) - 1)
        own[place] = veiled(own[place], shown, is_old=old)
        numbers[entry] = number
    names = {
        key: BETWEEN.join(part or _("Somebody") for part in own) if any(own) else ""
        for key, own in parts.items()
    }
    # With the start number where several have the same or none is left.
    count = Counter(names.values())
    for key, name in names.items():
        number = numbers[key]
        said = _("No. %(number)s") % {"number": number} if number else ""
        if not name:
            names[key] = said
        elif count[name] > 1 and said:
            names[key] = f"{name} ({said})"
    return names, substitutes
