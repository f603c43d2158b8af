"""Who may: each view declares it; what every room shares of that, and the pages of a club.

To hold a visit is to have been allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from tournaments.common.directing import clubs_of
from tournaments.common.remembered import device_of, remember_device
from tournaments.models import By, Club, called

P = ParamSpec("P")

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class ClubVisit:
    """A club that somebody was let in to, and whether as one of its directors."""

    club: Club
    by: By = field(default_factory=By)
    is_director: bool = False


def open_to_all(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Declare a view that everybody may open."""
    view.access = "open"  # type: ignore[attr-defined]
    return view


def searched(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Declare a view that everybody may open, of a page that search engines may show as well."""
    view.is_searched = True  # type: ignore[attr-defined]
    return open_to_all(view)


def signed_in(view: View) -> View:
    """Declare a view for everybody who has an account."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("sign_in"))
        response = view(request, **kwargs)
        keep_private(response)
        return response

    guarded.access = "signed_in"  # type: ignore[attr-defined]
    return guarded


def club_director(view: View) -> View:
    """Declare a view for the directors of a club, found by its number; it gets a `ClubVisit`."""

    @wraps(view)
    def guarded(request: HttpRequest, club_id: int, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("sign_in"))
        club = clubs_of(request.user).filter(pk=club_id).first()
        if club is None:
            raise Http404
        visit = ClubVisit(club, by_of(request), is_director=True)
        response = view(request, visit, **kwargs)
        remember_device(request, response, visit.by.device)
        keep_private(response)
        return response

    guarded.access = "club_director"  # type: ignore[attr-defined]
    return guarded


def by_of(request: HttpRequest) -> By:
    """Who does it, for the history: somebody who has signed in."""
    user = request.user
    assert isinstance(user, User)
    return By(user, called(user), device_of(request))


def keep_private(response: HttpResponseBase) -> None:
    """Keep a page whose address is a secret out of caches and search engines."""
    add_never_cache_headers(response)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
