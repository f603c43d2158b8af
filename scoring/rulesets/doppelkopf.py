"""Doppelkopf after the checklist of the Deutscher Doppelkopf-Verband (DDV).

Order: the checklist → extra points → what announcements double → Bock → no back door → who writes
what. Sources: baum24.net, Ermittlung des Spielwerts, after the tournament rules of the DDV: first
who won, then the list; github.com/lbleckwenn/SmartDoko, templates/regeln.tpl (booking winners only,
a hand that nobody won, a silent wedding); the house rules from the clubs and programs named below.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.bock import BOCK_CALLED, CALLED, Bock
from scoring.errors import HandProblem
from scoring.house_rules import not_played
from scoring.neighbours.doppelkopf_rules import (
    BOTH_120,
    DOUBLE,
    GAME,
    HEARTS_TRICK,
    KONTRA_LOST,
    MOST_OF,
    OLD_ONLY,
    OPTIONS,
    PLUS_MINUS,
    RE_LOST,
    SOLO_LOST,
    WITHOUT_NINES,
    ZERO_GAME,
    most_extras,
)
from scoring.options import ANY, Choice, Options, where
from scoring.outcome import Pile, check_side, read_tricks, require
from scoring.ruleset import (
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
from scoring.words import Side, Sides, Word, _, _p, signed

BAUM = Source("baum24.net, Ermittlung des Spielwerts", _("The checklist of the DDV"))
SMARTDOKO = Source("github.com/lbleckwenn/SmartDoko", _("templates/regeln.tpl"))
DDV = Source(
    "doko-wissen.de, Turnierspielregeln of the DDV", _("Mandatory solos, 4.2 and 8.6 (contents)")
)
HENNEF = Source(
    "schwarzkohl.de, Doko-Regeln, Hennef 2006",
    _("40 cards, Re and Kontra double, Bock after a lost Re and a trick of hearts"),
)
TENNIS = Source(
    "tennis-rwl.de, Doppelkopf-Regeln", _("Winners only, no nines, Charlie caught, mandatory solos")
)
WIKIPEDIA = Source(
    "Wikipedia, Doppelkopf-Sonderregeln", _("Doubling, 120 to 120, no back door, extra points")
)
UNCAUGHT = Source(
    "github uncaught/doko", _("GroupSettings: what starts a Bock, what a second does")
)
DOUBLEHEAD = Source("github ni9997/doubleheadAI", _("A Bock of four hands; Re and Kontra double"))

TRICKS = 12
ALL_POINTS = 240
HALF = ALL_POINTS // 2
PILE = Pile(TRICKS, 4, pack=48, each=8)
SHORT_PILE = Pile(10, 4, pack=40, each=8)
"""Without the nines."""
SWEPT = 3
EXTRA_FIELDS = ("re_extras", "kontra_extras")
SAID_BESIDE = frozenset((*EXTRA_FIELDS, "hearts_trick", "bock_called"))
"""What is said of few hands, or at few tables."""
LIMITS = (90, 60, 30)
"""A side is under so many card points, and after that without a trick."""
RESISTED = (120, 90, 60, 30)
"""What must be reached against “no 90”, “no 60”, “no 30”, Schwarz for one more."""
UNDER_BY_POINTS = [sum(points < limit for limit in LIMITS) for points in range(ALL_POINTS + 1)]
MISSED_BY_POINTS = [sum(points < enough for enough in RESISTED) for points in range(ALL_POINTS + 1)]
"""How many of these a side stays under, by its card points."""


class Band(NamedTuple):
    """What Re took, as narrowly as the counting asks: card points, and if those were all or none.

    `has_all`: every trick, or (False) no trick at all; None: some of them.
    """

    value: str
    label: str
    low: int
    high: int
    has_all: bool | None = None

    def tricks(self, trick_count: int) -> int | None:
        """How many tricks of so many; None: some."""
        return None if self.has_all is None else trick_count * self.has_all


BANDS = (
    Band("no_trick", _("No trick"), 0, 0, False),
    Band("to_29", _("0–29"), 0, 29),
    Band("to_59", _("30–59"), 30, 59),
    Band("to_89", _("60–89"), 60, 89),
    Band("to_119", _("90–119"), 90, 119),
    Band("at_120", _("120"), 120, 120),
    Band("to_150", _("121–150"), 121, 150),
    Band("to_180", _("151–180"), 151, 180),
    Band("to_210", _("181–210"), 181, 210),
    Band("to_240", _("211–240"), 211, 240),
    Band("all_tricks", _("Every trick"), 240, 240, True),
)
BANDS_BY_VALUE = {band.value: band for band in BANDS}

NOTHING = "nothing"
_DENIALS = (
    Choice("no_90", _("No 90")),
    Choice("no_60", _("No 60")),
    Choice("no_30", _("No 30")),
    Choice("black", _("Schwarz")),
)
DENIED = tuple(choice.value for choice in _DENIALS)
SAID_AS_NUMBER = {NOTHING: 0, "re": 1, "kontra": 1} | {
    said: number for number, said in enumerate(DENIED, start=2)
}
"""An announcement as the number that `Party` has."""


def _said(name: str, label: str, meaning: str, first: Choice) -> Field:
    return Field(
        name,
        "choice",
        label,
        meaning,
        choices=(Choice(NOTHING, _("Nothing")), first, *_DENIALS),
        preset=NOTHING,
    )


def _extras(name: str, label: str) -> Field:
    return Field(
        name,
        "count",
        label,
        _("Doppelköpfe, foxes, Charlie and whatever else the table counts, together."),
        high=most_extras([*MOST_OF]),
        needs=where("extras", ANY),
        unless=("partner", (None,)),
        preset=0,
    )


FIELDS = (
    Field(
        "declarer",
        "seat",
        _("Re, or the soloist"),
        _("Somebody who held a queen of clubs, or whoever played alone."),
    ),
    Field(
        "partner",
        "seat",
        _("The other one of Re"),
        _("Who held the other queen of clubs; nobody in a solo."),
        empty=_("Alone: a solo"),
        apart_from="declarer",
    ),
    Field(
        "taken",
        "choice",
        _("Re took"),
        _("Card points of Re out of 240; as narrowly as the counting asks."),
        choices=tuple(Choice(band.value, band.label) for band in BANDS),
        empty=_("Typed below"),
    ),
    _said(
        "re_said",
        _("Announced by Re"),
        _("The highest that Re said; it includes Re and all before it."),
        Choice("re", _p("own name of the game", "Re")),
    ),
    _said(
        "kontra_said",
        _("Announced by Kontra"),
        _("The highest that Kontra said; it includes Kontra and all before it."),
        Choice("kontra", _p("own name of the game", "Kontra")),
    ),
    _extras("re_extras", _("Extra points of Re")),
    _extras("kontra_extras", _("Extra points of Kontra")),
    Field(
        "declarer_points",
        "points",
        _("Card points of Re"),
        _("Only if nobody chose what Re took."),
        high=ALL_POINTS,
    ),
    Field(
        "declarer_tricks",
        "count",
        _("Tricks of Re"),
        _("Only needed when it was all of them or none."),
        high=TRICKS,
        empty=_("Some, but not all"),
        place="figures",
    ),
    Field(
        HEARTS_TRICK.value,
        "flag",
        _("A trick of hearts"),
        _("A trick was made of nothing but hearts, which starts a Bock here."),
        needs=where("bock", HEARTS_TRICK.value),
        place="rare",
    ),
    BOCK_CALLED,
)


NEEDED = {
    "declarer": _("Say who held a queen of clubs, or who played alone."),
    "partner": _("Say who was with Re, or that it was a solo."),
}
RE_ROLES, KONTRA_ROLES = ("picker", "partner"), ("defender",)


class Party(NamedTuple):
    """One of the two sides: its card points and tricks (None: some), and what it announced.

    `said`: 0 nothing, 1 Re or Kontra, 2 to 5 that and “no 90” to Schwarz.
    """

    is_re: bool
    points: int
    tricks: int | None
    said: int
    extras: int = 0

    @property
    def denied(self) -> int:
        """How many levels it said the others would not reach."""
        return self.said - 1 if self.said else 0

    @property
    def unders(self) -> int:
        """Under how many of the levels it stayed: 90, 60, 30, and no trick.

        >>> Party(True, 59, None, 0).unders, Party(True, 0, 0, 0).unders
        (2, 4)
        """
        return UNDER_BY_POINTS[self.points] + (self.tricks == 0)

    def keeps_to(self, other: "Party") -> bool:
        """Whether the others stayed under all that this side had denied them."""
        return self.said < 2 or other.unders >= self.denied


def winner(re: Party, kontra: Party) -> Party | None:
    """Who won: enough card points, or what the others denied; and one's own word kept.

    Kontra needs 120, and 121 where it alone has announced. None where both missed what they had
    announced.

    >>> re, kontra = Party(True, 120, None, 0), Party(False, 120, None, 0)
    >>> winner(re, kontra).is_re, winner(re, kontra._replace(said=1)).is_re
    (False, True)
    >>> winner(re._replace(said=2), kontra._replace(said=2)) is None
    True
    """
    only_kontra = bool(kontra.said) and not re.said
    needed = (HALF, HALF + 1) if only_kontra else (HALF + 1, HALF)
    for own, other, enough in ((re, kontra, needed[0]), (kontra, re, needed[1])):
        has_enough = own.points >= enough or not other.keeps_to(own)
        if has_enough and own.keeps_to(other):
            return own
    return None


def _lines(code: str, *texts: str) -> tuple[Reason, ...]:
    return tuple(Reason(code, text) for text in texts)


UNDER = {
    True: _lines(
        "under",
        _("Kontra is under 90: 1 for Re."),
        _("Kontra is under 60: 1 for Re."),
        _("Kontra is under 30: 1 for Re."),
        _("Kontra has no trick: 1 for Re."),
    ),
    False: _lines(
        "under",
        _("Re is under 90: 1 for Kontra."),
        _("Re is under 60: 1 for Kontra."),
        _("Re is under 30: 1 for Kontra."),
        _("Re has no trick: 1 for Kontra."),
    ),
}
"""By whether Re gets it."""
RESISTANCE = {
    True: _lines(
        "resistance",
        _("Re reached 120 against “no 90”: 1 for Re."),
        _("Re reached 90 against “no 60”: 1 for Re."),
        _("Re reached 60 against “no 30”: 1 for Re."),
        _("Re reached 30 against Schwarz: 1 for Re."),
    ),
    False: _lines(
        "resistance",
        _("Kontra reached 120 against “no 90”: 1 for Kontra."),
        _("Kontra reached 90 against “no 60”: 1 for Kontra."),
        _("Kontra reached 60 against “no 30”: 1 for Kontra."),
        _("Kontra reached 30 against Schwarz: 1 for Kontra."),
    ),
}
ANNOUNCED = {
    True: Reason("said", _("Re was announced: 2.")),
    False: Reason("said", _("Kontra was announced: 2.")),
}
DOUBLED = {
    True: Reason("said", _("Re was announced: twice.")),
    False: Reason("said", _("Kontra was announced: twice.")),
}
DENIALS = _lines(
    "denied",
    _("“No 90” was announced: 1."),
    _("“No 60” was announced: 1."),
    _("“No 30” was announced: 1."),
    _("Schwarz was announced: 1."),
)
OLD_ONES = Reason("old_ones", _("Against the old ones, the queens of clubs: 1."))
NOBODY = Reason(
    "nobody", _("Both missed what they announced: nobody won, and only what was reached counts.")
)
FIRST = {
    (True, "plain"): _("Re (%(sides)s) won: 1."),
    (False, "plain"): _("Kontra (%(sides)s) won: 1."),
    (True, "missed"): _("Kontra missed what it announced, so Re (%(sides)s) won: 1."),
    (False, "missed"): _("Re missed what it announced, so Kontra (%(sides)s) won: 1."),
    (True, "counted"): _("Re (%(sides)s) took %(points)s card points and won: 1."),
    (False, "counted"): _("Kontra (%(sides)s) took %(points)s card points and won: 1."),
}
"""By whether Re won, and how that is known."""


def reached(own: Party, other: Party) -> tuple[Reason, ...]:
    """What a side gets 1 each for by card points: how little the others have, and resistance.

    >>> [str(why) for why in reached(Party(True, 95, None, 0), Party(False, 145, None, 3))]
    ['Re reached 90 against “no 60”: 1 for Re.']
    """
    under, resisted = UNDER[own.is_re], RESISTANCE[own.is_re]
    return under[: other.unders] + resisted[MISSED_BY_POINTS[own.points] : other.denied]


def announced(party: Party, *, is_doubled: bool) -> tuple[Reason, ...]:
    """The lines for what a side said; `is_doubled`: Re and Kontra add nothing, but double."""
    if not party.said:
        return ()
    denials = DENIALS[: party.denied]
    return denials if is_doubled else (ANNOUNCED[party.is_re], *denials)


def checklist(won: Party, lost: Party, why: list[Reason], *, is_doubled: bool) -> int:
    """The checklist after the won game itself, in its order, without the extra points.

    What was said counts for whoever won, whoever said it.

    >>> kontra, re = Party(False, 110, None, 0), Party(True, 130, None, 3)
    >>> checklist(kontra, re, [], is_doubled=False)
    5
    """
    re, kontra = (won, lost) if won.is_re else (lost, won)
    lines = (
        *announced(re, is_doubled=is_doubled),
        *announced(kontra, is_doubled=is_doubled),
        *reached(won, lost),
    )
    why.extend(lines)
    counted_twice = 0 if is_doubled else bool(re.said) + bool(kontra.said)
    return len(lines) + counted_twice


def checklist_of_nobody(re: Party, kontra: Party, why: list[Reason]) -> int:
    """What is left where nobody won, seen by Re: what Kontra gets is taken off.

    >>> re, kontra = Party(True, 130, None, 2), Party(False, 110, None, 2)
    >>> checklist_of_nobody(re, kontra, [])
    1
    """
    of_re, of_kontra = reached(re, kontra), reached(kontra, re)
    why.extend((*of_re, *of_kontra))
    return len(of_re) - len(of_kontra)


def extras(own: Party, other: Party, why: list[Reason]) -> int:
    """The extra points of both sides, those of `other` taken off."""
    for party in (own, other):
        if party.extras:
            text = _("Extra points of Kontra: %(extras)s.")
            if party.is_re:
                text = _("Extra points of Re: %(extras)s.")
            why.append(Reason("extras", text, extras=party.extras))
    return own.extras - other.extras


@dataclass(frozen=True, kw_only=True, eq=False)
class Doppelkopf(Ruleset):
    """Re against Kontra, or a soloist against three, for three times the points."""

    def sums_to_zero(self, options: Options) -> bool:
        """Whether the losers write what the winners get."""
        return bool(options["booking"] == PLUS_MINUS)

    def asked_fields(self, options: Options) -> tuple[Field, ...]:
        """The fields, with as many tricks and extra points as a hand of this table can have."""
        extras = most_extras(options["extras"])
        most = {
            "re_extras": extras,
            "kontra_extras": extras,
            "declarer_tricks": _pile(options).trick_count,
        }
        return tuple(
            replace(field, high=most[field.name]) if field.name in most else field
            for field in super().asked_fields(options)
        )

    def solos_owed(
        self, options: Options, carried: Carried, seated: Collection[int]
    ) -> tuple[int, ...]:
        """Who at the table has not played a mandatory solo yet, ascending."""
        if not options["mandatory_solo"]:
            return ()
        return tuple(sorted(set(seated).difference(carried.solos)))

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        options = deal.options
        if not SAID_BESIDE.isdisjoint(hand):
            self._refuse_unplayed(hand, options)
        require(hand, **NEEDED)
        declarer, partner = hand["declarer"], hand["partner"]
        if partner == declarer:
            raise HandProblem(
                "partner_is_picker", "partner", _("Nobody is his own partner: choose the other.")
            )
        re, kontra, is_exact = _parties(hand, options, is_solo=partner is None)
        won = winner(re, kontra)
        roles = deal.roles(declarer, partner)
        why: list[Reason] = []
        game, beside = _worth(re, kontra, won, roles, options, why, is_exact=is_exact)
        factor = 1
        if deal.carried.bock:
            factor = Bock.of(options).counts(deal, why)
            game *= factor
            if options["bock_effect"] == GAME:
                why.append(Reason("bock_game", _("The Bock leaves the extra points as they are.")))
                factor = 1
            beside *= factor
        worth = value = game + beside
        if value < 0 and won is not None and options["no_back_door"]:
            why.append(
                Reason(
                    "no_back_door",
                    _("The extra points of the losers outweigh the hand: it is worth nothing."),
                )
            )
            value = 0
        of_re = value if won is None or won.is_re else -value
        each = _booked(of_re, options, is_solo=partner is None)
        points = [each[role] for role in roles]
        tier = SWEPT if won and 0 in (re.tricks, kontra.tricks) else 1
        verdict = Verdict(won.is_re if won else None, tier)
        text = _("Together %(value)s: each of Re gets %(re)s, each of Kontra %(kontra)s.")
        if partner is None:
            text = _("Together %(value)s: the soloist gets %(re)s, each of the others %(kontra)s.")
        gained = {"re": signed(each["picker"]), "kontra": signed(each["defender"])}
        why.append(Reason("booked", text, value=signed(value), **gained))
        score = HandScore(points, why, roles, multiplier=factor, verdict=verdict)
        if options["mandatory_solo"] or options["bock"]:
            started = _started(hand, re, kontra, won, worth) if options["bock"] else ()
            _leave(score, hand, deal, started)
        return score

    def _refuse_unplayed(self, hand: Hand, options: Options) -> None:
        """Refuse what the table does not play, and more extra points than a hand can have."""
        for name in EXTRA_FIELDS:
            own = hand.get(name)
            if own and own > most_extras(options["extras"]):
                raise self._too_many(name, options)
        for name in ("hearts_trick", "bock_called"):
            if hand.get(name) and not self.fields_by_name[name].can_be_said(options):
                raise not_played(name, self.options_by_name["bock"], options)

    def _too_many(self, name: str, options: Options) -> HandProblem:
        most = most_extras(options["extras"])
        if not most:
            return not_played(name, self.options_by_name["extras"], options)
        return HandProblem(
            "out_of_range",
            name,
            _("%(label)s: a hand can have at most %(most)s here."),
            label=Word(self.fields_by_name[name].label),
            most=most,
        )


def _worth(
    re: Party,
    kontra: Party,
    won: Party | None,
    roles: Sequence[str],
    options: Options,
    why: list[Reason],
    *,
    is_exact: bool,
) -> tuple[int, int]:
    """What the game and the extra points are worth before a Bock; the steps are added to `why`.

    To whoever won it, or to Re where nobody has.
    """
    if won is None:
        why.append(NOBODY)
        return checklist_of_nobody(re, kontra, why), extras(re, kontra, why)
    lost = kontra if won.is_re else re
    is_against_old = not won.is_re and "partner" in roles and options["against_old"]
    if (
        is_against_old
        and re.points == HALF
        and options["tie_120"] == OLD_ONLY
        and not (re.said or kontra.said)
    ):
        text = _("120 to 120: Kontra (%(sides)s) won, and only “against the old ones” counts.")
        why.append(Reason("kontra_won", text, sides=_sides(won, roles)))
        game = 0
    else:
        why.append(_first(won, lost, roles, is_exact=is_exact))
        game = 1
    is_doubled = options["announcements"] == DOUBLE
    with_extras = is_doubled and options["double_extras"]
    game += checklist(won, lost, why, is_doubled=is_doubled)
    if is_doubled and not with_extras:
        game *= _doubled(re, kontra, why)
    beside = 0
    if is_against_old:
        why.append(OLD_ONES)
        beside = 1
    beside += extras(won, lost, why)
    factor = _doubled(re, kontra, why) if with_extras else 1
    return game * factor, beside * factor


def _doubled(re: Party, kontra: Party, why: list[Reason]) -> int:
    """How many times a hand counts where every announcement doubles it."""
    factor = 1
    for party in (re, kontra):
        if party.said:
            why.append(DOUBLED[party.is_re])
            factor *= 2
    return factor


def _started(hand: Hand, re: Party, kontra: Party, won: Party | None, value: int) -> list[Choice]:
    """What there is in a hand that may start a Bock; `value`: what it is worth to its winner."""
    is_re_lost = won is kontra
    return [
        choice
        for choice, is_so in (
            (HEARTS_TRICK, bool(hand.get("hearts_trick"))),
            (BOTH_120, re.points == HALF),
            (ZERO_GAME, value == 0),
            (RE_LOST, bool(re.said) and is_re_lost),
            (KONTRA_LOST, bool(kontra.said) and won is re),
            (SOLO_LOST, hand["partner"] is None and is_re_lost),
            (CALLED, bool(hand.get("bock_called"))),
        )
        if is_so
    ]


def _leave(score: HandScore, hand: Hand, deal: Deal, started: Sequence[Choice]) -> None:
    """Add what the hand leaves to the next: the Bocks, and who has played a mandatory solo."""
    options, solos = deal.options, deal.carried.solos
    declarer = hand["declarer"]
    if options["mandatory_solo"] and hand["partner"] is None and declarer not in solos:
        solos = tuple(sorted((*solos, declarer)))
        score.deals_again = options["solo_redeal"]
        text = _("%(side)s has played the mandatory solo.")
        if score.deals_again:
            text = _("%(side)s has played the mandatory solo: the same dealer deals again.")
        score.reasons.append(Reason("mandatory_solo", text, side=Side(declarer)))
    bock: tuple[int, ...] = ()
    if options["bock"]:
        bock = Bock.of(options).after(deal, started, score.reasons, is_scored=True)
    if bock or solos:
        score.carries = Carried(bock=bock, solos=solos)


def _pile(options: Options) -> Pile:
    return SHORT_PILE if options["pack"] == WITHOUT_NINES else PILE


def _parties(hand: Hand, options: Options, *, is_solo: bool) -> tuple[Party, Party, bool]:
    """Re and Kontra, and whether their card points are known exactly."""
    pile = _pile(options)
    points, tricks, is_exact = _taken(hand, pile)
    of_re, of_kontra = hand.get("re_extras", 0), hand.get("kontra_extras", 0)
    if is_solo and (of_re or of_kontra):
        name = "re_extras" if of_re else "kontra_extras"
        raise HandProblem("not_here", name, _("In a solo there are no extra points."))
    if of_re and of_kontra and of_re + of_kontra > most_extras(options["extras"]):
        raise HandProblem(
            "too_many_extras",
            "kontra_extras",
            _("There are at most %(most)s extra points in a hand, both sides together."),
            most=most_extras(options["extras"]),
        )
    others = None if tricks is None else pile.trick_count - tricks
    re_said = SAID_AS_NUMBER[hand.get("re_said", NOTHING)]
    kontra_said = SAID_AS_NUMBER[hand.get("kontra_said", NOTHING)]
    re = Party(True, points, tricks, re_said, of_re)
    kontra = Party(False, ALL_POINTS - points, others, kontra_said, of_kontra)
    return re, kontra, is_exact


def _taken(hand: Hand, pile: Pile) -> tuple[int, int | None, bool]:
    """Card points and tricks of Re, and whether they were counted exactly."""
    band = BANDS_BY_VALUE.get(hand.get("taken", ""))
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
        return band.low, band.tricks(pile.trick_count), band.low == band.high
    if tricks is not None:
        read_tricks(hand, "declarer_tricks", pile.trick_count)
    elif band is not None and "declarer_tricks" not in hand:
        tricks = band.tricks(pile.trick_count)
    check_side(points, tricks, pile, field="declarer_points")
    is_swept = tricks in (0, pile.trick_count)
    if band is not None and (
        not band.low <= points <= band.high or is_swept is (band.has_all is None)
    ):
        raise HandProblem(
            "result_disagrees",
            "taken",
            _("The card points of Re do not fit: %(points)s. Chosen: “%(said)s”."),
            said=Word(band.label),
            points=points,
        )
    return points, tricks, True


def _booked(of_re: int, options: Options, *, is_solo: bool) -> dict[str, int]:
    """What each writes by his role: the soloist three times, and the losers only where they do.

    Where the losers' extra points are worth more than the hand, it is they who gain.
    """
    of_kontra = -of_re
    if options["booking"] != PLUS_MINUS:
        of_re, of_kontra = max(0, of_re), max(0, of_kontra)
    times = 3 if is_solo else 1
    return {"picker": times * of_re, "partner": of_re, "defender": of_kontra, "out": 0}


def _sides(party: Party, roles: Sequence[str]) -> Sides:
    own = RE_ROLES if party.is_re else KONTRA_ROLES
    return Sides([seat for seat, role in enumerate(roles) if role in own])


def _first(won: Party, lost: Party, roles: Sequence[str], *, is_exact: bool) -> Reason:
    """Who won, and with how many card points where these are known."""
    how = "counted" if is_exact else "plain"
    if not lost.keeps_to(won):
        how = "missed"
    code = "re_won" if won.is_re else "kontra_won"
    sides = _sides(won, roles)
    return Reason(code, FIRST[won.is_re, how], points=won.points, sides=sides)


RULESETS = (
    Doppelkopf(
        key="doppelkopf",
        name=_("Doppelkopf"),
        family=_("Neighbours"),
        summary=_("Re against Kontra with 48 cards and 240 points; the checklist of the DDV."),
        seats=4,
        tables=(4, 5),
        options=OPTIONS,
        fields=FIELDS,
        sources=(BAUM, SMARTDOKO, DDV, HENNEF, TENNIS, WIKIPEDIA, UNCAUGHT, DOUBLEHEAD),
        figures=(
            BAUM.states(_("Re wins with 121, Kontra with 120; 121 if only Kontra was announced")),
            BAUM.states(
                _("1 each: won, under 90, 60, 30, no trick, each level denied or resisted")
            ),
            BAUM.states(_("Re announced 2, Kontra announced 2")),
            BAUM.states(_("Who misses what he announced has lost")),
            BAUM.states(
                _("Extras: against the old ones, Doppelkopf, fox, Charlie; none in a solo")
            ),
            BAUM.states(_("The soloist three times")),
            SMARTDOKO.states(
                _("Winners only: a solo three times when won, once to each when lost")
            ),
            SMARTDOKO.states(
                _("“No 90” and more include Re or Kontra; a silent wedding is a solo")
            ),
            SMARTDOKO.states(
                _("Both miss what they announced: only unders, resistance and extras count")
            ),
            interpretation(
                _("Winners only: if nobody won, or extras outweigh it, who has more books it"),
                _("The source does not say who writes then."),
            ),
            HENNEF.states(_("Re and Kontra double each, extra points included; 40 cards")),
            WIKIPEDIA.states(_("Announcements that double, with or without the extra points")),
            WIKIPEDIA.states(_("120 to 120 for 2 points or for 1; no back door")),
            interpretation(
                _("Where nobody won, no announcement doubles"),
                _("None of them adds anything there either."),
            ),
            TENNIS.states(_("A caught Charlie; the deal moves on after a mandatory solo")),
            interpretation(
                _("A caught Charlie is an extra point of the other side, also for winners only"),
                _("The source says that it costs a point, and books no minus."),
            ),
            UNCAUGHT.states(_("What starts a Bock, with or without the extra points")),
            DOUBLEHEAD.states(_("A Bock of as many hands as sit at the table")),
            interpretation(
                _("A lost Re is one that was announced while the other side won"),
                _("Where nobody won, no Bock starts by it."),
            ),
            interpretation(
                _("The first solo that somebody plays is the mandatory one, a silent one too"),
                _("Only the contents of the tournament rules are at hand."),
            ),
            sourced(
                _("Poverty, pigs and Genscher are not offered: enter the sides as they ended"),
                _("They change who plays with whom, not the checklist."),
            ),
        ),
    ),
)
