"""The form of a paper sheet's totals: a box for each side, and what the event counts besides."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring import find_ruleset
from tournaments.common.numbers import read_key
from tournaments.common.texts import Line
from tournaments.events.draw.queries.seatings import Side
from tournaments.events.results.queries.sheets import comes_to_nothing, is_open_ended
from tournaments.models import Decided, Event, EventTable
from tournaments.tables.forms.adjustment import SignedField

# The box for the solos of a paper sheet: those won, and those played if the paper says so.

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


MOST_DIGITS = 6


@dataclass(frozen=True)
class Asked:
    """What a sheet of this event is asked for, beside the points of each side.

    `hands_each`: people joined and left, so each has hands of his own.
    """

    solos: bool
    games: bool
    lost: bool
    hands: bool
    is_even: bool
    points_label: str
    hands_each: bool = False


def asked_at(event: Event, place: EventTable) -> Asked:
    """What the totals of a table consist of."""
    settings, ruleset = event.format, find_ruleset(place.table.ruleset)
    has_target = ruleset.target(place.table.options) is not None
    is_by_strokes = ruleset.scores == "pairs" and has_target
    return Asked(
        solos=settings.counted == "solos",
        games=settings.counted in ("games", "won_lost") or has_target,
        lost=settings.counted == "won_lost",
        hands=place.hands_due > 0 or is_open_ended(event),
        is_even=comes_to_nothing(event, place.table),
        points_label=_("Strokes") if is_by_strokes else _("Points"),
    )


@dataclass(frozen=True)
class Row:
    """The boxes of one side."""

    side: Side
    points: forms.BoundField
    solos: forms.BoundField | None
    games: forms.BoundField | None
    lost: forms.BoundField | None
    hands_each: forms.BoundField | None


class TotalsForm(forms.Form):
    """Asks for the totals in the order of the sheet."""

    reason = Line(max_length=200, required=False)
    is_sure = forms.BooleanField(required=False)
    is_agreed = forms.BooleanField(required=False)

    def __init__(
        self,
        asked: Asked,
        sides: Sequence[Side],
        hands_due: int,
        data: Mapping[str, str] | None = None,
        record: Mapping[str, Any] | None = None,
    ) -> None:
        moved = any(person.has_moved for side in sides for person in side.people)
        self.asked, self.sides = replace(asked, hands_each=asked.hands and moved), sides
        super().__init__(data, initial=_initial(record, hands_due), auto_id="q-%s")
        self.refusals: list[tuple[str, str]] = []
        self.fields["reason"].label = _("Why")
        for side in sides:
            self.fields[f"points-{side.index}"] = _signed(side.name)
            for name in self._counts:
                field = SolosField(side.name) if name == "solos" else _counted(side.name)
                self.fields[f"{name}-{side.index}"] = field
        if asked.hands:
            self.fields["hands"] = _counted(_("Hands on the sheet"))

    @property
    def rows(self) -> list[Row]:
        """The boxes in the order of the sheet, without columns that are nobody's."""
        return [
            Row(
                side,
                self[f"points-{side.index}"],
                self[f"solos-{side.index}"] if self.asked.solos else None,
                self[f"games-{side.index}"] if self.asked.games else None,
                self[f"lost-{side.index}"] if self.asked.lost else None,
                self[f"hands_each-{side.index}"] if self.asked.hands_each else None,
            )
            for side in self.sides
            if side.people
        ]

    @property
    def record(self) -> dict[str, Any]:
        """The totals as they are kept; a point that was left empty is None."""
        answers = self.cleaned_data
        record: dict[str, Any] = {
            "points": [
                answers.get(f"points-{side.index}") if side.people else 0 for side in self.sides
            ]
        }
        for name in self._counts:
            record[name] = [answers.get(f"{name}-{side.index}") or 0 for side in self.sides]
        if self.asked.solos:
            record |= solos_in_record([answers.get(f"solos-{side.index}") for side in self.sides])
        if self.asked.hands and answers.get("hands") is not None:
            record["hands"] = answers["hands"]
        if answers.get("is_agreed"):
            record["decided"] = str(Decided.AGREED)
        return record

    @property
    def _counts(self) -> list[str]:
        """What is asked beside the points, by the names of the record."""
        names = ("solos", "games", "lost", "hands_each")
        return [name for name in names if getattr(self.asked, name)]

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what the event refused, and at which boxes."""
        self.refusals.append((field, sentence))

    @property
    def refused_fields(self) -> set[str]:
        """The kinds of boxes that are to be looked at."""
        return {field for field, _sentence in self.refusals if field}

    @property
    def asks(self) -> bool:
        """Whether one tap says that the totals are so."""
        return self.refused_fields == {"is_sure"}

    @property
    def may_be_sure(self) -> bool:
        """Whether what was refused may be right all the same, if the director says so."""
        return self.is_bound and ("games" in self.refused_fields or bool(self["is_sure"].value()))

    @property
    def sum(self) -> int:
        """What the points in the boxes come to so far."""
        values = [row.points.value() for row in self.rows]
        return sum(int(value) for value in values if _is_number(value))

    def all_problems(self) -> list[tuple[str, str, str]]:
        """Every problem as (field, label, text); the field is empty for what concerns the whole."""
        found = [("", "", sentence) for _field, sentence in self.refusals]
        for bound in self:
            found += [(bound.name, str(bound.label), str(text)) for text in bound.errors]
        return found


def _initial(record: Mapping[str, Any] | None, hands_due: int) -> dict[str, Any]:
    initial: dict[str, Any] = {"hands": hands_due}
    for name, value in (record or {}).items():
        if isinstance(value, list):
            initial |= {f"{name}-{index}": number for index, number in enumerate(value)}
        else:
            initial[name] = value
    initial["is_agreed"] = initial.get("decided") == Decided.AGREED
    solos = enumerate(solos_shown(record or {}))
    return initial | {f"solos-{index}": text for index, text in solos}


def _is_number(value: object) -> bool:
    text = str(value).strip().replace("\N{MINUS SIGN}", "-").lstrip("+-")
    return read_key(text, MOST_DIGITS) is not None


def _signed(label: str) -> forms.Field:
    return SignedField(required=False, label=label, error_messages=_words())


def _counted(label: str) -> forms.Field:
    return forms.IntegerField(required=False, label=label, min_value=0, error_messages=_words())


def _words() -> dict[str, str]:
    return {"invalid": _("Enter a whole number.")}
