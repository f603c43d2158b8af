"""The account's own page: where it is signed in, its password, and how to end a sign-in."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.leaving import change_password, sign_out_all, sign_out_one, sign_out_others
from accounts.letting_in import say_held
from accounts.networks import network_of
from accounts.sign_ins import sign_in_of, was_told
from tournaments.common.access import signed_in
from tournaments.common.numbers import read_key
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.site.forms import PasswordForm
from tournaments.site.known_browsers import know_browser
from tournaments.site.queries import earlier_sign_ins, listed_sign_ins

OTHERS, ALL = "others", "all"
DONE = ("password", "one", "none", "others")


@signed_in
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Where one is signed in, and what one can do about it."""
    user, network = _user(request), network_of(request)
    listed = listed_sign_ins(user, sign_in_of(request), network)
    context = {
        "sign_ins": listed,
        "has_others": any(not each.is_this for each in listed),
        "earlier": earlier_sign_ins(user, network),
        "done": request.GET.get("done", ""),
    }
    was_told(request)
    return render(request, "account/account.html", context)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Another password, asked for together with the one of now."""
    user = _user(request)
    form = PasswordForm(request, user)
    if form.is_valid():
        change_password(request, user=user, password=form.cleaned_data["new"])
        response = _done("password")
        know_browser(request, response, user)
        return response
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "account/password.html", {"form": form}, status=status)
    say_held(response, form.held)
    return response


@signed_in
@require_POST
def end_sign_ins(request: HttpRequest) -> HttpResponse:
    """Sign out in one browser, everywhere else, or everywhere.

    Whatever is pressed twice ends what is there to end, so that its form needs no number.
    """
    user, network = _user(request), network_of(request)
    which = request.POST.get("which", "")
    if which == ALL:
        sign_out_all(user=user, network=network)
        logout(request)
        return redirect("sign_in")
    if which == OTHERS:
        sign_out_others(user=user, keep=request.session.session_key or "", network=network)
        return _done("others")
    key = read_key(which)
    is_ended = key is not None and sign_out_one(user=user, key=key, network=network)
    return _done("one" if is_ended else "none")


def _done(what: str) -> HttpResponse:
    return redirect(f"{reverse('account')}?done={what}")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
