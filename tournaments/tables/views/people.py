"""Who sits at a table: names, who joins and who leaves between two hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from scoring.circle import MOST_COLUMNS
from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    Envelope,
    new_envelope,
    read_envelope,
    read_place,
)
from tournaments.common.locks import SheetEnded
from tournaments.common.requests import account_of, names_known, remember_names, remember_who
from tournaments.tables.access import Visit, own_table_write, table_write
from tournaments.tables.forms.opening import NameForm
from tournaments.tables.queries.moves import Move, NotThere
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.queries.sheet_book import sheet_book
from tournaments.tables.queries.sheets import Sheet, table_sheet
from tournaments.tables.services import hands, tables
from tournaments.tables.views.pages import (
    SHEET_ENDED,
    saved_at,
    table_page,
)

NAME_TAKEN = gettext_lazy("Somebody of that name is on this sheet already.")
WHO_SITS_DOWN = gettext_lazy("Say who sits down, and to whose left.")
PRESS_AGAIN = gettext_lazy("The sheet was changed meanwhile. Look it over and press again.")


@dataclass
class Refusal:
    """What was wrong with one of the page's forms: which one it was, and the sentence."""

    deed: str
    column: int | None
    text: str | Promise
    status: int = UNPROCESSABLE


@own_table_write
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Rename somebody, let somebody join, leave or come back; or show the page that asks."""
    sheet = table_sheet(visit.table)
    if request.method != "POST":
        return people_page(request, visit, sheet, None)
    deed = request.POST.get("deed", "")
    envelope = read_envelope(request.POST)
    if deed == "rename":
        done = _rename(request, visit, sheet, envelope)
    else:
        done = _seat(request, visit, sheet, envelope, deed)
    if isinstance(done, Refusal):
        visit.table.refresh_from_db()
        return people_page(request, visit, table_sheet(visit.table), done)
    return done


@table_write
@require_POST
def me(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Note who uses this device, so that others see who entered or corrected a hand."""
    response = redirect(visit.url)
    form = NameForm([], request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    if name and account_of(request) is None and visit.claims_office(name):
        return table_page(request, visit, who_refused=name, status=UNPROCESSABLE)
    remember_who(response, name)
    return response


def people_page(
    request: HttpRequest, visit: Visit, sheet: Sheet, refusal: Refusal | None
) -> HttpResponse:
    """Everybody on the sheet with what can be changed about them."""
    there = sheet.at_the_table
    here = {column for column, _name in there}
    left = [(column, name) for column, name in enumerate(sheet.names) if column not in here]
    context = {
        "visit": visit,
        "table": visit.table,
        "sheet": sheet,
        "there": there,
        "left": left,
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "known_names": [name for name in names_known(request) if name not in sheet.names],
        "book": sheet_book(visit.table, request.user),
        "envelope": new_envelope(visit.table.version),
    }
    status = refusal.status if refusal else 200
    return render(request, "tables/people.html", context, status=status)


def _rename(
    request: HttpRequest, visit: Visit, sheet: Sheet, envelope: Envelope
) -> HttpResponse | Refusal:
    column = read_place(request.POST.get("column"), range(len(sheet.names)))
    if column is None:
        return Refusal("rename", None, _("Nobody on this sheet has that number."))
    others = [name for place, name in enumerate(sheet.names) if place != column]
    form = NameForm(others, request.POST)
    if not form.is_valid():
        return Refusal("rename", column, " ".join(str(text) for text in form.errors["name"]))
    try:
        tables.rename_seat(
            table=visit.table,
            index=column,
            name=form.cleaned_data["name"],
            by=visit.actor,
            submission=envelope.submission,
        )
    except tables.NameTaken:
        return Refusal("rename", column, NAME_TAKEN)
    except tables.ChangeReused:
        return Refusal("rename", column, PRESS_AGAIN, CONFLICT)
    except SheetEnded:
        return Refusal("rename", column, SHEET_ENDED, CONFLICT)
    response = redirect("people", visit.secret)
    remember_names(request, response, [form.cleaned_data["name"]])
    return response


def _seat(
    request: HttpRequest, visit: Visit, sheet: Sheet, envelope: Envelope, deed: str
) -> HttpResponse | Refusal:
    """Write down that somebody joined, came back or left."""
    column = read_place(request.POST.get("column"), range(len(sheet.names)))
    move = _move(request.POST, deed, column)
    if isinstance(move, Refusal):
        return move
    try:
        saved = hands.change_people(
            table=visit.table,
            move=move,
            by=visit.actor,
            submission=envelope.submission,
            seen_version=envelope.seen_version,
        )
    except ImpossibleHand as impossible:
        return Refusal(deed, column, impossible.problem.text.render(_, sheet.sides))
    except NotThere:
        return Refusal(deed, column, WHO_SITS_DOWN)
    except tables.NameTaken:
        return Refusal(deed, column, NAME_TAKEN)
    except (hands.SheetMoved, hands.SubmissionReused):
        return Refusal(deed, column, PRESS_AGAIN, CONFLICT)
    except SheetEnded:
        return Refusal(deed, column, SHEET_ENDED, CONFLICT)
    response = saved_at(visit, saved.version.hand.number)
    if move.newcomer:
        remember_names(request, response, [move.newcomer])
    return response


def _move(posted: QueryDict, deed: str, column: int | None) -> Move | Refusal:
    """What a form asks for."""
    if deed == "leave":
        return Move(column)
    after = read_place(posted.get("after"), range(MOST_COLUMNS))
    if deed not in ("join", "return") or after is None:
        return Refusal(deed, column, WHO_SITS_DOWN)
    if deed == "return":
        return Move(column, after)
    name = NameForm([], posted)
    if not name.is_valid():
        return Refusal("join", None, " ".join(str(text) for text in name.errors["name"]))
    return Move(None, after, name.cleaned_data["name"])
