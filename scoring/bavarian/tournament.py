"""A tournament's tariff: points instead of money, from who played what with whom and the result.

Two families: zero-sum, where the losers write what the winners get, and good points only, where
who loses writes nothing. Sources: the tournaments' own pages, named in
`scoring.rulesets.schafkopf_tournaments`.
"""

from dataclasses import dataclass
from typing import NamedTuple

from scoring.bavarian.contracts import (
    CAN_BE_SIE,
    CAN_BE_TOUT,
    HEART_SOLO,
    KREUZ,
    MUSS,
    PACKS,
    RUFSPIEL,
    TWO_AGAINST_TWO,
)
from scoring.bavarian.outcome import partner_of, read_outcome
from scoring.bavarian.tournament_fields import (
    GOOD_CALLED,
    GOOD_NONE,
    GOOD_THIRD,
    NOT_PLAYED,
    ZERO_SUM,
)
from scoring.errors import HandProblem
from scoring.house_rules import as_set
from scoring.options import Options
from scoring.outcome import require
from scoring.reading_options import undecided
from scoring.ruleset import Deal, Hand, HandScore, Reason, Ruleset, Verdict
from scoring.settle import against_each, one_side
from scoring.words import Side, Word, _, signed


class Sweep(NamedTuple):
    """The price of an announced sweep: `times` the plain value, or `more` than it, or `fixed`."""

    times: int = 1
    more: int = 0
    fixed: int = 0

    def of(self, plain: int) -> int:
        """What it is worth where the plain game with its runners is worth `plain`.

        >>> Sweep(times=2).of(15), Sweep(more=20).of(30), Sweep(fixed=42).of(15)
        (30, 50, 42)
        """
        return self.fixed or plain * self.times + self.more


SWEEPS = {"double": Sweep(times=2), "fourfold": Sweep(times=4), NOT_PLAYED: None}
"""By value of the options `tout` and `sie`, where a tournament has not said it."""


class Laufende(NamedTuple):
    """What runners are worth: `each`, from `least` of them on, the first `free` for nothing."""

    least: int
    each: int
    free: int = 0

    def worth(self, count: int) -> int:
        """What so many are worth.

        >>> [Laufende(2, 5, free=1).worth(count) for count in (1, 2, 3)]
        [0, 5, 10]
        """
        return (count - self.free) * self.each if count >= self.least else 0


class Game(NamedTuple):
    """A hand that can have been played: who took on what with whom, and how it came out."""

    contract: str
    declarer: int
    partner: int | None
    announced: str
    won: bool
    tier: int


