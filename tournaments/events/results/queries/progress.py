"""How far the tables of a round are, what is missing before it closes, and what is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from formats.event import EventSettings
from formats.figures import plain
from scoring import find_ruleset
from scoring.labels import side_of
from tournaments.common.actions import Refused
from tournaments.common.history import BETWEEN, NAMELESS, Doer, doer_called
from tournaments.events.draw.queries.seatings import Seated, Side, people_at, sides_of
from tournaments.events.results.queries.at_tables import corrections_on
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
from tournaments.models import Decided, Event, EventTable, HandVersion, Result, Round, TotalsVersion
from tournaments.tables.queries import TableSheet

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

MARKED, UNMARKED, HANDS_KEYED = "table_marked", "table_unmarked", "hands_keyed"


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
    state: str = WAITING
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
    def is_short(self) -> bool:
        """Whether fewer hands were played than were due."""
        if is_made_up(self.decided):
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
    """The tables of a round by their numbers, or `only` that key; always the same few queries."""
    places = EventTable.objects.filter(round=played).select_related("table").order_by("number")
    if only is not None:
        places = places.filter(pk=only)
    played.event = event
    found = list(places)
    for place in found:
        place.round = played
    rows = _progress(event, found)
    return rows if played.closed_at else _with_slow_ones(rows)


def progress_at(place: EventTable) -> Progress:
    """How far one table is, read anew; its round must have its event."""
    return round_progress(place.round, place.round.event, only=place.pk)[0]


def open_progress(event: Event) -> list[Progress]:
    """The tables of all rounds that are on, by the numbers on them; always the same few queries."""
    places = EventTable.objects.filter(round__event=event, round__state=Round.DRAWN)
    found = list(places.select_related("table", "round").order_by("number", "round__number"))
    for place in found:
        place.round.event = event
    return _progress(event, found)


def _progress(event: Event, places: Sequence[EventTable]) -> list[Progress]:
    """How far each of these tables is."""
    settings = event.format
    people, hands, keyed = people_at(places, event), hands_at(places), keyed_at(places)
    both = [each for each in places if each.pk in keyed and each.table_id in hands]
    phones = phones_at(both, hands, replayed=compares_more(settings))
    kinds = (MARKED, UNMARKED, HANDS_KEYED) if settings.confirms_paper else (MARKED, UNMARKED)
    rounds = {place.round.number for place in places}
    changes = event.changes.filter(kind__in=kinds, round_number__in=rounds).order_by("pk")
    marks: dict[tuple[int | None, int | None], str] = {}
    typists: dict[tuple[int | None, int | None], int | None] = {}
    for change in changes:
        at = (change.round_number, change.table_number)
        if change.kind == HANDS_KEYED:
            typists[at] = change.user_id
        else:
            marks[at] = change.reason if change.kind == MARKED else ""
    rows = []
    for place in places:
        here = (place.round.number, place.number)
        row = Progress(
            place,
            people.get(place.pk, []),
            hands.get(place.table_id, Hands()),
            keyed.get(place.pk),
            paper=paper_totals(place, keyed[place.pk]) if place.pk in keyed else None,
            phone=phones.get(place.pk),
            mark=marks.get(here, ""),
            typist=typists.get(here),
        )
        rows.append(replace(row, state=_state(row, settings)))
    return rows


def _state(row: Progress, settings: EventSettings) -> str:
    place, paper, phone = row.place, row.paper, row.phone
    if paper and not (phone and place.counts == EventTable.HANDS):
        if phone is None or not phone.is_complete or place.counts:
            return KEYED
        return DIFFERS if differing(paper, phone, settings, len(paper.points)) else KEYED
    if not row.hands.played:
        return WAITING
    if not (phone.is_complete if phone else any(each.is_in for each in row.people)):
        return PLAYING
    return CONFIRMED if is_confirmed(place) else COMPLETE


def _with_slow_ones(rows: list[Progress]) -> list[Progress]:
    """The same with marks on tables that lag behind, and on those that have gone quiet.

    Only tables that enter hands can be slow: one that writes on paper alone is not known.
    """
    entering = [row for row in rows if row.hands.played]
    if not entering:
        return rows
    is_early = median(row.hands.played for row in entering) < EARLY
    shares = {row.place.pk: row.hands.played / (row.place.hands_due or 1) for row in entering}
    least = 0.0 if is_early else BEHIND * median(shares.values())
    now, found = timezone.now(), []
    for row in rows:
        if row.state == PLAYING:
            quiet = now - row.hands.last_at if row.hands.last_at else timedelta()
            minutes = int(quiet.total_seconds() // 60) if quiet >= QUIET else 0
            is_behind = shares[row.place.pk] < least
            row = replace(row, is_behind=is_behind, quiet_minutes=minutes)
        found.append(row)
    return found


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
    """What one table lacks; `kind` is one of `KINDS`, `nothing` where it has no result."""

    row: Progress
    kind: str

    @property
    def sentence(self) -> str:
        """The same for whoever wants to close the round."""
        row = self.row
        if self.kind == "nothing":
            return _("There is no result yet.")
        if self.kind == "differs":
            return _("Phone and paper differ.")
        if self.kind == "unbalanced":
            return _("The totals from paper do not come to nothing.")
        if self.kind == "unconfirmed" and row.decided:
            return _("One person decided it without the sheet, and nobody else has agreed.")
        if self.kind == "unconfirmed" and row.keyed_by is not None:
            return _("One person keyed it from paper, and nobody else has confirmed it.")
        if self.kind == "unconfirmed":
            return _("All hands are played, and nobody else at the table has confirmed them.")
        text = _("Hands played: %(played)s of %(due)s.")
        if not row.place.hands_due:
            text = ngettext(
                "The match is not over after %(played)s hand.",
                "The match is not over after %(played)s hands.",
                row.played,
            )
        return text % {"played": row.played, "due": row.place.hands_due}


def missing_of(rows: Sequence[Progress], event: Event) -> list[Missing]:
    """What is missing at these tables, in their order."""
    settings = event.format
    kinds = ((row, _lacks(row, event, settings)) for row in rows)
    return [Missing(row, kind) for row, kind in kinds if kind]


def _lacks(row: Progress, event: Event, settings: EventSettings) -> str:
    if row.state == WAITING:
        return "nothing"
    if row.state == DIFFERS:
        return "differs"
    if row.is_short:
        return "short"
    if row.counts_paper:
        points = row.paper.points if row.paper and not is_made_up(row.decided) else []
        if sum(points) and comes_to_nothing(event, row.place.table):
            return "unbalanced"
        needs_second = settings.confirms_paper and not row.is_paper_confirmed
    else:  # a second person at the table, or at the desk
        is_typed = settings.confirms_paper and row.typist is not None
        needs_second = row.state == COMPLETE and (settings.needs_confirmation or is_typed)
    return "unconfirmed" if needs_second else ""


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
    return GoneSheet(str(LONG[way]), tuple(map(GoneSide, names, points, sources)))


def source_of(record: Mapping[str, Any], side: int) -> str:
    """Where the average of a side comes from, "" where it has none.

    >>> source_of({"from": [[12, 60, 1, 2]]}, 0)
    'points: 12 · hands: 60 · rounds: 1, 2'
    """
    sources = record.get("from") or []
    found = sources[side] if side < len(sources) else []
    if len(found) <= 2:
        return ""
    points, hands, *rounds = found
    text = _("points: %(points)s · hands: %(hands)s · rounds: %(rounds)s")
    listed = ", ".join(map(str, rounds))
    return text % {"points": plain(points), "hands": hands, "rounds": listed}


def sources_of(entry: int, tables: Collection[int]) -> dict[int, str]:
    """By the key of a table, where an entry's average there comes from; one SQL query at most."""
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


