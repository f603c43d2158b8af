"""The door and its entries: who comes in, what is noted about each, lists that are pasted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.access import ClubAccess, club_director
from tournaments.common.actions import (
    REASON,
    UNPROCESSABLE,
    Attempt,
    FormToken,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.requests import read_key
from tournaments.common.texts import LONGEST_LINE
from tournaments.events.access import EventAccess, event_director
from tournaments.events.actions import Done
from tournaments.events.check_in import services
from tournaments.events.check_in.forms import (
    CompanionForm,
    ContactForm,
    EntryForm,
    ListForm,
    ReachedForm,
    SubstituteForm,
    kept_answers,
    read_answers,
    read_list,
)
from tournaments.events.check_in.queries import entries as queries
from tournaments.events.check_in.queries.contacts import (
    Alike,
    known_of,
    marks_typed,
    open_questions,
    takes_contacts,
)
from tournaments.events.check_in.queries.entries import (
    ASKED,
    LEFT_OUT,
    TAKEN,
    Wanted,
    free_places,
    outcomes,
)
from tournaments.events.check_in.services import Person, move_up, take_list, take_players
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.freshness import LivePage, follows_deeds
from tournaments.events.results.queries.sheets import plays_now
from tournaments.events.results.services.leaving import substitute as put_in
from tournaments.models import Club, Entry, Event, Member
from tournaments.people.forms import PersonForm
from tournaments.people.queries import (
    MOST_PROPOSED,
    NEW,
    Known,
    alike,
    known_names,
    proposed_players,
)

# How somebody is reached, and who is the same person, as the pages show it.


def contact_context(
    visit: EventAccess, entry: Entry, form: ReachedForm | None = None
) -> dict[str, Any]:
    """What the page of an entry shows of it; nothing where everybody comes once."""
    if not takes_contacts(visit.settings):
        return {}
    known = known_of(entry)
    return {
        "known": known,
        "reached": form or ReachedForm(known.reached),
        "contact_form_token": new_form_token(visit.event.version),
        "questions": questions(visit, known.alike),
    }


def questions(visit: EventAccess, asked: list[Alike]) -> list[tuple[Alike, FormToken]]:
    """Each question with a token of its own."""
    return [(each, new_form_token(visit.event.version)) for each in asked]


def door_questions(visit: EventAccess, about: int | None) -> list[tuple[Alike, FormToken]]:
    """What the door asks: first about whoever stands there, then the others."""
    found = open_questions(visit.event)
    found.sort(key=lambda each: about not in (each.first.pk, each.later.pk))
    return questions(visit, found)


# The door: who comes in, and who has not come yet.

SHORTEST_NAME = 2
LONGEST_SEARCH = 84

Deed = Callable[..., Done]

DEEDS: dict[str, Deed] = {
    "here": services.arrive,
    "paid_here": partial(services.arrive, is_paid=True),
    "not_here": services.not_here,
    "paid": partial(services.set_paid, is_paid=True),
    "unpaid": partial(services.set_paid, is_paid=False),
    "left": services.leave,
    "back": services.come_back,
    "no_show": services.mark_no_show,
    "out": services.throw_out,
    "move_up": move_up,
}
WITH_REASON = ("back", "out")


@event_director
@require_safe
def door(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Everybody who is entered, found as one types, and whoever is new."""
    return door_page(request, visit, request.GET.get("q", ""))


