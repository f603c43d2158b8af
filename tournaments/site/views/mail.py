"""Where mail is sent: the address of an account, a link for who forgot the password, letters."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import addresses
from accounts.letters import are_sent
from accounts.letting_in import say_held
from accounts.networks import network_of
from tournaments.common.access import keep_private, open_to_all, signed_in
from tournaments.common.actions import UNPROCESSABLE
from tournaments.common.asked_again import asked_again
from tournaments.common.requests import outside_address
from tournaments.site.forms import AddressForm, ForgottenForm
from tournaments.site.queries import letters_of

PAGE = 50


def _only_with_mail() -> None:
    if not are_sent():
        raise Http404


def _link(request: HttpRequest, page: str, secret: str) -> str:
    return outside_address(request, reverse(page, args=[secret]))


# The address of one's own account.


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
@asked_again
def address(request: HttpRequest) -> HttpResponse:
    """The address that an account has, and another one, to which a link is mailed."""
    _only_with_mail()
    user = _user(request)
    form = AddressForm(request.POST or None)
    if form.is_valid():
        link_to = partial(_link, request, "confirm_address")
        if addresses.want_address(user, form.cleaned_data["mail"], link_to=link_to):
            return redirect(f"{reverse('mail_address')}?done=sent")
        form.say_many()
    context = {
        "form": form,
        "mine": addresses.address_of(user),
        "done": request.GET.get("done", ""),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "account/mail.html", context, status=status)


@signed_in
@require_POST
@asked_again
def forget_address(request: HttpRequest) -> HttpResponse:
    """Take the address away from the account; pressed twice it is the same."""
    addresses.forget_own_address(_user(request), network=network_of(request))
    return redirect("account")


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, secret: str) -> HttpResponse:
    """Where the mailed link leads: one button, for whoever has signed in as who typed it.

    A program that looks at links in letters presses none.
    """
    user = _user(request)
    found = addresses.is_confirming(user, secret)
    if request.method == "POST":
        if addresses.confirm_address(user, secret, network=network_of(request)):
            return redirect(f"{reverse('mail_address')}?done=confirmed")
        found = None
    status = 200 if found else HTTPStatus.NOT_FOUND
    response = render(request, "account/confirm_mail.html", {"found": found}, status=status)
    keep_private(response)
    return response


# For whoever has forgotten the password.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Mail a link for a new password; whoever asks is told the same in any case."""
    _only_with_mail()
    form = ForgottenForm(request)
    if form.is_valid():
        addresses.mail_password_link(
            form.cleaned_data["username"],
            link_to=partial(_link, request, "new_password"),
            network=network_of(request),
        )
        return redirect(f"{reverse('forgotten')}?done=sent")
    context = {"form": form, "is_sent": request.GET.get("done") == "sent"}
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "account/forgotten.html", context, status=status)
    say_held(response, form.held)
    return response


# What became of letters, for those who answer for it.


@signed_in
@require_safe
def letters(request: HttpRequest) -> HttpResponse:
    """The letters of one's clubs, of everybody for who looks after the site; newest first."""
    _only_with_mail()
    found = letters_of(_user(request))
    if found is None:
        raise Http404
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "site/letters.html", {"page": page})


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
