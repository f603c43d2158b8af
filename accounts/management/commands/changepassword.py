"""`python3 manage.py changepassword`: Django's own; the account's sign-ins end with it."""

from __future__ import annotations

import getpass

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import User

from accounts.models import Kind
from accounts.sign_ins import sign_out


class Command(changepassword.Command):
    """Ask for another password of an account, and sign it out everywhere."""

    def handle(self, *args: object, **options: object) -> str:
        """Change it as Django does, then end the sign-ins."""
        said = super().handle(*args, **options)
        name = options["username"] or getpass.getuser()
        user = User.objects.get(username=name)
        ended = sign_out(Kind.PASSWORD, user=user, is_on_terminal=True)
        return f"{said}. Sign-ins ended: {ended}"
