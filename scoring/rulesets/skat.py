"""Skat, counted as at tournaments: only the soloist's game is written down, won or lost.

Order: the value → Kontra → Bock → twice when lost → Seeger and Fabian, which nothing multiplies.
Sources: preisskat.org (values, the bases and the Null games, that each level is one more, an
announcement that is missed); isar-interaktiv.com (the levels in their order); Penguin Book of Card
Games, Skat (tops, announcements); pokerwiner.com, Skat (an overbid game, all pass); de.wiki.li,
Skatabrechnung (Seeger and, extended, Seeger–Fabian); the house rules from those named below.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring import hand_fields
from scoring.bock import BOCK_CALLED, CALLED, Bock
from scoring.errors import HandProblem
from scoring.hand_fields import SUITS, won_or_lost
from scoring.house_rules import not_played
from scoring.neighbours.ramsch import PILE, TRICKS, score_ramsch, written
from scoring.neighbours.skat_rules import (
    FIXED,
    GRAND_HAND,
    HUNDREDS,
    KONTRA_LOST,
    KONTRA_MOST,
    LOSER,
    LOST_60,
    LOST_GRAND,
    LOWEST,
    NAMED,
    NOBODY,
    ONE_LOSES,
    OPTIONS,
    POINTS,
    RAMSCH,
    RAMSCH_PLAYED,
    RE_SAID,
)
from scoring.options import ANY, Choice, Options, either, where
from scoring.outcome import (
    RESULTS,
    Outcome,
    agree,
    by_result,
    read_counted,
    refuse_fields,
    require,
    spans_of,
    tier_of,
)
from scoring.ruleset import (
    NOTHING_CARRIED,
    Carried,
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
from scoring.words import Side, Word, _, _p, signed

PREISSKAT = Source("preisskat.org", _("Values, announced levels, counting at tournaments"))
LEVELS = Source("isar-interaktiv.com, Skat reizen", _("The levels of a game from the hand"))
PENGUIN = Source("Penguin Book of Card Games, Skat", _("Tops, and what may be announced"))
POKERWINER = Source("pokerwiner.com, Skat", _("An overbid game, and all pass"))
SEEGER = Source("de.wiki.li, Skatabrechnung", _("Seeger, and extended by Fabian"))
PUB = Source("gameduell, pub rules of Skat", _("Kontra and Re"))
KNEIPE = Source("kneipenskat.blogspot.com, Regeln", _("Kontra; Ramsch, Jungfrau and Durchmarsch"))
VARIANTS = Source(
    "skatspielen.info, Spielvarianten", _("Ramsch at a fixed price or shared; rounds of Bock")
)
RASCHE = Source("raschesspiele.de, Ramschspiel", _("Who of two has lost; whose the skat is"))
KOELLN = Source("koelln-reisiek.de, Spielregeln", _("20 for the fewest card points of a Ramsch"))
CONGRESS = Source("37C3 Skat tournament", _("23 for the fewest card points of a Ramsch"))
PAGAT = Source("pagat.com, Schieberamsch", _("Who passes the skat on unseen doubles"))
ROTASKAT = Source("github Rotaskat, Abrechnung", _("Passing the skat on doubles nothing"))
HAMBURG = Source("junges-hamburg.de, Skatordnung 2018", _("That rounds of Bock are played"))
JSKAT = Source("JSkat, options", _("What starts a Bock; whose the skat is in a Ramsch"))

HALF = 60
FREE = 31
"""Card points with which either side is out of Schneider: 90 of the other side are enough."""

NULL, GRAND = "null", "grand"
GAMES = (*SUITS, Choice(GRAND, _("Grand")), Choice(NULL, _("Null")))
NAMES = {choice.value: choice.label for choice in GAMES}
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, GRAND: 24}
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""By whether it is played from the hand, and whether with open cards."""
SUIT_TRUMPS = 11
GRAND_TRUMPS = 4

NOTHING = "nothing"
ANNOUNCED = {NOTHING: 0, "schneider": 1, "schwarz": 2, "ouvert": 3}
"""What is announced; the later one includes the earlier ones."""

