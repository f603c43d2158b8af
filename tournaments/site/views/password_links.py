"""Somebody has forgotten his password: an owner of his clubs makes a link for another one."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import PasswordLink
from accounts.networks import network_of
from accounts.password_links import LinkOver, is_good, link_of, use_link
from accounts.password_links import make_link as make
from tournaments.common.access import keep_private, open_to_all, signed_in
from tournaments.common.actions import UNPROCESSABLE
from tournaments.common.asked_again import asked_again
from tournaments.common.codes import code_for
from tournaments.common.requests import account_of, outside_address, read_key
from tournaments.site.forms import NewPasswordForm
from tournaments.site.queries import accounts_answered_for


@signed_in
@require_safe
def accounts(request: HttpRequest) -> HttpResponse:
    """For whom one may make a link: who runs nothing but clubs that one owns."""
    context = {"accounts": accounts_answered_for(_user(request))}
    return render(request, "account/password_links.html", context)


@signed_in
@require_POST
@asked_again
def make_link(request: HttpRequest) -> HttpResponse:
    """Make one and show it, this once; pressed twice the second one counts."""
    mine = accounts_answered_for(_user(request))
    key = read_key(request.POST.get("key"))
    if key is None:
        raise Http404
    whose = get_object_or_404(mine, pk=key)
    secret, until = make(whose, by=_user(request), network=network_of(request))
    address = outside_address(request, reverse("new_password", args=[secret]))
    context = {"whose": whose, "until": until, "address": address, "code": code_for(address)}
    return render(request, "account/password_link.html", context)


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def new_password(request: HttpRequest, secret: str) -> HttpResponse:
    """Another password, for whoever was given the link; then he signs in with it."""
    link = link_of(secret)
    if link is None:
        raise Http404
    try:
        response = _asks(request, link)
    except LinkOver:
        response = render(request, "account/new_password_over.html", status=HTTPStatus.GONE)
    keep_private(response)
    return response


def _asks(request: HttpRequest, link: PasswordLink) -> HttpResponse:
    if not is_good(link):
        raise LinkOver
    form = NewPasswordForm(link.user, request.POST or None)
    if form.is_valid():
        use_link(link, form.cleaned_data["new"], network=network_of(request))
        if account_of(request) == link.user:
            logout(request)
        return redirect(f"{reverse('sign_in')}?done=password")
    status = UNPROCESSABLE if form.is_bound else 200
    context = {"form": form, "whose": link.user}
    return render(request, "account/new_password.html", context, status=status)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
