"""Saskop, also Sasku or Lambapea: Estonia, four players in fixed pairs, strokes on paper.

One way of counting with three keys, of which each begins as its source has it; whatever one of
them does can be chosen under the others too. Order: the stroke table, exactly 90, diamonds ordered
blind, then what a tied hand has left; all nine tricks replace the first three.

Sources: pagat.com, “Saskop” (information from Eik Hermann), the stroke table and the text below
it; p2pcards, Sasku RULES.md, for `sasku-karvane12`; alarroa/sasku, README, for `sasku-karvane6`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring import house_rules
from scoring.cards import ALL_POINTS, SASKU_PACK
from scoring.errors import HandProblem
from scoring.hand_fields import PAIR_POINTS, RESULT, TRUMP, pair_tricks
from scoring.options import ANY, Choice, Option, Options, Row, price_table, where
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
    Carried,
    Deal,
    Field,
    Figure,
    Hand,
    HandScore,
    KnownHouse,
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
    Field(
        "all_tricks",
        "flag",
        _("All nine tricks"),
        _("The pair that won took every trick."),
        when="passed",
        needs=where("sweep_passed", True),
    ),
    Field(
        "blind_diamonds",
        "flag",
        _("Diamonds ordered blind"),
        _("Diamonds were named before the cards were dealt."),
        when="played",
        needs=where("blind_diamonds", ANY),
    ),
)

TIE_HAS_NO_RESULT = _("60 to 60 is a tie, which nobody wins or loses: take the result back.")

SAID_BESIDE = {"blind_diamonds": "blind_diamonds", "all_tricks": "sweep_passed"}
"""What is said of few hands, and the house rule with which it can be said."""

REPLAY, NAMERS_LOSE, CARRY, NOTHING = "replay", "namers_lose", "carry", "nothing"
GAME, STROKES = "game", "strokes"

OPTIONS = (
    house_rules.target(16),
    house_rules.choice_option(
        "tie",
        _("60 to 60"),
        _("What happens when both pairs have 60 card points (pokk)."),
        REPLAY,
        (
            Choice(REPLAY, _("Played again, same makers and trumps")),
            Choice(NAMERS_LOSE, _("Strokes to the pair that did not name trumps")),
            Choice(CARRY, _("Strokes that wait for the next winner")),
            Choice(NOTHING, _("Nothing")),
        ),
    ),
    house_rules.choice_option(
        "sweep",
        _("All nine tricks"),
        _("What a pair gets that takes every trick."),
        GAME,
        (Choice(GAME, _("The whole game: lambapea")), Choice(STROKES, _("Strokes: karvane"))),
    ),
    price_table(
        "strokes",
        _("Strokes"),
        _("What the winners get, by how the makers came out."),
        (_("Another suit"), _("Diamonds")),
        (
            Row("won", _("Makers won"), (2, 4)),
            Row("won_91", _("Makers won, over 90"), (4, 6)),
            Row("lost", _("Makers beaten"), (4, 6)),
            Row("lost_91", _("Makers beaten, over 90"), (6, 8)),
        ),
        group="prices",
    ),
    Option(
        "sweep_strokes",
        "number",
        _("Strokes for all nine tricks"),
        _("So many, whatever the trumps were."),
        12,
        high=99,
        group="prices",
        needs=where("sweep", STROKES),
    ),
    Option(
        "tie_strokes",
        "number",
        _("Strokes for 60 to 60"),
        _("How many the pair gets, or how many wait for the next winner."),
        2,
        high=20,
        group="prices",
        needs=where("tie", NAMERS_LOSE, CARRY),
    ),
    Option(
        "ninety",
        "number",
        _("Exactly 90"),
        _("Strokes more for exactly 90 card points, on either side; 0: none."),
        0,
        low=0,
        high=20,
        group="prices",
    ),
    Option(
        "blind_diamonds",
        "number",
        _("Diamonds ordered blind"),
        _("Strokes more for diamonds that were named before the deal; 0: not played."),
        0,
        low=0,
        high=20,
        group="prices",
    ),
    Option(
        "passed",
        "number",
        _("Everybody passed"),
        _("Strokes for the winners of a hand that everybody passed, by whatever margin."),
        1,
        low=0,
        high=20,
        group="passed",
    ),
    Option(
        "sweep_passed",
        "flag",
        _("All nine tricks also when everybody passed"),
        _("If not, it is a passed hand like any other."),
        True,
        group="passed",
    ),
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Sasku(Ruleset):
    """A way of counting strokes, under the house rules of a table."""

    family: str = _("Saskop")
    seats: int = 4
    tables: tuple[int, ...] = (4,)
    scores: str = "pairs"
    is_zero_sum: bool = False
    fields: tuple[Field, ...] = FIELDS

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points of the makers a result reaches; 90 may have none."""

        def outcome(own: int) -> Outcome | None:
            both = [own, ALL_POINTS - own]
            if both[0] == both[1] or (max(both) == 90 and options["ninety"]):
                return None
            return Outcome(own == max(both), _tier({}, both, None), own)

        return spans_of(outcome)

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Strokes of a hand, and why."""
        makers, trump = self._contract(hand, deal)
        options = deal.options
        if not hand.keys().isdisjoint(SAID_BESIDE):
            self._check_beside(hand, trump, options)
        points, swept = self._taken(hand, makers)
        winner = _winner(hand, makers, points)
        if winner is None:
            return _tied(deal, makers, trump)
        reasons: list[Reason] = []
        is_sweep = swept is not None and (makers is not None or options["sweep_passed"])
        if is_sweep:
            strokes = _sweep(options, winner, reasons)
        elif makers is None:
            strokes = options["passed"]
            text = _("Everybody passed, so diamonds. The pair with more (%(side)s): %(strokes)s.")
            reasons.append(Reason("passed", text, side=Side(winner), strokes=strokes))
        else:
            best = points[winner] if points is not None else None
            strokes = _strokes(hand, options, makers, trump, winner, best, reasons)
        if deal.carried.bonus:
            strokes += deal.carried.bonus
            text = _("%(bonus)s more from the tied hand before.")
            reasons.append(Reason("bonus", text, bonus=deal.carried.bonus))
        tier = _tier(hand, points, swept)
        is_lambapea = is_sweep and options["sweep"] == GAME
        return HandScore(
            one_side(2, (winner,), strokes),
            reasons,
            _roles(makers),
            wins_game=winner if is_lambapea else None,
            special="lambapea" if is_lambapea else None,
            verdict=Verdict(None if makers is None else winner == makers, tier, trump),
        )

    def _check_beside(self, hand: Hand, trump: str, options: Options) -> None:
        """Refuse what the table does not play, and diamonds ordered blind under other trumps."""
        for name, rule in SAID_BESIDE.items():
            if hand.get(name) and not options[rule]:
                raise house_rules.not_played(name, self.options_by_name[rule], options)
        if hand.get("blind_diamonds") and trump != "diamonds":
            text = _("Only diamonds can be ordered blind, and another suit is trumps.")
            raise HandProblem("not_here", "blind_diamonds", text)

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
    hand: Hand,
    options: Options,
    makers: int,
    trump: str,
    winner: int,
    best: int | None,
    reasons: list[Reason],
) -> int:
    """The cell of the stroke table and what is added to it; `best`: the winners' card points."""
    is_big = best > 90 if best is not None else RESULTS[hand["result"]][1] == 2
    is_diamonds = trump == "diamonds"
    name, text = "won", _("The makers (%(side)s) won: %(strokes)s.")
    if winner != makers:
        name, text = "lost", _("The makers were beaten. %(side)s: %(strokes)s.")
    row = options["strokes"][name]
    plain, strokes = row[0], row[is_diamonds]
    reasons.append(Reason("won", text, side=Side(winner), strokes=plain))
    if is_diamonds:
        _added("diamonds", DIAMONDS_TEXTS, strokes - plain, reasons)
    if is_big:
        cell = options["strokes"][f"{name}_91"][is_diamonds]
        _added("ninety_one", OVER_90_TEXTS, cell - strokes, reasons)
        strokes = cell
    elif best == 90 and options["ninety"]:
        strokes += options["ninety"]
        text = _("Exactly 90 card points: %(ninety)s more.")
        reasons.append(Reason("ninety", text, ninety=options["ninety"]))
    if hand.get("blind_diamonds"):
        strokes += options["blind_diamonds"]
        text = _("Ordered blind: %(more)s more.")
        reasons.append(Reason("blind_diamonds", text, more=options["blind_diamonds"]))
    return int(strokes)


