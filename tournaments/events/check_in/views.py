"""The door and its entries: who comes in, what is noted about each, lists that are pasted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.access import ClubAccess, club_needs
from tournaments.common.actions import (
    REASON,
    UNPROCESSABLE,
    Attempt,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.fields import Reached
from tournaments.common.requests import read_key
from tournaments.common.rights import Right
from tournaments.common.texts import LONGEST_LINE
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.actions import Done
from tournaments.events.check_in import services
from tournaments.events.check_in.forms import (
    CompanionForm,
    ContactForm,
    EntryForm,
    ListForm,
    ReachedForm,
    SubstituteForm,
    ask_again,
    kept_answers,
    person_of,
    read_answers,
)
from tournaments.events.check_in.queries import codes, contacts
from tournaments.events.check_in.queries import entries as queries
from tournaments.events.desk.queries.history import sentence_of, values_said
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.freshness import follows_actions
from tournaments.events.results.queries.sheets import plays_now
from tournaments.events.results.services.leaving import substitute as put_in
from tournaments.models import Club, Entry, Event
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
    access: EventAccess, entry: Entry, form: ReachedForm | None = None
) -> dict[str, Any]:
    """What the page of an entry shows of it; nothing where everybody comes once."""
    if not contacts.takes_contacts(access.settings):
        return {}
    known = contacts.known_of(entry)
    return {
        "known": known,
        "reached": form or ReachedForm(known.reached),
        "contact_form_token": new_form_token(access.event.version),
        "questions": [(each, new_form_token(access.event.version)) for each in known.alike],
    }


# The door: who comes in, and who has not come yet.

SHORTEST_NAME = 2
LONGEST_SEARCH = 84

ACTIONS: dict[str, Callable[..., Done]] = {
    "here": services.arrive,
    "paid_here": partial(services.arrive, is_paid=True),
    "not_here": services.not_here,
    "paid": partial(services.set_paid, is_paid=True),
    "unpaid": partial(services.set_paid, is_paid=False),
    "left": services.leave,
    "back": services.come_back,
    "no_show": services.mark_no_show,
    "out": services.throw_out,
    "move_up": services.move_up,
}
WITH_REASON = ("back", "out")


@event_needs(Right.DOOR, seen_with=Right.LOOK)
@require_safe
def door(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Everybody who is entered, found as one types, and whoever is new.

    A scanned code leads on at once, one that is typed with Enter: whoever still types would
    press a button with it that he has not seen.
    """
    typed = request.GET.get("q", "")
    code = codes.read_code(access.event, typed)
    is_meant = code is not None and (code.is_scanned or "find" in request.GET)
    if code and code.entry and is_meant and Right.DOOR in access.may:
        return _lead(request, access.address("arrival", code.entry.pk))
    return door_page(request, access, typed)


