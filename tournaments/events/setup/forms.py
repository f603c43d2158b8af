"""The form that sets an event up, and the same form for changing it later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from formats.checks import fitted, unfit
from formats.event import SECTIONS, EventSettings
from formats.games import ODD, RoundGame, unit_of
from formats.options import Setting, labelled
from scoring import RULESETS
from scoring.ruleset import Ruleset
from sheets.words import spoken
from tournaments.common.actions import ActionForm
from tournaments.common.fields import WholeNumber, field_for
from tournaments.common.texts import LineField
from tournaments.events.setup.queries import DETAILS
from tournaments.models import Event, Language
from tournaments.rules.forms import HouseRulesForm

Item = forms.BoundField | dict[str, str]
"""An input, or the label of a setting that cannot be chosen and its value."""

# The inputs for rounds with a game of their own: five for each round.

PREFIX = "round_games-"
MOST_GAMES = 12
LONGEST = 6


def game_fields(settings: EventSettings) -> dict[str, forms.Field]:
    """The inputs of every round."""
    games = [
        (key, spoken(each.name)) for key, each in RULESETS.items() if unit_of(each) == "player"
    ]
    found: dict[str, forms.Field] = {}
    for number in range(1, min(MOST_GAMES, max(settings.rounds, len(settings.round_games))) + 1):
        values, usual = {"number": number}, ("", _("as everywhere"))
        marks = {"inputmode": "decimal", "autocomplete": "off", "class": "figure"}
        widget = forms.TextInput(marks | {"maxlength": LONGEST})
        game = _("Round %(number)s: game") % values
        odd = _("Round %(number)s: the remainder gets") % values
        factor = _("Round %(number)s: counts times") % values
        remainders = [usual, *labelled(ODD.values())]
        of_round: dict[str, forms.Field] = {
            "ruleset": forms.ChoiceField(choices=[usual, *games], required=False, label=game),
            "size": WholeNumber(0, 8, _("Round %(number)s: at a table") % values),
            "odd": forms.ChoiceField(choices=remainders, required=False, label=odd),
            "hands": WholeNumber(0, 500, _("Round %(number)s: hands") % values),
            "factor": LineField(required=False, max_length=LONGEST, widget=widget, label=factor),
        }
        found |= {f"{PREFIX}{number}-{part}": field for part, field in of_round.items()}
    return found


def games_from(cleaned: Mapping[str, Any], names: Iterable[str]) -> tuple[RoundGame, ...]:
    """The games that were typed, up to the last round that differs."""
    numbers = {int(name.split("-")[1]) for name in names if name.startswith(PREFIX)}
    games = []
    for number in range(1, max(numbers, default=0) + 1):
        at = f"{PREFIX}{number}-"
        usual = RoundGame()._asdict().items()
        games.append(RoundGame(**{part: cleaned.get(at + part) or none for part, none in usual}))
    while games and games[-1] == RoundGame():
        games.pop()
    return tuple(games)


FEWEST_DRAWS, MOST_DRAWS = 4, 12
FEWEST_TIES, MOST_TIES = 4, 8

IN_PLACES = {"draws": "draw-", "tie_breaks": "tie-", "round_games": PREFIX}
"""The settings with several inputs, and how the names of these begin."""

Choices = list[tuple[str, str | Promise]]


def in_section(settings: EventSettings, section: str) -> list[Setting]:
    """The settings of a section, in the order of the form."""
    options = [option for option in settings.options().values() if option.section == section]
    return sorted(options, key=lambda option: option.at)


def fields_for(
    settings: EventSettings, ruleset: Ruleset, *, is_frozen: bool = False
) -> dict[str, forms.Field]:
    """The inputs by name, in the order of the form; what cannot be chosen has none.

    `is_frozen`: the first draw is accepted, so that only some settings are still open.
    """
    return {
        name: field
        for section in SECTIONS
        for option in in_section(settings, section)
        if option.is_asked(settings, ruleset) and (option.stays_open or not is_frozen)
        for name, field in _inputs(option, settings, ruleset).items()
    }


def _inputs(option: Setting, settings: EventSettings, ruleset: Ruleset) -> dict[str, forms.Field]:
    if option.kind == "games":
        return game_fields(settings)
    if option.kind == "ordered":
        choices: Choices = labelled(option.choices_for(ruleset))
        return _draws(settings, choices) if option.name == "draws" else _ties(settings, choices)
    return {option.name: field_for(option, ruleset)}


def texts_for(settings: EventSettings) -> dict[str, Any]:
    """What the inputs begin with."""
    values = {name: getattr(settings, name) for name in settings.options()}
    values |= {f"draw-{place}": draw for place, draw in enumerate(settings.draws, 1)}
    values |= {
        f"{PREFIX}{number}-{part}": value or ""
        for number, game in enumerate(settings.round_games, 1)
        for part, value in game._asdict().items()
    }
    values |= {f"tie-{place}": key for place, key in enumerate(settings.tie_breaks, 1)}
    return values


def settings_from(
    cleaned: Mapping[str, Any], names: Iterable[str], before: EventSettings
) -> EventSettings:
    """The settings that were typed; what was not asked for is as it was."""
    asked = set(names)
    chosen: dict[str, Any] = {
        name: cleaned[name] for name in before.options() if name in asked and name in cleaned
    }
    for name, prefix in (("draws", "draw-"), ("tie_breaks", "tie-")):
        places = [place for place in asked if place.startswith(prefix)]
        if places:
            chosen[name] = tuple(_typed_in_order(cleaned, places, fills=name == "draws"))
    if any(name.startswith(PREFIX) for name in asked):
        chosen["round_games"] = games_from(cleaned, asked)
    made = replace(before, **chosen)
    return replace(made, draws=made.draws[: made.rounds])


def _typed_in_order(cleaned: Mapping[str, Any], places: list[str], *, fills: bool) -> Iterator[str]:
    """What was chosen from the first input to the last; `fills`: a gap is as what is before it."""
    last = ""
    in_order = sorted(places, key=lambda place: int(place.split("-")[1]))
    chosen = [str(cleaned.get(place, "")) for place in in_order]
    while chosen and not chosen[-1]:
        chosen.pop()
    for word in chosen:
        last = word or (last if fills else "")
        if last:
            yield last


def _draws(settings: EventSettings, choices: Choices) -> dict[str, forms.Field]:
    """One input for each round; the first one must be chosen."""
    wanted = max(settings.rounds, len(settings.draws), FEWEST_DRAWS)
    as_before = ("", _("as the round before"))
    return {
        f"draw-{place}": forms.ChoiceField(
            choices=choices if place == 1 else [as_before, *choices],
            required=place == 1,
            label=_("Round %(number)s") % {"number": place},
        )
        for place in range(1, min(wanted, max(MOST_DRAWS, len(settings.draws))) + 1)
    }


def _ties(settings: EventSettings, choices: Choices) -> dict[str, forms.Field]:
    count = max(FEWEST_TIES, min(len(settings.tie_breaks) + 1, MOST_TIES))
    return {
        f"tie-{place}": forms.ChoiceField(
            choices=[("", _("nothing more")), *choices],
            required=False,
            label=_("Tie-break %(number)s") % {"number": place},
        )
        for place in range(1, count + 1)
    }


def merge(
    posted: Mapping[str, str], saved: Mapping[str, str]
) -> tuple[dict[str, str], list[str], list[str]]:
    """Put together what was typed and what has been saved since the form was made.

    `posted["seen"]` has what the form began with. An input that was left alone gets what has been
    saved; one that was typed into keeps it. Gives the texts of all inputs, the names of those that
    only the other changed, and of those that both did.

    >>> posted = {"rounds": "3", "fee": "10", "seen": '{"rounds": "2", "fee": "10"}'}
    >>> merge(posted, {"rounds": "4", "fee": "12"})
    ({'rounds': '3', 'fee': '12'}, ['fee'], ['rounds'])
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
    return texts, taken, both


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


