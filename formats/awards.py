"""Who gets which prize: a pure function of the rules, the money and the standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from formats.event import EventSettings
from formats.prizes import (
    GROUP,
    HIGH,
    LAST,
    PLACE,
    PLUS,
    ROUND,
    SOLOS,
    TEAM,
    Budget,
    budget_of,
    gives_money,
    goods_for,
    group_prizes,
    money_for_prizes,
    prize_of,
    reserve_of,
    rounded,
    special_prizes,
    team_goods_for,
    team_prizes,
)

# Awards: what an entry or a team gets for one thing, and where the rest of the money stays.


class Game(NamedTuple):
    """A hand in which somebody won much: where it was played, the points, and what they count.

    `worth` is another number than `points` where the round has a factor, as text such as “45/2”.
    """

    round: int
    table: int
    hand: int
    points: int
    worth: str


class Award(NamedTuple):
    """What an entry gets for one thing; `key` as in `place`, `round-2`, `group-Ladies`, `solos`,
    `team-Aces`; `number` is the start number, 0 for a team.

    `shared_by` entries have won it together and get the same. `goods` are all the pieces that
    there are for them together: where they are fewer, or not alike, they draw lots or agree.
    `place` is that of a prize for a place. For the highest game `game` says which it was, or
    `words` what the director who named the winner said.
    """

    key: str
    number: int
    cents: int
    goods: tuple[str, ...] = ()
    shared_by: int = 1
    place: int = 0
    game: Game | None = None
    words: str = ""

    @property
    def team(self) -> str:
        """The name of the team that it is for, "" where it is for an entry."""
        kind, _dash, name = self.key.partition("-")
        return name if kind == TEAM else ""


@dataclass(frozen=True)
class Awarded:
    """All awards, and where the rest of the money stays; everything in cents.

    `income` is the fees, and what comes on top for prizes. `income` = the sum of the awards +
    `kept`. Of what is kept `reserve` was kept back first, `rest` was left by rounding, `unclaimed`
    has no winner, and `odd` could not be divided. `is_cut`: more was promised than there is.
    """

    income: int
    reserve: int
    rest: int
    unclaimed: int
    odd: int
    is_cut: bool
    awards: tuple[Award, ...]

    @property
    def given(self) -> int:
        """The money of all awards."""
        return sum(award.cents for award in self.awards)

    @property
    def kept(self) -> int:
        """What stays with the club."""
        return self.income - self.given

    @property
    def not_for_prizes(self) -> int:
        """What was never meant for a prize, nor kept back as the reserve."""
        return self.kept - self.reserve - self.rest - self.unclaimed - self.odd

    def to_json(self) -> dict[str, Any]:
        """What is kept with a final list."""
        names = ("income", "reserve", "rest", "unclaimed", "odd", "is_cut")
        awards = [
            [*one[:3], list(one.goods), *one[4:6], list(one.game or ()), one.words]
            for one in self.awards
        ]
        return {**{name: getattr(self, name) for name in names}, "awards": awards}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Awarded:
        """What `to_json` kept, now or before there were games and words.

        >>> one = Awarded(100, 0, 0, 0, 1, False, (Award("place", 7, 33, ("ham",), 3),))
        >>> Awarded.from_json(one.to_json()) == one
        True
        """
        return cls(**{**kept, "awards": tuple(map(_award_of, kept["awards"]))})


def _award_of(kept: Sequence[Any]) -> Award:
    award = Award(*kept)
    game = Game(*award.game) if award.game else None
    return award._replace(goods=tuple(award.goods), game=game)


# What the fees come to, and who gets how much of them.

FIELDS = (20, 40, 60, 80, 100)
"""For so many paid entries a payout is shown before anybody has paid."""


class Payout(NamedTuple):
    """The money of an event with so many paid entries, in cents.

    `places`: first place first; `a_round`: for the best of each round; `kept`: what is left.
    `special`: what is neither for a place nor for a round, together. `on_top` did not come from
    fees. `is_cut`: more was promised than there is.
    """

    paid: int
    fees: int
    places: tuple[int, ...]
    a_round: int
    kept: int
    special: int = 0
    on_top: int = 0
    is_cut: bool = False


def payout(settings: EventSettings, paid: int) -> Payout:
    """The payout for so many paid entries; parts of a cent stay with the club.

    What everybody with plus points gets is not in it: nobody knows yet how many they are.

    >>> wisconsin = EventSettings(
    ...     fee=2500, rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5
    ... )
    >>> payout(wisconsin, 40)[1:5]
    (100000, (30000, 15000, 10000, 10000, 10000), 5000, 10000)
    """
    fees = settings.fee * paid
    money = money_for_prizes(settings, fees)
    budget = budget_of(settings, money)
    kept = money + reserve_of(settings, fees) - budget.promised(settings.rounds)
    return Payout(
        paid,
        fees,
        budget.places,
        budget.amounts[ROUND],
        kept,
        budget.special,
        settings.sponsored,
        budget.is_cut,
    )


def paid_out(settings: EventSettings) -> int:
    """How much of the money is paid out as shares, in per cent.

    >>> paid_out(EventSettings(rounds=3, payout=(30, 15, 10, 10, 10), round_prize=5))
    90
    """
    special = sum(what.share for what in special_prizes(settings))
    return sum(settings.payout) + settings.round_prize * settings.rounds + special


def previews(settings: EventSettings) -> list[Payout]:
    """The payout for fields of several sizes; none where there is no fee or nothing is paid out."""
    if not settings.fee or not gives_money(settings):
        return []
    sizes = [size for size in FIELDS if not settings.capacity or size <= settings.capacity]
    if settings.capacity and settings.capacity not in sizes:
        sizes = sorted({*sizes, settings.capacity})
    return [payout(settings, size) for size in sizes]


class Candidate(NamedTuple):
    """An entry with a place, as far as prizes are concerned; a person where persons are ranked.

    `rounds`: what each closed round brought it. `groups` in small letters. `stayed` until the end.
    """

    number: int
    place: int
    total: int | Fraction
    rounds: Mapping[int, int | Fraction] = {}
    solos: int = 0
    groups: frozenset[str] = frozenset()
    stayed: bool = True


class TeamCandidate(NamedTuple):
    """A team with a place."""

    name: str
    place: int


class Highest(NamedTuple):
    """Who had the highest game: which it was, or what the director who named them said."""

    number: int
    game: Game | None = None
    words: str = ""


class _Won(NamedTuple):
    """Who has won something together; `first` is their place where it is about places."""

    key: str
    numbers: tuple[int, ...]
    first: int = 0
    teams: tuple[str, ...] = ()

    @property
    def sharers(self) -> int:
        """How many they are."""
        return len(self.numbers) + len(self.teams)


def award(
    settings: EventSettings,
    *,
    fees: int,
    lost: int = 0,
    field: Sequence[Candidate],
    teams: Sequence[TeamCandidate] = (),
    highest: Sequence[Highest] = (),
) -> Awarded:
    """Who gets what, places first; the order of `field` and `teams` changes nothing.

    `fees` is what was paid less what was given back, `lost` the lost-game money. Of those who had
    the `highest` game somebody who is not in `field` gets nothing.

    >>> thirds = EventSettings(payout=(50, 30, 20))
    >>> tied = [Candidate(1, 1, 9), Candidate(2, 2, 5), Candidate(3, 2, 5)]
    >>> [one.cents for one in award(thirds, fees=1001, field=tied).awards]
    [500, 250, 250]
    """
    listed = sorted(field, key=lambda one: (one.place, one.number))
    won = [one for one in _winners(settings, listed, teams, highest) if one.sharers]
    with_plus = sum(len(one.numbers) for one in won if one.key == PLUS)
    money = money_for_prizes(settings, fees, lost)
    budget = budget_of(settings, money, with_plus)
    said = {one.number: one for one in highest}
    awards: list[Award] = []
    odd = 0
    for one in won:
        prizes = _prizes(budget, one)
        pool = sum(prizes)
        # What everybody with plus points gets is a prize of each alone, unless it is a share.
        is_for_each = one.key == PLUS and not prize_of(settings, PLUS).share
        shared_by = 1 if is_for_each else one.sharers
        cents = pool // one.sharers
        if shared_by > 1:
            cents = rounded(Fraction(pool, one.sharers), settings.prize_step)
            if one.first:
                cents = max(cents, min(prizes))  # nobody behind them gets more
        odd += pool - cents * one.sharers
        some = Award(one.key, 0, cents, _goods(settings, one), shared_by, one.first)
        awards += [some._replace(key=f"{TEAM}-{name}") for name in one.teams]
        for number in one.numbers:
            high = said[number] if one.key == HIGH else Highest(number)
            awards.append(some._replace(number=number, game=high.game, words=high.words))
    given = sum(each.cents for each in awards)
    return Awarded(
        income=income_of(settings, fees, lost),
        reserve=reserve_of(settings, fees),
        rest=budget.rest,
        unclaimed=budget.promised(settings.rounds) - given - odd,
        odd=odd,
        is_cut=budget.is_cut,
        awards=tuple(award for award in awards if award.cents or award.goods),
    )


def income_of(settings: EventSettings, fees: int, lost: int) -> int:
    """All the money that prizes are reckoned with, and what is kept back first."""
    return money_for_prizes(settings, fees, lost) + reserve_of(settings, fees)


def _winners(
    settings: EventSettings,
    field: Sequence[Candidate],
    teams: Sequence[TeamCandidate],
    highest: Sequence[Highest],
) -> Iterator[_Won]:
    """Who has won what; nobody twice, where the prizes are kept apart, but for the best of a round
    and the highest game."""
    places = list(_by_place(settings, field))
    yield from places
    yield from _by_team(settings, teams)
    if settings.round_prize:
        for number in range(1, settings.rounds + 1):
            brought = {one.number: one.rounds[number] for one in field if number in one.rounds}
            yield _Won(f"{ROUND}-{number}", _best(brought))
    if settings.high_prize:
        known = {one.number for one in field}
        yield _Won(HIGH, tuple(sorted({one.number for one in highest} & known)))
    taken: set[int] = set()
    if settings.prizes_apart:
        taken.update(number for won in places for number in won.numbers)
    for won in _specials(settings, field, taken):
        yield won
        if settings.prizes_apart:
            taken.update(won.numbers)


def _by_place(settings: EventSettings, field: Sequence[Candidate]) -> Iterator[_Won]:
    money = len(settings.prize_amounts or settings.payout)
    for place, tied in groupby(field, key=lambda one: one.place):
        numbers = tuple(one.number for one in tied)
        if place <= money or goods_for(settings, range(place, place + len(numbers))):
            yield _Won(PLACE, numbers, place)


def _by_team(settings: EventSettings, teams: Sequence[TeamCandidate]) -> Iterator[_Won]:
    last = len(team_prizes(settings))
    listed = sorted(teams, key=lambda one: (one.place, one.name))
    for place, tied in groupby(listed, key=lambda one: one.place):
        if place <= last:
            yield _Won(TEAM, (), place, tuple(one.name for one in tied))


def _specials(
    settings: EventSettings, field: Sequence[Candidate], taken: set[int]
) -> Iterator[_Won]:
    """The best of groups, most solos, the last one, all with plus points; `taken` grows."""

    def left() -> list[Candidate]:
        return [one for one in field if one.number not in taken]

    for name in group_prizes(settings):
        places = {one.number: -one.place for one in left() if name.casefold() in one.groups}
        yield _Won(f"{GROUP}-{name}", _best(places))
    if settings.solos_prize:
        yield _Won(SOLOS, _best({one.number: one.solos for one in left() if one.solos}))
    if settings.last_prize:
        yield _Won(LAST, _best({one.number: one.place for one in left() if one.stayed}))
    if settings.plus_prize:
        yield _Won(PLUS, tuple(one.number for one in left() if one.total > 0))


def _best(worth: Mapping[int, int | Fraction]) -> tuple[int, ...]:
    """Those with the most."""
    most = max(worth.values(), default=0)
    return tuple(number for number, its in worth.items() if its == most)


def _prizes(budget: Budget, won: _Won) -> list[int]:
    """The money for all who have won it together: that of each of their places, or one sum."""
    if won.key in (PLACE, TEAM):
        places = range(won.first, won.first + won.sharers)
        return [budget.amounts.get(f"{won.key}-{place}", 0) for place in places]
    return [budget.amounts[ROUND if won.key.startswith(f"{ROUND}-") else won.key]]


def _goods(settings: EventSettings, won: _Won) -> tuple[str, ...]:
    """The pieces of goods for all who have won it together."""
    kind, _dash, name = won.key.partition("-")
    places = range(won.first, won.first + won.sharers)
    if kind == PLACE:
        return goods_for(settings, places)
    if kind == TEAM:
        return team_goods_for(settings, places)
    if kind == ROUND:
        return ()
    typed = group_prizes(settings)[name] if kind == GROUP else prize_of(settings, kind)
    return (typed.goods,) if typed.goods else ()
