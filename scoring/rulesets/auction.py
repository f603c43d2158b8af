"""Auction Sheepshead: two fixed pairs bid card points; the high bidders name trumps.

Source: catsatcards.com, “Sheepshead Schafkopf”, Auction Sheepshead (the bid and the play). No
source states the game points; they are a proposal here.
"""

from dataclasses import dataclass, replace

from scoring import house_rules
from scoring.cards import ALL_POINTS
from scoring.doublings import MARKS, after_scored, raised_factor, thrown_in
from scoring.errors import HandProblem
from scoring.hand_fields import RESULT, TRUMP, cracks, side_tricks
from scoring.options import Choice, where
from scoring.outcome import (
    RESULTS,
    Outcome,
    Pile,
    agree,
    by_result,
    disagreement,
    read_counted,
    refuse_fields,
    require,
    tier_of,
)
from scoring.ruleset import Deal, Field, Figure, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.settle import one_side
from scoring.words import Side, _, signed

TRICKS = 8
PILE = Pile(TRICKS, 4)
HALF = ALL_POINTS // 2
"""A bid is said by how much it is over half of the card points."""
TOTAL, OVER_60 = "total", "over_60"
MADE = _(
    "%(points)s card points make a bid of %(bid)s. Chosen: “%(said)s”. Counted: “%(fitting)s”."
)
NOT_MADE = _(
    "%(points)s card points do not make a bid of %(bid)s. Chosen: “%(said)s”. Counted: "
    "“%(fitting)s”."
)
RESULT_WORDS = (
    # Translators: a bid that was made
    Choice("won", _("Made")),
    Choice("won_schneider", _("Made, 91 or more"), brief=_("91 or more")),
    Choice("won_schwarz", _("Made, every trick"), brief=_("Every trick")),
    # Translators: a bid that failed
    Choice("lost", _("Failed")),
    Choice("lost_schneider", _("Failed, 30 or less"), brief=_("30 or less")),
    Choice("lost_schwarz", _("Failed, no trick"), brief=_("No trick")),
)
CATS = Source("catsatcards.com, Sheepshead Schafkopf", _("Auction Sheepshead"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Auction(Ruleset):
    """The bidding pair wins or loses its price; the other pair's score does not move."""

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of the bidding pair, and why."""
        require(hand, bidders=_("Say which pair bid highest, or that everybody passed."))
        bidders = hand["bidders"]
        if bidders is None:
            refuse_fields(
                hand,
                _("Everybody passed, so nothing was played."),
                values=("bid", "trump", "bidder_points", "bidder_tricks", "result"),
                marks=MARKS,
            )
            return thrown_in(deal, 2, ["player", "player"], "bidders")
        require(hand, bid=_("Enter the bid, 1 to 60 over: 61 to 120."))
        bid = hand["bid"]
        if bid <= HALF:
            bid += HALF  # a record of this table has only by how much it is over
        outcome = self._outcome(hand, bid)
        prices = {"tiers": 2 * outcome.tier, "bid": bid, "said": bid - HALF}
        value = prices[deal.options["value"]] * (1 if outcome.won else -1)
        reasons = _reasons(bidders, bid, outcome, value)
        factor = raised_factor(hand, deal, reasons)
        return HandScore(
            one_side(2, (bidders,), value * factor),
            reasons,
            ["makers" if side == bidders else "defenders" for side in (0, 1)],
            after_scored(deal.carried),
            factor,
            verdict=Verdict(outcome.won, outcome.tier, hand.get("trump", "")),
        )

    def _outcome(self, hand: Hand, bid: int) -> Outcome:
        """Made or failed by the bid; the tier of a failed bid goes by the bidders' own points."""
        counted = read_counted(hand, "bidder_points", "bidder_tricks", PILE)
        if counted is None:
            return self._said(hand, bid)
        points, tricks = counted
        won = points >= bid
        if won or points <= 60:
            tier = tier_of(points, tricks, TRICKS, won, 30 if won else 31)
        else:
            tier = 1
        outcome = Outcome(won, tier, points)
        result = hand.get("result")
        if result is not None and RESULTS[result][0] != won:
            text = MADE if won else NOT_MADE
            raise disagreement(text, result, outcome, RESULT_WORDS, bid=bid)
        return agree(hand, outcome, RESULT_WORDS)

    def _said(self, hand: Hand, bid: int) -> Outcome:
        """The one-tap result; a plain “won” is 61 to 90, which cannot make a higher bid."""
        outcome = by_result(hand, "bidder_points")
        if outcome.won and outcome.tier == 1 and bid > 90:
            raise HandProblem(
                "result_disagrees",
                "result",
                _("A plain win is 61 to 90 card points; that does not make a bid of %(bid)s."),
                bid=bid,
            )
        return outcome


def _reasons(bidders: int, bid: int, outcome: Outcome, value: int) -> list[Reason]:
    if outcome.won:
        text = _("The bidders (%(side)s) bid %(said)s over, that is %(bid)s, and made it.")
    else:
        text = _("The bidders (%(side)s) bid %(said)s over, that is %(bid)s, and failed.")
    code = "made" if outcome.won else "failed"
    reasons = [Reason(code, text, side=Side(bidders), said=bid - HALF, bid=bid)]
    tier = {
        (True, 2): _("The others have not reached 30."),
        (True, 3): _("Every trick."),
        (False, 2): _("The bidders have not reached 31."),
        (False, 3): _("Not one trick."),
    }.get((outcome.won, outcome.tier))
    if tier is not None:
        reasons.append(Reason("tier", tier))
    return [*reasons, Reason("price", _("Worth %(value)s."), value=signed(value))]


RULESETS = (
    Auction(
        key="sheepshead4-auction",
        name=_("Auction Sheepshead"),
        family=_("Sheepshead, four-handed"),
        summary=_("Two pairs bid how many card points they will take and name trumps."),
        seats=4,
        tables=(4,),
        scores="pairs",
        is_zero_sum=False,
        options=(
            house_rules.choice_option(
                "value",
                _("Price"),
                _("What a bid wins or loses."),
                "tiers",
                (
                    Choice("tiers", _("2, 4 (schneider), 6 (every trick)")),
                    Choice("said", _("The bid as it is said: 10 for 10 over"), also=("bid_over",)),
                    Choice("bid", _("The whole bid: 70 for 10 over")),
                ),
            ),
            replace(
                house_rules.only_choices(house_rules.ALL_PASS, "doubler", "redeal"),
                meaning=_("What happens when nobody bids."),
                default="redeal",
            ),
            house_rules.DOUBLERS,
            house_rules.CRACKING,
            house_rules.choice_option(
                "bid_entry",
                _("A bid in a record"),
                _("How programs write a bid down; the form of a hand takes it either way."),
                TOTAL,
                (
                    Choice(TOTAL, _("Whole: 70 for 10 over")),
                    Choice(OVER_60, _("As it is said: 10 for 10 over")),
                ),
                group="booking",
            ),
        ),
        fields=(
            Field(
                "bidders",
                "pair",
                _("High bidders"),
                _("Which pair bid highest and named trumps."),
                empty=_("Everybody passed"),
            ),
            Field(
                "bid",
                "count",
                _("Bid"),
                _(
                    "The card points that pair contracts to take, as said: “10 over” (or 10) is "
                    "10 over 60, and so is 70."
                ),
                when="played",
                low=HALF + 1,
                over=HALF,
                only_over=where("bid_entry", OVER_60),
                often=(65, 70, 75, 80, 85, 90),
            ),
            replace(
                TRUMP,
                meaning=_("The suit that was named; it changes no points, and may be left out."),
                place="rare",
            ),
            replace(
                RESULT,
                meaning=_("How the bidders came out, in one tap; instead of card points."),
                choices=RESULT_WORDS,
            ),
            Field(
                "bidder_points",
                "points",
                _("Card points of the bidders"),
                _("What the bidding pair took."),
                when="played",
            ),
            side_tricks(
                "bidder_tricks",
                _("Tricks of the bidders"),
                _("Only needed when they took all of them or none."),
                TRICKS,
            ),
            *cracks(
                _("One of the other pair cracked: doubled."),
                _("The bidders answered the crack: doubled again."),
                _("The other pair answered the re-crack: doubled once more."),
            ),
        ),
        sources=(CATS,),
        figures=(
            Figure(
                _("2, 4, 6 for a bid that is made, the same lost; or the bid, as said or whole"),
                "proposal",
                _("No source states what a bid is worth: agree on it before you play."),
            ),
            Figure(_("All pass: dealt again"), "proposal", _("No source says.")),
            CATS.states(_("A crack doubles, and so does a doubler, as in the standard game")),
        ),
    ),
)
