"""What belongs to an event: found by the keys from row to row, with a list of what stays behind.

A new model needs no line here where each of its rows names an event, or something that belongs to
one. What stays behind is named, with the reason; a test looks for what is neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.apps import apps
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Field, ForeignKey, Model
from django.utils.translation import gettext as _

from formats.event import EventSettings
from formats.games import ODD, RoundGame
from formats.options import LONGEST_TEXT, Setting
from formats.series import CARRIED
from scoring import RULESETS, HandProblem, find_ruleset, resolve_options
from sheets.words import spoken
from tournaments.models import Decided, Event, EventTable, Player, Table

if TYPE_CHECKING:
    AnyField = Field[Any, Any]
else:
    AnyField = Field


LEFT_OUT = {
    "User": "accounts belong to an installation; their names stay, told from what was said",
    "Club": "the event goes to the club into which it is brought",
    "RegistrationTerms": "who registers does so where the event is played",
    "Registration": "secrets, and what goes some time after the event",
    "BookedTransfer": "marks of a bank's lines, which are pasted where the event is played",
    "TableLink": "secrets; new ones are made for the tables",
    "HandPoints": "reckoned anew from the hands",
    "CountedSheet": "counted anew from the sheets",
    "SheetTally": "counted anew from the sheets",
    "Feat": "counted anew from the sheets",
    "KeptTotal": "an old evening belongs to no event",
    "SeriesFinal": "a series belongs to the club and not to one of its events",
    "SeriesStage": "a series belongs to the club and not to one of its events",
}
"""Models whose rows stay behind, and every field that points at them; and why."""

LEFT_OUT_FIELDS = {
    ("EventChange", "device"): "marks somebody's phone or computer",
    ("HandVersion", "device"): "marks somebody's phone or computer",
    ("TableChange", "device"): "marks somebody's phone or computer",
    ("Result", "kept_hands"): "reckoned anew from the hands",
    ("Result", "top_points"): "reckoned anew from the hands",
    ("Result", "solos_played"): "reckoned anew from the sheets",
    ("Result", "top_hand"): "reckoned anew from the hands",
    ("Result", "decided"): "reckoned anew from the sheets",
    ("Player", "shown"): "each club agrees with its people as what it shows them",
    ("Player", "merged_into"): "who is whose second record belongs to the club",
    ("Seat", "player"): "at an event the entry says who it is",
    ("Table", "language"): "the sheets of an event are in the event's language",
    ("Table", "is_totals"): "an old evening belongs to no event",
    ("Table", "opened_by"): "nobody opened the table of an event but its directors",
    ("Table", "opened_device"): "marks somebody's phone or computer",
    ("Table", "opened_under"): "the mark of a form that nobody sends again",
}
"""Fields that stay behind, and why."""

LEFT_OUT_ROWS = {"EventChange": {"kind": "brought_in"}}
"""Rows that stay behind: that an event was brought in is told by those who did it, and its file is
the same wherever it comes from."""

SHARED = (Player,)
"""Rows of the club to which the event's rows point; whoever brings them in says who is who."""

REACHED_BY = {Table: ("event_table", EventTable)}
"""Models that belong to the event because something of the event points at them."""


@dataclass(frozen=True)
class Part:
    """The rows of one model. `path` leads from a row to its event: "" at the event itself, None
    where the rows are those that others point at."""

    model: type[Model]
    path: str | None
    fields: tuple[AnyField, ...]

    @property
    def name(self) -> str:
        """What the part is called in the file."""
        return self.model.__name__

    @cached_property
    def keys(self) -> dict[str, type[Model]]:
        """The fields that point at rows of other parts, by their names."""
        return {field.name: target_of(field) for field in self.fields if is_key(field)}


@cache
def parts() -> tuple[Part, ...]:
    """Every part, each after those to which it points."""
    paths: dict[type[Model], str | None] = dict(_paths())
    pointed_at = {target_of(field) for model in paths for field in _keys_of(model)}
    paths |= {model: None for model in SHARED if model in pointed_at}
    left = [Part(model, path, _taken(model)) for model, path in paths.items()]
    left.sort(key=lambda part: part.name)
    found: list[Part] = []
    while left:
        waiting = {part.model for part in left}
        ready = next(
            part for part in left if waiting.isdisjoint(set(part.keys.values()) - {part.model})
        )
        left.remove(ready)
        found.append(ready)
    return tuple(found)


def is_key(field: AnyField) -> bool:
    """Whether a field points at a row of another part."""
    return isinstance(field, ForeignKey)


def target_of(field: AnyField) -> type[Model]:
    """The model at which a field points."""
    target = field.related_model
    assert isinstance(target, type)
    return target


def _paths() -> dict[type[Model], str]:
    """Each model whose rows belong to an event, with the way to it."""
    found: dict[type[Model], str] = {Event: ""}
    models = sorted(apps.get_app_config("tournaments").get_models(), key=lambda one: one.__name__)
    while True:
        new = {
            model: path
            for model in models
            if model not in found and (path := _path_of(model, found)) is not None
        }
        if not new:
            return found
        found |= new


