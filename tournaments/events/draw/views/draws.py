"""Drawing a round, changing the proposal by hand, accepting it or throwing it away."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import read_envelope
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deeds import Done
from tournaments.events.draw.forms.draw import AcceptForm, DrawForm, read_couple, read_table
from tournaments.events.draw.services import draws as services
from tournaments.events.draw.views.rounds import show_round


@event_director
@require_POST
def draw_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Draw the round, or draw it again."""
    form = DrawForm(visit.event, number, request.POST)
    if not form.is_valid():
        return show_round(request, visit, number, form.all_problems(), form=form)
    submission, seen_version = read_envelope(request.POST)
    try:
        services.draw_round(
            event=visit.event,
            number=number,
            choice=form.choice,
            by=visit.by,
            submission=submission,
            seen_version=seen_version,
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return show_round(request, visit, number, form.all_problems(), form=form)
    return redirect(visit.address("round", number))


@event_director
@require_POST
def lock_table(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Keep a table in the next draw, or let it go."""
    is_locked = "keep" in request.POST
    table = read_table(request.POST.get("keep") or request.POST.get("free"))
    how = {"table": table, "is_locked": is_locked}
    return _changed(request, visit, number, services.lock_table, f"#table-{table}", **how)


@event_director
@require_POST
def swap_seats(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Put the two people who are ticked in each other's place."""
    ticked = request.POST.getlist("swap")
    couple = read_couple(ticked)
    if couple is None:
        text = _("Tick exactly two people, then they change places.")
        return show_round(request, visit, number, [("", "", text)], ticked=ticked)
    one, other = couple
    return _changed(request, visit, number, services.swap_seats, "#swapped", one=one, other=other)


@event_director
@require_POST
def drop_draw(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Throw the proposal away."""
    return _changed(request, visit, number, services.drop_draw)


@event_director
@require_POST
def accept_draw(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Take the draw as it is; its tables are opened."""
    form = AcceptForm(request.POST)
    form.is_valid()
    submission, seen_version = read_envelope(request.POST)
    try:
        services.accept_draw(
            event=visit.event,
            number=number,
            anyway=form.cleaned_data["anyway"],
            by=visit.by,
            submission=submission,
            seen_version=seen_version,
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return show_round(request, visit, number, form.all_problems(), accept=form)
    return redirect(visit.address("round", number))


def _changed(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    deed: Callable[..., Done],
    anchor: str = "",
    **how: object,
) -> HttpResponse:
    envelope = read_envelope(request.POST)._asdict()
    try:
        deed(event=visit.event, number=number, by=visit.by, **envelope, **how)
    except Refused as refused:
        return show_round(request, visit, number, [("", "", refused.sentence)])
    return redirect(visit.address("round", number) + anchor)
