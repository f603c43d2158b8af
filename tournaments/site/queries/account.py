"""The sign-ins of an account, as its own page lists them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from accounts.digests import network_digest
from accounts.models import SignIn
from accounts.sign_ins import ended_sign_ins, open_sign_ins

MOST_EARLIER = 20


@dataclass(frozen=True)
class ListedSignIn:
    """A sign-in, whether it is that of this browser, and whether it came from where one is now."""

    sign_in: SignIn
    is_this: bool
    is_of_this_network: bool


def listed_sign_ins(user: User, this: int | None, network: str) -> list[ListedSignIn]:
    """Where an account is signed in, this browser first and then the one seen last."""
    here = network_digest(network)
    found = [
        ListedSignIn(each, each.pk == this, each.network == here) for each in open_sign_ins(user)
    ]
    return sorted(found, key=lambda each: not each.is_this)


def earlier_sign_ins(user: User, network: str) -> list[ListedSignIn]:
    """The latest of those that have ended."""
    here = network_digest(network)
    latest = ended_sign_ins(user)[:MOST_EARLIER]
    return [ListedSignIn(each, False, each.network == here) for each in latest]
