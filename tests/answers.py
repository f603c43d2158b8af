"""What a client of a test is given: a page as it is sent, with what it was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    Answer = HttpResponse

__all__ = ["Answer"]
