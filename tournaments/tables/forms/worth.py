"""The form that asks what a point is worth."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _


class WorthForm(forms.Form):
    """Asks what one point is worth in money, such as 0.25."""

    worth = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_digits=6,
        decimal_places=2,
        label=_("What is a point worth?"),
    )

    def __init__(self, data: dict[str, str]) -> None:
        typed = data.get("worth", "").replace(",", ".")
        super().__init__({"worth": typed}, auto_id="")

    @property
    def cents(self) -> int | None:
        """The worth in cents; None where none was said, or it cannot be read."""
        worth = self.cleaned_data.get("worth") if self.is_valid() else None
        return None if worth is None else int(worth * 100)
