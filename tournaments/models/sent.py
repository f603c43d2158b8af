"""Forms that were done: by their number, what they said, and where their answer led."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

LONGEST_ANSWER = 300


class SentForm(models.Model):
    """A form that led to a deed, kept for ever, as the deed is.

    `digest` is one of what the form said, not the text: what it said about people is kept with
    the deed alone, where it can be erased. `answer` is the address that the form's answer led to;
    empty until it is known, and where the answer was a page of its own.
    """

    submission = models.UUIDField(primary_key=True)
    digest = models.CharField(max_length=64)
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"form {self.submission}"
