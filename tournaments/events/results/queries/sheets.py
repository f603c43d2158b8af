"""What is known of an event's table: hands from phones, totals from paper, and which counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from formats.event import EventSettings, worth_of_a_point
from scoring import Replay, find_ruleset
from scoring.labels import side_of
from scoring.ruleset import Ruleset
from scoring.table import Row
from tournaments.common.history import Doer, doer_called
from tournaments.common.requests import PLACE, read_key
from tournaments.events.draw.queries.seatings import Side, people_at, sides_of
from tournaments.events.standings.queries.standings import EventStanding
from tournaments.models import (
    Decided,
    Event,
    EventTable,
    HandVersion,
    Leaving,
    Result,
    Round,
    Ruling,
    Seat,
    Table,
    TotalsVersion,
)
from tournaments.tables.queries import SheetReading, leaving_of, replay_table, with_leavings


def solos_played(standing: EventStanding, entry: int) -> int | None:
    """The solos of the entry with that key in the rounds that are in a standing.

    None where they do not count, and where one of its sheets does not say how many were played.
    """
    if standing.snapshot.settings.counted != "solos":
        return None
    lines = [line for one in standing.counted if (line := one.line_of(entry)) and line.hands]
    known = [line.solos_played for line in lines if line.solos_played is not None]
    return sum(known) if len(known) == len(lines) else None


def own_games(sheet: Replay, *, won: bool) -> list[int]:
    """How many games each side took on and won, or lost; in the order of the sheet."""
    counted = [0] * len(sheet.totals)
    for row in sheet.rows:
        if "picker" in row.roles and row.verdict is not None and row.verdict.won is won:
            counted[row.roles.index("picker")] += 1
    return counted


def games_won(sheet: Replay, ruleset: Ruleset, settings: EventSettings) -> list[int]:
    """The games that each side has won: those that ended, or of its own where none ever ends."""
    if settings.counted in ("games", "won_lost") and ruleset.target(sheet.options) is None:
        return own_games(sheet, won=True)
    return [sum(side in game.winners for game in sheet.games) for side in range(len(sheet.totals))]


@dataclass(frozen=True)
class Totals:
    """The figures of one sheet, one for each side (column, or pair).

    `hands` are those in which a side got cards, `played` those of the whole table; `solos` are
    those won, `solos_played` all of them, None or nothing where the paper does not say it.
    `decided`: how the sheet was decided that is gone.
    """

    points: list[int]
    hands: list[int]
    solos: list[int]
    games: list[int]
    played: int
    is_complete: bool
    lost: list[int] = field(default_factory=list)
    solos_played: list[int | None] = field(default_factory=list)
    decided: str = ""


def is_made_up(decided: str) -> bool:
    """Whether a sheet that was decided so has figures that come from no sheet of its table."""
    return decided in (Decided.AVERAGE, Decided.ANNULLED)


def figure_at(figures: Sequence[int], side: int) -> int:
    """The figure of a side; 0 where a sheet has none."""
    return figures[side] if side < len(figures) else 0


def results_at(place: EventTable) -> QuerySet[Result]:
    """What the entries have from a table, in the order of its sheet."""
    return Result.objects.filter(event_table=place).select_related("entry").order_by("side")


def latest_totals(place: EventTable) -> TotalsVersion | None:
    """The latest totals from paper, None where there are none or they were withdrawn."""
    latest = place.totals.order_by("-number").first()
    return None if latest is None or latest.is_withdrawn else latest


def counted_source(place: EventTable, keyed: TotalsVersion | None, *, has_hands: bool) -> str:
    """Which of the two counts: as decided; else the signed paper, for phones may stop half-way."""
    if keyed is None:
        return EventTable.HANDS
    if has_hands and place.counts:
        return place.counts
    return EventTable.TOTALS


def paper_totals(place: EventTable, keyed: TotalsVersion) -> Totals:
    """The figures that somebody keyed from paper."""
    points: list[int] = keyed.record["points"]
    hands = int(keyed.record.get("hands", place.hands_due))
    return Totals(
        points=points,
        hands=keyed.record.get("hands_each")
        or [hands_each(place, hands, len(points))] * len(points),
        solos=keyed.record.get("solos", []),
        games=keyed.record.get("games", []),
        played=hands,
        is_complete=True,
        lost=keyed.record.get("lost", []),
        solos_played=keyed.record.get("solos_played", []),
        decided=keyed.record.get("decided", ""),
    )


def hands_each(place: EventTable, hands: int, sides: int) -> int:
    """In how many hands of a table each got cards, where all sat out equally often."""
    ruleset = find_ruleset(place.table.ruleset)
    if ruleset.scores == "pairs" or sides <= ruleset.seats:
        return hands
    return hands * ruleset.seats // sides


def phone_totals(place: EventTable, sheet: Replay) -> Totals:
    """The figures of the hands that were entered one by one."""
    sides = range(len(sheet.totals))
    played = [row for row in sheet.rows if row.dealer is not None]
    ruleset = find_ruleset(place.table.ruleset)
    settings = place.round.event.format
    solos_played, solos_won = _solos(ruleset, sheet, played)
    if place.hands_due:
        is_complete = len(played) >= place.hands_due
    elif is_open_ended(place.round.event):
        is_complete = bool(played)
    else:
        is_complete = len(sheet.games) >= settings.games_due
    return Totals(
        points=_points(place, sheet),
        hands=[sum(got_cards(row.roles, side) for row in played) for side in sides],
        solos=solos_won,
        games=games_won(sheet, ruleset, settings),
        played=len(played),
        is_complete=is_complete,
        lost=own_games(sheet, won=False) if settings.counted == "won_lost" else [],
        solos_played=solos_played,
    )


def comes_to_nothing(event: Event, table: Table | None = None) -> bool:
    """Whether the totals of a sheet must add up to nought; of a table by its own game."""
    played = event if table is None else table
    is_even = find_ruleset(played.ruleset).sums_to_zero(played.options)
    return is_even and not event.format.only_good


def is_open_ended(event: Event) -> bool:
    """Whether a table plays as long as it likes, with no match that ends by itself either."""
    settings = event.format
    if not settings.rolling or settings.hands:
        return False
    return find_ruleset(event.ruleset).target(event.options) is None


def _points(place: EventTable, sheet: Replay) -> list[int]:
    """The points of the hands; where nobody writes a minus those of the hands that were won.

    What they are worth then says `worth_of_a_point`. Adjustments count as they stand on the sheet.
    """
    settings = place.round.event.format
    if not settings.only_good:
        return list(sheet.totals)
    worth = worth_of_a_point(settings, find_ruleset(place.table.ruleset))
    return [
        sum(
            row.points[side] if row.dealer is None else max(0, row.points[side]) * worth
            for row in sheet.rows
        )
        for side in range(len(sheet.totals))
    ]


def is_overfull(place: EventTable, sheet: Replay) -> bool:
    """Whether more hands stand on a sheet than its table was to play."""
    dealt = [index for index, row in enumerate(sheet.rows) if row.dealer is not None]
    if place.hands_due:
        return len(dealt) > place.hands_due
    games = place.round.event.format.games_due
    return len(sheet.games) >= games and any(i > sheet.games[games - 1].last for i in dealt)


def _solos(
    ruleset: Ruleset, sheet: Replay, hands: Sequence[Row]
) -> tuple[list[int | None], list[int]]:
    """How often each played alone against all others, and won, in a game that knows partners.

    Before the first hand nobody knows of any that was played.
    """
    played: list[int] = [0] * len(sheet.totals)
    won = [0] * len(sheet.totals)
    fields = ruleset.asked_fields(sheet.options)
    if not hands or not any(asked.name == "partner" for asked in fields):
        return [], won
    for row in hands:
        verdict = row.verdict
        if "picker" in row.roles and "partner" not in row.roles and verdict is not None:
            side = row.roles.index("picker")
            counts = ruleset.counts_as_solo(verdict, sheet.options)
            played[side] += counts
            won[side] += counts and verdict.won is True
    return [*played], won


def got_cards(roles: Sequence[str], side: int) -> bool:
    """Whether a side played in a hand, and neither sat out nor was away."""
    return side < len(roles) and roles[side] not in ("out", "away")


# The two sources of a table's result, hands and totals from paper, for many tables at once.


@dataclass(frozen=True)
class Hands:
    """The hands that count at a table: how many, and when the last one was entered."""

    played: int = 0
    last_at: datetime | None = None


def differing(paper: Totals, phone: Totals, settings: EventSettings, sides: int) -> set[str]:
    """In which figures paper and phone differ: `points`, `hands`, `solos`, `games`, `lost`."""
    compared = {
        "points": True,
        "solos": settings.counted == "solos",
        "games": _counts_games(settings),
        "lost": settings.counted == "won_lost",
    }
    found = {
        name
        for name, is_compared in compared.items()
        for side in range(sides if is_compared else 0)
        if figure_at(getattr(paper, name), side) != figure_at(getattr(phone, name), side)
    }
    if paper.played and phone.played and paper.played != phone.played:
        found.add("hands")
    return found


def _counts_games(settings: EventSettings) -> bool:
    return settings.counted in ("games", "won_lost") or settings.yields == "match"


def compares_more(settings: EventSettings) -> bool:
    """Whether more is compared than the points as they are stored with the hands."""
    return settings.only_good or settings.counted == "solos" or _counts_games(settings)


def hands_at(places: Iterable[EventTable]) -> dict[int, Hands]:
    """The hands that count, adjustments and changes of people left out."""
    versions = HandVersion.objects.filter(
        hand__table__in=[place.table_id for place in places],
        number=F("hand__version"),
        is_withdrawn=False,
    ).exclude(record__has_any_keys=["adjustment", "seated"])
    rows = versions.values_list("hand__table").annotate(played=Count("pk"), last=Max("made_at"))
    return {table: Hands(played, last) for table, played, last in rows}


def keyed_at(places: Iterable[EventTable]) -> dict[int, TotalsVersion]:
    """The latest totals from paper that were not withdrawn."""
    versions = TotalsVersion.objects.filter(event_table__in=[place.pk for place in places])
    latest = {version.event_table_id: version for version in versions.order_by("number")}
    return {place: version for place, version in latest.items() if not version.is_withdrawn}


def phones_at(
    places: Sequence[EventTable], hands: Mapping[int, Hands], *, replayed: bool
) -> dict[int, Totals]:
    """What the hands come to, where there are totals from paper besides.

    The stored points do, unless solos or games are compared too: those take a replay.
    """
    tables = [place.table_id for place in places]
    if replayed or not all(place.hands_due for place in places):
        versions = HandVersion.objects.filter(hand__table__in=tables, number=F("hand__version"))
        lines: dict[int, list[HandVersion]] = defaultdict(list)
        for version in versions.select_related("hand").order_by("hand__table", "hand__number"):
            lines[version.hand.table_id].append(version)
        return {
            place.pk: phone_totals(place, replay_table(place.table, lines[place.table_id]))
            for place in places
        }
    points: dict[int, list[int]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=tables).order_by("index"):
        points[seat.table_id].append(seat.points)
    found = {}
    for place in places:
        played = hands[place.table_id].played
        is_complete = played >= place.hands_due
        found[place.pk] = Totals(points[place.table_id], [], [], [], played, is_complete)
    return found


@dataclass(frozen=True)
class PaperSheet:
    """A table of an event with its round; `round_number` where that is not the latest one."""

    place: EventTable
    sides: list[Side]
    round_number: int | None


def paper_sheet(event: Event, number: str, asked_round: str) -> PaperSheet | None:
    """The sheet of the table with that number, in the round that is asked for or the latest.

    Where tables open one by one, and no round is asked for, it is one of those that are open. Two
    SQL queries.
    """
    table, in_round = read_key(number, PLACE), read_key(asked_round, PLACE)
    if table is None or (asked_round and in_round is None):
        return None
    played = Round.objects.filter(event=event, state__in=(Round.DRAWN, Round.CLOSED))
    latest = Subquery(played.order_by("-number").values("number")[:1])
    places = EventTable.objects.filter(round__in=played).select_related("table", "round")
    places = places.annotate(latest=latest).order_by("number", "round__number")
    if in_round is not None:
        places = places.filter(round__number=in_round)
    elif event.format.rolling:
        places = places.filter(round__state=Round.DRAWN)
    else:
        places = places.filter(round__number=F("latest"))
    place = places.filter(number=table).first()
    if place is None:
        return None
    place.round.event = event
    is_elsewhere = asked_round and place.round.number != place.latest
    people = people_at([place], event).get(place.pk, [])
    return PaperSheet(place, sides_of(people), place.round.number if is_elsewhere else None)


def plays_now(event: Event, entries: Collection[int]) -> set[int]:
    """Those of the entries whose table has not finished its hands; one SQL query.

    Not where people come and go as they like: there they get up from the table.
    """
    if is_open_ended(event):
        return set()
    found = Result.objects.filter(
        event=event,
        entry__in=entries,
        round__state=Round.DRAWN,
        event_table__isnull=False,
        is_in=False,
        is_away=False,
    )
    return {each.entry_id for each in with_leavings(found) if leaving_of(each) is None}


# What counts for people at a table that somebody left in the middle of a round.


def figures_by_side(
    place: EventTable, results: Iterable[Result], sheet: Replay, counting: Totals, *, is_paper: bool
) -> dict[int, Totals]:
    """The figures of a sheet as they count, by the column of each result.

    `counting` are those of the whole sheet; whoever left early may have only a part of them.
    `is_paper`: they were keyed from paper, which does not say who got cards in which hand.
    """
    ruleset = find_ruleset(place.table.ruleset)
    here = [(result.side or 0, leaving_of(result)) for result in results]
    found = {own: counting for own, _leaving in here}
    if is_made_up(counting.decided):
        return found
    if is_paper:
        found |= _short_handed(here, counting, ruleset.seats)
    for own, leaving in here:
        if leaving is not None and leaving.remedy == Leaving.OUTSIDE:
            side = side_of(ruleset, own)
            found[own] = _until(leaving, place, side, sheet, counting, is_paper)
    return found


def _until(
    leaving: Leaving, place: EventTable, side: int, sheet: Replay, counting: Totals, is_paper: bool
) -> Totals:
    """The figures of whoever left, from the first hands alone."""
    first = first_hands(sheet, leaving.hands)
    of_hands = phone_totals(place, first)
    if leaving.points is None or (not is_paper and of_hands.played >= leaving.hands):
        return replace(of_hands, is_complete=counting.is_complete)
    sides = len(counting.points)
    seats = find_ruleset(place.table.ruleset).seats
    hands = leaving.hands * min(seats, sides) // sides

    def only(figure: int) -> list[int]:
        return [figure if each == side else 0 for each in range(sides)]

    return replace(
        counting,
        points=only(leaving.points),
        hands=only(hands),
        solos=only(leaving.solos),
        solos_played=[],
        games=only(leaving.games),
        lost=only(0),
    )


def _short_handed(
    here: Sequence[tuple[int, Leaving | None]], counting: Totals, seats: int
) -> dict[int, Totals]:
    """In how many hands each got cards, at a table from which some have gone one after the other.

    Between two leavings all who sit there sit out equally often.
    """
    gone = [
        (leaving.hands, own)
        for own, leaving in here
        if leaving is not None and leaving.remedy == Leaving.SHORT_HANDED
    ]
    if not gone:
        return {}
    still = {own for own, _leaving in here}
    got, begins = dict.fromkeys(still, 0), 0
    for ends, leaver in [*sorted(gone), (counting.played, None)]:
        played = max(0, min(ends, counting.played) - begins)
        for own in still:
            got[own] += played * min(seats, len(still)) // len(still)
        begins, still = begins + played, still - {leaver}
    sides = len(counting.points)
    return {own: replace(counting, hands=[hands] * sides) for own, hands in got.items()}


def hands_dealt(sheet: Replay) -> int:
    """How many hands stand on a sheet."""
    return sum(row.dealer is not None for row in sheet.rows)


def first_hands(sheet: Replay, hands: int) -> Replay:
    """A sheet as it was before the hand after so many was dealt.

    Its totals are the sums of what is left; they do not know of games that ended.
    """
    dealt = [index for index, row in enumerate(sheet.rows) if row.dealer is not None]
    rows = sheet.rows[: dealt[hands]] if hands < len(dealt) else sheet.rows
    totals = [sum(row.points[side] for row in rows) for side in range(len(sheet.totals))]
    return sheet._replace(rows=rows, totals=totals)


# Who sits at a table from which hand on, where somebody left and it goes on with one less.
#
# On a phone's sheet a line says so below the last hand that was played together. Where the table
# writes on paper that line cannot be written before those hands are: it waits for them.

LONGEST_WHY = 120


class SmallerCircle(NamedTuple):
    """Below so many `hands` of a sheet: who sits there then, clockwise, who has left, and why."""

    hands: int
    circle: tuple[int, ...]
    gone: int
    reason: str

    @property
    def record(self) -> dict[str, Any]:
        """The line that says so, as the scoring contract has it."""
        return {"seated": list(self.circle), "reason": self.reason[:LONGEST_WHY]}


def circles_to_come(sheet: SheetReading) -> list[SmallerCircle]:
    """What the sheet of an event's table does not say yet, in the order of its hands."""
    circle, dealt = sheet.replay.next.seated, hands_dealt(sheet.replay)
    found = [(leaving_of(result), result.side or 0) for result in sheet.results]
    short = [
        (max(leaving.hands, dealt), leaving.pk, column, leaving.reason)
        for leaving, column in found
        if leaving is not None and leaving.remedy == Leaving.SHORT_HANDED and column in circle
    ]
    left, changes = tuple(circle), []
    for hands, _key, column, reason in sorted(short):
        left = tuple(each for each in left if each != column)
        changes.append(SmallerCircle(hands, left, column, reason))
    return changes


