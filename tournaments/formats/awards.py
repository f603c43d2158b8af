"""Who gets which prize: a pure function of the rules, the money and the standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.formats.prizes import (
    GROUP,
    LAST,
    PLACE,
    PLUS,
    ROUND,
    SOLOS,
    Budget,
    budget_of,
    goods_for,
    group_prizes,
    money_for_prizes,
    reserve_of,
    rounded,
    what_of,
)
from tournaments.formats.settings import EventSettings


class Candidate(NamedTuple):
    """An entry with a place, as far as prizes are concerned.

    `rounds`: what each closed round brought it. `groups` in small letters. `stayed` until the end.
    """

    number: int
    place: int
    total: int | Fraction
    rounds: Mapping[int, int | Fraction] = {}
    solos: int = 0
    groups: frozenset[str] = frozenset()
    stayed: bool = True


class Award(NamedTuple):
    """What an entry gets for one thing; `key` as in `place`, `round-2`, `group-Ladies`, `solos`.

    `shared_by` entries have won it together and get the same. `goods` are all the pieces that
    there are for them together: where they are fewer, or not alike, they draw lots or agree.
    `place` is that of a prize for a place.
    """

    key: str
    number: int
    cents: int
    goods: tuple[str, ...] = ()
    shared_by: int = 1
    place: int = 0


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
        awards = [[*one[:3], list(one.goods), *one[4:]] for one in self.awards]
        return {**{name: getattr(self, name) for name in names}, "awards": awards}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Awarded:
        """What `to_json` kept.

        >>> one = Awarded(100, 0, 0, 0, 1, False, (Award("place", 7, 33, ("ham",), 3),))
        >>> Awarded.from_json(one.to_json()) == one
        True
        """
        awards = tuple(
            Award(key, number, cents, tuple(goods), shared, place)
            for key, number, cents, goods, shared, place in kept["awards"]
        )
        return cls(**{**kept, "awards": awards})


class _Won(NamedTuple):
    """Who has won something together; `first` is their place where it is about places."""

    key: str
    numbers: tuple[int, ...]
    first: int = 0


def award(
    settings: EventSettings, *, fees: int, lost: int = 0, field: Sequence[Candidate]
) -> Awarded:
    """Who gets what, places first; the order of `field` changes nothing.

    `fees` is what was paid less what was given back, `lost` the lost-game money.

    >>> thirds = EventSettings(payout=(50, 30, 20))
    >>> tied = [Candidate(1, 1, 9), Candidate(2, 2, 5), Candidate(3, 2, 5)]
    >>> [one.cents for one in award(thirds, fees=1001, field=tied).awards]
    [500, 250, 250]
    """
    won = list(_winners(settings, sorted(field, key=lambda one: (one.place, one.number))))
    with_plus = sum(len(one.numbers) for one in won if one.key == PLUS)
    money = money_for_prizes(settings, fees, lost)
    budget = budget_of(settings, money, with_plus)
    awards: list[Award] = []
    odd = 0
    for one in won:
        pool = _pool(budget, one)
        cents = _each(settings, pool, one)
        odd += pool - cents * len(one.numbers)
        goods, shared_by = _goods(settings, one), _shared_by(settings, one)
        awards += [
            Award(one.key, number, cents, goods, shared_by, one.first) for number in one.numbers
        ]
    given = sum(each.cents for each in awards)
    reserve = reserve_of(settings, fees)
    return Awarded(
        income=money + reserve,
        reserve=reserve,
        rest=budget.rest,
        unclaimed=budget.promised(settings.rounds) - given - odd,
        odd=odd,
        is_cut=budget.is_cut,
        awards=tuple(award for award in awards if award.cents or award.goods),
    )


def _winners(settings: EventSettings, field: Sequence[Candidate]) -> Iterator[_Won]:
    """Who has won what; nobody but a round's best twice, where the prizes are kept apart."""
    taken: set[int] = set()
    for won in (*_by_place(settings, field), *_by_round(settings, field)):
        yield won
        if won.key == PLACE and settings.prizes_apart:
            taken.update(won.numbers)
    for won in _specials(settings, field, taken):
        yield won
        if settings.prizes_apart:
            taken.update(won.numbers)
    if settings.plus_prize:
        others = [one.number for one in field if one.total > 0 and one.number not in taken]
        if others:
            yield _Won(PLUS, tuple(others))


