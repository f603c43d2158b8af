"""The tariff of a Bavarian table: every price and every rule with which a club plays its own.

Prices are for each opponent: what each loser pays one winner, so that who plays alone gets or pays
them three times. The defaults are the 10-20-50 of most inns; where each rule stands is said in the
ruleset `schafkopf-tariff`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.bavarian.contracts import (
    ALONE,
    BETTEL,
    BETTEL_OUVERT,
    FARBGEIER,
    FARBWENZ,
    GEIER,
    HEART_SOLO,
    HOCHZEIT,
    KREUZ,
    MUSS,
    RENONCE,
    RUFSPIEL,
    SOLO,
    WENZ,
)
from scoring.bavarian.fields import CONTRACT_NAMES
from scoring.bock import Bock, bock_options
from scoring.house_rules import choice_option
from scoring.options import (
    ANY,
    PLAYED,
    Choice,
    Conditions,
    Option,
    Row,
    amount,
    either,
    price_table,
    where,
)
from scoring.words import _, _p

Prices = Mapping[str, Sequence[int | None] | None]
"""By contract what it costs plain, with Schneider and with Schwarz; None: it is not played.

A single price that is None is one that nobody has decided yet.
"""

NOT_PLAYED, AS_RUFSPIEL, AS_SOLO = _("not played"), _("as a Rufspiel"), _("as any solo")


OPPONENTS = 3
"""Of whoever plays alone."""

SHORT_NAMES = {
    RUFSPIEL: _("Rufspiel"),
    HOCHZEIT: _("Hochzeit"),
    RENONCE: _("Renonce"),
    BETTEL: _("Bettel"),
    BETTEL_OUVERT: _("Bettel ouvert"),
    MUSS: _p("own name of the game", "Muss"),
    KREUZ: _("Über Kreuz"),
}
"""What needs no explanation where the price stands beside it."""


def _row(name: str, default: tuple[int, ...] | None = None, empty: str = NOT_PLAYED) -> Row:
    label = SHORT_NAMES.get(name, CONTRACT_NAMES[name])
    return Row(name, label, default, empty, times=OPPONENTS if name in ALONE else 1)


PRICES = price_table(
    "prices",
    _("Prices"),
    _("What each loser pays one winner: plain, with Schneider, with Schwarz."),
    # Translators: the price of a hand that was won neither with Schneider nor with Schwarz
    (_("Plain"), _("Schneider"), _("Schwarz")),
    (
        _row(RUFSPIEL, (20, 30, 40), ""),
        _row(SOLO, (50, 60, 70)),
        _row(WENZ, (50, 60, 70)),
        _row(HOCHZEIT),
        _row(RENONCE),
        _row(HEART_SOLO, None, AS_SOLO),
        _row(GEIER),
        _row(FARBWENZ),
        _row(FARBGEIER),
        _row(BETTEL),
        _row(BETTEL_OUVERT),
        _row(MUSS, None, AS_RUFSPIEL),
        _row(KREUZ, None, AS_RUFSPIEL),
    ),
)

RUNNERS_EACH = amount(
    "runners_each",
    _("Each Laufender"),
    _("What every Laufender (runner) that counts adds; 0: they are not counted."),
    10,
)
ALL_PASS = choice_option(
    "all_pass",
    _("Alle weiter (all passed)"),
    _("What is played when nobody takes the game on."),
    "redeal",
    (
        Choice("redeal", _("Thrown in and dealt again")),
        Choice("ramsch", _("Ramsch: the most card points lose")),
        Choice("muss", _("Muss: the ober of acorns must play a Rufspiel")),
        Choice("kreuz", _("Über Kreuz: the ober of acorns plays with who sits opposite")),
        Choice("pot", _("Stock: everybody pays into a pot")),
        Choice("reuegeld", _("Reuegeld: everybody pays into a kitty beside the points")),
    ),
)
PACK = choice_option(
    "pack",
    _("Pack"),
    _("The long pack has 8 cards for each, the short one 6."),
    "long",
    (Choice("long", _("Long: 32 cards")), Choice("short", _("Short: 24 cards"))),
    group="play",
)

SCHNEIDER = choice_option(
    "schneider",
    _("Schneider"),
    _("How many card points the losing side needs not to be Schneider."),
    "picker31_def30",
    (
        Choice("picker31_def30", _("The declarer’s side 31, the others 30")),
        Choice("both30", _("Both sides 30")),
        Choice("both31", _("Both sides 31")),
        Choice("picker30_def31", _("The declarer’s side 30, the others 31")),
    ),
    group="play",
)

COUNTED = where("runners_each", ANY)
UNCOUNTED = _("not counted")


def _runners_from(name: str, label: str, meaning: str, default: int, high: int = 14) -> Option:
    return Option(
        name,
        "number",
        label,
        meaning,
        default,
        high=high,
        group="runners",
        needs=COUNTED,
        empty=UNCOUNTED,
    )


RUNNERS = (
    _runners_from(
        "runners_from",
        _("Laufende count from"),
        _("How many it takes in a game with a partner; empty: they are not counted there."),
        3,
    ),
    _runners_from(
        "runners_from_solo",
        _("Laufende in a solo from"),
        _("How many it takes in a Solo, Farbwenz or Farbgeier; empty: they are not counted there."),
        3,
    ),
    _runners_from(
        "runners_from_wenz",
        _("Laufende in a Wenz from"),
        _("How many it takes in a Wenz or Geier; empty: they are not counted there."),
        2,
        4,
    ),
    Option(
        "runners_most",
        "number",
        _("Most Laufende paid"),
        _("No more than so many are paid; empty: all of them."),
        None,
        high=14,
        group="runners",
        needs=COUNTED,
        empty=_("all of them"),
    ),
    Option(
        "runners_free",
        "number",
        _("Laufende for nothing"),
        _("The first so many of those that count are free: with 1, two are worth one."),
        0,
        low=0,
        high=4,
        group="runners",
        needs=COUNTED,
    ),
    Option(
        "without_alone",
        "flag",
        _("Without them, the declarer alone"),
        _(
            "Laufende that the declarer’s side of a Rufspiel does not have are the declarer’s "
            "alone, with both opponents."
        ),
        False,
        group="runners",
        needs=where("booking", "plus_minus") + COUNTED,
    ),
)

OFF, TIMES, PLUS, FIXED = "off", "times", "plus", "fixed"
SWEEP_PRICED = (TIMES, PLUS, FIXED)


def _sweep(name: str, label: str, meaning: str, amount_label: str, default: int) -> list[Option]:
    return [
        choice_option(
            name,
            label,
            meaning,
            TIMES,
            (
                Choice(OFF, _("Not played")),
                Choice(TIMES, _("So many times the plain price")),
                Choice(PLUS, _("So much more than the plain price")),
                Choice(FIXED, _("A price of its own")),
            ),
            group="sweeps",
        ),
        Option(
            f"{name}_amount",
            "number",
            amount_label,
            _("How many times, how much more, or the price for each opponent, as chosen above."),
            default,
            low=0,
            high=10_000,
            group="sweeps",
            needs=where(name, *SWEEP_PRICED),
        ),
    ]


SWEEPS = (
    *_sweep(
        "tout",
        _("Tout"),
        _("How a Tout is paid: every trick, announced. Neither Schneider nor Schwarz counts."),
        _("How much for a Tout"),
        2,
    ),
    *_sweep(
        "sie",
        _p("own name of the game", "Sie"),
        _("How a Sie is paid: a hand of nothing but the highest trumps."),
        _("How much for a Sie"),
        4,
    ),
    choice_option(
        "sweep_runners",
        _("Laufende in a Tout or Sie"),
        _("Whether they are multiplied with it."),
        "inside",
        (
            Choice("inside", _("Multiplied with it")),
            Choice("outside", _("Added once afterwards")),
            Choice("none", _("Not counted")),
        ),
        group="sweeps",
        needs=either(where("tout", *SWEEP_PRICED), where("sie", *SWEEP_PRICED)) + COUNTED,
    ),
    amount(
        "announcement",
        _("An announcement"),
        _("What each “announced” adds to the price; 0: nothing is announced."),
        0,
        group="sweeps",
    ),
)

DOUBLING = (
    Option(
        "knocks_most",
        "number",
        _("Knocks at most"),
        _("How many may knock (Klopfen, Legen) before the game; each doubles; 0: nobody."),
        4,
        low=0,
        high=4,
        group="doubling",
    ),
    Option(
        "kontra_most",
        "number",
        _("Kontra at most"),
        _("1: Kontra, 2: Re as well, then Supra and Resupra; each doubles; 0: not played."),
        4,
        low=0,
        high=4,
        group="doubling",
    ),
    Option(
        "doubling_cap",
        "number",
        _("Cap on doubling"),
        _("The most that knocks and Kontra together may multiply a hand; empty: no cap."),
        None,
        low=2,
        high=256,
        group="doubling",
        needs=either(where("knocks_most", ANY), where("kontra_most", ANY)),
        empty=_("no cap"),
    ),
)

RAMSCH_PLAYED = where("all_pass", "ramsch")
MARCHED = where("durchmarsch", "all_tricks", "points")
ONE_LOSES = where("ramsch_losers", "one")


def _passed(
    name: str,
    label: str,
    meaning: str,
    default: str,
    choices: tuple[Choice, ...],
    needs: Conditions,
) -> Option:
    return choice_option(name, label, meaning, default, choices, group="passed", needs=needs)


PASSED = (
    Option(
        "muss_needs",
        "number",
        _("A Muss is won with"),
        _("60: and 30 are enough for the declarer not to be Schneider; 61: as a Rufspiel."),
        60,
        low=60,
        high=61,
        group="passed",
        needs=where("all_pass", "muss"),
    ),
    _passed(
        "kreuz_sixty",
        _("60 to 60 über Kreuz"),
        _("Who wins where both sides have 60 card points."),
        "lost",
        (
            Choice("lost", _("The ober of acorns has lost")),
            Choice("replay", _("Nobody: the same dealer deals again")),
        ),
        where("all_pass", "kreuz"),
    ),
    amount(
        "ramsch",
        _("Ramsch"),
        _("What the loser of a Ramsch pays each other."),
        20,
        group="passed",
        needs=RAMSCH_PLAYED,
    ),
    _passed(
        "ramsch_losers",
        _("Who loses a Ramsch"),
        _("One pays everybody, or two pay the price once each."),
        "one",
        (
            Choice("one", _("Whoever has the most card points")),
            Choice("two", _("The two with the most, to the other two")),
        ),
        RAMSCH_PLAYED,
    ),
    _passed(
        "jungfrau",
        _("Jungfrau in a Ramsch"),
        _("What it means when a player took no trick."),
        "all",
        (
            Choice("off", _("Nothing")),
            Choice("all", _("Every payment is doubled, for each of them")),
            Choice("hers", _("Only that player gets twice as much"), ONE_LOSES),
            Choice("hers_each", _("They alone get twice as much, for each of them"), ONE_LOSES),
        ),
        RAMSCH_PLAYED,
    ),
    _passed(
        "durchmarsch",
        _("Durchmarsch in a Ramsch"),
        _("With how much a Ramsch is won instead of lost."),
        "all_tricks",
        (
            Choice("off", _("Not played")),
            Choice("all_tricks", _("With every trick")),
            Choice("points", _("From so many card points")),
        ),
        RAMSCH_PLAYED,
    ),
    Option(
        "durchmarsch_from",
        "number",
        _("Durchmarsch from"),
        _("With how many card points a Ramsch is marched through."),
        91,
        low=61,
        high=120,
        group="passed",
        needs=RAMSCH_PLAYED + where("durchmarsch", "points"),
    ),
    amount(
        "durchmarsch_price",
        _("Price of a Durchmarsch"),
        _("What each of the others pays; empty: as much as for a Ramsch."),
        None,
        group="passed",
        needs=RAMSCH_PLAYED + MARCHED,
        empty=_("as a Ramsch"),
    ),
    amount(
        "stock",
        _("Paid when all pass"),
        _("What each pays into the pot (Stock) or the kitty (Reuegeld)."),
        10,
        group="passed",
        needs=where("all_pass", "pot", "reuegeld"),
    ),
    _passed(
        "stock_in",
        _("Played for the Stock"),
        _("Which games win the pot, or pay into it once more."),
        "any",
        (
            Choice("any", _("Whatever is played next")),
            Choice("called", _("Only games with a partner")),
        ),
        where("all_pass", "pot"),
    ),
    amount(
        "stock_most",
        _("Stock at once"),
        _("At most so much is taken out or paid in by one game; empty: no limit."),
        None,
        group="passed",
        needs=where("all_pass", "pot"),
        empty=_("no limit"),
    ),
    amount(
        "reuegeld_lost",
        _("Reuegeld of a lost solo"),
        _("What is paid into the kitty besides when a solo is lost."),
        0,
        group="passed",
        needs=where("all_pass", "reuegeld"),
    ),
)

PLUS_MINUS, GOOD_POINTS = "plus_minus", "good_points"
ONLY_GOOD = where("booking", GOOD_POINTS)

BOOKING = (
    choice_option(
        "booking",
        _("On the sheet"),
        _("Whether the losers write a minus."),
        PLUS_MINUS,
        (
            Choice(PLUS_MINUS, _("Plus and minus, which are equal")),
            Choice(GOOD_POINTS, _("Only good points")),
        ),
        group="booking",
    ),
    choice_option(
        "soloist_writes",
        _("A won solo is written"),
        _("Three times the price, as three opponents pay it, or once."),
        "thrice",
        (Choice("thrice", _("Three times")), Choice("once", _("Once"))),
        group="booking",
        needs=ONLY_GOOD,
    ),
    choice_option(
        "lost_solo",
        _("A lost solo"),
        _("What each of the three opponents writes for it."),
        "each_third",
        (
            Choice("each_full", _("Each what the soloist would have written")),
            Choice("each_third", _("Each a third of that")),
            Choice("each_called", _("Each as for a Rufspiel")),
            Choice("nothing", _("Nothing")),
            Choice("soloist_minus", _("Nothing, and the soloist writes a minus")),
        ),
        group="booking",
        needs=ONLY_GOOD,
    ),
    choice_option(
        "circled",
        _("Solos that are circled"),
        _("Which won solos are counted on the sheet, for the tie-break."),
        "hearts",
        (Choice("hearts", _("Herz-Soli alone")), Choice("all", _("All solos and Wenz"))),
        group="booking",
        needs=where("prices.heart_solo", PLAYED),
    ),
)

LOST_SOLO = Choice("lost_solo", _("A lost solo"))
ANY_KONTRA = Choice("kontra", _("A hand with Kontra"))
SCHWARZ = Choice("schwarz", _("A side without a trick"))
THROWN_IN = Choice("thrown_in", _("A hand that is thrown in"))

OPTIONS = (
    PRICES,
    RUNNERS_EACH,
    ALL_PASS,
    *RUNNERS,
    *SWEEPS,
    *DOUBLING,
    *PASSED,
    *bock_options(LOST_SOLO, ANY_KONTRA, SCHWARZ, THROWN_IN),
    *BOOKING,
    PACK,
    SCHNEIDER,
)


class Tariff(NamedTuple):
    """All of these options as a hand is counted by them; None: still to be decided, or empty.

    `counts_whole_sie`: where the Laufende of a Sie are left out, the whole hand is counted.
    """

    prices: Prices
    runners_each: int
    all_pass: str | None
    runners_from: int | None
    runners_from_solo: int | None
    runners_from_wenz: int | None
    runners_most: int | None
    runners_free: int
    without_alone: bool
    tout: str | None
    tout_amount: int
    sie: str | None
    sie_amount: int
    sweep_runners: str
    announcement: int
    knocks_most: int
    kontra_most: int
    doubling_cap: int | None
    muss_needs: int
    kreuz_sixty: str
    ramsch: int
    ramsch_losers: str
    jungfrau: str
    durchmarsch: str
    durchmarsch_from: int
    durchmarsch_price: int | None
    stock: int
    stock_in: str
    stock_most: int | None
    reuegeld_lost: int
    bock: Sequence[str]
    bock_hands: int | None
    bock_factor: int
    bock_stack: str
    booking: str | None
    soloist_writes: str
    lost_solo: str
    circled: str
    pack: str
    schneider: str
    counts_whole_sie: bool = True

    def bocks(self) -> Bock:
        """How a Bock is played."""
        return Bock(self.bock, self.bock_hands, self.bock_factor, self.bock_stack)


USUAL = Tariff(**{option.name: option.default for option in OPTIONS})
"""Schafkopf for 10-20-50, with nothing of its own."""
