"""The first page, and what machines that look for pages may look at."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import RULESETS
from tournaments.common.access import (
    ClubVisit,
    club_director,
    clubs_of,
    open_to_all,
    searched,
    signed_in,
)
from tournaments.records.queries.club_page import public_clubs
from tournaments.series.queries.ranking import club_series, published_series
from tournaments.site.glossary import GROUPS
from tournaments.site.queries import club_events, events_for_home, public_evenings, public_events
from tournaments.site.services import nobody_has_an_account
from tournaments.tables.queries import games_by_family

# The words of the family on one page.


@searched
@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """What people say at the table, by groups."""
    return render(request, "words.html", {"groups": GROUPS})


# The games and their rules.


@searched
@require_safe
def rulesets(request: HttpRequest) -> HttpResponse:
    """All games, by family."""
    return render(request, "rulesets/rulesets.html", {"families": games_by_family()})


@searched
@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponse:
    """One game: its house rules, what is entered, its sources, and how well each figure stands."""
    found = RULESETS.get(key)
    if found is None:
        raise Http404
    options = [(option, _(option.word_for(option.default))) for option in found.options]
    return render(request, "rulesets/ruleset.html", {"ruleset": found, "options": options})


# The clubs that somebody directs, their events, and the events that everybody may see.


@signed_in
@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that one directs; from a single one straight on to its events."""
    directed = list(clubs_of(request.user).order_by("name"))
    if len(directed) == 1:
        return redirect("club", directed[0].pk)
    return render(request, "events/clubs.html", {"clubs": directed})


@club_director
@require_safe
def club(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """The events of a club: what runs, what comes, what is over; and its series."""
    has_others = clubs_of(request.user).exclude(pk=visit.club.pk).exists()
    context = {
        "visit": visit,
        "events": club_events(visit.club),
        "series": club_series(visit.club),
        "has_others": has_others,
    }
    return render(request, "events/club.html", context)


@open_to_all
@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The published events and series of public clubs."""
    context = {"events": public_events(), "series": published_series()}
    return render(request, "events/events.html", context)


SEARCHED = (
    ("home", "$"),
    ("rulesets", ""),
    ("words", ""),
    ("choose_game", "$"),
    ("counter", "$"),
)
"""Pages without people, by name, and whether those below belong to them."""


@searched
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, a way to open a table, events to come to, and evenings to watch."""
    evenings, events, clubs = public_evenings(), events_for_home(), public_clubs()
    context = {
        "evenings": evenings,
        "events": events,
        "clubs": clubs,
        "is_empty": not (evenings or events or clubs) and nobody_has_an_account(),
    }
    return render(request, "home.html", context)


@searched
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may keep: what this is and the rules, and no page with people on it."""
    allowed = [f"{reverse(name)}{end}" for name, end in SEARCHED]
    lines = ["User-agent: *", "Disallow: /", *(f"Allow: {address}" for address in allowed)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
