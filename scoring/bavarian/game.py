"""Bavarian Schafkopf at a club's table: a tariff, Laufende, Schneider, Schwarz, Kontra.

A game is worth its price, `extra` for each Laufender that counts, `extra` for Schneider and another
for Schwarz, twice as much for every knock and every Kontra (sauspiel.de, Spielabrechnung;
phimuemue/openschafkopf, and the games recorded there). A Tout is worth twice, a Sie four times the
price with its Laufende, and nothing for Schneider or Schwarz.
"""

from dataclasses import dataclass

from scoring.bavarian import pot
from scoring.bavarian.contracts import (
    BETTEL,
    CAN_BE_SIE,
    CAN_BE_TOUT,
    FEW_TRUMPS,
    PACKS,
    TWO_AGAINST_TWO,
    Pack,
)
from scoring.bavarian.outcome import read_outcome
from scoring.bavarian.ramsch import score_ramsch
from scoring.bavarian.sides import partner_of, roles_of
from scoring.errors import HandProblem
from scoring.house_rules import as_set
from scoring.options import Choice, Options
from scoring.outcome import Outcome, refuse_fields
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
from scoring.settle import against_each
from scoring.words import Sentence, Side, Word, _, signed

PLAYED_FIELDS = ("partner", "result", "declarer_points", "declarer_tricks")
PASSED_FIELDS = ("card_points", "tricks", "loser")
SWEEP_FACTORS = {"tout": 2, "sie": 4}


@dataclass(frozen=True, kw_only=True, eq=False)
class Schafkopf(Ruleset):
    """Rufspiel, solos and what is played when everybody passes."""

    def keeps_pot(self, options: Options) -> bool:
        """Whether everybody pays into a pot when all pass."""
        return bool(options["all_pass"] == "pot")

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero: not where some of it lies in the pot."""
        return not self.keeps_pot(options)

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        if "declarer" not in hand:
            raise HandProblem(
                "missing", "declarer", _("Say who took the game on, or that everybody passed.")
            )
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
        reasons = [_outcome_reason(declarer, partner, outcome)]
        unit = _price(hand, deal.options, pack, contract, outcome, reasons)
        factor = _knocks_factor(hand, reasons) * _kontra_factor(hand, reasons)
        each = unit * factor if outcome.won else -unit * factor
        points = against_each(deal.seats, deal.active, declarer, partner, each)
        text = _("Each opponent: %(each)s.")
        reasons.append(Reason("each_pays", Sentence(text, each=signed(-each))))
        paid = pot.played_for(deal, declarer, partner, won=outcome.won)
        feat = "called_sweep" if outcome.won and _sweep(hand) else ""
        return HandScore(
            [own + more for own, more in zip(points, paid.points, strict=True)],
            reasons + paid.reasons,
            roles_of(deal, declarer, partner),
            Carried(pot=paid.pot) if paid.pot else NOTHING_CARRIED,
            factor,
            verdict=Verdict(outcome.won, outcome.tier, contract.value, feat),
        )

    def _contract(self, hand: Hand, options: Options) -> Choice:
        """The contract, with its words; refuses one that this table does not play."""
        if "contract" not in hand:
            raise HandProblem("missing", "contract", _("Say what was played."))
        choices = next(field.choices for field in self.fields if field.name == "contract")
        found = next(choice for choice in choices if choice.value == hand["contract"])
        if found.needs is not None and not found.is_played(options):
            name = found.needs[0]
            rule = next(option for option in self.options if option.name == name)
            raise HandProblem(
                "contract_not_played",
                "contract",
                _("That is not announced here: the house rule “%(option)s” is “%(choice)s”."),
                **as_set(rule, options),
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
        roles = ["player" if seat in deal.active else "out" for seat in range(deal.seats)]
        if mode == "ramsch":
            ramsch = score_ramsch(hand, deal, PACKS[deal.options["pack"]])
            reasons = ramsch.reasons
            factor = _knocks_factor(hand, reasons)
            points = [factor * own for own in ramsch.points]
            return HandScore(points, reasons, roles, deal.carried, factor, verdict=Verdict(None))
        return self._thrown_in(hand, deal, roles)

    def _thrown_in(self, hand: Hand, deal: Deal, roles: list[str]) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=PASSED_FIELDS,
            marks=("knocks",),
        )
        if self.keeps_pot(deal.options):
            paid = pot.paid_in(deal, deal.options["stock"])
            carries = Carried(pot=paid.pot)
            return HandScore(paid.points, paid.reasons, roles, carries, is_void=True)
        text = _("Everybody passed: thrown in, the same dealer deals again.")
        reason = Reason("redeal", Sentence(text))
        return HandScore([0] * deal.seats, [reason], roles, deal.carried, is_void=True)


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


def _outcome_reason(declarer: int, partner: int | None, outcome: Outcome) -> Reason:
    text = {
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
    }[partner is not None, outcome.points is not None, outcome.won]
    who = {"side": Side(declarer)} | ({} if partner is None else {"partner": Side(partner)})
    code = "picker_won" if outcome.won else "picker_lost"
    return Reason(code, Sentence(text, points=outcome.points, **who))


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
    why.append(Reason("price", Sentence(text, contract=Word(contract.label), price=price)))
    extra: int = options["extra"]
    price += _runners_price(runners, contract.value, options, why)
    announced = _sweep(hand)
    if announced:
        factor = SWEEP_FACTORS[announced]
        text = _("Tout, so twice that.") if announced == "tout" else _("Sie, so four times that.")
        why.append(Reason(announced, Sentence(text)))
        return price * factor
    if outcome.tier == 2:
        why.append(Reason("schneider", Sentence(_("Schneider: %(extra)s more."), extra=extra)))
    elif outcome.tier == 3:
        text = _("Schneider and Schwarz: %(extra)s more.")
        why.append(Reason("no_trick", Sentence(text, extra=2 * extra)))
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


def _runners_price(runners: int, contract: str, options: Options, why: list[Reason]) -> int:
    least = options["runners_from_wenz" if contract in FEW_TRUMPS else "runners_from"]
    if not runners:
        return 0
    if runners < least:
        text = _("%(count)s Laufende: they count from %(least)s, so nothing.")
        why.append(Reason("runners", Sentence(text, count=runners, least=least)))
        return 0
    price: int = runners * options["extra"]
    text = _("%(count)s Laufende: %(price)s more.")
    why.append(Reason("runners", Sentence(text, count=runners, price=price)))
    return price


def _knocks_factor(hand: Hand, why: list[Reason]) -> int:
    knocks: int = hand.get("knocks", 0)
    if knocks:
        text = _("Klopfer (knocks): %(count)s, so %(factor)s times.")
        why.append(Reason("knocks", Sentence(text, count=knocks, factor=2**knocks)))
    return int(2**knocks)


def _kontra_factor(hand: Hand, why: list[Reason]) -> int:
    kontra: int = hand.get("kontra", 0)
    if kontra:
        text = (
            _("Kontra: twice."),
            _("Kontra and Re: 4 times."),
            _("Kontra, Re and Supra: 8 times."),
            _("Kontra, Re, Supra and Resupra: 16 times."),
        )[kontra - 1]
        why.append(Reason("kontra", Sentence(text)))
    return int(2**kontra)
