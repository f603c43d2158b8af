"""The card counter: how many of each rank a side took, tapped while the pile is on the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.counting import MOST, RANKS, USUAL, Count, count_cards

PREFIX = "count_"
NUMBERS = [(str(number), str(number)) for number in range(MOST + 1)]


class CounterForm(forms.Form):
    """Asks how many of each rank; a rank that nobody tapped is two, as in the call.

    Its names start with `count_`, so it can stand within the form of a hand.
    """

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        super().__init__(data, auto_id="%s")
        for rank in RANKS:
            self.fields[f"{PREFIX}{rank.name}"] = forms.ChoiceField(
                choices=NUMBERS,
                required=False,
                label=gettext(rank.label),
                widget=forms.RadioSelect,
                error_messages={"invalid_choice": _("Only 0 to 4 is possible.")},
            )

    @property
    def rows(self) -> Iterator[tuple[forms.BoundField, int]]:
        """The ranks, each with what one card of it is worth."""
        for rank in RANKS:
            yield self[f"{PREFIX}{rank.name}"], rank.points

    @property
    def usual(self) -> str:
        """The number that stands where nothing was tapped."""
        return str(USUAL)

    @cached_property
    def count(self) -> Count | None:
        """What was tapped, added up; None where nothing was tapped or something cannot be."""
        if not self.is_valid():
            return None
        tapped = {
            name.removeprefix(PREFIX): int(number)
            for name, number in self.cleaned_data.items()
            if number
        }
        if not tapped:
            return None
        return count_cards(**({rank.name: USUAL for rank in RANKS} | tapped))

    @property
    def call(self) -> list[str]:
        """How the table calls what was counted: “over-ace”, “under-king”."""
        return [] if self.count is None else call_in_words(self.count)


def count_from(mapping: Mapping[str, str]) -> Count | None:
    """The count in what a form sent; None where nothing was tapped or something cannot be."""
    return CounterForm(mapping).count


def call_in_words(count: Count) -> list[str]:
    """The parts of the call in the reader's language."""
    return [part.render(gettext) for part in count.call]
