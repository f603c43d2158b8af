"""The players of a club in its record book: all of them, and one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Player
from tournaments.people.queries.people import people_of
from tournaments.records.access import RecordVisit, player_record, record_book
from tournaments.records.queries.filters import choices_in, filters_of
from tournaments.records.queries.player_out import player_lists
from tournaments.records.queries.player_page import in_order, met_sort, player_page
from tournaments.records.queries.players_list import list_asked, players_list, players_listing
from tournaments.records.queries.ratings import rating_of_player
from tournaments.records.views.club import taken

MOST_MET = 12
"""How many people a player's page lists until somebody asks for everybody."""


@record_book
@require_safe
def record_players(request: HttpRequest, visit: RecordVisit) -> HttpResponse:
    """Everybody who has played, found by name, in any order."""
    people = people_of(visit.club, is_director=visit.is_director)
    choices = choices_in(visit.club)
    asked = list_asked(request.GET, choices)
    context = {
        "visit": visit,
        "here": "record_players",
        "filters": asked.filters,
        "choices": choices,
        "asked": asked,
        "query": asked.filters.query(sort=asked.sort, q=asked.typed),
        "found": players_list(visit.club, asked, people, page=request.GET.get("page")),
    }
    return render(request, "records/players.html", context)


@record_book
@require_safe
def take_record_players(request: HttpRequest, visit: RecordVisit, ending: str) -> HttpResponseBase:
    """The list as it is looked at, all its pages, as CSV or XLSX."""
    people = people_of(visit.club, is_director=visit.is_director)
    asked = list_asked(request.GET, choices_in(visit.club))
    listing = players_listing(visit.club, asked, people)
    return taken([listing], listing.name, ending, called=visit.club.name)


@player_record
@require_safe
def record_player(request: HttpRequest, visit: RecordVisit, player: Player) -> HttpResponse:
    """What one player did: in one game, in some years."""
    people = people_of(visit.club, is_director=visit.is_director)
    page = player_page(player, filters_of(request.GET), people, events=request.GET.get("page"))
    sort = met_sort(request.GET.get("sort", ""))
    met = in_order(page.figures.met, sort) if page.figures else []
    everybody = "all" if request.GET.get("people") == "all" else ""
    context = {
        "visit": visit,
        "here": "record_player",
        "player": player,
        "name": people.names.get(player.pk, ""),
        "filters": page.filters,
        "choices": page.choices,
        "page": page,
        "sort": sort,
        "query": page.filters.query(),
        "met": met if everybody else met[:MOST_MET],
        "everybody": everybody,
        "rating": rating_of_player(player, page.filters, people) if page.figures else None,
    }
    return render(request, "records/player.html", context)


@player_record
@require_safe
def take_record_player(
    request: HttpRequest, visit: RecordVisit, player: Player, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of a player's page: one as CSV, all as XLSX."""
    people = people_of(visit.club, is_director=visit.is_director)
    page = player_page(player, filters_of(request.GET), people)
    return taken(player_lists(page), listing, ending, called=people.names.get(player.pk, ""))
