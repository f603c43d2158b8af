"""Ties: who is level, and what was decided outside the sheets."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deed import DeedForm
from tournaments.events.rulings.forms import TieForm, WithdrawForm, place_name
from tournaments.events.standings import services
from tournaments.events.standings.queries.ties import Tie, TiesPage, ties_page
from tournaments.models import Event, TieDecision

MOST_NUMBERS = 1000


@event_director
@require_safe
def ties(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Every place that is shared, or was parted by the lot alone."""
    return _page(request, visit)


@event_director
@require_POST
def decide_tie(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Write down how a tie was decided."""
    envelope = read_envelope(request.POST)
    numbers = _numbers(request.POST.get("among", ""))
    form = TieForm(numbers, request.POST.dict())
    if form.is_valid():
        try:
            services.decide_tie(
                event=visit.event,
                kind=form.cleaned_data["kind"],
                order=form.order,
                decided_by=form.cleaned_data["decided_by"],
                by=visit.by,
                submission=envelope.submission,
            )
            return redirect(visit.address("ties"))
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, form=form)


@event_director
@require_POST
def withdraw_tie(request: HttpRequest, visit: EventVisit, decision: int) -> HttpResponse:
    """Withdraw what was decided about a tie."""
    found = get_object_or_404(TieDecision, pk=decision, event=visit.event)
    submission = read_envelope(request.POST).submission
    form = WithdrawForm(request.POST)
    if form.is_valid():
        try:
            services.withdraw_tie(
                event=visit.event,
                decision=found,
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
            return redirect(visit.address("ties"))
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, withdrawing=(found.pk, form))


def _numbers(text: str) -> list[int]:
    """The start numbers that a form is about; what makes no sense is nobody."""
    parts = text.split(",")[:MOST_NUMBERS]
    known = (read_key(part, PLACE) for part in parts)
    return sorted({number for number in known if number is not None})


def _page(
    request: HttpRequest,
    visit: EventVisit,
    *,
    form: TieForm | None = None,
    withdrawing: tuple[int, WithdrawForm] | None = None,
) -> HttpResponse:
    found = ties_page(visit.event, everything="all" in request.GET)
    refused: DeedForm | None = form or (withdrawing[1] if withdrawing else None)
    context = {
        "visit": visit,
        "here": "event",
        "page": found,
        "is_final": visit.event.state == Event.FINAL,
        "shown": [
            (
                tie,
                _places(tie, form),
                form if form is not None and form.numbers == sorted(tie.numbers) else None,
                new_envelope(visit.event.version),
                withdrawing[1] if withdrawing and _is_of(tie, withdrawing[0]) else None,
            )
            for tie in found.ties
        ],
        "others": [(each, _names(each, found)) for each in found.others],
        "problems": refused.all_problems() if refused is not None else [],
    }
    status = UNPROCESSABLE if refused is not None else 200
    return render(request, "events/ties.html", context, status=status)


def _is_of(tie: Tie, decision: int) -> bool:
    return tie.decision is not None and tie.decision.pk == decision


def _places(tie: Tie, form: TieForm | None) -> list[tuple[int, str, str]]:
    """Of each of the tied: start number, name, and what was typed for it."""
    typed = form.data if form is not None and form.numbers == sorted(tie.numbers) else {}
    return [
        (one.entry.number, one.entry.name, str(typed.get(place_name(one.entry.number), "")))
        for one in tie.level
    ]


def _names(decision: TieDecision, page: TiesPage) -> list[str]:
    return [f"{number} {page.names.get(number, '')}" for number in decision.order]
