"""The app of accounts."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class AccountsConfig(AppConfig):
    """Keeps what is to be known of signing in, and of deeds that cannot be taken back."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Note each sign-in, by whatever page somebody is let in."""
        from accounts.proofs import note_proof
        from accounts.sign_ins import note_sign_in

        user_logged_in.connect(note_sign_in)
        user_logged_in.connect(note_proof)
