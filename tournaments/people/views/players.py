"""The people whom a club knows."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Player
from tournaments.people.forms import PlayerForm
from tournaments.people.queries.players import (
    MOST_PROPOSED,
    alike,
    club_players,
    known_names,
    looked_up,
    people_in,
)
from tournaments.people.services import players as services

PAGE = 50
SHORTEST_NAME = 3


@club_director
@require_safe
def players(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Everybody whom the club knows, found as one types."""
    typed = request.GET.get("q", "").strip()[:80]
    people = club_players(visit.club.pk)
    pages = Paginator(looked_up(typed, people), PAGE)
    context = {
        "visit": visit,
        "typed": typed,
        "everybody": len(people),
        "page": pages.get_page(request.GET.get("page")),
        "taken": _taken(request),
    }
    is_part = request.htmx and request.htmx.target == "found"  # type: ignore[attr-defined]
    template = "events/players_found.html" if is_part else "events/players.html"
    return render(request, template, context)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_player(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Take somebody in whom the club does not know yet."""
    if request.method != "POST":
        return _page(request, visit, PlayerForm(initial={"name": request.GET.get("name", "")}))
    form = PlayerForm(request.POST)
    if form.is_valid():
        try:
            added = services.add_player(club=visit.club, **form.cleaned_data)
            return redirect(f"{_list_of(visit)}?added={added.pk}")
        except Refused as refused:
            form.add_error("name", refused.sentence)
    return _page(request, visit, form)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Write a name, a home place or groups in another way."""
    known = get_object_or_404(people_in(visit.club.pk), pk=player_id)
    kept = {"name": known.name, "home": known.home, "groups": ", ".join(known.groups)}
    if request.method != "POST":
        return _page(request, visit, PlayerForm(initial=kept), known)
    form = PlayerForm(request.POST, initial=kept)
    if form.is_valid():
        try:
            services.change_player(
                player=known,
                by=visit.by,
                submission=read_envelope(request.POST).submission,
                **form.cleaned_data,
            )
            return redirect(_list_of(visit))
        except Refused as refused:
            form.add_error("name", refused.sentence)
    return _page(request, visit, form, known)


@club_director
@require_safe
def alike_players(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Who is like the name that is being typed: a part of a page, to tap in or to look at."""
    prefix = request.GET.get("prefix", "")
    name = request.GET.get(f"{prefix}-name" if prefix else "name", "").strip()[:80]
    people = known_names(visit.club.pk) if len(name) >= SHORTEST_NAME else []
    besides = request.GET.get("besides", "")
    found = [known for known in alike(name, people) if str(known.pk) != besides]
    context = {"visit": visit, "prefix": prefix, "proposed": found[:MOST_PROPOSED], "answer": ""}
    return render(request, "events/players_alike.html", context)


def _page(
    request: HttpRequest, visit: ClubVisit, form: PlayerForm, known: Player | None = None
) -> HttpResponse:
    people = known_names(visit.club.pk) if form.is_bound and not known else []
    proposed = alike(form.data.get("name", ""), people)[:MOST_PROPOSED] if people else []
    context = {
        "visit": visit,
        "form": form,
        "known": known,
        "proposed": proposed,
        "problems": [(one.name, one.label, text) for one in form for text in one.errors],
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "events/players_one.html", context, status=status)


def _list_of(visit: ClubVisit) -> str:
    return reverse("players", args=[visit.club.pk])


def _taken(request: HttpRequest) -> tuple[int, int] | None:
    """What the list that was just taken in came to."""
    new, known = (read_key(request.GET.get(name), PLACE) for name in ("new", "known"))
    return None if new is None or known is None else (new, known)
