"""Links with which somebody gets a new password: good for a day, and once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from accounts.digests import digest_of
from accounts.events import Kind, note
from accounts.models import PasswordLink
from accounts.saying import kept_what
from accounts.sign_ins import sign_out

GOOD_FOR = timedelta(days=1)


class LinkOver(Exception):
    """It was used meanwhile, or is too old."""


@transaction.atomic
def make_link(
    user: User, *, by: User | None, network: str = "", is_mailed: bool = False
) -> tuple[str, datetime]:
    """The secret of a new link, which is kept nowhere, and until when it is good.

    One that the account had before is worth nothing then. `by`: None on the terminal, and where
    it is mailed to whoever asks for it.
    """
    secret, now = secrets.token_urlsafe(32), timezone.now()
    mark = user.get_session_auth_hash()
    made = {"secret_hash": _hash(secret), "password_mark": mark, "made_at": now}
    PasswordLink.objects.update_or_create(user=user, defaults=made)
    if is_mailed:
        note(Kind.PASSWORD_LINK, account=user, what=kept_what("by mail"), network=network)
    elif by is None:
        note(Kind.PASSWORD_LINK, account=user, what=kept_what("on the terminal"))
    else:
        what = kept_what("for account", name=user.username)
        note(Kind.PASSWORD_LINK, account=by, what=what, network=network)
    return secret, now + GOOD_FOR


def link_of(secret: str) -> PasswordLink | None:
    """The one that a secret opens, one that is over as well."""
    found = PasswordLink.objects.filter(secret_hash=_hash(secret)).select_related("user")
    return found.first()


def is_good(link: PasswordLink) -> bool:
    """Whether it can still be used."""
    is_young = timezone.now() < link.made_at + GOOD_FOR
    is_unused = link.password_mark == link.user.get_session_auth_hash()
    return is_young and is_unused and link.user.is_active


@transaction.atomic
def use_link(link: PasswordLink, password: str, *, network: str) -> None:
    """Give the account this password, and sign it out everywhere; LinkOver of two at once."""
    locked = User.objects.select_for_update().get(pk=link.user_id)
    link = PasswordLink.objects.select_related("user").get(pk=link.pk)
    if not is_good(link):
        raise LinkOver
    locked.set_password(password)
    locked.save(update_fields=["password"])
    sign_out(Kind.PASSWORD, user=locked, network=network)


def forget_old_links() -> int:
    """Delete those that are over; how many they were."""
    return PasswordLink.objects.filter(made_at__lt=timezone.now() - GOOD_FOR).delete()[0]


def _hash(secret: str) -> str:
    return digest_of("password link", secret)
