"""Browsers in which somebody has signed in before: strangers' wrong tries hold nobody up there."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase

from accounts.digests import digest_of
from accounts.sign_ins import came_with
from config.middleware import site_known_browsers
from config.passes import DAY


def known_browser(request: HttpRequest, name: str) -> str:
    """What tells this browser, if that name has signed in with it and has the same password."""
    browsers = site_known_browsers()
    found = {each.account: each for each in browsers.read(request.COOKIES.get(browsers.cookie, ""))}
    if not found:
        return ""
    user = User.objects.filter(pk__in=found, username=name).first()
    if user is None or found[user.pk].stamp != _stamp_of(user):
        return ""
    return found[user.pk].nonce


def know_browser(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Let the browser be known from now on as one in which this account has signed in.

    One that it has signed in with under an earlier password is not new to the account either.
    """
    browsers = site_known_browsers()
    before = request.COOKIES.get(browsers.cookie, "")
    text = browsers.text_with(user.pk, _stamp_of(user), before)
    was = (each.nonce for each in browsers.read(before) if each.account == user.pk)
    came_with(request, before=next(was, ""), now=browsers.read(text)[0].nonce)
    response.set_cookie(
        browsers.cookie,
        text,
        max_age=browsers.days * DAY,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _stamp_of(user: User) -> str:
    """Another one with each password."""
    return digest_of("password", user.get_session_auth_hash())[:16]
