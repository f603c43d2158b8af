"""What a game must offer to be scored, shown on a form and explained."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, NamedTuple

from scoring.options import Choice, Conditions, Option, Options, all_hold
from scoring.words import Sentence, Template

Hand = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a table declares about a hand; nothing in it is computed.

    `kind`:
    `seat`, `pair` (a side's number, None where `empty` says what that means), `seats` (a list of
    seats, ascending), `choice`, `flag`,
    `points` (card points 0..120), `count` (`low`..`high`),
    `pair_points`, `pair_counts` (two numbers),
    `seat_points`, `seat_counts` (one number for each active seat, in seat order).

    `when`: `always`, `played` (somebody took the game on) or `passed` (everybody passed).
    `empty`: what None means; without it None is refused.
    `asked`: whether a form asks for it (else it is only accepted); `needs`: the house rules with
    which it can be said; `matters`: those with which it can change a point besides, so that a form
    asks for it; `unless`: the other field and the answers to it that leave nothing to
    say here, so that a form takes the question away. `preset`: what leaving it
    out means; a form shows it as chosen, and asks for a `count` that has one by chips, named by
    `choices` as far as these go. A `count` that has none, but choices, offers these alone.
    `empty_unless`: the other field and the answers to it beside which it cannot be left empty,
    `empty_needs`: the house rules with which it can;
    `apart_from`: the other seat whose answer cannot be given here too. `over`: players say only
    by how much a number is over this one; a form takes that too, and shows the whole number.
    `only_over`: the house rules with which a record has it in the same way.
    `often`: the numbers that a form offers to tap, beside a box for any other. `most`: the house
    rule that says how far a number goes at a table, where its choices do not.
    `place`: where a form asks for it if not where its kind stands: with the `figures` that are
    typed where no result is tapped, or among what is `rare`, or in
    a `slot` beside the results, or in the `course` of what is told of every hand. `mark`: the sign
    by which it is tapped in the row of a seat, if not the usual one. `usual`: what a form shows as
    chosen before anything is said, and sends like any other answer. `said`: how the sentence of a
    hand says a number behind the game that was played, with %(number)s.
    """

    name: str
    kind: str
    label: str
    meaning: str
    when: str = "always"
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 120
    empty: str = ""
    asked: bool = True
    needs: Conditions = ()
    matters: Conditions = ()
    unless: tuple[str, tuple[Any, ...]] | None = None
    preset: Any = None
    empty_unless: tuple[str, tuple[Any, ...]] | None = None
    empty_needs: Conditions = ()
    apart_from: str = ""
    over: int = 0
    only_over: Conditions = ()
    often: tuple[int, ...] = ()
    most: str = ""
    place: str = ""
    mark: str = ""
    usual: str = ""
    said: str = ""

    def is_asked(self, options: Options) -> bool:
        """Whether a table that plays with `options` is asked for this field."""
        return self.asked and all_hold(self.needs + self.matters, options)

    def can_be_said(self, options: Options) -> bool:
        """Whether a record of a table that plays with `options` can have it."""
        return all_hold(self.needs, options)

    def whole(self, number: int) -> int:
        """The whole number, also of one of which a record has only by how much it is over another.

        >>> bid = Field("bid", "count", "Bid", "", low=61, over=60)
        >>> bid.whole(70), bid.whole(10)
        (70, 70)
        """
        return number + self.over if number <= self.over else number

    def in_record(self, whole: int) -> int:
        """How a record has a whole number.

        >>> Field("bid", "count", "Bid", "", low=1, high=60, over=60).in_record(70)
        10
        """
        return whole - self.over if self.low <= self.over else whole

    def is_said_otherwise(self, options: Options) -> bool:
        """Whether a table that plays with `options` says it in another way than most."""
        if self.only_over:
            return all_hold(self.only_over, options)
        return bool(self.empty_needs) and not all_hold(self.empty_needs, options)

    def otherwise(self) -> Field:
        """The same as it is said there: never left empty, or only by how much it is over."""
        if self.only_over:
            return replace(self, low=self.low - self.over, high=self.high - self.over)
        return replace(self, empty="")


