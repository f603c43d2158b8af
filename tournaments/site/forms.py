"""Signing in, another password, a new account, and the first one of an installation."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any
from unicodedata import normalize
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.letting_in import HARD_TO_GUESS, LettingInForm, name_field, password_field, plain_text
from accounts.models import SignInTry
from accounts.networks import network_of
from accounts.tries import count_asking, count_try, was_right
from tournaments.common.actions import ActionForm
from tournaments.common.asked_again import WrongCodeTyped, check_code, check_proof
from tournaments.common.browsers import known_browser
from tournaments.common.fields import MailField, MailForm
from tournaments.common.names import cleaned, is_visible
from tournaments.common.requests import read_key
from tournaments.common.texts import LineField, Prose
from tournaments.models import Club
from tournaments.site.services import check_new_account

# Signing in; whoever guesses passwords has to wait longer and longer.


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


# Letters: to which address, and a link for who has forgotten the password.


class AddressForm(MailForm):
    """Asks for the address to which letters for an account go."""

    mail = MailField(
        label=_("Your e-mail address"),
        help_text=_("A letter goes there with a link; once you have opened it, it is kept."),
    )
    begins_with = "mail"


class ForgottenForm(LettingInForm):
    """Asks whose password is forgotten; who asks for many has to wait, as who guesses."""

    username = name_field(_("Name"))
    begins_with = "username"

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST or None)
        self.request = request

    def clean_username(self) -> str:
        """Whether anybody has this name is not said."""
        name: str = self.cleaned_data["username"]
        self.counted(count_asking, name=name, network=network_of(self.request))
        return name


# Codes of the second factor.


class CodeForm(LettingInForm):
    """Asks for a code after the password; `kind` is of which kind it was, `wrong` what it was."""

    code = LineField(
        max_length=20,
        label=_("Code"),
        help_text=_("The six digits that your app shows, or one of your recovery codes."),
        widget=plain_text("one-time-code", inputmode="numeric"),
    )
    begins_with = "code"
    kind = ""
    wrong: SignInTry | None = None

    def __init__(self, request: HttpRequest, user: User, *, is_sent: bool = True) -> None:
        super().__init__((is_sent and request.POST) or None)
        self.request, self.user = request, user

    def clean_code(self) -> str:
        """One that was not used yet."""
        typed: str = self.cleaned_data["code"]
        try:
            self.kind = check_code(self, self.request, self.user, typed)
        except WrongCodeTyped as wrong:
            self.wrong = wrong.tried
            raise
        return typed


class AppForm(LettingInForm):
    """Asks for a code of the app that is to make them from now on."""

    code = LineField(
        max_length=20,
        label=_("Code"),
        help_text=_("The six digits that the app shows now."),
        widget=plain_text("one-time-code", inputmode="numeric"),
    )


class PasskeyForm(LettingInForm):
    """Asks what a new passkey is called; what it is the browser fills in."""

    name = LineField(
        max_length=40,
        label=_("What is it called?"),
        help_text=_("Such as: phone, laptop, stick on the key ring."),
        widget=plain_text(),
    )
    said = LineField(max_length=20_000, required=False, widget=forms.HiddenInput)


# The forms for another password.


class NewPasswordForm(LettingInForm):
    """Asks for a new password, twice."""

    new = password_field(_("New password"), HARD_TO_GUESS)
    again = password_field(_("New password once more"))

    def __init__(self, user: User, data: Any = None) -> None:  # noqa: ANN401 - as Django has it
        super().__init__(data)
        self.user = user

    def clean_new(self) -> str:
        """Hard to guess, as for a new account."""
        new: str = self.cleaned_data["new"]
        validate_password(new, self.user)
        return new

    def clean_again(self) -> str:
        """The same."""
        again: str = self.cleaned_data["again"]
        if "new" in self.cleaned_data and again != self.cleaned_data["new"]:
            raise ValidationError(_("The two are not the same."), code="mismatch")
        return again


class PasswordForm(NewPasswordForm):
    """Asks for the password of now as well."""

    field_order = ("old", "new", "again")

    old = password_field(_("Your password now"), is_new=False)

    def __init__(self, request: HttpRequest, user: User) -> None:
        super().__init__(user, request.POST or None)
        self.request = request

    def clean_old(self) -> str:
        """Whoever finds a browser open does not know it, and guesses no faster than at the door."""
        old: str = self.cleaned_data["old"]
        check_proof(self, self.request, self.user, old)
        return old

    def clean(self) -> dict[str, str]:
        """A password that stays what it is would end nothing."""
        typed = self.cleaned_data
        if "new" in typed and typed.get("old") == typed["new"]:
            self.add_error("new", _("This is your password already."))
        return typed


# The form for the sites that may show a club's standings.

MOST_SITES = 10
PORT = 5
"""Digits of the longest one."""

HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")


def site_of(typed: str) -> str:
    """The site of an address as browsers compare it; ValidationError where it is none.

    >>> [site_of(each) for each in ("Club.example/news?page=2", "http://localhost:8080")]
    ['https://club.example', 'http://localhost:8080']
    >>> site_of("https://Spielstraße.example")
    'https://xn--spielstrae-e4a.example'
    """
    problem = ValidationError(
        _("This is not the address of a site: %(typed)s"), params={"typed": typed}
    )
    try:
        found = urlsplit(typed if "://" in typed else f"https://{typed}")
    except ValueError:
        raise problem from None
    labels = normalize("NFC", found.netloc.lower()).split(".")
    host = ".".join(
        each if each.isascii() else f"xn--{each.encode('punycode').decode()}" for each in labels
    )
    name, _colon, port = host.partition(":")
    is_site = found.scheme in ("http", "https") and HOST.fullmatch(name)
    if not is_site or (port and read_key(port, PORT) is None):
        raise problem
    return f"{found.scheme}://{host}"


class SitesForm(ActionForm):
    """Asks for the sites that may show a club's standings, a line for each."""

    sites = Prose(
        max_length=1_000,
        required=False,
        label=_("Their addresses, each on a line"),
        help_text=_("Such as https://example.org; every page there may show them."),
    )

    def __init__(self, club: Club, data: Mapping[str, str] | None = None) -> None:
        """`club`: those that may so far."""
        super().__init__(data, auto_id="q-%s", initial={"sites": "\n".join(club.sites)})
        self.fields["sites"].widget.attrs |= {
            "rows": 3,
            "spellcheck": "false",
            "autocomplete": "off",
        }

    def clean_sites(self) -> list[str]:
        """Each once, in the order in which they were typed."""
        lines = [line for line in self.cleaned_data["sites"].split("\n") if line]
        if len(lines) > MOST_SITES:
            text = _("At most %(most)s sites.")
            raise ValidationError(text, params={"most": MOST_SITES})
        return list(dict.fromkeys(map(site_of, lines)))


