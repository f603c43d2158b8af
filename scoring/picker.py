"""The picker game: one player, alone or with a partner, against the rest (Sheepshead, 3 to 7)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import pot
from scoring.all_passed import COUSINS, TOLD_COUSINS, Award, leaster, leaster_for_jack, told_leaster
from scoring.doublings import (
    after_doubler,
    after_scored,
    blind_factor,
    carried_factor,
    last_hand_factor,
    marks_factor,
    refuse_tied,
    thrown_in,
)
from scoring.errors import HandProblem
from scoring.house_rules import OWN, SIXTY
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
from scoring.ruleset import Carried, Deal, Field, Hand, HandScore, Reason, Ruleset, Verdict
from scoring.settle import against_each, one_side
from scoring.shares import Shares, check_told, contradiction, read_shares
from scoring.shown import SHOWN, mauer
from scoring.words import Side, Word, _, signed

TIERS = {"1-2-3": (1, 2, 3), "2-4-6": (2, 4, 6), "3-4-5": (3, 4, 5), "1-2-4": (1, 2, 4)}
BLIND_FIELDS = ("blind_doubler", "blind_pick")
MARK_FIELDS = ("crack", "recrack", "castrate", "blitzes", "called_all", "tied", *BLIND_FIELDS)
SAID_BESIDE = frozenset((*BLIND_FIELDS, "tied"))
"""What is said of few hands, and at few tables."""
PLAYED_FIELDS = ("partner", "picker_points", "picker_tricks", "result", "contract")
COUNTED_FIELDS = ("card_points", "tricks", "last_trick_won", "blind_points")
TOLD_FIELDS = (
    "winners",
    "winner",
    "loser",
    "losers",
    "sweeper",
    "leaster_winner",
    "no_trick",
    "no_card_points",
)
"""What is said of a passed hand in place of card points, or beside them."""
PASSED_FIELDS = (*COUNTED_FIELDS, "strength", *TOLD_FIELDS)
FIELD_RULES = {"strength": "all_pass", "losers": "all_pass", "leaster_winner": "leaster_tie"}
"""What is said at few tables of a passed hand, and the house rule with which it is."""
BESIDE_THE_COUNT = {"no_trick", "leaster_winner"}
"""What is said of a passed hand that was counted, and does not tell it by itself."""
FORCED_PICK, FOR_JACK = "forced_pick", "jack_of_diamonds"
IN_A_POT = ("pot", "mauer")
THROWN_IN = ("doubler", "redeal", "pot")
"""The values of option `all_pass` with which nothing is played."""

OUTCOME_TEXTS = {
    (False, False, True): _("%(side)s picked and won."),
    (False, False, False): _("%(side)s picked and lost."),
    (False, True, True): _("%(side)s picked, took %(points)s card points and won."),
    (False, True, False): _(
        "%(side)s picked, took %(points)s card points and lost: it takes 61 to win."
    ),
    (True, False, True): _("%(side)s picked (partner: %(partner)s) and won."),
    (True, False, False): _("%(side)s picked (partner: %(partner)s) and lost."),
    (True, True, True): _(
        "%(side)s picked (partner: %(partner)s); together they took %(points)s card points and won."
    ),
    (True, True, False): _(
        "%(side)s picked (partner: %(partner)s); together they took %(points)s card points and "
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

POT = pot.Sentences(
    won=_("The pot of %(pot)s is won too."),
    lost=_("The losers pay the pot once more, %(pot)s: it holds %(now)s now."),
    too_large=_("The pot holds %(pot)s: it cannot be doubled once more. Share it out first."),
)

Least = Callable[[Shares, Deal, int], Award]
Told = Callable[[Hand, Deal], Award]


@dataclass(frozen=True, kw_only=True, eq=False)
class PickerGame(Ruleset):
    """A picker game.

    `trick_count` tricks, a blind of `blind` cards; `has_partner`: the picker may have one.
    `picker_only`: only the picker's score moves, the row does not sum to zero.
    `tier_by_points`: the last tier goes by 120 and 0 card points instead of by tricks.
    `least`: this ruleset's own way of scoring a leaster by card points, `told`: by what is said of
    it, None for the usual ones.
    """

    trick_count: int
    blind: int
    has_partner: bool = False
    picker_only: bool = False
    tier_by_points: bool = False
    least: Least | None = None
    told: Told | None = None

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero, and nothing of it lies in a pot."""
        return self._is_even(options) and options.get("all_pass") not in IN_A_POT

    def keeps_pot(self, options: Options) -> bool:
        """Whether who passed may pay into a pot, so that only it and the totals are nought."""
        return self._is_even(options) and options["all_pass"] in IN_A_POT

    def _is_even(self, options: Options) -> bool:
        """Whether what is won is lost: not where a lone picker gets only the picker's amount."""
        return self.is_zero_sum and options.get("alone") != "picker_amount_only"

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of a hand of this picker game, and why."""
        require(hand, picker=_("Say who picked, or that everybody passed."))
        if hand["picker"] is None:
            return self._score_passed(hand, deal)
        refuse_fields(
            hand, _("Somebody picked, so only the picker's side is counted."), values=PASSED_FIELDS
        )
        return self._score_played(hand, deal)

    def refuse_new(self, hand: Hand, deal: Deal) -> None:
        """Refuse a crack where whoever picked was the last to speak: all the others had passed.

        Only an opponent who had no chance to pick may crack (catsatcards.com; Wikipedia,
        “Sheepshead (card game)”; cardquorum, design document).
        """
        picker = hand.get("picker")
        if not hand.get("crack") or picker is None or _anybody_cracks(deal):
            return
        if picker == deal.bidding_order[-1]:
            raise HandProblem(
                "nobody_to_crack",
                "crack",
                _("%(side)s picked last, when all the others had passed: nobody could crack."),
                side=Side(picker),
            )

    def asked_fields(self, options: Options) -> tuple[Field, ...]:
        """The fields; what is somebody's in any case under these rules cannot be left empty."""
        fields = super().asked_fields(options)
        name = _always_somebodys(options)
        if not name:
            return fields
        return tuple(replace(one, empty="") if one.name == name else one for one in fields)

    def fields_at(self, deal: Deal) -> tuple[Field, ...]:
        """The fields, of which a crack is not asked beside a picker who was the last to speak."""
        fields = super().fields_at(deal)
        if _anybody_cracks(deal):
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
        options = deal.options
        reasons: list[Reason] = []
        is_more_said = not SAID_BESIDE.isdisjoint(hand)
        if is_more_said and hand.get("tied"):
            refuse_tied(options)
        outcome = self._outcome(hand, deal)
        won, price = self._price(hand, options, outcome, reasons)
        factor = marks_factor(hand, options, reasons)
        if is_more_said:
            factor *= blind_factor(hand, options, reasons)
        factor *= carried_factor(deal, reasons) * last_hand_factor(hand, reasons)
        unit = price * factor if won else -price * factor
        points = self._settle(hand, deal, outcome, unit, reasons)
        carries = after_scored(deal.carried)
        if carries.pot and options["all_pass"] == "pot":
            carries = self._played_for_pot(hand, deal, points, carries, reasons, won=won)
        if outcome.points == 60 and SIXTY in options["next_doubled"]:
            carries = after_doubler(carries, reasons)
        # By its price: a called “sheepshead” that misses a trick is lost.
        tier = outcome.tier if won is outcome.won else 1
        feat = "called_sweep" if won and hand.get("called_all") else ""
        return HandScore(
            points,
            reasons,
            deal.roles(hand["picker"], hand.get("partner")),
            carries,
            factor,
            verdict=Verdict(won, tier, hand.get("contract") or "", feat),
        )

    def _played_for_pot(
        self,
        hand: Hand,
        deal: Deal,
        points: list[int],
        carries: Carried,
        reasons: list[Reason],
        *,
        won: bool,
    ) -> Carried:
        """What is left of the pot; the partner's part is a third of it (interpretation)."""
        picker, partner = hand["picker"], hand.get("partner")
        paid = pot.played_for(deal, picker, partner, POT, parts=3, won=won, field="picker")
        for seat, more in enumerate(paid.points):
            points[seat] += more
        reasons.extend(paid.reasons)
        return carries._replace(pot=paid.pot)

    def pile(self, deal: Deal) -> Pile:
        """How the cards fall: the buried ones with the picker's side, or with its opponents."""
        buried = 0 if deal.options.get("bury_counts_for") == "opponents" else self.blind
        return Pile(self.trick_count, len(deal.active), buried)

    def _outcome(self, hand: Hand, deal: Deal) -> Outcome:
        points = hand.get("picker_points")
        if hand.get("tied"):
            if points not in (None, 60):
                raise contradiction("tied")
            points = 60
        if points is None:
            if hand.get("picker_tricks") is not None:
                raise HandProblem(
                    "missing", "picker_points", _("Enter the card points with the tricks.")
                )
            if deal.options["pay"] == "spread":
                text = _("Enter the card points: here the difference is what is paid.")
                raise HandProblem("missing", "picker_points", text)
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
        if tier == 2 and options["pay"] == "spread":
            tier = 1
        return Outcome(won, tier, points)

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches, by the house rule on schneider."""
        return spans_of(lambda points: self._by_points(points, None, options))

    def _price(
        self, hand: Hand, options: Options, outcome: Outcome, reasons: list[Reason]
    ) -> tuple[bool, int]:
        """Whether the picker's side wins, and what one opponent pays or gets before multipliers."""
        if hand.get("called_all"):
            made = self._took_all(hand, outcome)
            text = (
                _("%(side)s called “Sheepshead” and took every trick: twice the price of no trick.")
                if made
                else _("%(side)s called “Sheepshead” and missed a trick: it costs twice no trick.")
            )
            reasons.append(Reason("called_all", text, side=Side(hand["picker"])))
            if options["pay"] == "spread":
                return made, 2 * _by_spread(120, options)
            # What the opponents would have paid, so not the price of a lost hand.
            return made, 2 * _tiers(options, won=True)[2]
        reasons.append(outcome_reason(OUTCOME_TEXTS, outcome, hand["picker"], hand.get("partner")))
        if options["pay"] == "spread":
            price = self._spread(outcome, options, reasons)
        else:
            price = _tiers(options, won=outcome.won)[outcome.tier - 1]
            if outcome.tier == 2:
                free = SCHNEIDER[options["schneider"]][outcome.won]
                text = TIER_TEXTS[2, outcome.won]
                reasons.append(Reason("schneider", text, free=free, unit=price))
            elif outcome.tier == 3:
                text = BY_POINTS[outcome.won] if self.tier_by_points else TIER_TEXTS[3, outcome.won]
                reasons.append(Reason("no_trick", text, unit=price))
            if options["tiers"] == OWN:
                return outcome.won, price
        if not outcome.won and options["double_on_bump"]:
            reasons.append(Reason("bump", _("Double on the bump: a lost pick costs twice.")))
            price *= 2
        return outcome.won, price

    def _spread(self, outcome: Outcome, options: Options, reasons: list[Reason]) -> int:
        """The price that grows with the card points between the two sides."""
        assert outcome.points is not None
        apart = abs(2 * outcome.points - 120)
        price = _by_spread(apart, options)
        text = _("%(apart)s card points apart, 1 for every %(step)s begun. Price %(unit)s.")
        reasons.append(Reason("spread", text, apart=apart, step=options["spread_step"], unit=price))
        return price

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
        if mode in THROWN_IN:
            return self._thrown_in(hand, deal)
        if mode == FORCED_PICK:
            text = _("Here the dealer must pick when all the others have passed: say how it went.")
            raise HandProblem("forced_game", "picker", text)
        carries = after_scored(deal.carried)
        if mode == "mauer":
            self._refuse_all_but(("strength", "losers"), hand, deal.options, "all_pass")
            paid = mauer(hand, deal)
            carries = carries._replace(pot=paid.pot)
            verdict = Verdict(None)
            return HandScore(paid.points, paid.reasons, deal.roles(), carries, verdict=verdict)
        points, reasons = self._passed_award(hand, deal)
        factor = carried_factor(deal, reasons) * last_hand_factor(hand, reasons)
        points = [factor * number for number in points]
        if mode in deal.options["next_doubled"]:
            carries = after_doubler(carries, reasons)
        return HandScore(points, reasons, deal.roles(), carries, factor, verdict=Verdict(None))

    def _passed_award(self, hand: Hand, deal: Deal) -> Award:
        """Who pays whom by the card points, or by what is said; where there are both they agree."""
        options = deal.options
        mode = options["all_pass"]
        if mode in SHOWN:
            asked = ("strength", "loser") if mode == "schwanzer" else ("loser",)
            self._refuse_all_but(asked, hand, options, "all_pass")
            return SHOWN[mode](hand, deal)
        if mode == "leaster" and options.get("leaster_wins") == FOR_JACK:
            self._refuse_all_but(("leaster_winner",), hand, options, "leaster_wins")
            return leaster_for_jack(hand, deal)
        for name, rule in FIELD_RULES.items():
            if name in hand and not self.fields_by_name[name].can_be_said(options):
                self._refuse_unplayed(name, hand, options, rule)
        told = [name for name in TOLD_FIELDS if name in hand]
        unasked = [name for name in told if not self.fields_by_name[name].can_be_said(options)]
        text = _("This is not asked of what is played here when everybody passes.")
        refuse_fields(hand, text, values=tuple(unasked))
        if not any(name in hand for name in COUNTED_FIELDS):
            return self._told_award(hand, deal)
        award, shares = self._counted_award(hand, deal)
        check_told(hand, shares)
        if set(told) - BESIDE_THE_COUNT and self._told_award(hand, deal)[0] != award[0]:
            raise contradiction(told[0])
        return award

    def _refuse_all_but(
        self, asked: Sequence[str], hand: Hand, options: Options, rule: str
    ) -> None:
        """Refuse what is not asked of a passed hand by a house rule, which is named."""
        for name in PASSED_FIELDS:
            if name in hand and name not in asked:
                self._refuse_unplayed(name, hand, options, rule)

    def _refuse_unplayed(self, name: str, hand: Hand, options: Options, rule: str) -> None:
        if hand[name] is None:
            return
        option = self.options_by_name[rule]
        raise HandProblem(
            "not_played",
            name,
            _("That is not asked here (house rule “%(option)s”: “%(choice)s”)."),
            option=Word(option.label),
            choice=Word(option.said(options[rule])),
        )

    def _counted_award(self, hand: Hand, deal: Deal) -> tuple[Award, Shares]:
        mode = deal.options["all_pass"]
        pile = Pile(self.trick_count, len(deal.active), self.blind)
        shares = read_shares(hand, deal, pile, deal.options.get("blind", "none"))
        if mode != "leaster":
            return COUSINS[mode](shares, deal, self.trick_count), shares
        if self.least is not None:
            return self.least(shares, deal, self.trick_count), shares
        return leaster(shares, deal, hand), shares

    def _told_award(self, hand: Hand, deal: Deal) -> Award:
        mode = deal.options["all_pass"]
        if mode != "leaster":
            return TOLD_COUSINS[mode](hand, deal)
        if self.told is not None:
            return self.told(hand, deal)
        return told_leaster(hand, deal)

    def _thrown_in(self, hand: Hand, deal: Deal) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=PASSED_FIELDS,
            marks=("last_hand",),
        )
        if deal.options["all_pass"] != "pot":
            return thrown_in(deal, deal.seats, deal.roles(), "picker")
        text = _("Everybody passed: each pays %(each)s into the pot, which holds %(pot)s now.")
        paid = pot.paid_by(deal, deal.active, deal.options["pot_unit"], text)
        carries = deal.carried._replace(pot=paid.pot)
        return HandScore(paid.points, paid.reasons, deal.roles(), carries, is_void=True)


def _always_somebodys(options: Options) -> str:
    """The field that always has somebody in it under these rules, empty where there is none."""
    mode = options["all_pass"]
    if mode == FORCED_PICK:
        return "picker"
    if mode in SHOWN:
        return "loser"
    is_for_jack = options.get("leaster_wins") == FOR_JACK
    return "leaster_winner" if is_for_jack else ""


def _anybody_cracks(deal: Deal) -> bool:
    """Whether an opponent may crack who might have picked and passed."""
    return bool(deal.options["who_may_crack"] == "any_defender")


def _tiers(options: Options, *, won: bool) -> Sequence[int]:
    """What a hand costs each opponent plain, with schneider and without a trick."""
    if options["tiers"] == OWN:
        prices: Sequence[int] = options["prices"]["won" if won else "lost"]
        return prices
    return TIERS[options["tiers"]]


def _by_spread(apart: int, options: Options) -> int:
    """1 for every `spread_step` card points between the sides that are begun, at least 1.

    >>> [_by_spread(apart, {"spread_step": 10}) for apart in (0, 2, 10, 58, 120)]
    [1, 1, 1, 6, 12]
    """
    step: int = options["spread_step"]
    return max(1, -(-apart // step))