@event_needs(Right.DOOR)
@require_POST
def check_in(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """One tap at the door: arrived, paid, not here after all, moved up."""
    entry = get_object_or_404(access.event.entries, pk=_key(request.POST.get("entry")))
    midway = leaves_midway(access, entry, request.POST)
    if midway:
        return _lead(request, midway)
    with Attempt() as attempt:
        return back_to_door(access, action_at(entry, access, request.POST), entry)
    return door_page(request, access, request.POST.get("q", ""), refused=attempt.sentence)


def _lead(request: HttpRequest, address: str) -> HttpResponse:
    """To another page, also from a part of this one."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def leaves_midway(access: EventAccess, entry: Entry, posted: Mapping[str, str]) -> str:
    """Where is asked how the table goes on, if a form takes somebody away who plays; else ""."""
    action = posted.get("deed", "")
    if action not in ("left", "out") or not plays_now(access.event, [entry.pk]):
        return ""
    asked = {"entry": str(entry.pk)}
    if action == "out":
        asked |= {"then": action, "why": posted.get(REASON, "")[:LONGEST_LINE]}
    return f"{access.address('leaving')}?{urlencode(asked)}"


def action_at(entry: Entry, access: EventAccess, posted: Mapping[str, str]) -> Done:
    """Do at an entry what a form asks for; Refused where it cannot be."""
    name = posted.get("deed", "")
    if name not in ACTIONS:
        raise BadRequest("Nobody knows how to do that at the door.")
    signed = access.signed(posted)
    reason = {REASON: typed_reason(posted)} if name in WITH_REASON else {}
    return ACTIONS[name](entry=entry, **signed, **reason)


def back_to_door(access: EventAccess, done: Done, entry: Entry | None = None) -> HttpResponse:
    """To the door, ready for the next one, with what was done on top."""
    entry = done.change.entry if done.change else entry
    what = f"done={done.change.pk}" if done.change else f"about={entry.pk if entry else 0}"
    return redirect(f"{access.address('door')}?{what}")


def door_page(
    request: HttpRequest, access: EventAccess, typed: str, *, refused: str = ""
) -> HttpResponse:
    """The whole page, or for htmx the part of it that changes."""
    code = codes.read_code(access.event, typed)
    typed = " ".join(typed.split())[: codes.LONGEST_SCAN if code else LONGEST_SEARCH]
    template = "events/check_in/door.html"
    counts = queries.door_counts(access.event)
    context = _found(request, access, typed, counts, code) | {"refused": refused}
    if request.htmx and request.htmx.target == "found":  # type: ignore[attr-defined]
        template += "#door_found"
    else:
        # The page is fetched again for the same words, with the same news on top.
        same = {name: _key(request.GET.get(name)) for name in ("done", "about", "page")}
        query = {"q": typed} | {name: str(number) for name, number in same.items() if number}
        live = follows_actions(access, f"{access.address('door')}?{urlencode(query)}")
        context |= _news(request, access, counts) | {"door_live": live}
        if request.htmx:  # type: ignore[attr-defined]
            template += "#door_body"
    return render(request, template, context, status=UNPROCESSABLE if refused else 200)


def _found(
    request: HttpRequest,
    access: EventAccess,
    typed: str,
    counts: queries.Counts,
    code: codes.Code | None,
) -> dict[str, Any]:
    """The list, and what the counts mean for it."""
    event, settings = access.event, access.settings
    lines, page = queries.door_page(event, typed, _key(request.GET.get("page")) or 1, code)
    names: list[str] = []
    people: list[Known] = []
    is_name = len(typed) >= SHORTEST_NAME and not typed.isdecimal() and code is None
    if is_name and not contacts.marks_typed(event, typed):
        one, _slash, other = typed.partition("/")
        names = [one.strip(), other.strip()] if settings.is_pairs else [typed]
        people = known_names(event.club_id)
    proposed = proposed_players(event, typed, people) if names else []
    version = event.version
    return {
        "access": access,
        "here": "door",
        "typed": typed,
        "no_code": code.refused if code else "",
        "longest": codes.LONGEST_SCAN,
        "counts": counts,
        "free": queries.free_places(event, counts),
        "settings": settings,
        "page": page,
        "lines": [(line, new_form_token(version)) for line in lines],
        "proposed": [(one, new_form_token(version)) for one in proposed],
        "names": names,
        "seen": alike(names[0], people)[:MOST_PROPOSED] if names else [],
        "form_token": new_form_token(version),
    }


def _news(request: HttpRequest, access: EventAccess, counts: queries.Counts) -> dict[str, Any]:
    """What stands on top: what was done last, what the number means, whose turn it is."""
    event, settings, playing = access.event, access.settings, counts.playing
    first = None
    if counts.waiting and queries.free_places(event, counts):
        first = queries.waiting(event).first()
    change = event.changes.filter(pk=_key(request.GET.get("done"))).first()
    about = change.entry_id if change else _key(request.GET.get("about"))
    shown = queries.entry_lines(event, [about]) if about else []
    questions = contacts.open_questions(event)  # first about whoever stands there, then the others
    questions.sort(key=lambda each: about not in (each.first.pk, each.later.pk))
    teams = tables_wanted_at(event, settings)
    return {
        "change": change,
        "change_said": values_said(change)[1] if change else "",
        "shown": shown[0] if shown else None,
        "tables": queries.tables_in_words(playing, settings, teams) if playing else "",
        "short": -playing % settings.size,  # so many more would fill every table
        "too_late": queries.too_late(event, settings),
        "moves_up": first,
        "questions": [(each, new_form_token(event.version)) for each in questions],
        "news_form_token": new_form_token(event.version),
        "move_form_token": new_form_token(event.version),
    }


def _key(text: str | None) -> int:
    return read_key(text) or 0


# One entry: entering it, what is noted about it, who plays for it.

ARRIVES = ("here", "paid_here")
PAID = ("paid_here", "paid")


@event_needs(Right.DOOR)
@require_http_methods(["GET", "HEAD", "POST"])
def new_entry(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Enter a player or a pair, registered or here at once; asks where the club knows one alike."""
    places = range(2 if access.settings.is_pairs else 1)
    data = request.POST if request.method == "POST" else None
    action = request.POST.get("deed", "")
    told = all(request.POST.get(f"person-{place}-who") == NEW for place in places)
    people = [] if data is None or told else known_names(access.event.club_id)
    forms = [PersonForm(people, place, data) for place in places]
    contact = ContactForm(access.settings, data)
    are_right = [form.is_valid() for form in (*forms, contact)]
    if all(are_right):
        with Attempt() as attempt:
            done = services.enter(
                event=access.event,
                people=[person_of(form) for form in forms],
                **access.signed(request.POST),
                arrives=action in ARRIVES,
                is_paid=action in PAID,
                reached=contact.cleaned_data["contact"],
            )
            return back_to_door(access, done)
        people = known_names(access.event.club_id)
        forms = [PersonForm(people, place, data) for place in places]
        if all(form.is_valid() for form in forms):
            forms[0].add_error("name", attempt.sentence)
    context = {
        "access": access,
        "here": "door",
        "forms": forms,
        "contact": contact,
        "settings": access.settings,
        "pressed": action,
        "free": queries.free_places(access.event),
        "form_token": new_form_token(access.event.version)
        if data is None
        else read_form_token(data),
    }
    status = 200 if data is None else UNPROCESSABLE
    return render(request, "events/check_in/entry_new.html", context, status=status)


@event_needs(Right.DOOR, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def entry_form(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Everything about one entry, and the form for what is noted about it."""
    entry = _entry(access, entry_id)
    if request.method != "POST":
        return entry_page(request, access, entry)
    form = EntryForm(entry, access.settings, request.POST)
    if form.is_valid():
        with Attempt() as attempt:
            services.change_entry(entry=entry, wanted=form.wanted, **access.signed(request.POST))
            return redirect(access.address("entry_form", entry.pk))
        form.add_error(None, attempt.sentence)
    return entry_page(request, access, entry, form=form)


@event_needs(Right.DOOR)
@require_POST
def entry_action(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Arrived, paid, left, thrown out, back: one tap on the entry's page."""
    entry = _entry(access, entry_id)
    midway = leaves_midway(access, entry, request.POST)
    if midway:
        return redirect(midway)
    with Attempt() as attempt:
        action_at(entry, access, request.POST)
        return redirect(access.address("entry_form", entry.pk))
    answered = {"refused": attempt.sentence, "refused_at": attempt.refused_field}
    return entry_page(request, access, entry, **answered)


@event_needs(Right.RUN)
@require_POST
def entry_party(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Note with whom somebody came, or that it was alone."""
    entry = _entry(access, entry_id)
    others = list(access.event.entries.all())
    form = CompanionForm(entry, others, request.POST)
    is_alone = request.POST.get("deed") == "alone"
    if is_alone or form.is_valid():
        with Attempt(form, field="other"):
            services.keep_together(
                entry=entry,
                other=None if is_alone else form.cleaned_data["other"],
                **access.signed(request.POST),
            )
            return redirect(access.address("entry_form", entry.pk))
    return entry_page(request, access, entry, companion=form)


@event_needs(Right.RUN)
@require_POST
def substitute(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Let somebody else play for an entry from a round on."""
    entry = _entry(access, entry_id)
    rounds, _now = _rounds(access)
    form = SubstituteForm(rounds, queries.playing_for(entry), request.POST)
    person = PersonForm(known_names(access.event.club_id), 0, request.POST)
    is_person_known = person.is_valid()
    if form.is_valid() and is_person_known:
        with Attempt() as attempt:
            put_in(
                entry=entry,
                place=form.cleaned_data["place"],
                person=person_of(person),
                from_round=form.cleaned_data["from_round"],
                **access.signed(request.POST),
            )
            return redirect(access.address("entry_form", entry.pk))
        person = ask_again(access.event.club_id, request.POST, attempt.sentence)
    return entry_page(request, access, entry, substitution=form, person=person)


def entry_page(
    request: HttpRequest, access: EventAccess, entry: Entry, **answered: object
) -> HttpResponse:
    """The entry's page; `answered` are the forms that came back with a problem."""
    event, settings = access.event, access.settings
    [line] = queries.entry_lines(event, [entry.pk])
    changes = event.changes.filter(entry=entry).select_related("entry").order_by("-pk")
    members = list(entry.members.select_related("player"))
    playing = {member.player_id for member in members if member.until_round is None}
    before = {member.player_id: member for member in members if member.player_id not in playing}
    rounds, now = _rounds(access)
    context = {
        "access": access,
        "here": "door",
        "line": line,
        "settings": settings,
        "drawn": queries.drawn_rounds(event),
        "form": EntryForm(entry, settings),
        "companions": queries.companions(entry),
        "companion": CompanionForm(entry, []),
        "members": members,
        "playing": queries.playing_for(entry),
        "former": list(before.values()),
        "rounds": rounds,
        "round_now": now,
        "substitution": SubstituteForm(rounds, []),
        "person": PersonForm([], 0),
        "actions": [(change, sentence_of(change)) for change in changes],
        "typed_reason": request.POST.get(REASON, ""),
        **contact_context(access, entry),
        "form_tokens": [new_form_token(event.version) for _each in range(5)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "events/check_in/entry.html", context, status=status)


def _entry(access: EventAccess, entry_id: int) -> Entry:
    return get_object_or_404(access.event.entries, pk=entry_id)


def _rounds(access: EventAccess) -> tuple[list[int], int]:
    """The rounds from which somebody else may play, and the one that is on or comes next."""
    first = queries.closed_rounds(access.event) + 1
    drawn = queries.drawn_rounds(access.event)
    last = max(access.settings.rounds, drawn)
    return list(range(first, last + 1)), max(first, drawn)


# What is noted of how an entry is reached, and the answers to who is who.

SAME = {"same": True, "other": False, "open": None}


@event_needs(Right.DOOR)
@require_POST
def entry_contact(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Note, change or erase how somebody is reached."""
    entry = _entry(access, entry_id)
    form = ReachedForm(contacts.known_of(entry).reached, request.POST)
    if form.is_valid():
        with Attempt() as attempt:
            services.note_contact(
                entry=entry, reached=Reached(**form.cleaned_data), **access.signed(request.POST)
            )
            return redirect(access.address("entry_form", entry.pk) + "#reached-title")
        return entry_page(request, access, entry, refused=attempt.sentence)
    return entry_page(request, access, entry, **contact_context(access, entry, form))


@event_needs(Right.RUN)
@require_POST
def entry_same(request: HttpRequest, access: EventAccess, entry_id: int) -> HttpResponse:
    """Say that two entries are of the same person, or of two, or take that back."""
    entry, action = _entry(access, entry_id), request.POST.get("deed", "")
    key = read_key(request.POST.get("other"))
    if key is None:
        raise BadRequest("It is not said which entry is meant.")
    if action not in SAME:
        raise BadRequest("Nobody knows how to answer that.")
    with Attempt() as attempt:
        services.say_same(
            entry=entry,
            other=_entry(access, key),
            is_same=SAME[action],
            **access.signed(request.POST),
        )
        if request.POST.get("from") == "door":
            return redirect(f"{access.address('door')}?about={entry.pk}")
        return redirect(access.address("entry_form", entry.pk) + "#reached-title")
    return entry_page(request, access, entry, refused=attempt.sentence)


@event_needs(Right.ERASE)
@require_POST
def erase_contacts(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Erase all of them, even where the final list is locked."""
    services.erase_contacts(event=access.event, **access.signed(request.POST))
    return redirect(access.address("take_away"))


# A pasted list or an uploaded CSV: shown line by line, then taken in at once or not at all.

MOST_ASKED = 60
"""Questions on one page; the others follow when these are answered."""


@event_needs(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def paste_entries(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Enter everybody of a list for the event."""
    return _paste(request, access, access.event.club, access.event)


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def paste_players(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """Take everybody of a list into the club, for later events."""
    return _paste(request, access, access.club, None)


def _paste(
    request: HttpRequest, access: EventAccess | ClubAccess, club: Club, event: Event | None
) -> HttpResponse:
    """The empty form, the preview, or the list taken in."""
    is_pairs = event is not None and event.format.is_pairs
    form = ListForm(request, is_pairs=is_pairs, fee=event.format.fee if event else 0)
    form_token = read_form_token(request.POST) if form.is_bound else new_form_token(0)
    preview: dict[str, Any] = {}
    status = UNPROCESSABLE if form.is_bound else 200
    if form.is_valid():
        lines, answers = form.cleaned_data["lines"], read_answers(request.POST)
        with Attempt() as attempt:
            if request.POST.get("deed") == "take":
                return _take(request, access, lines, answers, arrive=form.cleaned_data["arrive"])
        status = UNPROCESSABLE if attempt.refused else 200
        preview = _preview(form, queries.outcomes(club.pk, lines, answers, event=event), event)
        preview |= {"answered": kept_answers(answers), "refused": attempt.sentence}
    context = {
        "access": access,
        "here": "door",
        "form": form,
        "is_pairs": is_pairs,
        "form_token": form_token,
        **preview,
    }
    template = "events/check_in/paste.html" if event else "events/check_in/paste_players.html"
    return render(request, template, context, status=status)


def _take(
    request: HttpRequest,
    access: EventAccess | ClubAccess,
    lines: Sequence[queries.Wanted],
    answers: Mapping[str, str],
    *,
    arrive: bool,
) -> HttpResponse:
    """Take in the lines of a list, with the answers about them; `arrive`: they are all here."""
    if isinstance(access, ClubAccess):
        taken = services.take_players(club=access.club, lines=lines, answers=answers)
        address = reverse("players", args=[access.club.pk])
        return redirect(f"{address}?new={taken.new}&known={taken.known}")
    sent = access.signed(request.POST)
    done = services.take_list(
        event=access.event, lines=lines, answers=answers, arrive=arrive, **sent
    )
    return back_to_door(access, done)


def _preview(
    form: ListForm, read: Sequence[queries.Outcome], event: Event | None
) -> dict[str, Any]:
    """What becomes of each line; nothing is kept yet."""
    asked = [outcome for outcome in read if outcome.kind == queries.ASKED]
    taken = [outcome for outcome in read if outcome.kind == queries.TAKEN]
    free = queries.free_places(event) if event else None
    return {
        "outcomes": read,
        "asked": asked[:MOST_ASKED],
        "asked_later": len(asked[MOST_ASKED:]),
        "taken": taken,
        "paid": [outcome for outcome in taken if outcome.line.is_paid],
        "new": [outcome for outcome in taken if not outcome.known],
        "left_out": [outcome for outcome in read if outcome.kind == queries.LEFT_OUT],
        "waiting": max(0, len(taken) + len(asked) - free) if free is not None else 0,
        "text": form.cleaned_data["list"],
        "arrive": form.cleaned_data["arrive"],
    }
