"""A sheet on its pages, and the hands that are entered, explained and corrected there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.middleware import SHOWS
from sheets.coming import ComingHand, ImpossibleHand
from sheets.declared import Declared, declared
from sheets.forms import (
    CounterForm,
    HandForm,
    HandSetting,
    form_for_coming_hand,
    setting_for,
    setting_typed,
    with_count,
)
from sheets.pages import preview_context, save_words
from sheets.sheet import Sheet, SheetLine
from sheets.words import spoken
from tournaments.common.actions import (
    CONFLICT,
    UNPROCESSABLE,
    FormToken,
    ReasonForm,
    compares_itself,
    new_form_token,
    read_form_token,
    read_place,
)
from tournaments.common.followers import Question
from tournaments.common.history import as_in
from tournaments.common.locks import SheetEnded
from tournaments.common.requests import PLACE, account_of, read_key
from tournaments.models import Hand, HandVersion
from tournaments.tables.access import TableAccess, own_table_write, table_write
from tournaments.tables.forms import AdjustmentForm
from tournaments.tables.queries import (
    TableSheet,
    latest_versions,
    owns,
    sheet_of,
    sheet_page_context,
    versions_of,
)
from tournaments.tables.services import hands

# What the pages of a table ask the rooms above, where the table belongs to an event.


class AtEvent(Protocol):
    """The place of a table in an event, with its sheet, for the templates."""

    @property
    def is_done(self) -> bool:
        """Whether everything that was due is played."""

    @property
    def games_due(self) -> int:
        """How many games end a round at this table, where it has no fixed number of hands."""

    @property
    def corrections(self) -> str:
        """How often its sheet was corrected, and when last."""


at_event: Question[[TableAccess, TableSheet], AtEvent | None] = Question()
"""The place of the visited table, None at people's own tables."""

confirm_form: Question[[TableAccess], forms.Form] = Question()
"""The question whether the sheet is right."""


# What the pages share.

KEEPS = "Sheepfold-Keeps"
"""Which parts of the page it has, by their keys (`kept` in `sheets.tags`)."""

AnyHandForm = HandForm | AdjustmentForm

SHEET_ENDED = gettext_lazy("The evening has ended. Open the sheet again first.")


@dataclass(frozen=True)
class Change:
    """What came in between: a version, its line on the sheet, and what was declared."""

    version: HandVersion
    line: SheetLine | None
    declared: list[Declared]


def saved_at(access: TableAccess, number: int) -> HttpResponse:
    """Back to the sheet, where the saved hand is announced."""
    return redirect(f"{access.url}?saved={number}")


def saved_page(request: HttpRequest, access: TableAccess, saved: hands.Saved) -> HttpResponse:
    """The sheet with the saved hand; to a page that is still open what is new of it alone.

    Such a page says which version it shows. Where the hand is all that has come since, of the lines
    only its own is sent, and what the form for the next hand has in common with the one before is
    not sent again.
    """
    number, version = saved.version.hand.number, saved.version.table_version
    if not request.htmx:  # type: ignore[attr-defined]
        return saved_at(access, number)
    if saved.sheet is None:
        access.table.refresh_from_db()
        sheet = access.sheet()
    else:
        sheet = sheet_of(saved.sheet)
        access = replace(access, table=saved.sheet.table)
    shown = read_key(request.headers.get(SHOWS), PLACE)
    is_next = shown is not None and version == shown + 1 == access.table.version
    alone = [sheet.line(number)] if is_next else None
    page = table_page(
        request,
        access,
        sheet=sheet,
        saved=sheet.line(number),
        frame="parts/main.html",
        alone=alone,
        kept=frozenset(request.headers.get(KEEPS, "").split()),
    )
    page.headers["HX-Push-Url"] = f"{access.url}?saved={number}"
    page.headers[SHOWS] = str(access.table.version)
    return page


def posted_setting(sheet: Sheet, due: ComingHand, posted: QueryDict) -> HandSetting:
    """What the form that came back was made from."""
    setting = setting_typed(sheet, due, posted)
    if setting is None:
        raise BadRequest("The form came without its dealer.")
    return setting


