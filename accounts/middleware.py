"""Keeping the list of sign-ins true while people look at pages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

from accounts.sign_ins import follow


class SignInMiddleware(MiddlewareMixin):
    """Notes once in a while that somebody who is signed in was here, and from where."""

    def process_request(self, request: HttpRequest) -> None:
        """Note it before the page is made, whose live ticket says which sign-in it belongs to."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            follow(request)
