"""What every answer tells the browser, and which requests are refused before any view."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from io import BytesIO

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from config.known import KnownBrowsers
from config.passes import GOOD_FOR, OWN_TABLE, SIGNED_IN, TABLE, Pass, Passes
from config.statics import RULES, is_ruled_by_its_page
from config.visitors import language_among

RANKS = (OWN_TABLE, TABLE, SIGNED_IN)
"""The kinds of passes, the best last."""

UNSAFE_METHODS = frozenset({"POST", "PUT", "PATCH", "DELETE"})
SHOWS = "Sheepfold-Shows"
"""Which version of the sheet a page shows: so says its script, and so says the answer to it."""

HEADERS = {
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
}


class BrowserPolicyMiddleware(MiddlewareMixin):
    """Sets the headers that Django has no setting for, on errors and static files too."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Add the headers to the answer."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if is_ruled_by_its_page(request.path, response.status_code) or is_put_into_its_page(
            request, response
        ):
            for name in RULES:
                response.headers.pop(name, None)
        return response


def is_put_into_its_page(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether a page's script asked for it to put it there: a browser cannot open it by itself."""
    return SHOWS in request.headers and SHOWS in response.headers


class LanguageMiddleware(MiddlewareMixin):
    """Says everything in the language of this device or browser, else in that of the site.

    A page about something that has a language of its own comes before the site's (`speak_as` in
    `tournaments.common.requests`); addresses hold no language, so that a link works for everybody.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Speak the language that is wished, and note whether any was."""
        wished = wished_language(request)
        request.has_wished = bool(wished)  # type: ignore[attr-defined]
        translation.activate(wished or settings.SHEEPFOLD_LANGUAGE)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Tell caches what the answer depends on, and readers in which language it is."""
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


def wished_language(request: HttpRequest) -> str:
    """The offered language that was chosen on this device, else the first that its browser names.

    Empty where neither names one; what cannot be read asks for nothing.
    """
    return language_among(request.COOKIES, request.headers.get("Accept-Language", ""))


class SameSiteMiddleware(MiddlewareMixin):
    """Refuses writing requests that the browser says come from another site."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse, or go on; browsers that say nothing are left to the CSRF check."""
        origin = request.headers.get("Sec-Fetch-Site", "")
        if request.method in UNSAFE_METHODS and origin in {"cross-site", "same-site"}:
            return HttpResponseForbidden(_("This form was sent from another site."))
        return None


class SearchMiddleware(MiddlewareMixin):
    """Keeps every page out of search engines but those that say they hold nobody's name."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Mark the answer, unless the view is `searched`."""
        if not getattr(getattr(request.resolver_match, "func", None), "is_searched", False):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response


class PassMiddleware(MiddlewareMixin):
    """Gives passes for the front door to directors, and to whoever holds a table's link."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Put a pass into the answer, once a day."""
        passes = site_passes()
        given = _pass_for(request) if response.status_code < HTTPStatus.BAD_REQUEST else None
        cookie = request.COOKIES.get(passes.cookie, "")
        if given is not None and not _is_as_good(passes.read(cookie), given):
            response.set_cookie(
                passes.cookie,
                passes.text_of(given),
                max_age=GOOD_FOR,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response


def _is_as_good(found: tuple[Pass, bool] | None, given: Pass) -> bool:
    """Whether a browser has a pass of today that is as good."""
    if found is None or not found[1]:
        return False
    return RANKS.index(found[0].kind) >= RANKS.index(given.kind)


def _pass_for(request: HttpRequest) -> Pass | None:
    """What the visitor was let in to; asks the database for nothing that was not asked before."""
    if settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "session"):
        key = request.session.get(SESSION_KEY, "")
        if str(key).isdecimal():
            return Pass(SIGNED_IN, int(key))
    return getattr(request, "let_in_by", None)


def site_passes() -> Passes:
    """The passes of this installation."""
    return Passes(settings.SECRET_KEY, f"{settings.COOKIE_PREFIX}sheepfold_pass")


def pass_of(request: HttpRequest) -> Pass | None:
    """The pass that the browser was given before, if it has one that is still good."""
    passes = site_passes()
    found = passes.read(request.COOKIES.get(passes.cookie, ""))
    return found[0] if found else None


def site_known_browsers() -> KnownBrowsers:
    """The known browsers of this installation."""
    cookie = f"{settings.COOKIE_PREFIX}sheepfold_known"
    days = settings.SHEEPFOLD_SIGN_INS.browsers_known_days
    return KnownBrowsers(settings.SECRET_KEY, cookie, days)


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
