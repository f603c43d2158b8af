"""The forms with which people register by themselves, and on which terms they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, SignatureExpired, TimestampSigner
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.letters import are_sent
from scoring.labels import LONGEST_NAME
from tournaments.common.actions import ActionForm
from tournaments.common.fields import MailField, Reached
from tournaments.common.texts import LineField, Prose
from tournaments.events.check_in.forms import ContactForm
from tournaments.events.registration.payment import banks_take, in_fours, read_iban, read_link
from tournaments.events.registration.queries import OF_THE_FEE, TERMS
from tournaments.models import Event, Listed, Player, RegistrationTerms
from tournaments.people.forms import home_field, name_field

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LONGEST_TEXT = 1000
LONGEST_HOLDER = 70
LONGEST_TYPED_IBAN = 50
LONGEST_LINK = 300
LONGEST_OPEN = timedelta(hours=12)
SHORTEST = timedelta(seconds=2)
"""Nobody types a name and reads what stands above the button in less."""


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="sheepfold: registration form")


def opened_now(event: Event) -> str:
    """The mark of a form that is shown now, which nobody else can make."""
    return _signer().sign(str(event.pk))


class PeopleForm(ActionForm):
    """Asks who comes: one person, or both of a pair, each with name and home."""

    def __init__(
        self,
        event: Event,
        data: Mapping[str, str] | None = None,
        *,
        people: Sequence[tuple[str, str]] = (),
    ) -> None:
        super().__init__(data, auto_id="q-%s")
        self.event = event
        is_pairs = event.format.is_pairs
        self.places = range(2 if is_pairs else 1)
        for place in self.places:
            name, home = name_field(), home_field()
            if is_pairs:
                name.label = _("And the partner’s name") if place else _("Your name")
                home.label = _("Where the partner is from") if place else _("Where you are from")
            for kind, field in (("name", name), ("home", home)):
                field.widget.attrs["maxlength"] = LONGEST_NAME
                self.fields[f"{kind}-{place}"] = field
        for place, (called, origin) in enumerate(people):
            self.initial[f"name-{place}"] = called
            self.initial[f"home-{place}"] = origin

    @property
    def people(self) -> list[tuple[str, str]]:
        """Who was typed, by place."""
        cleaned = self.cleaned_data
        return [(cleaned[f"name-{place}"], cleaned[f"home-{place}"]) for place in self.places]

    def clean(self) -> dict[str, Any]:
        """A name has letters."""
        for place in self.places:
            name = str(self.cleaned_data.get(f"name-{place}", ""))
            if name and not any(letter.isalpha() for letter in name):
                self.add_error(f"name-{place}", _("There are no letters in the name."))
        return self.cleaned_data


class RegisterForm(PeopleForm):
    """Asks whoever registers by himself; a form that no person filled in says so.

    `opened` says when it was shown, `website` is a field that nobody sees.
    """

    opened = LineField(required=False, widget=forms.HiddenInput)
    website = LineField(required=False, label=gettext_lazy("Leave this empty"))

    def __init__(
        self,
        event: Event,
        terms: RegistrationTerms,
        data: Mapping[str, str] | None = None,
        *,
        own: Player | None = None,
    ) -> None:
        """`own` is who somebody with an account is in the club, if that is known."""
        super().__init__(event, data, people=[(own.name, own.home)] if own else ())
        self.contact = ContactForm(event.format, data)
        if event.format.team_size:
            self.fields["team"] = LineField(
                max_length=LONGEST_NAME, required=False, label=_("Your team")
            )
            self.fields["team"].widget.attrs["autocomplete"] = "off"
        if event.format.groups and not event.format.is_pairs:
            self.fields["groups"] = forms.MultipleChoiceField(
                required=False,
                label=_("Your group, if it is one of these"),
                choices=[(group, group) for group in event.format.groups],
                widget=forms.CheckboxSelectMultiple,
            )
        if self.contact.is_offered:
            self.fields["contact"] = self.contact.fields["contact"]
        elif are_sent():
            self.fields["mail"] = MailField(required=False, label=_("E-mail"))
        for name in ("contact", "mail"):
            if name in self.fields and are_sent():
                self.fields[name].help_text = _(
                    "A letter with the link to your own page goes there, and one when you get a "
                    "place."
                )
        if terms.asks_message:
            self.fields["message"] = message_field()
        if terms.asks_of_age:
            self.fields["of_age"] = forms.BooleanField(
                label=_("I am of age, or my parents agree"),
                error_messages={"required": _("Whoever is not of age asks the parents first.")},
            )
        self.initial["opened"] = opened_now(event)

    def clean(self) -> dict[str, Any]:
        """Nobody fills in what cannot be seen, nor faster than one can read."""
        cleaned = super().clean()
        if cleaned.get("website"):
            self.add_error(None, _("A field that cannot be seen was filled in: leave it empty."))
        problem = self._problem_of_time(str(cleaned.get("opened", "")))
        if problem:
            self.add_error(None, problem)
        if "contact" in self.fields:
            if self.contact.is_valid():
                cleaned["contact"] = self.contact.cleaned_data["contact"]
            else:
                for text in self.contact.errors["contact"]:
                    self.add_error("contact", text)
        return cleaned

    def _problem_of_time(self, opened: str) -> str:
        try:
            event = _signer().unsign(opened, max_age=LONGEST_OPEN)
        except SignatureExpired:
            return _("This page was open for very long. Look through it and send it once more.")
        except BadSignature:
            event = ""
        if event != str(self.event.pk):
            return _("Send it once more, from this page.")
        try:
            _signer().unsign(opened, max_age=SHORTEST)
        except SignatureExpired:
            return ""
        return _("That was very quick. Look through it and send it once more.")

    @property
    def reached(self) -> Reached:
        """How somebody is reached, if it was asked."""
        return self.cleaned_data.get("contact") or Reached()

    @property
    def mail(self) -> str:
        """To which address letters go, "" to none."""
        found: str = self.cleaned_data.get("mail") or self.reached.mail
        return found if are_sent() else ""


def message_field() -> forms.CharField:
    """A field for what whoever registers wants to say."""
    field = LineField(required=False, label=gettext_lazy("A message to those who run it"))
    field.widget.attrs["autocomplete"] = "off"
    return field


class ChangeForm(PeopleForm):
    """Asks for the same again, on one's own page."""

    def __init__(
        self,
        event: Event,
        people: Sequence[tuple[str, str]],
        message: str | None,
        data: Mapping[str, str] | None = None,
    ) -> None:
        """`message` None: nobody asks for one."""
        super().__init__(event, data, people=people)
        if message is not None:
            self.fields["message"] = message_field()
            self.initial["message"] = message


