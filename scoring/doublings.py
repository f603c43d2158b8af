"""What multiplies a hand: marks called at the table, doubled hands, the doubled last hand.

Order: tier, bump, marks (with their cap), doubler in the blind, blind pick, doubled hand, last
hand. All are factors, so only the cap depends on the order; it holds for marks alone (cardquorum
design document).
"""

from scoring.errors import HandProblem
from scoring.house_rules import (
    BLIND_DOUBLER,
    BLIND_PICK,
    BLITZING,
    CRACKING,
    NEXT_DOUBLED,
    SIXTY,
    as_set,
)
from scoring.options import Options
from scoring.ruleset import NOTHING_CARRIED, Carried, Deal, Hand, HandScore, Reason
from scoring.words import Word, _

MARKS = ("crack", "recrack", "castrate")
ALL_MARKS = frozenset((*MARKS, "blitzes"))
MOST_COMPOUND = 1024
"""Ten hands thrown in one after the other; more is somebody's mistake."""

ALLOWED_MARKS = {"off": 0, "crack": 1, "recrack": 2, "castrate": 3}

NOT_PLAYED = _("That is not called at this table (house rule “%(option)s”: “%(choice)s”).")

_MARK_TEXTS = {
    "crack": _("Cracked: doubled."),
    "recrack": _("Re-cracked: doubled again."),
    "castrate": _("Castrated: doubled once more."),
}
_OF_THE_BLIND = (
    (BLIND_DOUBLER, _("A doubler lay in the blind: doubled.")),
    (BLIND_PICK, _("Picked unseen: doubled.")),
)


def marks_factor(hand: Hand, options: Options, reasons: list[Reason]) -> int:
    """The factor of the marks called in a hand, capped; refuses a mark that cannot be.

    Sources: crack ×2, re-crack ×4 in all (catsatcards.com, Wikipedia), castrate ×8 in all and
    blitz ×2 each (Wikipedia, “Sheepshead (card game)”).
    """
    if ALL_MARKS.isdisjoint(hand):
        return 1  # as in most hands
    allowed = ALLOWED_MARKS[options["cracking"]]
    factor = 1
    for place, mark in enumerate(MARKS):
        if not hand.get(mark):
            continue
        if place >= allowed:
            raise HandProblem("mark_not_played", mark, NOT_PLAYED, **as_set(CRACKING, options))
        if place and not hand.get(MARKS[place - 1]):
            raise HandProblem(
                "mark_unanswered",
                mark,
                _("A re-crack answers a crack, and castrating answers a re-crack: enter that too."),
            )
        factor *= 2
        reasons.append(Reason(mark, _MARK_TEXTS[mark]))
    if blitzes := hand.get("blitzes", 0):
        if not options["blitzing"]:
            raise HandProblem("mark_not_played", "blitzes", NOT_PLAYED, **as_set(BLITZING, options))
        factor *= 2**blitzes
        text = _("Blitzes: %(count)s, so %(factor)s times.")
        reasons.append(Reason("blitz", text, count=blitzes, factor=2**blitzes))
    cap = options.get("multiplier_cap")
    if cap is not None and factor > cap:
        factor = cap
        reasons.append(Reason("cap", _("The table caps these at %(cap)s times."), cap=cap))
    return factor


def blind_factor(hand: Hand, options: Options, reasons: list[Reason]) -> int:
    """×2 each for a doubler in the blind and for picking unseen, which no cap holds back.

    Source: playsheepshead.org, house rules (where picking unseen is called a blitz).
    """
    factor = 1
    for option, text in _OF_THE_BLIND:
        if hand.get(option.name):
            if not options[option.name]:
                raise HandProblem(
                    "mark_not_played", option.name, NOT_PLAYED, **as_set(option, options)
                )
            factor *= 2
            reasons.append(Reason(option.name, text))
    return factor


def refuse_tied(options: Options) -> None:
    """Refuse that 60 to 60 is said where it doubles nothing."""
    if SIXTY not in options[NEXT_DOUBLED.name]:
        said = NEXT_DOUBLED.said(options[NEXT_DOUBLED.name])
        values = {"option": Word(NEXT_DOUBLED.label), "choice": Word(said)}
        raise HandProblem("mark_not_played", "tied", NOT_PLAYED, **values)


