"""Whom a player met: partners, opponents, and who stands out among them for sure.

Somebody is only named as the best or the worst partner, or as the nemesis, with enough hands, and
by the end of the interval that speaks against it: who leads by luck alone has a wide one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.intervals import Estimate, mean_with, share
from tournaments.people.queries.alike import name_order
from tournaments.people.queries.people import People
from tournaments.records.queries.player_page_words import GameWords

ENOUGH = 20
"""With fewer hands together nobody is called the best partner or the nemesis."""


class Meeting(NamedTuple):
    """The hands of a player with, or against, somebody: how often won, what they brought."""

    hands: int
    won: Estimate | None
    per_hand: Estimate | None
    points: int


@dataclass(frozen=True)
class Met:
    """Somebody whom a player met; `page` is the key for a link, None where there is none.

    `together` are the hands as partners (called, or in a fixed pair), `same` those on the same
    side, whoever called, `against` those on different sides; `hands` all in which both played.
    """

    key: int
    name: str
    page: int | None
    hands: int
    together: Meeting
    same: Meeting
    against: Meeting


@dataclass(frozen=True)
class StandsOut:
    """Who stands out, None where nobody has enough hands."""

    best: Met | None
    worst: Met | None
    nemesis: Met | None
    favourite: Met | None

    @property
    def is_empty(self) -> bool:
        """Whether there is nobody to name."""
        return not (self.best or self.worst or self.nemesis or self.favourite)


def everybody_met(
    others: Mapping[int, Counter[str]], people: People, words: GameWords, spread: float | None
) -> list[Met]:
    """Everybody whom a player met in a game, most hands first.

    Who must not be named is left out. `spread`: the variance of the player's points.
    """
    found = []
    for key, counts in others.items():
        if key in people.names:
            same = _meeting(counts, "with", spread)
            against = _meeting(counts, "against", spread)
            together = _meeting(counts, words.together, spread) if words.has_partners else NOTHING
            found.append(
                Met(
                    key=key,
                    name=people.name(key),
                    page=key if key in people.pages else None,
                    hands=same.hands + against.hands,
                    together=together,
                    same=same,
                    against=against,
                )
            )
    return sorted(found, key=lambda met: (-met.hands, name_order(met.name), met.key))


def who_stands_out(everybody: Iterable[Met]) -> StandsOut:
    """The best and the worst partner, the nemesis, and against whom it goes best."""
    met = list(everybody)
    together = [one for one in met if one.together.hands >= ENOUGH]
    against = [one for one in met if one.against.hands >= ENOUGH]
    best, worst = _ends(together, lambda one: one.together.won)
    favourite, nemesis = _ends(against, lambda one: one.against.won)
    return StandsOut(best, worst, nemesis, favourite)


MET_SORTS: Mapping[str, Callable[[Met], float]] = {
    "hands": lambda one: one.hands,
    "together": lambda one: one.together.hands,
    "together_won": lambda one: _low(one.together.won),
    "same": lambda one: one.same.hands,
    "same_won": lambda one: _low(one.same.won),
    "against": lambda one: one.against.hands,
    "against_won": lambda one: _low(one.against.won),
}
"""Shares are sorted by the lower end of the interval, so that few hands do not lead."""


def met_sort(asked: str) -> str:
    """The order of the people met that was asked for; the most hands first where none was.

    >>> met_sort("-together_won"), met_sort("name"), met_sort("shoe size")
    ('-together_won', 'name', '-hands')
    """
    known = asked.removeprefix("-") in (*MET_SORTS, "name")
    return asked if known else "-hands"


def in_order(met: Sequence[Met], sort: str) -> list[Met]:
    """The people met in an order of `met_sort`."""
    by_name = sorted(met, key=lambda one: (name_order(one.name), one.key))
    is_falling = sort.startswith("-")
    if sort.endswith("name"):
        return by_name[::-1] if is_falling else by_name
    return sorted(by_name, key=MET_SORTS[sort.removeprefix("-")], reverse=is_falling)


def _low(won: Estimate | None) -> float:
    return -1.0 if won is None or won.low is None else won.low


NOTHING = Meeting(0, None, None, 0)


def _meeting(counts: Mapping[str, int], kind: str, spread: float | None) -> Meeting:
    hands, points = counts.get(f"{kind}.hands", 0), counts.get(f"{kind}.points", 0)
    won = share(counts.get(f"{kind}.won", 0), hands)
    return Meeting(hands, won, mean_with(points, hands, spread), points)


def _ends(
    people: list[Met], won: Callable[[Met], Estimate | None]
) -> tuple[Met | None, Met | None]:
    """Who has the highest lower end of the interval, and who the lowest upper end.

    Of one alone nothing is said: best among whom? Nor where the best won no larger a share than
    the worst, as of the two of a fixed pair against whom every hand was the same. Nobody is both.
    """
    sure = [(found, one) for one in people if (found := won(one)) is not None]
    if len(sure) < 2:
        return None, None
    best = max(sure, key=lambda pair: (pair[0].low or 0.0, -pair[1].key))
    rest = [pair for pair in sure if pair is not best]
    worst = min(rest, key=lambda pair: (pair[0].high or 0.0, pair[1].key))
    return (best[1], worst[1]) if best[0].value > worst[0].value else (None, None)