# Totals on one line of the history: kept as values, said in the words of whoever reads them.

COUNTED: Mapping[str, str | Promise] = {
    "solos": gettext_lazy("solos: %(counts)s"),
    "games": gettext_lazy("games: %(counts)s"),
    "lost": gettext_lazy("lost games: %(counts)s"),
    "solos_played": gettext_lazy("solos played: %(counts)s"),
}
"""What may be counted beside the points of each side."""


def kept_record(record: Mapping[str, Any], names: Iterable[str]) -> str:
    """Totals as the history keeps them; what may be cut, the names, comes last.

    >>> kept_record({"points": [3, -3], "solos": [1, 0]}, ["Anna", "Ben"])
    '\\t3:-3\\t1:0\\t\\t\\t\\t\\tAnna\\tBen'
    """
    counts = [_counts(record.get(name, [])) for name in ("points", *COUNTED)]
    sources = ":".join(" ".join(map(str, source)) for source in record.get("from", []))
    return BETWEEN.join([record.get("decided", ""), *counts, sources, *names])


def record_said(kept: str) -> str:
    """Totals that are kept so.

    >>> record_said("agreed\\t3:-3\\t1:0\\t\\t\\t\\t\\tAnna\\tBen")
    'agreed: Anna 3, Ben −3, solos: 1:0'
    """
    decided, points, solos, games, lost, played, sources, *names = kept.split(BETWEEN)
    counts = zip(COUNTED, (solos, games, lost, played), strict=True)
    record = {
        "decided": decided,
        "points": [int(number) for number in points.split(":")],
        "from": [[int(part) for part in source.split()] for source in sources.split(":")],
        **{name: text.split(":") for name, text in counts if text},
    }
    return words_of_record(record, names)