def _as_played(field: Field, options: Options, spans: Mapping[str, tuple[int, int]]) -> Field:
    """The field with the choices that a table plays, and its number as far as it goes there."""
    choices = tuple(
        choice._replace(span=spans.get(choice.value))
        for choice in field.choices
        if choice.is_played(options)
    )
    high = options[field.most] if field.most else field.high
    if field.kind == "count" and len(choices) < len(field.choices):
        high = max(int(choice.value) for choice in choices)
    return replace(field, high=high, choices=choices)


def is_said(condition: tuple[str, tuple[Any, ...]] | None, hand: Hand) -> bool:
    """Whether another field was answered as a condition of a field or of a choice names it.

    >>> is_said(("kind", ("null", "ramsch")), {"kind": "null"}), is_said(("kind", (None,)), {})
    (True, False)
    """
    return condition is not None and condition[0] in hand and hand[condition[0]] in condition[1]


class Figure(NamedTuple):
    """How well a figure of a ruleset is attested.

    `status`: `sourced` (a source states it), `restored` (the source's own table is lost, a
    relative of it has the figure), `interpretation` (the source leaves it open), `proposal`
    (no source at all) or `open` (no source, and whoever plays decides it).
    """

    what: str
    status: str
    note: str


class Source(NamedTuple):
    """Where a rule is written down."""

    title: str
    place: str

    def states(self, what: str) -> Figure:
        """A figure that stands there."""
        return Figure(what, "sourced", self.title)


class KnownHouse(NamedTuple):
    """House rules by which a game is known to be played somewhere, as far as that is stated.

    `options`: in what they differ from the usual ones; `unstated`: what nobody has written down,
    in one line that goes with them as their note until whoever plays has decided it.
    """

    name: str
    options: Mapping[str, Any]
    unstated: str


def sourced(what: str, note: str) -> Figure:
    """A figure that a source states, named in the note."""
    return Figure(what, "sourced", note)


def interpretation(what: str, note: str) -> Figure:
    """A figure that the source leaves open; the note says how it was read."""
    return Figure(what, "interpretation", note)


class Reason(Sentence):
    """One step on the way to the points: what it is called, and the sentence with its values.

    Its words are put together only when somebody reads them; nothing changes it afterwards, so
    that one without values can stand in many hands.
    """

    __slots__ = ("code",)

    def __init__(self, code: str, template: Template, /, **values: object) -> None:
        self.code = code
        self.template = template
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.code == other.code and super().__eq__(other)

    __hash__ = Sentence.__hash__


class Carried(NamedTuple):
    """What one hand leaves to the next.

    `doubled_hands`: how many coming hands are doubled, `factor`: by how much the next one is;
    `replay`: makers and trumps that a replayed hand must keep; `bonus`: strokes waiting for the
    next winner; `pot`: what was paid in and belongs to nobody yet, so that it and the totals of a
    zero-sum game are nought together; `kitty`: money beside the points, which nobody wins; `bock`:
    the hands left of each Bock that runs; `solos`: who has played a mandatory solo, ascending.
    """

    doubled_hands: int = 0
    factor: int = 1
    replay: Mapping[str, Any] | None = None
    bonus: int = 0
    pot: int = 0
    kitty: int = 0
    bock: tuple[int, ...] = ()
    solos: tuple[int, ...] = ()


NOTHING_CARRIED = Carried()


class Deal(NamedTuple):
    """What surrounds a hand: who deals, who plays, under which options, what was carried here.

    `seats`: the columns of the sheet, people who are away included; `active`: the columns that
    get cards, ascending; `circle`: who sits at the table, clockwise, or empty where nobody ever
    joined or left and the seats are the circle; `totals`: what every side has before the hand,
    adjustments included, or empty where that is not known.
    """

    dealer: int
    active: tuple[int, ...]
    seats: int
    options: Options
    carried: Carried
    circle: tuple[int, ...] = ()
    totals: Sequence[int] = ()

    @property
    def bidding_order(self) -> tuple[int, ...]:
        """The active seats from the dealer's left, the dealer (if he plays) last.

        >>> Deal(0, (0, 1, 2), 3, {}, NOTHING_CARRIED).bidding_order
        (1, 2, 0)
        >>> Deal(1, (0, 2, 3), 4, {}, NOTHING_CARRIED, (0, 3, 1, 2)).bidding_order
        (2, 0, 3)
        """
        circle = self.circle or tuple(range(self.seats))
        left = circle.index(self.dealer) + 1
        return tuple(seat for seat in circle[left:] + circle[:left] if seat in self.active)

    def roles(self, declarer: int | None = None, partner: int | None = None) -> list[str]:
        """The role of every seat: for or against whoever took the game on, or all for themselves.

        >>> Deal(0, (1, 2, 3), 4, {}, NOTHING_CARRIED).roles(declarer=2)
        ['out', 'defender', 'picker', 'defender']
        """
        others = "player" if declarer is None else "defender"
        roles = ["out"] * self.seats
        for seat in self.active:
            roles[seat] = others
        if declarer is not None:
            roles[declarer] = "picker"
        if partner is not None:
            roles[partner] = "partner"
        return roles