def _by_place(settings: EventSettings, field: Sequence[Candidate]) -> Iterator[_Won]:
    money = len(settings.prize_amounts or settings.payout)
    together: dict[int, list[int]] = {}
    for one in field:
        together.setdefault(one.place, []).append(one.number)
    for place, numbers in together.items():
        if place <= money or goods_for(settings, range(place, place + len(numbers))):
            yield _Won(PLACE, tuple(numbers), place)


def _by_round(settings: EventSettings, field: Sequence[Candidate]) -> Iterator[_Won]:
    if not settings.round_prize:
        return
    for number in range(1, settings.rounds + 1):
        brought = {one.number: one.rounds[number] for one in field if number in one.rounds}
        if brought:
            best = max(brought.values())
            yield _Won(f"{ROUND}-{number}", tuple(n for n, it in brought.items() if it == best))


def _specials(
    settings: EventSettings, field: Sequence[Candidate], taken: set[int]
) -> Iterator[_Won]:
    """The best of groups, most solos, the last one; `taken` grows meanwhile."""
    for name in group_prizes(settings):
        members = [each for each in _left(field, taken) if name.casefold() in each.groups]
        if members:
            best = min(each.place for each in members)
            yield _Won(f"{GROUP}-{name}", tuple(e.number for e in members if e.place == best))
    if settings.solos_prize:
        players = [each for each in _left(field, taken) if each.solos]
        most = max((each.solos for each in players), default=0)
        if players:
            yield _Won(SOLOS, tuple(each.number for each in players if each.solos == most))
    if settings.last_prize:
        stayed = [each for each in _left(field, taken) if each.stayed]
        if stayed:
            last = stayed[-1].place
            yield _Won(LAST, tuple(each.number for each in stayed if each.place == last))


def _left(field: Sequence[Candidate], taken: set[int]) -> list[Candidate]:
    return [one for one in field if one.number not in taken]


def _pool(budget: Budget, won: _Won) -> int:
    """The money for all who have won it together."""
    kind, _dash, name = won.key.partition("-")
    if kind == PLACE:
        return sum(budget.places[won.first - 1 : won.first - 1 + len(won.numbers)])
    if kind == GROUP:
        return budget.groups[name]
    return {ROUND: budget.round, SOLOS: budget.solos, LAST: budget.last, PLUS: budget.plus}[kind]


def _each(settings: EventSettings, pool: int, won: _Won) -> int:
    """The share of each; an amount for everybody with plus points is not shared."""
    count = len(won.numbers)
    if _shared_by(settings, won) == 1:
        return pool // count
    return rounded(Fraction(pool, count), settings.prize_step)


def _shared_by(settings: EventSettings, won: _Won) -> int:
    """How many share it; what everybody with plus points gets is a prize of each alone."""
    is_for_each = won.key == PLUS and not what_of(settings.plus_prize).share
    return 1 if is_for_each else len(won.numbers)


def _goods(settings: EventSettings, won: _Won) -> tuple[str, ...]:
    """The pieces of goods for all who have won it together."""
    kind, _dash, name = won.key.partition("-")
    if kind == PLACE:
        return goods_for(settings, range(won.first, won.first + len(won.numbers)))
    if kind == ROUND:
        return ()
    typed = group_prizes(settings)[name] if kind == GROUP else what_of(_typed(settings, kind))
    return (typed.goods,) if typed.goods else ()


def _typed(settings: EventSettings, kind: str) -> str:
    text: str = getattr(settings, f"{kind}_prize")
    return text
