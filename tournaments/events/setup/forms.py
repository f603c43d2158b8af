"""The form that sets an event up, and the same form for changing it later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import RULESETS
from scoring.ruleset import Ruleset
from scoring.tiebreaks import TIE_BREAKS
from scoring.yields import YIELDS
from tournaments.common.fields import Lines, Money, Numbers, WholeNumber
from tournaments.common.texts import Line, Prose
from tournaments.events.deed import DeedForm
from tournaments.events.money.forms import prize_fields
from tournaments.events.setup.queries import ALWAYS_OPEN, EventDetails
from tournaments.settings.checks import FOR_TWO, fitted, unfit
from tournaments.settings.event import EventSettings, RoundGame
from tournaments.settings.games import remainders_of, sizes_of, unit_of
from tournaments.settings.labels import (
    COUNTED,
    DRAWS,
    LABELS,
    ODD,
    PERSONS,
    PRIZE_SETTINGS,
    SHOWS,
    TEAM_HINTS,
    TEAM_MISSING,
    TEAM_YIELDS,
    label_of,
    said,
)
from tournaments.tables.forms.opening import HouseRulesForm

# How an event's form is laid out: what stands open, and the sections that are opened at need.


@dataclass(frozen=True)
class Item:
    """A setting on the form: its input, or what it is where it cannot be chosen."""

    name: str
    label: str
    value: str = ""
    bound: forms.BoundField | None = None


@dataclass(frozen=True)
class Section:
    """Settings that stand together, what they are now, and what can be chosen, in words."""

    title: str | Promise
    summary: str
    items: list[Item]
    meanings: list[tuple[str, str]]

    @property
    def has_problems(self) -> bool:
        """Whether something in it is wrong, so that it stands open."""
        return any(item.bound is not None and item.bound.errors for item in self.items)


OPEN_NUMBERS = ("rounds", "hands", "size", "odd", "fee", "capacity", "minutes")
SECTIONS: tuple[tuple[str, str | Promise, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        "draws",
        gettext_lazy("How the rounds are drawn"),
        ("draws", "season_apart"),
        ("draws",),
    ),
    (
        "games",
        gettext_lazy("Rounds with a game of their own"),
        ("round_games",),
        ("round_games",),
    ),
    (
        "counting",
        gettext_lazy("What a sheet is worth"),
        (
            "yields",
            "equal_hands",
            "place_points",
            "match_points",
            "games_due",
            "bye_value",
            "late_value",
            "counted",
            "best_of",
            "only_good",
            "good_step",
        ),
        ("yields", "counted"),
    ),
    ("ties", gettext_lazy("If totals are equal"), ("tie_breaks",), ("tie_breaks",)),
    (
        "money",
        gettext_lazy("Payout and prizes"),
        ("payout", "round_prize", *PRIZE_SETTINGS),
        ("payout", "prize_amounts", "goods"),
    ),
    (
        "people",
        gettext_lazy("Groups and teams"),
        ("groups", "team_size", "team_best", "team_yields", "team_points", "team_missing"),
        ("groups", "team_size"),
    ),
    (
        "rolling",
        gettext_lazy("Tables that open one by one"),
        ("rolling", "ticket_rounds", "persons", "persons_best"),
        ("rolling",),
    ),
    ("penalties", gettext_lazy("Misplays and penalties"), ("penalties",), ()),
    (
        "showing",
        gettext_lazy("What is shown, and who confirms"),
        ("shows", "needs_confirmation", "confirms_paper"),
        ("shows",),
    ),
)
"""Key, title, settings, and those of them that the closed section says."""


def meanings_of(key: str, choices: Iterable[str]) -> list[tuple[str, str]]:
    """What the choices of a section mean, as label and meaning."""
    words: dict[str, tuple[str | Promise, str | Promise]] = {}
    if key == "draws":
        words = {name: (each.label, each.meaning) for name, each in DRAWS.items()}
    elif key == "ties":
        words = {name: (_(tie.label), _(tie.meaning)) for name, tie in TIE_BREAKS.items()}
    elif key == "counting":
        words = {name: (_(each.label), _(each.meaning)) for name, each in YIELDS.items()}
    return [(str(words[name][0]), str(words[name][1])) for name in choices if name in words]


# The inputs for rounds with a game of their own: five for each round.

PREFIX = "round_games-"
MOST_GAMES = 12
LONGEST = 6


def game_fields(settings: EventSettings, ruleset: Ruleset) -> dict[str, forms.Field]:
    """The inputs of every round; none where pairs play, for whom there is one game only."""
    if settings.is_pairs or unit_of(ruleset) == "pair" or settings.rolling:
        return {}
    games = [(key, _(each.name)) for key, each in RULESETS.items() if unit_of(each) == "player"]
    found: dict[str, forms.Field] = {}
    for number in range(1, min(MOST_GAMES, max(settings.rounds, len(settings.round_games))) + 1):
        values = {"number": number}
        usual = ("", _("as everywhere"))
        factor = Line(required=False, max_length=LONGEST, widget=_number())
        of_round: dict[str, tuple[str, forms.Field]] = {
            "ruleset": (
                _("Round %(number)s: game") % values,
                forms.ChoiceField(choices=[usual, *games], required=False),
            ),
            "size": (_("Round %(number)s: at a table") % values, WholeNumber(0, 8)),
            "odd": (
                _("Round %(number)s: the remainder gets") % values,
                forms.ChoiceField(choices=[usual, *ODD.items()], required=False),
            ),
            "hands": (_("Round %(number)s: hands") % values, WholeNumber(0, 500)),
            "factor": (_("Round %(number)s: counts times") % values, factor),
        }
        for part, (label, field) in of_round.items():
            field.label = label
            found[f"{PREFIX}{number}-{part}"] = field
    return found


def game_texts(settings: EventSettings) -> dict[str, Any]:
    """What the inputs begin with; nothing where a round is like all others."""
    return {
        f"{PREFIX}{number}-{part}": value or ""
        for number, game in enumerate(settings.round_games, 1)
        for part, value in game._asdict().items()
    }


def games_from(cleaned: Mapping[str, Any], names: Iterable[str]) -> tuple[RoundGame, ...]:
    """The games that were typed, up to the last round that differs."""
    numbers = {int(name.split("-")[1]) for name in names if name.startswith(PREFIX)}
    games = []
    for number in range(1, max(numbers, default=0) + 1):
        at = f"{PREFIX}{number}-"
        games.append(
            RoundGame(
                cleaned.get(f"{at}ruleset") or "",
                cleaned.get(f"{at}size") or 0,
                cleaned.get(f"{at}odd") or "",
                cleaned.get(f"{at}hands") or 0,
                (cleaned.get(f"{at}factor") or "").strip(),
            )
        )
    while games and games[-1] == RoundGame():
        games.pop()
    return tuple(games)


def _number() -> forms.TextInput:
    return forms.TextInput(
        {"inputmode": "decimal", "autocomplete": "off", "class": "figure", "maxlength": LONGEST}
    )


MOST_ROUNDS = 60
FEWEST_DRAWS, MOST_DRAWS = 4, 12
FEWEST_TIES, MOST_TIES = 4, 8

MOST_LETTERS = 600

Choices = list[tuple[str, str | Promise]]

HINTS: dict[str, str | Promise] = {
    "hands": gettext_lazy("For everybody; what each table plays follows."),
    "equal_hands": gettext_lazy(
        "Larger tables then play longer. Otherwise all tables play the same hands, and the average "
        "per hand or the places count."
    ),
    "fee": gettext_lazy("0 if nothing is paid."),
    "capacity": gettext_lazy("Who comes after that waits; 0 means no limit."),
    "minutes": gettext_lazy("For the clock; 0 means none."),
    "games_due": gettext_lazy("Where a round has no fixed number of hands."),
    "place_points": gettext_lazy("Where places count: best first, such as 7 5 3 1."),
    "match_points": gettext_lazy("Where matches count: such as 2 1 0."),
    "bye_value": gettext_lazy("In what counts: points, or what a match is worth."),
    "late_value": gettext_lazy(
        "For who comes later: each round before that, in what counts. Of matches 2 1 0: 0 as lost, "
        "1 as a draw."
    ),
    "best_of": gettext_lazy("0 means all."),
    "round_prize": gettext_lazy("Of the fees, less what is kept back; 0 for none."),
    "payout": gettext_lazy(
        "Of the fees, less what is kept back; first place first, such as 30 15 10; or empty."
    ),
    "groups": gettext_lazy("One a line, such as Ladies or Under 30."),
    "penalties": gettext_lazy(
        "For the rule card, such as “Sitter-out looks at the blind: warning, then 4 points off”."
    ),
    "team_size": gettext_lazy("0 means no teams."),
    "team_best": gettext_lazy("0 means all."),
    **TEAM_HINTS,
    "season_apart": gettext_lazy(
        "For a stage of a series: few meet whom they met at an earlier stage, least of all at the "
        "last one. To meet twice tonight is avoided more; in finals it does not count."
    ),
    "rolling": gettext_lazy("People come and go; nothing is drawn for all at once."),
    "ticket_rounds": gettext_lazy("0 means as many as one likes."),
    "only_good": gettext_lazy("A sheet need not come to nothing then."),
    "good_step": gettext_lazy("Where only plus points are written, such as 5."),
}


def fields_for(settings: EventSettings, ruleset: Ruleset) -> dict[str, forms.Field]:
    """The inputs by name, in the order of the form; what cannot be chosen has none."""
    found: dict[str, forms.Field] = {
        **({} if settings.rolling else {"rounds": WholeNumber(1, MOST_ROUNDS)}),
        "hands": WholeNumber(0, 500),
        **_tables(ruleset),
        "fee": Money(),
        "capacity": WholeNumber(0, 2_000),
        **({} if settings.rolling else {"minutes": WholeNumber(0, 600)}),
        **_in_order("draw", _draw_choices(ruleset), _draw_inputs(settings)),
        **({} if settings.rolling else {"season_apart": forms.BooleanField(required=False)}),
        **game_fields(settings, ruleset),
        **_counting(ruleset),
        **_in_order("tie", _tie_choices(), _tie_inputs(settings)),
        "payout": Numbers(most=100, lowest=1),
        "round_prize": WholeNumber(0, 100),
        **prize_fields(),
        "groups": Lines(),
        "team_size": WholeNumber(0, 8),
        "team_best": WholeNumber(0, 8),
        "team_yields": forms.ChoiceField(choices=_choices(TEAM_YIELDS)),
        "team_points": Numbers(most=40),
        "team_missing": forms.ChoiceField(choices=_choices(TEAM_MISSING)),
        "rolling": forms.BooleanField(required=False),
        "ticket_rounds": WholeNumber(0, 99),
        "persons": forms.ChoiceField(choices=_choices(PERSONS), required=False),
        "persons_best": WholeNumber(1, 99),
        "shows": forms.ChoiceField(choices=_choices(SHOWS)),
        "needs_confirmation": forms.BooleanField(required=False),
        "confirms_paper": forms.BooleanField(required=False),
        "penalties": Prose(
            required=False, max_length=MOST_LETTERS, widget=forms.Textarea(attrs={"rows": 4})
        ),
    }
    for name, field in found.items():
        if not field.label:
            field.label = label_of(name)
        field.help_text = str(HINTS.get(name, "")) or field.help_text
    return found


def texts_for(settings: EventSettings) -> dict[str, Any]:
    """What the inputs begin with."""
    values = {name: getattr(settings, name) for name in settings.to_json()}
    values |= {f"draw-{place}": draw for place, draw in enumerate(settings.draws, 1)}
    values |= game_texts(settings)
    values |= {f"tie-{place}": key for place, key in enumerate(settings.tie_breaks, 1)}
    return values


def settings_from(
    cleaned: Mapping[str, Any], names: Iterable[str], before: EventSettings
) -> EventSettings:
    """The settings that were typed; what was not asked for is as it was."""
    asked = set(names)
    chosen: dict[str, Any] = {
        name: int(cleaned[name]) if name == "size" else cleaned[name]
        for name in before.to_json()
        if name in asked and name in cleaned
    }
    for name, prefix in (("draws", "draw-"), ("tie_breaks", "tie-")):
        places = [place for place in asked if place.startswith(prefix)]
        if places:
            chosen[name] = tuple(_typed_in_order(cleaned, places, fills=name == "draws"))
    if any(name.startswith(PREFIX) for name in asked):
        chosen["round_games"] = games_from(cleaned, asked)
    made = replace(before, **chosen)
    return replace(made, draws=made.draws[: made.rounds])


def input_of(setting: str, names: Iterable[str]) -> str:
    """The input at which something wrong with a setting is shown."""
    first = {"draws": "draw-1", "tie_breaks": "tie-1", "unit": "size"}.get(setting, setting)
    return first if first in set(names) else ""


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


def _tables(ruleset: Ruleset) -> dict[str, forms.Field]:
    sizes = sizes_of(ruleset)
    odd = {way for size in sizes for way in remainders_of(ruleset, size)}
    found: dict[str, forms.Field] = {}
    if len(sizes) > 1:
        found["size"] = forms.ChoiceField(choices=[(str(size), str(size)) for size in sizes])
    if len(odd) > 1:
        found["odd"] = forms.ChoiceField(
            choices=[(way, label) for way, label in ODD.items() if way in odd]
        )
    return found


def _counting(ruleset: Ruleset) -> dict[str, forms.Field]:
    ends_by_games = ruleset.target(ruleset.defaults()) is not None
    games = {"games_due": WholeNumber(1, 9)} if ends_by_games else {}
    is_for_two = 2 in sizes_of(ruleset)
    yields: Choices = [
        (name, _(each.label)) for name, each in YIELDS.items() if is_for_two or name != "match"
    ]
    return {
        **games,
        "yields": forms.ChoiceField(choices=yields),
        **(
            {} if ruleset.scores == "pairs" else {"equal_hands": forms.BooleanField(required=False)}
        ),
        "place_points": Numbers(most=8),
        **({"match_points": Numbers(most=3)} if is_for_two else {}),
        "bye_value": WholeNumber(-999, 999),
        "late_value": WholeNumber(-999, 999),
        "counted": forms.ChoiceField(choices=_choices(COUNTED), required=False),
        "best_of": WholeNumber(0, MOST_ROUNDS),
        **_only_good(ruleset),
    }


def _only_good(ruleset: Ruleset) -> dict[str, forms.Field]:
    if ruleset.scores == "pairs":
        return {}
    return {"only_good": forms.BooleanField(required=False), "good_step": WholeNumber(1, 100)}


def _in_order(prefix: str, choices: Choices, count: int) -> dict[str, forms.Field]:
    return {
        f"{prefix}-{place}": forms.ChoiceField(
            choices=choices
            if prefix == "draw" and place == 1
            else [("", _empty(prefix)), *choices],
            required=prefix == "draw" and place == 1,
            label=_("Round %(number)s") % {"number": place}
            if prefix == "draw"
            else _("Tie-break %(number)s") % {"number": place},
        )
        for place in range(1, count + 1)
    }


def _empty(prefix: str) -> str:
    return _("as the round before") if prefix == "draw" else _("nothing more")


def _draw_inputs(settings: EventSettings) -> int:
    wanted = max(settings.rounds, len(settings.draws), FEWEST_DRAWS)
    return min(wanted, max(MOST_DRAWS, len(settings.draws)))


def _tie_inputs(settings: EventSettings) -> int:
    return max(FEWEST_TIES, min(len(settings.tie_breaks) + 1, MOST_TIES))


def _draw_choices(ruleset: Ruleset) -> Choices:
    is_for_two = 2 in sizes_of(ruleset)
    return [(name, each.label) for name, each in DRAWS.items() if is_for_two or name not in FOR_TWO]


def _tie_choices() -> Choices:
    return [(name, _(key.label)) for name, key in TIE_BREAKS.items()]


def _choices(words: Mapping[str, str | Promise]) -> Choices:
    return list(words.items())


# The form that sets an event up, and the same form for changing it later.

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
