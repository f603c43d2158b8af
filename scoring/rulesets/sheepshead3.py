"""Three-handed Sheepshead, also Schafskopf: ten cards each, a blind of two, one against two.

Sources: robreid.com, “Schafskopf Rules”, The Scoring; catsatcards.com, “Sheepshead Schafkopf”;
D. Parlett, The Penguin Book of Card Games, American Sheepshead after J. Wergin; “You Should Play
Sheepshead”, Scoring; sheepsheadrules.com, Scoring Rules.
"""

from dataclasses import replace

from scoring import house_rules as house
from scoring.all_passed import TWO_TRICKLESS, Award, tie_is_broken, told_least
from scoring.errors import HandProblem
from scoring.hand_fields import (
    NO_CARD_POINTS,
    NO_TRICK,
    RESULT,
    SWEEPER,
    fields_with_least,
    picker_fields,
)
from scoring.house_rules import with_defaults
from scoring.house_sources import with_house_sources
from scoring.options import Choice, where
from scoring.outcome import refuse_fields
from scoring.picker import PickerGame
from scoring.ruleset import Deal, Figure, Hand, Reason, Source, interpretation, sourced
from scoring.settle import one_side
from scoring.shares import Shares, require_tricks
from scoring.words import Side, _

TRICKS, BLIND = 10, 2

ROB = Source("robreid.com, Schafskopf Rules", _("The Scoring"))
CATS = Source("catsatcards.com, Sheepshead Schafkopf", _("The score of the three-handed game"))
WERGIN = Source(
    "D. Parlett, The Penguin Book of Card Games", _("American Sheepshead, after Wergin")
)
COINS = Source("You Should Play Sheepshead", _("Three Player Sheepshead, Scoring"))
SSR = Source("sheepsheadrules.com", _("Scoring rules"))
FOUR_OR_FIVE = sourced(
    _("At a table of four the dealer sits out, at five the dealer and the third to the left"),
    _("catsatcards.com, Alternate Rules for 4 and 5 players"),
)


TRICKLESS = _("All passed: %(side)s took no trick: %(gain)s.")
NO_POINTS = _("All passed: %(side)s took no card points: %(gain)s.")
FEWEST = _("All passed: %(side)s has the fewest card points: %(gain)s.")
EVERY_TRICK = _("All passed: %(side)s took every trick: %(gain)s.")


