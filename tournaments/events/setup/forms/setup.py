"""The form that sets an event up, and the same form for changing it later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from scoring.ruleset import Ruleset
from tournaments.common.texts import Line
from tournaments.events.deed import DeedForm
from tournaments.events.setup.forms.settings import (
    OPEN_NUMBERS,
    SECTIONS,
    Item,
    Section,
    fields_for,
    input_of,
    meanings_of,
    settings_from,
    texts_for,
)
from tournaments.events.setup.queries.details import ALWAYS_OPEN, EventDetails
from tournaments.formats.fitting import fitted, unfit
from tournaments.formats.settings import EventSettings
from tournaments.formats.wording import LABELS, label_of, said
from tournaments.tables.forms.opening import HouseRulesForm

# Two directors change an event at the same time: what one typed and what the other saved.


class Merged(NamedTuple):
    """A form's texts with the other's changes taken over.

    `taken`: inputs that only the other changed; `both`: those that both did, where what was
    typed stands.
    """

    texts: dict[str, str]
    taken: list[str]
    both: list[str]


def merge(posted: Mapping[str, str], saved: Mapping[str, str]) -> Merged:
    """Put together what was typed and what has been saved since the form was made.

    `posted["seen"]` has what the form began with. An input that was left alone gets what has been
    saved; one that was typed into keeps it.

    >>> posted = {"rounds": "3", "fee": "10", "seen": '{"rounds": "2", "fee": "10"}'}
    >>> merge(posted, {"rounds": "4", "fee": "12"})
    Merged(texts={'rounds': '3', 'fee': '12'}, taken=['fee'], both=['rounds'])
    """
    seen = _seen(posted.get("seen", ""))
    texts: dict[str, str] = {}
    taken: list[str] = []
    both: list[str] = []
    for name, now in saved.items():
        typed = _plain(posted.get(name, ""))
        began = _plain(seen.get(name, typed))
        now = _plain(now)
        texts[name] = now if typed == began else typed
        if now not in (began, typed):
            (taken if typed == began else both).append(name)
    return Merged(texts, taken, both)


def _plain(text: str) -> str:
    return "\n".join(text.splitlines())


def _seen(text: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(name): str(value) for name, value in found.items()}


BASICS = ("title", "day", "time", "place")
IN_PLACES = {"draws": "draw-", "tie_breaks": "tie-", "round_games": "round_games-"}
FIXED = frozenset(field.name for field in fields(EventSettings)) - ALWAYS_OPEN


class SetUpForm(HouseRulesForm, DeedForm):
    """Asks for everything about an event; after the first draw only for what is still open."""

    title = Line(
        max_length=80,
        label=LABELS["title"],
        error_messages={"required": gettext_lazy("Say what the event is called.")},
    )
    day = forms.DateField(
        required=False,
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": gettext_lazy("A day such as 2026-11-21.")},
    )
    time = forms.TimeField(
        required=False,
        label=gettext_lazy("Begins at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("A time such as 19:30.")},
    )
    place = Line(max_length=80, required=False, label=LABELS["place"])

    def __init__(
        self,
        before: EventDetails,
        data: Mapping[str, str] | None = None,
        *,
        is_frozen: bool = False,
    ) -> None:
        """`before`: what the form begins with; a game that it was not made for is made to fit."""
        ruleset = RULESETS[before.ruleset]
        self.before, self.is_frozen = before, is_frozen
        self.start = before.settings if is_frozen else fitted(before.settings, ruleset)
        moment = timezone.localtime(before.starts_at) if before.starts_at else None
        texts = {
            "title": before.title,
            "place": before.place,
            "day": moment.date() if moment else None,
            "time": moment.time() if moment else None,
            **texts_for(self.start),
        }
        super().__init__(data, auto_id="q-%s", initial=texts)
        for name, field in fields_for(self.start, ruleset).items():
            if not is_frozen or name in ALWAYS_OPEN or name.startswith("draw-"):
                self.fields[name] = field
        self.ruleset: Ruleset = ruleset
        if not is_frozen:
            self.add_house_rules(ruleset, before.options)

    def clean(self) -> dict[str, Any]:
        """Say of everything that does not fit where it is to be changed."""
        if self.cleaned_data.get("time") and not self.cleaned_data.get("day"):
            self.add_error("day", _("Say the day too."))
        if self.cleaned_data.get("day") and not self.cleaned_data.get("time"):
            self.add_error("time", _("Say when it begins."))
        if self._is_likely:
            for problem in unfit(self.settings, self.ruleset, self._options):
                self.refuse(problem.sentence, input_of(problem.field, self.fields))
        return self.cleaned_data

    @property
    def settings(self) -> EventSettings:
        """The settings that were typed."""
        return settings_from(self.cleaned_data, self.fields, self.start)

    @property
    def details(self) -> EventDetails:
        """Everything that was typed."""
        return EventDetails(
            title=self.cleaned_data["title"],
            place=self.cleaned_data["place"],
            starts_at=self._moment(),
            ruleset=self.ruleset.key,
            options=self._options,
            settings=self.settings,
        )

    @property
    def likely_settings(self) -> EventSettings:
        """The typed settings where nothing is wrong with them, else those it began with."""
        return self.settings if self._is_likely else self.start

    @property
    def likely_options(self) -> Mapping[str, Any]:
        """The house rules in the same way."""
        return self._options if self._is_likely else self.before.options

    @property
    def basics(self) -> list[forms.BoundField]:
        """What the event is called, where and when it is."""
        return [self[name] for name in BASICS]

    @property
    def numbers(self) -> list[Item]:
        """What every director decides."""
        return [item for name in OPEN_NUMBERS for item in self._items(name)]

    @property
    def sections(self) -> list[Section]:
        """The rest, in sections that say what they are when closed."""
        shown = self.likely_settings
        return [
            Section(
                title,
                " · ".join(
                    said(name, shown)
                    for place, name in enumerate(short)
                    if place == 0 or getattr(shown, name)
                ),
                [item for name in names for item in self._items(name)],
                meanings_of(key, self._choices(key)),
            )
            for key, title, names, short in SECTIONS
        ]

    def seen(self) -> str:
        """What the inputs began with, for the form to carry: so a conflict knows what was typed."""
        return json.dumps(self.texts())

    def texts(self) -> dict[str, str]:
        """What each input begins with, as a browser sends it."""
        return {"game": self.ruleset.key} | {name: _sent(self[name]) for name in self.fields}

    def label(self, name: str) -> str:
        """What an input is called."""
        return label_of("ruleset") if name == "game" else str(self[name].label)

    def value(self, name: str) -> str:
        """What an input begins with, as people say it."""
        if name == "game":
            return _(self.ruleset.name)
        field, text = self.fields[name], _sent(self[name])
        if isinstance(field, forms.BooleanField):
            return _("yes") if text else _("no")
        if isinstance(field, forms.ChoiceField):
            return next((str(label) for value, label in _offered(field) if value == text), text)
        return text

    def _choices(self, section: str) -> list[str]:
        name = {"draws": "draw-1", "ties": "tie-1", "counting": "yields"}.get(section, "")
        field = self.fields.get(name)
        if not isinstance(field, forms.ChoiceField):
            return []
        return [str(value) for value, _label in _offered(field)]

    @property
    def _is_likely(self) -> bool:
        return self.is_bound and self.errors.keys() <= set(BASICS)

    @property
    def _options(self) -> Mapping[str, Any]:
        """The whole house rules."""
        if self.is_frozen:
            return self.before.options
        return self.ruleset.defaults() | self.options

    def _items(self, setting: str) -> Iterator[Item]:
        prefix = IN_PLACES.get(setting)
        inputs = [
            name for name in self.fields if name == setting or (prefix and name.startswith(prefix))
        ]
        for name in inputs:
            bound = self[name]
            yield Item(name, str(bound.label), bound=bound)
        if not inputs and self._is_told(setting):
            yield Item(setting, label_of(setting), said(setting, self.start))

    def _is_told(self, setting: str) -> bool:
        """Whether a setting without an input is worth saying."""
        if setting in ("size", "odd"):
            return True
        return self.is_frozen and setting in FIXED

    def _moment(self) -> datetime | None:
        day, time = self.cleaned_data.get("day"), self.cleaned_data.get("time")
        if not day or not time:
            return None
        return timezone.make_aware(datetime.combine(day, time))


def _offered(field: forms.ChoiceField) -> Iterable[tuple[str, object]]:
    """What can be chosen, and what it is called; nothing here stands under a heading."""
    assert isinstance(field.choices, list)
    return field.choices


def _sent(bound: forms.BoundField) -> str:
    value = bound.field.prepare_value(bound.initial)
    if isinstance(bound.field, forms.BooleanField):
        return "on" if value else ""
    formatted = bound.field.widget.format_value(value)
    if isinstance(formatted, list):
        formatted = formatted[0] if formatted else ""
    return "" if formatted is None else str(formatted)
