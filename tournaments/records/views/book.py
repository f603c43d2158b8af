"""The record book of a club: its page, an event's story, players, pairs, ratings, what if."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import find_ruleset
from tournaments.common.access import by_of, clubs_of
from tournaments.common.actions import UNPROCESSABLE, read_form_token
from tournaments.common.listing import XLSX, Listing, csv_stream, write_workbook
from tournaments.common.requests import read_key
from tournaments.events.access import EventAccess, public_event
from tournaments.events.standings.queries.snapshots import Snapshot, public_snapshot, snapshot_of
from tournaments.events.standings.views import common
from tournaments.models import Club, Player
from tournaments.people.queries import people_of
from tournaments.records.access import RecordAccess, player_record, record_book
from tournaments.records.forms import WhatIfForm
from tournaments.records.lists import (
    club_lists,
    pair_lists,
    pairs_listing,
    player_lists,
    players_listing,
    ratings_listing,
    story_lists,
)
from tournaments.records.queries.club_page import club_page
from tournaments.records.queries.event_story import Story
from tournaments.records.queries.event_story import event_story as story_of
from tournaments.records.queries.expected import keeps_back
from tournaments.records.queries.figures import Choices, Filters, choices_in, filters_of, sort_asked
from tournaments.records.queries.pairs import (
    PairPage,
    most_played_pairs,
    pair_page,
    pairs_of,
    pairs_page,
    pairs_sort,
    partner_choices,
    shared_results,
)
from tournaments.records.queries.player_page import (
    ENOUGH,
    met_in_order,
    met_sort,
    player_page,
)
from tournaments.records.queries.players_list import list_asked, players_list
from tournaments.records.queries.ratings import (
    SORTS,
    USUAL,
    has_pairs,
    most_rated,
    rating_of_player,
    ratings_of,
    ratings_page,
)
from tournaments.records.queries.what_if import event_what_if, what_if
from tournaments.tables.access import TableAccess, own_table_write
from tournaments.tables.queries import table_sheet
from tournaments.tables.services import tables
from tournaments.tables.views.tables import Refusal, people_page

# Tables of the record book to be taken away: one as CSV, all of a page as one workbook.


def book_download(
    listings: Sequence[Listing[Any]], wanted: str, ending: str, *, called: str
) -> HttpResponse | StreamingHttpResponse:
    """The table called `wanted` as CSV, or all tables as XLSX; 404 for what there is not.

    `called`: what the file is about, for its name.
    """
    name = slugify(called) or "records"
    if ending == "csv":
        for listing in listings:
            if listing.name == wanted:
                return csv_stream(listing, f"{name}-{wanted}")
    if ending != "xlsx":
        raise Http404
    out = BytesIO()
    write_workbook(listings, out)
    response = HttpResponse(out.getvalue(), content_type=XLSX)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{wanted}.xlsx"'
    return response


def by_name(listings: Sequence[Listing[Any]]) -> dict[str, Listing[Any]]:
    """The tables of a page by their names, for its template."""
    return {listing.name: listing for listing in listings}


# An event afterwards: the story of its day.


@public_event
@require_safe
def event_story(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The race, the biggest hand, who rose, and what the field did."""
    snapshot, story = _told(visit)
    has_book = visit.is_director or visit.event.club.is_public
    more = {
        "here": "event_story",
        "story": story,
        "lists": by_name(story_lists(story)),
        "book": visit.event.club_id if has_book else None,
    }
    return render(request, "records/story.html", {**common(visit, snapshot), **more})


