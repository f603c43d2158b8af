"""Who plays with whom in a club's record book: all pairs, and two players."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.models import Player
from tournaments.people.queries.people import people_of
from tournaments.records.access import RecordVisit, player_record, record_book
from tournaments.records.queries.filters import Choices, Filters, choices_in, filters_of
from tournaments.records.queries.pairs import (
    PairPage,
    most_played_pairs,
    pair_lists,
    pair_page,
    pairs_listing,
    pairs_of,
    pairs_page,
    pairs_sort,
    partner_choices,
    shared_results,
    short_names,
)
from tournaments.records.queries.player_page import ENOUGH
from tournaments.records.views.club import taken


@record_book
@require_safe
def record_pairs(request: HttpRequest, visit: RecordVisit) -> HttpResponse:
    """Everybody who played together often enough, in one game."""
    filters, choices = _asked(request, visit)
    people = people_of(visit.club, is_director=visit.is_director)
    found = pairs_of(visit.club, filters, people)
    sort = pairs_sort(request.GET.get("sort", ""))
    context = {
        "visit": visit,
        "here": "record_pairs",
        "filters": filters,
        "choices": choices,
        "needs_game": True,
        "sort": sort,
        "query": filters.query(sort=sort),
        "found": found,
        "page": pairs_page(found, sort, request.GET.get("page")) if found else None,
        "enough": ENOUGH,
    }
    return render(request, "records/pairs.html", context)


@record_book
@require_safe
def take_record_pairs(request: HttpRequest, visit: RecordVisit, ending: str) -> HttpResponseBase:
    """The pairs as they are looked at, all pages, as CSV or XLSX."""
    filters, _choices = _asked(request, visit)
    people = people_of(visit.club, is_director=visit.is_director)
    sort = pairs_sort(request.GET.get("sort", ""))
    listing = pairs_listing(pairs_of(visit.club, filters, people), sort)
    return taken([listing], listing.name, ending, called=visit.club.name)


@player_record
@require_safe
def record_pair(
    request: HttpRequest, visit: RecordVisit, player: Player, other_id: int
) -> HttpResponse:
    """What two players did together, and against each other."""
    other = _other(visit, player, other_id)
    if other.merged_into_id is not None:
        query = request.META.get("QUERY_STRING", "")
        where = visit.address("record_pair", player.pk, other.merged_into_id)
        return redirect(f"{where}?{query}" if query else where)
    page, names = _pair(request, visit, player, other)
    context = {
        "visit": visit,
        "here": "record_pair",
        "player": player,
        "other": other,
        "names": names,
        "short_names": short_names(names),
        "query": page.filters.query(),
        "filters": page.filters,
        "choices": page.choices,
        "needs_game": True,
        "page": page,
    }
    return render(request, "records/pair.html", context)


@player_record
@require_safe
def take_record_pair(
    request: HttpRequest,
    visit: RecordVisit,
    player: Player,
    other_id: int,
    listing: str,
    ending: str,
) -> HttpResponseBase:
    """The tables of two players: one as CSV, all as XLSX."""
    other = _other(visit, player, other_id)
    page, names = _pair(request, visit, player, other)
    events = shared_results(player, other, page.filters)
    return taken(pair_lists(page, names, events), listing, ending, called=" ".join(names))


def _asked(request: HttpRequest, visit: RecordVisit) -> tuple[Filters, Choices]:
    """The filters with a game that has partners: the one asked for, else the one most played."""
    choices = partner_choices(choices_in(visit.club))
    filters = filters_of(request.GET)
    if filters.ruleset not in dict(choices.rulesets):
        filters = replace(filters, ruleset=most_played_pairs(visit.club, choices))
    return filters, choices


def _other(visit: RecordVisit, player: Player, other_id: int) -> Player:
    other = visit.player(other_id)
    if player.pk in (other.pk, other.merged_into_id):
        raise Http404
    return other


def _pair(
    request: HttpRequest, visit: RecordVisit, one: Player, other: Player
) -> tuple[PairPage, tuple[str, str]]:
    people = people_of(visit.club, is_director=visit.is_director)
    names = (people.name(one.pk), people.name(other.pk))
    asked = filters_of(request.GET)
    return pair_page(one, other, names, asked, events=request.GET.get("page")), names
