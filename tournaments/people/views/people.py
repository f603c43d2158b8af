"""Who is who in a club: names on its sheets that are nobody's, and people who may be one."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import PLACE, read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Player
from tournaments.people.forms import WhoForm, label_of
from tournaments.people.queries.players import club_players, looked_up
from tournaments.people.queries.who_is_who import (
    MOST_PAIRS,
    likely_duplicates,
    sheets_to_count,
    unknown_names,
    with_more,
)
from tournaments.people.services import people as services
from tournaments.people.services.people_seats import NotSaid, catch_up, say_who

NAMES = 20
PEOPLE = 25


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def record_people(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Names that are nobody's yet, likely duplicates, everybody; or what is said about names."""
    if request.method != "POST":
        return _page(request, visit, None)
    envelope = read_envelope(request.POST)
    form = WhoForm(request.POST, club_players(visit.club.pk))
    if form.is_valid:
        try:
            say_who(club=visit.club, said=form.said, by=visit.by, submission=envelope.submission)
        except NotSaid as refused:
            form.refused(refused.problems)
        else:
            catch_up(visit.club)
            return redirect("record_people", visit.club.pk)
    return _page(request, visit, form)


@club_director
@require_POST
def count_on(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Count the next sheets on which stand names that a director has said something about."""
    left = catch_up(visit.club)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("record_people", visit.club.pk)
    typed = read_key(request.POST.get("total"), PLACE)
    total = left if typed is None else typed
    context = {"visit": visit, **counting(left, max(total, left))}
    return render(request, "records/people_counting.html", context)


@club_director
@require_POST
def two_people(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """Two who look alike are two people: they are not proposed again."""
    one, other = (
        get_object_or_404(Player, pk=read_key(request.POST.get(name)) or 0, club=visit.club)
        for name in ("one", "other")
    )
    submission = read_envelope(request.POST).submission
    try:
        services.tell_apart(player=one, other=other, by=visit.by, submission=submission)
    except Refused:
        return _page(request, visit, None)  # one was erased meanwhile: the page says how it is now
    return redirect("record_people", visit.club.pk)


def counting(left: int, total: int) -> dict[str, object]:
    """How far the counting is, for the part of a page that goes on with it."""
    return {"left": left, "total": total, "done": total - left, "goes_on": True}


def _page(request: HttpRequest, visit: ClubVisit, form: WhoForm | None) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:80]
    people = club_players(visit.club.pk)
    found = unknown_names(visit.club)
    names = Paginator(found, NAMES).get_page(request.GET.get("names"))
    pairs = likely_duplicates(visit.club, people)
    left = len(sheets_to_count(visit.club))
    answered = {row.name: row for row in form.rows} if form else {}
    context = {
        "visit": visit,
        "here": "record_people",
        "typed": typed,
        "names": names,
        "rows": [(one, answered.get(one.name)) for one in with_more(list(names), people)],
        "problems": [row for row in form.rows if row.problem] if form else [],
        "labels": [label_of(known) for known in people],
        "pairs": [(pair, new_envelope(0)) for pair in pairs[:MOST_PAIRS]],
        "more_pairs": len(pairs) - MOST_PAIRS,
        "everybody": len(people),
        "page": Paginator(looked_up(typed, people), PEOPLE).get_page(request.GET.get("page")),
        **counting(left, left),
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if form else 200
    return render(request, "records/people.html", context, status=status)
