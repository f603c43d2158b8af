"""Four-handed Sheepshead of southern Indiana: only winners score, the first to 24 wins.

Source: Wikipedia, “Sheepshead (card game)”, Four-handed, 5).
"""

from dataclasses import dataclass, replace

from scoring import house_rules
from scoring.errors import HandProblem
from scoring.hand_fields import PARTNER, RESULT
from scoring.options import Choice
from scoring.outcome import RESULT_CHOICES, RESULTS, refuse_fields, require
from scoring.ruleset import (
    Deal,
    Field,
    Hand,
    HandScore,
    Reason,
    Ruleset,
    Source,
    Verdict,
    interpretation,
    sourced,
)
from scoring.settle import one_side
from scoring.words import Side, _, _p

WIKIPEDIA = Source("Wikipedia, Sheepshead (card game)", _("Four-handed, southern Indiana"))
IN_A_BEST = ("contract", ("best",))
"""No source says what it costs to lose one."""
SIDE_SOLO_WON, SIDE_SOLO_LOST = 18, 6


@dataclass(frozen=True, kw_only=True, eq=False)
class Indiana(Ruleset):
    """Call, side solo or best; nobody ever loses points."""

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of the winners, and why."""
        require(hand, declarer=_("Say who called, or that everybody passed."))
        declarer = hand["declarer"]
        if declarer is None:
            refuse_fields(
                hand,
                _("Everybody passed, so nothing was played."),
                values=("contract", "partner", "result"),
            )
            reason = Reason(
                "redeal", _("Everybody passed: thrown in, the same dealer deals again.")
            )
            return HandScore([0] * deal.seats, [reason], deal.roles(), is_void=True)
        self._check(hand)
        partner, contract = hand.get("partner"), hand["contract"]
        roles = deal.roles(declarer, partner)
        won, tier = RESULTS[hand["result"]]
        verdict = Verdict(won, tier, contract)
        callers = [seat for seat in (declarer, partner) if seat is not None]
        winners = callers if won else [seat for seat in deal.active if seat not in callers]
        if contract == "best":
            target = int(deal.options["target"])
            text = _("%(side)s won a best: the whole game.")
            reason = Reason("best", text, side=Side(declarer))
            points = one_side(deal.seats, winners, target)
            return HandScore(points, [reason], roles, wins_game=declarer, verdict=verdict)
        if contract == "side_solo":
            amount = SIDE_SOLO_WON if won else SIDE_SOLO_LOST
        else:
            amount = 2 * tier
        reason = _reason(declarer, partner, contract, won, amount)
        points = one_side(deal.seats, winners, amount)
        return HandScore(points, [reason], roles, verdict=verdict)

    def _check(self, hand: Hand) -> None:
        require(
            hand,
            contract=_("Say what was played: call, side solo or best."),
            result=_("Say how it came out."),
        )
        partner = hand.get("partner")
        if hand["contract"] == "call" and partner is None:
            raise HandProblem("missing", "partner", _("A call has a partner: say who."))
        if hand["contract"] != "call" and partner is not None:
            raise HandProblem("no_partner", "partner", _("A solo is played without a partner."))
        if partner is not None and partner == hand["declarer"]:
            raise HandProblem(
                "partner_is_picker", "partner", _("The caller cannot be the own partner.")
            )
        if hand["contract"] == "best" and not RESULTS[hand["result"]][0]:
            raise HandProblem(
                "no_figure",
                "result",
                _("No source says what a lost best costs: agree on it and enter an adjustment."),
            )


def _reason(declarer: int, partner: int | None, contract: str, won: bool, amount: int) -> Reason:
    text = {
        ("call", True): _("%(side)s called (partner: %(partner)s) and won: %(amount)s each."),
        ("call", False): _(
            "%(side)s called (partner: %(partner)s) and lost: %(amount)s for each opponent."
        ),
        ("side_solo", True): _("%(side)s won a side solo: %(amount)s."),
        ("side_solo", False): _("%(side)s lost a side solo: %(amount)s for each opponent."),
    }[contract, won]
    who = {"side": Side(declarer)} | ({} if partner is None else {"partner": Side(partner)})
    return Reason("won" if won else "lost", text, amount=amount, **who)


RULESETS = (
    Indiana(
        key="sheepshead4-indiana",
        name=_("Sheepshead, southern Indiana"),
        family=_("Sheepshead, four-handed"),
        summary=_("Jacks above queens, hearts trumps; only winners score, 24 win."),
        seats=4,
        tables=(4,),
        is_zero_sum=False,
        options=(house_rules.target(24),),
        fields=(
            Field(
                "declarer",
                "seat",
                _("Caller"),
                _("Who called an ace or played alone."),
                empty=_("Everybody passed"),
            ),
            Field(
                "contract",
                "choice",
                _("Contract"),
                _("What was played."),
                when="played",
                choices=(
                    Choice("call", _p("own name of the game", "Call")),
                    Choice("side_solo", _("Side solo")),
                    Choice("best", _p("own name of the game", "Best")),
                ),
                usual="call",
            ),
            replace(
                PARTNER,
                meaning=_("Who held the called ace; only in a call."),
                unless=("contract", ("side_solo", "best")),
                empty_unless=("contract", ("call",)),
                apart_from="declarer",
            ),
            replace(
                RESULT,
                meaning=_("How the caller's side came out."),
                choices=tuple(
                    choice if RESULTS[choice.value][0] else choice._replace(unless=IN_A_BEST)
                    for choice in RESULT_CHOICES
                ),
            ),
        ),
        sources=(WIKIPEDIA,),
        figures=(
            WIKIPEDIA.states(_("Call 2, 4, 6; side solo 18 or 6; best the game; 24 points")),
            sourced(
                _("A lost best and a billy have no price and are not offered"),
                _("The article gives no figure for them."),
            ),
            interpretation(_("All pass: dealt again"), _("The article does not say.")),
            interpretation(
                _("Two who reach the end together: the one with more wins, equals share"),
                _("The article does not say."),
            ),
        ),
    ),
)
