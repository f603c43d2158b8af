"""Bavarian Schafkopf for a club's evening: a tariff of three numbers, and the house rules.

A game is worth its price, `extra` for each Laufender that counts, `extra` for Schneider and another
for Schwarz, twice as much for every knock and every Kontra. A Tout is worth twice, a Sie four times
the price with its Laufende, and nothing for Schneider or Schwarz.

Sources: sauspiel.de, Spielabrechnung (10-20-50); raschesspiele.de, tariffs and Bettel;
github phimuemue/openschafkopf, recorded games; Wikipedia, “Schafkopf”; self-bar.de, the Muss;
schafkopfen-1.de, the Stock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.bavarian import fields, pot
from scoring.bavarian.contracts import (
    BETTEL,
    CAN_BE_SIE,
    CAN_BE_TOUT,
    FEW_TRUMPS,
    PACKS,
    TWO_AGAINST_TWO,
    Pack,
)
from scoring.bavarian.outcome import by_points, partner_of, read_outcome
from scoring.bavarian.ramsch import COUNTED_FIELDS, TOLD_FIELDS, score_ramsch
from scoring.errors import HandProblem
from scoring.house_rules import as_set, choice_option
from scoring.options import Choice, Conditions, Option, Options, where
from scoring.outcome import Outcome, outcome_reason, refuse_fields, require, spans_of
from scoring.ruleset import (
    NOTHING_CARRIED,
    Carried,
    Deal,
    Hand,
    HandScore,
    Reason,
    Ruleset,
    Source,
    Verdict,
    interpretation,
    sourced,
)
from scoring.settle import against_each
from scoring.words import Word, _, signed

SAUSPIEL = Source("sauspiel.de, Spielabrechnung", _("The tariff 10-20-50"))
RASCHE = Source("raschesspiele.de, Schafkopf", _("Tariffs, the worked example, Bettel"))
RECORDED = Source("github phimuemue/openschafkopf", _("Recorded games and what was paid"))
WIKIPEDIA = Source("Wikipedia, Schafkopf", _("61, Schneider and Schwarz"))
SELF = Source("self-bar.de, Schafkopf-Turnier", _("The Muss: won with 60, Schneider-free with 30"))
STOCK = Source("schafkopfen-1.de, Stock", _("When it is paid in, doubled and won"))
TARIFF = Source("github redevening/schafkopftarif", _("Ramsch, Jungfrau, Durchmarsch"))

THREE = ("rufspiel", "solo", "wenz")

# Nobody announces a Ramsch, so no form offers it; another program may say it beside “all passed”.
CONTRACT = replace(
    fields.CONTRACT,
    choices=(
        *(
            choice if choice.value in THREE else choice._replace(needs=where("contracts", "all"))
            for choice in fields.CONTRACTS
        ),
        Choice(
            "muss",
            _("Muss (forced)"),
            where("all_pass", "muss"),
            note=_("It is won with 60, and 30 are enough not to be Schneider."),
        ),
        Choice(
            "kreuz",
            _("Über Kreuz (crosswise)"),
            where("all_pass", "kreuz"),
            note=_("It takes 61; if you play 60 to 60 otherwise, choose the result."),
        ),
        Choice("ramsch", _("Ramsch"), where("all_pass")),
    ),
)


def _number(
    name: str,
    label: str,
    meaning: str,
    default: int,
    low: int,
    high: int,
    *,
    group: str = "",
    needs: Conditions = (),
) -> Option:
    return Option(
        name, "number", label, meaning, default, low=low, high=high, group=group, needs=needs
    )


TARIFF_OPTIONS = (
    _number(
        "base", _("Rufspiel"), _("What each loser of a Rufspiel pays one winner."), 20, 1, 10_000
    ),
    _number("solo", _("Solo"), _("What a Solo, Wenz or Geier costs each player."), 50, 1, 10_000),
    _number(
        "extra",
        _("Extra"),
        _("What Schneider, Schwarz and every Laufender that counts adds."),
        10,
        0,
        10_000,
        group="prices",
    ),
    _number(
        "bettel",
        _("Bettel"),
        _("What a Bettel costs each player, won or lost."),
        30,
        1,
        10_000,
        group="prices",
        needs=where("contracts", "all"),
    ),
)

PLAY_OPTIONS = (
    choice_option(
        "pack",
        _("Pack"),
        _("The long pack has 8 cards for each, the short one 6."),
        "long",
        (Choice("long", _("Long: 32 cards")), Choice("short", _("Short: 24 cards"))),
        group="play",
    ),
    choice_option(
        "contracts",
        _("Contracts"),
        _("Which games can be announced at this table."),
        "all",
        (
            Choice("three", _("Rufspiel, Wenz and Solo")),
            Choice("all", _("Also Geier, Farbwenz and Bettel")),
        ),
        group="play",
    ),
    _number(
        "runners_from",
        _("Laufende count from"),
        _("How many Laufende (runners) it takes in a Rufspiel, Solo or Farbwenz."),
        3,
        1,
        14,
        group="runners",
    ),
    _number(
        "runners_from_wenz",
        _("Laufende in a Wenz from"),
        _("How many Laufende (runners) it takes in a Wenz or Geier."),
        2,
        1,
        4,
        group="runners",
    ),
)

PASSED_OPTIONS = (
    choice_option(
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
        ),
    ),
    _number(
        "ramsch",
        _("Ramsch"),
        _("What the loser of a Ramsch pays each other."),
        20,
        1,
        10_000,
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    choice_option(
        "jungfrau",
        _("Jungfrau in a Ramsch"),
        _("What it means when a player took no trick."),
        "all",
        (
            Choice("off", _("Nothing")),
            Choice("all", _("Every payment is doubled, for each of them")),
            Choice("hers", _("Only that player gets twice as much")),
        ),
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    choice_option(
        "durchmarsch",
        _("Durchmarsch in a Ramsch"),
        _("With how much a Ramsch is won instead of lost."),
        "all_tricks",
        (
            Choice("off", _("Not played")),
            Choice("all_tricks", _("With every trick")),
            Choice("from_91", _("From 91 card points")),
        ),
        group="passed",
        needs=where("all_pass", "ramsch"),
    ),
    _number(
        "stock",
        _("Stock (pot)"),
        _("What each pays into the pot when all pass."),
        10,
        1,
        10_000,
        group="passed",
        needs=where("all_pass", "pot"),
    ),
)

FIGURES = (
    SAUSPIEL.states(_("Rufspiel 20, solo 50, 10 more for Schneider, Schwarz and each Laufender")),
    sourced(
        _("Won with 61, Schneider below 31 (the others below 30), Schwarz without a trick"),
        _("Wikipedia, and 176 recorded games agree."),
    ),
    sourced(
        _("Laufende from 3, in a Wenz or Geier from 2"),
        _("openschafkopf. Other circles count from 1 or 2 everywhere, or from 3 in a Wenz too."),
    ),
    interpretation(
        _("In a Farbwenz they count from as many as in a solo"),
        _("The sources name only Wenz and Geier as the exception."),
    ),
    RECORDED.states(_("At most 14 Laufende, 12 in the short pack, 4 in a Wenz or Geier")),
    interpretation(
        _("At most 11 Laufende in a Farbwenz, 9 in the short pack"),
        _("Counted: four unters, and the seven (or five) other cards of a suit."),
    ),
    RECORDED.states(_("Tout twice, Sie four times, with Laufende, without Schneider and Schwarz")),
    interpretation(
        _("A Sie is all Laufende: 8, in the short pack 6; it cannot be lost"),
        _("It is a hand of nothing but the highest trumps."),
    ),
    RASCHE.states(_("Bettel 30")),
    interpretation(
        _("A Bettel has no Laufende, no Schneider and no Tout; knocks and Kontra double it"),
        _("The source gives only its price."),
    ),
    RECORDED.states(_("Knocks and Kontra double each time")),
    SELF.states(_("A Muss is won with 60, Schneider-free with 30")),
    interpretation(
        _("In a Muss the others are Schneider-free with 30 too"),
        _("The source speaks of the declarer's side only."),
    ),
    interpretation(
        _("Über Kreuz costs as much as a Rufspiel and needs 61"),
        _("The sources name only who plays with whom."),
    ),
    sourced(
        _("Ramsch 20 to each; Jungfrau, Durchmarsch"),
        _("schafkopftarif; circles play for 10 to 20."),
    ),
    interpretation(
        _("A tied Ramsch is lost by whom the table names"),
        _("The sources do not say; one program takes the holder of the highest trump."),
    ),
    STOCK.states(
        _("The Stock: everybody pays 10; the winners share it, the losers pay as much again")
    ),
    interpretation(
        _("A solo is played for the Stock too, and nothing doubles it"),
        _("Circles agree on it: mostly only those who win a Rufspiel take it."),
    ),
    sourced(_("At a table of five the dealer sits out"), _("scribd.com, Schafkopf Rules.")),
)

PLAYED_FIELDS = ("partner", "result", "declarer_points", "declarer_tricks")
PASSED_FIELDS = (*COUNTED_FIELDS, *TOLD_FIELDS)
SWEEP_FACTORS = {"tout": 2, "sie": 4}
KONTRA_TEXTS = (
    _("Kontra: twice."),
    _("Kontra and Re: 4 times."),
    _("Kontra, Re and Supra: 8 times."),
    _("Kontra, Re, Supra and Resupra: 16 times."),
)
OUTCOME_TEXTS = {
    (False, False, True): _("%(side)s played and won."),
    (False, False, False): _("%(side)s played and lost."),
    (False, True, True): _("%(side)s played and won, with %(points)s card points."),
    (False, True, False): _("%(side)s played and lost, with %(points)s card points."),
    (True, False, True): _("%(side)s played with %(partner)s and won."),
    (True, False, False): _("%(side)s played with %(partner)s and lost."),
    (True, True, True): _(
        "%(side)s played with %(partner)s and won, with %(points)s card points together."
    ),
    (True, True, False): _(
        "%(side)s played with %(partner)s and lost, with %(points)s card points together."
    ),
}
"""By whether there is a partner, whether card points were counted, and whether they won."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Schafkopf(Ruleset):
    """Rufspiel, solos and what is played when everybody passes."""

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches; a Muss has limits of its own."""
        if options["all_pass"] == "muss":
            return {}
        pack = PACKS[options["pack"]]
        return spans_of(lambda points: by_points(points, None, pack))

    def keeps_pot(self, options: Options) -> bool:
        """Whether everybody pays into a pot when all pass."""
        return bool(options["all_pass"] == "pot")

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero: not where some of it lies in the pot."""
        return not self.keeps_pot(options)

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        require(hand, declarer=_("Say who took the game on, or that everybody passed."))
        if hand["declarer"] is None:
            return self._score_passed(hand, deal)
        refuse_fields(
            hand,
            _("Somebody took the game on, so only the declarer's side is counted."),
            values=PASSED_FIELDS,
        )
        return self._score_played(hand, deal)

    def _score_played(self, hand: Hand, deal: Deal) -> HandScore:
        contract = self._contract(hand, deal.options)
        declarer, partner = hand["declarer"], partner_of(hand, deal)
        pack = PACKS[deal.options["pack"]]
        _check_announced(hand, contract.value)
        outcome = read_outcome(hand, pack)
        reasons = [outcome_reason(OUTCOME_TEXTS, outcome, declarer, partner)]
        unit = _price(hand, deal.options, pack, contract, outcome, reasons)
        factor = _knocks_factor(hand, reasons)
        if kontra := hand.get("kontra", 0):
            factor *= 2**kontra
            reasons.append(Reason("kontra", KONTRA_TEXTS[kontra - 1]))
        each = unit * factor if outcome.won else -unit * factor
        points = against_each(deal.seats, deal.active, declarer, partner, each)
        text = _("Each opponent: %(each)s.")
        reasons.append(Reason("each_pays", text, each=signed(-each)))
        paid = pot.played_for(deal, declarer, partner, won=outcome.won)
        feat = "called_sweep" if outcome.won and _sweep(hand) else ""
        return HandScore(
            [own + more for own, more in zip(points, paid.points, strict=True)],
            reasons + paid.reasons,
            deal.roles(declarer, partner),
            Carried(pot=paid.pot) if paid.pot else NOTHING_CARRIED,
            factor,
            verdict=Verdict(outcome.won, outcome.tier, contract.value, feat),
        )

    def _contract(self, hand: Hand, options: Options) -> Choice:
        """The contract, with its words; refuses one that this table does not play."""
        require(hand, contract=_("Say what was played."))
        found = self.contracts[hand["contract"]]
        if not found.is_played(options):
            raise HandProblem(
                "contract_not_played",
                "contract",
                _("That is not announced here: the house rule “%(option)s” is “%(choice)s”."),
                **as_set(self.options_by_name[found.needs[0].option], options),
            )
        return found

    def _score_passed(self, hand: Hand, deal: Deal) -> HandScore:
        mode = deal.options["all_pass"]
        if mode in TWO_AGAINST_TWO:
            raise HandProblem(
                "forced_game",
                "declarer",
                _("Here somebody must play when all pass: say who holds the ober of acorns."),
            )
        contracts = () if hand.get("contract") == mode else ("contract",)
        refuse_fields(
            hand,
            _("Everybody passed, so there is no declarer's side."),
            values=(*contracts, *PLAYED_FIELDS),
            marks=("runners", "kontra"),
        )
        if hand.get("announced", "normal") != "normal":
            raise HandProblem(
                "not_here", "announced", _("Everybody passed, so nothing was announced.")
            )
        if mode != "ramsch":
            return self._thrown_in(hand, deal)
        points, reasons = score_ramsch(hand, deal, PACKS[deal.options["pack"]])
        factor = _knocks_factor(hand, reasons)
        points = [factor * own for own in points]
        verdict = Verdict(None)
        return HandScore(points, reasons, deal.roles(), deal.carried, factor, verdict=verdict)

    def _thrown_in(self, hand: Hand, deal: Deal) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=PASSED_FIELDS,
            marks=("knocks",),
        )
        if self.keeps_pot(deal.options):
            paid = pot.paid_in(deal, deal.options["stock"])
            carries = Carried(pot=paid.pot)
            return HandScore(paid.points, paid.reasons, deal.roles(), carries, is_void=True)
        text = _("Everybody passed: thrown in, the same dealer deals again.")
        reason = Reason("redeal", text)
        return HandScore([0] * deal.seats, [reason], deal.roles(), deal.carried, is_void=True)


