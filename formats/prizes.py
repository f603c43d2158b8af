"""What the prizes of an event are, and what each comes to before anybody has won it.

The rules that leave no cent open:

* The money for prizes is the paid fees less the reserve, and what comes on top. Where the promised
  prizes come to more, all of them are cut in the same proportion.
* An amount that is reckoned (a share, or one that was cut) is rounded down to the event's step;
  what was typed as an amount stays as it was typed. What rounding leaves is kept, or goes to the
  first place.
* Who shares places shares their money: it is added up and divided, rounded down to the same step.
  What cannot be divided is kept. So are prizes for which there is nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from formats.event import EventSettings
from formats.figures import PrizeValue, goods_of, group_prize_of, what_of

PLACE, ROUND, GROUP, SOLOS, LAST, PLUS = "place", "round", "group", "solos", "last", "plus"
HIGH, TEAM = "high", "team"
PRIZES = (
    *("payout", "prize_amounts", "round_prize", "goods", "group_prizes", "team_prizes"),
    *(f"{kind}_prize" for kind in (SOLOS, HIGH, LAST, PLUS)),
)
"""The settings that promise something."""

MOST_TEAMS = 60
"""The last place of teams for which there may be a prize."""


@dataclass(frozen=True)
class Budget:
    """What every prize comes to before anybody has won it, in cents.

    `amounts` by the key of the prize: `place-1`, `team-2`, `group-Ladies`, `round` for the best of
    each, `solos`, `high`, `last`, and `plus` for all who have plus points together. `rest` is what
    rounding left; `is_cut` says that more was promised than there is.
    """

    amounts: Mapping[str, int]
    rest: int = 0
    is_cut: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """The money for the places, the first place first."""
        return tuple(cents for key, cents in self.amounts.items() if key.startswith(f"{PLACE}-"))

    @property
    def special(self) -> int:
        """The money of what is neither for a place nor for a round."""
        return sum(self.amounts.values()) - sum(self.places) - self.amounts[ROUND]

    def promised(self, rounds: int) -> int:
        """The money for all prizes together, with so many rounds."""
        return sum(self.amounts.values()) + self.amounts[ROUND] * (rounds - 1)


def group_prizes(settings: EventSettings) -> dict[str, PrizeValue]:
    """The prizes for the best of groups, by the name of the group."""
    return dict(filter(None, map(group_prize_of, settings.group_prizes)))


def team_prizes(settings: EventSettings) -> list[list[PrizeValue]]:
    """What each place of the teams gets, the first place first.

    >>> rules = EventSettings(team_prizes=("1–2: 50", "1: a cup"))
    >>> [[what.goods or what.cents for what in place] for place in team_prizes(rules)]
    [[5000, 'a cup'], [5000]]
    """
    lines = [line for line in map(goods_of, settings.team_prizes) if line is not None]
    last = min(MOST_TEAMS, max((line.last for line in lines), default=0))
    return [
        [what_of(line.text) for line in lines if line.is_for(place)] for place in range(1, last + 1)
    ]


def special_prizes(settings: EventSettings) -> list[PrizeValue]:
    """The prizes that are not for a place or a round, each as often as it is given."""
    for_all = [prize_of(settings, kind) for kind in (SOLOS, HIGH, LAST, PLUS)]
    for_teams = [what for place in team_prizes(settings) for what in place]
    return [*group_prizes(settings).values(), *for_all, *for_teams]


def prize_of(settings: EventSettings, kind: str) -> PrizeValue:
    """What there is for most solos, the highest game, the last place, or plus points."""
    return what_of(getattr(settings, f"{kind}_prize"))


def goods_for(settings: EventSettings, places: Iterable[int]) -> tuple[str, ...]:
    """The goods for these places, one after the other."""
    lines = [goods for goods in map(goods_of, settings.goods) if goods is not None]
    return tuple(goods.text for place in places for goods in lines if goods.is_for(place))


def team_goods_for(settings: EventSettings, places: Iterable[int]) -> tuple[str, ...]:
    """The goods for these places of the teams, one after the other."""
    of_place = dict(enumerate(team_prizes(settings), 1))
    return tuple(what.goods for place in places for what in of_place.get(place, ()) if what.goods)


def has_prizes(settings: EventSettings) -> bool:
    """Whether there is anything to win."""
    return any(getattr(settings, name) for name in PRIZES)


def gives_money(settings: EventSettings) -> bool:
    """Whether any of the prizes is money."""
    is_special = any(what.cents or what.share for what in special_prizes(settings))
    return bool(settings.payout or settings.prize_amounts or settings.round_prize) or is_special


def reserve_of(settings: EventSettings, fees: int) -> int:
    """What of so many cents of fees is kept back: never more than there is."""
    return min(settings.reserve, max(0, fees))


def money_for_prizes(settings: EventSettings, fees: int, lost: int = 0) -> int:
    """The money that prizes are reckoned from."""
    on_top = settings.sponsored + (lost if settings.lost_to_prizes else 0)
    return max(0, fees) - reserve_of(settings, fees) + on_top


def budget_of(settings: EventSettings, money: int, with_plus: int = 0) -> Budget:
    """What each prize comes to where so much is there, and so many have plus points.

    >>> amounts = EventSettings(prize_amounts=(33300, 22200, 11100))
    >>> budget_of(amounts, 100000).places, budget_of(amounts, 60000).places
    ((33300, 22200, 11100), (30000, 20000, 10000))
    >>> euros = EventSettings(payout=(50, 30, 20), prize_step=100, prize_rest="first")
    >>> budget_of(euros, 3330).places, budget_of(euros, 3330).rest
    ((1830, 900, 600), 0)
    """
    wanted = _wanted(settings, money, with_plus)
    promised = sum((one.exact * one.times for one in wanted.values()), Fraction())
    is_cut = promised > money
    factor = Fraction(money) / promised if is_cut else Fraction(1)
    amounts = {
        key: int(one.exact)
        if one.is_typed and not is_cut
        else rounded(one.exact * factor, settings.prize_step)
        for key, one in wanted.items()
    }
    amounts[PLUS] *= wanted[PLUS].times
    rest = int(promised * factor) - Budget(amounts).promised(settings.rounds)
    first = f"{PLACE}-1"
    if settings.prize_rest == "first" and first in amounts:
        amounts[first] += rest
        rest = 0
    return Budget(amounts, rest, is_cut)


def rounded(exact: Fraction, step: int) -> int:
    """So many cents, rounded down to a multiple of the step.

    >>> rounded(Fraction(1000, 3), 50)
    300
    """
    return int(exact // step) * step


class _Wanted(NamedTuple):
    """What a prize would be in cents, whether it was typed so, and how often it is given."""

    exact: Fraction
    is_typed: bool
    times: int = 1


def _wanted(settings: EventSettings, money: int, with_plus: int) -> dict[str, _Wanted]:
    """What each prize would be, by its key."""

    def of(*values: PrizeValue, times: int = 1) -> _Wanted:
        exact = sum((what.of(money) for what in values), Fraction())
        return _Wanted(exact, not any(what.share for what in values), times)

    amounts = [PrizeValue(cents=cents) for cents in settings.prize_amounts]
    places = amounts or [PrizeValue(share=share) for share in settings.payout]
    plus = prize_of(settings, PLUS)
    return {
        **{f"{PLACE}-{place}": of(what) for place, what in enumerate(places, 1)},
        **{f"{TEAM}-{place}": of(*each) for place, each in enumerate(team_prizes(settings), 1)},
        ROUND: of(PrizeValue(share=settings.round_prize), times=settings.rounds),
        **{f"{GROUP}-{name}": of(what) for name, what in group_prizes(settings).items()},
        **{kind: of(prize_of(settings, kind)) for kind in (SOLOS, HIGH, LAST)},
        PLUS: of(plus, times=with_plus if plus.cents else 1),
    }


# Lost-game money: what the lost games of a list cost those who lost them.


def lost_money(lost: Sequence[int], prices: Sequence[int]) -> int:
    """What a table pays, in cents; `lost`: how many games each of it lost in this list.

    `prices`: of the first, second … lost game of one person; the last one holds for all others.
    As at Skat: 50 cents each, and one euro from the fourth on.

    >>> lost_money((2, 0, 5, 1), (50, 50, 50, 100)), lost_money((3,), ())
    (500, 0)
    """
    if not prices:
        return 0
    last = len(prices) - 1
    return sum(prices[min(nth, last)] for games in lost for nth in range(games))
