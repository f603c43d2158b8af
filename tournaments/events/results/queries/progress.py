"""How far the tables of a round are: hands, totals, confirmations, and what is behind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from django.utils import timezone

from tournaments.events.draw.queries.seatings import Seated, Side, people_at, sides_of
from tournaments.events.results.queries.sheets import (
    Hands,
    Totals,
    compares_more,
    differing,
    hands_at,
    is_made_up,
    keyed_at,
    paper_totals,
    phones_at,
)
from tournaments.models import (
    Event,
    EventChange,
    EventTable,
    Round,
    TotalsVersion,
)

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
