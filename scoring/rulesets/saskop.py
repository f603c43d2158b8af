"""Saskop, also Sasku or Lambapea: Estonia, four players in fixed pairs, strokes on paper.

Sources: pagat.com, “Saskop” (information from Eik Hermann), the stroke table and the text below
it; p2pcards, Sasku RULES.md, for `sasku-karvane12`; alarroa/sasku, README, for `sasku-karvane6`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring import house_rules
from scoring.cards import ALL_POINTS, SASKU_PACK
from scoring.errors import HandProblem
from scoring.hand_fields import PAIR_POINTS, RESULT, TRUMP, pair_tricks
from scoring.options import Options
from scoring.outcome import (
    RESULTS,
    Outcome,
    Pile,
    agree,
    check_side,
    refuse_fields,
    require,
    spans_of,
)
from scoring.ruleset import (
    NOTHING_CARRIED,
    Carried,
    Deal,
    Field,
    Figure,
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
from scoring.shares import contradiction
from scoring.words import Side, _

TRICKS = 9
PILE = Pile(TRICKS, 4, 0, SASKU_PACK)

PAGAT = Source("pagat.com, Saskop", _("The score, after information from Eik Hermann"))
P2PCARDS = Source("p2pcards, Sasku", _("RULES.md, scoring"))
ALARROA = Source("github.com/alarroa/sasku", _("README, scoring"))

FIELDS = (
    Field(
        "makers",
        "pair",
        _("Makers"),
        _("Which pair named the final trumps; whoever overrides with diamonds is the maker."),
        empty=_("Everybody passed"),
    ),
    replace(TRUMP, meaning=_("The suit that was named; diamonds when everybody passed.")),
    RESULT,
    Field(
        "tied",
        "flag",
        _("60 to 60"),
        _("Both pairs have 60 card points; then there is no result to say."),
        when="played",
        place="slot",
    ),
    Field(
        "winner",
        "pair",
        _("Who won"),
        _("The pair with more card points. Or enter the card points below."),
        when="passed",
        empty=_("60 to 60"),
    ),
    PAIR_POINTS,
    pair_tricks(_("Only needed when one pair took all nine."), TRICKS),
)

ALL_TRICKS = Field(
    "all_tricks",
    "flag",
    _("All nine tricks"),
    _("The pair that won took every trick."),
    when="passed",
)

TIE_HAS_NO_RESULT = _("60 to 60 is a tie, which nobody wins or loses: take the result back.")

BLIND_DIAMONDS = Field(
    "blind_diamonds",
    "flag",
    _("Diamonds ordered blind"),
    _("Diamonds were named before the cards were dealt."),
    when="played",
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Sasku(Ruleset):
    """A way of counting strokes.

    `passed`: strokes of a hand that everybody passed; `sweep`: strokes for all nine tricks, None
    for the whole game; `sweeps_passed`: that also holds in a passed hand; `tie`: `replay`,
    `namers_lose` (2 to the pair that did not name trumps) or `carry` (2 more for the next
    winner); `ninety`: strokes more for exactly 90.
    """

    family: str = "Saskop"
    seats: int = 4
    tables: tuple[int, ...] = (4,)
    scores: str = "pairs"
    is_zero_sum: bool = False
    passed: int
    tie: str
    sweep: int | None = None
    sweeps_passed: bool = False
    ninety: int = 0

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points of the makers a result reaches; 90 may have none."""

        def outcome(own: int) -> Outcome | None:
            both = [own, ALL_POINTS - own]
            if both[0] == both[1] or (max(both) == 90 and self.ninety):
                return None
            return Outcome(own == max(both), _tier({}, both, None), own)

        return spans_of(outcome)

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
        winner = _winner(hand, makers, points)
        if winner is None:
            return self._tied(deal, makers, trump)
        reasons: list[Reason] = []
        is_sweep = swept is not None and (makers is not None or self.sweeps_passed)
        if is_sweep:
            strokes = self._sweep(deal, winner, reasons)
        elif makers is None:
            strokes = self.passed
            text = _("Everybody passed, so diamonds; %(side)s has more: %(strokes)s.")
            reasons.append(Reason("passed", text, side=Side(winner), strokes=strokes))
        else:
            best = points[winner] if points is not None else None
            strokes = self._strokes(hand, makers, trump, winner, best, reasons)
        if deal.carried.bonus:
            strokes += deal.carried.bonus
            text = _("%(bonus)s more from the tied hand before.")
            reasons.append(Reason("bonus", text, bonus=deal.carried.bonus))
        tier = _tier(hand, points, swept)
        is_lambapea = is_sweep and self.sweep is None
        return HandScore(
            one_side(2, (winner,), strokes),
            reasons,
            _roles(makers),
            wins_game=winner if is_lambapea else None,
            special="lambapea" if is_lambapea else None,
            verdict=Verdict(None if makers is None else winner == makers, tier, trump),
        )

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
        require(hand, makers=_("Say which pair named trumps, or that everybody passed."))
        if hand["makers"] is None:
            if hand.get("trump", "diamonds") != "diamonds":
                raise HandProblem(
                    "passed_is_diamonds", "trump", _("When everybody passes, diamonds are trumps.")
                )
            return None, "diamonds"
        require(hand, trump=_("Say which suit is trumps."))
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
                marks=("blind_diamonds", "tied"),
            )
        else:
            refuse_fields(
                hand,
                _("Somebody named trumps: say how the makers came out."),
                values=("winner",),
                marks=("all_tricks",),
            )
        if tricks is not None and sum(tricks) != TRICKS:
            raise HandProblem("wrong_sum", "tricks", _("The tricks must add up to nine."))
        if points is None:
            if tricks is not None:
                raise HandProblem("missing", "card_points", _("Enter the card points."))
            return None, _told_sweep(hand, makers)
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
        elif tricks is None and "tricks" not in hand and hand.get("all_tricks"):
            tricks = [TRICKS, 0] if hand.get("winner") == 0 else [0, TRICKS]
        check_side(points[0], tricks[0] if tricks else None, PILE, field="card_points")
        swept = tricks.index(TRICKS) if tricks and TRICKS in tricks else None
        if result is not None and points[0] == points[1]:
            raise HandProblem("result_disagrees", "result", TIE_HAS_NO_RESULT)
        _check_told(hand, points, swept)
        if makers is not None:
            own = points[makers]
            agree(hand, Outcome(own == max(points), _tier(hand, points, swept), own))
        return points, swept

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
        reasons.append(Reason("won", text, side=Side(winner)))
        if trump == "diamonds":
            strokes += 2
            reasons.append(Reason("diamonds", _("Diamonds are trumps: 2 more.")))
        if big:
            strokes += 2
            reasons.append(Reason("ninety_one", _("More than 90 card points: 2 more.")))
        elif best == 90 and self.ninety:
            strokes += self.ninety
            text = _("Exactly 90 card points: %(ninety)s more.")
            reasons.append(Reason("ninety", text, ninety=self.ninety))
        if hand.get("blind_diamonds"):
            strokes += 2
            reasons.append(Reason("blind_diamonds", _("Ordered blind: 2 more.")))
        return strokes

    def _sweep(self, deal: Deal, side: int, reasons: list[Reason]) -> int:
        if self.sweep is None:
            text = _("All nine tricks: a lambapea for %(side)s, the whole game.")
            reasons.append(Reason("lambapea", text, side=Side(side)))
            return int(deal.options["target"])
        text = _("All nine tricks, karvane: %(strokes)s for %(side)s.")
        reasons.append(Reason("karvane", text, strokes=self.sweep, side=Side(side)))
        return self.sweep

    def _tied(self, deal: Deal, makers: int | None, trump: str) -> HandScore:
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
        return HandScore(
            points,
            [Reason("tie", text)],
            _roles(makers),
            carries,
            is_void=self.tie == "replay",
            verdict=Verdict(won=False, contract=trump) if any(points) else None,
        )


