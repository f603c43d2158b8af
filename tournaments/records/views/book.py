"""The record book of a club: its page, an event's story, players, pairs, ratings, what if."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring import find_ruleset
from tournaments.common.access import by_of, clubs_of
from tournaments.common.actions import UNPROCESSABLE, read_form_token
from tournaments.common.listing import Listing, csv_stream
from tournaments.common.requests import outside_address, read_key, speak_for_all
from tournaments.common.workbook import XLSX, write_workbook
from tournaments.events.access import EventAccess, public_event
from tournaments.events.registration.queries import takes_people
from tournaments.events.setup.calendar import calendar_answer, events_with_a_day
from tournaments.events.standings.queries.snapshots import public_snapshot, snapshot_of
from tournaments.events.standings.views import common
from tournaments.models import Event, HouseRules, Player
from tournaments.people.queries import is_old_event, people_of
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
from tournaments.records.queries.event_story import event_story as story_of
from tournaments.records.queries.expected import keeps_back
from tournaments.records.queries.figures import (
    choices_in,
    filters_of,
    game_words,
    in_order,
    sort_asked,
)
from tournaments.records.queries.pairs import SORTS as PAIR_SORTS
from tournaments.records.queries.pairs import (
    most_played_pairs,
    pair_page,
    pairs_in_order,
    pairs_of,
    partner_choices,
    shared_results,
)
from tournaments.records.queries.player_page import ENOUGH, MET_SORTS, player_page
from tournaments.records.queries.players_list import filled, list_asked, player_lines
from tournaments.records.queries.ratings import (
    MOST_UNRATED,
    SORTS,
    USUAL,
    has_pairs,
    most_rated,
    rating_of_player,
    ratings_of,
    ratings_page,
)
from tournaments.records.queries.what_if import event_what_if, what_if
from tournaments.rules.queries import rules_of
from tournaments.tables.access import TableAccess, own_table_write
from tournaments.tables.services import tables
from tournaments.tables.views.tables import Refusal, people_page

# Tables of the record book to be taken away: one as CSV, all of a page as one workbook.
#
# A page and its tables are one view: where the address has an `ending`, it is that of a file.


def book_download(
    listings: Sequence[Listing[Any]], wanted: str, ending: str, *, called: str
) -> HttpResponseBase:
    """The table called `wanted` as CSV, or all as XLSX, in a file `called` so; else 404."""
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


@public_event
@require_safe
def event_story(
    request: HttpRequest, access: EventAccess, listing: str = "", ending: str = ""
) -> HttpResponseBase:
    """The race, the biggest hand, who rose, what the field did; 404 while it is kept back."""
    event = access.event
    if keeps_back(event) and not access.is_director:
        raise Http404
    if ending:
        speak_for_all(request, event)
    snapshot = snapshot_of(event) if access.is_director else public_snapshot(event)
    seen = {"is_director": access.is_director, "is_old": is_old_event(event)}
    story = story_of(snapshot, people_of(event.club, **seen))
    lists = story_lists(story)
    if ending:
        return book_download(lists, listing, ending, called=event.title)
    has_book = access.is_director or event.club.is_public
    more = {
        "here": "event_story",
        "story": story,
        "lists": {each.name: each for each in lists},
        "book": event.club_id if has_book else None,
    }
    return render(request, "records/story.html", {**common(access, snapshot), **more})


def own_rules(request: HttpRequest, club_id: int | None) -> list[HouseRules]:
    """The house rules of a club by their names, for its directors."""
    return rules_of([club for club in clubs_of(request.user) if club.pk == club_id])


@require_safe
def table_what_if(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """A sheet beside what it would be under other rules."""
    sheet = access.sheet()
    form = WhatIfForm(sheet.ruleset, access.table.options, access.table.players, request.GET.dict())
    context = {
        "access": access,
        "table": access.table,
        "sheet": sheet,
        "form": form,
        "as_played": form.is_as_played(access.table.options),
        "found": None if form.errors else what_if(sheet, form.rules),
        "named_rules": form.asked_with(own_rules(request, access.table.club_id)),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_table.html", context, status=status)


@public_event
@require_safe
def event_what_if_page(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The standing of an event beside the one under other rules, counted round by round."""
    event = access.event
    if keeps_back(event) and not access.is_director:
        raise Http404
    ruleset = find_ruleset(event.ruleset)
    form = WhatIfForm(ruleset, event.options, ruleset.seats, request.GET.dict())
    context = {
        "access": access,
        "here": "event_what_if",
        "ruleset": ruleset,
        "form": form,
        "as_played": form.is_as_played(event.options),
        "found": None if form.errors else event_what_if(event, form.rules),
        "named_rules": form.asked_with(own_rules(request, event.club_id)),
        "address": request.get_full_path(),
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "records/what_if_event.html", context, status=status)