def _sweep(hand: Hand) -> str:
    """`tout` or `sie`, empty where neither was announced."""
    announced: str = hand.get("announced", "normal")
    return "" if announced == "normal" else announced


def _check_announced(hand: Hand, contract: str) -> None:
    announced = _sweep(hand)
    if announced == "tout" and contract not in CAN_BE_TOUT:
        raise HandProblem(
            "not_here", "announced", _("A Tout is announced in a Solo, Wenz, Geier or Farbwenz.")
        )
    if announced == "sie" and contract not in CAN_BE_SIE:
        raise HandProblem(
            "not_here",
            "announced",
            _("A Sie is a Solo or Farbwenz: elsewhere nobody has so many of the highest trumps."),
        )


def _price(
    hand: Hand, options: Options, pack: Pack, contract: Choice, outcome: Outcome, why: list[Reason]
) -> int:
    """What one opponent pays or gets before anything doubles; the steps are added to `why`."""
    runners = _runners(hand, pack, contract.value)
    if contract.value == BETTEL:
        price: int = options["bettel"]
    else:
        price = options["base" if contract.value in TWO_AGAINST_TWO else "solo"]
    text = _("%(contract)s: %(price)s.")
    why.append(Reason("price", text, contract=Word(contract.label), price=price))
    extra: int = options["extra"]
    least = options["runners_from_wenz" if contract.value in FEW_TRUMPS else "runners_from"]
    if runners >= least:
        price += runners * extra
        text = _("%(count)s Laufende: %(price)s more.")
        why.append(Reason("runners", text, count=runners, price=runners * extra))
    elif runners:
        text = _("%(count)s Laufende: they count from %(least)s, so nothing.")
        why.append(Reason("runners", text, count=runners, least=least))
    announced = _sweep(hand)
    if announced:
        factor = SWEEP_FACTORS[announced]
        text = _("Tout, so twice that.") if announced == "tout" else _("Sie, so four times that.")
        why.append(Reason(announced, text))
        return price * factor
    if outcome.tier == 2:
        why.append(Reason("schneider", _("Schneider: %(extra)s more."), extra=extra))
    elif outcome.tier == 3:
        text = _("Schneider and Schwarz: %(extra)s more.")
        why.append(Reason("no_trick", text, extra=2 * extra))
    return price + extra * (outcome.tier - 1)


