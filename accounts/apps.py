"""The app of accounts."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Keeps what is to be known of signing in, and of deeds that cannot be taken back."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