def carried_factor(deal: Deal, reasons: list[Reason]) -> int:
    """The factor that earlier hands left for this one."""
    if not deal.carried.doubled_hands:
        return 1
    factor = deal.carried.factor
    text = _("A doubled hand, because everybody passed before: %(factor)s times.")
    if deal.options.get(NEXT_DOUBLED.name):
        text = _("A doubled hand: %(factor)s times.")
    reasons.append(Reason("doubled_hand", text, factor=factor))
    return factor


def raised_factor(hand: Hand, deal: Deal, reasons: list[Reason]) -> int:
    """How many times a hand counts for what was called, and for hands that were thrown in."""
    if deal.carried is NOTHING_CARRIED and ALL_MARKS.isdisjoint(hand):
        return 1  # as in nearly every hand
    return marks_factor(hand, deal.options, reasons) * carried_factor(deal, reasons)


def last_hand_factor(hand: Hand, reasons: list[Reason]) -> int:
    """×2 for the last hand, where the table agreed so (J. Wadsack's score keeper)."""
    if not hand.get("last_hand"):
        return 1
    reasons.append(Reason("last_hand", _("The last hand: doubled.")))
    return 2


def after_scored(carried: Carried) -> Carried:
    """What is left of the doubled hands after one of them has been scored.

    >>> after_scored(Carried(doubled_hands=2, factor=2)).doubled_hands
    1
    """
    if carried is NOTHING_CARRIED:
        return carried
    if carried.doubled_hands > 1:
        return carried._replace(doubled_hands=carried.doubled_hands - 1)
    return carried._replace(doubled_hands=0, factor=1) if carried.pot else NOTHING_CARRIED


def after_doubler(carried: Carried, reasons: list[Reason]) -> Carried:
    """What is carried on, and one more doubled hand: a leaster, a mauer check or 60 to 60.

    Source: J. Wadsack's score keeper, where each of them makes the next hand a doubler.
    """
    count = carried.doubled_hands + 1
    text = _("The next hand is doubled. Doubled hands to come: %(count)s.")
    reasons.append(Reason("next_doubled", text, count=count))
    return carried._replace(doubled_hands=count, factor=2)


def thrown_in(deal: Deal, sides: int, roles: list[str], field: str) -> HandScore:
    """A hand that everybody passed: the next ones are doubled, or it is simply dealt again.

    `field`: by which it is said that everybody passed.
    """
    carries = deal.carried
    if deal.options["all_pass"] == "doubler":
        carries = after_thrown_in(carries, deal.options["doublers"], field)
        text = _("Everybody passed: thrown in. Doubled hands to come: %(count)s.")
        reason = Reason("doubler", text, count=carries.doubled_hands)
    else:
        reason = Reason("redeal", _("Everybody passed: thrown in, the same dealer deals again."))
    return HandScore([0] * sides, [reason], roles, carries, is_void=True)


def after_thrown_in(carried: Carried, doublers: str, field: str = "picker") -> Carried:
    """What a thrown-in hand leaves: `stack_hands`, `single` or `compound`.

    Sources: one more doubled hand, never more than ×2 on one hand (catsatcards.com, Doublers);
    only the next hand (cardquorum design document); ×2 for each pass on the next hand
    (playsheepshead.org, “rare”).

    >>> [after_thrown_in(Carried(1, 2), way)[:2] for way in ("stack_hands", "compound")]
    [(2, 2), (1, 4)]
    """
    if doublers == "single":
        return Carried(1, 2)
    if doublers == "compound":
        if carried.factor >= MOST_COMPOUND:
            raise HandProblem(
                "too_many_doublers",
                field,
                _("The next hand already counts %(factor)s times; it cannot be doubled again."),
                factor=carried.factor,
            )
        return Carried(1, carried.factor * 2)
    return Carried(carried.doubled_hands + 1, 2)
