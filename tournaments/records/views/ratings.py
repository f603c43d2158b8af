"""Ratings: who makes how many points per hand above the table, and how sure that is."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.people.queries.people import people_of
from tournaments.records.access import RecordVisit, record_book
from tournaments.records.queries.filters import Filters, choices_in, filters_of
from tournaments.records.queries.ratings import (
    has_pairs,
    most_rated,
    ratings_listing,
    ratings_of,
    ratings_page,
    sort_asked,
)
from tournaments.records.views.club import taken


@record_book
@require_safe
def ratings(request: HttpRequest, visit: RecordVisit, *, of_pairs: bool = False) -> HttpResponse:
    """The list of one game, of players or of pairs."""
    filters = _filters(request, visit)
    people = people_of(visit.club, is_director=visit.is_director)
    of_pairs = of_pairs and has_pairs(filters.ruleset)
    found = ratings_of(visit.club, filters, people, of_pairs=of_pairs)
    sort = sort_asked(request.GET.get("sort", ""))
    taking = "take_record_ratings_pairs" if of_pairs else "take_record_ratings"
    context = {
        "visit": visit,
        "here": "record_ratings",
        "page": ratings_page(found, sort, request.GET.get("page")),
        "people": people,
        "of_pairs": of_pairs,
        "has_pairs": has_pairs(filters.ruleset),
        "filters": filters,
        "choices": choices_in(visit.club),
        "sort": sort,
        "needs_game": True,
        "query": filters.query(sort=sort),
        "csv": visit.address(taking, "csv"),
        "xlsx": visit.address(taking, "xlsx"),
    }
    return render(request, "records/ratings.html", context)


@record_book
@require_safe
def take_ratings(
    request: HttpRequest, visit: RecordVisit, *, ending: str, of_pairs: bool = False
) -> HttpResponseBase:
    """The same list as CSV or XLSX."""
    filters = _filters(request, visit)
    people = people_of(visit.club, is_director=visit.is_director)
    of_pairs = of_pairs and has_pairs(filters.ruleset)
    found = ratings_of(visit.club, filters, people, of_pairs=of_pairs)
    listing = ratings_listing(found, of_pairs=of_pairs)
    called = f"{visit.club.name} {filters.ruleset}"
    return taken([listing], listing.name, ending, called=called)


def _filters(request: HttpRequest, visit: RecordVisit) -> Filters:
    """What the address asks for, of the game that is rated most where it names none."""
    asked = filters_of(request.GET)
    return asked if asked.ruleset else replace(asked, ruleset=most_rated(visit.club))
