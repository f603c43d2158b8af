"""Correcting and withdrawing hands."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    Envelope,
    ReasonForm,
    compares_itself,
    new_envelope,
    read_envelope,
    read_place,
)
from tournaments.common.locks import SheetEnded
from tournaments.tables.access import Visit, table_write
from tournaments.tables.forms.adjustment import AdjustmentForm
from tournaments.tables.forms.counter import CounterForm
from tournaments.tables.forms.hand import HandForm
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.queries.sheets import Line, Sheet, table_sheet
from tournaments.tables.services import hands
from tournaments.tables.views.conflicts import AnyHandForm, conflict_page
from tournaments.tables.views.hands import hand_page
from tournaments.tables.views.pages import (
    hand_as_due,
    more_than_due,
    posted_setting,
    saved_at,
    setting_for,
    sheet_closed,
    with_count,
)


@table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def correct_hand(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Give a hand another version; the later ones are replayed. At an event it needs a reason."""
    sheet = table_sheet(visit.table)
    line = sheet.line(number)
    if line is None or line.is_people_change:
        raise Http404
    is_due = visit.event_table is not None
    if request.method != "POST":
        form = form_for_correction(request, visit, sheet, line)
        envelope = new_envelope(line.version.number)
        why = ReasonForm(is_due=is_due)
        return correction_page(request, visit, sheet, line, form, why, envelope)
    envelope = read_envelope(request.POST)
    form = posted_correction(visit, sheet, line, request.POST)
    why = ReasonForm(request.POST, is_due=is_due)
    if "count" in request.POST:
        why = ReasonForm.not_yet_asked(request.POST, is_due=is_due)
        return correction_page(request, visit, sheet, line, form, why, envelope)
    if form.is_valid() and why.is_valid():
        try:
            hands.correct_hand(
                hand=line.version.hand,
                record=form.record,
                by=visit.actor,
                submission=envelope.submission,
                seen_version=envelope.seen_version,
                reason=why.cleaned_data["why"],
            )
            return saved_at(visit, number)
        except hands.HandMoved as moved:
            return conflict_page(request, visit, form, moved.latest)
        except hands.SubmissionReused:
            return conflict_page(request, visit, form, line.version, is_reused=True)
        except SheetEnded:
            form.general_problems.append(sheet_closed(visit))
        except hands.MoreThanDue as full:
            form.general_problems.append(more_than_due(full.due))
        except ImpossibleHand as impossible:
            refuse(form, sheet, number, impossible)
    return correction_page(request, visit, sheet, line, form, why, envelope, status=UNPROCESSABLE)


def form_for_correction(
    request: HttpRequest, visit: Visit, sheet: Sheet, line: Line
) -> AnyHandForm:
    """The form with the hand as it stands, for the dealer that is asked for, if one is."""
    record = line.version.record
    if line.is_adjustment:
        return AdjustmentForm(sides_then(sheet, line), record=record)
    due = hand_as_due(visit, sheet, line.number)
    chosen = read_place(request.GET.get("dealer"), due.circle)
    given = record.get("dealer") if chosen is None else chosen
    dealer = due.dealer if given is None else given
    setting = setting_for(sheet, due, dealer, is_dealer_given=given is not None)
    return HandForm(setting, record=record)


def posted_correction(visit: Visit, sheet: Sheet, line: Line, posted: QueryDict) -> AnyHandForm:
    """The form as it came back."""
    if line.is_adjustment:
        return AdjustmentForm(sides_then(sheet, line), posted)
    setting = posted_setting(sheet, hand_as_due(visit, sheet, line.number), posted)
    return HandForm(setting, with_count(setting, posted) if "count" in posted else posted)


def sides_then(sheet: Sheet, line: Line) -> list[str]:
    """The sides that were there when points were adjusted: whoever joined later is not asked."""
    return sheet.sides[: len(line.version.record["adjustment"])]


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
    return sentence % {"number": sheet.place_of(impossible), "why": why}


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
        "counter": CounterForm(request.POST or None),
        "preview_url": reverse("preview_correction", args=[visit.secret, line.number]),
        "save_words": _("Save the correction"),
    }
    return render(request, "hands/correct.html", context, status=status)


@table_write
@compares_itself
@require_POST
def withdraw_hand(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Leave a hand out of the count; it stays on the sheet, struck through."""
    envelope = read_envelope(request.POST)
    line = _changeable(visit, number)
    why = ReasonForm(request.POST, is_due=visit.event_table is not None)
    if not why.is_valid():
        refusal = " ".join(str(text) for text in why["why"].errors)
        return hand_page(request, visit, number, why_refused=refusal, status=UNPROCESSABLE)

    def deed() -> object:
        return hands.withdraw_hand(
            hand=line.version.hand,
            by=visit.actor,
            submission=envelope.submission,
            seen_version=envelope.seen_version,
            reason=why.cleaned_data["why"],
        )

    return _changed(request, visit, number, deed)


@table_write
@compares_itself
@require_POST
def restore_hand(request: HttpRequest, visit: Visit, number: int, version: int) -> HttpResponse:
    """Make an earlier version of a hand count again; that adds a version."""
    envelope = read_envelope(request.POST)
    line = _changeable(visit, number)
    earlier = get_object_or_404(line.version.hand.versions, number=version)

    def deed() -> object:
        return hands.correct_hand(
            hand=line.version.hand,
            record=earlier.record,
            by=visit.actor,
            submission=envelope.submission,
            seen_version=envelope.seen_version,
            reason=_("As in version %(number)s") % {"number": version},
        )

    return _changed(request, visit, number, deed)


def _changeable(visit: Visit, number: int) -> Line:
    """The line of a hand that can be withdrawn or restored, or 404."""
    line = table_sheet(visit.table).line(number)
    if line is None or line.is_people_change:
        raise Http404
    return line


def _changed(
    request: HttpRequest, visit: Visit, number: int, deed: Callable[[], object]
) -> HttpResponse:
    """Do it and go back to the sheet, or say on the page of the hand why not."""
    try:
        deed()
    except SheetEnded:
        return hand_page(request, visit, number, refusal=sheet_closed(visit), status=CONFLICT)
    except (hands.HandMoved, hands.SubmissionReused):
        refusal = _("This hand was changed meanwhile. Look at it again before you change it.")
        return hand_page(request, visit, number, refusal=refusal, status=CONFLICT)
    except hands.MoreThanDue as full:
        refusal = more_than_due(full.due)
        return hand_page(request, visit, number, refusal=refusal, status=UNPROCESSABLE)
    except ImpossibleHand as impossible:
        refusal = later_hand_sentence(table_sheet(visit.table), impossible)
        return hand_page(request, visit, number, refusal=refusal, status=UNPROCESSABLE)
    return saved_at(visit, number)
