"""The housekeeping app."""

from __future__ import annotations

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Brings the system checks and the commands `start` and `test`."""

    name = "house"

    def ready(self) -> None:
        """Register the system checks."""
        from config import checks  # noqa: F401
