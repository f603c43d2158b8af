"""Protests: listed, written down, decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import Envelope, new_envelope, read_envelope
from tournaments.common.numbers import read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.deed import DeedForm
from tournaments.events.results.queries.progress import rounds_with_tables
from tournaments.events.rulings import services
from tournaments.events.rulings.forms import AgainForm, OutcomeForm, ProtestForm
from tournaments.events.rulings.queries import ProtestLine, protest_line, protest_lines
from tournaments.models import Event, EventTable, Protest

WRITTEN = ("protester", "matter", "wanted", "round", "table", "hand", "start", "fee")
OUTCOME = ("decision", "reason", "decided_by", "is_fee_back")


@event_director
@require_safe
def protests(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """All protests of the event, those on top that are to be decided."""
    lines = protest_lines(visit.event)
    context = {
        "visit": visit,
        "here": "trouble",
        "open": [line for line in lines if line.is_open],
        "decided": [line for line in lines if not line.is_open],
        "is_locked": visit.event.state == Event.FINAL,
    }
    return render(request, "events/protests.html", context)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_protest(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Write one down: who protests, about what, what is wanted."""
    if request.method != "POST":
        return _form_page(request, visit, _form(visit, None, _about(visit, request)))
    form, envelope = _form(visit, request.POST.dict()), read_envelope(request.POST)
    if form.is_valid():
        try:
            services.make_protest(
                event=visit.event,
                written=_written(form),
                by=visit.by,
                submission=envelope.submission,
            )
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
        else:
            made = Protest.objects.get(submission=envelope.submission)
            return redirect(visit.address("protest", made.pk))
    return _form_page(request, visit, form, envelope)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def protest(request: HttpRequest, visit: EventVisit, protest: int) -> HttpResponse:
    """One protest: what was written down, to be put right or decided."""
    line = _line(visit, protest)
    if request.method != "POST":
        return _page(request, visit, line)
    form = _form(visit, request.POST.dict())
    if form.is_valid() and _is_done(
        request, visit, line, form, services.change_protest, written=_written(form)
    ):
        return redirect(visit.address("protest", protest))
    return _page(request, visit, line, form=form)


@event_director
@require_POST
def decide_protest(request: HttpRequest, visit: EventVisit, protest: int) -> HttpResponse:
    """Decide it; one that is upheld leads on to the ruling that follows."""
    line, form = _line(visit, protest), OutcomeForm(request.POST)
    if form.is_valid():
        outcome = services.Outcome(**{name: form.cleaned_data[name] for name in OUTCOME})
        if _is_done(request, visit, line, form, services.decide_protest, outcome=outcome):
            return redirect(visit.address("protest", protest))
    return _page(request, visit, line, outcome=form)


@event_director
@require_POST
def reopen_protest(request: HttpRequest, visit: EventVisit, protest: int) -> HttpResponse:
    """Take the decision back, with a reason."""
    line, form = _line(visit, protest), AgainForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        if _is_done(request, visit, line, form, services.reopen_protest, reason=reason):
            return redirect(visit.address("protest", protest))
    return _page(request, visit, line, again=form)


def _is_done(
    request: HttpRequest,
    visit: EventVisit,
    line: ProtestLine,
    form: DeedForm,
    deed: Callable[..., object],
    **what: object,
) -> bool:
    """Do what the form asks for; False where it was refused, and then the form says why."""
    envelope = read_envelope(request.POST)
    try:
        deed(
            protest=line.protest,
            seen_version=envelope.seen_version,
            by=visit.by,
            submission=envelope.submission,
            **what,
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return False
    return True


def _line(visit: EventVisit, key: int) -> ProtestLine:
    line = protest_line(visit.event, key)
    if line is None:
        raise Http404
    return line


def _form(
    visit: EventVisit, data: dict[str, str] | None, initial: dict[str, Any] | None = None
) -> ProtestForm:
    rounds = [played.number for played in rounds_with_tables(visit.event)]
    return ProtestForm(rounds, data, initial)


def _about(visit: EventVisit, request: HttpRequest) -> dict[str, Any]:
    """The round and the table from which the director comes."""
    key = read_key(request.GET.get("place"))
    if key is None:
        return {}
    found = EventTable.objects.filter(pk=key, round__event=visit.event)
    place = found.select_related("round").first()
    return {"round": place.round.number, "table": place.number} if place else {}


def _written(form: ProtestForm) -> services.Written:
    return services.Written(**{name: form.cleaned_data[name] for name in WRITTEN})


def _as_typed(kept: Protest) -> dict[str, Any]:
    """A protest as its form has it."""
    return {
        "protester": kept.protester,
        "matter": kept.matter,
        "wanted": kept.wanted,
        "round": kept.round.number if kept.round else None,
        "table": kept.event_table.number if kept.event_table else None,
        "hand": kept.hand,
        "start": kept.entry.number if kept.entry else None,
        "fee": kept.fee or None,
    }


def _form_page(
    request: HttpRequest, visit: EventVisit, form: ProtestForm, envelope: Envelope | None = None
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "trouble",
        "form": form,
        "problems": form.all_problems() if form.is_bound else [],
        "envelope": envelope or new_envelope(visit.event.version),
        "is_locked": visit.event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/protest_new.html", context, status=status)


def _page(
    request: HttpRequest,
    visit: EventVisit,
    line: ProtestLine,
    *,
    form: ProtestForm | None = None,
    outcome: OutcomeForm | None = None,
    again: AgainForm | None = None,
) -> HttpResponse:
    """The page of one; whichever form came back stands with its problems."""
    version = line.protest.version
    returned = form or outcome or again
    context = {
        "visit": visit,
        "here": "trouble",
        "line": line,
        "protest": line.protest,
        "form": form or _form(visit, None, _as_typed(line.protest)),
        "is_changing": form is not None,
        "outcome": outcome or OutcomeForm(initial={"decided_by": visit.by.who}),
        "again": again or AgainForm(),
        "problems": returned.all_problems() if returned else [],
        "envelopes": [new_envelope(version) for _each in range(3)],
        "is_locked": visit.event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if returned else 200
    return render(request, "events/protest.html", context, status=status)
