"""When somebody last proved who he is: by signing in, or by typing the password again."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

PROVED = "proved"


def note_proof(request: HttpRequest, **_more: object) -> None:
    """Note that it has just been proved in this browser; also on Django's signal."""
    request.session[PROVED] = _now()


def has_proved(request: HttpRequest) -> bool:
    """Whether it was proved so short a time ago that nobody has to be asked again."""
    age: int = _now() - request.session.get(PROVED, 0)
    return 0 <= age < settings.SHEEPFOLD_SIGN_INS.asked_again_seconds


def _now() -> int:
    return int(timezone.now().timestamp())
