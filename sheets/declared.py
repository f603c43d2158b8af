"""What was declared about a hand, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.circle import around
from scoring.labels import side_names
from scoring.options import Options
from scoring.ruleset import Carried, Field, Ruleset
from sheets.names import short_names
from sheets.words import spoken


class Declared(NamedTuple):
    """One declared thing: its label and its value, both in words."""

    label: str
    value: str


def declared(
    ruleset: Ruleset,
    record: Mapping[str, Any],
    names: Sequence[str],
    circle: Sequence[int],
    dealer: int,
) -> list[Declared]:
    """What a record says, in the order of the form, of a hand with this circle and dealer."""
    sides = side_names(ruleset, names)
    if "adjustment" in record:
        points = ", ".join(
            f"{name} {number:+d}"
            for name, number in zip(sides, record["adjustment"], strict=False)
            if number
        )
        return [Declared(_("Points"), points or "0"), Declared(_("Why"), record["reason"])]
    if "seated" in record:
        there = ", ".join(names[seat] for seat in record["seated"])
        why = [Declared(_("Why"), record["reason"])] if "reason" in record else []
        return [Declared(_("At the table, clockwise"), there), *why]
    active = around(ruleset, tuple(circle), record.get("dealer", dealer)).active
    playing = [names[seat] for seat in active]
    found = [
        Declared(spoken(field.label), _value(field, record[field.name], names, sides, playing))
        for field in ruleset.fields
        if field.name in record and record[field.name] is not False
    ]
    if "dealer" in record:
        found.append(Declared(_("Dealer, set by hand"), names[record["dealer"]]))
    return found


def pending(
    ruleset: Ruleset,
    options: Options,
    carried: Carried,
    names: Sequence[str],
    circle: Sequence[int],
    dealer: int,
    hands_left: int | None,
) -> list[str]:
    """What earlier hands have left to the coming one, a sentence each.

    `hands_left`: how many are still to be played, None where nobody has said.
    """
    found = []
    if carried.bock:
        factor = options["bock_factor"] ** len(carried.bock)
        left = " + ".join(map(str, carried.bock))
        found.append(
            _("Bock: it counts %(factor)s times. Hands to come: %(left)s.")
            % {"factor": factor, "left": left}
        )
    if carried.doubled_hands:
        text = _("It counts %(factor)s times: everybody passed before.")
        if options.get("next_doubled"):
            text = _("It counts %(factor)s times, as the hand before has left it.")
        found.append(text % {"factor": carried.factor})
    if carried.doubled_hands > 1:
        found.append(_("Multiplied hands to come: %(count)s.") % {"count": carried.doubled_hands})
    if carried.replay:
        kept = ", ".join(
            f"{item.label} {item.value}"
            for item in declared(ruleset, carried.replay, names, circle, dealer)
        )
        found.append(_("The tied hand is played again: %(kept)s.") % {"kept": kept})
    if carried.bonus:
        more = ngettext(
            "%(bonus)s more waits for whoever wins it.",
            "%(bonus)s more wait for whoever wins it.",
            carried.bonus,
        )
        found.append(more % {"bonus": carried.bonus})
    if carried.pot:
        found.append(_("In the pot: %(pot)s.") % {"pot": carried.pot})
    if owed := ruleset.solos_owed(options, carried, circle):
        who = names_said(names, owed)
        found.append(_("Still owe a solo: %(names)s.") % {"names": who})
        if hands_left is not None and hands_left <= len(owed):
            text = _("From here on each hand has to be a solo. Hands left: %(hands)s.")
            if hands_left < len(owed):
                text = _("Not everybody can play a solo any more. Hands left: %(hands)s.")
            found.append(text % {"hands": hands_left})
    return found


def names_said(names: Sequence[str], who: Sequence[int]) -> str:
    """Some of the people of a sheet, as briefly as they can be told apart."""
    called = short_names(names)
    return ", ".join(called[seat] for seat in who)


def _value(
    field: Field, value: object, names: Sequence[str], sides: Sequence[str], playing: Sequence[str]
) -> str:
    if value is None:
        return spoken(field.empty)
    if isinstance(value, list) and field.kind == "seats":
        return ", ".join(names[seat] for seat in value)
    if isinstance(value, list):
        who = sides if field.kind.startswith("pair_") else playing
        return ", ".join(f"{name} {number}" for name, number in zip(who, value, strict=True))
    if isinstance(value, int) and field.kind in ("seat", "pair"):
        return names[value] if field.kind == "seat" else sides[value]
    if field.over and isinstance(value, int):
        whole = field.whole(value)
        words = _("%(whole)s (%(said)s over)")
        return words % {"whole": whole, "said": whole - field.over}
    named = [choice.label for choice in field.choices if choice.value == str(value)]
    if named:
        return spoken(named[0])
    return _("yes") if field.kind == "flag" else str(value)
