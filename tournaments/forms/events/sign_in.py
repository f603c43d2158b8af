"""Signing in; whoever guesses passwords is slowed down."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.forms.tries import count_of, take_back

MOST_TRIES = 10
WHILE = 15 * 60
"""So many wrong tries for an account, or from an address, within so many seconds."""

TOO_MANY = _("Too many wrong tries. Wait a quarter of an hour, then try again.")


class SignInForm(AuthenticationForm):
    """Name and password; after too many wrong ones no password is looked at for a while."""

    error_messages = {
        "invalid_login": _("Name and password do not go together."),
        "inactive": _("Name and password do not go together."),
    }

    def clean(self) -> dict[str, Any]:
        """Count the try before looking at it, so that many at once are counted too."""
        assert self.request is not None
        counters = counters_of(self.request, self.cleaned_data.get("username") or "")
        count_try(counters)
        cleaned: dict[str, Any] = super().clean()
        take_back(counters)
        return cleaned


def count_try(counters: Iterable[str]) -> None:
    """Count a try before it is looked at; raises ValidationError after too many."""
    if max([count_of(counter, WHILE) for counter in counters]) > MOST_TRIES:
        raise ValidationError(TOO_MANY, code="too_many")


def counters_of(request: HttpRequest, name: str) -> tuple[str, str]:
    """Where the tries for an account and those from an address are counted.

    The account need not exist, so that nobody learns whether it does.
    """
    account = unicodedata.normalize("NFKC", name).casefold()
    return _key(f"account {account}"), _key(f"address {network_of(request)}")


def network_of(request: HttpRequest) -> str:
    """The address of the request; of the newer kind everybody has many, so only their beginning.

    >>> request = HttpRequest()
    >>> request.META["REMOTE_ADDR"] = "2001:db8:1:2:3::4"
    >>> network_of(request)
    '2001:db8:1:2::'
    """
    address = request.META.get("REMOTE_ADDR", "")
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


def _key(text: str) -> str:
    return f"sign-in-{sha256(text.encode()).hexdigest()}"