def with_lines(
    records: Sequence[dict[str, Any]], changes: Sequence[SmallerCircle], dealt: int
) -> list[dict[str, Any]]:
    """These hands, to be written below `dealt` others, with the lines that belong between them.

    >>> change = SmallerCircle(3, (0, 1, 2, 3), 4, "Ill")
    >>> [list(each) for each in with_lines([{"picker": 0}, {"picker": 1}], [change], 2)]
    [['picker'], ['seated', 'reason'], ['picker']]
    """
    lines = list(records)
    for change in reversed(changes):
        if change.hands <= dealt + len(records):
            lines.insert(change.hands - dealt, change.record)
    return lines


SOON = 15
"""Minutes from which on little time is left."""


class Due(NamedTuple):
    """Until when sheets have to be in; `minutes` are left (rounded up), 0 when it is over."""

    at: datetime
    minutes: int

    @property
    def is_over(self) -> bool:
        """Whether whatever comes in now is late."""
        return self.minutes == 0

    @property
    def is_soon(self) -> bool:
        """Whether little time is left."""
        return 0 < self.minutes <= SOON

    @property
    def left(self) -> str:
        """How much time is left, in words; empty when none is."""
        hours, minutes = divmod(self.minutes, 60)
        if not hours:
            text = ngettext("%(count)s minute left", "%(count)s minutes left", minutes)
            return text % {"count": minutes} if minutes else ""
        if hours < 24:
            return _("%(hours)s h %(minutes)s min left") % {"hours": hours, "minutes": minutes}
        days = hours // 24
        text = ngettext("%(count)s day left", "%(count)s days left", days)
        return text % {"count": days}

    @property
    def patterns(self) -> dict[str, str]:
        """The words of `left` for a page's clock, which puts hours and minutes in."""
        minutes = {
            name: ngettext("%(count)s minute left", "%(count)s minutes left", count)
            for name, count in (("one", 1), ("many", 2))
        }
        hours = _("%(hours)s h %(minutes)s min left") % {"hours": "{h}", "minutes": "{m}"}
        return {name: text % {"count": "{m}"} for name, text in minutes.items()} | {"hours": hours}


