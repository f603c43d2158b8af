"""Correcting and withdrawing hands."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import Visit, table_write
from tournaments.forms.adjustment import AdjustmentForm
from tournaments.forms.envelope import Envelope, new_envelope, read_envelope, read_place
from tournaments.forms.hand import HandForm
from tournaments.forms.reason import ReasonForm
from tournaments.models import Hand
from tournaments.queries.replays import ImpossibleHand
from tournaments.queries.sheets import Line, Sheet, table_sheet
from tournaments.services import hands as services
from tournaments.views.conflicts import AnyHandForm, conflict_page
from tournaments.views.hands import hand_page
from tournaments.views.pages import (
    CONFLICT,
    UNPROCESSABLE,
    hand_as_due,
    posted_setting,
    saved_at,
    setting_for,
)


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def correct_hand(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Give a hand another version; the later ones are replayed."""
    sheet = table_sheet(visit.table)
    line = sheet.line(number)
    if line is None:
        raise Http404
    if request.method != "POST":
        form = form_for_correction(request, visit, sheet, line)
        envelope = new_envelope(line.version.number)
        return correction_page(request, visit, sheet, line, form, ReasonForm(), envelope)
    envelope = read_envelope(request.POST)
    form = posted_correction(visit, sheet, line, request.POST)
    why = ReasonForm(request.POST)
    if form.is_valid() and why.is_valid():
        try:
            services.correct_hand(
                hand=line.version.hand,
                record=form.record,
                by=visit.actor,
                submission=envelope.submission,
                seen_version=envelope.seen_version,
                reason=why.cleaned_data["why"],
            )
            return saved_at(visit, number)
        except services.HandMoved as moved:
            return conflict_page(request, visit, form, moved.latest)
        except services.SubmissionReused:
            return conflict_page(request, visit, form, line.version, is_reused=True)
        except ImpossibleHand as impossible:
            refuse(form, sheet, number, impossible)
    return correction_page(request, visit, sheet, line, form, why, envelope, status=UNPROCESSABLE)


def form_for_correction(
    request: HttpRequest, visit: Visit, sheet: Sheet, line: Line
) -> AnyHandForm:
    """The form with the hand as it stands, for the dealer that is asked for, if one is."""
    record = line.version.record
    if line.is_adjustment:
        return AdjustmentForm(sheet.sides, record=record)
    chosen = read_place(request.GET.get("dealer"), visit.table.players)
    given = record.get("dealer") if chosen is None else chosen
    dealer = hand_as_due(visit, sheet, line.number).dealer if given is None else given
    setting = setting_for(visit, sheet, dealer, is_dealer_given=given is not None)
    return HandForm(setting, record=record)


def posted_correction(visit: Visit, sheet: Sheet, line: Line, posted: QueryDict) -> AnyHandForm:
    """The form as it came back."""
    if line.is_adjustment:
        return AdjustmentForm(sheet.sides, posted)
    return HandForm(posted_setting(visit, sheet, posted), posted)


def refuse(form: AnyHandForm, sheet: Sheet, number: int, impossible: ImpossibleHand) -> None:
    """Say what is wrong: beside the field, or, where a later hand could not be, on top."""
    if impossible.number == number:
        form.refuse(impossible.problem, sheet.sides)
    else:
        form.general_problems.append(later_hand_sentence(sheet, impossible))


def later_hand_sentence(sheet: Sheet, impossible: ImpossibleHand) -> str:
    """Which other hand could not have been so, and why."""
    sentence = _(
        "Then hand %(number)s could not have been as it is on the sheet: %(why)s "
        "Correct that hand first."
    )
    why = impossible.problem.text.render(_, sheet.sides)
    return sentence % {"number": impossible.number, "why": why}


def correction_page(
    request: HttpRequest,
    visit: Visit,
    sheet: Sheet,
    line: Line,
    form: AnyHandForm,
    why: ReasonForm,
    envelope: Envelope,
    *,
    status: int = 200,
) -> HttpResponse:
    """The form for a correction."""
    context = {
        "visit": visit,
        "table": visit.table,
        "sheet": sheet,
        "line": line,
        "form": form,
        "why": why,
        "envelope": envelope,
    }
    return render(request, "hands/correct.html", context, status=status)


@table_write
@require_POST
def withdraw_hand(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Leave a hand out of the count; it stays on the sheet, struck through."""
    envelope = read_envelope(request.POST)
    found = get_object_or_404(
        Hand.objects.select_related("table"), table=visit.table, number=number
    )
    why = ReasonForm(request.POST)
    if not why.is_valid():
        refusal = " ".join(str(text) for text in why["why"].errors)
        return hand_page(request, visit, number, refusal=refusal, status=UNPROCESSABLE)
    try:
        services.withdraw_hand(
            hand=found,
            by=visit.actor,
            submission=envelope.submission,
            seen_version=envelope.seen_version,
            reason=why.cleaned_data["why"],
        )
    except (services.HandMoved, services.SubmissionReused):
        refusal = _("This hand was changed meanwhile. Look at it again before you withdraw it.")
        return hand_page(request, visit, number, refusal=refusal, status=CONFLICT)
    except ImpossibleHand as impossible:
        refusal = later_hand_sentence(table_sheet(visit.table), impossible)
        return hand_page(request, visit, number, refusal=refusal, status=UNPROCESSABLE)
    return saved_at(visit, number)