@dataclass(frozen=True, kw_only=True, eq=False)
class TournamentTariff(Ruleset):
    """The tariff of one tournament.

    `called`: what each winner of a Rufspiel gets; `called_step`: what Schneider adds to it, and
    Schwarz again. `solos`: the same for the games of one against three, as the declarer writes
    them, or (`per_opponent`) as each of the three pays them; `solo_step` for their Schneider.
    `settlement`: `zero_sum`. Any of these that is None is an option of the same name, which says
    `losers` instead of `settlement`. `tout`, `sie`: None is an option too, or not played at all.
    """

    family: str = "Schafkopf, tournaments"
    seats: int = 4
    tables: tuple[int, ...] = (4, 5)
    called: int
    called_step: int | None = None
    solos: dict[str, int | None]
    solo_step: int | None = None
    tout: Sweep | None = None
    sie: Sweep | None = None
    per_opponent: bool = False
    settlement: str | None = None
    laufende: Laufende | None = None
    announcement: int = 0
    pack: str = "long"

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        game = self._game(hand, deal)
        price, reasons = self._price(hand, deal.options, game)
        why = _outcome_reason(game, self.contracts[game.contract].label)
        points = self._settled(hand, deal, game, price)
        roles = deal.roles(game.declarer, game.partner)
        feat = "called_sweep" if game.won and game.announced != "normal" else ""
        verdict = Verdict(game.won, game.tier, game.contract, feat)
        written = _written(points, game)
        return HandScore(points, [why, *reasons, written], roles, verdict=verdict)

    def sums_to_zero(self, options: Options) -> bool:
        """Whether the losers write what the winners get."""
        return (self.settlement or options.get("losers")) == ZERO_SUM

    def counts_as_solo(self, verdict: Verdict, options: Options) -> bool:
        """Whether a solo is circled when won: all of them, or Herz-Soli alone."""
        return options.get("circled") != "hearts" or verdict.contract == HEART_SOLO

    def _decided(self, name: str, options: Options) -> int | str:
        """What an option says; refused while nobody has decided it."""
        if options[name] is None:
            raise undecided(self.options_by_name[name])
        value: int | str = options[name]
        return value

    def _game(self, hand: Hand, deal: Deal) -> Game:
        require(
            hand,
            contract=_("Say what was played."),
            declarer=_("Say who took the game on."),
            result=_("Say how it came out."),
        )
        contract, declarer = hand["contract"], hand["declarer"]
        if contract in (KREUZ, MUSS) and self._decided("all_pass", deal.options) != contract:
            raise HandProblem(
                "not_played",
                "contract",
                _("That is not played here: the house rule “%(option)s” is “%(choice)s”."),
                **as_set(self.options_by_name["all_pass"], deal.options),
            )
        announced = hand.get("announced", "normal")
        if announced != "normal":
            fitting = CAN_BE_TOUT if announced == "tout" else CAN_BE_SIE
            if contract not in (*fitting, HEART_SOLO):
                text = _("This cannot be announced in such a game.")
                raise HandProblem("not_here", "announced", text)
            if self._sweep(announced, deal.options) is None:
                text = _("This tournament has no price for it: play it plain.")
                raise HandProblem("not_played", "announced", text)
        outcome = read_outcome(hand, PACKS[self.pack])
        partner = partner_of(hand, deal)
        return Game(contract, declarer, partner, announced, outcome.won, outcome.tier)

    def _sweep(self, announced: str, options: Options) -> Sweep | None:
        price: Sweep | None = getattr(self, announced)
        if price is None and announced in options:
            price = SWEEPS[str(self._decided(announced, options))]
        return price

    def _figure(self, name: str, options: Options) -> int:
        figure: int | None = getattr(self, name)
        return int(self._decided(name, options)) if figure is None else figure

    def _price(self, hand: Hand, options: Options, game: Game) -> tuple[int, list[Reason]]:
        """What the game is worth, and the steps that led there."""
        if game.contract in TWO_AGAINST_TWO:
            price = self.called
        else:
            plain = self.solos[game.contract]
            price = int(self._decided("solo", options)) if plain is None else plain
        reasons = [Reason("price", _("The game itself: %(points)s."), points=price)]
        count, worth = self._runners(hand, game)
        if worth:
            price += worth
            text = _("Laufende: %(count)s, %(points)s more.")
            reasons.append(Reason("runners", text, count=count, points=worth))
        if said := hand.get("announcements", 0) * self.announcement:
            price += said
            text = _("Announced %(count)s times: %(points)s more.")
            reasons.append(Reason("announcements", text, count=hand["announcements"], points=said))
        if game.announced != "normal":
            sweep = self._sweep(game.announced, options)
            assert sweep is not None
            price = sweep.of(price)
            text = _("Tout: %(points)s.") if game.announced == "tout" else _("Sie: %(points)s.")
            reasons.append(Reason(game.announced, text, points=price))
        elif game.tier > 1:
            is_called = game.contract in TWO_AGAINST_TWO
            step = self._figure("called_step" if is_called else "solo_step", options)
            price += step * (game.tier - 1)
            code, text = {
                2: ("schneider", _("Schneider: %(points)s more.")),
                3: ("no_trick", _("Schwarz: %(points)s more.")),
            }[game.tier]
            reasons.append(Reason(code, text, points=step * (game.tier - 1)))
        return price, reasons

    def _runners(self, hand: Hand, game: Game) -> tuple[int, int]:
        """How many Laufende there were, and what they are worth."""
        count = hand.get("runners", 0)
        most = PACKS[self.pack].most_runners(game.contract)
        if count > most:
            raise HandProblem(
                "out_of_range",
                "runners",
                _("There are at most %(most)s Laufende in such a game.")
                if most
                else _("A Bettel has no trumps, so no Laufende either."),
                most=most,
            )
        if hand.get("without") and (game.contract != RUFSPIEL or not count):
            raise HandProblem(
                "not_here", "without", _("Only Laufende of a Rufspiel can be held by the others.")
            )
        return count, self.laufende.worth(count) if self.laufende else 0

    def _settled(self, hand: Hand, deal: Deal, game: Game, price: int) -> list[int]:
        mode = self.settlement or str(self._decided("losers", deal.options))
        ours = [seat for seat in (game.declarer, game.partner) if seat is not None]
        others = [seat for seat in deal.active if seat not in ours]
        if mode == ZERO_SUM:
            unit = price if self.per_opponent or game.partner is not None else price // 3
            signed = unit if game.won else -unit
            points = against_each(deal.seats, deal.active, game.declarer, game.partner, signed)
            if hand.get("without"):
                moved = self._runners(hand, game)[1] * (1 if game.won else -1)
                points[game.declarer] += moved
                points[ours[1]] -= moved
            return points
        if game.won or game.partner is not None:
            return one_side(deal.seats, ours if game.won else others, price)
        if mode == GOOD_CALLED:
            called = game._replace(contract=RUFSPIEL, announced="normal")
            price = self._price(hand, deal.options, called)[0]
        each = {GOOD_NONE: 0, GOOD_THIRD: price // 3}.get(mode, price)
        return one_side(deal.seats, others, each)


def _outcome_reason(game: Game, label: str) -> Reason:
    """Who won or lost what with whom."""
    who = {"side": Side(game.declarer)}
    text = _("%(side)s won: %(game)s.") if game.won else _("%(side)s lost: %(game)s.")
    if game.partner is not None:
        who["partner"] = Side(game.partner)
        text = (
            _("%(side)s and %(partner)s won: %(game)s.")
            if game.won
            else _("%(side)s and %(partner)s lost: %(game)s.")
        )
    return Reason("won" if game.won else "lost", text, game=Word(label), **who)


def _written(points: list[int], game: Game) -> Reason:
    """What stands on the sheet in the end."""
    if not any(points):
        return Reason("written", _("Nobody writes anything."))
    if game.won:
        text = _("%(side)s writes %(points)s.")
        own = signed(points[game.declarer])
        return Reason("written", text, side=Side(game.declarer), points=own)
    ours = (game.declarer, game.partner)
    opponents = [own for seat, own in enumerate(points) if seat not in ours]
    text = _("Each opponent writes %(points)s.")
    return Reason("written", text, points=signed(max(opponents)))