BASICS = ("title", "day", "time", "place", "language")


class SetUpForm(HouseRulesForm, ActionForm):
    """Asks for everything about an event; after the first draw only for what is still open."""

    title = LineField(
        max_length=80,
        label=DETAILS["title"],
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
    place = LineField(max_length=80, required=False, label=DETAILS["place"])
    language = forms.ChoiceField(choices=Language.choices, label=DETAILS["language"])

    def __init__(
        self, before: Event, data: Mapping[str, str] | None = None, *, is_frozen: bool = False
    ) -> None:
        """`before`: what the form begins with; a game that it was not made for is made to fit."""
        ruleset = RULESETS[before.ruleset]
        self.before, self.is_frozen = before, is_frozen
        self.start = before.format if is_frozen else fitted(before.format, ruleset)
        moment = timezone.localtime(before.starts_at) if before.starts_at else None
        texts = {
            "title": before.title,
            "place": before.place,
            "language": before.language,
            "day": moment.date() if moment else None,
            "time": moment.time() if moment else None,
            **texts_for(self.start),
        }
        super().__init__(data, auto_id="q-%s", initial=texts)
        self.fields.update(fields_for(self.start, ruleset, is_frozen=is_frozen))
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
                self.refuse(problem.sentence, problem.field)
        return self.cleaned_data

    def refuse(self, sentence: str, field: str = "") -> None:
        """Note what does not fit, at the first input of the setting that it is about."""
        first = {"draws": "draw-1", "tie_breaks": "tie-1", "unit": "size"}
        super().refuse(sentence, first.get(field, field))

    @property
    def settings(self) -> EventSettings:
        """The settings that were typed."""
        return settings_from(self.cleaned_data, self.fields, self.start)

    @property
    def event(self) -> Event:
        """The event as it was typed, not saved."""
        day, time = self.cleaned_data["day"], self.cleaned_data["time"]
        return Event(
            club_id=self.before.club_id,
            preset=self.before.preset,
            title=self.cleaned_data["title"],
            place=self.cleaned_data["place"],
            language=self.cleaned_data["language"],
            starts_at=timezone.make_aware(datetime.combine(day, time)) if day and time else None,
            ruleset=self.ruleset.key,
            options=self._options,
            settings=self.settings.to_json(),
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
    def house(self) -> Mapping[str, Any] | None:
        """All house rules; those that are frozen are what they are."""
        return {**self.ruleset.defaults(), **self._options} if self.is_frozen else super().house

    @property
    def basics(self) -> list[forms.BoundField]:
        """What the event is called, where and when it is, and what language its paper speaks."""
        return [self[name] for name in BASICS]

    @property
    def numbers(self) -> list[Item]:
        """What every director decides."""
        return [item for one in in_section(self.start, "numbers") for item in self._items(one)]

    @property
    def sections(self) -> list[dict[str, Any]]:
        """The rest, in sections that say what they are when closed, and what can be chosen."""
        return [self._section(key) for key in SECTIONS if key != "numbers"]

    def _section(self, key: str) -> dict[str, Any]:
        shown, options = self.likely_settings, in_section(self.start, key)
        brief = [option.name for option in options if option.is_brief]
        items = [item for option in options for item in self._items(option)]
        return {
            "title": _(SECTIONS[key]),
            "summary": " · ".join(
                shown.said(name)
                for place, name in enumerate(brief)
                if place == 0 or getattr(shown, name)
            ),
            "items": items,
            "has_problems": any(
                isinstance(item, forms.BoundField) and item.errors for item in items
            ),
            "meanings": [
                (spoken(choice.label), spoken(choice.note))
                for option in options
                if self._inputs_of(option.name)
                for choice in option.choices_for(self.ruleset)
                if choice.note
            ],
        }

    def seen(self) -> str:
        """What the inputs began with, for the form to carry: so a conflict knows what was typed."""
        return json.dumps(self.texts())

    def texts(self) -> dict[str, str]:
        """What each input begins with, as a browser sends it."""
        return {"game": self.ruleset.key} | {name: _sent(self[name]) for name in self.fields}

    def label(self, name: str) -> str:
        """What an input is called."""
        return str(DETAILS["ruleset"]) if name == "game" else str(self[name].label)

    def value(self, name: str) -> str:
        """What an input begins with, as people say it."""
        if name == "game":
            return spoken(self.ruleset.name)
        field, text = self.fields[name], _sent(self[name])
        if isinstance(field, forms.BooleanField):
            return _("yes") if text else _("no")
        if isinstance(field, forms.ChoiceField):
            assert isinstance(field.choices, list)  # nothing here stands under a heading
            return next((str(label) for value, label in field.choices if value == text), text)
        return text

    @property
    def _is_likely(self) -> bool:
        return self.is_bound and self.errors.keys() <= set(BASICS)

    @property
    def _options(self) -> Mapping[str, Any]:
        """The whole house rules."""
        before: Mapping[str, Any] = self.before.options
        return before if self.is_frozen else self.ruleset.defaults() | self.options

    def _inputs_of(self, setting: str) -> list[str]:
        prefix = IN_PLACES.get(setting)
        return [
            name for name in self.fields if name == setting or (prefix and name.startswith(prefix))
        ]

    def _items(self, option: Setting) -> list[Item]:
        """The inputs of a setting, or what it is where it has none and that is worth saying."""
        is_told = option.offers is not None or (self.is_frozen and not option.stays_open)
        fixed: Item = {"label": spoken(option.label), "value": self.start.said(option.name)}
        inputs: list[Item] = [self[name] for name in self._inputs_of(option.name)]
        return inputs or ([fixed] if is_told else [])


def _sent(bound: forms.BoundField) -> str:
    value = bound.field.prepare_value(bound.initial)
    if isinstance(bound.field, forms.BooleanField):
        return "on" if value else ""
    formatted = bound.field.widget.format_value(value)
    if isinstance(formatted, list):
        formatted = formatted[0] if formatted else ""
    return "" if formatted is None else str(formatted)
