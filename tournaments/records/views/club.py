"""A club's home in the record book."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import find_ruleset
from tournaments.common.access import by_of
from tournaments.common.directing import clubs_of
from tournaments.common.envelope import read_envelope
from tournaments.common.listing import XLSX, Listing, csv_answer, write_workbook
from tournaments.common.numbers import read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, public_event
from tournaments.events.standings.queries.snapshots import Snapshot, public_snapshot, snapshot_of
from tournaments.events.standings.views import common
from tournaments.models import Club
from tournaments.people.queries.people import people_of
from tournaments.records.access import RecordVisit, record_book
from tournaments.records.forms import WhatIfForm
from tournaments.records.queries.club_page import club_lists, club_page
from tournaments.records.queries.event_story import Story, story_lists
from tournaments.records.queries.event_story import event_story as story_of
from tournaments.records.queries.filters import filters_of, keeps_back
from tournaments.records.queries.what_if import event_what_if, what_if
from tournaments.tables.access import Visit, own_table_write
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import changes
from tournaments.tables.views.people import Refusal, people_page

# Tables of the record book to be taken away: one as CSV, all of a page as one workbook.


def taken(
    listings: Sequence[Listing], wanted: str, ending: str, *, called: str
) -> HttpResponse | StreamingHttpResponse:
    """The table called `wanted` as CSV, or all tables as XLSX; 404 for what there is not.

    `called`: what the file is about, for its name.
    """
    name = slugify(called) or "records"
    if ending == "csv":
        for listing in listings:
            if listing.name == wanted:
                return csv_answer(listing, name)
    if ending != "xlsx":
        raise Http404
    out = BytesIO()
    write_workbook(listings, out)
    response = HttpResponse(out.getvalue(), content_type=XLSX)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{wanted}.xlsx"'
    return response


# An event afterwards: the story of its day.


@public_event
@require_safe
def event_story(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The race, the biggest hand, who rose, and what the field did."""
    snapshot, story = _told(visit)
    has_book = visit.is_director or visit.event.club.is_public
    more = {
        "here": "event_story",
        "story": story,
        "book": visit.event.club_id if has_book else None,
    }
    return render(request, "records/story.html", {**common(visit, snapshot), **more})


@public_event
@require_safe
def take_event_story(
    request: HttpRequest, visit: EventVisit, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of the page: one as CSV, all as XLSX."""
    _snapshot, story = _told(visit)
    return taken(story_lists(story), listing, ending, called=visit.event.title)


def _told(visit: EventVisit) -> tuple[Snapshot, Story | None]:
    """The story, if the visitor may know it; 404 while its figures are kept back."""
    event = visit.event
    if keeps_back(event) and not visit.is_director:
        raise Http404
    people = people_of(event.club, is_director=visit.is_director)
    snapshot = snapshot_of(event) if visit.is_director else public_snapshot(event)
    return snapshot, story_of(snapshot, people)


# What if it had been scored in another way: an evening, an event; nothing is changed.


@require_safe
def table_what_if(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A sheet beside what it would be under other rules."""
    sheet = table_sheet(visit.table)
    form = WhatIfForm(sheet.ruleset, visit.table.options, visit.table.players, request.GET.dict())
    context = {
        "visit": visit,
        "table": visit.table,
        "sheet": sheet,
        "form": form,
        "as_played": form.is_as_played(visit.table.options),
        "found": None if form.errors else what_if(sheet, form.rules),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_table.html", context, status=status)


@public_event
@require_safe
def event_what_if_page(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The standing of an event beside the one under other rules, counted round by round."""
    event = visit.event
    if keeps_back(event) and not visit.is_director:
        raise Http404
    ruleset = find_ruleset(event.ruleset)
    form = WhatIfForm(ruleset, event.options, ruleset.seats, request.GET.dict())
    context = {
        "visit": visit,
        "here": "event_what_if",
        "ruleset": ruleset,
        "form": form,
        "as_played": form.is_as_played(event.options),
        "found": None if form.errors else event_what_if(event, form.rules),
        "address": request.get_full_path(),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_event.html", context, status=status)


# Taking a sheet into a club's record book, or out of it again.


@own_table_write
@require_POST
def sheet_club(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Make a sheet one of the evenings of a club, or nobody's again; only that club's directors."""
    envelope = read_envelope(request.POST)
    club = _own_club(request)
    who = by_of(request).actor._replace(link=visit.link)
    is_out = request.POST.get("deed") == "out"
    write = changes.take_out_of_club if is_out else changes.put_into_club
    try:
        write(table=visit.table, club=club, by=who, submission=envelope.submission)
    except changes.OfAnotherClub:
        refusal = Refusal("club", None, _("This sheet stands in another club’s record book."))
        visit.table.refresh_from_db()
        return people_page(request, visit, table_sheet(visit.table), refusal)
    return redirect("people", visit.secret)


def _own_club(request: HttpRequest) -> Club:
    """The club that the form names, if whoever sends it directs it; 404 for others."""
    key = read_key(request.POST.get("club"))
    club = clubs_of(request.user).filter(pk=key).first() if key is not None else None
    if club is None:
        raise Http404
    return club


@record_book
@require_safe
def record_book_page(request: HttpRequest, visit: RecordVisit) -> HttpResponse:
    """What was played, who won, and the records of a game."""
    people = people_of(visit.club, is_director=visit.is_director)
    filters = filters_of(request.GET)
    page = club_page(
        visit.club, filters, people, is_director=visit.is_director, asked=request.GET.dict()
    )
    context = {
        "visit": visit,
        "here": "record_book",
        "filters": filters,
        "choices": page.choices,
        "page": page,
        "query": filters.query(),
    }
    return render(request, "records/club.html", context)


@record_book
@require_safe
def take_record_book(
    request: HttpRequest, visit: RecordVisit, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of the page: one as CSV, all as XLSX."""
    people = people_of(visit.club, is_director=visit.is_director)
    filters = filters_of(request.GET)
    page = club_page(visit.club, filters, people, is_director=visit.is_director, asked={})
    return taken(club_lists(visit.club, page, people), listing, ending, called=visit.club.name)