def same_answers(sheet: Sheet, posted: QueryDict) -> HandForm:
    """The form for the hand that is due now, with what was typed into an older one."""
    setting = posted_setting(sheet, sheet.coming, posted)
    if not setting.is_dealer_given:
        setting = setting_for(sheet, sheet.coming, sheet.coming.dealer)
    return HandForm(setting, posted)


def words_for(sheet: Sheet, record: dict[str, Any], due: ComingHand) -> list[Declared]:
    """What a record says, in words, where `due` is what the hand had to be."""
    return declared(sheet.ruleset, record, sheet.names, due.circle, due.dealer)


def table_page(
    request: HttpRequest,
    access: TableAccess,
    *,
    sheet: TableSheet | None = None,
    form: HandForm | None = None,
    form_token: FormToken | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    """The sheet; for whoever may write also the form for the next hand."""
    sheet = sheet or access.sheet()
    place = at_event.ask(access, sheet)
    context = {"access": access, "at_event": place, **sheet_page_context(sheet), **more}
    saved = read_key(request.GET.get("saved"), PLACE)
    if saved is not None:
        context["saved"] = sheet.line(saved)
    if not access.can_write or (access.table.ended_at is not None and form is None):
        context["form_token"] = new_form_token(access.table.version)
        context["is_owner"] = owns(access.table, account_of(request))
        return render(request, "tables/watch.html", context, status=status)
    coming, last = sheet.coming, sheet.last_counting
    chosen = read_place(request.GET.get("dealer"), coming.circle)
    context |= {
        "form": form or form_for_coming_hand(sheet, chosen),
        "form_token": form_token or new_form_token(access.table.version),
        "counter": CounterForm(request.POST if form else None),
        "preview_url": reverse("preview", args=[access.secret]),
        "save_words": save_words(sheet),
        "last": last,
        "undo": new_form_token(last.entry.version) if last else None,
    }
    if place is not None and place.is_done and "confirm" not in context:
        context["confirm"] = confirm_form.ask(access)
    return render(request, "tables/table.html", context, status=status)


def more_than_due(due: int) -> str:
    """Why no hand comes after the last one of an event's table.

    >>> more_than_due(1), more_than_due(4)
    ('The one hand of this table is played.', 'All 4 hands of this table are played.')
    """
    if due:
        words = ngettext(
            "The one hand of this table is played.",
            "All %(due)s hands of this table are played.",
            due,
        )
        return words % {"due": due}
    return _("The match is over: no hand comes after its last game.")


NotSaved = (SheetEnded, hands.MoreThanDue, ImpossibleHand)
"""Why a hand is not saved, where nothing but the hand itself or its sheet is in the way."""


def why_not_saved(access: TableAccess, sheet: Sheet, problem: Exception) -> str:
    """The same in a sentence; where it is another hand that could not have been so, which one."""
    if isinstance(problem, ImpossibleHand):
        sentence = _(
            "Then hand %(number)s could not have been as it is on the sheet: %(why)s "
            "Correct that hand first."
        )
        why = spoken(problem.problem.text, sheet.sides)
        return sentence % {"number": sheet.place_of(problem), "why": why}
    if isinstance(problem, hands.MoreThanDue):
        return more_than_due(problem.due)
    if access.event_table is not None:
        return _("The round is closed. At the desk the sheet can be opened again.")
    return str(SHEET_ENDED)


def refuse(
    form: AnyHandForm,
    access: TableAccess,
    sheet: Sheet,
    problem: Exception,
    number: int | None = None,
) -> None:
    """Say what is wrong: beside the field, or on top where it is not about this hand, or a new one.

    `number`: that of a hand that is corrected.
    """
    if isinstance(problem, ImpossibleHand) and number in (None, problem.number):
        form.refuse(problem.problem, sheet.sides)
    else:
        form.general_problems.append(why_not_saved(access, sheet, problem))


# The sheet on its pages.


@require_safe
def table(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The sheet; with the writing link also the form for the next hand."""
    return table_page(request, access)


# Two people, or one person twice, at the same hand: both are shown, nothing is lost.

UNSEEN = {"csrfmiddlewaretoken", "submission", "seen_version"}


def sheet_moved_page(
    request: HttpRequest,
    access: TableAccess,
    changes: Sequence[HandVersion] = (),
    *,
    conflict: str = "moved",
) -> HttpResponse:
    """The sheet has changed while the hand was typed: what came in between, and what was typed."""
    access.table.refresh_from_db()
    sheet = access.sheet()
    typed = HandForm(posted_setting(sheet, sheet.coming, request.POST), request.POST)
    typed.is_valid()
    return table_page(
        request,
        access,
        sheet=sheet,
        form=same_answers(sheet, request.POST),
        form_token=new_form_token(access.table.version),
        status=CONFLICT,
        conflict=conflict,
        changes=[
            Change(
                version,
                sheet.line(version.hand.number),
                words_for(sheet, version.record, sheet.due_at(version.hand.number)),
            )
            for version in changes
        ],
        typed=words_for(sheet, typed.record, replace(sheet.coming, dealer=typed.setting.dealer)),
    )


def reused_page(
    request: HttpRequest, access: TableAccess, form: AnyHandForm, stored: HandVersion | None
) -> HttpResponse:
    """The same form has come twice with different answers."""
    if stored is None:
        return sheet_moved_page(request, access, conflict="reused")
    latest = next(
        version for version in latest_versions(access.table) if version.hand_id == stored.hand_id
    )
    return conflict_page(request, access, form, latest, is_reused=True)


def conflict_page(
    request: HttpRequest,
    access: TableAccess,
    form: AnyHandForm,
    latest: HandVersion,
    *,
    is_reused: bool = False,
) -> HttpResponse:
    """What is saved beside what was typed, with the three ways out."""
    access.table.refresh_from_db()
    sheet = access.sheet()
    number = latest.hand.number
    line = sheet.line(number)
    assert line is not None
    due = sheet.due_at(number)
    context = {
        "access": access,
        "at_event": at_event.ask(access, sheet),
        "table": access.table,
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
        "form_token": new_form_token(latest.number),
        "correct_url": reverse("correct_hand", args=[access.secret, number]),
        "why": ReasonForm.not_yet_asked(request.POST, is_due=access.event_table is not None),
    }
    return render(request, "tables/hand_conflict.html", context, status=CONFLICT)


# Entering hands and adjustments, and explaining them.


@table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def record_hand(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Take the next hand."""
    if request.method != "POST":
        return redirect(access.url)
    form_token = read_form_token(request.POST)
    sheet = access.sheet()
    setting = posted_setting(sheet, sheet.coming, request.POST)
    if "count" in request.POST:
        form = HandForm(setting, with_count(setting, request.POST))
        return table_page(request, access, sheet=sheet, form=form, form_token=form_token)
    form = HandForm(setting, request.POST)
    if form.is_valid():
        try:
            saved = hands.record_hand(
                table=access.table,
                record=form.record,
                by=access.actor,
                submission=form_token.submission,
                seen_version=form_token.seen_version,
                read=sheet.reading,
            )
            return saved_page(request, access, saved)
        except hands.SubmissionReused as conflict:
            return reused_page(request, access, form, conflict.stored)
        except hands.SheetMoved as moved:
            return sheet_moved_page(request, access, moved.changes)
        except SheetEnded:
            return sheet_moved_page(request, access, conflict="ended")
        except NotSaved as problem:
            refuse(form, access, sheet, problem)
    return table_page(
        request, access, sheet=sheet, form=form, form_token=form_token, status=UNPROCESSABLE
    )


@own_table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def adjust(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Add an adjustment: points that are no hand, and why."""
    sheet = access.sheet()
    form = AdjustmentForm(sheet.sides, request.POST if request.method == "POST" else None)
    form_token = new_form_token(access.table.version)
    if form.is_bound:
        form_token = read_form_token(request.POST)
    if form.is_bound and form.is_valid():
        try:
            saved = hands.record_hand(
                table=access.table,
                record=form.record,
                by=access.actor,
                submission=form_token.submission,
            )
            return saved_at(access, saved.version.hand.number)
        except hands.SubmissionReused as conflict:
            return reused_page(request, access, form, conflict.stored)
        except NotSaved as problem:
            refuse(form, access, sheet, problem)
    context = {"access": access, "table": access.table, "sheet": sheet, "form": form}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(
        request, "tables/adjust.html", context | {"form_token": form_token}, status=status
    )


@require_safe
def hand(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """One hand: what was declared, why these points, and its versions."""
    return hand_page(request, access, number)


def hand_page(
    request: HttpRequest,
    access: TableAccess,
    number: int,
    *,
    refusal: str = "",
    why_refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of one hand, perhaps with the reason why it could not be withdrawn.

    `why_refused`: what is wrong with what was said, or not, as the reason for withdrawing it.
    """
    sheet = access.sheet()
    line = sheet.line(number)
    if line is None:
        raise Http404
    due = sheet.due_at(number)
    versions = [
        (version, words_for(sheet, version.record, due), new_form_token(line.entry.version))
        for version in versions_of(sheet.hand_of(line), access.veil)
    ]
    context = {
        "access": access,
        "at_event": at_event.ask(access, sheet),
        "table": access.table,
        "sheet": sheet,
        "line": line,
        "outcome": list(zip(sheet.sides, line.cells, strict=True)),
        "versions": versions,
        "declared": versions[0][1],
        "form_token": new_form_token(line.entry.version),
        "refusal": refusal,
        "why_refused": why_refused,
    }
    return render(request, "tables/hand.html", context, status=status)


# The points of a hand while it is being typed.


@table_write
@compares_itself
@require_POST
def preview(request: HttpRequest, access: TableAccess, number: int | None = None) -> HttpResponse:
    """What the typed hand, or the typed correction of a hand, would come to."""
    sheet = access.sheet()
    line = None if number is None else sheet.line(number)
    if number is not None and (line is None or not line.is_hand):
        raise Http404
    due = sheet.coming if number is None else sheet.due_at(number)
    form = HandForm(posted_setting(sheet, due, request.POST), request.POST)
    context = preview_context(sheet, form, CounterForm(request.POST), number)
    return render(request, "tables/preview.html", context)


# Correcting and withdrawing.


@table_write
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def correct_hand(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Give a hand another version; the later ones are replayed. At an event it needs a reason."""
    sheet = access.sheet()
    line = sheet.line(number)
    if line is None or line.is_people_change:
        raise Http404
    is_due = access.event_table is not None
    if request.method != "POST":
        form = form_for_correction(request, sheet, line)
        form_token = new_form_token(line.entry.version)
        why = ReasonForm(is_due=is_due)
        return correction_page(request, access, sheet, line, form, why, form_token)
    form_token = read_form_token(request.POST)
    form = posted_correction(sheet, line, request.POST)
    why = ReasonForm(request.POST, is_due=is_due)
    if "count" in request.POST:
        why = ReasonForm.not_yet_asked(request.POST, is_due=is_due)
        return correction_page(request, access, sheet, line, form, why, form_token)
    if form.is_valid() and why.is_valid():
        try:
            hands.correct_hand(
                hand=sheet.hand_of(line),
                record=form.record,
                by=access.actor,
                submission=form_token.submission,
                seen_version=form_token.seen_version,
                reason=why.cleaned_data["why"],
            )
            return saved_at(access, number)
        except hands.HandMoved as moved:
            return conflict_page(request, access, form, moved.latest)
        except hands.SubmissionReused:
            latest = sheet.hand_of(line).versions.latest("number")
            return conflict_page(request, access, form, latest, is_reused=True)
        except NotSaved as problem:
            refuse(form, access, sheet, problem, number)
    return correction_page(
        request, access, sheet, line, form, why, form_token, status=UNPROCESSABLE
    )


def form_for_correction(request: HttpRequest, sheet: Sheet, line: SheetLine) -> AnyHandForm:
    """The form with the hand as it stands, for the dealer that is asked for, if one is."""
    record = line.entry.record
    if line.is_adjustment:
        return AdjustmentForm(sides_then(sheet, line), record=record)
    due = sheet.due_at(line.number)
    chosen = read_place(request.GET.get("dealer"), due.circle)
    given = record.get("dealer") if chosen is None else chosen
    if "empty" in request.GET:
        record = {}
    dealer = due.dealer if given is None else given
    setting = setting_for(sheet, due, dealer, is_dealer_given=given is not None)
    return HandForm(setting, record=record)


def posted_correction(sheet: Sheet, line: SheetLine, posted: QueryDict) -> AnyHandForm:
    """The form as it came back."""
    if line.is_adjustment:
        return AdjustmentForm(sides_then(sheet, line), posted)
    setting = posted_setting(sheet, sheet.due_at(line.number), posted)
    return HandForm(setting, with_count(setting, posted) if "count" in posted else posted)


def sides_then(sheet: Sheet, line: SheetLine) -> list[str]:
    """The sides that were there when points were adjusted: whoever joined later is not asked."""
    return sheet.sides[: len(line.entry.record["adjustment"])]


def correction_page(
    request: HttpRequest,
    access: TableAccess,
    sheet: TableSheet,
    line: SheetLine,
    form: AnyHandForm,
    why: ReasonForm,
    form_token: FormToken,
    *,
    status: int = 200,
) -> HttpResponse:
    """The form for a correction."""
    context = {
        "access": access,
        "at_event": at_event.ask(access, sheet),
        "table": access.table,
        "sheet": sheet,
        "line": line,
        "form": form,
        "why": why,
        "form_token": form_token,
        "counter": CounterForm(request.POST if form else None),
        "preview_url": reverse("preview_correction", args=[access.secret, line.number]),
        "save_words": _("Save the correction"),
    }
    return render(request, "tables/correct.html", context, status=status)


@table_write
@compares_itself
@require_POST
def withdraw_hand(request: HttpRequest, access: TableAccess, number: int) -> HttpResponse:
    """Leave a hand out of the count; it stays on the sheet, struck through."""
    form_token, hand = _changeable(request, access, number)
    why = ReasonForm(request.POST, is_due=access.event_table is not None)
    if not why.is_valid():
        refusal = " ".join(str(text) for text in why["why"].errors)
        return hand_page(request, access, number, why_refused=refusal, status=UNPROCESSABLE)
    save = partial(hands.withdraw_hand, hand=hand, reason=why.cleaned_data["why"])
    return _changed(request, access, number, form_token, save)


@table_write
@compares_itself
@require_POST
def restore_hand(
    request: HttpRequest, access: TableAccess, number: int, version: int
) -> HttpResponse:
    """Make an earlier version of a hand count again; that adds a version."""
    form_token, hand = _changeable(request, access, number)
    earlier = get_object_or_404(hand.versions, number=version)
    save = partial(hands.correct_hand, hand=hand, record=earlier.record, reason=as_in(version))
    return _changed(request, access, number, form_token, save)


def _changeable(request: HttpRequest, access: TableAccess, number: int) -> tuple[FormToken, Hand]:
    """A hand that can be withdrawn or restored, or 404; and the token of the form."""
    form_token = read_form_token(request.POST)
    sheet = access.sheet()
    line = sheet.line(number)
    if line is None or line.is_people_change:
        raise Http404
    return form_token, sheet.hand_of(line)


def _changed(
    request: HttpRequest,
    access: TableAccess,
    number: int,
    form_token: FormToken,
    save: Callable[..., object],
) -> HttpResponse:
    """Save it and go back to the sheet, or say on the page of the hand why not."""
    submission, seen_version = form_token
    try:
        save(by=access.actor, submission=submission, seen_version=seen_version)
    except (hands.HandMoved, hands.SubmissionReused):
        refusal = _("This hand was changed meanwhile. Look at it again before you change it.")
        return hand_page(request, access, number, refusal=refusal, status=CONFLICT)
    except NotSaved as problem:
        refusal = why_not_saved(access, access.sheet(), problem)
        status = CONFLICT if isinstance(problem, SheetEnded) else UNPROCESSABLE
        return hand_page(request, access, number, refusal=refusal, status=status)
    return saved_at(access, number)
