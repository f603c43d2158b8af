"""Pages for two people, or one person twice, at the same hand: both are shown, nothing is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.common.actions import CONFLICT, ReasonForm, new_envelope
from tournaments.models import HandVersion
from tournaments.tables.access import Visit
from tournaments.tables.forms.adjustment import AdjustmentForm
from tournaments.tables.forms.hand import HandForm
from tournaments.tables.queries.replays import latest_versions
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.views.pages import (
    changes_on,
    hand_as_due,
    posted_setting,
    same_answers,
    table_page,
    words_for,
)

UNSEEN = {"csrfmiddlewaretoken", "submission", "seen_version"}

AnyHandForm = HandForm | AdjustmentForm


def sheet_moved_page(
    request: HttpRequest,
    visit: Visit,
    changes: Sequence[HandVersion] = (),
    *,
    conflict: str = "moved",
) -> HttpResponse:
    """The sheet has changed while the hand was typed: what came in between, and what was typed."""
    visit.table.refresh_from_db()
    sheet = table_sheet(visit.table)
    typed = HandForm(posted_setting(sheet, sheet.coming, request.POST), request.POST)
    typed.is_valid()
    return table_page(
        request,
        visit,
        sheet=sheet,
        form=same_answers(sheet, request.POST),
        envelope=new_envelope(visit.table.version),
        status=CONFLICT,
        conflict=conflict,
        changes=changes_on(visit, sheet, changes),
        typed=words_for(sheet, typed.record, replace(sheet.coming, dealer=typed.setting.dealer)),
    )


def reused_page(
    request: HttpRequest, visit: Visit, form: AnyHandForm, stored: HandVersion | None
) -> HttpResponse:
    """The same form has come twice with different answers."""
    if stored is None:
        return sheet_moved_page(request, visit, conflict="reused")
    latest = next(
        version for version in latest_versions(visit.table) if version.hand_id == stored.hand_id
    )
    return conflict_page(request, visit, form, latest, is_reused=True)


def conflict_page(
    request: HttpRequest,
    visit: Visit,
    form: AnyHandForm,
    latest: HandVersion,
    *,
    is_reused: bool = False,
) -> HttpResponse:
    """What is saved beside what was typed, with the three ways out."""
    visit.table.refresh_from_db()
    sheet = table_sheet(visit.table)
    number = latest.hand.number
    line = sheet.line(number)
    assert line is not None
    due = hand_as_due(visit, sheet, number)
    context = {
        "visit": visit,
        "table": visit.table,
        "sheet": sheet,
        "number": number,
        "called": line.called,
        "latest": latest,
        "is_reused": is_reused,
        "theirs": words_for(sheet, latest.record, due),
        "mine": words_for(sheet, form.record, due),
        "posted": [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if name not in UNSEEN
        ],
        "form": form,
        "is_adjustment": isinstance(form, AdjustmentForm),
        "envelope": new_envelope(latest.number),
        "correct_url": reverse("correct_hand", args=[visit.secret, number]),
        "why": ReasonForm.not_yet_asked(request.POST, is_due=visit.event_table is not None),
    }
    return render(request, "hands/conflict.html", context, status=CONFLICT)
