"""What somebody without an account may do only so often: what costs much, or is guessing."""

from __future__ import annotations

from collections.abc import Hashable
from http import HTTPStatus

from config.buckets import Buckets
from config.limits import Limits
from config.refusals import Message, Refused, Scope
from config.visitors import Visitor

IMPORT = "/import/"
SECRET_ADDRESSES = ("/t/", "/live/")
"""What comes next is a secret: whoever asks for one that does not exist may be guessing."""

MINUTE = 60


class Deeds:
    """Counts them, and refuses one too many."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._imports = Buckets(limits.imports_of_an_address, limits.imports_in_an_hour)
        self._unknown = Buckets(limits.unknown_links_of_an_address, limits.unknown_links_in_an_hour)

    def admit(self, visitor: Visitor, scope: Scope) -> None:
        """Let a request through to be answered; raises Refused."""
        length = len(scope.get("raw_path", b"")) + len(scope["query_string"])
        if length > self._limits.address_bytes:
            sentence = "The address of this page is too long: open the page from its beginning."
            raise Refused(414, sentence, is_unread=True)
        is_import = scope["method"] == "POST" and scope["path"] == IMPORT
        if is_import and not visitor.is_signed_in:
            sentence = (
                "Very many sheets were brought in from your device or network: "
                "wait {}, go back and send it again."
            )
            _count(self._imports, visitor, sentence, is_unread=True)

    def look_at(self, message: Message, visitor: Visitor, scope: Scope) -> None:
        """See how a request was answered; raises Refused.

        It is looked for first: a link that exists opens, whoever guesses at the same address.
        """
        is_unknown = message.get("status") == HTTPStatus.NOT_FOUND
        if is_unknown and scope["path"].startswith(SECRET_ADDRESSES):
            sentence = (
                "Very many links that do not exist were tried from your device or network: "
                "wait {} and ask at the table for the link."
            )
            _count(self._unknown, visitor, sentence)


def _count(buckets: Buckets, visitor: Visitor, sentence: str, *, is_unread: bool = False) -> None:
    """Count one more of a visitor's; raises Refused, saying how long to wait, if it is too many."""
    seconds = buckets.take(who(visitor))
    if seconds:
        raise Refused(
            429, sentence.format(in_words(seconds)), again_after=seconds, is_unread=is_unread
        )


def who(visitor: Visitor) -> Hashable:
    """For whom a deed counts: whoever was let in before is not everybody at his address."""
    return visitor.given if visitor.is_trusted else visitor.network


def in_words(seconds: int) -> str:
    """How long somebody is to wait.

    >>> in_words(1), in_words(45), in_words(119), in_words(3600)
    ('1 second', '45 seconds', '2 minutes', '60 minutes')
    """
    if seconds < MINUTE:
        return f"{seconds} second{'' if seconds == 1 else 's'}"
    minutes = -(-seconds // MINUTE)
    return f"{minutes} minute{'' if minutes == 1 else 's'}"
