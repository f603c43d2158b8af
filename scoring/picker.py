"""The picker game: one player, alone or with a partner, against the rest (Sheepshead, 3 to 7)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scoring.all_passed import COUSINS, Award, leaster
from scoring.doublings import (
    after_scored,
    after_thrown_in,
    carried_factor,
    last_hand_factor,
    marks_factor,
    refuse_crack_of_nobody,
)
from scoring.errors import HandProblem
from scoring.options import Options
from scoring.outcome import (
    SCHNEIDER,
    Outcome,
    Pile,
    agree,
    by_result,
    check_side,
    picker_reason,
    read_tricks,
    refuse_fields,
    swept_tricks,
    tier_of,
)
from scoring.ruleset import Deal, Field, Hand, HandScore, Reason, Ruleset, Verdict
from scoring.settle import against_each, one_side
from scoring.shares import Shares, read_shares
from scoring.words import Sentence, Side, _, signed

TIERS = {"1-2-3": (1, 2, 3), "2-4-6": (2, 4, 6), "3-4-5": (3, 4, 5), "1-2-4": (1, 2, 4)}
MARK_FIELDS = ("crack", "recrack", "castrate", "blitzes", "called_all")
PLAYED_FIELDS = ("partner", "picker_points", "picker_tricks", "result", "contract")
PASSED_FIELDS = ("card_points", "tricks", "last_trick_won", "blind_points")

Least = Callable[[Shares, Deal, int], Award]


@dataclass(frozen=True, kw_only=True, eq=False)
class PickerGame(Ruleset):
    """A picker game.

    `trick_count` tricks, a blind of `blind` cards; `has_partner`: the picker may have one.
    `picker_only`: only the picker's score moves, the row does not sum to zero.
    `tier_by_points`: the last tier goes by 120 and 0 card points instead of by tricks.
    `least`: this ruleset's own way of scoring a leaster, None for the usual one;
    `splits_ties`: a tied leaster is split instead of paying nothing. `anybody_cracks`: also an
    opponent who might have picked and passed.
    """

    trick_count: int
    blind: int
    has_partner: bool = False
    picker_only: bool = False
    tier_by_points: bool = False
    least: Least | None = None
    splits_ties: bool = False
    anybody_cracks: bool = False

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero: not where a lone picker gets only the picker's amount."""
        return self.is_zero_sum and options.get("alone") != "picker_amount_only"

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of a hand of this picker game, and why."""
        if "picker" not in hand:
            raise HandProblem("missing", "picker", _("Say who picked, or that everybody passed."))
        if hand["picker"] is None:
            return self._score_passed(hand, deal)
        refuse_fields(
            hand,
            _("Somebody picked, so only the picker's side is counted."),
            values=PASSED_FIELDS,
        )
        return self._score_played(hand, deal)

    def refuse_new(self, hand: Hand, deal: Deal) -> None:
        """Refuse a crack that nobody could call."""
        if not self.anybody_cracks:
            refuse_crack_of_nobody(hand, deal)

    def fields_at(self, deal: Deal) -> tuple[Field, ...]:
        """The fields, of which a crack is not asked beside a picker who was the last to speak."""
        fields = super().fields_at(deal)
        if self.anybody_cracks:
            return fields
        unless = ("picker", (deal.bidding_order[-1],))
        return tuple(
            replace(field, unless=unless) if field.name == "crack" else field for field in fields
        )

    def check_sides(self, hand: Hand, deal: Deal) -> None:
        """Refuse a partner who cannot be one; a game with contracts says more here."""
        partner = hand.get("partner")
        if partner is None:
            return
        if not self.has_partner:
            raise HandProblem("no_partner", "partner", _("The picker plays alone in this game."))
        if partner == hand["picker"]:
            raise HandProblem(
                "partner_is_picker",
                "partner",
                _("The picker cannot be the own partner: choose “alone”."),
            )

    def _score_played(self, hand: Hand, deal: Deal) -> HandScore:
        self.check_sides(hand, deal)
        reasons: list[Reason] = []
        outcome = self._outcome(hand, deal)
        unit = self._unit(hand, deal, outcome, reasons)
        factor = (
            marks_factor(hand, deal.options, reasons)
            * carried_factor(deal, reasons)
            * last_hand_factor(hand, reasons)
        )
        points = self._settle(hand, deal, outcome, unit * factor, reasons)
        return HandScore(
            points,
            reasons,
            self._roles(deal, hand["picker"], hand.get("partner")),
            after_scored(deal.carried),
            factor,
            verdict=_verdict(hand, outcome, unit),
        )

    def pile(self, deal: Deal) -> Pile:
        """How the cards fall: the buried ones with the picker's side, or with its opponents."""
        buried = 0 if deal.options.get("bury_counts_for") == "opponents" else self.blind
        return Pile(self.trick_count, len(deal.active), buried)

    def _outcome(self, hand: Hand, deal: Deal) -> Outcome:
        points = hand.get("picker_points")
        if points is None:
            if hand.get("picker_tricks") is not None:
                raise HandProblem(
                    "missing", "picker_points", _("Enter the card points with the tricks.")
                )
            return by_result(hand, "picker_points")
        if self.tier_by_points:
            tricks = read_tricks(hand, "picker_tricks", self.trick_count)
        else:
            tricks = swept_tricks(hand, "picker_tricks", self.trick_count)
        check_side(points, tricks, self.pile(deal), field="picker_points")
        won = points >= 61
        free = SCHNEIDER[deal.options["schneider"]][won]
        if not self.tier_by_points:
            tier = tier_of(points, tricks, self.trick_count, won, free)
        elif points in (0, 120):
            tier = 3
        else:
            tier = 2 if (120 - points if won else points) < free else 1
        return agree(hand, Outcome(won, tier, points))

    def _unit(self, hand: Hand, deal: Deal, outcome: Outcome, reasons: list[Reason]) -> int:
        """What one opponent pays (or gets, negative) before the multipliers."""
        tiers = TIERS[deal.options["tiers"]]
        if hand.get("called_all"):
            made = self._took_all(hand, outcome)
            text = (
                _("%(side)s called “Sheepshead” and took every trick: twice the price of no trick.")
                if made
                else _("%(side)s called “Sheepshead” and missed a trick: it costs twice no trick.")
            )
            reasons.append(Reason("called_all", Sentence(text, side=Side(hand["picker"]))))
            return 2 * tiers[2] if made else -2 * tiers[2]
        unit = tiers[outcome.tier - 1]
        reasons.append(picker_reason(outcome, hand["picker"], hand.get("partner")))
        if outcome.tier > 1:
            reasons.append(self._tier_reason(outcome, deal, unit))
        if outcome.won:
            return unit
        if deal.options["double_on_bump"]:
            reasons.append(
                Reason("bump", Sentence(_("Double on the bump: a lost pick costs twice.")))
            )
            unit *= 2
        return -unit

    def _took_all(self, hand: Hand, outcome: Outcome) -> bool:
        """Whether the picker's side took every trick, which 120 card points alone do not show."""
        if not self.tier_by_points or not outcome.won:
            return outcome.won and outcome.tier == 3
        if outcome.points is None and outcome.tier == 3:
            raise HandProblem(
                "missing",
                "picker_points",
                _("“Sheepshead” was called: enter the card points and the tricks."),
            )
        return bool(hand.get("picker_tricks") == self.trick_count)

    def _tier_reason(self, outcome: Outcome, deal: Deal, unit: int) -> Reason:
        free = SCHNEIDER[deal.options["schneider"]][outcome.won]
        if outcome.tier == 2:
            text = (
                _("Schneider: the opponents have not reached %(free)s. Price %(unit)s.")
                if outcome.won
                else _("Schneider: the picker's side has not reached %(free)s. Price %(unit)s.")
            )
            return Reason("schneider", Sentence(text, free=free, unit=unit))
        if self.tier_by_points:
            text = (
                _("All 120 card points. Price %(unit)s.")
                if outcome.won
                else _("Not one card point. Price %(unit)s.")
            )
        else:
            text = (
                _("Every trick. Price %(unit)s.")
                if outcome.won
                else _("Not one trick. Price %(unit)s.")
            )
        return Reason("no_trick", Sentence(text, unit=unit))

    def _settle(
        self, hand: Hand, deal: Deal, outcome: Outcome, unit: int, reasons: list[Reason]
    ) -> list[int]:
        picker, partner = hand["picker"], hand.get("partner")
        if self.picker_only:
            reasons.append(
                Reason(
                    "picker_only",
                    Sentence(_("Only the picker's score moves: %(unit)s."), unit=signed(unit)),
                )
            )
            return one_side(deal.seats, (picker,), unit)
        points = against_each(deal.seats, deal.active, picker, partner, unit)
        code, text = "each_pays", _("Each opponent: %(each)s.")
        if self.has_partner and partner is None:
            code, text = "alone", _("Alone, the picker takes it all. Each opponent: %(each)s.")
            if deal.options.get("alone") == "picker_amount_only":
                points[picker] = unit * (len(deal.active) - 3)
                text = _(
                    "Alone, the picker still gets only the picker's amount. "
                    "Each opponent: %(each)s."
                )
        elif (
            partner is not None
            and unit < 0
            and outcome.tier == 3
            and not hand.get("called_all")
            and deal.options.get("no_trick_loss") == "picker_pays_all"
        ):
            points[picker] += points[partner]
            points[partner] = 0
            code = "picker_pays_all"
            text = _(
                "Lost without a trick, so the picker pays for the partner too. "
                "Each opponent: %(each)s."
            )
        reasons.append(Reason(code, Sentence(text, each=signed(-unit))))
        return points

    def _roles(self, deal: Deal, picker: int, partner: int | None) -> list[str]:
        roles = ["out"] * deal.seats
        for seat in deal.active:
            roles[seat] = "defender"
        roles[picker] = "picker"
        if partner is not None:
            roles[partner] = "partner"
        return roles

    def _score_passed(self, hand: Hand, deal: Deal) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed, so there is no picker's side."),
            values=PLAYED_FIELDS,
            marks=MARK_FIELDS,
        )
        roles = ["player" if seat in deal.active else "out" for seat in range(deal.seats)]
        mode = deal.options["all_pass"]
        if mode in ("doubler", "redeal"):
            return self._thrown_in(hand, deal, roles)
        pile = Pile(self.trick_count, len(deal.active), self.blind)
        shares = read_shares(hand, deal, pile, deal.options.get("blind", "none"))
        if mode != "leaster":
            points, reasons = COUSINS[mode](shares, deal, self.trick_count)
        elif self.least is not None:
            points, reasons = self.least(shares, deal, self.trick_count)
        else:
            points, reasons = leaster(shares, deal, self.trick_count, splits_ties=self.splits_ties)
        factor = carried_factor(deal, reasons) * last_hand_factor(hand, reasons)
        points = [factor * number for number in points]
        carries = after_scored(deal.carried)
        return HandScore(points, reasons, roles, carries, factor, verdict=Verdict(None))

    def _thrown_in(self, hand: Hand, deal: Deal, roles: list[str]) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=PASSED_FIELDS,
            marks=("last_hand",),
        )
        carries = deal.carried
        if deal.options["all_pass"] == "doubler":
            carries = after_thrown_in(carries, deal.options["doublers"])
            text = _("Everybody passed: thrown in. Doubled hands to come: %(count)s.")
            reason = Reason("doubler", Sentence(text, count=carries.doubled_hands))
        else:
            reason = Reason(
                "redeal", Sentence(_("Everybody passed: thrown in, the same dealer deals again."))
            )
        return HandScore([0] * deal.seats, [reason], roles, carries, is_void=True)


def _verdict(hand: Hand, outcome: Outcome, unit: int) -> Verdict:
    """How the hand came out by its points: a called “sheepshead” that misses a trick is lost."""
    won = unit > 0
    tier = outcome.tier if won is outcome.won else 1
    feat = "called_sweep" if won and hand.get("called_all") else ""
    return Verdict(won, tier, hand.get("contract") or "", feat)