LOWEST_BID, HIGHEST_BID = 18, 264
WON_OR_LOST = 50
SHARES = {3: 40, 4: 30}
"""What each of the others at a table of so many gets for a lost game, the idle dealer too."""

COUNTED_FROM_NOUGHT = ("kontra", "pushes")
"""Nothing of them was called."""
RAMSCH_FIELDS = (
    *("loser", "no_trick", "sweeper", "winners"),
    *("card_points", "tricks", "blind_points"),
)
TOLD_BY = ("card_points", "blind_points")
"""Where the loser of a Ramsch writes his card points, no tap tells it."""
SAID_BESIDE = frozenset((*COUNTED_FROM_NOUGHT, *RAMSCH_FIELDS, "bock_called"))
"""What is said of few hands, or at few tables."""
AT_A_FIXED_PRICE = where("ramsch_scoring", FIXED)
KONTRA_TEXTS = (
    _("Kontra: twice."),
    _("Kontra and Re: 4 times."),
    _("Kontra, Re and Hirsch: 8 times."),
)

IN_A_GRAND = ("contract", (GRAND,))
"""It has only four trumps."""
IN_A_NULL = ("contract", (NULL,))
"""It has neither trumps nor card points, and nobody is Schneider in it."""

FIELDS = (
    Field(
        "declarer",
        "seat",
        _("Soloist"),
        _("Who won the bidding and plays against the two others."),
        empty=_("Everybody passed"),
    ),
    Field(
        "contract",
        "choice",
        _p("skat contract", "Game"),
        _("The trumps, or a Null, in which the soloist must not take a trick."),
        when="played",
        choices=GAMES,
    ),
    Field(
        "tops",
        "count",
        _("Tops, with or without"),
        _("How many of the highest trumps in a row the soloist had, or lacked; not in a Null."),
        when="played",
        high=SUIT_TRUMPS,
        choices=tuple(
            Choice(str(tops), str(tops), unless=IN_A_GRAND if tops > GRAND_TRUMPS else None)
            for tops in range(1, SUIT_TRUMPS + 1)
        ),
        unless=IN_A_NULL,
        usual="1",
        said=_("with or without %(number)s"),
    ),
    Field(
        "hand", "flag", _p("skat", "Hand"), _("Played without looking at the skat."), when="played"
    ),
    Field(
        "result",
        "choice",
        _("Result"),
        _("How the soloist came out, in one tap; instead of card points."),
        when="played",
        choices=won_or_lost(IN_A_NULL),
    ),
    Field(
        "announced",
        "choice",
        _("Announced"),
        _("Only from the hand; a Null may be ouvert with the skat too."),
        when="played",
        choices=(
            Choice(NOTHING, _("Nothing")),
            Choice("schneider", _("Schneider"), unless=IN_A_NULL),
            Choice("schwarz", _("Schwarz"), unless=IN_A_NULL),
            Choice("ouvert", _("Ouvert (open)")),
        ),
        preset=NOTHING,
        place="rare",
    ),
    Field(
        "kontra",
        "count",
        _p("own name of the game", "Kontra"),
        _("What was called while it was played; each call doubles the game."),
        when="played",
        high=3,
        choices=(
            Choice("0", _p("marks", "None")),
            Choice("1", _p("own name of the game", "Kontra")),
            Choice("2", _p("own name of the game", "Re"), where("kontra", "re", "hirsch")),
            Choice("3", _("Hirsch"), where("kontra", "hirsch")),
        ),
        needs=where("kontra", "kontra", "re", "hirsch"),
        preset=0,
    ),
    Field(
        "bid",
        "count",
        _("Bid"),
        _("Only where the game may be worth less than was bid: then it is lost."),
        when="played",
        low=LOWEST_BID,
        high=HIGHEST_BID,
        empty=_("Not overbid"),
        place="rare",
    ),
    Field(
        "declarer_points",
        "points",
        _("Card points of the soloist"),
        _("With the skat; only if nobody chose the result."),
        when="played",
        unless=IN_A_NULL,
    ),
    Field(
        "declarer_tricks",
        "count",
        _("Tricks of the soloist"),
        _("Only needed when it was all of them or none."),
        when="played",
        high=TRICKS,
        empty=_("Some, but not all"),
        unless=IN_A_NULL,
        place="rare",
    ),
    Field(
        "loser",
        "seat",
        _("Who lost"),
        _("Whoever has the most card points; of several the one who took the last trick."),
        when="passed",
        empty=_("As counted"),
        needs=ONE_LOSES + either(where("ramsch_tie", NAMED), AT_A_FIXED_PRICE),
    ),
    replace(
        hand_fields.NO_TRICK,
        label=_("Without a trick (Jungfrau)"),
        meaning=_("Everybody who took no trick at all."),
        needs=ONE_LOSES + either(AT_A_FIXED_PRICE, where("jungfrau", True)),
    ),
    replace(
        hand_fields.SWEEPER, label=_("Durchmarsch"), needs=ONE_LOSES + where("durchmarsch", ANY)
    ),
    replace(hand_fields.WINNERS, needs=RAMSCH_PLAYED + where("ramsch_scoring", LOWEST)),
    replace(
        hand_fields.CARD_POINTS,
        meaning=_("What each took in the Ramsch; together 120, or less what lies in the skat."),
        needs=RAMSCH_PLAYED,
    ),
    replace(
        hand_fields.TRICKS,
        meaning=_("How many tricks each player took; needed when somebody took none."),
        high=TRICKS,
        needs=RAMSCH_PLAYED,
    ),
    replace(
        hand_fields.BLIND_POINTS,
        label=_("Card points in the skat"),
        meaning=_("What lay in the skat, which nobody has counted with his cards."),
        needs=RAMSCH_PLAYED + where("ramsch_skat", LOSER, NOBODY),
    ),
    Field(
        "pushes",
        "count",
        _("Passed on unseen"),
        _("How many passed the skat on without looking at it (Schieberamsch)."),
        when="passed",
        high=3,
        needs=RAMSCH_PLAYED,
        matters=where("push_doubles", True),
        preset=0,
    ),
    replace(BOCK_CALLED, meaning=_("The table has called a Bock.")),
)


