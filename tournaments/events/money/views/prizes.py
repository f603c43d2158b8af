"""The prize list: looked at, read out, handed over, receipts; and what everybody sees of it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import read_key
from tournaments.common.reasons import REASON, typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director, public_event
from tournaments.events.deed import DeedForm
from tournaments.events.freshness import answer_if_new
from tournaments.events.money import services
from tournaments.events.money.queries import prizes as queries
from tournaments.events.money.queries.prizes import receipts
from tournaments.events.money.services import reverse_line
from tournaments.events.rulings.forms import WithdrawForm
from tournaments.events.standings.forms import HighestForm
from tournaments.events.standings.queries.snapshots import event_rounds, public_snapshot, state_of
from tournaments.events.standings.views import common
from tournaments.models import CashLine
from tournaments.settings.awards import previews
from tournaments.settings.prizes import has_prizes

LONGEST_KEY = 60


@event_director
@require_safe
def prizes(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Who gets what, who has it, and where the rest of the money stays."""
    return _page(request, visit)


@event_director
@require_POST
def hand_over(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Note that a prize was handed over; back to the list, or on to the next one to be read."""
    submission = read_envelope(request.POST).submission
    key, entry = request.POST.get("key", "")[:LONGEST_KEY], _number(request.POST.get("entry"))
    try:
        services.hand_over(
            event=visit.event,
            key=key,
            entry=entry,
            seen_cents=_number(request.POST.get("cents")),
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        return _page(request, visit, refused=refused.sentence)
    if "at" in request.POST:
        query = urlencode({"at": _number(request.POST["at"]) + 1})
        return redirect(f"{visit.address('read_prizes')}?{query}")
    return redirect(f"{visit.address('prizes')}#prize-{_number(request.POST.get('row'))}")


@event_director
@require_POST
def take_back(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Note that a prize was not handed over after all, and why."""
    submission = read_envelope(request.POST).submission
    handed = visit.event.cash.filter(kind=CashLine.PRIZE)
    line = get_object_or_404(handed, pk=_number(request.POST.get("line")))
    try:
        reverse_line(
            event=visit.event,
            line=line.pk,
            reason=typed_reason(request.POST),
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        return _page(request, visit, refused=refused.sentence, refused_at=line.pk)
    return redirect(visit.address("prizes"))


@event_director
@require_POST
def name_highest(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Name who had the highest game."""
    submission = read_envelope(request.POST).submission
    form = HighestForm(request.POST)
    if form.is_valid():
        try:
            services.name_highest(
                event=visit.event,
                numbers=form.cleaned_data["winners"],
                words=form.cleaned_data["words"],
                by=visit.by,
                submission=submission,
            )
            return redirect(f"{visit.address('prizes')}#highest")
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, naming=form)


@event_director
@require_POST
def forget_highest(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Take back who was named for the highest game, and say why."""
    submission = read_envelope(request.POST).submission
    form = WithdrawForm(request.POST)
    if form.is_valid():
        try:
            services.forget_highest(
                event=visit.event,
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=submission,
            )
            return redirect(f"{visit.address('prizes')}#highest")
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, forgetting=form)


@event_director
@require_safe
def read_prizes(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """One prize after the other for the microphone, from the last to the first."""
    listed = queries.prize_list(visit.event)
    last = len(listed.reading)
    at = min(max(1, _number(request.GET.get("at", "1"))), last + 1)
    context = {
        "visit": visit,
        "here": "prizes",
        "list": listed,
        "at": at,
        "last": last,
        "prize": listed.reading[at - 1] if at <= last else None,
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/prize_reading.html", context)


@event_director
@require_safe
def print_receipts(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """A page to sign for each winner of money, or for one of them."""
    only = _number(request.GET.get("number", "0"))
    found = receipts(visit.event, only or None)
    if only and not found:
        raise Http404
    context = {"visit": visit, "receipts": found}
    return render(request, "events/receipts.html", context)


@public_event
@require_safe
def event_prizes(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """What everybody sees: what there is to win, and the prizes once the final list is locked."""
    rounds = event_rounds(visit.event)

    def draw() -> HttpResponse:
        snapshot = public_snapshot(visit.event, rounds)
        listed = queries.prize_list(visit.event, is_public=True)
        context = {
            **common(visit, snapshot),
            "here": "event_prizes",
            "list": listed,
            "is_shown": listed.is_final and visit.settings.prizes_public,
            "payouts": previews(visit.settings),
        }
        return render(request, "events/prize_public.html", context)

    return answer_if_new(request, visit, state_of(visit.event, rounds), draw)


def _page(
    request: HttpRequest,
    visit: EventVisit,
    *,
    refused: str = "",
    refused_at: int = 0,
    naming: HighestForm | None = None,
    forgetting: WithdrawForm | None = None,
) -> HttpResponse:
    form: DeedForm | None = naming or forgetting
    if refused or form:
        visit.event.refresh_from_db()
    listed = queries.prize_list(visit.event)
    version = visit.event.version
    context: dict[str, Any] = {
        "visit": visit,
        "here": "prizes",
        "list": listed,
        "has_prizes": has_prizes(visit.settings),
        "rows": [(prize, new_envelope(version)) for prize in listed.prizes],
        "overtaken": [(each, new_envelope(version)) for each in listed.overtaken],
        "refused": refused,
        "refused_at": refused_at,
        "typed_reason": request.POST.get(REASON, ""),
        "naming": naming or HighestForm(),
        "forgetting": forgetting,
        "naming_envelope": new_envelope(version),
        "problems": form.all_problems() if form else [("", "", refused)] if refused else [],
    }
    status = UNPROCESSABLE if refused or form else 200
    return render(request, "events/prizes.html", context, status=status)


def _number(text: str | None) -> int:
    """A number that a form or an address carries; BadRequest for anything else."""
    number = read_key(text)
    if number is None:
        raise BadRequest("The form came without its number.")
    return number
