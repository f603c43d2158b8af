"""How far the tables of a round are, what is missing before it closes, and what is gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import find_ruleset
from scoring.labels import side_of
from tournaments.common.actions import Refused
from tournaments.common.history import NAMELESS, Doer, doer_called
from tournaments.events.draw.queries.seatings import Seated, Side, people_at, sides_of
from tournaments.events.results.queries.sheets import (
    Hands,
    Totals,
    comes_to_nothing,
    compares_more,
    counted_source,
    differing,
    hands_at,
    hands_each,
    is_made_up,
    is_open_ended,
    keyed_at,
    latest_totals,
    paper_totals,
    phones_at,
)
from tournaments.events.results.queries.totals import signed
from tournaments.models import (
    Decided,
    Event,
    EventChange,
    EventTable,
    HandVersion,
    Result,
    Round,
    TotalsVersion,
)
from tournaments.settings.event import EventSettings
from tournaments.tables.queries import TableSheet

# How far the tables of a round are: hands, totals, confirmations, and what is behind.


WAITING = "waiting"
PLAYING = "playing"
COMPLETE = "complete"
CONFIRMED = "confirmed"
KEYED = "keyed"
DIFFERS = "differs"
STATES = (DIFFERS, WAITING, PLAYING, COMPLETE, CONFIRMED, KEYED)
"""What a table's sheet may be, what needs a director first."""

QUIET = timedelta(minutes=10)
BEHIND = 2 / 3
"""Slow is who has played less than this of what the table in the middle has."""

EARLY = 6
"""Hands of the table in the middle before anybody is called slow."""

MARKED, UNMARKED = "table_marked", "table_unmarked"


@dataclass(frozen=True)
class Progress:
    """How far a table is.

    `paper` are its keyed totals; `phone` those of its hands where both are there, with nothing
    but points where the event counts nothing else; `mark` is what a director noted about it.
    `typist`: the account that keyed its hands from paper last, where a second one has to confirm.
    """

    place: EventTable
    people: list[Seated]
    hands: Hands
    keyed: TotalsVersion | None
    state: str
    paper: Totals | None = None
    phone: Totals | None = None
    mark: str = ""
    is_behind: bool = False
    quiet_minutes: int = 0
    typist: int | None = None

    @property
    def sides(self) -> list[Side]:
        """The sides of the sheet."""
        return sides_of(self.people)

    @property
    def played(self) -> int:
        """The hands that count on the sheet, or those that the paper says."""
        return self.paper.played if self.counts_paper and self.paper else self.hands.played

    @property
    def counts_paper(self) -> bool:
        """Whether the keyed totals count."""
        if self.keyed is None:
            return False
        return not self.hands.played or self.place.counts != EventTable.HANDS

    @property
    def keyed_by(self) -> int | None:
        """The account that keyed from paper what counts; None where nobody did."""
        return self.keyed.user_id if self.keyed and self.counts_paper else self.typist

    @property
    def is_paper_confirmed(self) -> bool:
        """Whether a second director confirmed the totals from paper that are there now."""
        return self.keyed is not None and self.keyed.number == self.place.confirmed_totals

    @property
    def decided(self) -> str:
        """How the sheet was decided that is gone, "" for any other."""
        return self.paper.decided if self.counts_paper and self.paper else ""

    @property
    def is_made_up(self) -> bool:
        """Whether the figures come from no sheet of this table, and need not add up."""
        return is_made_up(self.decided)

    @property
    def is_short(self) -> bool:
        """Whether fewer hands were played than were due."""
        if self.is_made_up:
            return False
        if self.state == PLAYING:
            return True
        return self.counts_paper and self.played < self.place.hands_due

    @property
    def has_result(self) -> bool:
        """Whether something is there that can count."""
        return self.state not in (WAITING, PLAYING)

    @property
    def is_open_again(self) -> bool:
        """Whether the sheet was opened again after its round was closed."""
        return self.place.round.closed_at is not None and self.place.table.ended_at is None


