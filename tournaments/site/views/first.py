"""The way into an empty installation: the first account and its club."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.letting_in import say_held
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.site.forms import FirstForm
from tournaments.site.services import (
    NotTheFirst,
    check_new_account,
    make_first_director,
    nobody_has_an_account,
)
from tournaments.site.views.accounts import greet

GONE = 410


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password", "again", "code")
def first_account(request: HttpRequest) -> HttpResponse:
    """Asked for while nobody has an account; then it says that it is over."""
    if request.user.is_authenticated:
        return redirect("clubs")
    if not nobody_has_an_account():
        return _over(request)
    form = FirstForm(request, request.POST or None)
    if not _can_be_made(form):
        return _asks(request, form)
    typed = form.cleaned_data
    try:
        user, club = make_first_director(
            club_name=typed["club"],
            name=typed["username"],
            password=typed["password"],
            is_public=typed["is_public"],
        )
    except NotTheFirst:
        return _over(request)
    login(request, user)
    response = redirect("club", club.pk)
    greet(request, response, user)
    return response


def _can_be_made(form: FirstForm) -> bool:
    """Whether everything is right, the account's name and how hard the password is to guess too."""
    is_right = form.is_valid()
    typed = form.cleaned_data if form.is_bound else {}
    if "username" in typed and "password" in typed:
        try:
            check_new_account(typed["username"], typed["password"])
        except ValidationError as problem:
            form.add_error(None if hasattr(problem, "error_dict") else "password", problem)
            return False
    return is_right


def _asks(request: HttpRequest, form: FirstForm) -> HttpResponse:
    can_be_made = not form.asks_for_code or bool(settings.SHEEPFOLD_FIRST_CODE)
    context = {"form": form, "can_be_made": can_be_made}
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "events/first.html", context, status=status)
    say_held(response, form.held)
    keep_private(response)
    return response


def _over(request: HttpRequest) -> HttpResponse:
    response = render(request, "events/first_over.html", status=GONE)
    keep_private(response)
    return response
