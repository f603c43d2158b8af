"""Clubs by themselves: asking the operator for one, or making it, as far as he allows that."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.networks import network_of
from tournaments.common.access import administrators, by_of, keep_private, open_to_all
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.common.requests import account_of, read_key
from tournaments.site.forms import ClubForm, NewAccountForm
from tournaments.site.queries import answered_requests, requests_of, waiting_requests
from tournaments.site.services import CLOSED, OPEN, answer_request, open_account, request_club
from tournaments.site.views.pages import greet

# Whoever wants one.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again")
def new_club(request: HttpRequest) -> HttpResponse:
    """Asks whoever has no account for one, and then for the club."""
    if settings.SHEEPFOLD_CLUBS == CLOSED:
        raise Http404
    user = account_of(request)
    response = _account(request) if user is None else _club(request, user)
    keep_private(response)
    return response


def _account(request: HttpRequest) -> HttpResponse:
    form = NewAccountForm(request.POST or None)
    if form.is_valid():
        typed = form.cleaned_data
        with Attempt(form):
            made = open_account(
                name=typed["username"], password=typed["password"], network=network_of(request)
            )
            login(request, made)
            response = redirect("new_club")
            greet(request, response, made)
            return response
    return _page(request, form)


def _club(request: HttpRequest, user: User) -> HttpResponse:
    form = ClubForm(request.POST or None, asks_who=settings.SHEEPFOLD_CLUBS != OPEN)
    if form.is_valid():
        with Attempt(form):
            made = request_club(
                user=user,
                is_open=settings.SHEEPFOLD_CLUBS == OPEN,
                submission=read_form_token(request.POST).submission,
                **form.cleaned_data,
            )
            return redirect("new_club") if made.club is None else redirect("club", made.club.pk)
    return _page(request, form, requests=requests_of(user))


def _page(request: HttpRequest, form: ClubForm | NewAccountForm, **more: object) -> HttpResponse:
    context = {
        "form": form,
        "is_open": settings.SHEEPFOLD_CLUBS == OPEN,
        "form_token": new_form_token(0),
        **more,
    }
    status = UNPROCESSABLE if form.errors else 200
    return render(request, "site/new_club.html", context, status=status)


# Whoever looks after the site.


@administrators
@require_safe
def club_requests(request: HttpRequest) -> HttpResponse:
    """Who waits for a club, and what was answered last."""
    return _requests(request)


@administrators
@require_POST
def answer_club_request(request: HttpRequest) -> HttpResponse:
    """Make the club for whoever asked, or decline; what was answered before stays so."""
    key, answer = read_key(request.POST.get("key")), request.POST.get("answer", "")
    if key is None or answer not in ("accept", "decline"):
        raise BadRequest(answer)
    with Attempt() as attempt:
        answer_request(key, accepts=answer == "accept", by=by_of(request))
        return redirect("club_requests")
    return _requests(request, attempt.sentence)


def _requests(request: HttpRequest, wrong: str = "") -> HttpResponse:
    context = {"waiting": waiting_requests(), "answered": answered_requests(), "wrong": wrong}
    status = UNPROCESSABLE if wrong else 200
    return render(request, "site/club_requests.html", context, status=status)
