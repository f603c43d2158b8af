"""The tournaments app."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Keeps clubs, tables and hands, and shows them."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
