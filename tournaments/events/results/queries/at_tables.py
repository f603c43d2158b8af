"""What was done at the tables of an event: hands and their versions, confirmations, names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypeVar

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.formats.dates import dated
from sheets.entries import is_hand
from sheets.sheet import SheetLine
from tournaments.common.cache import cached, is_kept
from tournaments.common.history import reason_in_words
from tournaments.common.names import found_by
from tournaments.events.standings.queries.snapshots import Snapshot, sheets_of
from tournaments.models import Event, EventTable, HandVersion, TableChange
from tournaments.tables.queries import hand_places

# How often hands at an event's tables were changed, and when last: everybody may see it.

WHAT = "corrections"


class Corrections(NamedTuple):
    """How many versions came after the first ones of their lines, and when the latest did."""

    times: int = 0
    last: datetime | None = None

    @property
    def words(self) -> str:
        """As they stand on a page; nothing where nothing was changed."""
        if self.last is None:
            return ""
        is_today = timezone.localdate(self.last) == timezone.localdate()
        at = dated(self.last, "time" if is_today else "day, time")
        text = ngettext(
            "%(count)s correction, last %(at)s", "%(count)s corrections, last %(at)s", self.times
        )
        return text % {"count": self.times, "at": at}


def corrections_on(lines: Iterable[SheetLine]) -> Corrections:
    """Those of one sheet, from lines that are there already."""
    changed = [line.entry for line in lines if line.is_corrected]
    last = max((entry.made_at for entry in changed if entry.made_at), default=None)
    return Corrections(sum(entry.version - 1 for entry in changed), last)


def corrections_at(places: Collection[int]) -> dict[int, Corrections]:
    """By the keys of the event's tables, those that have any of these; one SQL query."""
    return _by("pk", hand__table__event_table__in=places)


def corrections_of(snapshot: Snapshot) -> Corrections:
    """Those of all rounds together; one SQL query for the rounds in which anything has changed."""
    event = snapshot.event.submission
    rounds = {one.round.pk: (one.round.version, sheets_of(one.round)) for one in snapshot.rounds}
    new = [pk for pk, state in rounds.items() if not is_kept((event, pk, WHAT), state)]
    read = defaultdict(Corrections, _by("round", hand__table__event_table__round__in=new))
    each = [
        cached((event, pk, WHAT), state, partial(read.__getitem__, pk))
        for pk, state in rounds.items()
    ]
    last = max((one.last for one in each if one.last), default=None)
    return Corrections(sum(one.times for one in each), last)


def _by(what: str, **where: object) -> dict[int, Corrections]:
    versions = HandVersion.objects.filter(hand__version__gt=1, number__gt=1, **where)
    rows = versions.order_by().values_list(f"hand__table__event_table__{what}")
    counted = rows.annotate(times=Count("pk"), last=Max("made_at"))
    return {key: Corrections(times, last) for key, times, last in counted}


Rows = TypeVar("Rows", HandVersion, TableChange)


@dataclass(frozen=True)
class Wanted:
    """What of the history is asked for; what is empty does not narrow it."""

    group: str = ""
    who: str = ""
    entry: int | None = None
    table: int | None = None
    round: int | None = None
    page: int = 1

    @property
    def is_narrowed(self) -> bool:
        """Whether anything is left out."""
        return self != Wanted(page=self.page)


@dataclass(frozen=True)
class HistoryLine:
    """A line of the history.

    `account` was signed in; `who` is what somebody said. `before` and `after` stand below the
    sentence. `place` is the key of the event's table that it is about, `hand` the key of the line
    on its sheet; `watched` is the key of the table whose hand may be looked at.
    """

    sentence: str
    at: datetime
    who: str
    device: str
    account: str = ""
    reason: str = ""
    before: str = ""
    after: str = ""
    round: int | None = None
    entry: int | None = None
    place: int | None = None
    watched: int | None = None
    hand: int | None = None


SAID: Mapping[str, str | Promise] = {
    TableChange.RENAME: gettext_lazy("“%(before)s” was renamed to “%(after)s”"),
    TableChange.END: gettext_lazy("the sheet was ended"),
    TableChange.REOPEN: gettext_lazy("the sheet was opened again"),
    TableChange.NEW_LINKS: gettext_lazy("new links were made"),
    TableChange.LINKS_OFF: gettext_lazy("links were switched off"),
    TableChange.TAKEN_BACK: gettext_lazy("it was taken back with new links"),
    TableChange.CLUB_IN: gettext_lazy("it was taken into the record book: %(after)s"),
    TableChange.CLUB_OUT: gettext_lazy("it was taken out of the record book: %(before)s"),
    TableChange.CONFIRM: gettext_lazy("the sheet was confirmed"),
}
"""What may be done to a table beside its lines."""


