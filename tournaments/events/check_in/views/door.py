"""The door: who comes in, and who has not come yet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import read_key
from tournaments.common.reasons import REASON, typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.common.texts import LONGEST_LINE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.queries import entries as queries
from tournaments.events.check_in.queries.contacts import marks_typed
from tournaments.events.check_in.services import check_in as services
from tournaments.events.check_in.services.entries import move_up
from tournaments.events.check_in.views.contacts import door_questions
from tournaments.events.deeds import Done
from tournaments.events.draw.queries.drawing import tables_wanted_at
from tournaments.events.freshness import LivePage, follows_deeds
from tournaments.events.results.queries.sheets import plays_now
from tournaments.models import Entry
from tournaments.people.queries.names import MOST_PROPOSED, alike, known_names, proposed_players

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
def door(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Everybody who is entered, found as one types, and whoever is new."""
    return door_page(request, visit, request.GET.get("q", ""))


@event_director
@require_POST
def check_in(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """One tap at the door: arrived, paid, not here after all, moved up."""
    entry = get_object_or_404(visit.event.entries, pk=_key(request.POST.get("entry")))
    midway = leaves_midway(visit, entry, request.POST)
    if midway:
        if request.htmx:  # type: ignore[attr-defined]
            return HttpResponse(headers={"HX-Redirect": midway})
        return redirect(midway)
    try:
        done = deed_at(entry, visit, request.POST)
    except Refused as refused:
        typed = request.POST.get("q", "")
        return door_page(request, visit, typed, refused=refused.sentence)
    return back_to_door(visit, done, entry)


def leaves_midway(visit: EventVisit, entry: Entry, posted: Mapping[str, str]) -> str:
    """Where is asked how the table goes on, if a form takes somebody away who plays; else ""."""
    deed = posted.get("deed", "")
    if deed not in ("left", "out") or not plays_now(visit.event, [entry.pk]):
        return ""
    asked = {"entry": str(entry.pk)}
    if deed == "out":
        asked |= {"then": deed, "why": posted.get(REASON, "")[:LONGEST_LINE]}
    return f"{visit.address('leaving')}?{urlencode(asked)}"


def deed_at(entry: Entry, visit: EventVisit, posted: Mapping[str, str]) -> Done:
    """Do at an entry what a form asks for; Refused where it cannot be."""
    name = posted.get("deed", "")
    if name not in DEEDS:
        raise BadRequest("Nobody knows how to do that at the door.")
    submission = read_envelope(posted).submission
    reason = {REASON: typed_reason(posted)} if name in WITH_REASON else {}
    return DEEDS[name](entry=entry, by=visit.by, submission=submission, **reason)


def back_to_door(visit: EventVisit, done: Done, entry: Entry | None = None) -> HttpResponse:
    """To the door, ready for the next one, with what was done on top."""
    entry = done.change.entry if done.change else entry
    what = f"done={done.change.pk}" if done.change else f"about={entry.pk if entry else 0}"
    return redirect(f"{visit.address('door')}?{what}")


def door_page(
    request: HttpRequest, visit: EventVisit, typed: str, *, refused: str = ""
) -> HttpResponse:
    """The whole page, or for htmx the part of it that changes."""
    typed = " ".join(typed.split())[:LONGEST_SEARCH]
    template = "events/door.html"
    counts = queries.door_counts(visit.event)
    context = _found(request, visit, typed, counts)
    if request.htmx and request.htmx.target == "found":  # type: ignore[attr-defined]
        template = "events/door_found.html"
    else:
        context |= _news(request, visit, counts)
        context["door_live"] = _live(request, visit, typed)
        if request.htmx:  # type: ignore[attr-defined]
            template = "events/door_body.html"
    context["refused"] = refused
    status = UNPROCESSABLE if refused else 200
    return render(request, template, context, status=status)


def _live(request: HttpRequest, visit: EventVisit, typed: str) -> LivePage:
    """The door's page is fetched again for the same words, with the same news on top."""
    same = {name: _key(request.GET.get(name)) for name in ("done", "about", "page")}
    query = {"q": typed} | {name: str(number) for name, number in same.items() if number}
    return follows_deeds(visit, f"{visit.address('door')}?{urlencode(query)}")


def _found(
    request: HttpRequest, visit: EventVisit, typed: str, counts: queries.Counts
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
        "lines": [(line, new_envelope(version)) for line in page.lines],
        "proposed": [(one, new_envelope(version)) for one in proposed],
        "names": names,
        "seen": alike(names[0], people)[:MOST_PROPOSED] if names else [],
        "envelope": new_envelope(version),
    }


def _news(request: HttpRequest, visit: EventVisit, counts: queries.Counts) -> dict[str, Any]:
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
        "news_envelope": new_envelope(event.version),
        "move_envelope": new_envelope(event.version),
    }


def _names(typed: str, *, is_pairs: bool) -> list[str]:
    """The names that were typed into the search: of a pair perhaps both."""
    if not is_pairs:
        return [typed]
    first, _, second = typed.partition("/")
    return [first.strip(), second.strip()]


def _key(text: str | None) -> int:
    return read_key(text) or 0
