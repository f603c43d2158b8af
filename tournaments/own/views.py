"""The pages of somebody with an account as a player: saying which one he is, and his own page."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.archive.views import person_file
from tournaments.common.access import by_of, keep_private, open_to_all, signed_in
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.common.asked_again import asked_to_look
from tournaments.common.requests import account_of, speak_as
from tournaments.models import Claim, Player
from tournaments.own.forms import ClaimAnewForm, ClaimForm, OwnShownForm
from tournaments.own.queries import own_club
from tournaments.people.queries import account_of_player, claims_of, player_of_link
from tournaments.people.services.claims import claim, end_claim
from tournaments.people.services.people import show_as
from tournaments.records.access import RecordAccess, claimed_player
from tournaments.site.services import claim_anew
from tournaments.site.views.pages import greet

# Saying which player one is.


@claimed_player
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again")
def claim_player(request: HttpRequest, access: RecordAccess, player: Player) -> HttpResponse:
    """From a player's page: this is me."""
    return _claim(request, player, access.people.name(player.pk))


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again")
def claim_by_link(request: HttpRequest, secret: str) -> HttpResponse:
    """The same with a link of a director, where nobody is let in to that page."""
    player = player_of_link(secret)
    if player is None:
        raise Http404
    speak_as(request, player.club.language)
    return _claim(request, player, player.name)


def _claim(request: HttpRequest, player: Player, name: str) -> HttpResponse:
    user = account_of(request)
    context: dict[str, object] = {
        "player": player,
        "name": name,
        "is_taken": account_of_player(player) is not None,
        "form_token": new_form_token(0),
    }
    if user is None:
        response = _claimed_anew(request, player, context)
    else:
        response = _claimed(request, player, user, context)
    keep_private(response)
    return response


def _claimed(
    request: HttpRequest, player: Player, user: User, context: dict[str, object]
) -> HttpResponse:
    own = claims_of(user).filter(club=player.club_id)
    own_claim = next((one for one in own if one.person == player), None)
    form = ClaimForm(request.POST or None)
    if form.is_valid():
        sent = read_form_token(request.POST).submission
        with Attempt(form):
            claim(player=player, user=user, submission=sent, **form.cleaned_data)
            return redirect("me")
    context |= {"form": form, "own_claim": own_claim}
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "own/claim.html", context, status=status)


def _claimed_anew(request: HttpRequest, player: Player, context: dict[str, object]) -> HttpResponse:
    form = ClaimAnewForm(player.club, request.POST or None)
    if form.is_valid():
        typed = form.cleaned_data
        with Attempt(form):
            made = claim_anew(
                player=player,
                name=typed["username"],
                password=typed["password"],
                note=typed["note"],
                submission=uuid4(),
            )
            login(request, made)
            welcome = redirect("me")
            greet(request, welcome, made)
            return welcome
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "own/claim.html", context | {"form": form}, status=status)


# The own page.


@signed_in
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """One's clubs, where one plays next, as what one is shown, and what one waits for."""
    return _me(request)


def _me(request: HttpRequest, answered: OwnShownForm | None = None, key: int = 0) -> HttpResponse:
    user = account_of(request)
    assert user is not None
    claims = list(claims_of(user))
    clubs = [own_club(each) for each in claims if each.state == Claim.CONFIRMED]
    context = {
        "clubs": [
            (club, _showing(club.player, answered if club.claim.pk == key else None))
            for club in clubs
        ],
        "others": [each for each in claims if each.state != Claim.CONFIRMED],
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if answered else 200
    return render(request, "own/me.html", context, status=status)


def _showing(player: Player, answered: OwnShownForm | None) -> OwnShownForm:
    return answered or OwnShownForm(initial={"shown": player.shown})


@signed_in
@require_POST
def shown(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Say as what everybody sees one."""
    own = _own(request, claim_id)
    form = OwnShownForm(request.POST)
    sent = read_form_token(request.POST).submission
    if form.is_valid():
        with Attempt(form, field="shown"):
            show_as(
                player=own.person,
                reason="",
                by=by_of(request),
                submission=sent,
                **form.cleaned_data,
            )
            return redirect("me")
    return _me(request, form, own.pk)


@signed_in
@require_POST
def end(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Be a player no more, or wait no more; pressed twice it is the same."""
    found = Claim.objects.filter(pk=claim_id, user=account_of(request))
    own = found.select_related("player__merged_into").first()
    if own is None:
        return redirect("me")
    sent = read_form_token(request.POST).submission
    with Attempt():
        end_claim(player=own.person, key=own.pk, by=by_of(request), submission=sent)
    return redirect("me")


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_to_look
def own_file(request: HttpRequest, claim_id: int) -> HttpResponse:
    """What is in the file, and where it is."""
    return render(request, "own/file.html", {"own": _own(request, claim_id)})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_to_look
def take_own_file(request: HttpRequest, claim_id: int) -> HttpResponseBase:
    """All that is kept about one in a club."""
    own = _own(request, claim_id)
    return person_file(request, own.person, by_of(request))


def _own(request: HttpRequest, claim_id: int) -> Claim:
    """The confirmed claim of whoever is signed in; else 404."""
    own = Claim.objects.filter(user=account_of(request), state=Claim.CONFIRMED)
    return get_object_or_404(
        own.select_related("club", "player__club", "player__merged_into__club"), pk=claim_id
    )
