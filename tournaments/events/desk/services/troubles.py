"""Small remedies for what goes wrong on a day, each in one deed."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.results.services.totals import key_totals, newest
from tournaments.models import By, Entry, Event, EventChange, EventTable

MOST_NAMED = 280
ROWS = ("points", "solos", "games", "lost")


def all_absent(*, event: Event, by: By, submission: UUID) -> Done:
    """Note of everybody who registered and is not here that they did not come.

    Whoever comes after all arrives at the door as before.
    """

    def write(locked: Event) -> EventChange | None:
        absent = locked.entries.filter(status=Entry.REGISTERED, is_house=False).order_by("pk")
        names = list(absent.values_list("name", flat=True))
        if not names:
            return None
        absent.update(status=Entry.NO_SHOW)
        said = f"{len(names)}: {', '.join(names)}"
        after = said if len(said) <= MOST_NAMED else said[: MOST_NAMED - 1] + "…"
        return EventChange(kind="all_absent", after=after)

    return do(event, by, submission, write)


def swap_rows(
    *,
    event: Event,
    place: EventTable,
    one: int,
    other: int,
    seen_number: int,
    reason: str,
    by: By,
    submission: UUID,
) -> Done:
    """Give two sides of a keyed sheet each other's totals: they stood at the wrong names.

    Raises Refused, or TotalsMoved if the table was keyed anew meanwhile.
    """
    latest = newest(place)
    if latest is None or latest.is_withdrawn:
        raise Refused(_("There are no totals from paper."))
    sides = len(latest.record["points"])
    if one == other or not {one, other} <= set(range(sides)):
        raise Refused(_("Name two different people."))
    record = dict(latest.record)
    for name in ROWS:
        if record.get(name):
            row = list(record[name])
            row[one], row[other] = row[other], row[one]
            record[name] = row
    return key_totals(
        event=event,
        place=place,
        record=record,
        seen_number=seen_number,
        by=by,
        submission=submission,
        reason=reason or _("Two totals stood at the wrong names"),
        is_sure=True,
    )