def _runners(hand: Hand, pack: Pack, contract: str) -> int:
    """How many Laufende there were; refuses more than there are trumps, and fewer than in a Sie.

    Where they are left out there were none, but in a Sie the whole hand is Laufende.
    """
    if _sweep(hand) == "sie":
        if hand.get("runners", pack.tricks) != pack.tricks:
            raise HandProblem(
                "sie_runners",
                "runners",
                _("A Sie is a hand of the highest trumps alone: %(count)s Laufende."),
                count=pack.tricks,
            )
        return pack.tricks
    runners: int = hand.get("runners", 0)
    most = pack.most_runners(contract)
    if runners > most:
        raise HandProblem(
            "too_many_runners",
            "runners",
            _("This contract has only %(most)s trumps, so no more Laufende than that.")
            if most
            else _("A Bettel has no trumps, so no Laufende either."),
            most=most,
        )
    return runners


def _knocks_factor(hand: Hand, why: list[Reason]) -> int:
    knocks: int = hand.get("knocks", 0)
    if knocks:
        text = _("Klopfer (knocks): %(count)s, so %(factor)s times.")
        why.append(Reason("knocks", text, count=knocks, factor=2**knocks))
    return int(2**knocks)


RULESETS = (
    Schafkopf(
        key="schafkopf",
        name="Schafkopf",
        family="Schafkopf",
        summary=_("Bavaria, four players: Rufspiel two against two, solos one against three."),
        seats=4,
        tables=(4, 5),
        options=(*TARIFF_OPTIONS, *PLAY_OPTIONS, *PASSED_OPTIONS),
        fields=(
            fields.DECLARER,
            CONTRACT,
            fields.PARTNER,
            fields.RESULT,
            fields.RUNNERS,
            fields.KONTRA,
            fields.KNOCKS,
            fields.ANNOUNCED,
            fields.DECLARER_POINTS,
            fields.DECLARER_TRICKS,
            fields.LOSER,
            fields.NO_TRICK,
            fields.DURCHMARSCH,
            fields.CARD_POINTS,
            fields.TRICKS,
        ),
        sources=(SAUSPIEL, RASCHE, RECORDED, WIKIPEDIA, SELF, TARIFF, STOCK),
        figures=FIGURES,
    ),
)
