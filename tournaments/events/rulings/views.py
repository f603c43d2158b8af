"""Protests and rulings: listed, written down, decided, withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.actions import (
    UNPROCESSABLE,
    ActionForm,
    Attempt,
    FormToken,
    new_form_token,
    read_form_token,
)
from tournaments.common.requests import PLACE, read_key
from tournaments.events.access import EventAccess, event_director
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
from tournaments.events.rulings.queries import (
    ProtestLine,
    protest_line,
    protest_lines,
    ready_words,
    unit_words,
)
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Event, EventTable, Protest, Round, Ruling

# Protests: listed, written down, decided.

WRITTEN = ("protester", "matter", "wanted", "round", "table", "hand", "start", "fee")
OUTCOME = ("decision", "reason", "decided_by", "is_fee_back")


@event_director
@require_safe
def protests(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """All protests of the event, those on top that are to be decided."""
    lines = protest_lines(visit.event)
    context = {
        "visit": visit,
        "here": "trouble",
        "open": [line for line in lines if line.is_open],
        "decided": [line for line in lines if not line.is_open],
        "is_locked": visit.event.state == Event.FINAL,
    }
    return render(request, "events/rulings/protests.html", context)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_protest(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Write one down: who protests, about what, what is wanted."""
    if request.method != "POST":
        return _form_page(request, visit, _protests_form(visit, None, _about(visit, request)))
    form, form_token = _protests_form(visit, request.POST.dict()), read_form_token(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.make_protest(
                event=visit.event,
                written=_written(form),
                by=visit.by,
                submission=form_token.submission,
            )
            made = Protest.objects.get(submission=form_token.submission)
            return redirect(visit.address("protest", made.pk))
    return _form_page(request, visit, form, form_token)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def protest(request: HttpRequest, visit: EventAccess, protest: int) -> HttpResponse:
    """One protest: what was written down, to be put right or decided."""
    line = _line(visit, protest)
    if request.method != "POST":
        return _protests_page(request, visit, line)
    form = _protests_form(visit, request.POST.dict())
    if form.is_valid() and _is_done(
        request, visit, line, form, services.change_protest, written=_written(form)
    ):
        return redirect(visit.address("protest", protest))
    return _protests_page(request, visit, line, form=form)


@event_director
@require_POST
def decide_protest(request: HttpRequest, visit: EventAccess, protest: int) -> HttpResponse:
    """Decide it; one that is upheld leads on to the ruling that follows."""
    line, form = _line(visit, protest), OutcomeForm(request.POST)
    if form.is_valid():
        outcome = services.Outcome(**{name: form.cleaned_data[name] for name in OUTCOME})
        if _is_done(request, visit, line, form, services.decide_protest, outcome=outcome):
            return redirect(visit.address("protest", protest))
    return _protests_page(request, visit, line, outcome=form)


@event_director
@require_POST
def reopen_protest(request: HttpRequest, visit: EventAccess, protest: int) -> HttpResponse:
    """Take the decision back, with a reason."""
    line, form = _line(visit, protest), AgainForm(request.POST)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        if _is_done(request, visit, line, form, services.reopen_protest, reason=reason):
            return redirect(visit.address("protest", protest))
    return _protests_page(request, visit, line, again=form)


def _is_done(
    request: HttpRequest,
    visit: EventAccess,
    line: ProtestLine,
    form: ActionForm,
    deed: Callable[..., object],
    **what: object,
) -> bool:
    """Do what the form asks for; False where it was refused, and then the form says why."""
    form_token = read_form_token(request.POST)
    with Attempt(form):
        deed(
            protest=line.protest,
            seen_version=form_token.seen_version,
            by=visit.by,
            submission=form_token.submission,
            **what,
        )
        return True
    return False


def _line(visit: EventAccess, key: int) -> ProtestLine:
    line = protest_line(visit.event, key)
    if line is None:
        raise Http404
    return line


def _protests_form(
    visit: EventAccess, data: dict[str, str] | None, initial: dict[str, Any] | None = None
) -> ProtestForm:
    rounds = [played.number for played in rounds_with_tables(visit.event)]
    return ProtestForm(rounds, data, initial)


def _about(visit: EventAccess, request: HttpRequest) -> dict[str, Any]:
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
    request: HttpRequest, visit: EventAccess, form: ProtestForm, form_token: FormToken | None = None
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "trouble",
        "form": form,
        "problems": form.all_problems() if form.is_bound else [],
        "form_token": form_token or new_form_token(visit.event.version),
        "is_locked": visit.event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/rulings/protest_new.html", context, status=status)


def _protests_page(
    request: HttpRequest,
    visit: EventAccess,
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
        "form": form or _protests_form(visit, None, _as_typed(line.protest)),
        "is_changing": form is not None,
        "outcome": outcome or OutcomeForm(initial={"decided_by": visit.by.who}),
        "again": again or AgainForm(),
        "problems": returned.all_problems() if returned else [],
        "form_tokens": [new_form_token(version) for _each in range(3)],
        "is_locked": visit.event.state == Event.FINAL,
    }
    status = UNPROCESSABLE if returned else 200
    return render(request, "events/rulings/protest.html", context, status=status)


LONGEST_SEARCH = 80
ANSWERS = ("offence", "kind", "points", "others", "hand", "decided_by", "reason", "is_sure")


@event_director
@require_safe
def rulings(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """All rulings of the event, and what is worth a look."""
    return _list(request, visit)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_ruling(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """The form for a ruling at a table, or about one who sat out."""
    asked = request.GET
    if request.method == "POST":
        asked, form_token = request.POST, read_form_token(request.POST)
    elif not {"place", "round"} & set(asked):
        return redirect(visit.address("rulings"))
    ground, problem = _ground(visit, asked.dict())
    if ground is None:
        return _list(request, visit, problem=problem)
    protest = _protest(visit, asked.get("protest", ""))
    if request.method != "POST":
        form = _form(ground, None, _initial(visit, asked.dict(), protest))
        form_token = new_form_token(visit.event.version)
        return _page(request, visit, ground, form, form_token, protest)
    form = _form(ground, request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            services.rule(
                event=visit.event,
                asked=_asked(ground, form, form_token.seen_version, protest),
                by=visit.by,
                submission=form_token.submission,
            )
            return redirect(_how_it_goes_on(visit, ground, form) or _after(visit, ground, protest))
    return _page(request, visit, ground, form, form_token, protest)


@event_director
@require_POST
def withdraw_ruling(request: HttpRequest, visit: EventAccess, ruling: int) -> HttpResponse:
    """Withdraw one, with a reason."""
    found = get_object_or_404(Ruling, pk=ruling, event=visit.event)
    form_token = read_form_token(request.POST)
    form = WithdrawForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.withdraw_ruling(
                event=visit.event,
                ruling=found,
                reason=form.cleaned_data["reason"],
                by=visit.by,
                submission=form_token.submission,
            )
            return redirect(visit.address("rulings"))
    return _list(request, visit, refused=(found.pk, form, form_token.submission))


def _list(
    request: HttpRequest,
    visit: EventAccess,
    *,
    problem: str = "",
    refused: tuple[int, WithdrawForm, UUID] | None = None,
) -> HttpResponse:
    """The page of rulings, perhaps with what was wrong."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    kind = request.GET.get("kind", "")
    lines = queries.ruling_lines(visit.event, words, kind if kind in KINDS else "")
    own, form, submission = refused or (None, WithdrawForm(), None)
    rounds = rounds_with_tables(visit.event)
    shown = [
        (line, _form_token_for(visit, submission if line.ruling.pk == own else None))
        for line in lines
    ]
    context = {
        "visit": visit,
        "here": "keying",
        "shown": shown,
        "words": words,
        "kind": kind,
        "kinds": KINDS.items(),
        "refused": own,
        "form": form,
        "rounds": rounds,
        "round": rounds[-1] if rounds else None,
        "typed": request.GET,
        "problem": problem,
        "looks": worth_a_look(snapshot_of(visit.event)),
        "rule": rule_words(),
        "problems": form.all_problems() if refused else [],
    }
    status = UNPROCESSABLE if refused else 404 if problem else 200
    return render(request, "events/rulings/rulings.html", context, status=status)


def _form_token_for(visit: EventAccess, submission: UUID | None) -> FormToken:
    fresh = new_form_token(visit.event.version)
    return fresh if submission is None else FormToken(submission, fresh.seen_version)


def _ground(visit: EventAccess, asked: dict[str, str]) -> tuple[queries.Ground | None, str]:
    """What the ruling is about: the key of a table, or a round with a table's or start number."""
    place = read_key(asked.get("place"), PLACE)
    if place is not None:
        return queries.ground_at(visit.event, place_of(visit, place)), ""
    number = read_key(asked.get("round"), PLACE)
    played = next((one for one in rounds_with_tables(visit.event) if one.number == number), None)
    if played is None:
        raise Http404
    return _ground_in(visit, played, asked)


def _ground_in(
    visit: EventAccess, played: Round, asked: dict[str, str]
) -> tuple[queries.Ground | None, str]:
    table, start = read_key(asked.get("table"), PLACE), read_key(asked.get("start"), PLACE)
    if table is not None:
        place = played.tables.filter(number=table).first()
        if place is not None:
            return queries.ground_at(visit.event, place_of(visit, place.pk)), ""
        return None, _("There is no table %(number)s in this round.") % {"number": table}
    entry = visit.event.entries.filter(number=start).first() if start is not None else None
    ground = queries.ground_of_entry(visit.event, played, entry.pk) if entry else None
    if ground is None:
        return None, _("Nobody with that start number has a seat in this round.")
    return ground, ""


def _form(
    ground: queries.Ground, data: dict[str, str] | None, initial: dict[str, Any] | None = None
) -> RulingForm:
    return RulingForm(
        [person.entry_id for person in ground.people],
        ground.offences,
        data,
        has_table=ground.place is not None,
        has_strokes=ground.has_strokes,
        initial=initial,
    )


def _protest(visit: EventAccess, key: str) -> Protest | None:
    """The protest from which the ruling follows."""
    number = read_key(key, PLACE)
    return visit.event.protests.filter(pk=number).first() if number is not None else None


def _initial(visit: EventAccess, asked: dict[str, str], protest: Protest | None) -> dict[str, Any]:
    """What is known before anybody has typed: from the address, or from the protest."""
    offence = protest.matter if protest else asked.get("offence", "")
    return {
        "who": asked.get("who"),
        "decided_by": protest.decided_by if protest else visit.by.who,
        "offence": " ".join(offence.split())[:LONGEST],
        "hand": protest.hand if protest else None,
        "reason": protest.reason if protest else "",
    }


def _asked(
    ground: queries.Ground, form: RulingForm, seen_version: int, protest: Protest | None
) -> services.NewRuling:
    answers = {name: form.cleaned_data[name] for name in ANSWERS}
    return services.NewRuling(
        round=ground.round,
        place=ground.place,
        entry=form.entry,
        protest=protest.pk if protest else None,
        seen_version=seen_version,
        **answers,
    )


def _how_it_goes_on(visit: EventAccess, ground: queries.Ground, form: RulingForm) -> str:
    """Where is asked how a table goes on from which somebody was excluded; "" where it is done.

    Several at once are named on the page of their table, each with that question.
    """
    if form.cleaned_data["kind"] != Ruling.OUT or ground.place is None:
        return ""
    keys = [form.entry] if form.entry else [person.entry_id for person in ground.people]
    here = plays_now(visit.event, keys)
    if not here:
        return ""
    if len(here) > 1:
        return visit.address("desk_table", ground.place.pk) + "#people-title"
    [key] = here
    asked = {"entry": key, "then": Ruling.OUT, "why": form.cleaned_data["offence"]}
    return f"{visit.address('leaving')}?{urlencode(asked)}"


def _after(visit: EventAccess, ground: queries.Ground, protest: Protest | None) -> str:
    if protest is not None:
        return visit.address("protest", protest.pk)
    if ground.place is None:
        return visit.address("rulings")
    return visit.address("desk_table", ground.place.pk) + "#rulings"


def _page(
    request: HttpRequest,
    visit: EventAccess,
    ground: queries.Ground,
    form: RulingForm,
    form_token: FormToken,
    protest: Protest | None,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "keying",
        "ground": ground,
        "protest": protest,
        "is_locked": visit.event.state == Event.FINAL,
        "seats": queries.seats_of(ground),
        "whole_table": TABLE,
        "form": form,
        "offences": _offences(ground),
        "unit": unit_words(ground.settings),
        "problems": form.all_problems() if form.is_bound else [],
        "asks_table": ground.place is not None
        and not ground.is_late
        and not is_open_ended(visit.event),
        "is_refused_twice": "is_sure" in form.errors or bool(form["is_sure"].value()),
        "form_token": form_token,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "events/rulings/ruling.html", context, status=status)


def _offences(ground: queries.Ground) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each offence with its ready decisions: the name of the button, and its words."""
    return [
        (
            offence.words,
            [
                (f"{row}.{column}", ready_words(ready))
                for column, ready in enumerate(offence.ready)
                if ground.place is not None or not ready.is_whole
            ],
        )
        for row, offence in enumerate(ground.offences)
    ]