def _tier(hand: Hand, points: list[int] | None, swept: int | None) -> int:
    if swept is not None:
        return 3
    if points is None:
        return RESULTS[hand.get("result", "won")][1]
    return 2 if max(points) > 90 else 1


def _told_sweep(hand: Hand, makers: int | None) -> int | None:
    """The pair that is said to have taken all tricks; refuses a hand of which nothing is said."""
    result = hand.get("result")
    if makers is None:
        require(hand, winner=_("Say who won, or enter the card points."))
        if hand["winner"] is None and hand.get("all_tricks"):
            raise HandProblem("not_here", "all_tricks", _("At 60 to 60 nobody has all tricks."))
        return hand["winner"] if hand.get("all_tricks") else None
    if hand.get("tied"):
        if result is not None:
            raise HandProblem("result_disagrees", "result", TIE_HAS_NO_RESULT)
        return None
    if result is None:
        raise HandProblem("missing", "card_points", _("Enter the card points."))
    won, tier = RESULTS[result]
    return (makers if won else 1 - makers) if tier == 3 else None


def _winner(hand: Hand, makers: int | None, points: list[int] | None) -> int | None:
    """The pair with more card points, by these or as it is said; None at 60 to 60."""
    if points is not None:
        return None if points[0] == points[1] else int(points[1] > points[0])
    if makers is None:
        winner: int | None = hand["winner"]
        return winner
    if hand.get("tied"):
        return None
    return makers if RESULTS[hand["result"]][0] else 1 - makers