def rounds_with_tables(event: Event) -> list[Round]:
    """The rounds that are or were played, in their order."""
    states = (Round.DRAWN, Round.CLOSED)
    return list(Round.objects.filter(event=event, state__in=states).order_by("number"))


def is_confirmed(place: EventTable) -> bool:
    """Whether somebody confirmed the sheet as it is now; `place.table` must be fresh."""
    return place.confirmed_version is not None and place.confirmed_version == place.table.version


def round_progress(played: Round, event: Event, *, only: int | None = None) -> list[Progress]:
    """Every table of a round in the order of the numbers, or the one with the key `only`.

    The same few SQL queries, however many tables.
    """
    places = EventTable.objects.filter(round=played).select_related("table").order_by("number")
    if only is not None:
        places = places.filter(pk=only)
    played.event = event
    found = list(places)
    for place in found:
        place.round = played
    reader = _Reader(event, found)
    rows = [reader.progress(place) for place in found]
    return rows if played.closed_at else _with_slow_ones(rows)


def open_progress(event: Event) -> list[Progress]:
    """Every table of all rounds that are on, in the order of the numbers on the tables.

    The same few SQL queries, however many rounds and tables.
    """
    places = EventTable.objects.filter(round__event=event, round__state=Round.DRAWN)
    found = list(places.select_related("table", "round").order_by("number", "round__number"))
    for place in found:
        place.round.event = event
    reader = _Reader(event, found)
    return [reader.progress(place) for place in found]


class _Reader:
    """What was read of the tables, by the key of the table."""

    def __init__(self, event: Event, places: Sequence[EventTable]) -> None:
        self.settings = event.format
        self.people = people_at(places, event)
        self.hands = hands_at(places)
        self.keyed = keyed_at(places)
        self.marks = _marks(event, places)
        self.typists = _typists(event, places) if self.settings.confirms_paper else {}
        both = [each for each in places if each.pk in self.keyed and each.table_id in self.hands]
        self.phones = phones_at(both, self.hands, replayed=compares_more(self.settings))

    def progress(self, place: EventTable) -> Progress:
        hands = self.hands.get(place.table_id, Hands())
        keyed = self.keyed.get(place.pk)
        people = self.people.get(place.pk, [])
        phone = self.phones.get(place.pk)
        paper = paper_totals(place, keyed) if keyed else None
        state = self._state(place, people, hands, paper, phone)
        at = (place.round.number, place.number)
        mark, typist = self.marks.get(at, ""), self.typists.get(at)
        return Progress(place, people, hands, keyed, state, paper, phone, mark=mark, typist=typist)

    def _state(
        self,
        place: EventTable,
        people: Sequence[Seated],
        hands: Hands,
        paper: Totals | None,
        phone: Totals | None,
    ) -> str:
        if paper and not (phone and place.counts == EventTable.HANDS):
            is_open = phone is not None and phone.is_complete and not place.counts
            return DIFFERS if is_open and self.differ(paper, phone) else KEYED
        if not hands.played:
            return WAITING
        is_complete = phone.is_complete if phone else any(each.is_in for each in people)
        if not is_complete:
            return PLAYING
        return CONFIRMED if is_confirmed(place) else COMPLETE

    def differ(self, paper: Totals, phone: Totals | None) -> bool:
        """Whether the two have different figures, of those for which the event asks."""
        return phone is not None and bool(differing(paper, phone, self.settings, len(paper.points)))


def _marks(event: Event, places: Sequence[EventTable]) -> dict[tuple[int, int], str]:
    """By round and table, what a director noted."""
    rounds = {place.round.number for place in places}
    changes = EventChange.objects.filter(
        event=event, kind__in=(MARKED, UNMARKED), round_number__in=rounds
    )
    return {
        (change.round_number or 0, change.table_number or 0): change.reason
        if change.kind == MARKED
        else ""
        for change in changes.order_by("pk")
    }