class Verdict(NamedTuple):
    """How a hand came out, in words that mean the same in every game: what statistics count.

    `won`: whether the side that took the game on made it, None where nobody took it on and
    whoever has points won. `tier`: 1 plain, 2 where the losers are schneider, 3 where they have
    no trick. `contract`: what was played, a value of the hand's field `contract` or `trump`,
    empty where there is only one. `feat`: `called_sweep` where all tricks were announced and
    taken, else empty.
    """

    won: bool | None
    tier: int = 1
    contract: str = ""
    feat: str = ""


@dataclass(slots=True)
class HandScore:
    """What a hand is worth: points for each scoring side, after every multiplier, and why.

    `is_void`: nothing was decided and the same dealer deals again. `wins_game`: the side that
    won the whole game by this hand, with its `special` name. `roles`: for each seat `picker`,
    `partner`, `defender`, `player` (everybody for himself) or `out` (the replay makes it `away`
    for who does not sit at the table); for each pair `makers`, `defenders` or `player`.
    `verdict`: how it came out, None where nothing was decided. `deals_again`: the same dealer
    deals again, although the hand counts.
    """

    points: list[int]
    reasons: list[Reason]
    roles: list[str]
    carries: Carried = NOTHING_CARRIED
    multiplier: int = 1
    is_void: bool = False
    wins_game: int | None = None
    special: str | None = None
    verdict: Verdict | None = None
    deals_again: bool = False


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """A game as a club knows it, under a key of its own.

    `seats`: how many play a hand; `tables`: how many may sit at the table; `scores`: `seats`
    or `pairs`; `is_zero_sum`: the points of a hand sum to zero under the
    defaults; `third_left_sits_out`: at a table of two more than play, the dealer and the
    third to the dealer's left sit out (else the dealer and whoever sits to his right); `step`:
    the points of every hand are multiples of it, as in a tariff that counts in fives; `known`:
    house rules of which only a part is known.
    """

    key: str
    name: str
    family: str
    summary: str
    seats: int
    tables: tuple[int, ...]
    scores: str = "seats"
    is_zero_sum: bool = True
    options: tuple[Option, ...] = ()
    fields: tuple[Field, ...]
    sources: tuple[Source, ...]
    figures: tuple[Figure, ...]
    third_left_sits_out: bool = False
    step: int = 1
    known: tuple[KnownHouse, ...] = ()

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of `hand` and why.

        `hand` has passed `scoring.reading.read_hand`: its fields are known and of the right
        kind. Raises HandProblem for what cannot have happened.
        """
        raise NotImplementedError

    def refuse_new(self, hand: Hand, deal: Deal) -> None:
        """Refuse what nobody can have said at a table of which the dealer is known.

        It is asked when a hand is entered; one that stands on a sheet goes on counting.
        """

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """By result in one tap the card points that it stands for at a table, where these do."""
        return {}

    def asked_fields(self, options: Options) -> tuple[Field, ...]:
        """The fields that a table with these options is asked for, with what it can choose.

        Where a single word is left to choose, nothing is asked.
        """
        spans = self.spans(options)
        said = self.said_fields(options).values()
        asked = (field for field in said if field.is_asked(options))
        fields = (
            _as_played(field, options, spans) if field.choices or field.most else field
            for field in asked
        )
        return tuple(field for field in fields if len(field.choices) != 1)

    def said_fields(self, options: Options) -> Mapping[str, Field]:
        """Everything that can be said of a hand of a table with these options, by its name."""
        differing = self.fields_that_differ
        if not differing:
            return self.fields_by_name
        return self._said_fields[tuple(one.is_said_otherwise(options) for one in differing)]

    def fields_at(self, deal: Deal) -> tuple[Field, ...]:
        """What a table is asked for in this deal, with what can be chosen in it."""
        return _asked_fields(self, json.dumps(deal.options))

    def sums_to_zero(self, options: Options) -> bool:
        """Whether the points of a hand sum to zero under these options."""
        return self.is_zero_sum

    def keeps_pot(self, options: Options) -> bool:
        """Whether points may lie in a pot, so that only it and the totals together are nought."""
        return False

    @cached_property
    def options_by_name(self) -> Mapping[str, Option]:
        """Every house rule by its name."""
        return {option.name: option for option in self.options}

    @cached_property
    def limited_options(self) -> tuple[Option, ...]:
        """The house rules of which something goes only with another one."""
        return tuple(one for one in self.options if any(choice.needs for choice in one.choices))

    @cached_property
    def fields_by_name(self) -> Mapping[str, Field]:
        """Everything that can be said of a hand, by its name."""
        return {field.name: field for field in self.fields}

    @cached_property
    def fields_that_differ(self) -> tuple[Field, ...]:
        """Those of them that are said in another way at some tables."""
        return tuple(one for one in self.fields if one.empty_needs or one.only_over)

    @cached_property
    def _said_fields(self) -> Mapping[tuple[bool, ...], Mapping[str, Field]]:
        """All of them, by which of those that differ are said otherwise."""
        differing = self.fields_that_differ
        return {
            ways: {
                **self.fields_by_name,
                **{
                    one.name: one.otherwise()
                    for one, way in zip(differing, ways, strict=True)
                    if way
                },
            }
            for ways in product((False, True), repeat=len(differing))
        }

    @cached_property
    def contracts(self) -> Mapping[str, Choice]:
        """The words for the contracts of this game, by what they are called in a record."""
        return {choice.value: choice for choice in self.fields_by_name["contract"].choices}

    def defaults(self) -> dict[str, Any]:
        """Every option with its default."""
        return {option.name: option.default for option in self.options}

    def undecided(self, options: Options) -> tuple[Option, ...]:
        """The options that no source answers and `options` do not answer either.

        `options` may be all of them, or only what differs from the defaults.
        """
        return tuple(
            option
            for option in self.options
            if option.to_decide and options.get(option.name) is None
        )

    def in_terms_of(self, other: Ruleset, options: Options) -> dict[str, Any] | None:
        """What these house rules are in those of another ruleset; None where they cannot be said.

        `options`: all of them.
        """
        return None

    def sides(self, players: int) -> int:
        """How many sides score: one for each of so many people on the sheet, or two pairs."""
        return 2 if self.scores == "pairs" else players

    def sitting_out_scores(self, options: Options) -> bool:
        """Whether who sits out can get points all the same, as the dealer of four at Skat."""
        return False

    def counts_as_solo(self, verdict: Verdict, options: Options) -> bool:
        """Whether a hand that somebody played alone counts among the solos that decide ties."""
        return True

    def solos_owed(
        self, options: Options, carried: Carried, seated: Collection[int]
    ) -> tuple[int, ...]:
        """Who at the table still owes a solo, ascending, where everybody has to play one."""
        return ()

    def target(self, options: Options) -> int | None:
        """The points at which a game ends, or None."""
        return options.get("target")

    def sitting_out(self, dealer: int, players: int) -> tuple[int, ...]:
        """The seats that get no cards when `dealer` deals at a table of `players`, ascending.

        Both are places in the circle; `scoring.circle` says which people that are.
        Sources: the dealer at one more than play, dealer and third to the left at two more with
        three active (catsatcards.com, Alternate Rules for 4 and 5 players); the dealer at six
        (sheepshead.org basic rules), dealer and right-hand neighbours above that (J. Wadsack's
        score keeper).
        """
        spare = players - self.seats
        if spare <= 0:
            return ()
        if spare == 2 and self.third_left_sits_out:
            return tuple(sorted((dealer, (dealer + 3) % players)))
        return tuple(sorted((dealer - step) % players for step in range(spare)))


@lru_cache(maxsize=256)
def _asked_fields(ruleset: Ruleset, options: str) -> tuple[Field, ...]:
    """What a table with these options, as JSON, is asked for: the same with each of its hands."""
    return ruleset.asked_fields(json.loads(options))
