"""`python3 manage.py changepassword`: Django's own; the account's sign-ins end with it."""

from __future__ import annotations

import getpass

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import User

from accounts.leaving import password_was_changed


class Command(changepassword.Command):
    """Ask for another password of an account, and sign it out everywhere."""

    def handle(self, *args: object, **options: object) -> str:
        """Change it as Django does, then end the sign-ins."""
        said = super().handle(*args, **options)
        name = options["username"] or getpass.getuser()
        ended = password_was_changed(User.objects.get(username=name))
        return f"{said}. Sign-ins ended: {ended}"
