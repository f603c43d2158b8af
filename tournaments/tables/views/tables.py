"""Opening a table, and its sheet."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from scoring import RULESETS
from tournaments.common.access import open_to_all, searched
from tournaments.common.alike import name_order
from tournaments.common.directing import clubs_of
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.remembered import account_of, device_of, names_known
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Actor, Club
from tournaments.people.queries.players import known_names
from tournaments.tables.access import Visit
from tournaments.tables.forms.opening import OpenTableForm
from tournaments.tables.queries.curve import shown
from tournaments.tables.queries.games import games_by_family, table_sizes
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import tables as services
from tournaments.tables.views.openings import open_and_go
from tournaments.tables.views.pages import table_page


@searched
@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """The first step: which game, perhaps only those for so many people."""
    sizes = table_sizes()
    asked = request.GET.get("players", "")
    players = next((size for size in sizes if str(size) == asked), None)
    context = {"families": games_by_family(players), "players": players, "sizes": sizes}
    return render(request, "tables/choose_game.html", context)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest, key: str) -> HttpResponse:
    """The second step: who sits where, who deals first, which house rules; then the table."""
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise Http404
    asked = request.POST.get("players") or request.GET.get("players", "")
    players = next((size for size in ruleset.tables if str(size) == asked), ruleset.tables[0])
    form = OpenTableForm(ruleset, players, request.POST if request.method == "POST" else None)
    clubs = list(clubs_of(request.user).order_by("name"))
    wanted = (request.POST if form.is_bound else request.GET).get("club", "")
    club = next((each for each in clubs if str(each.pk) == wanted), None)
    if form.is_bound and wanted and club is None:
        form.refuse_club()
    envelope = read_envelope(request.POST) if form.is_bound else new_envelope(0)
    if form.is_bound and form.is_valid():
        opens = partial(
            services.open_table,
            ruleset_key=key,
            options=form.options,
            names=form.names,
            first_dealer=form.cleaned_data["first_dealer"],
            title=form.cleaned_data["title"],
            club=club,
            submission=envelope.submission,
            by=Actor(device=device_of(request), user=account_of(request)),
        )
        return open_and_go(request, opens)
    context = {
        "form": form,
        "ruleset": ruleset,
        "players": players,
        "envelope": envelope,
        "known_names": names_known(request),
        "clubs": clubs,
        "club": club,
        "names_of_club": _names_of(club),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "tables/open_table.html", context, status=status)


def _names_of(club: Club | None) -> list[str]:
    """The names of everybody whom the club knows, each once; none without a club."""
    if club is None:
        return []
    return sorted({known.name for known in known_names(club.pk)}, key=name_order)


@require_safe
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet; with the writing link also the form for the next hand."""
    return table_page(request, visit)


@require_safe
def screen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet for a screen across the room."""
    context = {"visit": visit, **shown(table_sheet(visit.table))}
    return render(request, "tables/screen.html", context)
