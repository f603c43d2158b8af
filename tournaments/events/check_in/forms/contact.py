"""The forms for how somebody is reached: one line at the door, both lines on the entry's page."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.common.texts import Line
from tournaments.events.check_in.queries.contacts import takes_contacts
from tournaments.formats.contacts import LONGEST_MAIL, Reached, read_either, read_mail, read_phone
from tournaments.formats.settings import EventSettings

LONGEST_TYPED = 40
PHONE, MAIL = gettext_lazy("Phone"), gettext_lazy("E-mail")


class ContactForm(forms.Form):
    """Asks at the door for a phone number or an e-mail address, where somebody may come twice."""

    contact = Line(required=False, max_length=LONGEST_MAIL, label=gettext_lazy("Phone or e-mail"))

    def __init__(self, settings: EventSettings, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data)
        self.is_offered = takes_contacts(settings)

    def clean_contact(self) -> str:
        """Check that it is one of the two."""
        typed: str = self.cleaned_data["contact"]
        if self.is_offered and read_either(typed) is None:
            raise forms.ValidationError(
                _("Neither a phone number, such as 0151 2345678, nor an e-mail address.")
            )
        return typed

    @property
    def reached(self) -> Reached:
        """What was typed, as it is kept."""
        typed = self.cleaned_data["contact"] if self.is_offered else ""
        return read_either(typed) or Reached()


class ReachedForm(forms.Form):
    """Asks for both on the page of an entry."""

    phone = Line(required=False, max_length=LONGEST_TYPED, label=PHONE)
    mail = Line(required=False, max_length=LONGEST_MAIL, label=MAIL)

    def __init__(self, reached: Reached, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, initial=reached._asdict())

    def clean_phone(self) -> str:
        """The number in digits."""
        typed: str = self.cleaned_data["phone"]
        found = read_phone(typed) if typed else ""
        if found is None:
            raise forms.ValidationError(_("No phone number: digits, such as 0151 2345678."))
        return found

    def clean_mail(self) -> str:
        """The address in small letters."""
        typed: str = self.cleaned_data["mail"]
        found = read_mail(typed) if typed else ""
        if found is None:
            raise forms.ValidationError(_("No e-mail address, such as anna@example.org."))
        return found

    @property
    def reached(self) -> Reached:
        """What was typed, as it is kept."""
        return Reached(self.cleaned_data["phone"], self.cleaned_data["mail"])
