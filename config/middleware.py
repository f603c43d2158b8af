"""What every answer tells the browser, and which requests are refused before any view."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

UNSAFE_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
HEADERS = {
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BrowserPolicyMiddleware:
    """Sets the headers that Django has no setting for, on errors and static files too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the rest of the program does, with the headers added."""
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class SameSiteMiddleware:
    """Refuses writing requests that the browser says come from another site."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Refuse, or go on; browsers that say nothing are left to the CSRF check."""
        origin = request.headers.get("Sec-Fetch-Site", "")
        if request.method in UNSAFE_METHODS and origin in {"cross-site", "same-site"}:
            return HttpResponseForbidden(_("This form was sent from another site."))
        return self.get_response(request)


def policy_headers() -> list[tuple[bytes, bytes]]:
    """What every answer tells the browser, for answers that are made without Django."""
    handle: Callable[[HttpRequest], HttpResponse] = _say_nothing
    for name in reversed(settings.BROWSER_POLICY):
        handle = import_string(name)(handle)
    asked = {"method": "GET", "path": "/", "scheme": "https", "headers": [], "query_string": b""}
    told = {**handle(ASGIRequest(asked, BytesIO())).headers}
    told.pop("Content-Type", None)
    return [(name.lower().encode(), value.encode()) for name, value in told.items()]


def _say_nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse()