def _path_of(model: type[Model], found: dict[type[Model], str]) -> str | None:
    if model.__name__ in LEFT_OUT or model in SHARED:
        return None
    if model in REACHED_BY:
        name, carrier = REACHED_BY[model]
        return f"{name}__{found[carrier]}" if carrier in found else None
    for field in _keys_of(model):
        target = target_of(field)
        if target in found and not field.null:
            return f"{field.name}__{found[target]}".removesuffix("__")
    return None


def _keys_of(model: type[Model]) -> list[AnyField]:
    return [field for field in model._meta.concrete_fields if is_key(field)]


def _taken(model: type[Model]) -> tuple[AnyField, ...]:
    return tuple(
        field
        for field in model._meta.concrete_fields
        if not field.primary_key
        and (model.__name__, field.name) not in LEFT_OUT_FIELDS
        and not (is_key(field) and target_of(field).__name__ in LEFT_OUT)
    )


# Keys of rows inside JSON: in the file they are the file's own numbers.

Numbers = Mapping[str, Mapping[int, int]]
"""By the name of a part, what takes the place of each key."""

Translate = Callable[[Any, Numbers], Any]


INSIDE: dict[tuple[str, str], Translate] = {
    # [[entry, …], …]
    ("Ruling", "shares"): lambda kept, numbers: [
        [numbers["Entry"][key], *rest] for key, *rest in kept
    ],
    # {entry: …}
    ("Ruling", "was"): lambda kept, numbers: {
        str(numbers["Entry"][int(key)]): rest for key, rest in kept.items()
    },
}
"""The fields whose JSON names rows of other parts by their keys."""


LARGEST = 2**63 - 1
DEEPEST = 12
RANGES: Mapping[str, tuple[int, int]] = BaseDatabaseOperations.integer_field_ranges


class Misfit(Exception):
    """A value that its field cannot hold: why, in a sentence."""


def as_json(value: object) -> object:
    """A value as JSON has it: moments in UTC, numbers and texts as they are."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return str(value) if isinstance(value, UUID) else value


def from_json(field: AnyField, value: object) -> object:
    """The value that `as_json` wrote; raises Misfit."""
    if value is None:
        if field.null:
            return None
        raise Misfit(_("It must not be empty."))
    match field:
        case models.CharField() | models.TextField():
            return _text(field, value)
        case models.BooleanField():
            if not isinstance(value, bool):
                raise Misfit(_("It must be true or false."))
            return value
        case models.IntegerField():
            return _whole(field, value)
        case models.DateTimeField():
            return _moment(value)
        case models.UUIDField():
            return _uuid(value)
        case models.JSONField():
            _look_through(value, DEEPEST)
            return value
    raise Misfit(_("Nobody knows how to read it."))


def is_text(value: object, most: int) -> bool:
    """Whether it is a text that a database keeps and a page shows, of so many letters at most."""
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def is_whole(value: object, lowest: int = -LARGEST, highest: int = LARGEST) -> bool:
    """Whether it is a whole number between these two."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _text(field: AnyField, value: object) -> str:
    most = field.max_length or 10_000
    if not isinstance(value, str):
        raise Misfit(_("It must be a text."))
    if not is_text(value, most):
        text = _("It must be a text of at most %(most)s ordinary letters.")
        raise Misfit(text % {"most": most})
    if not value and not field.blank:
        raise Misfit(_("It must not be empty."))
    return value


def _whole(field: AnyField, value: object) -> int:
    lowest, highest = RANGES.get(field.get_internal_type(), (-LARGEST, LARGEST))
    if not isinstance(value, int) or not is_whole(value, lowest, highest):
        text = _("It must be a whole number between %(lowest)s and %(highest)s.")
        raise Misfit(text % {"lowest": lowest, "highest": highest})
    return value


def _moment(value: object) -> datetime:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not 1900 <= found.year <= 9000:
        raise Misfit(_("It must be a moment, such as 2026-05-01T18:30:00Z."))
    return found.astimezone(UTC)


def _uuid(value: object) -> UUID:
    try:
        return UUID(value if isinstance(value, str) else "")
    except ValueError:
        raise Misfit(_("It must be the number of a form, 32 letters and digits.")) from None


def _look_through(value: object, deepest: int) -> None:
    """Refuse what no database keeps: numbers and texts beyond measure, boxes in boxes in boxes."""
    if deepest == 0:
        raise Misfit(_("It goes too deep."))
    if isinstance(value, list):
        for each in value:
            _look_through(each, deepest - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            _look_through(name, deepest)
            _look_through(each, deepest - 1)
    elif isinstance(value, str):
        if not is_text(value, 10_000):
            raise Misfit(_("There is a text in it that nobody can read."))
    elif isinstance(value, float):
        if not isfinite(value):
            raise Misfit(_("There is a number in it that is too large."))
    elif not (value is None or isinstance(value, bool) or is_whole(value)):
        raise Misfit(_("There is a number in it that is too large."))


# What the JSON of a field must look like, so that no page stumbles over it later.

Shape = Callable[[Any], bool]

MOST = 1_000_000_000
EXACT = re.compile(r"(-?[0-9]{1,9}(/[1-9][0-9]{0,8})?)?")


def list_of(shape: Shape) -> Shape:
    """A list whose every member has that shape."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def row_of(*shapes: Shape) -> Shape:
    """A list of as many members, each with its shape."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(shapes)
        and all(shape(each) for shape, each in zip(shapes, value, strict=True))
    )