@event_director
@require_POST
def check_in(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """One tap at the door: arrived, paid, not here after all, moved up."""
    entry = get_object_or_404(visit.event.entries, pk=_key(request.POST.get("entry")))
    midway = leaves_midway(visit, entry, request.POST)
    if midway:
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": midway})
        return redirect(midway)
    with Attempt() as attempt:
        return back_to_door(visit, deed_at(entry, visit, request.POST), entry)
    return door_page(request, visit, request.POST.get("q", ""), refused=attempt.sentence)


def leaves_midway(visit: EventAccess, entry: Entry, posted: Mapping[str, str]) -> str:
    """Where is asked how the table goes on, if a form takes somebody away who plays; else ""."""
    deed = posted.get("deed", "")
    if deed not in ("left", "out") or not plays_now(visit.event, [entry.pk]):
        return ""
    asked = {"entry": str(entry.pk)}
    if deed == "out":
        asked |= {"then": deed, "why": posted.get(REASON, "")[:LONGEST_LINE]}
    return f"{visit.address('leaving')}?{urlencode(asked)}"


def deed_at(entry: Entry, visit: EventAccess, posted: Mapping[str, str]) -> Done:
    """Do at an entry what a form asks for; Refused where it cannot be."""
    name = posted.get("deed", "")
    if name not in DEEDS:
        raise BadRequest("Nobody knows how to do that at the door.")
    submission = read_form_token(posted).submission
    reason = {REASON: typed_reason(posted)} if name in WITH_REASON else {}
    return DEEDS[name](entry=entry, by=visit.by, submission=submission, **reason)


def back_to_door(visit: EventAccess, done: Done, entry: Entry | None = None) -> HttpResponse:
    """To the door, ready for the next one, with what was done on top."""
    entry = done.change.entry if done.change else entry
    what = f"done={done.change.pk}" if done.change else f"about={entry.pk if entry else 0}"
    return redirect(f"{visit.address('door')}?{what}")


def door_page(
    request: HttpRequest, visit: EventAccess, typed: str, *, refused: str = ""
) -> HttpResponse:
    """The whole page, or for htmx the part of it that changes."""
    typed = " ".join(typed.split())[:LONGEST_SEARCH]
    template = "events/check_in/door.html"
    counts = queries.door_counts(visit.event)
    context = _found(request, visit, typed, counts)
    if request.htmx and request.htmx.target == "found":  # type: ignore[attr-defined]
        template = "events/check_in/door.html#door_found"
    else:
        context |= _news(request, visit, counts)
        context["door_live"] = _live(request, visit, typed)
        if request.htmx:  # type: ignore[attr-defined]
            template = "events/check_in/door.html#door_body"
    context["refused"] = refused
    status = UNPROCESSABLE if refused else 200
    return render(request, template, context, status=status)


def _live(request: HttpRequest, visit: EventAccess, typed: str) -> LivePage:
    """The door's page is fetched again for the same words, with the same news on top."""
    same = {name: _key(request.GET.get(name)) for name in ("done", "about", "page")}
    query = {"q": typed} | {name: str(number) for name, number in same.items() if number}
    return follows_deeds(visit, f"{visit.address('door')}?{urlencode(query)}")


def _found(
    request: HttpRequest, visit: EventAccess, typed: str, counts: queries.Counts
) -> dict[str, Any]:
    """The list, and what the counts mean for it."""
    event, settings = visit.event, visit.settings
    page = queries.door_page(event, typed, _key(request.GET.get("page")) or 1)
    is_name = len(typed) >= SHORTEST_NAME and not typed.isdecimal()
    is_name = is_name and not marks_typed(event, typed)
    names = _names(typed, is_pairs=settings.is_pairs) if is_name else []
    people = known_names(event.club_id) if is_name else []
    proposed = proposed_players(event, typed, people) if is_name else []
    version = event.version
    return {
        "visit": visit,
        "here": "door",
        "typed": typed,
        "counts": counts,
        "free": queries.free_places(event, counts),
        "settings": settings,
        "page": page,
        "lines": [(line, new_form_token(version)) for line in page.lines],
        "proposed": [(one, new_form_token(version)) for one in proposed],
        "names": names,
        "seen": alike(names[0], people)[:MOST_PROPOSED] if names else [],
        "form_token": new_form_token(version),
    }


def _news(request: HttpRequest, visit: EventAccess, counts: queries.Counts) -> dict[str, Any]:
    """What stands on top: what was done last, what the number means, whose turn it is."""
    event, settings = visit.event, visit.settings
    free = queries.free_places(event, counts)
    first = queries.first_waiting(event) if counts.waiting and free else None
    change = event.changes.filter(pk=_key(request.GET.get("done"))).first()
    about = change.entry_id if change else _key(request.GET.get("about"))
    shown = queries.entry_lines(event, [about]) if about else []
    teams = tables_wanted_at(event, settings)
    return {
        "change": change,
        "shown": shown[0] if shown else None,
        "tables": queries.tables_in_words(counts.playing, settings, teams)
        if counts.playing
        else "",
        "short": queries.short_of_even(counts.playing, settings) if counts.playing else 0,
        "too_late": queries.too_late(event, settings),
        "moves_up": first,
        "questions": door_questions(visit, about),
        "news_form_token": new_form_token(event.version),
        "move_form_token": new_form_token(event.version),
    }


def _names(typed: str, *, is_pairs: bool) -> list[str]:
    """The names that were typed into the search: of a pair perhaps both."""
    if not is_pairs:
        return [typed]
    first, _, second = typed.partition("/")
    return [first.strip(), second.strip()]


def _key(text: str | None) -> int:
    return read_key(text) or 0


# One entry: entering it, what is noted about it, who plays for it.

ARRIVES = ("here", "paid_here")
PAID = ("paid_here", "paid")


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: HttpRequest, visit: EventAccess) -> HttpResponse:
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
    with Attempt() as attempt:
        done = services.enter(
            event=visit.event,
            people=[_person(form) for form in forms],
            by=visit.by,
            submission=read_form_token(request.POST).submission,
            arrives=deed in ARRIVES,
            is_paid=deed in PAID,
            reached=contact.reached,
        )
        return back_to_door(visit, done)
    forms = _persons(request, visit, known_names(visit.event.club_id))
    if all(form.is_valid() for form in forms):
        forms[0].add_error("name", attempt.sentence)
    return _new_page(request, visit, forms, contact, status=UNPROCESSABLE)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def entry_form(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Everything about one entry, and the form for what is noted about it."""
    entry = _entry(visit, entry_id)
    if request.method != "POST":
        return entry_page(request, visit, entry)
    form = EntryForm(entry, visit.settings, request.POST)
    if form.is_valid():
        with Attempt() as attempt:
            services.change_entry(
                entry=entry,
                wanted=form.wanted,
                by=visit.by,
                submission=read_form_token(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
        form.add_error(None, attempt.sentence)
    return entry_page(request, visit, entry, form=form)


@event_director
@require_POST
def entry_deed(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Arrived, paid, left, thrown out, back: one tap on the entry's page."""
    entry = _entry(visit, entry_id)
    midway = leaves_midway(visit, entry, request.POST)
    if midway:
        return redirect(midway)
    with Attempt() as attempt:
        deed_at(entry, visit, request.POST)
        return redirect(visit.address("entry_form", entry.pk))
    answered = {"refused": attempt.sentence, "refused_at": attempt.refused_field}
    return entry_page(request, visit, entry, **answered)


@event_director
@require_POST
def entry_party(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Note with whom somebody came, or that it was alone."""
    entry = _entry(visit, entry_id)
    others = list(visit.event.entries.all())
    form = CompanionForm(entry, others, request.POST)
    is_alone = request.POST.get("deed") == "alone"
    if is_alone or form.is_valid():
        with Attempt(form, field="other"):
            services.keep_together(
                entry=entry,
                other=None if is_alone else form.cleaned_data["other"],
                by=visit.by,
                submission=read_form_token(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
    return entry_page(request, visit, entry, companion=form)


@event_director
@require_POST
def substitute(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Let somebody else play for an entry from a round on."""
    entry = _entry(visit, entry_id)
    rounds, _now = _rounds(visit)
    form = SubstituteForm(rounds, _playing(entry), request.POST)
    person = PersonForm(known_names(visit.event.club_id), 0, request.POST)
    is_person_known = person.is_valid()
    if form.is_valid() and is_person_known:
        with Attempt() as attempt:
            put_in(
                entry=entry,
                place=form.cleaned_data["place"],
                person=_person(person),
                from_round=form.cleaned_data["from_round"],
                by=visit.by,
                submission=read_form_token(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk))
        person = PersonForm(known_names(visit.event.club_id), 0, request.POST)
        if person.is_valid():
            person.add_error("name", attempt.sentence)
    return entry_page(request, visit, entry, substitution=form, person=person)


def entry_page(
    request: HttpRequest, visit: EventAccess, entry: Entry, **answered: object
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
        "form_tokens": [new_form_token(event.version) for _each in range(5)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/check_in/entry.html", context, status=status)


def _new_page(
    request: HttpRequest,
    visit: EventAccess,
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
        "form_token": read_form_token(request.POST)
        if returned
        else new_form_token(visit.event.version),
    }
    return render(request, "events/check_in/entry_new.html", context, status=status)


def _entry(visit: EventAccess, entry_id: int) -> Entry:
    return get_object_or_404(visit.event.entries, pk=entry_id)


def _places(visit: EventAccess) -> range:
    return range(2 if visit.settings.is_pairs else 1)


def _person(form: PersonForm) -> Person:
    answers = form.cleaned_data
    return Person(form.player_id, answers["name"], answers["home"], seen=form.was_shown)


def _persons(request: HttpRequest, visit: EventAccess, people: list[Known]) -> list[PersonForm]:
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


def _rounds(visit: EventAccess) -> tuple[list[int], int]:
    """The rounds from which somebody else may play, and the one that is on or comes next."""
    first = queries.closed_rounds(visit.event) + 1
    drawn = queries.drawn_rounds(visit.event)
    last = max(visit.settings.rounds, drawn)
    return list(range(first, last + 1)), max(first, drawn)


# What is noted of how an entry is reached, and the answers to who is who.

SAME, OTHER, OPEN = "same", "other", "open"


@event_director
@require_POST
def entry_contact(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Note, change or erase how somebody is reached."""
    entry = get_object_or_404(visit.event.entries, pk=entry_id)
    entry.event = visit.event
    form = ReachedForm(known_of(entry).reached, request.POST)
    if form.is_valid():
        with Attempt() as attempt:
            services.note_contact(
                entry=entry,
                reached=form.reached,
                by=visit.by,
                submission=read_form_token(request.POST).submission,
            )
            return redirect(visit.address("entry_form", entry.pk) + "#reached-title")
        return entry_page(request, visit, entry, refused=attempt.sentence)
    return entry_page(request, visit, entry, **contact_context(visit, entry, form))


@event_director
@require_POST
def entry_same(request: HttpRequest, visit: EventAccess, entry_id: int) -> HttpResponse:
    """Say that two entries are of the same person, or of two, or take that back."""
    entry = get_object_or_404(visit.event.entries, pk=entry_id)
    key = read_key(request.POST.get("other"))
    if key is None:
        raise BadRequest("It is not said which entry is meant.")
    other = get_object_or_404(visit.event.entries, pk=key)
    with Attempt() as attempt:
        _say(request, visit, entry, other)
        if request.POST.get("from") == "door":
            return redirect(f"{visit.address('door')}?about={entry.pk}")
        return redirect(visit.address("entry_form", entry.pk) + "#reached-title")
    return entry_page(request, visit, entry, refused=attempt.sentence)


def _say(request: HttpRequest, visit: EventAccess, entry: Entry, other: Entry) -> Done:
    deed, submission = request.POST.get("deed", ""), read_form_token(request.POST).submission
    if deed == OPEN:
        return services.leave_open(entry=entry, other=other, by=visit.by, submission=submission)
    if deed not in (SAME, OTHER):
        raise BadRequest("Nobody knows how to answer that.")
    is_same = deed == SAME
    return services.say_same(
        entry=entry, other=other, is_same=is_same, by=visit.by, submission=submission
    )


@event_director
@require_POST
def erase_contacts(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Erase all of them, even where the final list is locked."""
    submission = read_form_token(request.POST).submission
    services.erase_contacts(event=visit.event, by=visit.by, submission=submission)
    return redirect(visit.address("take_away"))


# A pasted list or an uploaded CSV: shown line by line, then taken in at once or not at all.

MOST_ASKED = 60
"""Questions on one page; the others follow when these are answered."""

Answers = Mapping[str, str]


@dataclass(frozen=True)
class Place:
    """Where a list is taken in: an event, or only the club."""

    visit: EventAccess | ClubAccess
    club: Club
    event: Event | None
    template: str
    take: Callable[[Sequence[Wanted], Answers, FormToken, bool], HttpResponse]

    @property
    def is_pairs(self) -> bool:
        """Whether each line is a pair."""
        return isinstance(self.visit, EventAccess) and self.visit.settings.is_pairs

    @property
    def fee(self) -> int:
        """What is due from each line, in cents."""
        return self.visit.settings.fee if isinstance(self.visit, EventAccess) else 0


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def paste_entries(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Enter everybody of a list for the event."""

    def take(
        lines: Sequence[Wanted], answers: Answers, form_token: FormToken, arrive: bool
    ) -> HttpResponse:
        done = take_list(
            event=visit.event,
            lines=lines,
            answers=answers,
            by=visit.by,
            submission=form_token.submission,
            arrive=arrive,
        )
        return back_to_door(visit, done)

    place = Place(visit, visit.event.club, visit.event, "events/check_in/paste.html", take)
    return _answer(request, place)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def paste_players(request: HttpRequest, visit: ClubAccess) -> HttpResponse:
    """Take everybody of a list into the club, for later events."""

    def take(
        lines: Sequence[Wanted], answers: Answers, form_token: FormToken, arrive: bool
    ) -> HttpResponse:
        taken = take_players(club=visit.club, lines=lines, answers=answers)
        address = reverse("players", args=[visit.club.pk])
        return redirect(f"{address}?new={taken.new}&known={taken.known}")

    return _answer(
        request, Place(visit, visit.club, None, "events/check_in/paste_players.html", take)
    )


def _answer(request: HttpRequest, place: Place) -> HttpResponse:
    """The empty form, the preview, or the list taken in."""
    if request.method != "POST":
        return _page(request, place, ListForm(), new_form_token(0))
    form_token = read_form_token(request.POST)
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, place, form, form_token, status=UNPROCESSABLE)
    try:
        lines = read_list(form.cleaned_data["list"], is_pairs=place.is_pairs, fee=place.fee)
    except ValidationError as error:
        form.add_error("text", error)
        return _page(request, place, form, form_token, status=UNPROCESSABLE)
    answers = read_answers(request.POST)
    if request.POST.get("deed") != "take":
        return _preview(request, place, form, form_token, lines, answers)
    with Attempt() as attempt:
        return place.take(lines, answers, form_token, form.cleaned_data["arrive"])
    return _preview(request, place, form, form_token, lines, answers, attempt.sentence)


def _preview(
    request: HttpRequest,
    place: Place,
    form: ListForm,
    form_token: FormToken,
    lines: Sequence[Wanted],
    answers: Answers,
    refused: str = "",
) -> HttpResponse:
    """What becomes of each line; nothing is kept yet."""
    read = outcomes(place.club.pk, lines, answers, event=place.event)
    asked = [outcome for outcome in read if outcome.kind == ASKED]
    taken = [outcome for outcome in read if outcome.kind == TAKEN]
    free = free_places(place.event) if place.event else None
    preview = {
        "outcomes": read,
        "asked": asked[:MOST_ASKED],
        "asked_later": len(asked[MOST_ASKED:]),
        "taken": taken,
        "paid": [outcome for outcome in taken if outcome.line.is_paid],
        "new": [outcome for outcome in taken if outcome.is_new],
        "left_out": [outcome for outcome in read if outcome.kind == LEFT_OUT],
        "waiting": max(0, len(taken) + len(asked) - free) if free is not None else 0,
        "answered": kept_answers(answers),
        "text": form.cleaned_data["list"],
        "arrive": form.cleaned_data["arrive"],
        "refused": refused,
    }
    return _page(
        request, place, form, form_token, status=UNPROCESSABLE if refused else 200, **preview
    )


def _page(
    request: HttpRequest,
    place: Place,
    form: ListForm,
    form_token: FormToken,
    status: int = 200,
    **preview: object,
) -> HttpResponse:
    context = {
        "visit": place.visit,
        "here": "door",
        "form": form,
        "is_pairs": place.is_pairs,
        "form_token": form_token,
        "problems": [(one.name, one.label, text) for one in form for text in one.errors],
        **preview,
    }
    return render(request, place.template, context, status=status)
