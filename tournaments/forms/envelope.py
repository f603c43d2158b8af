"""What every form that changes a sheet carries unseen: its own number and what it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import BadRequest

LARGEST_VERSION = 2**31 - 1


class Envelope(NamedTuple):
    """A submission's id, and the version (of the sheet, or of the hand) that it was made from."""

    submission: UUID
    seen_version: int


class _EnvelopeForm(forms.Form):
    submission = forms.UUIDField()
    seen_version = forms.IntegerField(min_value=0, max_value=LARGEST_VERSION)


def new_envelope(seen_version: int) -> Envelope:
    """An envelope for a form that is about to be shown."""
    return Envelope(uuid4(), seen_version)


def read_envelope(posted: Mapping[str, str]) -> Envelope:
    """The envelope of a form that came back; BadRequest where it is not one of ours."""
    form = _EnvelopeForm(posted)
    if not form.is_valid():
        raise BadRequest("The form came without its number.")
    return Envelope(form.cleaned_data["submission"], form.cleaned_data["seen_version"])


def read_place(text: str | None, places: int) -> int | None:
    """The place (a seat, from 0) that a form or an address names, or None."""
    if text is None or not text.isdecimal() or len(text) > 3:
        return None
    return int(text) if int(text) < places else None
