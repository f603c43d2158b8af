"""Opening a table, and its sheet."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.networks import network_of
from config.middleware import pass_of
from scoring import RULESETS
from tournaments.common.access import clubs_of, keep_private, open_to_all, searched
from tournaments.common.actions import UNPROCESSABLE, new_envelope, read_envelope
from tournaments.common.names import name_order
from tournaments.common.requests import (
    account_of,
    device_of,
    names_known,
    remember_device,
    remember_names,
    who_uses,
)
from tournaments.models import Actor, Club
from tournaments.people.queries.names import known_names
from tournaments.tables.access import Visit
from tournaments.tables.forms.counter import CounterForm
from tournaments.tables.forms.opening import ImportForm, OpenTableForm, WorthForm, hand_sentence
from tournaments.tables.queries.curve import shown
from tournaments.tables.queries.games import games_by_family, table_sizes
from tournaments.tables.queries.payments import contract_record, csv_rows, file_name, settlement
from tournaments.tables.queries.replays import ImpossibleHand, seat_names
from tournaments.tables.queries.sheets import Sheet, table_sheet
from tournaments.tables.services import tables
from tournaments.tables.services.hands import import_sheet
from tournaments.tables.services.tables import OpenedTable, TooManyTables, count_opening
from tournaments.tables.views.pages import table_page

# Opening tables that belong to no club, which everybody may, and nobody without end.

TOO_MANY_REQUESTS = 429


def open_and_go(request: HttpRequest, opens: Callable[[], OpenedTable]) -> HttpResponse:
    """Open a table and go on to its links; the device keeps its names.

    Directors, and whoever has the link of a club's or an event's table, are not counted.
    """
    try:
        opening = None if _was_let_in(request) else count_opening(network_of(request))
    except TooManyTables as full:
        return _too_many(request, full.seconds)
    is_new = False
    try:
        opened = opens()
        is_new = opened.is_new
    finally:
        if opening is not None and not is_new:
            opening.delete()
    response = redirect("table_links", opened.write_secret)
    keep_private(response)
    remember_device(request, response, opened.table.opened_device)
    remember_names(request, response, seat_names(opened.table))
    return response


def _was_let_in(request: HttpRequest) -> bool:
    given = pass_of(request)
    return request.user.is_authenticated or (given is not None and given.is_trusted)


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    context = {"minutes": -(-seconds // 60)}
    response = render(request, "tables/too_many.html", context, status=TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    return response


# The card counter on a page of its own.


@searched
@require_safe
def counter(request: HttpRequest) -> HttpResponse:
    """Counts a pile; the address keeps what was tapped."""
    return render(request, "counter.html", {"counter": CounterForm(request.GET)})


# Taking in a sheet that was taken away.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def import_table(request: HttpRequest) -> HttpResponse:
    """Ask for the record of a sheet and open a table with its hands."""
    if request.method != "POST":
        return render(request, "tables/import.html", _asked(ImportForm(), new_envelope(0)))
    envelope = read_envelope(request.POST)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "tables/import.html", _asked(form, envelope), status=UNPROCESSABLE)
    opens = partial(
        import_sheet,
        record=form.cleaned_data["record"],
        by=Actor(device=device_of(request), who=who_uses(request), user=account_of(request)),
        submission=envelope.submission,
    )
    try:
        return open_and_go(request, opens)
    except ImpossibleHand as impossible:
        why = impossible.problem.text.render(gettext, [])
        form.refuse(hand_sentence(impossible.place, why))
        return render(request, "tables/import.html", _asked(form, envelope), status=UNPROCESSABLE)


def _asked(form: ImportForm, envelope: object) -> dict[str, object]:
    return {"form": form, "envelope": envelope}


# A sheet to take away: for another program, for a spreadsheet, for the wall.

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Without it some spreadsheets read ä as Ã¤."""


@require_safe
def sheet_json(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The record of the table: what the command `score` reads and the import takes back."""
    sheet = table_sheet(visit.table)
    text = json.dumps(contract_record(sheet), ensure_ascii=False, indent=1)
    return _download(sheet, text + "\n", "json", "application/json")


@require_safe
def sheet_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet for a spreadsheet."""
    sheet = table_sheet(visit.table)
    response = _download(sheet, BYTE_ORDER_MARK, "csv", "text/csv; charset=utf-8")
    csv.writer(response).writerows(csv_rows(sheet))
    return response


@require_safe
def print_sheet(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole sheet on one page of paper, the first hand on top."""
    sheet = table_sheet(visit.table)
    context = {"visit": visit, "table": visit.table, "sheet": sheet}
    context["settlement"] = settlement(sheet)
    return render(request, "tables/print.html", context)


@require_safe
def pays(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who pays whom, with the fewest payments, in points and perhaps in money."""
    sheet = table_sheet(visit.table)
    form = WorthForm(request.GET.dict())
    found = settlement(sheet, worth=form.cents)
    context = {"visit": visit, "table": visit.table, "sheet": sheet}
    context |= {"form": form, "settlement": found}
    return render(request, "tables/pays.html", context)


def _download(sheet: Sheet, text: str, ending: str, content_type: str) -> HttpResponse:
    name = file_name(sheet, ending)
    response = HttpResponse(text, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


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
            tables.open_table,
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
