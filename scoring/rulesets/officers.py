"""Two-handed Officers' Schafkopf: sixteen cards each, half of them open.

Source: catsatcards.com, “Officers' Schafkopf” (the play, and that a double doubles). Its scoring
list is lost and no copy is known; the points are a proposal here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring import house_rules
from scoring.doublings import MARKS, after_scored, raised_factor, thrown_in
from scoring.errors import HandProblem
from scoring.hand_fields import RESULT, TRUMP, cracks, side_tricks
from scoring.options import Choice, Options, where
from scoring.outcome import (
    Outcome,
    Pile,
    agree,
    by_result,
    read_counted,
    refuse_fields,
    require,
    spans_of,
    tier_of,
)
from scoring.ruleset import Deal, Field, Figure, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.settle import against_each, one_side
from scoring.words import Side, _, signed

TRICKS = 16
PILE = Pile(TRICKS, 2)
FORCED = "forced"
PLAYED_FIELDS = ("contract", "trump", "result", "declarer_points", "declarer_tricks")
CATS = Source("catsatcards.com, Officers' Schafkopf", _("The play; its scoring list is lost"))


@dataclass(frozen=True, kw_only=True, eq=False)
class Officers(Ruleset):
    """One declarer wins or loses 2, 4 or 6; the opponent's score moves only by option."""

    def sums_to_zero(self, options: Options) -> bool:
        """Whether what one wins the other loses."""
        return bool(options["settlement"] == "zero_sum")

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches."""
        return spans_of(lambda points: _by_points(points, None))

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of the declarer, and why."""
        declarer = hand.get("declarer")
        if declarer is None:
            return _passed(hand, deal)
        require(
            hand,
            contract=_("Say what was announced: suit solo or wenz."),
            trump=_("Say which suit is trumps."),
        )
        if hand.get("doubled") and declarer == deal.dealer:
            raise HandProblem(
                "not_here", "doubled", _("Only the dealer may double, and he announced the game.")
            )
        counted = read_counted(hand, "declarer_points", "declarer_tricks", PILE)
        if counted is None:
            outcome = by_result(hand, "declarer_points")
        else:
            outcome = agree(hand, _by_points(*counted))
        factor = 2 if hand.get("doubled") else 1
        reasons = _reasons(declarer, outcome, factor)
        factor *= raised_factor(hand, deal, reasons)
        value = 2 * outcome.tier * factor * (1 if outcome.won else -1)
        points = one_side(deal.seats, (declarer,), value)
        if self.sums_to_zero(deal.options):
            points = against_each(deal.seats, deal.active, declarer, None, value)
        return HandScore(
            points,
            reasons,
            deal.roles(declarer),
            after_scored(deal.carried),
            factor,
            verdict=Verdict(outcome.won, outcome.tier, hand["contract"]),
        )


def _passed(hand: Hand, deal: Deal) -> HandScore:
    """Both passed, where the house rules let the dealer do so."""
    text = _("Say who announced the game, or that both passed.")
    if deal.options["all_pass"] == FORCED:
        text = _("Say who announced the game; the dealer may not pass.")
    require(hand, declarer=text)
    refuse_fields(
        hand,
        _("Both passed, so nothing was played."),
        values=PLAYED_FIELDS,
        marks=("doubled", *MARKS),
    )
    return thrown_in(deal, deal.seats, deal.roles(), "declarer")


def _by_points(points: int, tricks: int | None) -> Outcome:
    won = points >= 61
    return Outcome(won, tier_of(points, tricks, TRICKS, won, 30 if won else 31), points)


def _reasons(declarer: int, outcome: Outcome, factor: int) -> list[Reason]:
    text = {
        (True, 1): _("%(side)s won: %(value)s."),
        (True, 2): _("%(side)s won, and the opponent has not reached 30: %(value)s."),
        (True, 3): _("%(side)s took every trick: %(value)s."),
        (False, 1): _("%(side)s has not reached 61: %(value)s."),
        (False, 2): _("%(side)s has not reached 31: %(value)s."),
        (False, 3): _("%(side)s took no trick: %(value)s."),
    }[outcome.won, outcome.tier]
    value = 2 * outcome.tier * (1 if outcome.won else -1)
    code = "won" if outcome.won else "lost"
    reasons = [Reason(code, text, side=Side(declarer), value=signed(value))]
    if factor > 1:
        reasons.append(Reason("doubled", _("The dealer doubled: twice that.")))
    return reasons


RULESETS = (
    Officers(
        key="sheepshead2-officers",
        name=_("Officers' Schafkopf"),
        family=_("Sheepshead, two-handed"),
        summary=_("Two players, half the cards open; suit solo or wenz, the dealer may double."),
        seats=2,
        tables=(2,),
        is_zero_sum=False,
        options=(
            house_rules.choice_option(
                "settlement",
                _("Settlement"),
                _("Whose score moves."),
                "declarer_only",
                (
                    Choice("declarer_only", _("Only the declarer's")),
                    Choice("zero_sum", _("What one wins the other loses")),
                ),
            ),
            house_rules.choice_option(
                "all_pass",
                _("Both pass"),
                _("What happens when neither of the two wants to announce a game."),
                FORCED,
                (
                    Choice(FORCED, _("The dealer may not pass")),
                    Choice("doubler", _("Doubler: thrown in, the next hand counts double")),
                    Choice("redeal", _("Thrown in and dealt again")),
                ),
            ),
            house_rules.DOUBLERS,
            replace(
                house_rules.only_choices(house_rules.CRACKING, "off", "crack", "recrack"),
                meaning=_("How far doubling by knocking may go, beside the dealer’s double."),
            ),
        ),
        fields=(
            Field(
                "declarer",
                "seat",
                _("Declarer"),
                _("Who announced the game."),
                empty=_("Both passed"),
                empty_needs=where("all_pass", "doubler", "redeal"),
            ),
            Field(
                "contract",
                "choice",
                _("Contract"),
                _("What was announced."),
                when="played",
                choices=(Choice("suit_solo", _("Suit solo")), Choice("wenz", _("Wenz"))),
                usual="suit_solo",
            ),
            TRUMP,
            RESULT,
            Field(
                "declarer_points",
                "points",
                _("Card points of the declarer"),
                _("What the declarer took."),
                when="played",
            ),
            side_tricks(
                "declarer_tricks",
                _("Tricks of the declarer"),
                _("Only needed when it was all of them or none."),
                TRICKS,
            ),
            Field(
                "doubled",
                "flag",
                _("Doubled"),
                _("The dealer doubled after turning his own four cards."),
                when="played",
                place="rare",
            ),
            *cracks(
                _("The opponent cracked: doubled."),
                _("The declarer answered the crack: doubled again."),
            ),
        ),
        sources=(CATS,),
        figures=(
            CATS.states(_("A double doubles the hand")),
            CATS.states(_("A crack doubles, and so does a doubler, as in the standard game")),
            Figure(
                _("2, 4, 6 for the declarer, the same lost; 60 is lost"),
                "proposal",
                _("The page's list is lost and no copy is known: agree on it before you play."),
            ),
        ),
    ),
)
