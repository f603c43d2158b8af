"""Signing out from afar and another password: what both end, in one transaction, written down."""

from __future__ import annotations

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest

from accounts.events import Kind, note
from accounts.networks import network_of
from accounts.sign_ins import end_sign_in, end_sign_ins, note_sign_in

ON_THE_TERMINAL = "on the terminal"


@transaction.atomic
def sign_out_one(*, user: User, key: int, network: str) -> bool:
    """Sign out in one browser; whether it was signed in there."""
    ended = end_sign_in(user, key)
    if ended is not None:
        what = " ".join(filter(None, ["elsewhere:", ended.browser, ended.system]))
        note(Kind.SIGN_OUT, account=user, what=what, network=network)
    return ended is not None


@transaction.atomic
def sign_out_others(*, user: User, keep: str, network: str) -> int:
    """Sign out in every browser but where the session `keep` is; how many they were."""
    ended = end_sign_ins(user, keep=keep)
    note(Kind.SIGN_OUT_OTHERS, account=user, what=_sign_ins(ended), network=network)
    return ended


@transaction.atomic
def sign_out_all(*, user: User, network: str = "", where: str = "") -> int:
    """Sign out in every browser; how many they were."""
    ended = end_sign_ins(user)
    note(Kind.SIGN_OUT_ALL, account=user, what=_sign_ins(ended, where), network=network)
    return ended


@transaction.atomic
def change_password(request: HttpRequest, *, user: User, password: str) -> None:
    """Give an account another password; it stays signed in in this browser alone.

    The session gets another key as well: a copy of it that somebody made is worth nothing then.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    update_session_auth_hash(request, user)
    note_sign_in(request, user)
    ended = end_sign_ins(user, keep=request.session.session_key)
    note(Kind.PASSWORD, account=user, what=_sign_ins(ended), network=network_of(request))


@transaction.atomic
def password_was_changed(user: User) -> int:
    """End every sign-in of an account with another password from the terminal; how many."""
    ended = end_sign_ins(user)
    note(Kind.PASSWORD, account=user, what=_sign_ins(ended, ON_THE_TERMINAL))
    return ended


def _sign_ins(ended: int, where: str = "") -> str:
    return ", ".join(filter(None, [f"sign-ins ended: {ended}", where]))
