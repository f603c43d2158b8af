"""Entering hands and adjustments, and explaining them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.common.actions import UNPROCESSABLE, compares_itself, new_envelope, read_envelope
from tournaments.common.locks import SheetEnded
from tournaments.models import HandVersion
from tournaments.tables.access import Visit, own_table_write, table_write
from tournaments.tables.forms.adjustment import AdjustmentForm
from tournaments.tables.forms.hand import HandForm
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import hands
from tournaments.tables.views.conflicts import reused_page, sheet_moved_page
from tournaments.tables.views.pages import (
    hand_as_due,
    more_than_due,
    posted_setting,
    saved_at,
    sheet_closed,
    table_page,
    with_count,
    words_for,
)
from tournaments.tables.views.questions import at_event


@table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def record_hand(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take the next hand."""
    if request.method != "POST":
        return redirect(visit.url)
    envelope = read_envelope(request.POST)
    sheet = table_sheet(visit.table)
    setting = posted_setting(sheet, sheet.coming, request.POST)
    if "count" in request.POST:
        form = HandForm(setting, with_count(setting, request.POST))
        return table_page(request, visit, sheet=sheet, form=form, envelope=envelope)
    form = HandForm(setting, request.POST)
    if form.is_valid():
        try:
            saved = hands.record_hand(
                table=visit.table,
                record=form.record,
                by=visit.actor,
                submission=envelope.submission,
                seen_version=envelope.seen_version,
                read=sheet.reading,
            )
            return saved_at(visit, saved.version.hand.number)
        except hands.SubmissionReused as conflict:
            return reused_page(request, visit, form, conflict.stored)
        except hands.SheetMoved as moved:
            return sheet_moved_page(request, visit, moved.changes)
        except SheetEnded:
            return sheet_moved_page(request, visit, conflict="ended")
        except hands.MoreThanDue as full:
            form.general_problems.append(more_than_due(full.due))
        except ImpossibleHand as impossible:
            form.refuse(impossible.problem, sheet.sides)
    return table_page(
        request, visit, sheet=sheet, form=form, envelope=envelope, status=UNPROCESSABLE
    )


@own_table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def adjust(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Add an adjustment: points that are no hand, and why."""
    sheet = table_sheet(visit.table)
    form = AdjustmentForm(sheet.sides, request.POST if request.method == "POST" else None)
    envelope = new_envelope(visit.table.version)
    if form.is_bound:
        envelope = read_envelope(request.POST)
    if form.is_bound and form.is_valid():
        try:
            saved = hands.record_hand(
                table=visit.table,
                record=form.record,
                by=visit.actor,
                submission=envelope.submission,
            )
            return saved_at(visit, saved.version.hand.number)
        except hands.SubmissionReused as conflict:
            return reused_page(request, visit, form, conflict.stored)
        except SheetEnded:
            form.general_problems.append(sheet_closed(visit))
        except ImpossibleHand as impossible:
            form.refuse(impossible.problem, sheet.sides)
    context = {"visit": visit, "table": visit.table, "sheet": sheet, "form": form}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "hands/adjust.html", context | {"envelope": envelope}, status=status)


@require_safe
def hand(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """One hand: what was declared, why these points, and its versions."""
    return hand_page(request, visit, number)


def hand_page(
    request: HttpRequest,
    visit: Visit,
    number: int,
    *,
    refusal: str = "",
    why_refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of one hand, perhaps with the reason why it could not be withdrawn.

    `why_refused`: what is wrong with what was said, or not, as the reason for withdrawing it.
    """
    sheet = table_sheet(visit.table)
    line = sheet.line(number)
    if line is None:
        raise Http404
    due = hand_as_due(visit, sheet, number)
    versions = [
        (version, words_for(sheet, version.record, due), new_envelope(line.version.number))
        for version in HandVersion.objects.filter(hand=line.version.hand).order_by("-number")
    ]
    context = {
        "visit": visit,
        "at_event": at_event.ask(visit, sheet),
        "table": visit.table,
        "sheet": sheet,
        "line": line,
        "outcome": list(zip(sheet.sides, line.cells, strict=True)),
        "versions": versions,
        "declared": versions[0][1],
        "envelope": new_envelope(line.version.number),
        "refusal": refusal,
        "why_refused": why_refused,
    }
    return render(request, "hands/hand.html", context, status=status)
