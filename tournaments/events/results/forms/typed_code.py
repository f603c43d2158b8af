"""The form for the short code of a table's card; whoever guesses has to wait."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.letting_in import LettingInForm, plain_text
from accounts.networks import network_of
from accounts.tries import count_code, was_right
from config.middleware import pass_of
from tournaments.common.texts import Line
from tournaments.events.results.queries.sheet_codes import (
    CODE_LETTERS as LETTERS,
)
from tournaments.events.results.queries.sheet_codes import (
    LENGTH,
    bare_code,
    is_sheet_code,
    place_of_code,
)
from tournaments.models import EventTable

OF_A_SHEET = _(
    "This is the number of a score sheet: with it the directors find the sheet. To write on your "
    "phone, type the code on the card of your table."
)
NOT_ONE = _("A code has eight letters and digits, such as K7QM-2XHD: read it once more.")
UNKNOWN = _("No table that is being played has this code: read it once more, or ask a director.")


class TypedCodeForm(LettingInForm):
    """Asks for the code; `place` is the table to which it leads."""

    code = Line(
        max_length=40,
        label=_("Code"),
        error_messages={"required": _("Type the code on the card of your table.")},
        widget=plain_text(autocapitalize="characters", placeholder="K7QM-2XHD"),
    )
    begins_with = "code"

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.request = request
        self.place: EventTable | None = None

    def clean_code(self) -> str:
        """Count the try before looking; what is no code at all is none."""
        code = str(self.cleaned_data["code"])
        if len(bare_code(code)) != LENGTH or not set(bare_code(code)) <= set(LETTERS):
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else NOT_ONE)
        network, browser = network_of(self.request), _pass_of(self.request)
        tried = self.counted(count_code, network=network, browser=browser)
        self.place = place_of_code(code)
        if self.place is None:
            raise ValidationError(OF_A_SHEET if is_sheet_code(code) else UNKNOWN)
        was_right(tried)  # his wrong ones stay: whoever has one code may guess at another
        return code


def _pass_of(request: HttpRequest) -> str:
    """What the visitor was let in to before that is not open to everybody, "" of all others."""
    given = pass_of(request)
    return f"pass {given.kind} {given.key}" if given is not None and given.is_trusted else ""
