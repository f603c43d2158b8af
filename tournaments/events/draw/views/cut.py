"""The cut for the finals: chosen, looked at, made, changed by hand and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.draw.forms.cut import CutForm, MoveForm
from tournaments.events.draw.queries.finals import (
    CannotCut,
    CutPreview,
    candidates,
    cut_fields,
    kept_cut,
    later_round,
    movable,
    moves_of,
    names_of,
    places_of,
    preview,
    proposed_sizes,
    refuse_cut,
    would_differ,
)
from tournaments.events.draw.services import cutting
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Round

Problems = Sequence[tuple[str, str, str]]


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def cut(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Who would be in the finals, as it is chosen in the address; or the cut that was made."""
    _find_round(visit, number)
    if request.method != "POST":
        if kept_cut(visit.event, number) is not None:
            return _made(request, visit, number)
        return _choosing(request, visit, number, _form(visit, number, request.GET or None))
    submission = read_envelope(request.POST).submission
    form = _form(visit, number, request.POST)
    if not form.is_valid():
        return _choosing(request, visit, number, form)
    try:
        cutting.make_cut(
            event=visit.event,
            number=number,
            choice=form.choice,
            mark=request.POST.get("mark", ""),
            lots=form.cleaned_data["lots"],
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        if kept_cut(visit.event, number) is not None:
            return _made(request, visit, number, [("", "", refused.sentence)])
        return _choosing(request, visit, number, form, refused)
    return redirect(visit.address("cut", number))


@event_director
@require_POST
def take_cut_back(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Everybody plays on as if there had been no cut."""
    _find_round(visit, number)
    envelope = read_envelope(request.POST)._asdict()
    try:
        cutting.take_cut_back(event=visit.event, number=number, by=visit.by, **envelope)
    except Refused as refused:
        return _made(request, visit, number, [("", "", refused.sentence)])
    return redirect(visit.address("cut", number))


@event_director
@require_POST
def move_finalist(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Somebody plays another final than the one of the cut."""
    _find_round(visit, number)
    submission = read_envelope(request.POST).submission
    kept = kept_cut(visit.event, number)
    if kept is None or visit.event.changes.filter(submission=submission).exists():
        return redirect(visit.address("cut", number))
    form = MoveForm(movable(snapshot_of(visit.event), kept), places_of(kept), request.POST)
    if form.is_valid():
        try:
            cutting.move_finalist(
                event=visit.event,
                number=number,
                who=int(form.cleaned_data["who"]),
                to=int(form.cleaned_data["to"]),
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
        else:
            return redirect(visit.address("cut", number))
    return _made(request, visit, number, form.all_problems(), moving=form)


@event_director
@require_POST
def take_move_back(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """The last move by hand is none."""
    _find_round(visit, number)
    envelope = read_envelope(request.POST)._asdict()
    try:
        cutting.take_move_back(event=visit.event, number=number, by=visit.by, **envelope)
    except Refused as refused:
        return _made(request, visit, number, [("", "", refused.sentence)])
    return redirect(visit.address("cut", number))


def _find_round(visit: EventVisit, number: int) -> None:
    played = visit.event.rounds.filter(number=number).exclude(state=Round.CANCELLED)
    if not played.exists():
        raise Http404


def _form(visit: EventVisit, number: int, data: Any) -> CutForm:  # noqa: ANN401 - a QueryDict
    there = len(candidates(snapshot_of(visit.event), number))
    settings = game_of(visit.event, number + 1).settings
    return CutForm(settings, proposed_sizes(there, settings.size), data)


def _choosing(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    form: CutForm,
    refused: Refused | None = None,
) -> HttpResponse:
    snapshot = snapshot_of(visit.event)
    found: CutPreview | None = None
    closed_to = ""
    try:
        refuse_cut(snapshot, number)
    except CannotCut as cannot:
        closed_to = cannot.sentence
    if not closed_to and (not form.is_bound or form.is_valid()):
        found = _preview(visit, number, form)
    chosen = form.chosen if found else []
    if refused is not None and not form.errors:
        form.refuse(refused.sentence, refused.field)
    context = {
        **_context(visit, number),
        "form": form,
        "preview": found,
        "chosen": chosen,
        "closed_to": closed_to,
        "there": len(candidates(snapshot, number)),
        "problems": form.all_problems() if form.is_bound else [],
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "events/cut.html", context, status=status)


def _preview(visit: EventVisit, number: int, form: CutForm) -> CutPreview | None:
    try:
        return preview(visit.event, number, form.choice)
    except CannotCut as cannot:
        if form.is_bound:
            form.refuse(cannot.sentence, cannot.field)
        return None


def _made(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    problems: Problems = (),
    moving: MoveForm | None = None,
) -> HttpResponse:
    snapshot, kept = snapshot_of(visit.event), kept_cut(visit.event, number)
    if kept is None:
        return redirect(visit.address("cut", number))
    version = visit.event.version
    context = {
        **_context(visit, number),
        "kept": kept,
        "fields": cut_fields(snapshot, kept),
        "skipped": names_of(snapshot, kept.skipped),
        "differs": would_differ(snapshot, kept),
        "later": later_round(snapshot, number),
        "moves": moves_of(snapshot, kept),
        "moving": moving or MoveForm(movable(snapshot, kept), places_of(kept)),
        "moving_envelope": new_envelope(version),
        "move_back_envelope": new_envelope(version),
        "problems": problems,
    }
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/cut_made.html", context, status=status)


def _context(visit: EventVisit, number: int) -> dict[str, Any]:
    return {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "next_number": number + 1,
        "settings": game_of(visit.event, number + 1).settings,
        "envelope": new_envelope(visit.event.version),
    }
