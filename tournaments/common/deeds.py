"""Why a deed is not done, of whatever room: what it says is shown where it was asked for."""

from __future__ import annotations

from django.core.exceptions import BadRequest


class Refused(Exception):
    """A deed that cannot be done now: a sentence for whoever wants it, and its field."""

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class DeedReused(BadRequest):
    """The submission has been used before for another deed: no form of ours does that."""
