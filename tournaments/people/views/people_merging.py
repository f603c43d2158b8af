"""Two records that are one person's, and erasing somebody: what cannot be done by a slip."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.alike import Called, name_order, told_apart
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.numbers import read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Player
from tournaments.people.forms import EraseForm, ReasonForm, label_of, meant_by
from tournaments.people.queries.people import brought_by, why_two
from tournaments.people.queries.players import known_names, looked_up, people_in
from tournaments.people.queries.who_is_who import namesakes_on_sheets
from tournaments.people.services import people_merging as services
from tournaments.people.services.people_erasing import erase, erased_name
from tournaments.people.services.people_seats import match_anew
from tournaments.people.views.people_one import person_page

MOST_FOUND = 12


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def merge_person(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """What would come together if somebody were another one; and let it be so."""
    player = get_object_or_404(Player, pk=player_id, club=visit.club, erased_at=None)
    if player.merged_into_id is not None:
        return redirect("record_person", visit.club.pk, player.merged_into_id)
    asked = request.POST if request.method == "POST" else request.GET
    key = read_key(asked.get("into"))
    others = people_in(visit.club.pk).exclude(pk=player.pk)
    into = others.filter(pk=key).first() if key is not None else None
    if into is None:
        return _choose(request, visit, player, asked.get("q", "").strip()[:90])
    if request.method != "POST":
        return _preview(request, visit, player, into, ReasonForm(), why_two(player, into))
    form = ReasonForm(request.POST)
    submission = read_envelope(request.POST).submission
    problem = ""
    if form.is_valid():
        try:
            services.merge(
                player=player, into=into, by=visit.by, submission=submission, **form.cleaned_data
            )
            return redirect("record_person", visit.club.pk, into.pk)
        except Refused as refused:
            problem = refused.sentence
    return _preview(request, visit, player, into, form, problem, status=UNPROCESSABLE)


@club_director
@require_POST
def unmerge_person(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Let a merged record be a person of its own again."""
    player = get_object_or_404(Player, pk=player_id, club=visit.club)
    kept = player.merged_into
    submission = read_envelope(request.POST).submission
    try:
        left = services.unmerge(player=player, by=visit.by, submission=submission)
    except Refused as refused:
        return person_page(request, visit, kept or player, refused=refused.sentence)
    for name in left:
        match_anew(player=kept or player, name=name)
    return redirect("record_person", visit.club.pk, (kept or player).pk)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Erase somebody for good, after saying what that means."""
    player = get_object_or_404(Player, pk=player_id, club=visit.club, merged_into=None)
    person = reverse("record_person", args=[visit.club.pk, player.pk])
    if player.erased_at is not None:
        return redirect(person)
    form = EraseForm(player, request.POST if request.method == "POST" else None)
    envelope = read_envelope(request.POST) if form.is_bound else new_envelope(0)
    if form.is_bound and form.is_valid():
        try:
            erase(player=player, by=visit.by, submission=envelope.submission, **form.cleaned_data)
            return redirect(person)
        except Refused as refused:
            form.add_error(refused.field or None, refused.sentence)
    context = {
        "visit": visit,
        "here": "record_people",
        "player": player,
        "form": form,
        "brought": brought_by(player),
        "instead": erased_name(player),
        "namesakes": namesakes_on_sheets(player),
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "records/person_erase.html", context, status=status)


def _choose(request: HttpRequest, visit: ClubVisit, player: Player, typed: str) -> HttpResponse:
    """Whom of several the typed name means; the preview at once where it is one."""
    others = [known for known in known_names(visit.club.pk) if known.pk != player.pk]
    meant = meant_by(typed, others)
    if len(meant) == 1:
        address = reverse("merge_person", args=[visit.club.pk, player.pk])
        return redirect(f"{address}?into={meant[0].pk}")
    found = meant or (looked_up(typed, others) if typed else [])
    context = {
        "visit": visit,
        "here": "record_people",
        "player": player,
        "typed": typed,
        "found": [(known, label_of(known)) for known in found[:MOST_FOUND]],
        "labels": sorted(map(label_of, others), key=name_order),
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "records/person_merge_whom.html", context, status=status)


def _both(player: Player, into: Player) -> list[str]:
    """What to call the two, so that one sees which is which."""
    people = [Called(one.pk, one.pk, one.name, one.home) for one in (player, into)]
    return list(told_apart(people).values())


def _preview(
    request: HttpRequest,
    visit: ClubVisit,
    player: Player,
    into: Player,
    form: ReasonForm,
    problem: str,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "record_people",
        "player": player,
        "into": into,
        "called": _both(player, into),
        "brings": brought_by(player),
        "has": brought_by(into),
        "form": form,
        "problem": problem,
        "envelope": new_envelope(0),
    }
    return render(request, "records/person_merge.html", context, status=status)
