"""The rounds of an event: all of them, and the page of one, which shows what comes next for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deeds import Done
from tournaments.events.desk.views.live_desk import follows_all, follows_deeds
from tournaments.events.draw.forms.draw import AcceptForm, CancelForm, DrawForm, read_table
from tournaments.events.draw.queries.cuts import cuts_before, table_head
from tournaments.events.draw.queries.draw_page import draw_page
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.final_draws import finals_words
from tournaments.events.draw.queries.rounds import (
    next_step,
    odd_words,
    rounds_of,
    stage_of,
    team_words,
)
from tournaments.events.draw.queries.season_words import before_the_draw, season_words
from tournaments.events.draw.queries.seatings import seated_round
from tournaments.events.draw.services import redraws
from tournaments.events.draw.services import rounds as services
from tournaments.models import Round

PACE = 3  # seconds

Problems = Sequence[tuple[str, str, str]]


@event_director
@require_safe
def rounds(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """All rounds, how far they are, and the one thing to do next."""
    if visit.settings.rolling:
        return redirect(visit.address("rolling"))
    rows = rounds_of(visit.event)
    step = next_step(rows)
    context = {
        "visit": visit,
        "here": "rounds",
        "live": follows_deeds(visit, visit.address("rounds")),
        "rows": rows,
        "step": step,
        "step_address": visit.address(step.page, *step.args),
    }
    return render(request, "events/rounds.html", context)


@event_director
@require_safe
def round_page(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """One round: to be drawn, to be looked at, to be published, started or repaired."""
    return show_round(request, visit, number)


def show_round(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    problems: Problems = (),
    **forms: object,
) -> HttpResponse:
    """The page of a round as it is now, with what was wrong and what was typed."""
    played = visit.event.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
    if played is None and visit.settings.rolling:
        return redirect(visit.address("rolling"))
    if played is None and not 1 <= number <= visit.settings.rounds:
        raise Http404
    context: dict[str, Any] = {
        "visit": visit,
        "here": "rounds",
        "number": number,
        "round": played,
        "settings": visit.settings,
        "problems": problems,
        "envelope": new_envelope(visit.event.version),
    }
    if played is None:
        template, more = "events/round_open.html", _before_the_draw(visit, number)
        context["live"] = follows_deeds(visit, visit.address("round", number))
    elif played.state == Round.PROPOSED:
        played.event = visit.event
        template, more = "events/draw.html", _proposal(visit, played)
    else:
        played.event = visit.event
        context["live"] = follows_all(visit, visit.address("round", number), seconds=PACE)
        template, more = "events/round.html", _drawn(played)
    status = UNPROCESSABLE if problems else 200
    return render(request, template, context | more | forms, status=status)


def _before_the_draw(visit: EventVisit, number: int) -> dict[str, Any]:
    ground = ground_for(visit.event, number)
    players = len([entry for entry in ground.here if not entry.is_house])
    before = ground.before(number - 1)
    return {
        "ground": ground,
        "players": players,
        "house": len(ground.here) - players,
        "odd_words": odd_words(players, ground),
        "teams": team_words(ground, ground.choice.odd),
        "finals": finals_words(ground),
        "season": before_the_draw(ground),
        "form": DrawForm(visit.event, number, initial=ground.choice._asdict()),
        "is_open": number == 1 or (before is not None and before.state == Round.CLOSED),
        "before": number - 1,
    }


def _proposal(visit: EventVisit, played: Round) -> dict[str, Any]:
    page = draw_page(played)
    return {
        "page": page,
        "form": DrawForm(visit.event, played.number, initial=page.choice._asdict()),
        "accept": AcceptForm(),
    }


def _drawn(played: Round) -> dict[str, Any]:
    seated = seated_round(played)
    cuts = cuts_before(played.event, played.number)
    return {
        "seated": seated,
        "tables": [(table, table_head(cuts, table.people)) for table in seated.tables],
        "season": season_words(played.report),
        "stage": stage_of(played),
        "cancel": CancelForm(),
        "next": played.number + 1,
    }


@event_director
@require_POST
def publish_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Let everybody see who sits where."""
    return _pressed(request, visit, number, services.publish_round)


@event_director
@require_POST
def start_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Give the signal to begin."""
    return _pressed(request, visit, number, services.start_round)


@event_director
@require_POST
def renew_codes(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Make new codes for one table, or for all, and show their cards; the old ones stop."""
    one = request.POST.get("table")
    table = read_table(one) if one else None
    cards = f"?table={table}" if table else ""
    response = _pressed(request, visit, number, services.renew_codes, table=table)
    if response.status_code == UNPROCESSABLE:
        return response
    return redirect(visit.address("round_cards", number) + cards)


@event_director
@require_POST
def cancel_round(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Take a drawn round back."""
    form = CancelForm(request.POST)
    if not form.is_valid():
        return show_round(request, visit, number, form.all_problems(), cancel=form)
    return _pressed(request, visit, number, redraws.cancel_round, form, **form.cleaned_data)


def _pressed(
    request: HttpRequest,
    visit: EventVisit,
    number: int,
    deed: Callable[..., Done],
    form: CancelForm | None = None,
    **how: object,
) -> HttpResponse:
    """Do it and show the round; where it is refused, say why on its page."""
    envelope = read_envelope(request.POST)._asdict()
    try:
        deed(event=visit.event, number=number, by=visit.by, **envelope, **how)
    except Refused as refused:
        if form is None:
            return show_round(request, visit, number, [("", "", refused.sentence)])
        form.refuse(refused.sentence, refused.field)
        return show_round(request, visit, number, form.all_problems(), cancel=form)
    return redirect(visit.address("round", number))
