"""Believable hands of any game, dealt by a seeded chance: made from the fields of its ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from scoring import HandProblem
from scoring.cards import ALL_POINTS, COURTS_AND_TENS, SHEEPSHEAD_PACK
from scoring.hand_fields import SUITS
from scoring.outcome import RESULTS, SCHNEIDER
from scoring.ruleset import Deal, Field, Ruleset
from sheets.answers import deciding_field

CHANCE_PASSED = 0.07
CHANCE_SWEPT = 0.004
CHANCE_WON = 0.63
CHANCE_ALONE = 0.12
CHANCE_ONE_TAP = 0.08
CHANCE_USUAL = 0.75
CHANCE_MARK = 0.015
CHANCE_AGREED_MARK = 0.1  # of a mark that this table has agreed to play with
MOST_TRIES = 2_000
ENOUGH = 61
LEAST, MOST = 5, 115  # card points of a side that took some tricks and not all


class Wish(NamedTuple):
    """What a hand shall be like: its course and its marks; an empty one leaves it to chance."""

    course: str = ""
    marks: tuple[str, ...] = ()


ANY = Wish()


WHO = ("seat", "seats", "pair")
"""Kinds of fields that name somebody."""


class Leaster(NamedTuple):
    """What each active player took where everybody played for himself, and what lay aside."""

    card_points: list[int]
    tricks: list[int]
    last_trick_won: list[int]
    blind_points: int


@dataclass(frozen=True)
class Course:
    """How a hand went: `won`, `lost` or `swept` by whoever took it on, or `passed` by all.

    `side` is the pair or seat that took it on, or in a passed hand the pair whose card points
    `points` are. A `one_tap` hand is entered by its result instead of its card points.
    """

    name: str
    side: int
    points: int
    bid: int
    one_tap: bool

    @property
    def result(self) -> str:
        """The same as a result in one tap."""
        if self.name == "swept":
            return "won_schwarz"
        picker, others = SCHNEIDER["picker31_def30"]
        is_schneider = (
            ALL_POINTS - self.points < others if self.name == "won" else self.points < picker
        )
        return f"{self.name}_schneider" if is_schneider else self.name


def plausible_hand(
    chance: Random, ruleset: Ruleset, deal: Deal, wish: Wish = ANY
) -> dict[str, Any]:
    """A hand that could have been played in this deal: the first draw that the game accepts."""
    for _ in range(MOST_TRIES):
        hand = _draw(chance, ruleset, deal, wish)
        try:
            ruleset.score(hand, deal)
            ruleset.refuse_new(hand, deal)
        except HandProblem:
            continue
        return hand
    raise RuntimeError(f"No hand of {ruleset.key} was accepted in {MOST_TRIES} tries.")


def _draw(chance: Random, ruleset: Ruleset, deal: Deal, wish: Wish) -> dict[str, Any]:
    fields = ruleset.asked_fields(deal.options)
    kept = dict(deal.carried.replay or {})
    taker = _taker(fields)
    course = _course(chance, fields, deal, wish)
    unfit = "played" if course.name == "passed" else "passed"
    fitting = [field for field in fields if field.when != unfit]
    hand: dict[str, Any] = {}
    if taker is not None:
        hand[taker.name] = None if course.name == "passed" else course.side
    hand |= _said(chance, [field for field in fitting if field is not taker], deal, course)
    return hand | _marks(chance, fitting, wish) | kept


def _taker(fields: tuple[Field, ...]) -> Field | None:
    """The field that says who took the game on."""
    sides = (field for field in fields if field.when == "always" and field.kind in ("seat", "pair"))
    return deciding_field(fields) or next((one for one in sides if one.name != "winner"), None)


def _course(chance: Random, fields: tuple[Field, ...], deal: Deal, wish: Wish) -> Course:
    taker = _taker(fields)
    places = deal.active if taker and taker.kind == "seat" else (0, 1)
    side = chance.choice(places)
    name = wish.course
    if not name and deciding_field(fields) is not None and chance.random() < CHANCE_PASSED:
        name = "passed"
    if not name and chance.random() < CHANCE_SWEPT:
        name = "swept"
    name = name or ("won" if chance.random() < CHANCE_WON else "lost")
    kept = deal.carried.replay
    if kept and taker and taker.name in kept:
        side = side if kept[taker.name] is None else kept[taker.name]
        if (kept[taker.name] is None) != (name == "passed"):
            name = "passed" if kept[taker.name] is None else "won"
    bids = [field.whole(field.low) for field in fields if _is_number(field) and field.low > 0]
    bid = bids[0] + round(chance.expovariate(1 / 7)) if bids else ENOUGH
    is_won = name == "won" or (name == "passed" and chance.random() < 0.5)
    points = ALL_POINTS if name == "swept" else _points(chance, bid, is_won=is_won)
    return Course(name, side, points, bid, chance.random() < CHANCE_ONE_TAP)


def _points(chance: Random, bid: int, *, is_won: bool) -> int:
    """Card points of the side: mostly a little more than it needs, or a little less."""
    points = bid + chance.gammavariate(2, 6) if is_won else bid - 1 - chance.gammavariate(2, 5.5)
    return min(max(round(points), LEAST), MOST)


def _is_number(field: Field) -> bool:
    """Whether it is a bid, for there is none of nothing, or counts what happened, mostly nothing,
    such as Laufende or knocks."""
    return field.kind == "count" and field.when != "passed" and not (field.empty or field.needs)


def _is_result(field: Field) -> bool:
    return field.kind == "choice" and all(choice.value in RESULTS for choice in field.choices)


def _said(chance: Random, fields: list[Field], deal: Deal, course: Course) -> dict[str, Any]:
    """What is said about a hand of this course: its numbers or its result, and the rest."""
    has_numbers = any(field.kind in ("points", "pair_points") for field in fields)
    result = next((field for field in fields if _is_result(field)), None)
    in_one_tap = result is not None and (course.one_tap or not has_numbers)
    hand: dict[str, Any] = {}
    if result is not None and in_one_tap:
        hand[result.name] = course.result
    if any(field.name == "winner" and field.when == "always" for field in fields):
        # Nobody takes the game on: it is told by who has won, or counted.
        fields = [field for field in fields if field.name != "winner"]
        if in_one_tap:
            hand["winner"] = course.side if course.name != "lost" else 1 - course.side
            hand["result"] = course.result.replace("lost", "won")
    leaster = _leaster(chance, fields, deal)
    of_passed = [field for field in fields if field.when == "passed" and field.kind in WHO]
    if of_passed and course.one_tap:
        # Whoever passed says who won or lost, and counts no cards.
        told = of_passed[0]
        who = chance.choice((0, 1) if told.kind == "pair" else deal.active)
        hand[told.name] = [who] if told.kind == "seats" else who
        fields = [field for field in fields if field.name not in Leaster._fields]
    for field in fields:
        if field in of_passed:
            continue
        if leaster is not None and field.name in Leaster._fields:
            # The tricks are rarely counted unless somebody took no points.
            counts_tricks = 0 in leaster.card_points or chance.random() < 0.3
            if field.name != "tricks" or counts_tricks:
                hand[field.name] = getattr(leaster, field.name)
        elif field.kind in ("seat", "pair"):
            others = [seat for seat in deal.active if seat != course.side]
            alone = field.empty and chance.random() < CHANCE_ALONE
            hand[field.name] = None if alone else chance.choice(others)
        elif field.kind == "choice" and not (field.empty or _is_result(field)):
            chosen = _chosen(chance, field)
            if chosen != field.preset:  # leaving it out says the same
                hand[field.name] = chosen
        elif _is_number(field) and field.low > 0:
            hand[field.name] = field.in_record(course.bid)
        elif _is_number(field):
            if chance.random() >= CHANCE_USUAL:
                hand[field.name] = min(chance.choice((1, 1, 2, 3, 3, 4)), field.high)
        elif not in_one_tap:
            hand |= _numbers(field, course)
    return hand


def _chosen(chance: Random, field: Field) -> str:
    """Any suit; of other things mostly the first, which is the usual one."""
    if field.choices != SUITS and chance.random() < CHANCE_USUAL:
        return str(field.choices[0].value)
    return str(chance.choice(field.choices).value)


def _numbers(field: Field, course: Course) -> dict[str, Any]:
    """Card points; tricks only where one side took them all."""
    if field.kind == "points":
        return {field.name: course.points * field.high // ALL_POINTS}
    if field.kind == "pair_points":
        return {field.name: _both(course.side, course.points, ALL_POINTS - course.points)}
    if course.name != "swept" or not field.empty:
        return {}
    if field.kind == "pair_counts":
        return {field.name: _both(course.side, field.high, 0)}
    return {field.name: field.high} if field.kind == "count" else {}


def _both(side: int, own: int, others: int) -> list[int]:
    return [own, others] if side == 0 else [others, own]


def _marks(chance: Random, fields: list[Field], wish: Wish) -> dict[str, Any]:
    """Rare marks. Of those that one option allows, each answers the one before it."""
    found: dict[str, Any] = {}
    unanswered = set()
    for field in fields:
        is_agreed = bool(field.needs)
        option = field.needs[0].option if field.needs else ""
        if field.kind not in ("flag", "count") or (field.kind == "count" and not is_agreed):
            continue
        likely = CHANCE_AGREED_MARK if is_agreed else CHANCE_MARK
        # What can be said of any hand, passed or played, is of the evening and not of chance.
        by_chance = field.when == "played" and not wish.marks and chance.random() < likely
        if option not in unanswered and (field.name in wish.marks or by_chance):
            found[field.name] = True if field.kind == "flag" else 1
        elif option:
            unanswered.add(option)
    return found


def _leaster(chance: Random, fields: list[Field], deal: Deal) -> Leaster | None:
    """Tricks of shuffled cards, each won by anybody; the blind goes with the last one."""
    counts = [field.high for field in fields if field.kind == "seat_counts"]
    if not counts:
        return None
    places, size = range(len(deal.active)), len(deal.active)
    cards = [points for points in COURTS_AND_TENS for _suit in range(4)]
    cards += [0] * (SHEEPSHEAD_PACK - len(cards))
    chance.shuffle(cards)
    points, tricks, last = [0] * size, [0] * size, [0] * size
    for number in range(1, counts[0] + 1):
        winner = chance.choice(places)
        points[winner] += sum(cards.pop() for _card in places)
        tricks[winner] += 1
        last[winner] = number
    aside = sum(cards)
    if not any(field.name == "blind_points" for field in fields):
        points[last.index(counts[0])] += aside
    return Leaster(points, tricks, last, aside)
