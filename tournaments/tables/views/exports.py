"""A sheet to take away: for another program, for a spreadsheet, for the wall."""

from __future__ import annotations

import csv
import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.tables.access import Visit
from tournaments.tables.forms.opening import WorthForm
from tournaments.tables.queries.payments import contract_record, csv_rows, file_name, settlement
from tournaments.tables.queries.sheets import Sheet, table_sheet

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