def record_of(**shapes: Shape) -> Shape:
    """Names with values; those that are named have these shapes, if they are there at all."""
    return lambda value: (
        isinstance(value, dict)
        and all(shape(value[name]) for name, shape in shapes.items() if name in value)
    )


def text_of(most: int) -> Shape:
    """A text of so many letters at most."""
    return lambda value: is_text(value, most)


def number(value: object) -> bool:
    """A whole number that a column of the database holds."""
    return is_whole(value, -MOST, MOST)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


_numbers = list_of(number)
_words = list_of(text_of(200))
_cut = record_of(
    finals=list_of(_numbers),
    rest_plays=_flag,
    carried=lambda value: value in tuple(CARRIED),
    by_seed=_flag,
    gone=_numbers,
    skipped=_numbers,
    per_table=number,
    drawn_lots=_numbers,
    # The start number, two finals with a place between them, and why.
    moves=list_of(row_of(number, number, number, number, text_of(200))),
)


def _round_game(value: object) -> bool:
    """What differs in one round: game, table size, remainder, hands and factor."""
    if not isinstance(value, list) or len(value) != 5:
        return False
    game, size, odd, hands, factor = value
    if not (is_text(factor, 20) and is_whole(size, 0, MOST) and is_whole(hands, 0, MOST)):
        return False
    try:
        worth = RoundGame(factor=factor).worth
    except (ValueError, ZeroDivisionError):
        return False
    return worth > 0 and game in ("", *RULESETS) and odd in ("", *ODD)


SHAPES: Mapping[tuple[str, str], Shape] = {
    ("Player", "groups"): _words,
    ("Entry", "groups"): _words,
    ("Entry", "brought"): lambda value: isinstance(value, str) and bool(EXACT.fullmatch(value)),
    ("Event", "options"): record_of(),
    ("Event", "settings"): record_of(),
    ("Table", "options"): record_of(),
    ("HandVersion", "record"): record_of(),
    ("Round", "plan"): record_of(tables=list_of(_numbers), out=_numbers),
    ("Round", "locked"): _numbers,
    ("Round", "report"): record_of(),
    ("Round", "standing"): list_of(row_of(number, lambda _total: True)),
    ("Round", "cut"): lambda value: value == {} or (_cut(value) and "finals" in value),
    ("TotalsVersion", "record"): record_of(
        points=_numbers,
        solos=_numbers,
        games=_numbers,
        lost=_numbers,
        solos_played=list_of(lambda value: value is None or number(value)),
        hands=number,
        hands_each=_numbers,
        lines=list_of(_numbers),
        decided=lambda value: value in tuple(Decided),
        **{"from": list_of(_numbers)},
    ),
    ("Ruling", "shares"): list_of(row_of(number, number, number)),
    ("Ruling", "was"): record_of(),
    ("EventChange", "figures"): list_of(row_of(number, number, number, number)),
    ("TieDecision", "order"): _numbers,
    ("NamedHighest", "winners"): _numbers,
}
"""By part and field."""


def check_shape(part: str, field: AnyField, value: object) -> None:
    """Refuse what the pages could not read; raises Misfit."""
    words = words_of(field)
    if words and value not in words:
        raise Misfit(_("It must be one of: %(words)s.") % {"words": ", ".join(words)})
    if field.name == "ruleset" and value not in RULESETS:
        raise Misfit(_("This program does not know the game “%(game)s”.") % {"game": value})
    shape = SHAPES.get((part, field.name))
    if shape is not None and not shape(value):
        raise Misfit(_("It does not look as it should."))


def words_of(field: AnyField) -> list[str]:
    """The words that a field may hold; none where it is no choice."""
    words = [str(word) for word, _label in field.flatchoices]
    return ["", *words] if words and field.blank else words


def check_options(ruleset: str, options: Mapping[str, Any]) -> None:
    """Refuse house rules that the game does not know; raises Misfit."""
    try:
        resolve_options(find_ruleset(ruleset), dict(options))
    except HandProblem as problem:
        raise Misfit(spoken(problem.text)) from problem
    except (TypeError, ValueError):
        raise Misfit(_("The house rules do not look as they should.")) from None


def check_settings(kept: Mapping[str, Any]) -> None:
    """Refuse settings that are none; raises Misfit."""
    for name, option in EventSettings.options().items():
        if name in kept and not _is_setting(option, kept[name]):
            text = _("The setting “%(name)s” is none that this program knows.")
            raise Misfit(text % {"name": name})


def _is_setting(option: Setting, value: Any) -> bool:  # noqa: ANN401 - from the file
    if not option.holds(value):
        return False
    if option.kind == "games":
        return list_of(_round_game)(value)
    texts = value if isinstance(value, list) else [value]
    return all(is_text(text, LONGEST_TEXT) for text in texts if isinstance(text, str))
