"""What a test is given: pages as they are sent, and whatever may be there or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from django.http import HttpResponse

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
else:
    Answer = HttpResponse

__all__ = ["Answer", "there"]

T = TypeVar("T")


def there(found: T | None) -> T:
    """What was looked for; the test fails where there is nothing."""
    assert found is not None
    return found