def most_tops(contract: str) -> int:
    """How many tops a game can have, with or without: as many as it has trumps.

    >>> most_tops("grand"), most_tops("clubs")
    (4, 11)
    """
    return GRAND_TRUMPS if contract == GRAND else SUIT_TRUMPS


def levels(tier: int, announced: str, *, is_hand: bool) -> list[tuple[str, str]]:
    """The levels above tops and game, in the order in which they are counted: codes and words.

    `tier`: 2 where a side is schneider, 3 where one has no trick. What was announced counts with
    all levels below it, whether it was reached or not. In the words `number` is what is reached.

    >>> [code for code, _text in levels(1, "schneider", is_hand=True)]
    ['hand', 'schneider', 'schneider_announced']
    >>> len(levels(3, "ouvert", is_hand=True)), len(levels(3, "nothing", is_hand=False))
    (6, 2)
    """
    said = ANNOUNCED[announced]
    found = (
        (is_hand, "hand", _("Played from the hand: %(number)s.")),
        (tier >= 2 or said >= 1, "schneider", _("Schneider: %(number)s.")),
        (said >= 1, "schneider_announced", _("Schneider announced: %(number)s.")),
        (tier == 3 or said >= 2, "schwarz", _("Schwarz, every trick: %(number)s.")),
        (said >= 2, "schwarz_announced", _("Schwarz announced: %(number)s.")),
        (said == 3, "ouvert", _("Ouvert, with open cards: %(number)s.")),
    )
    return [(code, text) for counts, code, text in found if counts]


