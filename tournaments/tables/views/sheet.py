"""The page of a sheet: what the others share with it, and the sheet to take away."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django import forms
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from sheets.coming import ComingHand
from sheets.declared import Declared, declared
from sheets.forms import (
    CounterForm,
    HandForm,
    HandSetting,
    form_for_coming_hand,
    setting_for,
)
from sheets.pays import settlement
from sheets.sheet import Line, Sheet, contract_record
from tournaments.common.actions import Envelope, new_envelope, read_place
from tournaments.common.followers import Question
from tournaments.common.listing import BYTE_ORDER_MARK
from tournaments.common.requests import PLACE, account_of, read_key
from tournaments.models import HandVersion
from tournaments.tables.access import Visit
from tournaments.tables.forms import WorthForm
from tournaments.tables.queries import TableSheet, csv_rows, file_name, owns, shown, table_sheet

# What the pages of a table ask the rooms above, where the table belongs to an event.


class AtEvent(Protocol):
    """The place of a table in an event, with its sheet, for the templates."""

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""


at_event: Question[[Visit, TableSheet], AtEvent | None] = Question()
"""The place of the visited table, None at people's own tables."""

confirm_form: Question[[Visit], forms.Form] = Question()
"""The question whether the sheet is right."""


# What the pages share.

SHEET_ENDED = gettext_lazy("The evening has ended. Open the sheet again first.")


@dataclass(frozen=True)
class Change:
    """What came in between: a version, its line on the sheet, and what was declared."""

    version: HandVersion
    line: Line | None
    declared: list[Declared]


def saved_at(visit: Visit, number: int) -> HttpResponse:
    """Back to the sheet, where the saved hand is announced."""
    return redirect(f"{visit.url}?saved={number}")


def posted_setting(sheet: Sheet, due: ComingHand, posted: QueryDict) -> HandSetting:
    """What the form that came back was made from: its dealer, whoever is due meanwhile.

    Only where this dealer has left the table since, it is whoever is due.
    """
    dealer = read_place(posted.get("dealer"), range(due.columns))
    if dealer is None:
        raise BadRequest("The form came without its dealer.")
    if dealer not in due.circle:
        return setting_for(sheet, due, due.dealer)
    is_given = posted.get("dealer_given") == "yes"
    return setting_for(sheet, due, dealer, is_dealer_given=is_given)


def same_answers(sheet: Sheet, posted: QueryDict) -> HandForm:
    """The form for the hand that is due now, with what was typed into an older one."""
    setting = posted_setting(sheet, sheet.coming, posted)
    if not setting.is_dealer_given:
        setting = setting_for(sheet, sheet.coming, sheet.coming.dealer)
    return HandForm(setting, posted)


def words_for(sheet: Sheet, record: dict[str, Any], due: ComingHand) -> list[Declared]:
    """What a record says, in words, where `due` is what the hand had to be."""
    return declared(sheet.ruleset, record, sheet.names, due.circle, due.dealer)


def changes_on(sheet: Sheet, versions: Sequence[HandVersion]) -> list[Change]:
    """The versions that came in between, with their lines."""
    return [
        Change(
            version,
            sheet.line(version.hand.number),
            words_for(sheet, version.record, sheet.due_at(version.hand.number)),
        )
        for version in versions
    ]


def table_page(
    request: HttpRequest,
    visit: Visit,
    *,
    sheet: TableSheet | None = None,
    form: HandForm | None = None,
    envelope: Envelope | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The sheet; for whoever may write also the form for the next hand."""
    sheet = sheet or table_sheet(visit.table)
    place = at_event.ask(visit, sheet)
    context = {"visit": visit, "at_event": place, **shown(sheet), **more}
    saved = read_key(request.GET.get("saved"), PLACE)
    if saved is not None:
        context["saved"] = sheet.line(saved)
    if not visit.can_write or (visit.table.ended_at is not None and form is None):
        context["envelope"] = new_envelope(visit.table.version)
        context["is_owner"] = owns(visit.table, account_of(request))
        return render(request, "tables/watch.html", context, status=status)
    context |= entry_context(request, visit, sheet, form)
    context["envelope"] = envelope or new_envelope(visit.table.version)
    if place is not None and place.is_done and "confirm" not in context:
        context["confirm"] = confirm_form.ask(visit)
    return render(request, "tables/table.html", context, status=status)


def entry_context(
    request: HttpRequest, visit: Visit, sheet: Sheet, form: HandForm | None
) -> dict[str, object]:
    """What the form for the next hand needs, and the button that takes the last one back."""
    coming, last = sheet.coming, sheet.last_counting
    chosen = read_place(request.GET.get("dealer"), coming.circle)
    return {
        "form": form or form_for_coming_hand(sheet, chosen),
        "counter": CounterForm(request.POST or None),
        "preview_url": reverse("preview", args=[visit.secret]),
        "save_words": gettext("Save hand %(number)s") % {"number": coming.place},
        "last": last,
        "undo": new_envelope(last.entry.version) if last else None,
    }


def more_than_due(due: int) -> str:
    """Why no hand comes after the last one of an event's table."""
    if due:
        return gettext("All %(due)s hands of this table are played.") % {"due": due}
    return gettext("The match is over: no hand comes after its last game.")


def sheet_closed(visit: Visit) -> str:
    """Why an ended sheet takes nothing, and who can open it."""
    if visit.event_table is not None:
        return gettext("The round is closed. At the desk the sheet can be opened again.")
    return str(SHEET_ENDED)


# The sheet on its pages.


@require_safe
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet; with the writing link also the form for the next hand."""
    return table_page(request, visit)


@require_safe
def screen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The sheet for a screen across the room."""
    context = {"visit": visit, **shown(table_sheet(visit.table))}
    return render(request, "tables/screen.html", context)


# A sheet to take away: for another program, for a spreadsheet, for the wall.


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


def _download(sheet: TableSheet, text: str, ending: str, content_type: str) -> HttpResponse:
    name = file_name(sheet, ending)
    response = HttpResponse(text, content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
