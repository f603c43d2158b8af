"""Saskop and its relatives: two pairs, and strokes for the pair that wins a hand.

Source: pagat.com, “Saskop”: the stroke table and the text below it. What other rulesets count
differently stands with them in `scoring.rulesets.saskop`.
"""

from dataclasses import dataclass

from scoring.cards import ALL_POINTS, SASKU_PACK
from scoring.errors import HandProblem
from scoring.outcome import RESULTS, Outcome, Pile, check_side, disagrees, refuse_fields
from scoring.ruleset import (
    NOTHING_CARRIED,
    Carried,
    Deal,
    Hand,
    HandScore,
    Reason,
    Ruleset,
    Verdict,
)
from scoring.words import Sentence, Side, _

TRICKS = 9
PILE = Pile(TRICKS, 4, 0, SASKU_PACK)


@dataclass(frozen=True, kw_only=True, eq=False)
class Sasku(Ruleset):
    """A way of counting strokes.

    `passed`: strokes of a hand that everybody passed; `sweep`: strokes for all nine tricks, None
    for the whole game; `sweeps_passed`: that also holds in a passed hand; `tie`: `replay`,
    `namers_lose` (2 to the pair that did not name trumps) or `carry` (2 more for the next
    winner); `ninety`: strokes more for exactly 90.
    """

    passed: int
    tie: str
    sweep: int | None = None
    sweeps_passed: bool = False
    ninety: int = 0

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Strokes of a hand, and why."""
        makers, trump = self._contract(hand, deal)
        if hand.get("blind_diamonds") and trump != "diamonds":
            raise HandProblem(
                "not_here",
                "blind_diamonds",
                _("Only diamonds can be ordered blind, and another suit is trumps."),
            )
        points, swept = self._taken(hand, makers)
        reasons: list[Reason] = []
        if points is not None and points[0] == points[1]:
            return self._tied(deal, makers, trump, reasons)
        winner = swept if swept is not None else self._winner(hand, points, makers)
        if swept is not None and (makers is not None or self.sweeps_passed):
            strokes = self._sweep(deal, swept, reasons)
        elif makers is None:
            strokes = self.passed
            text = _("Everybody passed, so diamonds; %(side)s has more: %(strokes)s.")
            values = {"side": Side(winner), "strokes": strokes}
            reasons.append(Reason("passed", Sentence(text, **values)))
        else:
            best = points[winner] if points is not None else None
            strokes = self._strokes(hand, makers, trump, winner, best, reasons)
        if deal.carried.bonus:
            strokes += deal.carried.bonus
            text = _("%(bonus)s more from the tied hand before.")
            reasons.append(Reason("bonus", Sentence(text, bonus=deal.carried.bonus)))
        wins = swept if swept is not None and self._wins_game(makers) else None
        return HandScore(
            [strokes if side == winner else 0 for side in (0, 1)],
            reasons,
            _roles(makers),
            wins_game=wins,
            special="lambapea" if wins is not None else None,
            verdict=_verdict(hand, makers, trump, winner, points, swept),
        )

    def _wins_game(self, makers: int | None) -> bool:
        return self.sweep is None and (makers is not None or self.sweeps_passed)

    def _contract(self, hand: Hand, deal: Deal) -> tuple[int | None, str]:
        """Who named which trumps; a replay keeps those of the tied hand."""
        kept = deal.carried.replay
        if kept is not None:
            for name in ("makers", "trump"):
                if name in hand and hand[name] != kept[name]:
                    raise HandProblem(
                        "replay_differs",
                        name,
                        _("A tied hand is replayed with the same makers and the same trumps."),
                    )
            return kept["makers"], kept["trump"]
        if "makers" not in hand:
            raise HandProblem(
                "missing", "makers", _("Say which pair named trumps, or that everybody passed.")
            )
        if hand["makers"] is None:
            if hand.get("trump", "diamonds") != "diamonds":
                raise HandProblem(
                    "passed_is_diamonds", "trump", _("When everybody passes, diamonds are trumps.")
                )
            return None, "diamonds"
        if "trump" not in hand:
            raise HandProblem("missing", "trump", _("Say which suit is trumps."))
        return hand["makers"], hand["trump"]

    def _taken(self, hand: Hand, makers: int | None) -> tuple[list[int] | None, int | None]:
        """Card points of both pairs (None: only a result), and the pair that took all tricks."""
        points, tricks = hand.get("card_points"), hand.get("tricks")
        result = hand.get("result")
        if makers is None:
            refuse_fields(
                hand,
                _("Everybody passed, so there are no makers to win or lose."),
                values=("result",),
                marks=("blind_diamonds",),
            )
        if tricks is not None and sum(tricks) != TRICKS:
            raise HandProblem("wrong_sum", "tricks", _("The tricks must add up to nine."))
        if points is None:
            if result is None or tricks is not None:
                raise HandProblem("missing", "card_points", _("Enter the card points."))
            won, tier = RESULTS[result]
            assert makers is not None
            return None, (makers if won else 1 - makers) if tier == 3 else None
        if sum(points) != ALL_POINTS:
            raise HandProblem(
                "wrong_sum",
                "card_points",
                _("The card points add up to %(sum)s; it must be 120."),
                sum=sum(points),
            )
        if tricks is None and "tricks" not in hand and result in ("won_schwarz", "lost_schwarz"):
            assert makers is not None
            own = TRICKS if result == "won_schwarz" else 0
            tricks = [own, TRICKS - own] if makers == 0 else [TRICKS - own, own]
        check_side(points[0], tricks[0] if tricks else None, PILE, field="card_points")
        swept = tricks.index(TRICKS) if tricks and TRICKS in tricks else None
        if result is not None:
            self._check_result(result, makers, points, swept)
        return points, swept

    def _check_result(
        self, result: str, makers: int | None, points: list[int], swept: int | None
    ) -> None:
        assert makers is not None
        best = max(points)
        if best == ALL_POINTS // 2:
            raise HandProblem(
                "result_disagrees",
                "result",
                _("60 to 60 is a tie, which nobody wins or loses: take the result back."),
            )
        tier = 3 if swept is not None else 2 if best > 90 else 1
        counted = Outcome(points[makers] == best, tier, points[makers])
        if RESULTS[result] != counted[:2]:
            raise disagrees(result, counted)

    def _winner(self, hand: Hand, points: list[int] | None, makers: int | None) -> int:
        if points is not None:
            return 0 if points[0] > points[1] else 1
        assert makers is not None
        return makers if RESULTS[hand["result"]][0] else 1 - makers

    def _strokes(
        self,
        hand: Hand,
        makers: int,
        trump: str,
        winner: int,
        best: int | None,
        reasons: list[Reason],
    ) -> int:
        """2, and 2 more each for diamonds, for beaten makers and for more than 90."""
        big = best > 90 if best is not None else RESULTS[hand["result"]][1] == 2
        strokes = 2
        if winner == makers:
            text = _("The makers, %(side)s, won: 2.")
        else:
            text = _("The makers were beaten by %(side)s: 4.")
            strokes = 4
        reasons.append(Reason("won", Sentence(text, side=Side(winner))))
        if trump == "diamonds":
            strokes += 2
            reasons.append(Reason("diamonds", Sentence(_("Diamonds are trumps: 2 more."))))
        if big:
            strokes += 2
            reasons.append(Reason("ninety_one", Sentence(_("More than 90 card points: 2 more."))))
        elif best == 90 and self.ninety:
            strokes += self.ninety
            text = _("Exactly 90 card points: %(ninety)s more.")
            reasons.append(Reason("ninety", Sentence(text, ninety=self.ninety)))
        if hand.get("blind_diamonds"):
            strokes += 2
            reasons.append(Reason("blind_diamonds", Sentence(_("Ordered blind: 2 more."))))
        return strokes

    def _sweep(self, deal: Deal, side: int, reasons: list[Reason]) -> int:
        if self.sweep is None:
            text = _("All nine tricks: a lambapea for %(side)s, the whole game.")
            reasons.append(Reason("lambapea", Sentence(text, side=Side(side))))
            return int(deal.options["target"])
        text = _("All nine tricks, karvane: %(strokes)s for %(side)s.")
        reasons.append(Reason("karvane", Sentence(text, strokes=self.sweep, side=Side(side))))
        return self.sweep

    def _tied(self, deal: Deal, makers: int | None, trump: str, reasons: list[Reason]) -> HandScore:
        points = [0, 0]
        carries = NOTHING_CARRIED
        if self.tie == "replay":
            carries = Carried(replay={"makers": makers, "trump": trump})
            text = _("60 to 60: nobody scores; the same dealer deals, same makers, same trumps.")
        elif self.tie == "carry":
            carries = Carried(bonus=deal.carried.bonus + 2)
            text = _("60 to 60: nobody scores; the next winner gets 2 more.")
        elif makers is None:
            text = _("60 to 60 after everybody passed: nobody scores.")
        else:
            points[1 - makers] = 2
            text = _("60 to 60: 2 for the pair that did not name trumps.")
        reasons.append(Reason("tie", Sentence(text)))
        is_void = self.tie == "replay"
        verdict = Verdict(won=False, contract=trump) if any(points) else None
        return HandScore(points, reasons, _roles(makers), carries, is_void=is_void, verdict=verdict)


def _verdict(
    hand: Hand,
    makers: int | None,
    trump: str,
    winner: int,
    points: list[int] | None,
    swept: int | None,
) -> Verdict:
    if points is None:
        tier = RESULTS[hand["result"]][1]
    else:
        tier = 3 if swept is not None else 2 if points[winner] > 90 else 1
    return Verdict(None if makers is None else winner == makers, tier, trump)


def _roles(makers: int | None) -> list[str]:
    if makers is None:
        return ["player", "player"]
    return ["makers" if side == makers else "defenders" for side in (0, 1)]
