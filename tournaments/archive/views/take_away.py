"""Taking an event away: lists for spreadsheets, and everything as one file."""

from __future__ import annotations

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import BinaryIO

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from tournaments.archive.lists.choice import LISTS, MOST_HANDS, count_hands, lists_of, names_of
from tournaments.archive.lists.event_lists import players
from tournaments.archive.writing import write_event
from tournaments.common.access import ClubVisit, club_director
from tournaments.common.envelope import new_envelope
from tournaments.common.listing import XLSX, csv_answer, write_workbook
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.queries.contacts import count_contacts, forgotten_at
from tournaments.events.check_in.services.contacts import forget_old_contacts
from tournaments.models import Event

MANY_HANDS = 5_000
"""From so many on it takes seconds to write them."""


@event_director
@require_safe
def take_away(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What can be taken away."""
    hands = count_hands(visit.event)
    context = {
        "visit": visit,
        "here": "history",
        "lists": [LISTS[name](visit.event) for name in names_of(visit.event)],
        "hands": hands,
        "takes_long": hands > MANY_HANDS,
        "too_many_hands": hands > MOST_HANDS,
        "contacts": count_contacts(visit.event),
        "forgotten_at": forgotten_at(visit.event),
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/take_away.html", context)


@event_director
@require_safe
def take_event(request: HttpRequest, visit: EventVisit) -> FileResponse:
    """The whole event, to be brought in elsewhere."""
    forget_old_contacts()
    return _file(
        lambda out: write_event(visit.event, out),
        f"{_name_of(visit.event)}.json",
        "application/json",
    )


@event_director
@require_safe
def take_workbook(request: HttpRequest, visit: EventVisit) -> FileResponse:
    """Every list, each as a tab of one workbook."""
    lists = lists_of(visit.event)
    return _file(lambda out: write_workbook(lists, out), f"{_name_of(visit.event)}.xlsx", XLSX)


@event_director
@require_safe
def take_list(request: HttpRequest, visit: EventVisit, listing: str) -> StreamingHttpResponse:
    """One list as CSV."""
    if listing not in LISTS:
        raise Http404
    return csv_answer(LISTS[listing](visit.event), _name_of(visit.event))


@club_director
@require_safe
def take_players(request: HttpRequest, visit: ClubVisit, ending: str) -> HttpResponseBase:
    """Everybody whom the club knows, as CSV or XLSX."""
    listing, name = players(visit.club), slugify(visit.club.name) or "club"
    if ending == "csv":
        return csv_answer(listing, name)
    if ending != "xlsx":
        raise Http404
    return _file(lambda out: write_workbook([listing], out), f"{name}-{listing.name}.xlsx", XLSX)


def _file(write: Callable[[BinaryIO], object], name: str, kind: str) -> FileResponse:
    """A file that is written as a whole before anything is sent: a failure is no half file."""
    out = TemporaryFile()  # noqa: SIM115 - the answer closes it
    try:
        write(out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return FileResponse(out, as_attachment=True, filename=name, content_type=kind)


def _name_of(event: Event) -> str:
    """What an event's files are called: its title and its day, in plain letters."""
    day = timezone.localtime(event.starts_at or event.made_at)
    return f"{slugify(event.title) or 'event'}-{day:%Y-%m-%d}"