def _moment(label: StrPromise) -> forms.DateTimeField:
    return forms.DateTimeField(
        required=False,
        label=label,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": gettext_lazy("A day and a time such as 2026-11-21 19:30.")},
    )


def _of_account(name: str, longest: int, hint: StrPromise) -> forms.CharField:
    """A field that says how the fee is paid before the day."""
    widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    return LineField(
        required=False, max_length=longest, label=TERMS[name], help_text=hint, widget=widget
    )


class TermsForm(ActionForm):
    """Asks on which terms people register."""

    is_on = forms.BooleanField(required=False, label=TERMS["is_on"])
    opens_at = _moment(TERMS["opens_at"])
    closes_at = _moment(TERMS["closes_at"])
    has_waiting_list = forms.BooleanField(required=False, label=TERMS["has_waiting_list"])
    accepts_each = forms.BooleanField(required=False, label=TERMS["accepts_each"])
    listed = forms.ChoiceField(choices=Listed.choices, label=TERMS["listed"])
    asks_message = forms.BooleanField(required=False, label=TERMS["asks_message"])
    asks_of_age = forms.BooleanField(required=False, label=TERMS["asks_of_age"])
    text = Prose(required=False, max_length=LONGEST_TEXT, label=TERMS["text"])
    pay_holder = _of_account(
        "pay_holder",
        LONGEST_HOLDER,
        gettext_lazy(
            "At the door the fee can always be paid. Where there is an account, also by transfer."
        ),
    )
    pay_iban = _of_account(
        "pay_iban",
        LONGEST_TYPED_IBAN,
        gettext_lazy(
            "A transfer and its code are in euros: the fee is taken as so many. Accounts outside "
            "the European Economic Area have no code."
        ),
    )
    pay_link = _of_account("pay_link", LONGEST_LINK, gettext_lazy("It begins with https://"))

    def __init__(self, terms: RegistrationTerms, data: Mapping[str, str] | None = None) -> None:
        initial = {name: getattr(terms, name) for name in TERMS}
        initial["pay_iban"] = in_fours(terms.pay_iban)
        super().__init__(data, auto_id="q-%s", initial=initial)
        self.fields["text"].widget.attrs |= {"rows": 4}
        self.fields["pay_link"].widget.attrs |= {"inputmode": "url"}
        if not terms.event.format.fee:
            for name in OF_THE_FEE:
                del self.fields[name]

    def clean_pay_holder(self) -> str:
        """A name that every bank takes."""
        holder: str = self.cleaned_data["pay_holder"]
        refused = "".join(sign for sign in dict.fromkeys(holder) if not banks_take(sign))
        if refused:
            text = _("Banks do not take this: %(signs)s")
            raise ValidationError(text, params={"signs": refused})
        return holder

    def clean_pay_iban(self) -> str:
        """An account that there can be."""
        return read_iban(self.cleaned_data["pay_iban"])

    def clean_pay_link(self) -> str:
        """The address of a page."""
        return read_link(self.cleaned_data["pay_link"])

    def clean(self) -> dict[str, Any]:
        """It closes after it opens, and an account is somebody's."""
        cleaned = self.cleaned_data
        opens, closes = cleaned.get("opens_at"), cleaned.get("closes_at")
        if opens and closes and closes <= opens:
            self.add_error("closes_at", _("Registration closes before it opens."))
        holder, iban = cleaned.get("pay_holder"), cleaned.get("pay_iban")
        if iban and holder == "":
            self.add_error("pay_holder", _("Whose account is it? Banks compare the name."))
        if holder and iban == "":
            self.add_error("pay_iban", _("Which account is it?"))
        return cleaned

    @property
    def wanted(self) -> dict[str, Any]:
        """What was typed, by field."""
        return {name: self.cleaned_data[name] for name in TERMS if name in self.fields}
