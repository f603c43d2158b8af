"""The picker game: one player, alone or with a partner, against the rest (Sheepshead, 3 to 7)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from scoring.all_passed import COUSINS, TOLD_COUSINS, Award, leaster, told_leaster
from scoring.doublings import (
    after_scored,
    carried_factor,
    last_hand_factor,
    marks_factor,
    thrown_in,
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
    outcome_reason,
    read_tricks,
    refuse_fields,
    require,
    spans_of,
    swept_tricks,
    tier_of,
)
from scoring.ruleset import Deal, Field, Hand, HandScore, Reason, Ruleset, Verdict
from scoring.settle import against_each, one_side
from scoring.shares import Shares, check_told, contradiction, read_shares
from scoring.words import Side, _, signed

TIERS = {"1-2-3": (1, 2, 3), "2-4-6": (2, 4, 6), "3-4-5": (3, 4, 5), "1-2-4": (1, 2, 4)}
MARK_FIELDS = ("crack", "recrack", "castrate", "blitzes", "called_all")
PLAYED_FIELDS = ("partner", "picker_points", "picker_tricks", "result", "contract")
COUNTED_FIELDS = ("card_points", "tricks", "last_trick_won", "blind_points")
TOLD_FIELDS = ("winners", "winner", "loser", "sweeper", "no_trick", "no_card_points")
"""What is said of a passed hand in place of card points, or beside them."""

OUTCOME_TEXTS = {
    (False, False, True): _("%(side)s picked and won."),
    (False, False, False): _("%(side)s picked and lost."),
    (False, True, True): _("%(side)s picked, took %(points)s card points and won."),
    (False, True, False): _(
        "%(side)s picked, took %(points)s card points and lost: it takes 61 to win."
    ),
    (True, False, True): _("%(side)s picked with %(partner)s and won."),
    (True, False, False): _("%(side)s picked with %(partner)s and lost."),
    (True, True, True): _(
        "%(side)s picked with %(partner)s; together they took %(points)s card points and won."
    ),
    (True, True, False): _(
        "%(side)s picked with %(partner)s; together they took %(points)s card points and "
        "lost: it takes 61 to win."
    ),
}
"""By whether there is a partner, whether card points were counted, and whether they won."""
TIER_TEXTS = {
    (2, True): _("Schneider: the opponents have not reached %(free)s. Price %(unit)s."),
    (2, False): _("Schneider: the picker's side has not reached %(free)s. Price %(unit)s."),
    (3, True): _("Every trick. Price %(unit)s."),
    (3, False): _("Not one trick. Price %(unit)s."),
}
"""By the tier and whether the picker's side won."""
BY_POINTS = {
    True: _("All 120 card points. Price %(unit)s."),
    False: _("Not one card point. Price %(unit)s."),
}

Least = Callable[[Shares, Deal, int], Award]
Told = Callable[[Hand, Deal], Award]