@own_table_write
@require_POST
def sheet_club(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Make a sheet one of the evenings of a club, or nobody's again; only that club's directors."""
    form_token = read_form_token(request.POST)
    key = read_key(request.POST.get("club"))
    club = get_object_or_404(clubs_of(request.user), pk=key)
    who = by_of(request)._replace(link=access.link)
    is_out = request.POST.get("deed") == "out"
    write = tables.take_out_of_club if is_out else tables.put_into_club
    try:
        write(table=access.table, club=club, by=who, submission=form_token.submission)
    except tables.OfAnotherClub:
        refusal = Refusal("club", None, _("This sheet stands in another club’s record book."))
        access.table.refresh_from_db()
        return people_page(request, access, access.sheet(), refusal)
    return redirect("people", access.secret)


@record_book
@require_safe
def record_book_page(
    request: HttpRequest, access: RecordAccess, listing: str = "", ending: str = ""
) -> HttpResponseBase:
    """What was played, who won, and the records of a game."""
    filters = filters_of(request.GET)
    champions = request.GET.get("page")
    page = club_page(access.club, filters, access.people, champions=champions)
    lists = club_lists(access.club, page, access.people)
    if ending:
        return book_download(lists, listing, ending, called=access.club.name)
    context = {
        "access": access,
        "here": "record_book",
        "filters": filters,
        "choices": choices_in(access.club),
        "page": page,
        "lists": {each.name: each for each in lists},
        "query": filters.query(),
        "takes_people": takes_people(access.club),
    }
    return render(request, "records/club.html", context)


@record_book
@require_safe
def club_calendar(request: HttpRequest, access: RecordAccess) -> HttpResponse:
    """The published events of the club, for a calendar that follows them."""
    published = Event.objects.filter(club=access.club, published_at__isnull=False)

    def address_of(event: Event) -> str:
        return outside_address(request, reverse("event", args=[event.pk]))

    return calendar_answer(
        events_with_a_day(published),
        address_of,
        name=f"events-{access.club.pk}",
        called=access.club.name,
    )


MOST_MET = 12
"""How many people a player's page lists until somebody asks for everybody."""


@record_book
@require_safe
def record_players(
    request: HttpRequest, access: RecordAccess, ending: str = ""
) -> HttpResponseBase:
    """Everybody who has played, found by name, in any order; a file has all pages."""
    choices = choices_in(access.club)
    asked = list_asked(request.GET, choices)
    if ending:
        listing = players_listing(access.club, asked, access.people)
        return book_download([listing], listing.name, ending, called=access.club.name)
    lines = player_lines(access.club, asked, access.people)
    found = Paginator(lines, PLAYERS).get_page(request.GET.get("page"))
    found.object_list = filled(list(found.object_list), asked.filters)
    context = {
        "access": access,
        "here": "record_players",
        "filters": asked.filters,
        "choices": choices,
        "asked": asked,
        "query": asked.filters.query(sort=asked.sort, q=asked.typed),
        "listing": players_listing(access.club, asked, access.people, found.object_list),
        "found": found,
    }
    return render(request, "records/players.html", context)


@player_record
@require_safe
def record_player(
    request: HttpRequest, access: RecordAccess, player: Player, listing: str = "", ending: str = ""
) -> HttpResponseBase:
    """What one player did: in one game, in some years."""
    page = player_page(
        player, filters_of(request.GET), access.people, events=request.GET.get("page")
    )
    name = access.people.names.get(player.pk, "")
    lists = player_lists(page)
    if ending:
        return book_download(lists, listing, ending, called=name)
    sort = sort_asked(request.GET.get("sort", ""), MET_SORTS, "-hands")
    met = page.figures.met if page.figures else []
    # Those who are equal in that order stand by name.
    met = in_order(in_order(met, "name", MET_SORTS), sort, MET_SORTS)
    everybody = "all" if request.GET.get("people") == "all" else ""
    context = {
        "access": access,
        "here": "record_player",
        "player": player,
        "name": name,
        "filters": page.filters,
        "choices": page.choices,
        "page": page,
        "lists": {each.name: each for each in lists},
        "sort": sort,
        "query": page.filters.query(),
        "met": met if everybody else met[:MOST_MET],
        "everybody": everybody,
        "rating": rating_of_player(player, page.filters, access.people) if page.figures else None,
    }
    return render(request, "records/player.html", context)


PLAYERS = PAIRS = 50
"""How many of them a page has."""


@record_book
@require_safe
def record_pairs(request: HttpRequest, access: RecordAccess, ending: str = "") -> HttpResponseBase:
    """Everybody who played together often enough, in one game; a file has all pages.

    The game is the one with partners that was asked for, else the one most played.
    """
    choices, filters = partner_choices(choices_in(access.club)), filters_of(request.GET)
    if filters.ruleset not in dict(choices.rulesets):
        filters = replace(filters, ruleset=most_played_pairs(access.club, choices))
    words = game_words(filters.ruleset) if filters.ruleset else None
    pairs = pairs_of(access.club, filters, access.people) if words else []
    sort = sort_asked(request.GET.get("sort", ""), (*PAIR_SORTS, "name"), "-hands")
    listing = pairs_listing(access.club, pairs_in_order(pairs, sort), access.people, filters)
    if ending:
        return book_download([listing], listing.name, ending, called=access.club.name)
    context = {
        "access": access,
        "here": "record_pairs",
        "filters": filters,
        "choices": choices,
        "needs_game": True,
        "sort": sort,
        "query": filters.query(sort=sort),
        "words": words,
        "listing": listing,
        "page": Paginator(pairs_in_order(pairs, sort), PAIRS).get_page(request.GET.get("page")),
        "enough": ENOUGH,
    }
    return render(request, "records/pairs.html", context)


@player_record
@require_safe
def record_pair(
    request: HttpRequest,
    access: RecordAccess,
    player: Player,
    other_id: int,
    listing: str = "",
    ending: str = "",
) -> HttpResponseBase:
    """What two players did together, and against each other."""
    other = access.player(other_id)
    if player.pk in (other.pk, other.merged_into_id):
        raise Http404
    if other.merged_into_id is not None and not ending:
        query = request.META.get("QUERY_STRING", "")
        where = access.address("record_pair", player.pk, other.merged_into_id)
        return redirect(f"{where}?{query}" if query else where)
    names = (access.people.name(player.pk), access.people.name(other.pk))
    asked = filters_of(request.GET)
    page = pair_page(player, other, names, asked, events=request.GET.get("page"))
    lists = pair_lists(page, names, lambda: shared_results(player, other, page.filters))
    if ending:
        return book_download(lists, listing, ending, called=" ".join(names))
    context = {
        "access": access,
        "here": "record_pair",
        "player": player,
        "other": other,
        "names": names,
        "query": page.filters.query(),
        "filters": page.filters,
        "choices": page.choices,
        "needs_game": True,
        "page": page,
        "lists": {each.name: each for each in lists},
    }
    return render(request, "records/pair.html", context)


@record_book
@require_safe
def ratings(
    request: HttpRequest, access: RecordAccess, *, of_pairs: bool = False, ending: str = ""
) -> HttpResponseBase:
    """The list of one game, of players or of pairs: that asked for, else the one rated most."""
    filters = filters_of(request.GET)
    if not filters.ruleset:
        filters = replace(filters, ruleset=most_rated(access.club))
    of_pairs = of_pairs and has_pairs(filters.ruleset)
    found = ratings_of(access.club, filters, access.people, of_pairs=of_pairs)
    if ending:
        listing = ratings_listing(found, of_pairs=of_pairs)
        called = f"{access.club.name} {filters.ruleset}"
        return book_download([listing], listing.name, ending, called=called)
    sort = sort_asked(request.GET.get("sort", ""), SORTS, USUAL)
    taking = "take_record_ratings_pairs" if of_pairs else "take_record_ratings"
    context = {
        "access": access,
        "here": "record_ratings",
        "found": found,
        "page": ratings_page(found, sort, request.GET.get("page")),
        "unrated": found.unrated[:MOST_UNRATED],
        "more_unrated": len(found.unrated[MOST_UNRATED:]),
        "people": access.people,
        "of_pairs": of_pairs,
        "has_pairs": has_pairs(filters.ruleset),
        "filters": filters,
        "choices": choices_in(access.club),
        "sort": sort,
        "needs_game": True,
        "query": filters.query(sort=sort),
        "csv": access.address(taking, "csv"),
        "xlsx": access.address(taking, "xlsx"),
    }
    return render(request, "records/ratings.html", context)
