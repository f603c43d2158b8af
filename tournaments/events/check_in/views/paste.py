"""A pasted list or an uploaded CSV: shown line by line, then taken in at once or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.deeds import Refused
from tournaments.common.envelope import Envelope, new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.forms import ListForm, kept_answers, read_answers, read_list
from tournaments.events.check_in.queries.entries import free_places
from tournaments.events.check_in.queries.lists import ASKED, LEFT_OUT, TAKEN, Wanted, outcomes
from tournaments.events.check_in.services.pasting import take_list, take_players
from tournaments.events.check_in.views.door import back_to_door
from tournaments.models import Club, Event

MOST_ASKED = 60
"""Questions on one page; the others follow when these are answered."""

Answers = Mapping[str, str]


@dataclass(frozen=True)
class Place:
    """Where a list is taken in: an event, or only the club."""

    visit: EventVisit | ClubVisit
    club: Club
    event: Event | None
    template: str
    take: Callable[[Sequence[Wanted], Answers, Envelope, bool], HttpResponse]

    @property
    def is_pairs(self) -> bool:
        """Whether each line is a pair."""
        return isinstance(self.visit, EventVisit) and self.visit.settings.is_pairs

    @property
    def fee(self) -> int:
        """What is due from each line, in cents."""
        return self.visit.settings.fee if isinstance(self.visit, EventVisit) else 0


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def paste_entries(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Enter everybody of a list for the event."""

    def take(
        lines: Sequence[Wanted], answers: Answers, envelope: Envelope, arrive: bool
    ) -> HttpResponse:
        done = take_list(
            event=visit.event,
            lines=lines,
            answers=answers,
            by=visit.by,
            submission=envelope.submission,
            arrive=arrive,
        )
        return back_to_door(visit, done)

    place = Place(visit, visit.event.club, visit.event, "events/paste.html", take)
    return _answer(request, place)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def paste_players(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Take everybody of a list into the club, for later events."""

    def take(
        lines: Sequence[Wanted], answers: Answers, envelope: Envelope, arrive: bool
    ) -> HttpResponse:
        taken = take_players(club=visit.club, lines=lines, answers=answers)
        address = reverse("players", args=[visit.club.pk])
        return redirect(f"{address}?new={taken.new}&known={taken.known}")

    return _answer(request, Place(visit, visit.club, None, "events/paste_players.html", take))


def _answer(request: HttpRequest, place: Place) -> HttpResponse:
    """The empty form, the preview, or the list taken in."""
    if request.method != "POST":
        return _page(request, place, ListForm(), new_envelope(0))
    envelope = read_envelope(request.POST)
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, place, form, envelope, status=UNPROCESSABLE)
    try:
        lines = read_list(form.cleaned_data["list"], is_pairs=place.is_pairs, fee=place.fee)
    except ValidationError as error:
        form.add_error("text", error)
        return _page(request, place, form, envelope, status=UNPROCESSABLE)
    answers = read_answers(request.POST)
    if request.POST.get("deed") != "take":
        return _preview(request, place, form, envelope, lines, answers)
    try:
        return place.take(lines, answers, envelope, form.cleaned_data["arrive"])
    except Refused as refused:
        return _preview(request, place, form, envelope, lines, answers, refused.sentence)


def _preview(
    request: HttpRequest,
    place: Place,
    form: ListForm,
    envelope: Envelope,
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
        request, place, form, envelope, status=UNPROCESSABLE if refused else 200, **preview
    )


def _page(
    request: HttpRequest,
    place: Place,
    form: ListForm,
    envelope: Envelope,
    status: int = 200,
    **preview: object,
) -> HttpResponse:
    context = {
        "visit": place.visit,
        "here": "door",
        "form": form,
        "is_pairs": place.is_pairs,
        "envelope": envelope,
        "problems": [(one.name, one.label, text) for one in form for text in one.errors],
        **preview,
    }
    return render(request, place.template, context, status=status)
