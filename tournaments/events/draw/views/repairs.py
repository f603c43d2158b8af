"""Repairing a drawn round: what would change is shown in words first, then done."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from seating.model import Impossible
from tournaments.common.alike import name_order
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.draw.forms.draw import CancelForm
from tournaments.events.draw.forms.repair import RepairForm
from tournaments.events.draw.queries import repairing
from tournaments.events.draw.queries.draw_words import told
from tournaments.events.draw.queries.drawing import Ground, ground_for
from tournaments.events.draw.queries.seatings import SeatedRound, seated_round
from tournaments.events.draw.services import repairs as services
from tournaments.events.draw.views.rounds import show_round
from tournaments.models import Round


@event_director
@require_safe
def repair_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """What can be repaired; with a question in the address, what would be done."""
    form = RepairForm(request.GET) if "kind" in request.GET else None
    return _page(request, visit, number, form)


@event_director
@require_POST
def do_repair(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Do what was shown."""
    form = RepairForm(request.POST)
    if not form.is_valid():
        return _page(request, visit, number, form)
    submission = read_envelope(request.POST).submission
    try:
        services.repair_round(
            event=visit.event,
            number=number,
            ask=form.ask,
            mark=form.cleaned_data["mark"],
            comes_no_more=form.cleaned_data["comes_no_more"],
            by=visit.by,
            submission=submission,
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return _page(request, visit, number, form)
    return redirect(visit.address("round", number))


def _page(
    request: HttpRequest, visit: EventVisit, number: int, form: RepairForm | None
) -> HttpResponse:
    played = visit.event.rounds.filter(number=number, state=Round.DRAWN).first()
    if played is None:
        if form is None or not form.errors:
            raise Http404
        return show_round(request, visit, number, form.all_problems())
    played.event = visit.event
    ground, seated = ground_for(visit.event, number), seated_round(played)
    change = _change(ground, played, seated, form) if form is not None else None
    problems = form.all_problems() if form is not None else []
    context = {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "round": played,
        "seated": seated,
        "form": form,
        "change": change,
        "problems": problems,
        "cancel": CancelForm(),
        "envelope": new_envelope(visit.event.version),
        **_people(ground, seated),
        **_chosen(request, form),
    }
    if form is None:  # who came late is meant, unless somebody says otherwise
        context["ticked"] = [entry.number for entry in context["newcomers"]]
    status = UNPROCESSABLE if problems else 200
    return render(request, "events/repair.html", context, status=status)


def _change(
    ground: Ground, played: Round, seated: SeatedRound, form: RepairForm
) -> repairing.Change | None:
    """What would be done; None where it is refused, which the form then says."""
    if "kind" not in form.data or (not form.is_valid() and not form.cleaned_data.get("kind")):
        return None
    if any(name in form.errors for name in ("kind", "who", "by", "turn")):
        return None
    try:
        return repairing.change_for(ground, played, seated, form.ask)
    except Impossible as impossible:
        sentence = told(impossible.words, ground.names)
        if sentence not in form.non_field_errors():
            form.refuse(sentence)
        return None


def _chosen(request: HttpRequest, form: RepairForm | None) -> dict[str, Any]:
    """Who is chosen already in the page's forms: as asked, or as tapped among the tables."""
    person = read_key(request.GET.get("person"), PLACE)
    asked = form.cleaned_data.get("who", ()) if form is not None else ()
    who: tuple[int, ...] = asked or (() if person is None else (person,))
    return {
        "chosen": who[0] if who else None,
        "chosen_other": who[1] if len(who) > 1 else None,
        "chosen_by": form.cleaned_data.get("by") if form is not None else None,
        "ticked": who,
    }


def _people(ground: Ground, seated: SeatedRound) -> dict[str, Any]:
    """Those who can be chosen: at tables, out, and without a place."""
    before = seated.seating
    late = frozenset(repairing.newcomers(ground, before))
    house = frozenset(repairing.idle_house(ground, before))
    return {
        "sitters": sorted(seated.entries, key=lambda entry: name_order(entry.name)),
        "newcomers": [entry for entry in ground.entries if entry.number in late],
        "stand_ins": [
            *seated.out,
            *(entry for entry in ground.entries if entry.number in late | house),
        ],
    }