def _check_told(hand: Hand, points: list[int], swept: int | None) -> None:
    """Refuse what is said of a hand where its card points say otherwise."""
    best = None if points[0] == points[1] else points.index(max(points))
    if hand.get("tied") and best is not None:
        raise contradiction("tied")
    if "winner" in hand and hand["winner"] != best:
        raise contradiction("winner")
    if hand.get("all_tricks") and swept is None:
        raise contradiction("all_tricks")


def _roles(makers: int | None) -> list[str]:
    if makers is None:
        return ["player", "player"]
    return ["makers" if side == makers else "defenders" for side in (0, 1)]


saskop = Sasku(
    key="saskop",
    name="Saskop",
    summary=_("Two pairs, bids and trumps; strokes on paper, 16 win, nine tricks win at once."),
    options=(house_rules.target(16),),
    fields=(*FIELDS, ALL_TRICKS),
    sources=(PAGAT,),
    figures=(
        sourced(_("Strokes 2, 4, 6, 8; lambapea; 16 strokes"), _("pagat.com")),
        interpretation(
            _("Whoever overrides with diamonds becomes the maker"),
            _("The page scores by who chose the trumps."),
        ),
        interpretation(
            _("More than 16 strokes is simply a win"),
            _("The page does not speak of a surplus; the sheet draws 16."),
        ),
    ),
    passed=1,
    tie="replay",
    sweeps_passed=True,
)

karvane12 = Sasku(
    key="sasku-karvane12",
    name="Sasku, karvane 12",
    summary=_("Sasku with 12 strokes for all tricks and one more for exactly 90."),
    options=(house_rules.target(12),),
    fields=FIELDS,
    sources=(P2PCARDS,),
    figures=(
        sourced(_("Strokes, 12 for karvane, ties"), _("p2pcards, RULES.md")),
        Figure(
            _("A game ends at 12"),
            "proposal",
            _("The source names no target; with 12 a karvane wins outright."),
        ),
        interpretation(
            _("The one-tap result “won” or “lost” stands for 61 to 89"),
            _("For exactly 90 enter the card points: it is worth one stroke more."),
        ),
    ),
    passed=2,
    tie="namers_lose",
    sweep=12,
    ninety=1,
)

karvane6 = Sasku(
    key="sasku-karvane6",
    name="Sasku, karvane 6",
    summary=_("Sasku with 6 strokes for all tricks; a tie leaves 2 for the next winner."),
    options=(house_rules.target(16),),
    fields=(*FIELDS, BLIND_DIAMONDS),
    sources=(ALARROA,),
    figures=(
        sourced(_("Strokes, 6 for karvane, ties"), _("alarroa/sasku, README")),
        sourced(_("A game ends at 16"), _("The same page also says 12: choose it.")),
        interpretation(
            _("Two ties in a row leave 4, and the next winner gets them whatever he wins by"),
            _("The source speaks of one tie only."),
        ),
        interpretation(
            _("Karvane is 6 flat, also in diamonds and in diamonds ordered blind"),
            _("The source says 6 without naming the suit."),
        ),
    ),
    passed=2,
    tie="carry",
    sweep=6,
)

RULESETS = (saskop, karvane12, karvane6)