def words_of_record(record: Mapping[str, Any], names: Iterable[str]) -> str:
    """Totals on one line."""
    decided = record.get("decided", "")
    if decided == Decided.ANNULLED:
        return str(SHORT[decided])
    parts = []
    for side, (name, number) in enumerate(zip(names, record["points"], strict=False)):
        source = source_of(record, side)
        parts.append(f"{name} {plain(number)}" + (f" ({source})" if source else ""))
    for name, text in COUNTED.items():
        if record.get(name):
            parts.append(text % {"counts": _counts(record[name])})
    return (f"{SHORT[decided]}: " if decided in SHORT else "") + ", ".join(parts)


def _counts(counts: Iterable[object]) -> str:
    return ":".join("–" if count is None else str(count) for count in counts)


def is_gone(missing: Missing | None) -> bool:
    """Whether a table lacks its result, so that it can be decided without the sheet."""
    return missing is not None and not missing.row.has_result


def average_record(place: EventTable, results: Sequence[Result], sides: int) -> dict[str, Any]:
    """What each side gets by the average of its other closed rounds, as totals are kept.

    `from` are the points, hands and rounds that it comes from. Only rounds of the same game count,
    and none whose sheet was averaged or annulled itself. Raises Refused.
    """
    settings = place.round.event.format
    if settings.yields not in BY_POINTS:
        text = _("Places or matches decide here: no average. Let the table agree, or annul it.")
        raise Refused(text, field="way")
    if not place.hands_due:
        text = _("Nobody knows how many hands were due here, so there is no average for them.")
        raise Refused(text, field="way")
    played = Result.objects.filter(
        entry__in=[result.entry_id for result in results],
        round__state=Round.CLOSED,
        event_table__table__ruleset=place.table.ruleset,
        decided__in=("", Decided.AGREED),
        hands__gt=0,
    )
    others: defaultdict[int, list[Result]] = defaultdict(list)
    for one in played.exclude(round=place.round).select_related("round").order_by("round__number"):
        others[one.entry_id].append(one)
    ruleset = find_ruleset(place.table.ruleset)
    due = hands_each(place, place.hands_due, sides)
    step = settings.good_step if settings.only_good else 1
    points = [0] * sides
    sources: list[list[int]] = [[0, 0] for _side in range(sides)]
    for result in results:
        own = others[result.entry_id]
        if own:
            side = side_of(ruleset, result.side or 0)
            of_points, of_hands = sum(one.points for one in own), sum(one.hands for one in own)
            points[side] = rounded(Fraction(of_points * due, of_hands), step)
            sources[side] = [of_points, of_hands, *(one.round.number for one in own)]
        elif not result.entry.is_house:
            text = _("There is no other closed round, so there is no average to give: %(name)s.")
            raise Refused(text % {"name": result.entry.name}, field="way")
    return {
        "points": points,
        "hands": place.hands_due,
        "decided": str(Decided.AVERAGE),
        "from": sources,
    }


def rounded(value: Fraction, step: int) -> int:
    """A figure to the next multiple of a step, half away from zero.

    >>> rounded(Fraction(5, 2), 1), rounded(Fraction(-5, 2), 1), rounded(Fraction(14), 10)
    (3, -3, 10)
    """
    steps = int(abs(value) / step + Fraction(1, 2))
    return (steps if value >= 0 else -steps) * step


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

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""
        return self.sheet.is_played(self.place.hands_due, self.games_due)

    @property
    def games_due(self) -> int:
        """How many games end a round at this table, where it has no fixed number of hands."""
        return self.event.format.games_due

    @property
    def people_move(self) -> bool:
        """Whether people join and leave between two hands: at a free night's open table."""
        return is_open_ended(self.event) and self.place.round.state == Round.DRAWN

    @property
    def totals(self) -> list[tuple[str, int, int]]:
        """For each side its name, all its points, and the games it has won."""
        sheet = self.sheet
        return list(zip(sheet.sides, sheet.totals, sheet.games_won, strict=True))

    @property
    def corrections(self) -> str:
        """How often its sheet was corrected, and when last."""
        return corrections_on(self.sheet.lines).words

    @cached_property
    def gone(self) -> GoneSheet | None:
        """How the sheet was decided, where it is gone for good; one SQL query."""
        return gone_sheet(self.place, self.sheet.sides, has_hands=self.sheet.hands_dealt > 0)

    @property
    def is_confirmed(self) -> bool:
        """Whether the sheet is confirmed as it stands now."""
        self.place.table = self.sheet.reading.table
        return is_confirmed(self.place)

    @cached_property
    def scorer(self) -> Scorer:
        """Who had entered what was confirmed last; empty where a director confirmed it."""
        return scorer_at(self.place)
