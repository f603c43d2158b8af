"""One person of a club, for its directors: names, as what everybody sees it, what was done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.alike import name_order
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Player
from tournaments.people.forms import AliasForm, PlayerForm, ShownForm, label_of
from tournaments.people.queries.people import (
    OtherName,
    aliases_of,
    brought_by,
    merged_records,
    names_left,
    person_history,
)
from tournaments.people.queries.players import known_names
from tournaments.people.queries.who_is_who import sheets_to_count
from tournaments.people.services import people as services
from tournaments.people.services.people_seats import catch_up, match_anew
from tournaments.people.services.players import change_player
from tournaments.people.views.people import counting


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Everything about one person; name, home place and groups can be written in another way.

    The address of a merged record leads to the one that was kept.
    """
    player = get_object_or_404(Player, pk=player_id, club=visit.club)
    if player.merged_into_id is not None:
        return redirect("record_person", visit.club.pk, player.merged_into_id)
    if request.method != "POST":
        return person_page(request, visit, player)
    form = PlayerForm(request.POST)
    submission = read_envelope(request.POST).submission
    if form.is_valid():
        try:
            change_player(player=player, by=visit.by, submission=submission, **form.cleaned_data)
            return redirect(person_address(visit, player))
        except Refused as refused:
            form.add_error("name", refused.sentence)
    return person_page(request, visit, player, form=form)


@club_director
@require_POST
def person_alias(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Write down another name of somebody, or take one away."""
    player = _known(visit, player_id)
    submission = read_envelope(request.POST).submission
    if request.POST.get("deed") == "remove":
        name = request.POST.get("name", "")
        try:
            services.remove_alias(player=player, name=name, by=visit.by, submission=submission)
        except Refused as refused:
            return person_page(request, visit, player, refused=refused.sentence)
        match_anew(player=player, name=name)
        return redirect(person_address(visit, player))
    form = AliasForm(request.POST)
    if form.is_valid():
        try:
            name = form.cleaned_data["name"]
            services.add_alias(player=player, name=name, by=visit.by, submission=submission)
            catch_up(visit.club)
            return redirect(person_address(visit, player))
        except Refused as refused:
            form.add_error("name", refused.sentence)
    return person_page(request, visit, player, alias=form)


@club_director
@require_POST
def person_match(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Give the next sheets back on which somebody stands under a name that is not his."""
    player = _known(visit, player_id)
    name = request.POST.get("name", "")[:40]
    left = OtherName(name, match_anew(player=player, name=name))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(person_address(visit, player))
    context = {"visit": visit, "player": player, "name": left, "goes_on": True}
    return render(request, "records/person_left.html", context)


@club_director
@require_POST
def person_shown(request: HttpRequest, visit: ClubVisit, player_id: int) -> HttpResponse:
    """Show somebody with the name, with initials only, or not at all."""
    player = _known(visit, player_id)
    form = ShownForm(request.POST)
    submission = read_envelope(request.POST).submission
    if form.is_valid():
        try:
            services.show_as(player=player, by=visit.by, submission=submission, **form.cleaned_data)
            return redirect(person_address(visit, player))
        except Refused as refused:
            form.add_error("shown", refused.sentence)
    return person_page(request, visit, player, showing=form)


def person_address(visit: ClubVisit, player: Player) -> str:
    """The address of a person's page."""
    return reverse("record_person", args=[visit.club.pk, player.pk])


def person_page(
    request: HttpRequest, visit: ClubVisit, player: Player, **answered: object
) -> HttpResponse:
    """The page of one person; `answered` are the forms that came back with a problem."""
    player.refresh_from_db()
    kept = {"name": player.name, "home": player.home, "groups": ", ".join(player.groups)}
    others = [known for known in known_names(visit.club.pk) if known.pk != player.pk]
    left = len(sheets_to_count(visit.club))
    context = {
        "visit": visit,
        "here": "record_people",
        "player": player,
        "brought": brought_by(player),
        "form": PlayerForm(initial=kept),
        "alias": AliasForm(),
        "showing": ShownForm(initial={"shown": player.shown}),
        "aliases": [(one, new_envelope(0)) for one in aliases_of(player)],
        "names_left": names_left(player),
        "merged": [(one, new_envelope(0)) for one in merged_records(player)],
        "labels": sorted(map(label_of, others), key=name_order),
        "history": person_history(player),
        **counting(left, left),
        "envelopes": [new_envelope(0) for _each in range(5)],
        **answered,
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "records/person.html", context, status=status)


def _known(visit: ClubVisit, player_id: int) -> Player:
    return get_object_or_404(Player, pk=player_id, club=visit.club, merged_into=None)
