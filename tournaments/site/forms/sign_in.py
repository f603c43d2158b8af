"""Signing in; whoever guesses passwords has to wait longer and longer."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from accounts.letting_in import LettingInForm, name_field
from accounts.models import SignInTry
from accounts.networks import network_of
from accounts.tries import count_try, was_right
from tournaments.site.known_browsers import known_browser


class SignInForm(AuthenticationForm, LettingInForm):
    """Name and password; `tried` is the try that was counted."""

    error_messages = {
        "invalid_login": _("Name and password do not go together."),
        "inactive": _("Name and password do not go together."),
    }
    username = name_field(_("Name"))
    begins_with = "username"
    tried: SignInTry | None = None

    def clean(self) -> dict[str, Any]:
        """Count the try before the password is looked at."""
        assert self.request is not None
        name, password = (str(self.cleaned_data.get(key, "")) for key in ("username", "password"))
        browser = known_browser(self.request, name)
        if name and password:
            network = network_of(self.request)
            self.tried = self.counted(count_try, name=name, network=network, browser=browser)
        cleaned: dict[str, Any] = super().clean()
        if self.tried is not None:
            was_right(self.tried, browser=browser)
        return cleaned
