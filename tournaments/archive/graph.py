"""What belongs to an event: found by the keys from row to row, with a list of what stays behind.

A new model needs no line here where each of its rows names an event, or something that belongs to
one. What stays behind is named, with the reason; `unexplained` finds what is neither taken nor
named, and a test asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

from tournaments.models import Event, EventTable, Player, Table

if TYPE_CHECKING:
    AnyField = Field[Any, Any]
else:
    AnyField = Field


LEFT_OUT = {
    "User": "accounts belong to an installation; their names stay, told from what was said",
    "Club": "the event goes to the club into which it is brought",
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

    @cached_property
    def points_at_itself(self) -> bool:
        """Whether a row may point at an earlier one of the same part."""
        return self.model in self.keys.values()


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
        ready = next(part for part in left if not _awaited(part) & waiting)
        left.remove(ready)
        found.append(ready)
    return tuple(found)


def unexplained() -> list[str]:
    """Models and fields that are neither taken nor named among what stays behind."""
    taken = {part.model for part in parts()}
    found = []
    for part in parts():
        for field in _keys_of(part.model):
            target = target_of(field)
            if target not in taken and target.__name__ not in LEFT_OUT:
                found.append(f"{part.name}.{field.name} points at {target.__name__}")
        found += [f"{part.name}.{field.name}" for field in part.model._meta.many_to_many]
    return found


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


def _awaited(part: Part) -> set[type[Model]]:
    return set(part.keys.values()) - {part.model}


# Keys of rows inside JSON: in the file they are the file's own numbers.

Numbers = Mapping[str, Mapping[int, int]]
"""By the name of a part, what takes the place of each key."""

Translate = Callable[[Any, Numbers], Any]


def _shares(kept: list[list[int]], numbers: Numbers) -> list[list[int]]:
    """`[[entry, …], …]`."""
    return [[numbers["Entry"][key], *rest] for key, *rest in kept]


def _by_entry(kept: dict[str, Any], numbers: Numbers) -> dict[str, Any]:
    """`{entry: …}`."""
    return {str(numbers["Entry"][int(key)]): rest for key, rest in kept.items()}


INSIDE: dict[tuple[str, str], Translate] = {
    ("Ruling", "shares"): _shares,
    ("Ruling", "was"): _by_entry,
}
"""The fields whose JSON names rows of other parts by their keys."""
