"""Somebody leaves in the middle of a round: who, how the table goes on, done."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.actions import Attempt
from tournaments.common.names import found_by
from tournaments.common.requests import read_key
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.check_in.forms import ask_again, person_of
from tournaments.events.check_in.queries.entries import playing_for
from tournaments.events.results.forms.tables import OUT, LeavingForm, ReasonForm
from tournaments.events.results.queries.leaving import remedies, situation_of, way_back
from tournaments.events.results.services import leaving as services
from tournaments.models import Entry, EventChange, EventTable, Leaving, Result, Round
from tournaments.people.forms import PersonForm
from tournaments.people.queries import known_names
from tournaments.tables.queries import leaving_of, with_leavings

LONGEST_SEARCH = 84
LONGEST_REASON = 200


@event_needs(Right.RUN, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def leaving(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Ask who leaves, then how the table goes on, in words of what that changes; do it."""
    asked = request.POST if request.method == "POST" else request.GET
    result = _result(access, asked.get("entry", ""))
    if result is None:
        refusal = _("Say who leaves.") if request.method == "POST" else ""
        return _who(request, access, refusal=refusal)
    if request.method == "POST":
        return _leave(request, access, result)
    if leaving_of(result) is not None:
        return _gone(request, access, result)
    return _how(request, access, result, asked.get("remedy", ""))


@event_needs(Right.RUN)
@require_POST
def stay(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Take it back that somebody has left."""
    get_object_or_404(Entry, event=access.event, pk=entry_id)
    result = _result(access, str(entry_id))
    if result is None or result.event_table is None:
        return _who(request, access, refusal=_("This round is closed: what was decided stays."))
    form = ReasonForm(request.POST)
    with Attempt(form):
        services.stay_after_all(
            event=access.event,
            place=result.event_table,
            entry=result.entry,
            reason=form.cleaned_data["reason"] if form.is_valid() else "",
            **access.signed(request.POST),
        )
        return redirect(access.address("desk_table", result.event_table_id))
    return _gone(request, access, result, form)


def _result(access: EventAccess, text: str) -> Result | None:
    """What an entry has from the round that is on, or None."""
    key = read_key(text)
    if key is None:
        return None
    found = Result.objects.filter(
        event=access.event, entry=key, round__state=Round.DRAWN, event_table__isnull=False
    ).select_related("entry", "event_table__table", "event_table__round")
    result = with_leavings(found).first()
    if result is not None and result.event_table is not None:
        result.event_table.round.event = access.event
    return result


def _who(request: HttpRequest, access: EventAccess, *, refusal: str = "") -> HttpResponse:
    """Everybody at the tables, or at one of them; a search narrows it."""
    table, typed = request.GET.get("table", ""), request.GET.get("q", "")[:LONGEST_SEARCH]
    sitting = Result.objects.filter(
        event=access.event, round__state=Round.DRAWN, event_table__isnull=False
    ).select_related("entry", "event_table", "round")
    found = found_by(
        typed,
        with_leavings(sitting).order_by("event_table__number", "side"),
        said=lambda result: result.entry.name,
        number=lambda result: result.entry.number,
    )
    tables: dict[EventTable, list[Result]] = {}
    for result in found:
        assert result.event_table is not None
        if not table or str(result.event_table.number) == table:
            tables.setdefault(result.event_table, []).append(result)
    context = {"tables": list(tables.items()), "typed": typed, "refusal": refusal}
    template = "events/results/leaving_who.html"
    return access.page(request, "trouble", template, context, wrong=refusal)


def _gone(
    request: HttpRequest, access: EventAccess, result: Result, form: ReasonForm | None = None
) -> HttpResponse:
    """Somebody has left: how that is taken back, or why not and what comes first."""
    leaving = leaving_of(result)
    if leaving is None or result.event_table is None:
        return _who(request, access)
    now = situation_of(result)
    back = way_back(now, leaving)
    context = {
        "now": now,
        "place": result.event_table,
        "leaving": leaving,
        "back": back,
        "form": form or ReasonForm(),
        "problems": form.all_problems() if form is not None and not back.why_not else [],
    }
    wrong = form is not None
    return access.page(request, "trouble", "events/results/leaving_back.html", context, wrong=wrong)


def _leave(request: HttpRequest, access: EventAccess, result: Result) -> HttpResponse:
    form = LeavingForm(playing_for(result.entry), request.POST)
    person = PersonForm(known_names(access.event.club_id), 0, request.POST)
    is_known = not form.needs_person or person.is_valid()
    if not form.is_valid() or not is_known:
        return _how(request, access, result, request.POST.get("remedy", ""), form, person)
    assert result.event_table is not None
    cleaned = form.cleaned_data
    ask = services.Ask(
        remedy=cleaned["remedy"],
        hands=cleaned["hands"],
        points=cleaned["points"],
        solos=cleaned["solos"] or 0,
        stand_in=cleaned["stand_in"] if cleaned["remedy"] == Leaving.OUTSIDE else "",
        person=person_of(person) if form.needs_person else None,
        place=cleaned["place"] or 0,
        is_out=cleaned["then"] == OUT,
    )
    with Attempt() as attempt:
        services.leave_table(
            event=access.event,
            place=result.event_table,
            entry=result.entry,
            ask=ask,
            reason=cleaned["reason"],
            **access.signed(request.POST),
        )
        return redirect(access.address("desk_table", result.event_table_id))
    refused = attempt.refused
    if refused and refused.field.startswith("name") and form.needs_person:
        person = ask_again(access.event.club_id, request.POST, refused.sentence)
    elif refused:
        form.refuse(refused.sentence, refused.field)
    return _how(request, access, result, ask.remedy, form, person)


def _how(
    request: HttpRequest,
    access: EventAccess,
    result: Result,
    key: str,
    form: LeavingForm | None = None,
    person: PersonForm | None = None,
) -> HttpResponse:
    """The four ways on, or the one that was chosen with what it changes."""
    assert result.event_table is not None
    now = situation_of(result)
    # Disqualified, by a ruling or just now, and leaving for that.
    asked = request.POST if request.method == "POST" else request.GET
    is_out = asked.get("then") == OUT or result.entry.status == Entry.OUT
    ways = remedies(now, is_out=is_out)
    chosen = ways.get(key)
    why = _("Had to leave")
    if is_out:
        why = request.GET.get("why", "")[:LONGEST_REASON]
        if not why and result.entry.status == Entry.OUT:
            change = EventChange.objects.filter(entry=result.entry, kind="out").last()
            why = change.reason if change else ""
    persons = playing_for(result.entry)
    used = form or LeavingForm(persons, initial={"reason": why})
    problems: list[Any] = used.all_problems() if form is not None else []
    if person is not None and used.needs_person and not person.is_valid():
        problems += [("name", person["name"].label, text) for text in person.errors.get("name", [])]
    context = {
        "now": now,
        "place": result.event_table,
        "remedies": ways.values(),
        "is_out": is_out,
        "query": urlencode({"then": OUT, "why": why}) if is_out else "",
        "chosen": chosen if chosen is not None and not chosen.why_not else None,
        "form": used,
        "person": person or PersonForm([], 0),
        "persons": persons,
        "problems": problems,
    }
    wrong = form is not None
    return access.page(request, "trouble", "events/results/leaving.html", context, wrong=wrong)