@dataclass(frozen=True, kw_only=True, eq=False)
class PickerGame(Ruleset):
    """A picker game.

    `trick_count` tricks, a blind of `blind` cards; `has_partner`: the picker may have one.
    `picker_only`: only the picker's score moves, the row does not sum to zero.
    `tier_by_points`: the last tier goes by 120 and 0 card points instead of by tricks.
    `least`: this ruleset's own way of scoring a leaster by card points, `told`: by what is said of
    it, None for the usual ones;
    `splits_ties`: a tied leaster is split instead of paying nothing. `anybody_cracks`: also an
    opponent who might have picked and passed.
    """

    trick_count: int
    blind: int
    has_partner: bool = False
    picker_only: bool = False
    tier_by_points: bool = False
    least: Least | None = None
    told: Told | None = None
    splits_ties: bool = False
    anybody_cracks: bool = False

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero: not where a lone picker gets only the picker's amount."""
        return self.is_zero_sum and options.get("alone") != "picker_amount_only"

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of a hand of this picker game, and why."""
        require(hand, picker=_("Say who picked, or that everybody passed."))
        if hand["picker"] is None:
            return self._score_passed(hand, deal)
        refuse_fields(
            hand,
            _("Somebody picked, so only the picker's side is counted."),
            values=(*COUNTED_FIELDS, *TOLD_FIELDS),
        )
        return self._score_played(hand, deal)

    def refuse_new(self, hand: Hand, deal: Deal) -> None:
        """Refuse a crack where whoever picked was the last to speak: all the others had passed.

        Only an opponent who had no chance to pick may crack (catsatcards.com; Wikipedia,
        “Sheepshead (card game)”; cardquorum, design document).
        """
        picker = hand.get("picker")
        if self.anybody_cracks or not hand.get("crack") or picker is None:
            return
        if picker == deal.bidding_order[-1]:
            raise HandProblem(
                "nobody_to_crack",
                "crack",
                _("%(side)s picked last, when all the others had passed: nobody could crack."),
                side=Side(picker),
            )

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
        # By its points: a called “sheepshead” that misses a trick is lost.
        won = unit > 0
        tier = outcome.tier if won is outcome.won else 1
        feat = "called_sweep" if won and hand.get("called_all") else ""
        return HandScore(
            points,
            reasons,
            deal.roles(hand["picker"], hand.get("partner")),
            after_scored(deal.carried),
            factor,
            verdict=Verdict(won, tier, hand.get("contract") or "", feat),
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
        return agree(hand, self._by_points(points, tricks, deal.options))

    def _by_points(self, points: int, tricks: int | None, options: Options) -> Outcome:
        won = points >= 61
        free = SCHNEIDER[options["schneider"]][won]
        if not self.tier_by_points:
            tier = tier_of(points, tricks, self.trick_count, won, free)
        elif points in (0, 120):
            tier = 3
        else:
            tier = 2 if (120 - points if won else points) < free else 1
        return Outcome(won, tier, points)

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches, by the house rule on schneider."""
        return spans_of(lambda points: self._by_points(points, None, options))

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
            reasons.append(Reason("called_all", text, side=Side(hand["picker"])))
            return 2 * tiers[2] if made else -2 * tiers[2]
        unit = tiers[outcome.tier - 1]
        reasons.append(outcome_reason(OUTCOME_TEXTS, outcome, hand["picker"], hand.get("partner")))
        text = TIER_TEXTS.get((outcome.tier, outcome.won), "")
        if outcome.tier == 2:
            free = SCHNEIDER[deal.options["schneider"]][outcome.won]
            reasons.append(Reason("schneider", text, free=free, unit=unit))
        elif outcome.tier == 3:
            text = BY_POINTS[outcome.won] if self.tier_by_points else text
            reasons.append(Reason("no_trick", text, unit=unit))
        if outcome.won:
            return unit
        if deal.options["double_on_bump"]:
            reasons.append(Reason("bump", _("Double on the bump: a lost pick costs twice.")))
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

    def _settle(
        self, hand: Hand, deal: Deal, outcome: Outcome, unit: int, reasons: list[Reason]
    ) -> list[int]:
        picker, partner = hand["picker"], hand.get("partner")
        if self.picker_only:
            reasons.append(
                Reason(
                    "picker_only", _("Only the picker's score moves: %(unit)s."), unit=signed(unit)
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
        reasons.append(Reason(code, text, each=signed(-unit)))
        return points

    def _score_passed(self, hand: Hand, deal: Deal) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed, so there is no picker's side."),
            values=PLAYED_FIELDS,
            marks=MARK_FIELDS,
        )
        mode = deal.options["all_pass"]
        if mode in ("doubler", "redeal"):
            return self._thrown_in(hand, deal)
        points, reasons = self._passed_award(hand, deal)
        factor = carried_factor(deal, reasons) * last_hand_factor(hand, reasons)
        points = [factor * number for number in points]
        carries = after_scored(deal.carried)
        return HandScore(points, reasons, deal.roles(), carries, factor, verdict=Verdict(None))

    def _passed_award(self, hand: Hand, deal: Deal) -> Award:
        """Who pays whom by the card points, or by what is said; where there are both they agree."""
        told = [name for name in TOLD_FIELDS if name in hand]
        unasked = [name for name in told if not self.fields_by_name[name].can_be_said(deal.options)]
        text = _("This is not asked of what is played here when everybody passes.")
        refuse_fields(hand, text, values=tuple(unasked))
        if not any(name in hand for name in COUNTED_FIELDS):
            return self._told_award(hand, deal)
        award, shares = self._counted_award(hand, deal)
        check_told(hand, shares)
        if set(told) - {"no_trick"} and self._told_award(hand, deal)[0] != award[0]:
            raise contradiction(told[0])
        return award

    def _counted_award(self, hand: Hand, deal: Deal) -> tuple[Award, Shares]:
        mode = deal.options["all_pass"]
        pile = Pile(self.trick_count, len(deal.active), self.blind)
        shares = read_shares(hand, deal, pile, deal.options.get("blind", "none"))
        if mode != "leaster":
            return COUSINS[mode](shares, deal, self.trick_count), shares
        if self.least is not None:
            return self.least(shares, deal, self.trick_count), shares
        return leaster(shares, deal, self.trick_count, splits_ties=self.splits_ties), shares

    def _told_award(self, hand: Hand, deal: Deal) -> Award:
        mode = deal.options["all_pass"]
        if mode != "leaster":
            return TOLD_COUSINS[mode](hand, deal)
        if self.told is not None:
            return self.told(hand, deal)
        return told_leaster(hand, deal, splits_ties=self.splits_ties)

    def _thrown_in(self, hand: Hand, deal: Deal) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=(*COUNTED_FIELDS, *TOLD_FIELDS),
            marks=("last_hand",),
        )
        return thrown_in(deal, deal.seats, deal.roles(), "picker")
