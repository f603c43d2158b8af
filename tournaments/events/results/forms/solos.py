"""The box for the solos of a paper sheet: those won, and those played if the paper says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

FEW = re.compile(r"(\d{1,4})(?:\s*[/:]\s*(\d{1,4}))?", re.ASCII)


class Solos(NamedTuple):
    """Solos won, and played: None where the paper does not say how many."""

    won: int = 0
    played: int | None = None


class SolosField(forms.CharField):
    """Reads “2” as two won, and “2/5” as two won of five."""

    def __init__(self, label: str) -> None:
        super().__init__(required=False, label=label)

    def clean(self, value: object) -> Solos:
        """What was typed; an empty box is none won."""
        text = super().clean(value)
        found = FEW.fullmatch(text)
        if text and found is None:
            raise forms.ValidationError(_("Enter the solos won, or won and played such as 2/5."))
        won, played = found.groups() if found else (0, None)
        solos = Solos(int(won), None if played is None else int(played))
        if solos.played is not None and solos.played < solos.won:
            raise forms.ValidationError(_("Nobody wins more solos than he played."))
        return solos


def solos_in_record(solos: Sequence[Solos | None]) -> dict[str, Any]:
    """The solos of every side as totals keep them; played ones only if the paper has any.

    >>> solos_in_record([Solos(2, 5), None])
    {'solos': [2, 0], 'solos_played': [5, None]}
    >>> solos_in_record([Solos(2), Solos()])
    {'solos': [2, 0]}
    """
    each = [one or Solos() for one in solos]
    record: dict[str, Any] = {"solos": [one.won for one in each]}
    if any(one.played is not None for one in each):
        record["solos_played"] = [one.played for one in each]
    return record


def solos_shown(record: Mapping[str, Any]) -> list[str]:
    """The solos of every side as somebody types them.

    >>> solos_shown({"solos": [2, 0], "solos_played": [5, None]}), solos_shown({"points": [1]})
    (['2/5', '0'], [])
    """
    played = dict(enumerate(record.get("solos_played", [])))
    return [
        str(won) if played.get(side) is None else f"{won}/{played[side]}"
        for side, won in enumerate(record.get("solos", []))
    ]
