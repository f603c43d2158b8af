"""One entry: entering it, what is noted about it, who plays for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.reasons import REASON
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.forms import CompanionForm, ContactForm, EntryForm, SubstituteForm
from tournaments.events.check_in.queries import entries as queries
from tournaments.events.check_in.services import entries as services
from tournaments.events.check_in.services.contacts import Person
from tournaments.events.check_in.views.contacts import contact_context
from tournaments.events.check_in.views.door import back_to_door, deed_at, leaves_midway
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.results.services.leaving import substitute as put_in
from tournaments.models import Entry, Member
from tournaments.people.forms import PersonForm
from tournaments.people.queries.names import NEW, Known, known_names

ARRIVES = ("here", "paid_here")
PAID = ("paid_here", "paid")


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Enter a player or a pair, registered or here at once; asks where the club knows one alike."""
    if request.method != "POST":
        blank = [PersonForm([], place) for place in _places(visit)]
        return _new_page(request, visit, blank)
    told = all(request.POST.get(f"person-{place}-who") == NEW for place in _places(visit))
    forms = _persons(request, visit, [] if told else known_names(visit.event.club_id))
    contact = ContactForm(visit.settings, request.POST)
    if [form for form in (*forms, contact) if not form.is_valid()]:
        return _new_page(request, visit, forms, contact, status=UNPROCESSABLE)
    deed = request.POST.get("deed", "")
    try:
        done = services.enter(
            event=visit.event,
            people=[_person(form) for form in forms],
            by=visit.by,
            submission=read_envelope(request.POST).submission,
            arrives=deed in ARRIVES,
            is_paid=deed in PAID,
            reached=contact.reached,
        )
    except Refused as refused:
        forms = _persons(request, visit, known_names(visit.event.club_id))
        if all(form.is_valid() for form in forms):
            forms[0].add_error("name", refused.sentence)
        return _new_page(request, visit, forms, contact, status=UNPROCESSABLE)
    return back_to_door(visit, done)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def entry_form(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Everything about one entry, and the form for what is noted about it."""
    entry = _entry(visit, entry_id)
    if request.method != "POST":
        return entry_page(request, visit, entry)
    form = EntryForm(entry, visit.settings, request.POST)
    if form.is_valid():
        try:
            services.change_entry(
                entry=entry,
                wanted=form.wanted,
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
        except Refused as refused:
            form.add_error(None, refused.sentence)
    return entry_page(request, visit, entry, form=form)


@event_director
@require_POST
def entry_deed(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Arrived, paid, left, thrown out, back: one tap on the entry's page."""
    entry = _entry(visit, entry_id)
    midway = leaves_midway(visit, entry, request.POST)
    if midway:
        return redirect(midway)
    try:
        deed_at(entry, visit, request.POST)
    except Refused as refused:
        return entry_page(request, visit, entry, refused=refused.sentence, refused_at=refused.field)
    return redirect(visit.address("entry_form", entry.pk))


@event_director
@require_POST
def entry_party(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Note with whom somebody came, or that it was alone."""
    entry = _entry(visit, entry_id)
    others = list(visit.event.entries.all())
    form = CompanionForm(entry, others, request.POST)
    is_alone = request.POST.get("deed") == "alone"
    if is_alone or form.is_valid():
        try:
            services.keep_together(
                entry=entry,
                other=None if is_alone else form.cleaned_data["other"],
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
        except Refused as refused:
            form.add_error("other", refused.sentence)
    return entry_page(request, visit, entry, companion=form)


@event_director
@require_POST
def substitute(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Let somebody else play for an entry from a round on."""
    entry = _entry(visit, entry_id)
    rounds, _now = _rounds(visit)
    form = SubstituteForm(rounds, _playing(entry), request.POST)
    person = PersonForm(known_names(visit.event.club_id), 0, request.POST)
    is_person_known = person.is_valid()
    if form.is_valid() and is_person_known:
        try:
            put_in(
                entry=entry,
                place=form.cleaned_data["place"],
                person=_person(person),
                from_round=form.cleaned_data["from_round"],
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
        except Refused as refused:
            person = PersonForm(known_names(visit.event.club_id), 0, request.POST)
            if person.is_valid():
                person.add_error("name", refused.sentence)
    return entry_page(request, visit, entry, substitution=form, person=person)


def entry_page(
    request: HttpRequest, visit: EventVisit, entry: Entry, **answered: object
) -> HttpResponse:
    """The entry's page; `answered` are the forms that came back with a problem."""
    event, settings = visit.event, visit.settings
    [line] = queries.entry_lines(event, [entry.pk])
    changes = event.changes.filter(entry=entry).select_related("entry").order_by("-pk")
    members = list(entry.members.select_related("player"))
    rounds, now = _rounds(visit)
    context = {
        "visit": visit,
        "here": "door",
        "line": line,
        "settings": settings,
        "drawn": queries.drawn_rounds(event),
        "form": EntryForm(entry, settings),
        "companions": queries.companions(entry),
        "companion": CompanionForm(entry, []),
        "members": members,
        "playing": _playing(entry),
        "former": _former(members),
        "rounds": rounds,
        "round_now": now,
        "substitution": SubstituteForm(rounds, []),
        "person": PersonForm([], 0),
        "deeds": [(change, sentence_of(change)) for change in changes],
        "typed_reason": request.POST.get(REASON, ""),
        **contact_context(visit, entry),
        "envelopes": [new_envelope(event.version) for _each in range(5)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/entry.html", context, status=status)


def _new_page(
    request: HttpRequest,
    visit: EventVisit,
    forms: list[PersonForm],
    contact: ContactForm | None = None,
    status: int = 200,
) -> HttpResponse:
    returned = request.method == "POST"
    context = {
        "visit": visit,
        "here": "door",
        "forms": forms,
        "contact": contact or ContactForm(visit.settings),
        "settings": visit.settings,
        "deed": request.POST.get("deed", ""),
        "free": queries.free_places(visit.event),
        "envelope": read_envelope(request.POST) if returned else new_envelope(visit.event.version),
    }
    return render(request, "events/entry_new.html", context, status=status)


def _entry(visit: EventVisit, entry_id: int) -> Entry:
    return get_object_or_404(visit.event.entries, pk=entry_id)


def _places(visit: EventVisit) -> range:
    return range(2 if visit.settings.is_pairs else 1)


def _person(form: PersonForm) -> Person:
    answers = form.cleaned_data
    return Person(form.player_id, answers["name"], answers["home"], seen=form.was_shown)


def _persons(request: HttpRequest, visit: EventVisit, people: list[Known]) -> list[PersonForm]:
    return [PersonForm(people, place, request.POST) for place in _places(visit)]


def _playing(entry: Entry) -> list[tuple[int, str]]:
    """Who plays for the entry now, by place."""
    members = entry.members.filter(until_round=None).select_related("player")
    return [(member.place, member.player.name) for member in members]


def _former(members: list[Member]) -> list[Member]:
    """Those who played for the entry before and may come back, each once."""
    now = {member.player_id for member in members if member.until_round is None}
    before = {member.player_id: member for member in members if member.player_id not in now}
    return list(before.values())


def _rounds(visit: EventVisit) -> tuple[list[int], int]:
    """The rounds from which somebody else may play, and the one that is on or comes next."""
    first = queries.closed_rounds(visit.event) + 1
    drawn = queries.drawn_rounds(visit.event)
    last = max(visit.settings.rounds, drawn)
    return list(range(first, last + 1)), max(first, drawn)
