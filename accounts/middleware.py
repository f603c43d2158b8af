"""Keeping the list of sign-ins true while people look at pages."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.sign_ins import follow


class SignInMiddleware:
    """Notes once in a while that somebody who is signed in was here, and from where."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Note it before the page is made, whose live ticket says which sign-in it belongs to."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            follow(request)
        return self.get_response(request)
