"""Who gets which prize: a pure function of the rules, the money and the standing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from tournaments.settings.event import EventSettings
from tournaments.settings.figures import what_of
from tournaments.settings.prizes import (
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
        return cls(**{**kept, "awards": tuple(_award_of(*one) for one in kept["awards"])})


def _award_of(
    key: str,
    number: int,
    cents: int,
    goods: Sequence[str],
    shared_by: int,
    place: int,
    game: Sequence[Any] = (),
    words: str = "",
) -> Award:
    kept = Game(*game) if game else None
    return Award(key, number, cents, tuple(goods), shared_by, place, kept, words)


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
        budget.round,
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
    won = list(_winners(settings, listed, teams, highest))
    with_plus = sum(len(one.numbers) for one in won if one.key == PLUS)
    money = money_for_prizes(settings, fees, lost)
    budget = budget_of(settings, money, with_plus)
    awards: list[Award] = []
    odd = 0
    said = {one.number: one for one in highest}
    for one in won:
        pool = _pool(budget, one)
        cents = _each(settings, pool, one)
        odd += pool - cents * one.sharers
        goods, shared_by = _goods(settings, one), _shared_by(settings, one)
        some = Award(one.key, 0, cents, goods, shared_by, one.first)
        awards += [some._replace(key=f"{TEAM}-{name}") for name in one.teams]
        awards += [_told(some._replace(number=number), said) for number in one.numbers]
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


def _told(one: Award, said: Mapping[int, Highest]) -> Award:
    """The award for the highest game with the game; any other as it is."""
    if one.key != HIGH:
        return one
    return one._replace(game=said[one.number].game, words=said[one.number].words)


def _winners(
    settings: EventSettings,
    field: Sequence[Candidate],
    teams: Sequence[TeamCandidate],
    highest: Sequence[Highest],
) -> Iterator[_Won]:
    """Who has won what; nobody twice, where the prizes are kept apart, but for the best of a round
    and the highest game."""
    taken: set[int] = set()
    places = list(_by_place(settings, field))
    yield from places
    if settings.prizes_apart:
        taken.update(number for won in places for number in won.numbers)
    yield from _by_team(settings, teams)
    yield from _by_round(settings, field)
    known = {one.number for one in field}
    had = sorted({one.number for one in highest} & known)
    if settings.high_prize and had:
        yield _Won(HIGH, tuple(had))
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


def _by_team(settings: EventSettings, teams: Sequence[TeamCandidate]) -> Iterator[_Won]:
    last = len(team_prizes(settings))
    together: dict[int, list[str]] = {}
    for one in sorted(teams, key=lambda one: (one.place, one.name)):
        together.setdefault(one.place, []).append(one.name)
    for place, names in together.items():
        if place <= last:
            yield _Won(TEAM, (), place, tuple(names))


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
    if kind == TEAM:
        return sum(budget.teams[won.first - 1 : won.first - 1 + won.sharers])
    if kind == GROUP:
        return budget.groups[name]
    return {
        ROUND: budget.round,
        SOLOS: budget.solos,
        HIGH: budget.high,
        LAST: budget.last,
        PLUS: budget.plus,
    }[kind]


def _each(settings: EventSettings, pool: int, won: _Won) -> int:
    """The share of each; an amount for everybody with plus points is not shared."""
    if _shared_by(settings, won) == 1:
        return pool // won.sharers
    return rounded(Fraction(pool, won.sharers), settings.prize_step)


def _shared_by(settings: EventSettings, won: _Won) -> int:
    """How many share it; what everybody with plus points gets is a prize of each alone."""
    is_for_each = won.key == PLUS and not what_of(settings.plus_prize).share
    return 1 if is_for_each else won.sharers


def _goods(settings: EventSettings, won: _Won) -> tuple[str, ...]:
    """The pieces of goods for all who have won it together."""
    kind, _dash, name = won.key.partition("-")
    if kind == PLACE:
        return goods_for(settings, range(won.first, won.first + len(won.numbers)))
    if kind == TEAM:
        return team_goods_for(settings, range(won.first, won.first + won.sharers))
    if kind == ROUND:
        return ()
    typed = group_prizes(settings)[name] if kind == GROUP else what_of(_typed(settings, kind))
    return (typed.goods,) if typed.goods else ()


def _typed(settings: EventSettings, kind: str) -> str:
    text: str = getattr(settings, f"{kind}_prize")
    return text
