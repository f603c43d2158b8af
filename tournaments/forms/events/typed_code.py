"""The form for the short code of a table's card; whoever guesses is stopped."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.forms.events.sign_in import network_of
from tournaments.forms.tries import count_of, take_back
from tournaments.models import EventTable
from tournaments.queries.events.sheet_codes import is_sheet_code
from tournaments.queries.events.typed_codes import LENGTH, LETTERS, bare_code, place_of_code

WHILE = 60 * 60
MOST_OF_ADDRESS = 10
MOST_OF_ALL = 100
"""So many wrong codes from an address, and from everywhere, within so many seconds."""

TOO_MANY = _("Too many wrong codes. Scan the code on the card, or ask a director.")
OF_A_SHEET = _(
    "This is the number of a score sheet: with it the directors find the sheet. To write on your "
    "phone, type the code on the card of your table."
)
NOT_ONE = _("A code has eight letters and digits, such as K7QM-2XHD: read it once more.")
UNKNOWN = _("No table that is being played has this code: read it once more, or ask a director.")


class TypedCodeForm(forms.Form):
    """Asks for the code; `place` is the table to which it leads."""

    code = forms.CharField(
        max_length=40,
        label=_("Code"),
        error_messages={"required": _("Type the code on the card of your table.")},
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.request = request
        self.place: EventTable | None = None

    def clean_code(self) -> str:
        """Count the try before looking, so that many at once are counted too."""
        code = str(self.cleaned_data["code"])
        if len(bare_code(code)) != LENGTH or not set(bare_code(code)) <= set(LETTERS):
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else NOT_ONE)
        limits = {
            f"typed-code-{network_of(self.request)}": MOST_OF_ADDRESS,
            "typed-code": MOST_OF_ALL,
        }
        counts = [(count_of(counter, WHILE), most) for counter, most in limits.items()]
        if any(count > most for count, most in counts):
            raise ValidationError(TOO_MANY, code="too_many")
        self.place = place_of_code(code)
        if self.place is None:
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else UNKNOWN)
        take_back(limits)
        return code
