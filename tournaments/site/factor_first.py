"""A second factor before everything else, where the operator asks for one.

Whoever is signed in without one is led to the page on which it is switched on, and from there to
where he wanted to go. Until then no other page opens but those that do nothing with the account. A
table's link goes on opening its table, as for somebody without an account: a hand that a scorer
sends then is not lost. So does the own link of whoever registered for an event.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin

from accounts.second_factor import has_second_factor
from tournaments.common.access import clubs_with
from tournaments.common.requests import account_of
from tournaments.common.rights import Right

OWNERS, ALL = "owners", "all"

OPENS = frozenset(
    {"second_factor", "sign_out", "choose_language", "privacy", "service_worker", "manifest"}
)
"""Pages by name."""

BY_LINK = frozenset({"table_link", "table_write"})
"""Pages by who may open them."""

OWN_LINKS = frozenset(
    {"own_registration", "change_registration", "withdraw_registration", "erase_registration"}
)
"""Pages of whoever registered for an event, by name: they are opened by a secret as well."""

WANTED = "wanted_before_factor"
"""The session keeps here where somebody wanted to go."""


def is_asked_of(user: User) -> bool:
    """Whether an account has to have a second factor here."""
    asked = settings.SHEEPFOLD_SECOND_FACTOR
    if asked == OWNERS:
        return user.is_superuser or clubs_with(user, Right.CLUB).exists()
    return bool(asked == ALL)


class FactorFirst(MiddlewareMixin):
    """Leads there whoever has none and has to; it stands before forms are compared."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.SHEEPFOLD_SECOND_FACTOR not in (OWNERS, ALL):
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        _args: list[Any],
        _kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        """Lead there, or go on."""
        match = request.resolver_match
        user = account_of(request)
        if user is None or match is None or match.url_name in OPENS:
            return None
        if has_second_factor(user) or not is_asked_of(user):
            return None
        if getattr(view, "access", "") in BY_LINK or match.url_name in OWN_LINKS:
            request.user = AnonymousUser()
            return None
        if request.method == "GET":
            request.session[WANTED] = request.get_full_path()
        return redirect("second_factor")