@public_event
@require_safe
def take_event_story(
    request: HttpRequest, visit: EventAccess, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of the page: one as CSV, all as XLSX."""
    _snapshot, story = _told(visit)
    return book_download(story_lists(story), listing, ending, called=visit.event.title)


def _told(visit: EventAccess) -> tuple[Snapshot, Story | None]:
    """The story, if the visitor may know it; 404 while its figures are kept back."""
    event = visit.event
    if keeps_back(event) and not visit.is_director:
        raise Http404
    people = people_of(event.club, is_director=visit.is_director)
    snapshot = snapshot_of(event) if visit.is_director else public_snapshot(event)
    return snapshot, story_of(snapshot, people)


# What if it had been scored in another way: an evening, an event; nothing is changed.


@require_safe
def table_what_if(request: HttpRequest, visit: TableAccess) -> HttpResponse:
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
def event_what_if_page(request: HttpRequest, visit: EventAccess) -> HttpResponse:
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
def sheet_club(request: HttpRequest, visit: TableAccess) -> HttpResponse:
    """Make a sheet one of the evenings of a club, or nobody's again; only that club's directors."""
    form_token = read_form_token(request.POST)
    club = _own_club(request)
    who = by_of(request)._replace(link=visit.link)
    is_out = request.POST.get("deed") == "out"
    write = tables.take_out_of_club if is_out else tables.put_into_club
    try:
        write(table=visit.table, club=club, by=who, submission=form_token.submission)
    except tables.OfAnotherClub:
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


# The page of the club.


@record_book
@require_safe
def record_book_page(request: HttpRequest, visit: RecordAccess) -> HttpResponse:
    """What was played, who won, and the records of a game."""
    filters = filters_of(request.GET)
    page = club_page(
        visit.club, filters, visit.people, is_director=visit.is_director, asked=request.GET.dict()
    )
    context = {
        "visit": visit,
        "here": "record_book",
        "filters": filters,
        "choices": page.choices,
        "page": page,
        "lists": by_name(club_lists(visit.club, page, visit.people)),
        "query": filters.query(),
    }
    return render(request, "records/club.html", context)


@record_book
@require_safe
def take_record_book(
    request: HttpRequest, visit: RecordAccess, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of the page: one as CSV, all as XLSX."""
    filters = filters_of(request.GET)
    page = club_page(visit.club, filters, visit.people, is_director=visit.is_director, asked={})
    return book_download(
        club_lists(visit.club, page, visit.people), listing, ending, called=visit.club.name
    )


# The players of a club: all of them, and one.

MOST_MET = 12
"""How many people a player's page lists until somebody asks for everybody."""


@record_book
@require_safe
def record_players(request: HttpRequest, visit: RecordAccess) -> HttpResponse:
    """Everybody who has played, found by name, in any order."""
    choices = choices_in(visit.club)
    asked = list_asked(request.GET, choices)
    context = {
        "visit": visit,
        "here": "record_players",
        "filters": asked.filters,
        "choices": choices,
        "asked": asked,
        "query": asked.filters.query(sort=asked.sort, q=asked.typed),
        "listing": players_listing(visit.club, asked, visit.people),
        "found": players_list(visit.club, asked, visit.people, page=request.GET.get("page")),
    }
    return render(request, "records/players.html", context)


@record_book
@require_safe
def take_record_players(request: HttpRequest, visit: RecordAccess, ending: str) -> HttpResponseBase:
    """The list as it is looked at, all its pages, as CSV or XLSX."""
    asked = list_asked(request.GET, choices_in(visit.club))
    listing = players_listing(visit.club, asked, visit.people)
    return book_download([listing], listing.name, ending, called=visit.club.name)


@player_record
@require_safe
def record_player(request: HttpRequest, visit: RecordAccess, player: Player) -> HttpResponse:
    """What one player did: in one game, in some years."""
    page = player_page(
        player, filters_of(request.GET), visit.people, events=request.GET.get("page")
    )
    sort = met_sort(request.GET.get("sort", ""))
    met = met_in_order(page.figures.met, sort) if page.figures else []
    everybody = "all" if request.GET.get("people") == "all" else ""
    context = {
        "visit": visit,
        "here": "record_player",
        "player": player,
        "name": visit.people.names.get(player.pk, ""),
        "filters": page.filters,
        "choices": page.choices,
        "page": page,
        "lists": by_name(player_lists(page)),
        "sort": sort,
        "query": page.filters.query(),
        "met": met if everybody else met[:MOST_MET],
        "everybody": everybody,
        "rating": rating_of_player(player, page.filters, visit.people) if page.figures else None,
    }
    return render(request, "records/player.html", context)


@player_record
@require_safe
def take_record_player(
    request: HttpRequest, visit: RecordAccess, player: Player, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of a player's page: one as CSV, all as XLSX."""
    page = player_page(player, filters_of(request.GET), visit.people)
    return book_download(
        player_lists(page), listing, ending, called=visit.people.names.get(player.pk, "")
    )


# Who plays with whom: all pairs, and two players.


@record_book
@require_safe
def record_pairs(request: HttpRequest, visit: RecordAccess) -> HttpResponse:
    """Everybody who played together often enough, in one game."""
    filters, choices = _asked(request, visit)
    found = pairs_of(visit.club, filters, visit.people)
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
        "listing": pairs_listing(visit.club, found, filters, sort),
        "page": pairs_page(found, sort, request.GET.get("page")) if found else None,
        "enough": ENOUGH,
    }
    return render(request, "records/pairs.html", context)


@record_book
@require_safe
def take_record_pairs(request: HttpRequest, visit: RecordAccess, ending: str) -> HttpResponseBase:
    """The pairs as they are looked at, all pages, as CSV or XLSX."""
    filters, _choices = _asked(request, visit)
    sort = pairs_sort(request.GET.get("sort", ""))
    found = pairs_of(visit.club, filters, visit.people)
    listing = pairs_listing(visit.club, found, filters, sort)
    return book_download([listing], listing.name, ending, called=visit.club.name)


@player_record
@require_safe
def record_pair(
    request: HttpRequest, visit: RecordAccess, player: Player, other_id: int
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
        "query": page.filters.query(),
        "filters": page.filters,
        "choices": page.choices,
        "needs_game": True,
        "page": page,
        "lists": by_name(_pair_lists(page, names, player, other)),
    }
    return render(request, "records/pair.html", context)


@player_record
@require_safe
def take_record_pair(
    request: HttpRequest,
    visit: RecordAccess,
    player: Player,
    other_id: int,
    listing: str,
    ending: str,
) -> HttpResponseBase:
    """The tables of two players: one as CSV, all as XLSX."""
    other = _other(visit, player, other_id)
    page, names = _pair(request, visit, player, other)
    lists = _pair_lists(page, names, player, other)
    return book_download(lists, listing, ending, called=" ".join(names))


def _pair_lists(
    page: PairPage, names: tuple[str, str], one: Player, other: Player
) -> list[Listing[Any]]:
    return pair_lists(page, names, lambda: shared_results(one, other, page.filters))


def _asked(request: HttpRequest, visit: RecordAccess) -> tuple[Filters, Choices]:
    """The filters with a game that has partners: the one asked for, else the one most played."""
    choices = partner_choices(choices_in(visit.club))
    filters = filters_of(request.GET)
    if filters.ruleset not in dict(choices.rulesets):
        filters = replace(filters, ruleset=most_played_pairs(visit.club, choices))
    return filters, choices


def _other(visit: RecordAccess, player: Player, other_id: int) -> Player:
    other = visit.player(other_id)
    if player.pk in (other.pk, other.merged_into_id):
        raise Http404
    return other


def _pair(
    request: HttpRequest, visit: RecordAccess, one: Player, other: Player
) -> tuple[PairPage, tuple[str, str]]:
    names = (visit.people.name(one.pk), visit.people.name(other.pk))
    asked = filters_of(request.GET)
    return pair_page(one, other, names, asked, events=request.GET.get("page")), names


# Ratings: who makes how many points per hand above the table, and how sure that is.


@record_book
@require_safe
def ratings(request: HttpRequest, visit: RecordAccess, *, of_pairs: bool = False) -> HttpResponse:
    """The list of one game, of players or of pairs."""
    filters = _filters(request, visit)
    of_pairs = of_pairs and has_pairs(filters.ruleset)
    found = ratings_of(visit.club, filters, visit.people, of_pairs=of_pairs)
    sort = sort_asked(request.GET.get("sort", ""), SORTS, USUAL)
    taking = "take_record_ratings_pairs" if of_pairs else "take_record_ratings"
    context = {
        "visit": visit,
        "here": "record_ratings",
        "page": ratings_page(found, sort, request.GET.get("page")),
        "people": visit.people,
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
    request: HttpRequest, visit: RecordAccess, *, ending: str, of_pairs: bool = False
) -> HttpResponseBase:
    """The same list as CSV or XLSX."""
    filters = _filters(request, visit)
    of_pairs = of_pairs and has_pairs(filters.ruleset)
    found = ratings_of(visit.club, filters, visit.people, of_pairs=of_pairs)
    listing = ratings_listing(found, of_pairs=of_pairs)
    called = f"{visit.club.name} {filters.ruleset}"
    return book_download([listing], listing.name, ending, called=called)


def _filters(request: HttpRequest, visit: RecordAccess) -> Filters:
    """What the address asks for, of the game that is rated most where it names none."""
    asked = filters_of(request.GET)
    return asked if asked.ruleset else replace(asked, ruleset=most_rated(visit.club))