def rob_least(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """4 without a trick, 3 without card points, else 2; tied players 1 each; nobody loses.

    Two players without a trick tie (interpretation).
    """
    require_tricks(shares, 0)
    fewest = min(shares.points)
    best = [place for place, points in enumerate(shares.points) if points == fewest]
    if len(best) > 1 and deal.options["no_trick_breaks_tie"]:
        trickless = [place for place in best if not shares.has_trick(place)]
        best = trickless if len(trickless) == 1 else best
    if len(best) > 1:
        text = _("All passed: %(side)s ties for the fewest card points, %(points)s: %(gain)s.")
        reasons = [_least_reason(shares.seats[place], text, fewest, 1) for place in best]
        return one_side(deal.seats, [shares.seats[place] for place in best], 1), reasons
    seat = shares.seats[best[0]]
    if not shares.has_trick(best[0]):
        gain, text = 4, TRICKLESS
    elif fewest == 0:
        gain, text = 3, NO_POINTS
    else:
        gain, text = 2, _("All passed: %(side)s has the fewest card points, %(points)s: %(gain)s.")
    return one_side(deal.seats, (seat,), gain), [_least_reason(seat, text, fewest, gain)]


def rob_told(hand: Hand, deal: Deal) -> Award:
    """The same by who is said to have won, without a trick or without card points."""
    winners, trickless = told_least(hand, deal)
    if len(winners) > 1:
        if deal.options["no_trick_breaks_tie"] and len(trickless) == 1:
            raise tie_is_broken(trickless[0])
        text = _("All passed: %(side)s ties for the fewest card points: %(gain)s.")
        return one_side(deal.seats, winners, 1), [_told_reason(seat, text, 1) for seat in winners]
    gain, text = 2, FEWEST
    if trickless:
        gain, text = 4, TRICKLESS
    elif hand.get("no_card_points"):
        gain, text = 3, NO_POINTS
    return one_side(deal.seats, winners, gain), [_told_reason(winners[0], text, gain)]


def cats_least(shares: Shares, deal: Deal, trick_count: int) -> Award:
    """2 for the fewest card points, 4 without a trick; every trick costs 4.

    Two who tie: the one whose last trick is longer ago, no trick counting as longest ago
    (interpretation); all on 40: the third to pass.
    """
    require_tricks(shares, 0)
    swept = shares.sweeper(trick_count)
    if swept is not None:
        seat = shares.seats[swept]
        return one_side(deal.seats, (seat,), -4), [_least_reason(seat, EVERY_TRICK, 120, -4)]
    fewest = min(shares.points)
    best = [place for place, points in enumerate(shares.points) if points == fewest]
    text = _("All passed: %(side)s has the fewest card points, %(points)s: %(gain)s.")
    if len(best) == 1:
        place = best[0]
    elif len(best) == 3:
        place = shares.seats.index(deal.bidding_order[-1])
        text = _(
            "All passed, and all have %(points)s: the third to pass (%(side)s) wins: %(gain)s."
        )
    else:
        place = _longer_ago(shares, best)
        text = _("All passed, tied on %(points)s, last trick longer ago: %(side)s, %(gain)s.")
    gain = 2
    if not shares.has_trick(place):
        gain, text = 4, TRICKLESS
    seat = shares.seats[place]
    return one_side(deal.seats, (seat,), gain), [_least_reason(seat, text, fewest, gain)]


def cats_told(hand: Hand, deal: Deal) -> Award:
    """The same by the one who is said to have won, a tie broken; or to have taken every trick."""
    sweeper = hand.get("sweeper")
    if sweeper is not None:
        refuse_fields(
            hand,
            _("Whoever takes every trick pays: nobody has won."),
            values=("winners", "no_trick"),
        )
        return one_side(deal.seats, (sweeper,), -4), [_told_reason(sweeper, EVERY_TRICK, -4)]
    winners, trickless = told_least(hand, deal)
    if len(winners) > 1:
        text = _("One player wins: of those who tie, whose last trick is longer ago.")
        raise HandProblem("one_wins", "winners", text)
    gain, text = (4, TRICKLESS) if trickless else (2, FEWEST)
    return one_side(deal.seats, winners, gain), [_told_reason(winners[0], text, gain)]


def _told_reason(seat: int, text: str, gain: int) -> Reason:
    """Why a seat gains at a least of which nobody counted the card points."""
    return Reason(_code(text), text, side=Side(seat), gain=gain)


def _least_reason(seat: int, text: str, points: int, gain: int) -> Reason:
    """Why a seat gains at a least whose others neither win nor lose."""
    return Reason(_code(text), text, side=Side(seat), points=points, gain=gain)


def _code(text: str) -> str:
    return "trickless" if text is TRICKLESS else "least"


def _longer_ago(shares: Shares, tied: list[int]) -> int:
    for place in tied:
        if not shares.has_trick(place):
            return place
    last = shares.last_tricks
    if last is None:
        raise HandProblem(
            "missing",
            "last_trick_won",
            _("Two players tie: enter which trick each player won last."),
        )
    return min(tied, key=lambda place: last[place])


DOUBLING = (*house.MARKS, *house.OF_THE_BLIND)
OPTIONS = with_defaults(
    (
        *house.PRICES,
        house.BURY_COUNTS_FOR,
        *house.PASSED,
        *house.LEASTER,
        *DOUBLING,
        house.NEXT_DOUBLED,
        house.TRUMP_RULE,
    ),
    must_take_trick=False,
)
LEAST_OR_THROWN_IN = (
    house.only_choices(house.ALL_PASS, "leaster", "doubler", "forced_pick", "redeal"),
    replace(house.BLIND, needs=house.PLAYED_OUT),
    house.DOUBLERS,
)
"""Where only one player's score moves, nobody else pays for a hand that everybody passed."""
AFTER_A_LEAST = house.only_choices(house.NEXT_DOUBLED, "leaster", house.SIXTY)

coins = PickerGame(
    key="sheepshead3-coins",
    name=_("Sheepshead, three-handed (coins)"),
    family=_("Sheepshead, three-handed"),
    summary=_("One coin with each opponent, two for schneider, three for no trick."),
    seats=3,
    tables=(3, 4, 5),
    third_left_sits_out=True,
    trick_count=TRICKS,
    blind=BLIND,
    fields=picker_fields(TRICKS, BLIND, has_partner=False),
    options=with_defaults(OPTIONS, schneider="both30", leaster="1-2"),
    sources=(COINS,),
    figures=(
        COINS.states(_("1, 2, 3 coins; 30 escape schneider; leaster 1 and 2")),
        interpretation(
            _("A tied leaster pays nothing; the last trick takes the blind"),
            _("The text does not say; as in Wikipedia."),
        ),
        TWO_TRICKLESS,
        FOUR_OR_FIVE,
    ),
)

BY_POINTS = {
    "won_schwarz": Choice("won_schwarz", _("Won, all 120 card points"), brief=_("All 120")),
    "lost_schwarz": Choice("lost_schwarz", _("Lost, no card point"), brief=_("No card point")),
}
ROB_RESULT = replace(
    RESULT, choices=tuple(BY_POINTS.get(choice.value, choice) for choice in RESULT.choices)
)
rob = replace(
    coins,
    key="sheepshead3-rob",
    name=_("Schafskopf, three-handed (Rob Reid)"),
    summary=_("Only the taker's score moves; discards go to the opponents; 10 points win."),
    is_zero_sum=False,
    picker_only=True,
    tier_by_points=True,
    least=rob_least,
    told=rob_told,
    options=with_defaults(
        (
            *(
                replace(option, group="prices") if option is house.DOUBLE_ON_BUMP else option
                for option in house.PRICES
            ),
            house.BURY_COUNTS_FOR,
            *LEAST_OR_THROWN_IN,
            house.NO_TRICK_BREAKS_TIE,
            *DOUBLING,
            AFTER_A_LEAST,
            house.TRUMP_RULE,
            house.target(10),
        ),
        tiers="2-4-6",
        bury_counts_for="opponents",
    ),
    fields=fields_with_least(
        TRICKS,
        BLIND,
        points_meaning=_("What the taker's tricks hold; the discards are the opponents'."),
        result=ROB_RESULT,
        passed=(NO_TRICK, NO_CARD_POINTS),
    ),
    sources=(ROB,),
    figures=(
        ROB.states(_("6, 4, 2 and the same lost; least 4, 3, 2, 1; 10 points")),
        interpretation(
            _("Two players without a trick in a least get 1 each"),
            _("The page has a row for a tie and a row for no trick, and not for both."),
        ),
        interpretation(
            _("Two who reach 10 together share the game"),
            _("Only a tied least can bring it about."),
        ),
        FOUR_OR_FIVE,
    ),
)

catsatcards = replace(
    coins,
    key="sheepshead3-catsatcards",
    name=_("Schafkopf, three-handed (Cat's at Cards)"),
    summary=_("The classic: only the picker's score moves, 2, 4, 6; a least when all pass."),
    is_zero_sum=False,
    picker_only=True,
    least=cats_least,
    told=cats_told,
    options=with_defaults(
        (
            *house.PRICES,
            house.BURY_COUNTS_FOR,
            *LEAST_OR_THROWN_IN,
            *DOUBLING,
            AFTER_A_LEAST,
            house.TRUMP_RULE,
        ),
        tiers="2-4-6",
    ),
    fields=fields_with_least(
        TRICKS,
        BLIND,
        passed=(NO_TRICK, replace(SWEEPER, needs=where("all_pass", "leaster"))),
        last_trick_breaks_tie=True,
    ),
    sources=(CATS, ROB, WERGIN),
    figures=(
        Figure(
            _("2, 4 and 6, won or lost"),
            "restored",
            _("The page's own tables are lost; robreid.com and Parlett retell the same game."),
        ),
        CATS.states(_("Least 2, without a trick 4, every trick −4, ties")),
        interpretation(
            _("A player without a trick wins a tie; after every trick by one, the others get 0"),
            _("The page does not say."),
        ),
        FOUR_OR_FIVE,
    ),
)

wergin = replace(
    coins,
    key="sheepshead3-wergin",
    name=_("Sheepshead, three-handed (Wergin)"),
    summary=_("Everybody pays or is paid: 2, 4, 6 with each opponent, or 3, 4, 5."),
    options=with_defaults(OPTIONS, tiers="2-4-6", leaster="2-4"),
    sources=(WERGIN,),
    figures=(
        WERGIN.states(_("2-4-6 and 3-4-5; leaster 2 and 4, or 2 and 3")),
        interpretation(
            _("A picker on exactly 30 pays double"), _("“The same schedule” leaves 30 open.")
        ),
        interpretation(
            _("A tied leaster pays nothing; the last trick takes the blind"),
            _("The book does not say; as in Wikipedia."),
        ),
        TWO_TRICKLESS,
        FOUR_OR_FIVE,
    ),
)

sheepsheadrules = replace(
    coins,
    key="sheepshead3-sheepsheadrules",
    name=_("Sheepshead, three-handed (sheepsheadrules.com)"),
    summary=_("As with coins, but the picker needs 31 to escape schneider."),
    options=with_defaults(OPTIONS, leaster="1-2"),
    sources=(SSR,),
    figures=(
        SSR.states(_("1, 2, 3; the picker needs 31")),
        interpretation(
            _("Leaster 1, without a trick 2"),
            _("As in the game with coins: three-handed, a leaster without a trick pays more."),
        ),
        TWO_TRICKLESS,
        FOUR_OR_FIVE,
    ),
)


RULESETS = with_house_sources(rob, catsatcards, wergin, coins, sheepsheadrules)