def is_bid(number: int) -> bool:
    """Whether some game is worth exactly so much, so that it can be bid.

    >>> [number for number in range(18, 31) if is_bid(number)]
    [18, 20, 22, 23, 24, 27, 30]
    """
    return number in NULL_VALUES.values() or any(
        number % base == 0 and number >= 2 * base for base in BASES.values()
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Skat(Ruleset):
    """The soloist gets the value of his game, or loses twice of it."""

    blind: int = PILE.buried

    def asked_fields(self, options: Options) -> tuple[Field, ...]:
        """The fields; what a Ramsch alone is told by stands where a played hand is told."""
        fields = super().asked_fields(options)
        if options["ramsch_scoring"] != POINTS:
            return fields
        return tuple(
            replace(field, place="course") if field.name in TOLD_BY else field for field in fields
        )

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches, where nothing was announced."""
        return spans_of(lambda points: _by_points(points, None))

    def sitting_out_scores(self, options: Options) -> bool:
        """Whether the dealer of four shares in what a lost game gives the others."""
        return bool(options["counting"] == "seeger_fabian")

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        require(hand, declarer=_("Say who the soloist was, or that everybody passed."))
        declarer, options = hand["declarer"], deal.options
        is_beside = not SAID_BESIDE.isdisjoint(hand)
        if is_beside:
            self._refuse_unplayed(hand, options)
        if declarer is None:
            return _passed(hand, deal)
        require(hand, contract=_("Say what was played."))
        if is_beside:
            text = _("Somebody took the game on, so only his side is counted.")
            refuse_fields(hand, text, values=RAMSCH_FIELDS, marks=("pushes",))
        outcome, worth = _played(hand)
        why, factor = worth.reasons, 1
        started: list[Choice] = []
        if is_beside and hand.get("kontra"):
            factor = 2 ** hand["kontra"]
            why.append(Reason("kontra", KONTRA_TEXTS[hand["kontra"] - 1]))
        if options["bock"]:
            started = _started(hand, outcome)
            factor *= Bock.of(options).counts(deal, why, started)
        gained = worth.value * (factor if outcome.won else -2 * factor)
        why.append(_end(declarer, outcome, worth, gained))
        points = [0] * deal.seats
        points[declarer] = gained
        if options["counting"] != "plain":
            why += _counting(points, declarer, outcome.won, deal)
        carries = NOTHING_CARRIED
        if options["bock"]:
            carries = _left(deal, [*started, *_hundreds(points, deal)], why, is_scored=True)
        verdict = Verdict(outcome.won, outcome.tier, hand["contract"])
        return HandScore(points, why, deal.roles(declarer), carries, factor, verdict=verdict)

    def _refuse_unplayed(self, hand: Hand, options: Options) -> None:
        """Refuse what this table does not play, and name the house rule."""
        for name, said in hand.items():
            if name not in SAID_BESIDE or said is None or said is False:
                continue
            if said == 0 and name in COUNTED_FROM_NOUGHT:
                continue
            for condition in self.fields_by_name[name].needs:
                if not condition.holds(options):
                    raise not_played(name, self.options_by_name[condition.option], options)
        if hand.get("kontra", 0) > KONTRA_MOST[options["kontra"]]:
            raise not_played("kontra", self.options_by_name["kontra"], options)


def _passed(hand: Hand, deal: Deal) -> HandScore:
    """A hand that nobody played alone: nothing at all, or a Ramsch."""
    names = tuple(field.name for field in FIELDS if field.when == "played")
    text = _("Everybody passed, so nothing was played.")
    refuse_fields(hand, text, marks=names)
    called = [CALLED] if hand.get("bock_called") else []
    carries = deal.carried
    if deal.options["all_pass"] != RAMSCH:
        text = _("Everybody passed: nobody scores, and the next one deals.")
        why = [Reason("passed", text)]
        if deal.options["bock"]:
            carries = _left(deal, called, why, is_scored=False)
        return HandScore([0] * deal.seats, why, deal.roles(), carries)
    why = []
    points = score_ramsch(hand, deal, why)
    factor, pushes = 1, hand.get("pushes", 0)
    if pushes and deal.options["push_doubles"]:
        factor = 2**pushes
        text = _("Passed on unseen, players: %(count)s. So it counts %(factor)s times.")
        why.append(Reason("pushes", text, count=pushes, factor=factor))
    if deal.options["bock"]:
        factor *= Bock.of(deal.options).counts(deal, why, called)
    points = [factor * own for own in points]
    why.append(written(points))
    if deal.options["bock"]:
        carries = _left(deal, [*called, *_hundreds(points, deal)], why, is_scored=True)
    return HandScore(points, why, deal.roles(), carries, factor, verdict=Verdict(None))


def _started(hand: Hand, outcome: Outcome) -> list[Choice]:
    """What there is in a game that may start a Bock."""
    kontra, is_grand = hand.get("kontra", 0), hand["contract"] == GRAND
    return [
        choice
        for choice, is_so in (
            (LOST_60, not outcome.won and outcome.points == HALF),
            (KONTRA_LOST, kontra > 0 and not outcome.won),
            (RE_SAID, kontra > 1),
            (GRAND_HAND, is_grand and bool(hand.get("hand"))),
            (LOST_GRAND, is_grand and not outcome.won),
            (CALLED, bool(hand.get("bock_called"))),
        )
        if is_so
    ]


def _hundreds(points: Sequence[int], deal: Deal) -> list[Choice]:
    """That somebody has written points, and by them come to a full hundred."""
    totals = zip(points, deal.totals, strict=False)
    is_full = any(own and own + total and (own + total) % 100 == 0 for own, total in totals)
    return [HUNDREDS] if is_full else []


def _left(deal: Deal, started: Sequence[Choice], why: list[Reason], *, is_scored: bool) -> Carried:
    """The Bocks that run when the hand is over."""
    bock = Bock.of(deal.options).after(deal, started, why, is_scored=is_scored)
    return Carried(bock=bock) if bock else NOTHING_CARRIED


def _counting(points: list[int], declarer: int, won: bool, deal: Deal) -> Iterator[Reason]:
    """Add what Seeger and Fabian give, and say so."""
    more = WON_OR_LOST if won else -WON_OR_LOST
    points[declarer] += more
    text = _("For the won game: %(more)s.") if won else _("For the lost game: %(more)s.")
    yield Reason("seeger", text, more=signed(more))
    if won or deal.options["counting"] == "seeger":
        return
    at_table = deal.circle or tuple(range(deal.seats))
    share = SHARES[len(at_table)]
    for seat in at_table:
        if seat != declarer:
            points[seat] += share
    text = _("Each of the others at the table of %(count)s gets %(share)s.")
    if len(at_table) > len(deal.active):
        text = _("Each of the others, the dealer too, gets %(share)s at a table of %(count)s.")
    yield Reason("fabian", text, count=len(at_table), share=share)


class Worth(NamedTuple):
    """What a game counts when won, and the steps to it; `is_overbid`: it is lost for its bid."""

    value: int
    reasons: list[Reason]
    is_overbid: bool = False


def _played(hand: Hand) -> tuple[Outcome, Worth]:
    """How a game came out, and what it counts when won."""
    is_null = hand["contract"] == NULL
    outcome = _null(hand) if is_null else _outcome(hand)
    worth = _null_worth(hand) if is_null else _worth(hand, outcome)
    if worth.is_overbid and outcome.won:
        outcome = Outcome(False, 1, outcome.points)
    if outcome.points is not None:
        said_won = "result" in hand and RESULTS[hand["result"]][0]
        if said_won and outcome.points > HALF and not outcome.won:
            raise HandProblem(
                "result_disagrees",
                "result",
                _("More was announced or bid than was reached: it is lost in spite of its points."),
            )
        agree(hand, outcome)
    return outcome, worth


def _announced(hand: Hand) -> str:
    return str(hand.get("announced", NOTHING))


def _null(hand: Hand) -> Outcome:
    """How a Null came out, after what has no place in one is refused."""
    refuse_fields(
        hand,
        _("A Null has no tops and no card points: it is won or lost."),
        values=("declarer_points", "declarer_tricks"),
        marks=("tops",),
    )
    if _announced(hand) not in (NOTHING, "ouvert"):
        raise HandProblem(
            "not_here", "announced", _("A Null can only be ouvert: Schneider is for other games.")
        )
    require(hand, result=_("Say whether the Null was won or lost."))
    if hand["result"] not in ("won", "lost"):
        raise HandProblem(
            "not_here", "result", _("A Null is won or lost; nobody is Schneider in it.")
        )
    return by_result(hand, "result")


def _null_worth(hand: Hand) -> Worth:
    value = NULL_VALUES[bool(hand.get("hand")), _announced(hand) == "ouvert"]
    if _bid(hand) > value:
        raise HandProblem(
            "no_figure",
            "bid",
            _("No source says what an overbid Null costs: agree on it and enter an adjustment."),
        )
    text = {
        23: _("A Null is worth %(value)s."),
        35: _("A Null from the hand is worth %(value)s."),
        46: _("A Null ouvert is worth %(value)s."),
        59: _("A Null ouvert from the hand is worth %(value)s."),
    }[value]
    return Worth(value, [Reason("null", text, value=value)])


def _outcome(hand: Hand) -> Outcome:
    """How a game with trumps came out; one that misses what was announced is lost."""
    announced = _announced(hand)
    if announced != NOTHING and not hand.get("hand"):
        raise HandProblem(
            "not_from_hand",
            "announced",
            _("Only who plays from the hand can announce: tick “Hand”, or take it back."),
        )
    needed = min(ANNOUNCED[announced] + 1, 3)
    counted = read_counted(hand, "declarer_points", "declarer_tricks", PILE)
    if counted is None:
        outcome = by_result(hand, "result")
        if outcome.won and outcome.tier < needed:
            raise HandProblem(
                "result_disagrees",
                "result",
                _("More was announced than was reached: such a game is lost."),
            )
        return outcome
    outcome = _by_points(*counted)
    if outcome.won and outcome.tier < needed:
        return Outcome(False, 1, outcome.points)
    return outcome


def _by_points(points: int, tricks: int | None) -> Outcome:
    has_most = points > HALF
    return Outcome(has_most, tier_of(points, tricks, TRICKS, has_most, FREE), points)


def _worth(hand: Hand, outcome: Outcome) -> Worth:
    """The value of a game with trumps, counted aloud as players do."""
    contract, tops = hand["contract"], hand.get("tops", 0)
    base = BASES[contract]
    if not tops:
        raise HandProblem("missing", "tops", _("Say with or without how many tops."))
    if tops > most_tops(contract):
        raise HandProblem(
            "impossible_tops",
            "tops",
            _("A grand has four trumps: nobody is with or without %(tops)s."),
            tops=tops,
        )
    number = tops + 1
    text = _("%(game)s: with or without %(tops)s, game %(number)s.")
    reasons = [Reason("game", text, game=Word(NAMES[contract]), tops=tops, number=number)]
    for code, level in levels(outcome.tier, _announced(hand), is_hand=bool(hand.get("hand"))):
        number += 1
        reasons.append(Reason(code, level, number=number))
    value = number * base
    text = _("%(number)s times %(base)s: the game is worth %(value)s.")
    reasons.append(Reason("value", text, number=number, base=base, value=value))
    return _against_bid(hand, outcome, Worth(value, reasons), base)


def _against_bid(hand: Hand, outcome: Outcome, worth: Worth, base: int) -> Worth:
    bid = _bid(hand)
    if bid <= worth.value:
        return worth
    if outcome.won and outcome.points is None:
        raise HandProblem(
            "result_disagrees",
            "result",
            _("The game is worth %(value)s and %(bid)s was bid: it is overbid and lost."),
            value=worth.value,
            bid=bid,
        )
    value = -(-bid // base) * base
    text = _("Overbid: %(bid)s was bid, so it counts as %(value)s and is lost.")
    reason = Reason("overbid", text, bid=bid, value=value)
    return Worth(value, [*worth.reasons, reason], is_overbid=True)


def _bid(hand: Hand) -> int:
    """What was bid, 0 where that is not noted."""
    bid = hand.get("bid")
    if bid is None:
        return 0
    if not is_bid(bid):
        text = _("No game is worth %(bid)s: the bids next to it are %(below)s and %(above)s.")
        below = next(below for below in range(bid - 1, 0, -1) if is_bid(below))
        above = next(above for above in range(bid + 1, HIGHEST_BID + 1) if is_bid(above))
        raise HandProblem("no_such_bid", "bid", text, bid=bid, below=below, above=above)
    return int(bid)


def _end(declarer: int, outcome: Outcome, worth: Worth, value: int) -> Reason:
    """Won or lost, and what that comes to."""
    points = outcome.points
    if outcome.won:
        text = _("%(side)s won: %(value)s.")
        if points is not None:
            text = _("%(side)s took %(points)s card points and won: %(value)s.")
    else:
        text = _("%(side)s lost, which counts twice: %(value)s.")
        if points is not None and points <= HALF:
            text = _("%(side)s took only %(points)s card points and lost: twice, %(value)s.")
        elif points is not None and not worth.is_overbid:
            text = _("%(side)s missed what was announced and lost: twice, %(value)s.")
    code = "won" if outcome.won else "lost"
    return Reason(code, text, side=Side(declarer), points=points, value=signed(value))


RULESETS = (
    Skat(
        key="skat",
        name=_("Skat"),
        family=_("Neighbours"),
        summary=_("One soloist against two; the value of the game, lost twice; three or four."),
        seats=3,
        tables=(3, 4),
        is_zero_sum=False,
        options=OPTIONS,
        fields=FIELDS,
        sources=(
            PREISSKAT,
            LEVELS,
            PENGUIN,
            POKERWINER,
            SEEGER,
            PUB,
            KNEIPE,
            VARIANTS,
            RASCHE,
            KOELLN,
            CONGRESS,
            PAGAT,
            ROTASKAT,
            HAMBURG,
            JSKAT,
        ),
        figures=(
            PREISSKAT.states(_("Bases 9, 10, 11, 12 and 24; lost is minus double")),
            PREISSKAT.states(_("Null 23, hand 35, ouvert 46, ouvert hand 59")),
            PENGUIN.states(_("Tops: up to 11 in a suit, 4 in a grand")),
            LEVELS.states(_("One more each for hand, Schneider, Schwarz, both announced, ouvert")),
            sourced(
                _("Schneider from 90 and up to 30, for either side"),
                _("skatregeln.net, Gewinnstufen; a Preisskat of 2015 says 30 for both sides."),
            ),
            sourced(
                _("An announced level that is missed is lost and counts all the same"),
                _("preisskat.org, Angesagte Gewinnstufe; the doubling is the rule of today."),
            ),
            sourced(
                _("Seeger 50 for won and lost; Fabian 40 at three, 30 at four, the dealer too"),
                "preisskat.org; de.wiki.li, Skatabrechnung",
            ),
            POKERWINER.states(_("An overbid game counts the next multiple of its base")),
            sourced(
                _("All pass: nobody scores, the deal moves on, and the hand counts as played"),
                _("A Preisskat of 2015; pokerwiner.com has the same."),
            ),
            PUB.states(_("Kontra and Re double the game, won or lost")),
            sourced(_("Hirsch doubles once more"), _("An open-source Skat app plays it.")),
            interpretation(
                _("Neither Kontra nor a Bock multiplies what Seeger and Fabian give"),
                _("No source has both; the 50 and 40 are no part of a game’s value."),
            ),
            KNEIPE.states(
                _("Ramsch: minus the card points, twice for each Jungfrau; Durchmarsch 120")
            ),
            VARIANTS.states(_("Ramsch at 10, 15 or 20; two with the most card points share it")),
            KOELLN.states(_("Ramsch: 20 for the fewest card points, shared where several tie")),
            CONGRESS.states(_("Or 23 for them")),
            RASCHE.states(_("The last trick takes the skat, and of two it is the one that loses")),
            KNEIPE.states(_("Or the skat comes on top of the loser’s card points")),
            PAGAT.states(_("Schieberamsch: each who passes the skat on unseen doubles")),
            interpretation(
                _("Where two lose a Ramsch, each writes the whole loss, the skat included"),
                _("The source does not say what happens to a tie."),
            ),
            interpretation(
                _("Jungfrau before what was passed on, and that before a Bock; a share before all"),
                _("Only products change their order without a difference; a share is rounded."),
            ),
            JSKAT.states(
                _("Bock: lost with 60, with Kontra, a lost grand, Kontra and Re, full hundreds")
            ),
            VARIANTS.states(_("Or with the hand that starts it; a grand from the hand")),
            interpretation(
                _("A full hundred is also one below nought, but not nought itself"),
                _("Adjustments count in the total, but start nothing."),
            ),
            interpretation(
                _("A hand that all pass uses up no Bock; a Ramsch does"),
                _("Nothing is scored in the one, and something in the other."),
            ),
            sourced(
                _("An overbid Null, halves for the opponents and rounds of Ramsch are not offered"),
                _("No source that we have gives the figures; a Ramsch is a hand that all passed."),
            ),
        ),
    ),
)
