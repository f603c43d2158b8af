"""Doppelkopf after the checklist of the Deutscher Doppelkopf-Verband (DDV).

Sources: baum24.net, Ermittlung des Spielwerts (the checklist of the DDV's tournament rules);
github.com/lbleckwenn/SmartDoko, templates/regeln.tpl (booking winners only, a hand that nobody
won, a silent wedding).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring import house_rules
from scoring.cards import totals_of
from scoring.errors import HandProblem
from scoring.neighbours.doppelkopf_fields import (
    ALL_POINTS,
    BANDS,
    FIELDS,
    MOST_EXTRAS,
    NOTHING,
    TRICKS,
    Band,
)
from scoring.neighbours.doppelkopf_value import (
    Party,
    Step,
    opposite,
    said_as_number,
    steps,
    steps_of_nobody,
    winner,
)
from scoring.options import Choice, Options
from scoring.ruleset import Deal, Figure, Hand, HandScore, Reason, Ruleset, Source, Verdict
from scoring.words import Sentence, Sides, Word, _, signed

BAUM = Source("baum24.net, Ermittlung des Spielwerts", _("The checklist of the DDV"))
SMARTDOKO = Source("github.com/lbleckwenn/SmartDoko", _("templates/regeln.tpl"))

PACK, EACH, TRICK_SIZE = 48, 8, 4
SWEPT = 3
BY_NAME: Mapping[str, Band] = {band.value: band for band in BANDS}


@dataclass(frozen=True, kw_only=True, eq=False)
class Doppelkopf(Ruleset):
    """Re against Kontra, or a soloist against three, for three times the points."""

    def sums_to_zero(self, options: Options) -> bool:
        """Whether the losers write what the winners get."""
        return bool(options["booking"] == "plus_minus")

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        if "declarer" not in hand:
            raise HandProblem(
                "missing", "declarer", _("Say who held a queen of clubs, or who played alone.")
            )
        if "partner" not in hand:
            raise HandProblem(
                "missing", "partner", _("Say who was with Re, or that it was a solo.")
            )
        declarer, partner = hand["declarer"], hand["partner"]
        if partner == declarer:
            raise HandProblem(
                "partner_is_picker", "partner", _("Nobody is his own partner: choose the other.")
            )
        re, kontra, is_exact = _parties(hand, is_solo=partner is None)
        won = winner(re, kontra)
        roles = ["defender" if seat in deal.active else "out" for seat in range(deal.seats)]
        roles[declarer] = "picker"
        if partner is not None:
            roles[partner] = "partner"
        value, reasons = _value(won, re, kontra, is_exact=is_exact, roles=roles)
        of_re = value if won is None or won.is_re else -value
        points = _booked(roles, of_re > 0, abs(value), deal.options)
        tier = SWEPT if won and 0 in (re.tricks, kontra.tricks) else 1
        verdict = Verdict(won.is_re if won else None, tier)
        reasons.append(_last(value, points, roles))
        return HandScore(points, reasons, roles, verdict=verdict)


def _value(
    won: Party | None, re: Party, kontra: Party, *, is_exact: bool, roles: Sequence[str]
) -> tuple[int, list[Reason]]:
    """What each winner gets, or where nobody won what Re does, and why."""
    if won is None:
        found = list(steps_of_nobody(re, kontra))
        text = _("Both missed what they announced: nobody won, and only what was reached counts.")
        first = Step(0, Reason("nobody", Sentence(text)))
    else:
        lost = kontra if won.is_re else re
        found = list(steps(won, lost, is_solo="partner" not in roles))
        first = Step(1, _first(won, lost, _winners(won, roles), is_exact=is_exact))
    lines = [first, *found]
    return sum(step.points for step in lines), [step.reason for step in lines]


def _parties(hand: Hand, *, is_solo: bool) -> tuple[Party, Party, bool]:
    """Re and Kontra, and whether their card points are known exactly."""
    points, tricks, is_exact = _taken(hand)
    extras = [hand.get(name, 0) for name in ("re_extras", "kontra_extras")]
    for name, own in zip(("re_extras", "kontra_extras"), extras, strict=True):
        if own and is_solo:
            raise HandProblem("not_here", name, _("In a solo there are no extra points."))
    if sum(extras) > MOST_EXTRAS:
        raise HandProblem(
            "too_many_extras",
            "kontra_extras",
            _("There are at most %(most)s extra points in a hand, both sides together."),
            most=MOST_EXTRAS,
        )
    said = [said_as_number(hand.get(name, NOTHING)) for name in ("re_said", "kontra_said")]
    re = Party(True, points, tricks, said[0], extras[0])
    kontra = Party(False, ALL_POINTS - points, opposite(tricks), said[1], extras[1])
    return re, kontra, is_exact


def _taken(hand: Hand) -> tuple[int, int | None, bool]:
    """Card points and tricks of Re, and whether they were counted exactly."""
    band = BY_NAME[hand["taken"]] if hand.get("taken") is not None else None
    points, tricks = hand.get("declarer_points"), hand.get("declarer_tricks")
    if points is None:
        if tricks is not None:
            raise HandProblem(
                "missing", "declarer_points", _("Enter the card points with the tricks.")
            )
        if band is None and "taken" in hand:
            raise HandProblem("missing", "declarer_points", _("Enter the card points of Re."))
        if band is None:
            raise HandProblem("missing", "taken", _("Say what Re took."))
        return band.low, band.tricks, band.low == band.high
    if tricks is None and band is not None and "declarer_tricks" not in hand:
        tricks = band.tricks
    _check(points, tricks)
    is_swept = tricks in (0, TRICKS)
    if band is not None and (
        not band.low <= points <= band.high or is_swept is (band.tricks is None)
    ):
        raise HandProblem(
            "result_disagrees",
            "taken",
            _("The choice says “%(said)s”, and the card points of Re are %(points)s."),
            said=Word(band.label),
            points=points,
        )
    return points, tricks, True


def _check(points: int, tricks: int | None) -> None:
    """Refuse card points that nobody can have with so many tricks (None: some, not all)."""
    if points in (1, ALL_POINTS - 1):
        text = _("No card is worth 1, so nobody can have %(points)s card points.")
        if points == 1:
            text = _("No card is worth 1, so nobody can have a single card point.")
        raise HandProblem("infeasible_points", "declarer_points", text, points=points)
    if tricks is None:
        return
    possible = totals_of(tricks * TRICK_SIZE, PACK, EACH)
    if points in possible:
        return
    low, high = min(possible), max(possible)
    if tricks == 0:
        text = _("Without a trick there are no card points.")
    elif tricks == TRICKS:
        text = _("All tricks together hold 240 card points.")
    elif low <= points <= high:
        text = _("No cards of %(tricks)s tricks add up to %(points)s card points.")
        if tricks == 1:
            text = _("No cards of one trick add up to %(points)s card points.")
    else:
        text = _("With %(tricks)s tricks only %(low)s to %(high)s card points are possible.")
        if tricks == 1:
            text = _("With one trick only %(low)s to %(high)s card points are possible.")
    values = {"tricks": tricks, "points": points, "low": low, "high": high}
    raise HandProblem("infeasible_points", "declarer_points", text, **values)


def _booked(roles: list[str], re_gains: bool, value: int, options: Options) -> list[int]:
    """What everybody writes: the soloist three times, and the losers only where they do.

    Where the losers' extra points are worth more than the hand, it is they who gain.
    """
    with_minus = options["booking"] == "plus_minus"
    alone = "partner" not in roles
    points = []
    for role in roles:
        is_re = role in ("picker", "partner")
        times = 0 if role == "out" else 3 if alone and is_re else 1
        if is_re is re_gains:
            points.append(times * value)
        else:
            points.append(-times * value if with_minus else 0)
    return points


def _winners(won: Party, roles: Sequence[str]) -> Sides:
    """The people of the party that won."""
    own = ("picker", "partner") if won.is_re else ("defender",)
    return Sides(seat for seat, role in enumerate(roles) if role in own)


def _first(won: Party, lost: Party, sides: Sides, *, is_exact: bool) -> Reason:
    """Who won, and with how many card points where these are known."""
    text = _("Re (%(sides)s) won: 1.") if won.is_re else _("Kontra (%(sides)s) won: 1.")
    if not lost.keeps_to(won):
        text = (
            _("Kontra missed what it announced, so Re (%(sides)s) won: 1.")
            if won.is_re
            else _("Re missed what it announced, so Kontra (%(sides)s) won: 1.")
        )
    elif is_exact:
        text = (
            _("Re (%(sides)s) took %(points)s card points and won: 1.")
            if won.is_re
            else _("Kontra (%(sides)s) took %(points)s card points and won: 1.")
        )
    code = "re_won" if won.is_re else "kontra_won"
    return Reason(code, Sentence(text, points=won.points, sides=sides))


def _last(value: int, points: list[int], roles: list[str]) -> Reason:
    """What it comes to, and who gets what."""
    text = _("Together %(value)s: each of Re gets %(re)s, each of Kontra %(kontra)s.")
    if "partner" not in roles:
        text = _("Together %(value)s: the soloist gets %(re)s, each of the others %(kontra)s.")
    re, kontra = points[roles.index("picker")], points[roles.index("defender")]
    sentence = Sentence(text, value=signed(value), re=signed(re), kontra=signed(kontra))
    return Reason("booked", sentence)


RULESETS = (
    Doppelkopf(
        key="doppelkopf",
        name="Doppelkopf",
        family="Neighbours",
        summary=_("Re against Kontra with 48 cards and 240 points; the checklist of the DDV."),
        seats=4,
        tables=(4, 5),
        scores="seats",
        is_zero_sum=True,
        options=(
            house_rules.choice_option(
                "booking",
                _("Booking"),
                _("Who writes points."),
                "plus_minus",
                (
                    Choice("plus_minus", _("Winners plus, losers minus")),
                    Choice("winners_only", _("Winners only")),
                ),
            ),
        ),
        fields=FIELDS,
        sources=(BAUM, SMARTDOKO),
        figures=(
            Figure(
                _("Re wins with 121, Kontra with 120; 121 if only Kontra was announced"),
                "sourced",
                BAUM.title,
            ),
            Figure(
                _("1 each: won, under 90, 60, 30, no trick, each level denied or resisted"),
                "sourced",
                BAUM.title,
            ),
            Figure(_("Re announced 2, Kontra announced 2"), "sourced", BAUM.title),
            Figure(
                _("Who misses what he announced has lost"),
                "sourced",
                BAUM.title,
            ),
            Figure(
                _("Extras: against the old ones, Doppelkopf, fox, Charlie; none in a solo"),
                "sourced",
                BAUM.title,
            ),
            Figure(_("The soloist three times"), "sourced", BAUM.title),
            Figure(
                _("Winners only: a solo three times when won, once to each when lost"),
                "sourced",
                SMARTDOKO.title,
            ),
            Figure(
                _("“No 90” and more include Re or Kontra; a silent wedding is a solo"),
                "sourced",
                SMARTDOKO.title,
            ),
            Figure(
                _("Both miss what they announced: only unders, resistance and extras count"),
                "sourced",
                SMARTDOKO.title,
            ),
            Figure(
                _("Winners only: if nobody won, or extras outweigh it, who has more books it"),
                "interpretation",
                _("The source does not say who writes then."),
            ),
            Figure(
                _("A caught Charlie, poverty, pigs, Bock rounds and must-solos are not offered"),
                "sourced",
                _("House rules outside the checklist."),
            ),
        ),
    ),
)
