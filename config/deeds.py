"""What somebody without an account may do only so often: what costs much, or is guessing.

Each process counts for itself, in memory: it is about floods, not about rights.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.limits import Limits
from config.refusals import Message, Refused, Scope, filled_in
from config.visitors import Visitor

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SECRET_ADDRESSES = ("/t/", "/live/", "/join/", "/new-password/", "/me/by/", "/r/", "/in/")
"""What comes next is a secret: whoever asks for one that does not exist may be guessing."""

MINUTE, HOUR = 60, 3600  # seconds
MOST_REMEMBERED = 20_000
"""Whoever has done nothing for longest is forgotten first."""


class Buckets:
    """A bucket for each of those who do something: full at first, and filled up again steadily."""

    def __init__(
        self, size: int, an_hour: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._one = HOUR / max(1, an_hour)
        self._patience = max(0, size - 1) * self._one
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, whose: Hashable) -> int:
        """Take one out, and return 0; where there is none, the seconds until there is.

        >>> now = 0.0
        >>> buckets = Buckets(2, 60, clock=lambda: now)
        >>> [buckets.take("192.0.2.7") for _ in range(3)], buckets.take("192.0.2.8")
        ([0, 0, 60], 0)
        >>> now = 60.0
        >>> [buckets.take("192.0.2.7") for _ in range(2)]
        [0, 60]
        """
        now = self._clock()
        full_at = max(now, self._full_at.get(whose, now))
        if full_at - now > self._patience:
            return ceil(full_at - now - self._patience)
        self._full_at[whose] = full_at + self._one
        self._full_at.move_to_end(whose)
        if len(self._full_at) > MOST_REMEMBERED:
            self._full_at.popitem(last=False)
        return 0


class Limited(NamedTuple):
    """A form that somebody without an account may send only so often: its addresses, and what he
    reads who has sent it too often.
    """

    addresses: re.Pattern[str]
    buckets: Buckets
    sentence: StrPromise


def limited(limits: Limits) -> list[Limited]:
    """The forms that cost much, or make something that others have to look at."""
    return [
        Limited(
            re.compile(r"/import/"),
            Buckets(limits.imports_of_an_address, limits.imports_in_an_hour),
            _(
                "Very many sheets were brought in from your device or network. "
                "Wait, go back and send it again. How long to wait: %(time)s."
            ),
        ),
        Limited(
            re.compile(r"/me/(of|by)/.*|/clubs/new/"),
            Buckets(limits.accounts_of_an_address, limits.accounts_in_an_hour),
            _(
                "Very many accounts were made from your device or network. "
                "Wait, go back and send it again. How long to wait: %(time)s."
            ),
        ),
        Limited(
            re.compile(r"/e/[0-9]+/register/"),
            Buckets(limits.registrations_of_an_address, limits.registrations_in_an_hour),
            _(
                "Very many have registered from your device or network. "
                "Wait, go back and send it again. How long to wait: %(time)s."
            ),
        ),
    ]


class Deeds:
    """Counts them, and refuses one too many."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._limited = limited(limits)
        self._unknown = Buckets(limits.unknown_links_of_an_address, limits.unknown_links_in_an_hour)

    def admit(self, visitor: Visitor, scope: Scope) -> None:
        """Let a request through to be answered; raises Refused."""
        length = len(scope.get("raw_path", b"")) + len(scope["query_string"])
        if length > self._limits.address_bytes:
            sentence = _("The address of this page is too long: open the page from its beginning.")
            raise Refused(414, sentence, is_unread=True)
        if scope["method"] != "POST" or visitor.is_signed_in:
            return
        for form in self._limited:
            if form.addresses.fullmatch(scope["path"]):
                _count(form.buckets, visitor, form.sentence, is_unread=True)

    def look_at(self, message: Message, visitor: Visitor, scope: Scope) -> None:
        """See how a request was answered; raises Refused.

        It is looked for first: a link that exists opens, whoever guesses at the same address.
        """
        is_unknown = message.get("status") == HTTPStatus.NOT_FOUND
        if is_unknown and scope["path"].startswith(SECRET_ADDRESSES):
            sentence = _(
                "Very many links that do not exist were tried from your device or network. "
                "Wait, and ask at the table for the link. How long to wait: %(time)s."
            )
            _count(self._unknown, visitor, sentence)


def _count(
    buckets: Buckets, visitor: Visitor, sentence: str | Promise, *, is_unread: bool = False
) -> None:
    """Count one more of a visitor's; raises Refused, saying how long to wait, if it is too many."""
    seconds = buckets.take(who(visitor))
    if seconds:
        said = filled_in(sentence, time=lazy(in_words, str)(seconds))
        raise Refused(429, said, again_after=seconds, is_unread=is_unread)


def who(visitor: Visitor) -> Hashable:
    """For whom a deed counts: whoever was let in before is not everybody at his address."""
    return visitor.given if visitor.is_trusted else visitor.network


def in_words(seconds: int) -> str:
    """How long somebody is to wait.

    >>> in_words(1), in_words(45), in_words(119), in_words(3600)
    ('1 second', '45 seconds', '2 minutes', '60 minutes')
    """
    if seconds < MINUTE:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = ceil(seconds / MINUTE)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
