"""A club's home in the record book."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.people.queries.people import people_of
from tournaments.records.access import RecordVisit, record_book
from tournaments.records.queries.club_page import club_lists, club_page
from tournaments.records.queries.filters import filters_of
from tournaments.records.views.taking import taken


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