class Came(NamedTuple):
    """When a sheet came in, and who entered it."""

    at: datetime
    doer: Doer


@dataclass(frozen=True)
class LateSheet:
    """A sheet that came in after the time; `is_ruled`: a ruling stands at that table."""

    place: int
    round: int
    number: int
    came: Came
    is_ruled: bool


@dataclass(frozen=True)
class SheetsIn:
    """How the sheets of an event stand to its time: of so many tables `came`, and those late."""

    due: Due
    tables: int
    came: int
    late: tuple[LateSheet, ...]

    @property
    def missing(self) -> int:
        """How many sheets are not in."""
        return self.tables - self.came

    @property
    def state(self) -> str:
        """`none` (nothing is drawn), `open`, `missing`, `late`, or `complete`."""
        if not self.tables:
            return "none"
        if self.missing:
            return "missing" if self.due.is_over else "open"
        return "late" if self.late else "complete"


def day_of(event: Event) -> date:
    """The event's day, else today."""
    return timezone.localtime(event.starts_at or timezone.now()).date()


def due_of(event: Event, now: datetime | None = None) -> Due | None:
    """Until when the sheets of an event have to be in, None where there is no such time."""
    if event.sheets_due_at is None:
        return None
    left = (event.sheets_due_at - (now or timezone.now())).total_seconds()
    return Due(event.sheets_due_at, max(0, -int(-left // 60)))


def sheets_in(events: Iterable[Event]) -> dict[int, SheetsIn]:
    """How sheets stand, by the key of each event that has such a time; at most two SQL queries."""
    dues = {event.pk: due for event in events if (due := due_of(event)) is not None}
    if not dues:
        return {}
    found: defaultdict[int, list[Any]] = defaultdict(list)  # tables with more on them
    for place in _places(dues):
        found[place.round.event_id].append(place)
    over = [pk for pk, due in dues.items() if due.is_over]
    keyed = _keyed(over) if over else {}
    sheets: dict[int, SheetsIn] = {}
    for pk, due in dues.items():
        came = [(place, _came(place, keyed.get(place.pk))) for place in found[pk] if place.is_in]
        late = tuple(
            LateSheet(place.pk, place.round.number, place.number, one, place.is_ruled)
            for place, one in came
            if due.is_over and one is not None and one.at > due.at
        )
        sheets[pk] = SheetsIn(due, len(found[pk]), len(came), late)
    return sheets


def late_sheets(event: Event) -> tuple[LateSheet, ...]:
    """The sheets of an event that came too late; no SQL query before the time is over."""
    due = due_of(event)
    return sheets_in([event])[event.pk].late if due and due.is_over else ()


def late_at(event: Event) -> dict[int, LateSheet]:
    """The same by the key of the table."""
    return {each.place: each for each in late_sheets(event)}


def _places(events: Iterable[int]) -> QuerySet[EventTable]:
    """The tables of these events, with what is known of how they came in."""
    results = Result.objects.filter(event_table=OuterRef("pk"), is_in=True)
    hands = HandVersion.objects.filter(hand__table=OuterRef("table"), number=1)
    hands = hands.exclude(record__has_any_keys=["adjustment", "seated"])
    last = hands.order_by("-made_at", "-pk")
    counted = hands.order_by().values("hand__table").annotate(n=Count("pk")).values("n")
    rulings = Ruling.objects.filter(event_table=OuterRef("pk"), withdrawn_at=None)
    places = EventTable.objects.filter(
        round__event__in=list(events), round__state__in=(Round.DRAWN, Round.CLOSED)
    )
    return (
        places.annotate(
            is_in=Exists(results),
            is_ruled=Exists(rulings),
            last_at=Subquery(last.values("made_at")[:1]),
            last_who=Subquery(last.values("who")[:1]),
            last_account=Subquery(last.values("account")[:1]),
            played=Subquery(counted),
        )
        .select_related("round")
        .order_by("round__number", "number")
    )


def _keyed(events: Sequence[int]) -> dict[int, Came]:
    """By table, its first totals from paper since the last were taken back."""
    versions = TotalsVersion.objects.filter(event_table__round__event__in=events)
    rows = versions.order_by("event_table", "number").values_list(
        "event_table", "is_withdrawn", "made_at", "who", "account"
    )
    found: dict[int, Came] = {}
    for place, is_withdrawn, at, who, account in rows:
        if is_withdrawn:
            found.pop(place, None)
        else:
            found.setdefault(place, Came(at, doer_called(who, account)))
    return found


def _came(place: Any, paper: Came | None) -> Came | None:  # noqa: ANN401 - a table with more on it
    """When what counts of a sheet was there that is in."""
    phone = None
    if place.last_at is not None:
        phone = Came(place.last_at, doer_called(place.last_who, place.last_account))
    if paper is None or phone is None:
        return paper or phone
    if place.counts == EventTable.HANDS:
        return phone
    is_whole = (place.played or 0) >= place.hands_due > 0
    return min(paper, phone, key=lambda came: came.at) if is_whole else paper
