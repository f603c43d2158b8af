"""The form that is being answered: what it says, and whether it came before with something else.

Whoever does a deed asks here, under its lock: `compare_sent` where the deed was done before, and
`keep_sent` in the same transaction as the deed. Outside of a form's answer both do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse

from tournaments.models import SentForm
from tournaments.models.sent import LONGEST_ANSWER

View = Callable[..., HttpResponse]


def compares_itself(view: View) -> View:
    """Declare a view that compares what comes again with what is kept, and shows both."""
    view.compares_itself = True  # type: ignore[attr-defined]
    return view


@dataclass
class Said:
    """A form's number and a digest of what it says.

    `is_kept`: its deed was done while it was answered; `is_repeat`: it was done before.
    """

    submission: UUID
    digest: str
    is_kept: bool = False
    is_repeat: bool = False


class SaidOtherwise(Exception):
    """The form was done before, and said something else then."""


_answered: ContextVar[Said | None] = ContextVar("answered", default=None)


@contextmanager
def no_form() -> Iterator[None]:
    """While something is answered of which nobody knows yet whether it is a form."""
    token = _answered.set(None)
    try:
        yield
    finally:
        _answered.reset(token)


def begin_answer(said: Said) -> None:
    """From now on this form is being answered."""
    _answered.set(said)


def find_sent(said: Said) -> SentForm | None:
    """The form as it was done before."""
    return SentForm.objects.filter(pk=said.submission).first()


def compare_sent() -> None:
    """Raise SaidOtherwise where the form that is being answered said something else before."""
    said = _answered.get()
    if said is None or said.is_kept or said.is_repeat:
        return
    stored = find_sent(said)
    if stored is not None and stored.digest != said.digest:
        raise SaidOtherwise


def keep_sent() -> None:
    """Keep what the form says that is being answered, together with the deed that it led to."""
    said = _answered.get()
    if said is None or said.is_kept or said.is_repeat:
        return
    SentForm.objects.create(submission=said.submission, digest=said.digest)
    said.is_kept = True


def keep_answer(said: Said, address: str) -> None:
    """Note where the form's answer leads, for the next time that it comes."""
    if not address or len(address) > LONGEST_ANSWER:
        return
    SentForm.objects.filter(pk=said.submission, answer="").update(answer=address)
