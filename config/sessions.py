"""How long a sign-in lasts: a long tournament day without a sign of life, a month in all."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

if TYPE_CHECKING:
    from django.contrib.sessions.models import Session

BEGAN = "began"
JUST_NOW = timedelta(minutes=5)
"""A session that was prolonged less than this ago is not written again."""


class SessionStore(DatabaseStore):
    """Sessions in the database that every visit prolongs, but never beyond the longest time."""

    _kept_until: datetime | None = None

    def _get_session_from_db(self) -> Session | None:
        found: Session | None = super()._get_session_from_db()  # type: ignore[misc]
        self._kept_until = found.expire_date if found is not None else None
        return found

    def get_session_cookie_age(self) -> int:
        """The seconds until it ends, if nothing more is heard of it."""
        now = int(time.time())
        left: int = self.get(BEGAN, now) + settings.SESSION_LONGEST - now
        return max(0, min(left, settings.SESSION_COOKIE_AGE))

    def save(self, must_create: bool = False) -> None:
        """Keep it, unless it is as it was and has just been prolonged."""
        if not must_create:
            if not self.modified and self._was_just_prolonged():
                return
            self.setdefault(BEGAN, int(time.time()))
        super().save(must_create=must_create)

    def _was_just_prolonged(self) -> bool:
        if self._kept_until is None:
            return False
        due = timezone.now() + timedelta(seconds=self.get_session_cookie_age())
        return self._kept_until > due - JUST_NOW
