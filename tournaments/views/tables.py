"""Opening a table, its sheet, and its links."""

from __future__ import annotations

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring import RULESETS
from tournaments.access import Visit, keep_private, open_to_all, table_link, table_write
from tournaments.access import public_table as of_a_public_club
from tournaments.forms.opening import OpenTableForm
from tournaments.models import TableLink, hash_secret
from tournaments.queries.games import games_by_family, table_sizes
from tournaments.services import tables as services
from tournaments.views.pages import UNPROCESSABLE, table_page


@open_to_all
@require_safe
def choose_game(request: HttpRequest) -> HttpResponse:
    """The first step: which game, perhaps only those for so many people."""
    sizes = table_sizes()
    asked = request.GET.get("players", "")
    players = next((size for size in sizes if str(size) == asked), None)
    context = {"families": games_by_family(players), "players": players, "sizes": sizes}
    return render(request, "tables/choose_game.html", context)


@open_to_all
def open_table(request: HttpRequest, key: str) -> HttpResponse:
    """The second step: who sits where, who deals first, which house rules; then the table."""
    ruleset = RULESETS.get(key)
    if ruleset is None:
        raise Http404
    asked = request.POST.get("players") or request.GET.get("players", "")
    players = next((size for size in ruleset.tables if str(size) == asked), ruleset.tables[0])
    form = OpenTableForm(ruleset, players, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        opened = services.open_table(
            ruleset_key=key,
            options=form.options,
            names=form.names,
            first_dealer=form.cleaned_data["first_dealer"],
            title=form.cleaned_data["title"],
        )
        response = redirect("table_links", opened.write_secret)
        keep_private(response)
        return response
    context = {"form": form, "ruleset": ruleset, "players": players}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "tables/open_table.html", context, status=status)


@table_link
@require_safe
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet; with the writing link also the form for the next hand."""
    return table_page(request, visit)


@of_a_public_club
@require_safe
def public_table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet of a public club's table."""
    return table_page(request, visit)


@table_write
@require_safe
def links(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Both links of the table, as text and as a code for the camera."""
    write = request.build_absolute_uri(visit.url)
    secret = services.watch_secret(visit.secret)
    is_watched = TableLink.objects.filter(secret_hash=hash_secret(secret), revoked_at=None).exists()
    watch = request.build_absolute_uri(reverse("table", args=[secret])) if is_watched else ""
    context = {
        "visit": visit,
        "table": visit.table,
        "write": write,
        "write_code": code_for(write),
        "watch": watch,
        "watch_code": code_for(watch) if watch else "",
    }
    return render(request, "tables/links.html", context)


@table_write
@require_POST
def revoke_link(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Switch off the watching link, or the writing link and with it every change."""
    if request.POST.get("rights") == TableLink.WATCH:
        services.revoke_links(table=visit.table, rights=TableLink.WATCH)
        return redirect("table_links", visit.secret)
    services.revoke_links(table=visit.table, rights=TableLink.WRITE)
    return redirect("table", services.watch_secret(visit.secret))


def code_for(address: str) -> str:
    """The address as a picture for the camera: an SVG without any style of its own."""
    code = segno.make(address, error="m")
    svg: str = code.svg_inline(omitsize=True, border=2, svgclass="code", lineclass=None)
    return svg
