"""The e-mail address of an account: typed by its owner, and confirmed by a link that is mailed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.digests import digest_of
from accounts.events import Kind, note
from accounts.letters import forget_address, write_letter
from accounts.models import LetterKind, MailAddress
from accounts.password_links import make_link

GOOD_FOR = timedelta(days=1)
"""So long a link confirms an address."""

ENDS = _("If it was not you, do nothing: nothing happens then.")


def address_of(user: User) -> MailAddress:
    """The address of an account as it is kept, an empty one where there is none."""
    return MailAddress.objects.filter(user=user).first() or MailAddress(user=user)


@transaction.atomic
def want_address(user: User, address: str, *, link_to: Callable[[str], str]) -> bool:
    """Note an address and mail a link that confirms it; whether that goes out.

    The one of before stays until then. `link_to` makes a secret the address of a page.
    """
    secret = secrets.token_urlsafe(32)
    wanted = {"wanted": address, "secret_hash": _hash(secret), "asked_at": timezone.now()}
    is_written = write_letter(
        LetterKind.ADDRESS,
        to=address,
        language=get_language() or "en",
        subject=_("Sheepfold: is this your e-mail address?"),
        lines=[
            _("Somebody has typed this address for the account: %(name)s"),
            _("If it was you, open this link within a day, and confirm it there:"),
            "%(link)s",
            ENDS,
        ],
        values={"name": user.username, "link": link_to(secret)},
    )
    if is_written:
        MailAddress.objects.update_or_create(user=user, defaults=wanted)
    return is_written


def is_confirming(user: User, secret: str) -> MailAddress | None:
    """The address of this account that a link confirms; None of one that is over."""
    begun = timezone.now() - GOOD_FOR
    found = MailAddress.objects.filter(user=user, secret_hash=_hash(secret), asked_at__gt=begun)
    return found.first()


@transaction.atomic
def confirm_address(user: User, secret: str, *, network: str) -> bool:
    """Send letters to it from now on; False of a link that is over."""
    User.objects.select_for_update().get(pk=user.pk)
    found = is_confirming(user, secret)
    if found is None:
        return False
    found.address, found.wanted, found.secret_hash = found.wanted, "", ""
    found.save()
    note(Kind.MAIL, account=user, network=network)
    return True


@transaction.atomic
def forget_own_address(user: User, *, network: str) -> None:
    """Let an account have none, and forget the letters to it; twice is the same."""
    for found in MailAddress.objects.filter(user=user):
        forget_address([found.address, found.wanted])
        found.delete()
        note(Kind.MAIL, account=user, network=network)


def forget_unconfirmed() -> int:
    """Forget the addresses whose link is over; how many they were."""
    old = MailAddress.objects.filter(asked_at__lt=timezone.now() - GOOD_FOR).exclude(wanted="")
    old.filter(address="").delete()
    return old.update(wanted="", secret_hash="")


@transaction.atomic
def mail_password_link(name: str, *, link_to: Callable[[str], str], network: str) -> None:
    """Mail a link for a new password to the confirmed address of an account, if there is one."""
    confirmed = MailAddress.objects.exclude(address="").select_related("user")
    found = confirmed.filter(user__username=name, user__is_active=True).first()
    if found is None:
        return
    secret, _until = make_link(found.user, by=None, network=network, is_mailed=True)
    is_written = write_letter(
        LetterKind.PASSWORD,
        to=found.address,
        language=get_language() or "en",
        subject=_("Sheepfold: a new password"),
        lines=[
            _("Somebody has asked for a new password for the account: %(name)s"),
            _("Whoever opens this link within a day chooses it:"),
            "%(link)s",
            ENDS,
        ],
        values={"name": found.user.username, "link": link_to(secret)},
    )
    if not is_written:
        transaction.set_rollback(True)  # else the link in the last letter were worth nothing


def _hash(secret: str) -> str:
    return digest_of("e-mail address", secret)
