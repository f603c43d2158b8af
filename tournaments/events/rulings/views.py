"""Protests and rulings: listed, written down, decided, withdrawn."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.access import Signed
from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    FormToken,
    new_form_token,
    read_form_token,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.results.queries.progress import rounds_with_tables
from tournaments.events.results.queries.sheets import is_open_ended, plays_now
from tournaments.events.results.queries.totals import rule_words, worth_a_look
from tournaments.events.results.views.tables import place_of
from tournaments.events.rulings import queries, services
from tournaments.events.rulings.forms import (
    KINDS,
    LONGEST,
    TABLE,
    AgainForm,
    OutcomeForm,
    ProtestForm,
    RulingForm,
    WithdrawForm,
)
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Event, EventTable, Protest, Ruling

# Protests: listed, written down, decided.


@event_needs(Right.LOOK)
@require_safe
def protests(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """All protests of the event, those on top that are to be decided."""
    lines = queries.protest_lines(access.event)
    context = {
        "access": access,
        "here": "trouble",
        "open": [line for line in lines if line.is_open],
        "decided": [line for line in lines if not line.is_open],
        "is_locked": access.event.state == Event.FINAL,
    }
    return render(request, "events/rulings/protests.html", context)


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def new_protest(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Write one down: who protests, about what, what is wanted."""
    if request.method == "POST":
        form, form_token = _protest_form(access, request.POST.dict()), read_form_token(request.POST)
        if form.is_valid():
            with Attempt(form):
                written, sent = services.Written(**form.cleaned_data), access.signed(request.POST)
                services.make_protest(event=access.event, written=written, **sent)
                made = Protest.objects.get(submission=form_token.submission)
                return redirect(access.address("protest", made.pk))
    else:
        form = _protest_form(access, None, _about(access, request))
        form_token = new_form_token(access.event.version)
    context = {
        "access": access,
        "here": "trouble",
        "form": form,
        "problems": form.all_problems() if form.is_bound else [],
        "form_token": form_token,
        "is_locked": access.event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/rulings/protest_new.html", context, status=status)


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def protest(request: HttpRequest, access: EventAccess, protest: int) -> HttpResponse:
    """One protest: what was written down, to be put right or decided."""
    line = _line(access, protest)
    if request.method != "POST":
        return _protest_page(request, access, line)
    form = _protest_form(access, request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            written = services.Written(**form.cleaned_data)
            services.change_protest(written=written, **_sent(request, access, line))
            return redirect(access.address("protest", protest))
    return _protest_page(request, access, line, form=form)


@event_needs(Right.RUN)
@require_POST
def decide_protest(request: HttpRequest, access: EventAccess, protest: int) -> HttpResponse:
    """Decide it; one that is upheld leads on to the ruling that follows."""
    line, form = _line(access, protest), OutcomeForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            outcome = services.Outcome(**form.cleaned_data)
            services.decide_protest(outcome=outcome, **_sent(request, access, line))
            return redirect(access.address("protest", protest))
    return _protest_page(request, access, line, outcome=form)


@event_needs(Right.RUN)
@require_POST
def reopen_protest(request: HttpRequest, access: EventAccess, protest: int) -> HttpResponse:
    """Take the decision back, with a reason."""
    line, form = _line(access, protest), AgainForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.reopen_protest(**form.cleaned_data, **_sent(request, access, line))
            return redirect(access.address("protest", protest))
    return _protest_page(request, access, line, again=form)


class _Signed(Signed):
    """What every action with a protest is told."""

    protest: Protest
    seen_version: int


def _sent(request: HttpRequest, access: EventAccess, line: queries.ProtestLine) -> _Signed:
    seen_version = read_form_token(request.POST).seen_version
    return {**access.signed(request.POST), "protest": line.protest, "seen_version": seen_version}


def _line(access: EventAccess, key: int) -> queries.ProtestLine:
    line = queries.protest_line(access.event, key)
    if line is None:
        raise Http404
    return line


def _protest_form(
    access: EventAccess, data: dict[str, str] | None, initial: dict[str, Any] | None = None
) -> ProtestForm:
    rounds = [played.number for played in rounds_with_tables(access.event)]
    return ProtestForm(rounds, data, initial)


def _about(access: EventAccess, request: HttpRequest) -> dict[str, Any]:
    """The round and the table from which the director comes."""
    key = read_key(request.GET.get("place"))
    if key is None:
        return {}
    found = EventTable.objects.filter(pk=key, round__event=access.event)
    place = found.select_related("round").first()
    return {"round": place.round.number, "table": place.number} if place else {}


def _protest_page(
    request: HttpRequest, access: EventAccess, line: queries.ProtestLine, **returned: ActionForm
) -> HttpResponse:
    """The page of one; whichever form came back stands with its problems."""
    kept = line.protest
    as_kept = {
        "protester": kept.protester,
        "matter": kept.matter,
        "wanted": kept.wanted,
        "round": kept.round.number if kept.round else None,
        "table": queries.table_of(kept),
        "hand": kept.hand,
        "start": kept.entry.number if kept.entry else None,
        "fee": kept.fee or None,
    }
    context = {
        "access": access,
        "here": "trouble",
        "line": line,
        "protest": kept,
        "form": returned.get("form") or _protest_form(access, None, as_kept),
        "is_changing": "form" in returned,
        "outcome": OutcomeForm(initial={"decided_by": access.by.who}),
        "again": AgainForm(),
        "problems": [each for form in returned.values() for each in form.all_problems()],
        "form_tokens": [new_form_token(kept.version) for _each in range(3)],
        "is_locked": access.event.state == Event.FINAL,
        **returned,
    }
    status = UNPROCESSABLE if returned else 200
    return render(request, "events/rulings/protest.html", context, status=status)


LONGEST_SEARCH = 80
ANSWERS = ("offence", "kind", "points", "others", "hand", "decided_by", "reason")


@event_needs(Right.LOOK)
@require_safe
def rulings(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """All rulings of the event, and what is worth a look."""
    return _list(request, access)


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def new_ruling(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """The form for a ruling at a table, or about one who sat out."""
    is_sent = request.method == "POST"
    asked = request.POST if is_sent else request.GET
    form_token = read_form_token(asked) if is_sent else new_form_token(access.event.version)
    if not is_sent and not {"place", "round"} & set(asked):
        return redirect(access.address("rulings"))
    ground, problem = _ground(access, asked)
    if ground is None:
        return _list(request, access, problem=problem)
    number = read_key(asked.get("protest", ""), PLACE)
    protest = access.event.protests.filter(pk=number).first() if number is not None else None
    if is_sent:
        form = RulingForm(ground, request.POST.dict())
    else:
        form = RulingForm(ground, initial=_initial(access, asked, protest))
    if form.is_valid():
        with Attempt(form):
            made = Ruling(
                round=ground.round,
                event_table=ground.place,
                entry_id=form.entry,
                protest=protest,
                **{name: form.cleaned_data[name] for name in ANSWERS},
            )
            services.rule(
                event=access.event,
                asked=made,
                seen_version=form_token.seen_version,
                is_sure=form.cleaned_data["is_sure"],
                **access.signed(request.POST),
            )
            return redirect(_next_page(access, ground, form, protest))
    context = {
        "access": access,
        "here": "keying",
        "ground": ground,
        "protest": protest,
        "is_locked": access.event.state == Event.FINAL,
        "seats": queries.seats_of(ground),
        "whole_table": TABLE,
        "form": form,
        "offences": _offences(ground),
        "unit": queries.unit_words(access.settings),
        "problems": form.all_problems() if form.is_bound else [],
        "asks_table": ground.place is not None
        and not ground.is_late
        and not is_open_ended(access.event),
        "is_refused_twice": "is_sure" in form.errors or bool(form["is_sure"].value()),
        "form_token": form_token,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/rulings/ruling.html", context, status=status)


@event_needs(Right.RUN)
@require_POST
def withdraw_ruling(request: HttpRequest, access: EventAccess, ruling: int) -> HttpResponse:
    """Withdraw one, with a reason."""
    found = get_object_or_404(Ruling, pk=ruling, event=access.event)
    sent, form = access.signed(request.POST), WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.withdraw_ruling(event=access.event, ruling=found, **form.cleaned_data, **sent)
            return redirect(access.address("rulings"))
    return _list(request, access, refused=(found.pk, form, sent["submission"]))


def _list(
    request: HttpRequest,
    access: EventAccess,
    *,
    problem: str = "",
    refused: tuple[int, WithdrawForm, UUID] | None = None,
) -> HttpResponse:
    """The page of rulings, perhaps with what was wrong."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    kind = request.GET.get("kind", "")
    lines = queries.ruling_lines(access.event, words, kind if kind in KINDS else "")
    tokens = {line.ruling.pk: new_form_token(access.event.version) for line in lines}
    own, form = None, WithdrawForm()
    if refused:
        own, form, submission = refused
        tokens[own] = FormToken(submission, access.event.version)
    rounds = rounds_with_tables(access.event)
    context = {
        "access": access,
        "here": "keying",
        "shown": [(line, tokens[line.ruling.pk]) for line in lines],
        "words": words,
        "kind": kind,
        "kinds": KINDS.items(),
        "refused": own,
        "form": form,
        "rounds": rounds,
        "round": rounds[-1] if rounds else None,
        "typed": request.GET,
        "problem": problem,
        "looks": worth_a_look(snapshot_of(access.event)),
        "rule": rule_words(),
        "problems": form.all_problems() if refused else [],
    }
    status = UNPROCESSABLE if refused else 404 if problem else 200
    return render(request, "events/rulings/rulings.html", context, status=status)


def _ground(access: EventAccess, asked: QueryDict) -> tuple[queries.Ground | None, str]:
    """What the ruling is about: the key of a table, or a round with a table's or start number.

    Where there is no such thing, None and why.
    """
    keys = {name: read_key(asked.get(name), PLACE) for name in ("place", "table", "start")}
    if keys["place"] is not None:
        return queries.ground_at(access.event, place_of(access, keys["place"])), ""
    number = read_key(asked.get("round"), PLACE)
    played = next((one for one in rounds_with_tables(access.event) if one.number == number), None)
    if played is None:
        raise Http404
    if keys["table"] is not None:
        place = played.tables.filter(number=keys["table"]).first()
        if place is not None:
            return queries.ground_at(access.event, place_of(access, place.pk)), ""
        text = _("There is no table %(number)s in this round.")
        return None, text % {"number": keys["table"]}
    entry = None
    if keys["start"] is not None:
        entry = access.event.entries.filter(number=keys["start"]).first()
    ground = queries.ground_of_entry(access.event, played, entry.pk) if entry else None
    problem = "" if ground else _("Nobody with that start number has a seat in this round.")
    return ground, problem


def _initial(access: EventAccess, asked: QueryDict, protest: Protest | None) -> dict[str, Any]:
    """What is known before anybody has typed: from the address, or from the protest."""
    offence = protest.matter if protest else asked.get("offence", "")
    return {
        "who": asked.get("who"),
        "decided_by": protest.decided_by if protest else access.by.who,
        "offence": " ".join(offence.split())[:LONGEST],
        "hand": protest.hand if protest else None,
        "reason": protest.reason if protest else "",
    }


def _next_page(
    access: EventAccess, ground: queries.Ground, form: RulingForm, protest: Protest | None
) -> str:
    """Where it goes on: with the table from which somebody was excluded, where it still plays.

    Several at once are named on the page of their table, each with that question.
    """
    table = access.address("desk_table", ground.place.pk) if ground.place else ""
    if form.cleaned_data["kind"] == Ruling.OUT and table:
        keys = [form.entry] if form.entry else [person.entry_id for person in ground.people]
        here = plays_now(access.event, keys)
        if len(here) > 1:
            return f"{table}#people-title"
        for key in here:
            asked = {"entry": key, "then": Ruling.OUT, "why": form.cleaned_data["offence"]}
            return f"{access.address('leaving')}?{urlencode(asked)}"
    if protest is not None:
        return access.address("protest", protest.pk)
    return f"{table}#rulings" if table else access.address("rulings")


def _offences(ground: queries.Ground) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each offence with its ready decisions: the name of the button, and its words."""
    return [
        (
            offence.words,
            [
                (f"{row}.{column}", queries.ready_words(ready))
                for column, ready in enumerate(offence.ready)
                if ground.place is not None or not ready.is_whole
            ],
        )
        for row, offence in enumerate(ground.offences)
    ]
