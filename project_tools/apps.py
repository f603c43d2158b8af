"""The app of what keeps the project itself: its commands, and what it keeps about the database."""

from __future__ import annotations

from django.apps import AppConfig


class ProjectToolsConfig(AppConfig):
    """Brings the system checks and the commands `start` and `test`."""

    name = "project_tools"
    label = "house"  # as its tables and migrations are called in databases that are kept

    def ready(self) -> None:
        """Register the system checks."""
        from config import checks  # noqa: F401
