"""What a field of a file may hold: each shape lets its own kind through and nothing else."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from formats.event import EventSettings
from tournaments.archive.graph import (
    SHAPES,
    AnyField,
    Misfit,
    check_settings,
    check_shape,
    parts,
    words_of,
)

FITS: dict[tuple[str, str], list[Any]] = {
    ("Player", "groups"): [[], ["Ladies"]],
    ("Entry", "groups"): [[], ["Ladies"]],
    ("Entry", "brought"): ["", "7", "-3/4"],
    ("Event", "options"): [{}, {"doublers": True}],
    ("Event", "settings"): [{}, {"size": 4}],
    ("Table", "options"): [{}, {"doublers": True}],
    ("HandVersion", "record"): [{}, {"picker": 1}],
    ("Round", "plan"): [{}, {"tables": [[1, 2], [3, 4]], "out": [5]}],
    ("Round", "locked"): [[], [1, 2]],
    ("Round", "report"): [{}, {"repeats": {}}],
    ("Round", "standing"): [[], [[1, "12"], [2, None]]],
    ("Round", "cut"): [
        {},
        {"finals": [[1, 2]], "carried": "half", "rest_plays": True, "per_table": 0},
        {"finals": [[1]], "moves": [[1, 0, 1, 2, "He was late"]]},
    ],
    ("TotalsVersion", "record"): [
        {},
        {"points": [3, -3], "solos_played": [None, 1], "lines": [[1, 2]], "hands": 4},
        {"points": [3, -3], "hands": 4, "decided": "average", "from": [[3, 4, 1], [-3, 4, 1]]},
    ],
    ("Ruling", "shares"): [[], [[1, 2, 3]]],
    ("Ruling", "was"): [{}, {"points": 3}],
    ("EventChange", "figures"): [[], [[1, 12, 0, 0]]],
    ("TieDecision", "order"): [[], [2, 1]],
    ("NamedHighest", "winners"): [[], [1]],
}
MISFITS: dict[tuple[str, str], list[Any]] = {
    ("Player", "groups"): ["Ladies", [7], [["Ladies"]]],
    ("Entry", "groups"): ["Ladies", [None]],
    ("Entry", "brought"): [7, "1/0", "half", "1" * 10],
    ("Event", "options"): [[], "doublers"],
    ("Event", "settings"): [[], None],
    ("Table", "options"): [[], 7],
    ("HandVersion", "record"): [[], "picker"],
    ("Round", "plan"): [[], {"tables": [1, 2]}, {"tables": [["1"]]}, {"out": 5}],
    ("Round", "locked"): [1, ["1"], [True]],
    ("Round", "report"): [[], "good"],
    ("Round", "standing"): [{}, [[1]], [["1", "12"]], [1]],
    ("Round", "cut"): [
        [],
        {"carried": "half"},
        {"finals": [1]},
        {"finals": [[1]], "carried": "most"},
        {"finals": [[1]], "rest_plays": 1},
        {"finals": [[1]], "moves": [[1, 0, 1, 2]]},
        {"finals": [[1]], "moves": [[1, 0, 1, 2, 3]]},
    ],
    ("TotalsVersion", "record"): [
        [],
        {"points": [3.5]},
        {"points": ["3"]},
        {"solos_played": ["1"]},
        {"lines": [1]},
        {"hands": None},
        {"hands": 10**10},
        {"decided": "guessed"},
        {"decided": []},
        {"from": [1]},
    ],
    ("Ruling", "shares"): [[[1, 2]], [["1", 2, 3]], {}],
    ("Ruling", "was"): [[], 3],
    ("EventChange", "figures"): [{}, [[1, 12]], [["1", 12, 0, 0]]],
    ("TieDecision", "order"): [{}, ["1"]],
    ("NamedHighest", "winners"): [1, [None]],
}


FIELDS: dict[tuple[str, str], AnyField] = {
    (part.name, field.name): field for part in parts() for field in part.fields
}
CHOSEN = [key for key, field in FIELDS.items() if words_of(field)]


def test_every_shape_has_what_fits_and_what_does_not() -> None:
    assert FITS.keys() == MISFITS.keys() == SHAPES.keys()


@pytest.mark.parametrize("field", SHAPES, ids=".".join)
def test_a_shape_lets_its_own_kind_through_alone(field: tuple[str, str]) -> None:
    part, shaped = field[0], FIELDS[field]
    for value in FITS[field]:
        check_shape(part, shaped, value)
    for value in MISFITS[field]:
        with pytest.raises(Misfit):
            check_shape(part, shaped, value)


@pytest.mark.parametrize("field", CHOSEN, ids=".".join)
def test_a_state_is_one_of_its_words(field: tuple[str, str]) -> None:
    part, chosen = field[0], FIELDS[field]
    for word in words_of(chosen):
        check_shape(part, chosen, word)
    for value in ("queen", None, 7):
        with pytest.raises(Misfit):
            check_shape(part, chosen, value)


@pytest.mark.parametrize("setting", fields(EventSettings), ids=lambda one: one.name)
def test_no_setting_takes_what_is_none(setting: Any) -> None:
    usual = list(setting.default) if isinstance(setting.default, tuple) else setting.default
    check_settings({setting.name: usual})
    shapes: tuple[object, ...] = (None, {}, 3.5, [{}])
    for value in shapes:
        with pytest.raises(Misfit, match=setting.name):
            check_settings({setting.name: value})
