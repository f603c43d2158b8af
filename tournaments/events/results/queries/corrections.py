"""How often hands at an event's tables were changed, and when last: everybody may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import ngettext

from tournaments.common.kept import is_kept, kept
from tournaments.events.standings.queries.snapshots import Snapshot, sheets_of
from tournaments.models import HandVersion
from tournaments.tables.queries.sheets import Line

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
        last, today = timezone.localtime(self.last), timezone.localdate()
        at = date_format(last, "H:i" if last.date() == today else "j M Y, H:i")
        text = ngettext(
            "%(count)s correction, last %(at)s", "%(count)s corrections, last %(at)s", self.times
        )
        return text % {"count": self.times, "at": at}


def corrections_on(lines: Iterable[Line]) -> Corrections:
    """Those of one sheet, from lines that are there already."""
    changed = [line.version for line in lines if line.version.number > 1]
    last = max((version.made_at for version in changed), default=None)
    return Corrections(sum(version.number - 1 for version in changed), last)


def corrections_at(places: Collection[int]) -> dict[int, Corrections]:
    """By the keys of the event's tables, those that have any of these; one SQL query."""
    return _by("pk", hand__table__event_table__in=places)


def corrections_of(snapshot: Snapshot) -> Corrections:
    """Those of all rounds together; one SQL query for the rounds in which anything has changed."""
    event = snapshot.event.submission
    rounds = {one.round.pk: (one.round.version, sheets_of(one.round)) for one in snapshot.rounds}
    new = [pk for pk, state in rounds.items() if not is_kept((event, pk, WHAT), state)]
    read = _by("round", hand__table__event_table__round__in=new) if new else {}

    def brought(pk: int) -> Corrections:
        return read.get(pk, Corrections())

    each = [kept((event, pk, WHAT), state, partial(brought, pk)) for pk, state in rounds.items()]
    last = max((one.last for one in each if one.last), default=None)
    return Corrections(sum(one.times for one in each), last)


def _by(what: str, **where: object) -> dict[int, Corrections]:
    versions = HandVersion.objects.filter(hand__version__gt=1, number__gt=1, **where)
    rows = versions.order_by().values_list(f"hand__table__event_table__{what}")
    counted = rows.annotate(times=Count("pk"), last=Max("made_at"))
    return {key: Corrections(times, last) for key, times, last in counted}
