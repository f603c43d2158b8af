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
from scoring.bavarian.outcome import read_outcome
from scoring.bavarian.prices import SWEEPS, Laufende, Sweep
from scoring.bavarian.sides import partner_of, roles_of
from scoring.bavarian.tournament_options import (
    GOOD_CALLED,
    GOOD_NONE,
    GOOD_THIRD,
    ZERO_SUM,
)
from scoring.errors import HandProblem
from scoring.house_rules import as_set
from scoring.options import Options
from scoring.reading import undecided
from scoring.ruleset import Deal, Field, Hand, HandScore, Reason, Ruleset, Verdict
from scoring.settle import against_each, one_side
from scoring.words import Sentence, Side, Word, _, signed


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

    called: int
    called_step: int | None
    solos: dict[str, int | None]
    solo_step: int | None
    tout: Sweep | None
    sie: Sweep | None
    per_opponent: bool = False
    settlement: str | None = None
    laufende: Laufende | None = None
    announcement: int = 0
    pack: str = "long"

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        game = self._game(hand, deal)
        price, reasons = self._price(hand, deal.options, game)
        why = _outcome_reason(game, self._label(game.contract))
        points = self._settled(hand, deal, game, price)
        roles = roles_of(deal, game.declarer, game.partner)
        feat = "called_sweep" if game.won and game.announced != "normal" else ""
        verdict = Verdict(game.won, game.tier, game.contract, feat)
        written = _written(points, game)
        return HandScore(points, [why, *reasons, written], roles, verdict=verdict)

    def asked_fields(self, options: Options) -> tuple[Field, ...]:
        """The fields of a hand, without those of which a single word is left to choose."""
        fields = super().asked_fields(options)
        return tuple(field for field in fields if len(field.choices) != 1)

    def sums_to_zero(self, options: Options) -> bool:
        """Whether the losers write what the winners get."""
        return (self.settlement or options.get("losers")) == ZERO_SUM

    def counts_as_solo(self, verdict: Verdict, options: Options) -> bool:
        """Whether a solo is circled when won: all of them, or Herz-Soli alone."""
        return options.get("circled") != "hearts" or verdict.contract == HEART_SOLO

    def _label(self, contract: str) -> str:
        choices = next(field.choices for field in self.fields if field.name == "contract")
        return next(choice.label for choice in choices if choice.value == contract)

    def _decided(self, name: str, options: Options) -> int | str:
        """What an option says; refused while nobody has decided it."""
        if options[name] is None:
            raise undecided(next(option for option in self.options if option.name == name))
        value: int | str = options[name]
        return value

    def _game(self, hand: Hand, deal: Deal) -> Game:
        for name, missing in (
            ("contract", _("Say what was played.")),
            ("declarer", _("Say who took the game on.")),
            ("result", _("Say how it came out.")),
        ):
            if name not in hand:
                raise HandProblem("missing", name, missing)
        contract, declarer = hand["contract"], hand["declarer"]
        if contract in (KREUZ, MUSS) and self._decided("all_pass", deal.options) != contract:
            rule = next(option for option in self.options if option.name == "all_pass")
            raise HandProblem(
                "not_played",
                "contract",
                _("That is not played here: the house rule “%(option)s” is “%(choice)s”."),
                **as_set(rule, deal.options),
            )
        announced = hand.get("announced", "normal")
        self._check_announced(contract, announced, deal.options)
        outcome = read_outcome(hand, PACKS[self.pack])
        partner = partner_of(hand, deal)
        return Game(contract, declarer, partner, announced, outcome.won, outcome.tier)

    def _check_announced(self, contract: str, announced: str, options: Options) -> None:
        if announced == "normal":
            return
        fitting = CAN_BE_TOUT if announced == "tout" else CAN_BE_SIE
        if contract not in (*fitting, HEART_SOLO):
            raise HandProblem(
                "not_here", "announced", _("This cannot be announced in such a game.")
            )
        if self._sweep(announced, options) is None:
            raise HandProblem(
                "not_played", "announced", _("This tournament has no price for it: play it plain.")
            )

    def _sweep(self, announced: str, options: Options) -> Sweep | None:
        price: Sweep | None = getattr(self, announced)
        if price is None and announced in options:
            price = SWEEPS[str(self._decided(announced, options))]
        return price

    def _figure(self, name: str, options: Options) -> int:
        figure: int | None = getattr(self, name)
        return int(self._decided(name, options)) if figure is None else figure

    def _plain(self, contract: str, options: Options) -> int:
        if contract in TWO_AGAINST_TWO:
            return self.called
        plain = self.solos[contract]
        return int(self._decided("solo", options)) if plain is None else plain

    def _price(self, hand: Hand, options: Options, game: Game) -> tuple[int, list[Reason]]:
        """What the game is worth, and the steps that led there."""
        price = self._plain(game.contract, options)
        reasons = [Reason("price", Sentence(_("The game itself: %(points)s."), points=price))]
        for code, text, count, worth in (
            ("runners", _("Laufende: %(count)s, %(points)s more."), *self._runners(hand, game)),
            ("announcements", _("Announced %(count)s times: %(points)s more."), *self._said(hand)),
        ):
            if worth:
                price += worth
                reasons.append(Reason(code, Sentence(text, count=count, points=worth)))
        if game.announced != "normal":
            sweep = self._sweep(game.announced, options)
            assert sweep is not None
            price = sweep.of(price)
            text = _("Tout: %(points)s.") if game.announced == "tout" else _("Sie: %(points)s.")
            reasons.append(Reason(game.announced, Sentence(text, points=price)))
        elif game.tier > 1:
            is_called = game.contract in TWO_AGAINST_TWO
            step = self._figure("called_step" if is_called else "solo_step", options)
            price += step * (game.tier - 1)
            text = (
                _("Schneider: %(points)s more.")
                if game.tier == 2
                else _("Schwarz: %(points)s more.")
            )
            code = "schneider" if game.tier == 2 else "no_trick"
            reasons.append(Reason(code, Sentence(text, points=step * (game.tier - 1))))
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

    def _said(self, hand: Hand) -> tuple[int, int]:
        count = hand.get("announcements", 0)
        return count, count * self.announcement

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
        return one_side(deal.seats, others, self._lost_solo(hand, deal.options, game, price, mode))

    def _lost_solo(self, hand: Hand, options: Options, game: Game, price: int, mode: str) -> int:
        """What each of the three opponents writes where only good points are written."""
        if mode == GOOD_CALLED:
            called = game._replace(contract=RUFSPIEL, announced="normal")
            return self._price(hand, options, called)[0]
        return {GOOD_NONE: 0, GOOD_THIRD: price // 3}.get(mode, price)


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
    return Reason("won" if game.won else "lost", Sentence(text, game=Word(label), **who))


def _written(points: list[int], game: Game) -> Reason:
    """What stands on the sheet in the end."""
    if not any(points):
        return Reason("written", Sentence(_("Nobody writes anything.")))
    if game.won:
        text = _("%(side)s writes %(points)s.")
        values = {"side": Side(game.declarer), "points": signed(points[game.declarer])}
        return Reason("written", Sentence(text, **values))
    opponents = [
        own for seat, own in enumerate(points) if seat not in (game.declarer, game.partner)
    ]
    text = _("Each opponent writes %(points)s.")
    return Reason("written", Sentence(text, points=signed(max(opponents))))
