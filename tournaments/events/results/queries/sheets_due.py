"""The time until which sheets have to be in, and which came after it.

Whether a sheet is late is reckoned from who entered what when, so it needs no mark of its own: a
time that is moved is right for every sheet at once. A paper sheet is in with its first totals, a
sheet of hands with its last hand; corrections make nothing late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.common.history import Doer, named
from tournaments.models import Event, EventTable, HandVersion, Result, Round, Ruling, TotalsVersion

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
    found: defaultdict[int, list[EventTable]] = defaultdict(list)
    for place in _places(dues):
        found[place.round.event_id].append(place)
    over = [pk for pk, due in dues.items() if due.is_over]
    keyed = _keyed(over) if over else {}
    return {
        pk: SheetsIn(
            due,
            len(found[pk]),
            sum(place.is_in for place in found[pk]),  # type: ignore[attr-defined]
            tuple(_late_of(found[pk], due, keyed)),
        )
        for pk, due in dues.items()
    }


def late_sheets(event: Event) -> tuple[LateSheet, ...]:
    """The sheets of an event that came too late; no SQL query before the time is over."""
    due = due_of(event)
    if due is None or not due.is_over:
        return ()
    return sheets_in([event])[event.pk].late


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
            found.setdefault(place, Came(at, named(who, account)))
    return found


def _late_of(places: Iterable[EventTable], due: Due, keyed: dict[int, Came]) -> Iterable[LateSheet]:
    if not due.is_over:
        return
    for place in places:
        came = _came(place, keyed.get(place.pk))
        if came is not None and came.at > due.at:
            is_ruled: bool = place.is_ruled  # type: ignore[attr-defined]
            yield LateSheet(place.pk, place.round.number, place.number, came, is_ruled)


def _came(place: EventTable, paper: Came | None) -> Came | None:
    """When what counts of a sheet was there; None while it is not."""
    if not place.is_in:  # type: ignore[attr-defined]
        return None
    at: datetime | None = place.last_at  # type: ignore[attr-defined]
    played: int = place.played or 0  # type: ignore[attr-defined]
    doer = named(place.last_who or "", place.last_account or "")  # type: ignore[attr-defined]
    phone = Came(at, doer) if at is not None else None
    if paper is None or phone is None:
        return paper or phone
    if place.counts == EventTable.HANDS:
        return phone
    is_whole = played >= place.hands_due > 0
    return min(paper, phone, key=lambda came: came.at) if is_whole else paper