DIAMONDS_TEXTS = (
    _("Diamonds are trumps: %(more)s more."),
    _("Diamonds are trumps: %(more)s less."),
)
OVER_90_TEXTS = (
    _("More than 90 card points: %(more)s more."),
    _("More than 90 card points: %(more)s less."),
)


def _added(code: str, texts: tuple[str, str], more: int, reasons: list[Reason]) -> None:
    """How a cell of the table differs from the one before it, where it does."""
    if more:
        reasons.append(Reason(code, texts[more < 0], more=abs(more)))


def _sweep(options: Options, side: int, reasons: list[Reason]) -> int:
    if options["sweep"] == GAME:
        text = _("All nine tricks: a lambapea, the whole game. Won by: %(side)s.")
        reasons.append(Reason("lambapea", text, side=Side(side)))
        return int(options["target"])
    strokes: int = options["sweep_strokes"]
    text = _("All nine tricks, karvane. %(side)s: %(strokes)s.")
    reasons.append(Reason("karvane", text, strokes=strokes, side=Side(side)))
    return strokes


def _tied(deal: Deal, makers: int | None, trump: str) -> HandScore:
    """60 to 60, by the house rule for it."""
    points, replay, bonus = [0, 0], None, deal.carried.bonus
    tie, strokes = deal.options["tie"], deal.options["tie_strokes"]
    text = _("60 to 60: nobody scores.")
    if tie == REPLAY:
        replay = {"makers": makers, "trump": trump}
        text = _("60 to 60: nobody scores; the same dealer deals, same makers, same trumps.")
    elif tie == CARRY:
        bonus += strokes
        text = _("60 to 60: nobody scores; the next winner gets %(strokes)s more.")
    elif tie == NAMERS_LOSE and makers is None:
        text = _("60 to 60 after everybody passed: nobody scores.")
    elif tie == NAMERS_LOSE and makers is not None:
        points[1 - makers] = strokes
        text = _("60 to 60: %(strokes)s for the pair that did not name trumps.")
    return HandScore(
        points,
        [Reason("tie", text, strokes=strokes)],
        _roles(makers),
        Carried(replay=replay, bonus=bonus),
        is_void=tie == REPLAY,
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
    return ["makers", "defenders"] if makers == 0 else ["defenders", "makers"]


saskop = Sasku(
    key="saskop",
    name=_("Saskop"),
    summary=_("Two pairs, bids and trumps; strokes on paper, 16 win, nine tricks win at once."),
    options=OPTIONS,
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
    known=(
        # saaremang.ee, rules of 23 December 2019; vint.ee, whose stroke table is lost.
        KnownHouse(
            _("Saaremaa"),
            {"target": 12},
            _(
                "As on Saaremaa, to 12, 60 to 60 is played again. What all nine tricks bring is "
                "stated nowhere: decide it. Until then it is as usual."
            ),
        ),
        KnownHouse(
            _("Estonian championship"),
            {"target": 12},
            _(
                "As at the Estonian championship, to 12. Everything else is stated nowhere: "
                "decide it. Until then it is as usual."
            ),
        ),
    ),
)

karvane12 = Sasku(
    key="sasku-karvane12",
    name=_("Sasku, karvane 12"),
    summary=_("Sasku with 12 strokes for all tricks and one more for exactly 90."),
    options=house_rules.with_defaults(
        OPTIONS, target=12, tie=NAMERS_LOSE, sweep=STROKES, sweep_passed=False, passed=2, ninety=1
    ),
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
)

karvane6 = Sasku(
    key="sasku-karvane6",
    name=_("Sasku, karvane 6"),
    summary=_("Sasku with 6 strokes for all tricks; a tie leaves 2 for the next winner."),
    options=house_rules.with_defaults(
        OPTIONS,
        tie=CARRY,
        sweep=STROKES,
        sweep_strokes=6,
        sweep_passed=False,
        passed=2,
        blind_diamonds=2,
    ),
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
)

RULESETS = (saskop, karvane12, karvane6)
