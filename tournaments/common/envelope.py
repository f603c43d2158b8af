"""What every form that changes a sheet carries unseen: its own number and what it was made from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
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


def read_place(text: str | None, places: Collection[int]) -> int | None:
    """The one of these places (seats) that a form or an address names, or None."""
    return next((place for place in places if str(place) == text), None)