def due_said(kept: str) -> str:
    """Until when sheets have to be in."""
    return dated(datetime.fromisoformat(kept), "day, time")


def at_tables(event: Event, wanted: Wanted, most: int) -> list[HistoryLine]:
    """The latest lines, so many at most, newest first; three SQL queries."""
    lines = _hands(HandVersion.objects.all(), event, wanted, most)
    changes = _narrowed(TableChange.objects.all(), event, wanted, "table__")
    lines += [
        _line(change, change.table.event_table, sentence_at_table(change))
        for change in changes[:most]
    ]
    return sorted(lines, key=lambda line: line.at, reverse=True)[:most]


def changed_when_confirmed(event: Event, wanted: Wanted, most: int) -> list[HistoryLine]:
    """The latest lines that came or were changed after the first confirmation of their sheet, so
    many at most, newest first; two SQL queries."""
    since = F("hand__table__event_table__first_confirmed")
    late = _hands(HandVersion.objects.filter(table_version__gt=since), event, wanted, most)
    return [replace(action, after=_("after the sheet had been confirmed")) for action in late]


def _hands(
    rows: QuerySet[HandVersion], event: Event, wanted: Wanted, most: int
) -> list[HistoryLine]:
    versions = list(_narrowed(rows, event, wanted, "hand__table__")[:most])
    places = hand_places({version.hand.table_id for version in versions})
    is_shown = event.published_at is not None
    return [_hand(version, places, is_shown=is_shown) for version in versions]


def _narrowed(rows: QuerySet[Rows], event: Event, wanted: Wanted, table: str) -> QuerySet[Rows]:
    asked = {
        "event_table__round__number": wanted.round,
        "event_table__number": wanted.table,
        "event_table__results__entry__number": wanted.entry,
    }
    rows = rows.filter(**{f"{table}event_table__round__event": event})
    rows = rows.filter(**{table + name: value for name, value in asked.items() if value})
    if wanted.who:
        rows = rows.filter(done_by(wanted.who, rows))
    return rows.select_related(f"{table}event_table__round").order_by("-made_at", "-pk")


def done_by(typed: str, rows: QuerySet[Any]) -> Q:
    """Which of these things were done by whom somebody means, by account or by what was said."""
    names = {
        name for row in rows.order_by().values_list("who", "account").distinct() for name in row
    }
    meant = found_by(typed, sorted(names - {""}), said=str)
    return Q(who__in=meant) | Q(account__in=meant)


def _hand(
    version: HandVersion, places: dict[tuple[int, int], int], *, is_shown: bool
) -> HistoryLine:
    place, number = version.hand.table.event_table, version.hand.number
    what = _what_of(version, places.get((version.hand.table_id, number)))
    return replace(
        _line(version, place, what),
        reason=reason_in_words(version.reason),
        watched=version.hand.table_id if is_shown and place.round.is_public else None,
        hand=number,
    )


def sentence_at_table(change: TableChange) -> str:
    """What was done to a table beside its lines."""
    words = str(SAID.get(change.kind, change.kind))
    if change.kind == TableChange.CONFIRM and change.before:
        words = _("the sheet was confirmed; who had entered it says: %(before)s")
    return words % {"before": change.before or "–", "after": change.after or "–"}


def _line(row: HandVersion | TableChange, place: EventTable, what: str) -> HistoryLine:
    words = _("Table %(table)s, round %(round)s: %(what)s")
    return HistoryLine(
        words % {"table": place.number, "round": place.round.number, "what": what},
        at=row.made_at,
        who=row.who,
        device=row.device,
        account=row.account,
        round=place.round.number,
        place=place.pk,
    )


def _what_of(version: HandVersion, place: int | None) -> str:
    """What was done to a line; a hand that counts is called by its place today."""
    if version.is_withdrawn:
        if "seated" in version.record:
            return _("somebody came or left, and has not after all")
        if is_hand(version.record):
            return _("a hand was withdrawn")
        return _("adjusted points were withdrawn")
    if "seated" in version.record:
        return _("somebody came or left")
    if not is_hand(version.record):
        return _("points were adjusted")
    if place is None:
        return _("a hand was corrected") if version.number > 1 else _("a hand was entered")
    text = _("hand %(hand)s was entered")
    if version.number > 1:
        text = _("hand %(hand)s was corrected")
    return text % {"hand": place}
