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
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.settings.event import EventSettings
from tournaments.settings.figures import PrizeValue, goods_of, group_prize_of, what_of

PLACE, ROUND, GROUP, SOLOS, LAST, PLUS = "place", "round", "group", "solos", "last", "plus"
HIGH, TEAM = "high", "team"
MOST_TEAMS = 60
"""The last place of teams for which there may be a prize."""


@dataclass(frozen=True)
class Budget:
    """What every prize comes to before anybody has won it, in cents.

    `places` from the first on, and `teams` likewise; `round` for the best of each; `groups` by
    name; `plus` is all that is there for those with plus points. `rest` is what rounding left;
    `is_cut` says that more was promised than there is.
    """

    money: int
    places: tuple[int, ...] = ()
    round: int = 0
    groups: Mapping[str, int] = field(default_factory=dict)
    teams: tuple[int, ...] = ()
    solos: int = 0
    high: int = 0
    last: int = 0
    plus: int = 0
    rest: int = 0
    is_cut: bool = False

    @property
    def special(self) -> int:
        """The money of what is neither for a place nor for a round."""
        lists = sum(self.groups.values()) + sum(self.teams)
        return lists + self.solos + self.high + self.last + self.plus

    def promised(self, rounds: int) -> int:
        """The money for all prizes together, with so many rounds."""
        return sum(self.places) + self.round * rounds + self.special


def group_prizes(settings: EventSettings) -> dict[str, PrizeValue]:
    """The prizes for the best of groups, by the name of the group."""
    read = map(group_prize_of, settings.group_prizes)
    return dict(each for each in read if each is not None)


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
    texts = map(_typed, [settings] * 4, (SOLOS, HIGH, LAST, PLUS))
    for_teams = [what for place in team_prizes(settings) for what in place]
    return [*group_prizes(settings).values(), *map(what_of, texts), *for_teams]


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
    return bool(
        settings.payout
        or settings.prize_amounts
        or settings.round_prize
        or settings.group_prizes
        or settings.goods
        or settings.solos_prize
        or settings.last_prize
        or settings.plus_prize
        or settings.high_prize
        or settings.team_prizes
    )


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
    promised = sum((exact * times for exact, times in wanted.values()), Fraction())
    is_cut = promised > money
    factor = Fraction(money) / promised if is_cut else Fraction(1)
    amounts = {
        key: int(exact)
        if _is_typed(settings, key) and not is_cut
        else rounded(exact * factor, settings.prize_step)
        for key, (exact, _times) in wanted.items()
    }
    rest = int(promised * factor) - sum(amounts[key] * wanted[key][1] for key in wanted)
    first = f"{PLACE}-1"
    if settings.prize_rest == "first" and first in amounts:
        amounts[first] += rest
        rest = 0
    return Budget(
        money=money,
        places=tuple(cents for key, cents in amounts.items() if key.startswith(f"{PLACE}-")),
        round=amounts[ROUND],
        groups={name: amounts[f"{GROUP}-{name}"] for name in group_prizes(settings)},
        teams=tuple(cents for key, cents in amounts.items() if key.startswith(f"{TEAM}-")),
        solos=amounts[SOLOS],
        high=amounts[HIGH],
        last=amounts[LAST],
        plus=amounts[PLUS] * wanted[PLUS][1],
        rest=rest,
        is_cut=is_cut,
    )


def rounded(exact: Fraction, step: int) -> int:
    """So many cents, rounded down to a multiple of the step.

    >>> rounded(Fraction(1000, 3), 50)
    300
    """
    return int(exact // step) * step


def _wanted(settings: EventSettings, money: int, with_plus: int) -> dict[str, tuple[Fraction, int]]:
    """What each prize would be in cents, and how often it is given."""
    amounts = settings.prize_amounts
    places = [Fraction(cents) for cents in amounts]
    places += [Fraction(money * share, 100) for share in settings.payout if not amounts]
    plus = what_of(settings.plus_prize)
    teams = [sum((what.of(money) for what in each), Fraction()) for each in team_prizes(settings)]
    return {
        **{f"{PLACE}-{place}": (exact, 1) for place, exact in enumerate(places, 1)},
        **{f"{TEAM}-{place}": (exact, 1) for place, exact in enumerate(teams, 1)},
        ROUND: (Fraction(money * settings.round_prize, 100), settings.rounds),
        **{f"{GROUP}-{name}": (what.of(money), 1) for name, what in group_prizes(settings).items()},
        **{kind: (what_of(_typed(settings, kind)).of(money), 1) for kind in (SOLOS, HIGH, LAST)},
        PLUS: (plus.of(money), with_plus if plus.cents else 1),
    }


def _is_typed(settings: EventSettings, key: str) -> bool:
    """Whether a prize was typed as an amount, and not as a share."""
    if key.startswith(f"{PLACE}-"):
        return bool(settings.prize_amounts)
    if key.startswith(f"{GROUP}-"):
        return not group_prizes(settings)[key.removeprefix(f"{GROUP}-")].share
    if key.startswith(f"{TEAM}-"):
        place = int(key.removeprefix(f"{TEAM}-"))
        return not any(what.share for what in team_prizes(settings)[place - 1])
    return key != ROUND and not what_of(_typed(settings, key)).share


def _typed(settings: EventSettings, kind: str) -> str:
    """What was typed as a prize of this kind."""
    text: str = getattr(settings, f"{kind}_prize")
    return text


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
