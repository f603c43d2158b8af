"""Events for the calendars of phones and computers (RFC 5545).

Such a calendar asks the same address again and again. It knows an event by its `UID`, and takes
what it is told if `SEQUENCE` is not below what it was told before: that is the event's version at
the last deed that changed what is said here. Times are in UTC, which every calendar reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid5

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpResponse
from django.utils.translation import gettext as _

from formats.figures import money
from scoring import RULESETS
from sheets.words import spoken
from tournaments.events.setup.services import CHANGED
from tournaments.models import Event, EventChange

SAYS = ("made", "brought_in", CHANGED, "published")
"""The kinds of deeds after which something else may be said."""

LONGEST_LINE = 75
"""In octets, without the end of the line."""

ASKED_AGAIN = "PT6H"

AddressOf = Callable[[Event], str]


def events_with_a_day(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of which a calendar can say something, the first one first; in one SQL query."""
    said = EventChange.objects.filter(event=OuterRef("pk"), kind__in=SAYS).order_by("-pk")[:1]
    dated = events.filter(starts_at__isnull=False).select_related("club")
    return dated.order_by("starts_at", "pk").annotate(
        said_as=Subquery(said.values("event_version")), said_at=Subquery(said.values("made_at"))
    )


def calendar_answer(
    events: Iterable[Event], address_of: AddressOf, *, name: str, called: str = ""
) -> HttpResponse:
    """The events as a file of that name; `called`: what a calendar that follows it is called."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sheepfold//Events//EN"]
    if called:
        lines += [f"{key}:{_text(called)}" for key in ("NAME", "X-WR-CALNAME")]
        lines.append(f"REFRESH-INTERVAL;VALUE=DURATION:{ASKED_AGAIN}")
    for event in events:
        lines += _event(event, address_of(event))
    whole = "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])
    response = HttpResponse(whole, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response


def _event(event: Event, address: str) -> Iterator[str]:
    begins, language = event.starts_at, f";LANGUAGE={event.language}"
    assert begins is not None
    said_at: datetime = getattr(event, "said_at", None) or event.made_at
    yield "BEGIN:VEVENT"
    yield f"UID:{uuid5(event.submission, 'calendar')}"
    yield f"DTSTAMP:{_moment(said_at)}"
    yield f"SEQUENCE:{getattr(event, 'said_as', None) or 0}"
    yield f"DTSTART:{_moment(begins)}"
    minutes = event.format.minutes * event.format.rounds
    if minutes:
        yield f"DTEND:{_moment(begins + timedelta(minutes=minutes))}"
    yield f"SUMMARY{language}:{_text(event.title)}"
    if event.place:
        yield f"LOCATION{language}:{_text(event.place)}"
    yield f"DESCRIPTION{language}:{_text(_described(event))}"
    yield f"URL:{address}"
    yield "END:VEVENT"


def _described(event: Event) -> str:
    """Whose it is, what is played and what it costs, in the event's language."""
    with event.spoken():
        ruleset = RULESETS.get(event.ruleset)
        lines = [event.club.name, spoken(ruleset.name) if ruleset else event.ruleset]
        if event.format.fee:
            lines.append(_("Entry fee %(fee)s") % {"fee": money(event.format.fee)})
    return "\n".join(lines)


def _moment(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    r"""A text as the value of a line.

    >>> _text("Hall 2; \\ Sun,\nlate")
    'Hall 2\\; \\\\ Sun\\,\\nlate'
    """
    return re.sub(r"[\\;,]", r"\\\g<0>", text).replace("\n", r"\n")


def _folded(line: str) -> str:
    r"""A long line as several, each but the first begun with a blank; no letter is cut in two.

    >>> [len(part.encode()) for part in _folded("ä" * 80).split("\r\n ")]
    [74, 74, 12]
    """
    parts, length = [""], 0
    for letter in line:
        more = len(letter.encode())
        if length + more > LONGEST_LINE - (len(parts) > 1):
            parts.append("")
            length = 0
        parts[-1] += letter
        length += more
    return "\r\n ".join(parts)