def _typists(event: Event, places: Sequence[EventTable]) -> dict[tuple[int, int], int | None]:
    """By round and table, whose account keyed hands from paper last."""
    rounds = {place.round.number for place in places}
    changes = EventChange.objects.filter(event=event, kind="hands_keyed", round_number__in=rounds)
    return {
        (change.round_number or 0, change.table_number or 0): change.user_id
        for change in changes.order_by("pk")
    }


def _with_slow_ones(rows: list[Progress]) -> list[Progress]:
    """The same with marks on tables that lag behind, and on those that have gone quiet.

    Only tables that enter hands can be slow: one that writes on paper alone is not known.
    """
    entering = [row for row in rows if row.hands.played]
    if not entering:
        return rows
    is_early = median(row.hands.played for row in entering) < EARLY
    least = 0.0 if is_early else BEHIND * median(_share(row) for row in entering)
    now = timezone.now()
    return [_looked_at(row, least, now) if row.state == PLAYING else row for row in rows]


def _looked_at(row: Progress, least: float, now: datetime) -> Progress:
    quiet = now - row.hands.last_at if row.hands.last_at else timedelta()
    minutes = int(quiet.total_seconds() // 60) if quiet >= QUIET else 0
    return replace(row, is_behind=_share(row) < least, quiet_minutes=minutes)


def _share(row: Progress) -> float:
    return row.hands.played / (row.place.hands_due or 1)


# Sheets of closed rounds on which something is open: opened again, or without a result.


class OpenSheets(NamedTuple):
    """Sheets of closed rounds that were opened again, and those whose result was taken back."""

    again: list[EventTable]
    empty: list[EventTable]

    @property
    def sentence(self) -> str:
        """What stops the final list; empty where nothing does."""
        for place in [*self.again, *self.empty][:1]:
            text = _("Table %(table)s in round %(number)s has no result any more.")
            if place in self.again:
                text = _("The sheet of table %(table)s in round %(number)s is open again.")
            last = _("Close it first.") if place in self.again else _("Enter it first.")
            return f"{text} {last}" % {"table": place.number, "number": place.round.number}
        return ""


NOTHING_OPEN = OpenSheets([], [])


def open_sheets(event: Event) -> OpenSheets:
    """What is open in the closed rounds of an event; one SQL query."""
    lacking = Result.objects.filter(event_table=OuterRef("pk"), is_in=False)
    places = EventTable.objects.filter(round__event=event, round__state=Round.CLOSED)
    places = places.annotate(is_empty=Exists(lacking)).select_related("round", "table")
    wanted = Q(table__ended_at=None) | Q(is_empty=True)
    found = list(places.filter(wanted).order_by("round__number", "number"))
    return OpenSheets(
        [place for place in found if place.table.ended_at is None],
        [place for place in found if place.table.ended_at is not None],
    )


# What a round still lacks before it can be closed, by table.


KINDS = ("nothing", "short", "differs", "unbalanced", "unconfirmed")


@dataclass(frozen=True)
class Missing:
    """What one table lacks.

    `kind`: `nothing` (no result), `short`, `unconfirmed`, `differs`, `unbalanced`.
    """

    row: Progress
    kind: str

    @property
    def sentence(self) -> str:
        """The same for whoever wants to close the round."""
        return _sentence(self.row, self.kind)


def missing_of(rows: Sequence[Progress], event: Event) -> list[Missing]:
    """What is missing at these tables, in their order."""
    settings = event.format
    kinds = ((row, _lacks(row, event, settings)) for row in rows)
    return [Missing(row, kind) for row, kind in kinds if kind]


def by_kind(missing: Sequence[Missing]) -> list[tuple[str, list[Missing]]]:
    """The same, those that lack the same together: what is to be keyed first."""
    found = [(kind, [each for each in missing if each.kind == kind]) for kind in KINDS]
    return [(kind, those) for kind, those in found if those]


def _lacks(row: Progress, event: Event, settings: EventSettings) -> str:
    if row.state == WAITING:
        return "nothing"
    if row.state == DIFFERS:
        return "differs"
    if row.is_short:
        return "short"
    if _is_uneven(row) and comes_to_nothing(event, row.place.table):
        return "unbalanced"
    return "unconfirmed" if _lacks_second(row, settings) else ""


def _lacks_second(row: Progress, settings: EventSettings) -> bool:
    """Whether a second person has still to confirm it: at the table, or at the desk."""
    if row.counts_paper:
        return settings.confirms_paper and not row.is_paper_confirmed
    is_asked = settings.needs_confirmation or (settings.confirms_paper and row.typist is not None)
    return row.state == COMPLETE and is_asked


def _is_uneven(row: Progress) -> bool:
    """Whether it is the paper that counts, and its points do not add up to nought."""
    if row.is_made_up:
        return False
    return row.counts_paper and row.paper is not None and sum(row.paper.points) != 0


def _sentence(row: Progress, kind: str) -> str:
    if kind == "nothing":
        return _("There is no result yet.")
    if kind == "differs":
        return _("Phone and paper differ.")
    if kind == "unbalanced":
        return _("The totals from paper do not come to nothing.")
    if kind == "unconfirmed" and row.decided:
        return _("One person decided it without the sheet, and nobody else has agreed.")
    if kind == "unconfirmed" and row.keyed_by is not None:
        return _("One person keyed it from paper, and nobody else has confirmed it.")
    if kind == "unconfirmed":
        return _("All hands are played, and nobody else at the table has confirmed them.")
    return short_words(row)


def short_words(row: Progress) -> str:
    """How many hands a table has of those that were due."""
    if not row.place.hands_due:
        return ngettext(
            "The match is not over after %(played)s hand.",
            "The match is not over after %(played)s hands.",
            row.played,
        ) % {"played": row.played}
    return _("%(played)s of %(due)s hands are played.") % {
        "played": row.played,
        "due": row.place.hands_due,
    }


# What can stand in the place of a sheet that is gone for good, and how that is said.


BY_POINTS = ("points", "average")
SHORT: Mapping[str, str | Promise] = {
    Decided.AVERAGE: gettext_lazy("average"),
    Decided.AGREED: gettext_lazy("agreed"),
    Decided.ANNULLED: gettext_lazy("annulled"),
}
LONG: Mapping[str, str | Promise] = {
    Decided.AVERAGE: gettext_lazy(
        "The sheet is gone: everybody at the table has the average of the own other rounds."
    ),
    Decided.AGREED: gettext_lazy("The sheet is gone: the table agreed on the totals."),
    Decided.ANNULLED: gettext_lazy(
        "The sheet is gone and was annulled: for those at the table this round was not played."
    ),
}


class Average(NamedTuple):
    """What one side gets: its points, and from which points, hands and rounds they come."""

    points: int
    of_points: int
    of_hands: int
    rounds: tuple[int, ...]


class GoneSide(NamedTuple):
    """What one side of a sheet that is gone has, and where an average comes from."""

    name: str
    points: int
    source: str


class GoneSheet(NamedTuple):
    """How a sheet was decided that is gone, for everybody; nobody has points where it counts for
    nobody."""

    words: str
    sides: tuple[GoneSide, ...]


def gone_sheet(place: EventTable, names: Sequence[str], *, has_hands: bool) -> GoneSheet | None:
    """How the sheet of a table was decided, None for a sheet that is there; one SQL query."""
    keyed = latest_totals(place)
    if keyed is None or counted_source(place, keyed, has_hands=has_hands) != EventTable.TOTALS:
        return None
    way = keyed.record.get("decided", "")
    if not way:
        return None
    points = [] if way == Decided.ANNULLED else keyed.record["points"]
    sources = [source_of(keyed.record, side) for side in range(len(points))]
    sides = tuple(map(GoneSide, names, points, sources))
    return GoneSheet(str(LONG[way]), sides)


def source_of(record: Mapping[str, Any], side: int) -> str:
    """Where the average of a side comes from, "" where it has none."""
    sources = record.get("from") or []
    found = sources[side] if side < len(sources) else []
    return source_words(found) if len(found) > 2 else ""


def sources_of(entry: int, tables: Collection[int]) -> dict[int, str]:
    """By the key of a table, where the average comes from that an entry has there.

    No SQL query for no tables, else one.
    """
    if not tables:
        return {}
    here = Result.objects.filter(entry=entry, event_table__table__in=tables)
    rows = here.order_by("event_table__totals__number").values_list(
        "event_table__table_id",
        "event_table__table__ruleset",
        "side",
        "event_table__totals__record",
    )
    return {
        table: source_of(record or {}, side_of(find_ruleset(ruleset), seat or 0))
        for table, ruleset, seat, record in rows
    }


def is_gone(missing: Missing | None) -> bool:
    """Whether a table lacks its result, so that it can be decided without the sheet."""
    return missing is not None and not missing.row.has_result


def averages_of(place: EventTable, results: Sequence[Result], sides: int) -> list[Average]:
    """What each side gets by the average of its other closed rounds; raises Refused.

    Only rounds of the same game count, and none whose sheet was averaged or annulled itself.
    """
    settings = place.round.event.format
    if settings.yields not in BY_POINTS:
        text = _("Places or matches decide here: no average. Let the table agree, or annul it.")
        raise Refused(text, field="way")
    if not place.hands_due:
        text = _("Nobody knows how many hands were due here, so there is no average for them.")
        raise Refused(text, field="way")
    ruleset = find_ruleset(place.table.ruleset)
    hands = hands_each(place, place.hands_due, sides)
    step = settings.good_step if settings.only_good else 1
    found = [Average(0, 0, 0, ())] * sides
    others = _others(place, results)
    for result in results:
        own = _average(others.get(result.entry_id, []), hands, step)
        if own is None and not result.entry.is_house:
            text = _("%(name)s has no other closed round, so there is no average to give.")
            raise Refused(text % {"name": result.entry.name}, field="way")
        if own is not None:
            found[side_of(ruleset, result.side or 0)] = own
    return found


def _others(place: EventTable, results: Sequence[Result]) -> dict[int, list[Result]]:
    """By entry, its results of other closed rounds; one SQL query."""
    played = Result.objects.filter(
        entry__in=[result.entry_id for result in results],
        round__state=Round.CLOSED,
        event_table__table__ruleset=place.table.ruleset,
        decided__in=("", Decided.AGREED),
        hands__gt=0,
    )
    found: dict[int, list[Result]] = {}
    for one in played.exclude(round=place.round).select_related("round").order_by("round__number"):
        found.setdefault(one.entry_id, []).append(one)
    return found


def _average(others: Sequence[Result], hands: int, step: int) -> Average | None:
    if not others:
        return None
    points, played = sum(one.points for one in others), sum(one.hands for one in others)
    rounds = tuple(one.round.number for one in others)
    return Average(rounded(Fraction(points * hands, played), step), points, played, rounds)


def rounded(value: Fraction, step: int) -> int:
    """A figure to the next multiple of a step, half away from zero.

    >>> rounded(Fraction(5, 2), 1), rounded(Fraction(-5, 2), 1), rounded(Fraction(14), 10)
    (3, -3, 10)
    """
    steps = int(abs(value) / step + Fraction(1, 2))
    return (steps if value >= 0 else -steps) * step


def average_record(place: EventTable, averages: Sequence[Average]) -> dict[str, Any]:
    """Averages as totals are kept."""
    return {
        "points": [one.points for one in averages],
        "hands": place.hands_due,
        "decided": str(Decided.AVERAGE),
        "from": [[one.of_points, one.of_hands, *one.rounds] for one in averages],
    }


def annulled_record(sides: int) -> dict[str, Any]:
    """A sheet that counts for nobody, as totals are kept."""
    return {"points": [0] * sides, "hands": 0, "decided": str(Decided.ANNULLED)}


def source_words(source: Sequence[int]) -> str:
    """Where an average comes from: "12 points in 60 hands of rounds 1, 2".

    >>> source_words([12, 60, 1, 2])
    '12 points in 60 hands of rounds 1, 2'
    """
    points, hands, *rounds = source
    text = ngettext(
        "%(points)s points in %(hands)s hands of round %(rounds)s",
        "%(points)s points in %(hands)s hands of rounds %(rounds)s",
        len(rounds),
    )
    listed = ", ".join(map(str, rounds))
    return text % {"points": signed(points), "hands": hands, "rounds": listed}


# How far the sheet of an event's table is, for the pages of the table itself.


class Scorer(NamedTuple):
    """Who is said to have entered the sheet that its table confirmed; empty where a director
    confirmed it. `is_same_device`: that person's device and the one that confirmed are one."""

    doer: Doer = NAMELESS
    is_same_device: bool = False


def scorer_at(place: EventTable) -> Scorer:
    """Who entered what its table confirmed; one SQL query."""
    version = place.confirmed_version
    if version is None:
        return Scorer()
    lines = HandVersion.objects.filter(hand__table=place.table_id, table_version__lt=version)
    last = lines.order_by("-table_version").values("device", "account")[:1]
    confirmed = (
        place.table.changes.filter(kind="confirm", table_version=version)
        .annotate(on=Subquery(last.values("device")), account_then=Subquery(last.values("account")))
        .values_list("before", "device", "on", "account_then")
        .first()
    )
    if confirmed is None:
        return Scorer()
    says, device, entered_on, account = confirmed
    return Scorer(doer_called(says, account or ""), bool(device) and device == entered_on)


@dataclass(frozen=True)
class AtEvent:
    """The place of a table in an event, with its sheet."""

    place: EventTable
    sheet: TableSheet

    @property
    def event(self) -> Event:
        """The event."""
        return self.place.round.event

    @cached_property
    def settings(self) -> EventSettings:
        """What its directors decided."""
        return self.event.format

    @cached_property
    def played(self) -> int:
        """The hands that count."""
        return self.sheet.hands_dealt

    @property
    def coming(self) -> int:
        """Which of the hands that are due comes next."""
        return self.played + 1

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""
        if self.place.hands_due:
            return self.played >= self.place.hands_due
        games = sum(line.game_end is not None for line in self.sheet.lines)
        return games >= self.settings.games_due

    @property
    def people_move(self) -> bool:
        """Whether people join and leave between two hands: at a free night's open table."""
        return is_open_ended(self.event) and self.place.round.state == Round.DRAWN

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """For each side its name, all its points, and the games it has won."""
        sheet = self.sheet
        return list(zip(sheet.sides, sheet.totals, sheet.games_won, strict=True))

    @cached_property
    def gone(self) -> GoneSheet | None:
        """How the sheet was decided, where it is gone for good; one SQL query."""
        return gone_sheet(self.place, self.sheet.sides, has_hands=bool(self.played))

    @property
    def is_confirmed(self) -> bool:
        """Whether the sheet is confirmed as it stands now."""
        self.place.table = self.sheet.reading.table
        return is_confirmed(self.place)

    @cached_property
    def scorer(self) -> Scorer:
        """Who had entered what was confirmed last; empty where a director confirmed it."""
        return scorer_at(self.place)

    @property
    def was_confirmed(self) -> bool:
        """Whether it was confirmed, and has been changed since."""
        return self.place.confirmed_version is not None and not self.is_confirmed
