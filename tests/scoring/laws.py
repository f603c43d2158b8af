"""How a law is tried: for every ruleset, on evenings that are drawn anew in each run.

The same seeds and lengths serve every law of a ruleset, so that an evening is dealt and played
through once for all of them. Whoever changes an evening or its sheet deals one of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring import RULESETS, Replay, replay
from tests.scoring.evenings import Chance, evening

Record = dict[str, Any]

RUN = 0 if os.environ.get("CI", "").lower() in {"1", "true"} else Random().getrandbits(32)
"""A red run in CI should be about the change, so there the evenings are always the same."""
SEEDS = range(2**32)
LENGTHS = range(13)
WITHOUT_PAIRS = [key for key, ruleset in RULESETS.items() if ruleset.scores == "seats"]


class Unfit(Exception):
    """What was drawn says nothing about the law."""


def assume(fits: object) -> None:
    """Leave out what the law does not speak of; another one is drawn for it."""
    if not fits:
        raise Unfit


def law(
    *, keys: Iterable[str] = RULESETS, examples: int = 25, **drawn: range
) -> Callable[[Callable[..., None]], Callable[[str], None]]:
    """Try a test with `key` and so many draws from these ranges, the least and the most first."""

    def declare(test: Callable[..., None]) -> Callable[[str], None]:
        @pytest.mark.parametrize("key", keys)
        def tried(key: str) -> None:
            held = 0
            chances = {name: Random(f"{RUN} {key} {name}") for name in drawn}
            for number in range(20 * examples):
                draws = {
                    name: values[-number] if number < 2 else chances[name].choice(values)
                    for name, values in drawn.items()
                }
                try:
                    test(key, **draws)
                except Unfit:
                    continue
                except BaseException as failure:
                    failure.add_note(f"{key}: {draws}")
                    raise
                held += 1
                if held == examples:
                    return
            pytest.fail(f"the law speaks of {held} of {20 * examples} draws, {examples} are wanted")

        tried.__doc__ = test.__doc__
        return tried

    return declare


def drawn(
    *draws: Callable[[Random], object], examples: int = 100
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Try a test that many times with what each of these draws from one chance.

    Hypothesis can make nothing smaller in what comes from a chance as a whole, and was busier with
    it than the engine.
    """

    def declare(test: Callable[..., None]) -> Callable[[], None]:
        def tried() -> None:
            for number in range(examples):
                chance = Chance(f"{RUN} {test.__name__} {number}")
                found = [draw(chance) for draw in draws]
                try:
                    test(*found)
                except BaseException as failure:
                    failure.add_note(f"{number}: {found}")
                    raise

        tried.__doc__ = test.__doc__
        return tried

    return declare


def sheet_of(record: Record) -> Replay:
    """A record, played through."""
    ruleset = RULESETS[record["ruleset"]]
    return replay(ruleset, record["options"], record["players"], record["hands"])


class Dealt(NamedTuple):
    """An evening with its sheet; for each entry of the record who really dealt it."""

    record: Record
    dealers: list[int | None]
    sheet: Replay


@lru_cache(maxsize=2**13)
def dealt(key: str, seed: int, length: int, *, moves: bool = False) -> Dealt:
    """The evening by its seed; it is shared and must not be changed."""
    record, dealers = evening(RULESETS[key], seed, length, moves=moves)
    return Dealt(record, dealers, sheet_of(record))
