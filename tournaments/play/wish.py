"""What is to be played, and with which mishaps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MISHAPS = (
    "checked_in_twice",
    "absent",
    "drawn_again",
    "lost_phone",
    "no_show",
    "late",
    "wrong_seats",
    "leaves",
    "unbalanced",
    "sent_twice",
    "two_directors",
    "lost",
    "wrong_names",
    "too_many",
    "too_few",
    "differs",
    "corrected_hand",
    "late_correction",
    "goes_home",
    "ruling",
    "tie",
    "reopened",
)


@dataclass(frozen=True)
class Wish:
    """What is to be played: a preset, how many enter, which mishaps; the seed decides the rest.

    `rounds` and `hands` are those of the preset where they are 0.
    """

    preset: str
    entries: int
    seed: int = 1
    mishaps: tuple[str, ...] = MISHAPS
    rounds: int = 0
    hands: int = 0


def known(mishaps: Iterable[str]) -> tuple[str, ...]:
    """The mishaps that are named, in their order; ValueError for one that nobody knows."""
    wanted = [name.strip() for name in mishaps if name.strip()]
    unknown = [name for name in wanted if name not in MISHAPS and name not in ("all", "none")]
    if unknown:
        raise ValueError(", ".join(unknown))
    if "all" in wanted:
        return MISHAPS
    return tuple(name for name in MISHAPS if name in wanted)
