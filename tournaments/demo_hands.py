"""Plausible hands of any game, dealt by a seeded chance: made from the fields of its ruleset."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring import HandProblem
from scoring.cards import ALL_POINTS
from scoring.ruleset import Deal, Field, Ruleset
from tournaments.forms.answers import deciding_field

CHANCE_ALL_PASS = 0.08
CHANCE_ALONE = 0.15
CHANCE_MARK = 0.03
MOST_TRIES = 5_000


def plausible_hand(chance: Random, ruleset: Ruleset, deal: Deal) -> dict[str, Any]:
    """A hand that could have been played in this deal: the first draw that the game accepts."""
    for _ in range(MOST_TRIES):
        hand = _draw(chance, ruleset, deal)
        try:
            ruleset.score(hand, deal)
        except HandProblem:
            continue
        return hand
    raise RuntimeError(f"No hand of {ruleset.key} was accepted in {MOST_TRIES} tries.")


def _draw(chance: Random, ruleset: Ruleset, deal: Deal) -> dict[str, Any]:
    fields = ruleset.asked_fields(deal.options)
    deciding = deciding_field(fields)
    is_passed = deciding is not None and chance.random() < CHANCE_ALL_PASS
    unfit = "played" if is_passed else "passed"
    hand: dict[str, Any] = {}
    for field in fields:
        if field.when == unfit:
            continue
        if field is deciding:
            hand[field.name] = None if is_passed else _somebody(chance, field, deal)
        else:
            hand |= _answer(chance, field, deal)
    return hand | dict(deal.carried.replay or {})


def _somebody(chance: Random, field: Field, deal: Deal) -> int:
    return chance.choice((0, 1) if field.kind == "pair" else deal.active)


def _answer(chance: Random, field: Field, deal: Deal) -> dict[str, Any]:
    """An answer to one field, or none: what need not be said often is not."""
    if field.kind in ("seat", "pair"):
        is_alone = field.empty and chance.random() < CHANCE_ALONE
        return {field.name: None if is_alone else _somebody(chance, field, deal)}
    if field.kind == "flag":
        return {field.name: True} if chance.random() < CHANCE_MARK else {}
    if field.kind == "points":
        points = round(chance.gauss(68, 20))
        return {field.name: min(max(points, field.low), field.high)}
    if chance.random() < 0.5:
        return {}
    if field.kind == "choice":
        return {field.name: chance.choice(field.choices).value}
    if field.kind == "count":
        return {}
    places = 2 if field.kind.startswith("pair_") else len(deal.active)
    total = ALL_POINTS if field.kind.endswith("_points") else field.high
    return {field.name: _shares(chance, total, places)}


def _shares(chance: Random, total: int, places: int) -> list[int]:
    """A whole divided among so many."""
    cuts = sorted(chance.randint(0, total) for _ in range(places - 1))
    return [end - start for start, end in zip([0, *cuts], [*cuts, total], strict=True)]