# The form for an account that is made.

NAME_TAKEN = _("Somebody is called so here already.")


class NewAccountForm(LettingInForm):
    """A name to sign in with, and a password typed twice."""

    username = name_field(
        _("Your name"), _("To sign in with. Directors see it beside what you did.")
    )
    password = password_field(_("Password"), HARD_TO_GUESS, is_kept=True)
    again = password_field(_("Password once more"), is_kept=True)

    def clean_username(self) -> str:
        """A name that can be read and that nobody has, however it is written."""
        name = cleaned(self.cleaned_data["username"])
        if not is_visible(name):
            raise ValidationError(_("A name that can be read."))
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(NAME_TAKEN)
        return name

    def clean(self) -> dict[str, Any]:
        """A name that an account may have, and a password that is hard to guess and typed twice."""
        found: dict[str, Any] = super().clean() or {}
        password = found.get("password", "")
        if password and found.get("again") not in ("", None, password):
            self.add_error("again", _("The two passwords are not the same."))
        if "username" in found and "password" in found:
            try:
                check_new_account(found["username"], found["password"])
            except ValidationError as problem:
                self.add_error(None if hasattr(problem, "error_dict") else "password", problem)
        return found


def club_field() -> LineField:
    """The name of a new club."""
    return LineField(
        max_length=80,
        label=_("Your club"),
        help_text=_("As it stands on lists and at the head of its record book."),
        widget=plain_text("organization"),
    )


class ClubForm(LettingInForm):
    """Asks for a new club, and where the operator decides who he is that asks."""

    club = club_field()
    is_public = forms.BooleanField(required=False, label=_("Everybody may look"))
    about = LineField(
        required=False,
        label=_("Who are you, and where do you play?"),
        help_text=_("Whoever looks after this site reads it before answering."),
        widget=plain_text(),
    )

    def __init__(self, data: Any = None, *, asks_who: bool) -> None:  # noqa: ANN401
        super().__init__(data)
        if not asks_who:
            del self.fields["about"]


HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})
PASSED_ON = frozenset({"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"})
"""What a program sets that passes requests on for others."""

CODE = "the code of the first account"
"""Under which name tries at it are counted."""

WRONG_CODE = _("This is not the code that the program printed when it was started.")


def is_at_this_machine(request: HttpRequest) -> bool:
    """Whether the visitor sits at the machine itself, on which everything may be done anyway.

    A public server stands behind a proxy, for which everybody comes from this machine.
    """
    if not settings.SHEEPFOLD_LOCAL or settings.SHEEPFOLD_TRUST_PROXY:
        return False
    if PASSED_ON & request.headers.keys():
        return False
    host = re.sub(r":\d+$", "", request.get_host()).lower()
    return host in HERE and _is_loopback(request.META.get("REMOTE_ADDR", ""))


def _is_loopback(address: str) -> bool:
    """Whether the address is the machine's own.

    >>> [_is_loopback(each) for each in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1", "")]
    [True, True, True, False, False]
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


class FirstForm(NewAccountForm):
    """The account, the club's name, and where it has to be the code."""

    field_order = ("code", "club")

    code = LineField(
        max_length=80,
        required=False,
        label=_("Code"),
        help_text=_(
            "The program printed it on the terminal when it was started. At the machine itself no "
            "code is needed."
        ),
        widget=plain_text(autocapitalize="none"),
    )
    club = club_field()
    is_public = forms.BooleanField(required=False, label=_("Everybody may look"))

    def __init__(self, request: HttpRequest, data: Any = None) -> None:  # noqa: ANN401
        super().__init__(data)
        self.request = request
        self.asks_for_code = not is_at_this_machine(request)

    def clean_code(self) -> str:
        """The code that the start printed; wrong ones are counted."""
        typed = re.sub(r"[\s\-\u2010-\u2015]", "", self.cleaned_data["code"]).lower()
        if not self.asks_for_code:
            return typed
        if not typed:
            raise ValidationError(_("Type the code that the program printed on its terminal."))
        tried = self.counted(count_try, name=CODE, network=network_of(self.request))
        right = settings.SHEEPFOLD_FIRST_CODE.replace("-", "")
        if not right or not secrets.compare_digest(typed.encode(), right.encode()):
            raise ValidationError(WRONG_CODE)
        was_right(tried)
        return typed
