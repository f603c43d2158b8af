"""What the forms that let somebody in have in common: how they ask, and how long one has to wait.

`account/field.html` draws their fields.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import SignInTry
from accounts.tries import Held

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LONGEST_NAME = 150
LONGEST_PASSWORD = 200

HARD_TO_GUESS = _("Eight characters or more, not only digits, not one that everybody uses.")

MINUTE = 60
IN_SECONDS = 2 * MINUTE
"""Up to so many are said as seconds."""


class LettingInForm(forms.Form):
    """Asks for what not everybody knows; what is missing is said by us, not by the browser.

    `begins_with` is the field in which one can type at once, as long as nothing is wrong. `held`:
    for so many seconds nothing is looked at, after too many wrong tries.
    """

    use_required_attribute = False
    begins_with = ""
    held = 0

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - as Django has it
        super().__init__(*args, **more | {"auto_id": "q-%s"})
        if not self.is_bound and self.begins_with:
            self.fields[self.begins_with].widget.attrs["autofocus"] = True

    def counted(self, count: Callable[..., SignInTry], **tried: str) -> SignInTry:
        """Count the try before it is looked at, so that many at once are counted too."""
        try:
            return count(**tried)
        except Held as held:
            self.held = held.seconds
            raise too_many(held) from held


class Password(forms.CharField):
    """A field for a password, which is never shown nor kept, and counts letter by letter."""

    def __init__(self, **more: object) -> None:
        super().__init__(strip=False, **more)  # type: ignore[arg-type]


def too_many(held: Held) -> ValidationError:
    """Why the try was not looked at, and when the next one is."""
    if held.seconds <= IN_SECONDS:
        count = held.seconds
        words = ngettext(
            "Too many wrong tries: wait %(count)s second, then try again.",
            "Too many wrong tries: wait %(count)s seconds, then try again.",
            count,
        )
    else:
        count = -(-held.seconds // MINUTE)
        words = ngettext(
            "Too many wrong tries: wait %(count)s minute, then try again.",
            "Too many wrong tries: wait %(count)s minutes, then try again.",
            count,
        )
    return ValidationError(words % {"count": count}, code="too_many")


def say_held(response: HttpResponse, seconds: int) -> None:
    """Say when the next try is looked at, if that is not now."""
    if seconds:
        response.status_code = HTTPStatus.TOO_MANY_REQUESTS
        response.headers["Retry-After"] = str(seconds)


def plain_text(autocomplete: str = "off", **more: str) -> forms.TextInput:
    """A line in which nothing is taken for a mistake in spelling."""
    return forms.TextInput({"autocomplete": autocomplete, "spellcheck": "false", **more})


def name_field(label: StrOrPromise, hint: StrOrPromise = "") -> UsernameField:
    """The name of an account."""
    return UsernameField(
        max_length=LONGEST_NAME, label=label, help_text=hint, widget=plain_text("username")
    )


def password_field(
    label: StrOrPromise, hint: StrOrPromise = "", *, is_new: bool = True, is_kept: bool = False
) -> forms.CharField:
    """A password; with `is_kept` it need not be typed again where something else was wrong."""
    autocomplete = "new-password" if is_new else "current-password"
    widget = forms.PasswordInput({"autocomplete": autocomplete}, render_value=is_kept)
    return Password(max_length=LONGEST_PASSWORD, label=label, help_text=hint, widget=widget)
