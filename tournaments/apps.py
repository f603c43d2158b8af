"""The tournaments app."""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Keeps clubs, tables and hands, and shows them."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let each room do its part of what happens in the rooms below it."""
        import_module("tournaments.site.followers")
