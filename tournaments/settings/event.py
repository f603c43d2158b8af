"""What directors decide about an event, as one frozen value that is kept as JSON with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.ranking import Rules, Value
from scoring.results import whole
from scoring.ruleset import Ruleset
from seating.hands import hands_at


class RoundGame(NamedTuple):
    """What differs in one round; "" and 0 are as everywhere else at the event.

    `factor`: by which what the round yields is multiplied, as it was typed, such as “1.5”.
    """

    ruleset: str = ""
    size: int = 0
    odd: str = ""
    hands: int = 0
    factor: str = ""

    @property
    def worth(self) -> Fraction:
        """The factor as a number; raises ValueError where it is none.

        >>> RoundGame(factor="1.5").worth, RoundGame().worth
        (Fraction(3, 2), Fraction(1, 1))
        """
        return Fraction((self.factor or "1").replace(",", "."))


# What a director decides about an event: one frozen value, kept as JSON with the event.

UNITS = ("player", "pair")
YIELDS = ("points", "average", "places", "match")
SHOWS = ("always", "before_last", "at_the_end")
"""When standings are public: always, hidden from the draw of the last round on, only at the end."""


@dataclass(frozen=True, kw_only=True)
class EventSettings:
    """Every number of a format.

    `size`: entries at a table (two where pairs play); `odd`: where the remainder goes (`up`,
    `down`, `bye`); `rounds`; `hands` a player in each round (0: the match ends with its games,
    `games_due` of them), or, without `equal_hands`, of each table whatever its size; `draws`: the
    way of drawing for each round, the last one for all later ones.
    `yields`: what a sheet is worth in the standings, with `place_points` and
    `match_points` (win, draw, loss). `bye_value` and `late_value` are in the unit of `yields`.
    `counted`: what is counted beside the points, `solos`, `games` (won ones) or `won_lost` (games
    taken on, won and lost) or nothing. `best_of`: only so many rounds count (0: all). `fee` in
    cents. `payout`: per cent of the paid fees for the places, first place first. `capacity`: more
    than so many wait (0: no limit). `minutes` a round (0: no clock). `needs_confirmation`: a second
    person at the table confirms what was entered on a phone; `confirms_paper`: a second director
    confirms what one has keyed from paper. `penalties`: what the rule card says
    about misplays. `team_size` 0 means no teams; the best `team_best` of a team count (0: all).
    `team_yields`: the totals of the members are added up (`sum`), or the teams are ranked in each
    round and get `team_points` for their `places`; a missing member adds `team_missing`: `nothing`,
    or the `average` of the others.
    `round_games`: for each round from the first on, what is played otherwise there. `rolling`:
    there is no field that is drawn at once; a table opens as soon as enough people wait, and is a
    round of its own. An entry is then good for `ticket_rounds` of them (0: as many as one likes),
    the same person may have several, and `persons` ranks people by their entries: by the
    `persons_best` best ones, or by all (`sum`).
    `season_apart`: where the event is a stage of a series, the draw keeps apart who met at its
    earlier stages (see `tournaments.events.draw.queries.drawing`).
    `only_good`: nobody writes a minus; totals are multiples of `good_step`.

    Prizes (see `tournaments.settings.prizes`): `prize_amounts` in cents in place of `payout`;
    `group_prizes` such as “Ladies: 20”, `solos_prize`, `high_prize` (for the highest game),
    `last_prize` and `plus_prize` (for each with plus points) are an amount, a share of the money or
    goods, as typed; `goods` are lines such as “41–60: a crate of beer”, by places; `team_prizes`
    are such lines for the places of the teams, with amounts and shares too. `prizes_apart`: who has
    won a place gets none of the others but a round's and that for the highest game. `reserve` is
    kept back first, `sponsored` comes on top, both in cents; `lost_to_prizes`: so does the
    lost-game money, of which `lost_games` are the prices in cents, see
    `tournaments.settings.prizes`. Amounts are rounded down to `prize_step` cents,
    and the rest is `kept` or goes to the `first`. `prizes_public`: everybody sees the prize list.
    `absent_winners`: what happens to the prize of somebody who has gone home.
    """

    unit: str = "player"
    size: int = 4
    odd: str = "up"
    rounds: int = 2
    hands: int = 32
    equal_hands: bool = True
    games_due: int = 1
    draws: tuple[str, ...] = ("random_wishes",)
    season_apart: bool = False
    yields: str = "points"
    place_points: tuple[int, ...] = (7, 5, 3, 1)
    match_points: tuple[int, int, int] = (2, 1, 0)
    bye_value: int = 0
    late_value: int = 0
    tie_breaks: tuple[str, ...] = ("best_round", "lot")
    counted: str = ""
    best_of: int = 0
    fee: int = 0
    payout: tuple[int, ...] = ()
    round_prize: int = 0
    capacity: int = 0
    minutes: int = 0
    shows: str = "always"
    needs_confirmation: bool = True
    confirms_paper: bool = False
    groups: tuple[str, ...] = ()
    penalties: str = ""
    team_size: int = 0
    team_best: int = 0
    team_yields: str = "sum"
    team_points: tuple[int, ...] = (3, 2, 1, 0)
    team_missing: str = "nothing"
    round_games: tuple[RoundGame, ...] = ()
    rolling: bool = False
    ticket_rounds: int = 0
    persons: str = ""
    persons_best: int = 1
    only_good: bool = False
    good_step: int = 1
    prize_amounts: tuple[int, ...] = ()
    group_prizes: tuple[str, ...] = ()
    solos_prize: str = ""
    high_prize: str = ""
    last_prize: str = ""
    plus_prize: str = ""
    goods: tuple[str, ...] = ()
    team_prizes: tuple[str, ...] = ()
    prizes_apart: bool = True
    reserve: int = 0
    sponsored: int = 0
    lost_to_prizes: bool = False
    lost_games: tuple[int, ...] = ()
    prize_step: int = 1
    prize_rest: str = "kept"
    prizes_public: bool = True
    absent_winners: str = ""

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> EventSettings:
        """The settings that `to_json` kept; what a later version added has its default.

        >>> EventSettings.from_json(EventSettings(rounds=3).to_json()).rounds
        3
        """
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in kept.items()
            if name in known
        }
        if "round_games" in values:
            values["round_games"] = tuple(RoundGame(*game) for game in values["round_games"])
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON has them: tuples are lists."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    @property
    def is_pairs(self) -> bool:
        """Whether an entry is a fixed pair."""
        return self.unit == "pair"

    @property
    def follows_pairs(self) -> bool:
        """Whether the number of rounds follows the number of those who take part: all play all.

        >>> EventSettings(draws=("berger",)).follows_pairs, EventSettings().follows_pairs
        (True, False)
        """
        return self.draws[-1] == "berger" and not self.rolling

    def draw_of(self, number: int) -> str:
        """The way in which the round of that number (from 1) is drawn.

        >>> EventSettings(draws=("random", "soft")).draw_of(5)
        'soft'
        """
        return self.draws[min(number, len(self.draws)) - 1]

    def hides_round(self, number: int) -> bool:
        """Whether what a drawn round brings is kept from the public until the list is final.

        >>> EventSettings(shows="before_last", rounds=2).hides_round(1)
        False
        >>> EventSettings(shows="before_last", rounds=2).hides_round(2)
        True
        """
        if self.shows == "before_last":
            return number >= self.rounds
        return self.shows == "at_the_end"

    def hands_at(self, entries: int, *, playing: int) -> int:
        """The hands of a table with so many entries, of whom `playing` get cards in a hand.

        0 where a match ends with its games and not with its hands.

        >>> EventSettings(hands=20, size=5).hands_at(6, playing=5)
        24
        >>> EventSettings(hands=48, size=3, equal_hands=False).hands_at(4, playing=3)
        48
        """
        if self.is_pairs or not self.hands:
            return self.hands
        if not self.equal_hands:
            return -(-self.hands // entries) * entries
        return hands_at(entries, playing=playing, each=self.hands)

    def hands_each(self, playing: int) -> int:
        """The hands that everybody plays in a round, where `playing` get cards in a hand.

        >>> EventSettings(hands=30, size=4).hands_each(4)
        32
        >>> EventSettings(hands=48, size=4).hands_each(3)
        48
        """
        hands = self.hands_at(self.size, playing=playing)
        return hands * min(playing, self.size) // self.size if not self.is_pairs else hands

    def rules(self, lot_seed: str) -> Rules:
        """How the sheets become standings."""
        return Rules(
            yields=self.yields,
            place_points=self.place_points,
            match_points=self.match_points,
            bye_value=self.bye_value,
            late_value=self.late_value,
            tie_breaks=self.tie_breaks,
            lot_seed=lot_seed,
            best_of=self.best_of or None,
            factors=self._factors(),
        )

    def _factors(self) -> tuple[Value, ...]:
        factors = tuple(whole(game.worth) for game in self.round_games)
        return factors if any(factor != 1 for factor in factors) else ()


# Where nobody writes a minus: what a point of the game is worth on the sheet of the event.


def worth_of_a_point(settings: EventSettings, ruleset: Ruleset) -> int:
    """By what the points of a hand are multiplied.

    A game that counts in ones is worth the step of the event; one that counts in fives or tens by
    itself is written as it is. Where minus is written too nothing is multiplied.

    >>> from scoring import RULESETS
    >>> fives = EventSettings(only_good=True, good_step=5)
    >>> worth_of_a_point(fives, RULESETS["sheepshead4-coins"])
    5
    >>> worth_of_a_point(fives, RULESETS["schafkopf-oberwallenstadt"])
    1
    """
    if not settings.only_good or ruleset.step > 1:
        return 1
    return settings.good_step
