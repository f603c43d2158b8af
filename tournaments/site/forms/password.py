"""The form for another password."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.letting_in import HARD_TO_GUESS, LettingInForm, password_field
from accounts.networks import network_of
from accounts.tries import count_try, was_right
from tournaments.site.known_browsers import known_browser


class PasswordForm(LettingInForm):
    """Asks for the password of now and twice for the new one."""

    old = password_field(_("Your password now"), is_new=False)
    new = password_field(_("New password"), HARD_TO_GUESS)
    again = password_field(_("New password once more"))

    def __init__(self, request: HttpRequest, user: User) -> None:
        super().__init__(request.POST or None)
        self.request, self.user = request, user

    def clean_old(self) -> str:
        """Whoever finds a browser open does not know it, and guesses no faster than at the door."""
        old: str = self.cleaned_data["old"]
        name = self.user.username
        browser = known_browser(self.request, name)
        network = network_of(self.request)
        tried = self.counted(count_try, name=name, network=network, browser=browser)
        if not self.user.check_password(old):
            raise ValidationError(_("This is not your password."), code="wrong")
        was_right(tried, browser=browser)
        return old

    def clean_new(self) -> str:
        """Hard to guess, as for a new account."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.user)
        return new

    def clean_again(self) -> str:
        """The same, and another one than before."""
        again: str = self.cleaned_data["again"]
        if "new" in self.cleaned_data and again != self.cleaned_data["new"]:
            raise ValidationError(_("The two are not the same."), code="mismatch")
        return again

    def clean(self) -> dict[str, str]:
        """A password that stays what it is would end nothing."""
        typed = self.cleaned_data
        if "new" in typed and typed.get("old") == typed["new"]:
            self.add_error("new", _("This is your password already."))
        return typed
