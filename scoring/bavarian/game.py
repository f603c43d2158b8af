"""Counting a hand of Bavarian Schafkopf by a tariff: one scorer for every table, event and key.

Order: the price of its row, Laufende, announcements → Tout or Sie → knocks and Kontra with their
cap → Bock → who writes what → the pot. Sources: sauspiel.de, Spielabrechnung; recorded games of
github phimuemue/openschafkopf; the tournaments named at each key.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from scoring.bavarian import pot
from scoring.bavarian.contracts import (
    ALONE,
    CAN_BE_SIE,
    CAN_BE_TOUT,
    FEW_TRUMPS,
    HEART_SOLO,
    KREUZ,
    MUSS,
    PACKS,
    RUFSPIEL,
    TWO_AGAINST_TWO,
    WITHOUT_TRUMPS,
)
from scoring.bavarian.outcome import Limits, by_points, partner_of, read_outcome
from scoring.bavarian.ramsch import COUNTED_FIELDS, TOLD_FIELDS, score_ramsch
from scoring.bavarian.tariff import (
    ANY_KONTRA,
    FIXED,
    GOOD_POINTS,
    LOST_SOLO,
    OFF,
    PLUS_MINUS,
    SCHWARZ,
    THROWN_IN,
    TIMES,
    Tariff,
)
from scoring.bock import CALLED
from scoring.errors import HandProblem
from scoring.house_rules import as_set, not_played
from scoring.options import Choice, Options
from scoring.outcome import SCHNEIDER, Outcome, outcome_reason, refuse_fields, require, spans_of
from scoring.reading_options import undecided
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
from scoring.settle import against_each, one_side
from scoring.words import Side, Word, _, _n, signed

PLAYED_FIELDS = ("partner", "result", "declarer_points", "declarer_tricks")
PASSED_FIELDS = (*COUNTED_FIELDS, *TOLD_FIELDS)
LIMITS = {rule: Limits(61, *free) for rule, free in SCHNEIDER.items()}
"""By value of the option `schneider`."""

SAID_BESIDE = frozenset(("knocks", "kontra", "announcements", "without", "bock_called"))
"""What is said of few hands, and at few tables."""

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
    (True, False, True): _("%(side)s played (partner: %(partner)s) and won."),
    (True, False, False): _("%(side)s played (partner: %(partner)s) and lost."),
    (True, True, True): _(
        "%(side)s played (partner: %(partner)s) and won, with %(points)s card points together."
    ),
    (True, True, False): _(
        "%(side)s played (partner: %(partner)s) and lost, with %(points)s card points together."
    ),
}
"""By whether there is a partner, whether card points were counted, and whether they won."""

RUNNERS_PAID = _n("%(count)s Laufender: %(price)s more.", "%(count)s Laufende: %(price)s more.")
RUNNERS_TOO_FEW = _n(
    "%(count)s Laufender: they count from %(least)s, so nothing.",
    "%(count)s Laufende: they count from %(least)s, so nothing.",
)
RUNNERS_UNCOUNTED = _n(
    "%(count)s Laufender: they do not count in such a game.",
    "%(count)s Laufende: they do not count in such a game.",
)
ANNOUNCED = _n("Announced once: %(price)s more.", "Announced %(count)s times: %(price)s more.")


class Game(NamedTuple):
    """A hand that can have been played: what by whom with whom, and how it came out.

    `sweep`: `tout` or `sie`, empty where neither was announced; `column`: which price of its row it
    costs, always the plain one for a Tout, a Sie and a Bettel.
    """

    contract: str
    label: str
    declarer: int
    partner: int | None
    sweep: str
    outcome: Outcome
    column: int


@dataclass(frozen=True, kw_only=True, eq=False)
class SchafkopfGame(Ruleset):
    """Schafkopf under whatever tariff the options of its key come to.

    `as_tariff`: what the options come to. `decides`: by a part of the tariff that these may leave
    open (the name of a rule, or `prices.` and a contract) those of them that say it. `codes`: by
    code of a refusal the one that programs know from this key.
    """

    seats: int = 4
    tables: tuple[int, ...] = (4, 5)
    as_tariff: Callable[[Options], Tariff]
    decides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)
    _last: list[tuple[Options, Tariff]] = field(default_factory=list, init=False, repr=False)

    def tariff(self, options: Options) -> Tariff:
        """The tariff that these options come to; that of the sheet before is remembered."""
        for known, tariff in self._last:
            if known == options:
                return tariff
        is_whole = len(options) == len(self.options)
        found = self.as_tariff(options if is_whole else {**self.defaults(), **options})
        self._last[:] = [(dict(options), found)]
        return found

    def in_terms_of(self, other: Ruleset, options: Options) -> dict[str, Any] | None:
        """The tariff to which they come, where the other one takes a tariff and all is decided."""
        tariff = self.tariff(options)._asdict()
        tariff.pop("counts_whole_sie")
        if other is self or not tariff.keys() <= other.options_by_name.keys():
            return None
        rows = [row for row in tariff["prices"].values() if row is not None]
        if self.undecided(options) or any(None in row for row in rows):
            return None
        shared = options.keys() & other.options_by_name.keys()
        return {name: options[name] for name in shared} | tariff

    @cached_property
    def _asks_points(self) -> bool:
        """Whether card points can be entered: the sheet of a tournament knows results alone."""
        return "declarer_points" in self.fields_by_name

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches; a Muss may have limits of its own."""
        tariff = self.tariff(options)
        is_muss = tariff.all_pass == MUSS and tariff.muss_needs == 60
        if is_muss or not self._asks_points:
            return {}
        pack, limits = PACKS[tariff.pack], LIMITS[tariff.schneider]
        return spans_of(lambda points: by_points(points, None, pack, limits))

    def keeps_pot(self, options: Options) -> bool:
        """Whether everybody pays into a pot when all pass, and writes it."""
        tariff = self.tariff(options)
        return tariff.all_pass == "pot" and tariff.booking == PLUS_MINUS

    def sums_to_zero(self, options: Options) -> bool:
        """Whether a row sums to zero: the losers write it, and none of it lies in the pot."""
        tariff = self.tariff(options)
        return tariff.booking == PLUS_MINUS and tariff.all_pass != "pot"

    def counts_as_solo(self, verdict: Verdict, options: Options) -> bool:
        """Whether a solo is circled when won: all of them, or Herz-Soli alone."""
        tariff = self.tariff(options)
        only_hearts = tariff.circled == "hearts" and tariff.prices[HEART_SOLO] is not None
        return not only_hearts or verdict.contract == HEART_SOLO

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of everybody, and why."""
        tariff = self.tariff(deal.options)
        try:
            require(hand, declarer=_("Say who took the game on, or that everybody passed."))
            if hand["declarer"] is None:
                return self._score_passed(hand, deal, tariff)
            return self._score_played(hand, deal, tariff)
        except HandProblem as problem:
            problem.code = self.codes.get(problem.code, problem.code)
            raise

    # A game that somebody took on.

    def _score_played(self, hand: Hand, deal: Deal, tariff: Tariff) -> HandScore:
        if self._asks_points:
            text = _("Somebody took the game on, so only the declarer's side is counted.")
            refuse_fields(hand, text, values=PASSED_FIELDS)
        game = self._game(hand, deal, tariff)
        declarer, partner, outcome = game.declarer, game.partner, game.outcome
        why = [outcome_reason(OUTCOME_TEXTS, outcome, declarer, partner)]
        if game.contract == KREUZ and outcome.points == 60 and tariff.kreuz_sixty == "replay":
            why.append(Reason("replay", _("60 to 60: the same dealer deals again.")))
            roles = deal.roles(declarer, partner)
            return HandScore([0] * deal.seats, why, roles, deal.carried, is_void=True)
        worth = self._price(hand, deal.options, tariff, game, why)
        factor = _called_factor(hand, tariff, why)
        if deal.carried.bock:
            factor *= tariff.bocks().counts(deal, why)
        points = self._written(hand, deal, tariff, game, worth, factor, why)
        carries = NOTHING_CARRIED
        if tariff.bock or tariff.reuegeld_lost or deal.carried is not NOTHING_CARRIED:
            carries = self._carries(hand, deal, tariff, game, points, why)
        return HandScore(
            points,
            why,
            deal.roles(declarer, partner),
            carries,
            factor,
            verdict=Verdict(
                outcome.won,
                outcome.tier,
                game.contract,
                "called_sweep" if outcome.won and game.sweep else "",
            ),
        )

    def _game(self, hand: Hand, deal: Deal, tariff: Tariff) -> Game:
        if "contract" not in hand and not self._asks_contract(deal.options):
            hand = {**hand, "contract": RUFSPIEL}
        if self._asks_points:
            require(hand, contract=_("Say what was played."))
        else:
            require(hand, contract=_("Say what was played."), result=_("Say how it came out."))
        contract = self._contract(hand["contract"], deal.options, tariff)
        partner = partner_of(hand, deal)
        sweep = ""
        if hand.get("announced", "normal") != "normal":
            sweep = self._sweep(hand, deal.options, tariff, contract.value)
        if not SAID_BESIDE.isdisjoint(hand):
            self._refuse_uncalled(hand, deal.options, tariff, contract.value)
        outcome = read_outcome(
            hand, PACKS[tariff.pack], LIMITS[tariff.schneider], tariff.muss_needs
        )
        is_plain = sweep or contract.value in WITHOUT_TRUMPS
        column = 0 if is_plain else outcome.tier - 1
        return Game(
            contract.value, contract.label, hand["declarer"], partner, sweep, outcome, column
        )

    def _asks_contract(self, options: Options) -> bool:
        """Whether there is more than the Rufspiel to be announced, so that it has to be said."""
        return any(field.name == "contract" for field in self.asked_fields(options))

    def _contract(self, name: str, options: Options, tariff: Tariff) -> Choice:
        """The contract, with its words; refuses one that this table does not play."""
        found = self.contracts[name]
        if not found.needs or found.is_played(options):
            return found
        if found.value in (MUSS, KREUZ) and tariff.all_pass is None:
            raise self._undecided("all_pass", options)
        rule, _dot, row = found.needs[0].option.partition(".")
        if row:
            raise HandProblem(
                "not_priced",
                "contract",
                _("That is not played here, for it has no price in the house rules: %(contract)s."),
                contract=Word(found.label),
            )
        raise HandProblem(
            "contract_not_played",
            "contract",
            _("That is not announced here (house rule “%(option)s”: “%(choice)s”)."),
            **as_set(self.options_by_name[rule], options),
        )

    def _undecided(self, part: str, options: Options) -> HandProblem:
        """The refusal of a hand that needs a part of the tariff which nobody has decided."""
        names = self.decides[part]
        name = next(name for name in names if options[name] is None)
        return undecided(self.options_by_name[name])

    def _sweep(self, hand: Hand, options: Options, tariff: Tariff, contract: str) -> str:
        """What was announced, and can be: every trick, in a game that has a price for it."""
        sweep: str = hand["announced"]
        if sweep == "tout" and contract not in CAN_BE_TOUT:
            text = _("A Tout is announced in a Solo, Wenz, Geier or Farbwenz.")
            raise HandProblem("not_here", "announced", text)
        if sweep == "sie" and contract not in CAN_BE_SIE:
            raise HandProblem(
                "not_here",
                "announced",
                _(
                    "A Sie is a Solo or Farbwenz: elsewhere nobody has so many of the highest "
                    "trumps."
                ),
            )
        priced = tariff.tout if sweep == "tout" else tariff.sie
        if priced is None:
            raise self._undecided(sweep, options)
        if priced == OFF:
            text = _("This table has no price for it: play it plain.")
            raise HandProblem("not_played", "announced", text)
        return sweep

    def _refuse_uncalled(self, hand: Hand, options: Options, tariff: Tariff, contract: str) -> None:
        """Refuse what this table does not play, or does not play so far."""
        self._refuse_doubling(hand, options, tariff)
        if hand.get("announcements") and not tariff.announcement:
            raise self._not_played("announcements", "announcement", options)
        if hand.get("without"):
            if not tariff.without_alone:
                raise self._not_played("without", "without_alone", options)
            if contract != RUFSPIEL or not hand.get("runners"):
                text = _("Only Laufende of a Rufspiel can be held by the others.")
                raise HandProblem("not_here", "without", text)

    def _refuse_doubling(self, hand: Hand, options: Options, tariff: Tariff) -> None:
        if hand.get("knocks", 0) > tariff.knocks_most:
            raise self._not_played("knocks", "knocks_most", options)
        if hand.get("kontra", 0) > tariff.kontra_most:
            raise self._not_played("kontra", "kontra_most", options)
        if hand.get("bock_called") and CALLED.value not in tariff.bock:
            raise self._not_played("bock_called", "bock", options)

    def _not_played(self, name: str, rule: str, options: Options) -> HandProblem:
        return not_played(name, self.options_by_name[rule], options)

    def _price(
        self, hand: Hand, options: Options, tariff: Tariff, game: Game, why: list[Reason]
    ) -> tuple[int, int]:
        """What one opponent pays or gets before anything doubles, and how much of it is Laufende.

        The steps are added to `why`.
        """
        plain = self._cell(options, tariff, game.contract, 0)
        text = _("%(contract)s: %(price)s.")
        why.append(Reason("price", text, contract=Word(game.label), price=plain))
        runners = _runners(hand, tariff, game, why)
        announced = _announced(hand, tariff)
        if announced:
            count = hand["announcements"]
            why.append(Reason("announcements", ANNOUNCED, count=count, price=announced))
        if game.sweep:
            return _swept(tariff, game.sweep, plain + announced, runners, why), runners
        price = plain
        if game.column:
            price = self._cell(options, tariff, game.contract, game.column)
            why.append(_tier_reason(game.column, price, price - plain))
        return price + runners + announced, runners

    def _cell(self, options: Options, tariff: Tariff, contract: str, column: int) -> int:
        """A price of the table; a Muss and a game crosswise may cost what a Rufspiel does."""
        row = tariff.prices[contract]
        if row is None:
            contract = RUFSPIEL
            row = tariff.prices[contract]
        price = row[column] if row else None
        if price is None:
            raise self._undecided(f"prices.{contract}", options)
        return price

    def _written(
        self,
        hand: Hand,
        deal: Deal,
        tariff: Tariff,
        game: Game,
        worth: tuple[int, int],
        factor: int,
        why: list[Reason],
    ) -> list[int]:
        """What everybody writes for a game that is worth so much, so many times."""
        declarer, partner, won = game.declarer, game.partner, game.outcome.won
        price, runners = worth
        each = price * factor
        if tariff.booking is None:
            raise self._undecided("booking", deal.options)
        if tariff.booking == PLUS_MINUS:
            unit = each if won else -each
            points = against_each(deal.seats, deal.active, declarer, partner, unit)
            if partner is not None and hand.get("without"):
                moved = runners * factor if won else -runners * factor
                points[declarer] += moved
                points[partner] -= moved
            why.append(Reason("each_pays", _("Each opponent: %(each)s."), each=signed(-unit)))
            return points
        if won:
            is_thrice = partner is None and tariff.soloist_writes == "thrice"
            each *= len(deal.active) - 1 if is_thrice else 1
            ours = (declarer,) if partner is None else (declarer, partner)
            text = _("%(side)s writes %(points)s.")
            why.append(Reason("written", text, side=Side(declarer), points=signed(each)))
            return one_side(deal.seats, ours, each)
        if partner is None:
            each = self._lost_alone(hand, deal, tariff, game, worth, factor)
            if each < 0:
                text = _("%(side)s writes %(points)s.")
                why.append(Reason("written", text, side=Side(declarer), points=signed(each)))
                return one_side(deal.seats, (declarer,), each)
        text = _("Each opponent writes %(points)s.") if each else _("Nobody writes anything.")
        why.append(Reason("written", text, points=signed(each)))
        others = [seat for seat in deal.active if seat not in (declarer, partner)]
        return one_side(deal.seats, others, each)

    def _lost_alone(
        self,
        hand: Hand,
        deal: Deal,
        tariff: Tariff,
        game: Game,
        worth: tuple[int, int],
        factor: int,
    ) -> int:
        """What each opponent of a lost solo writes; below nothing what the soloist does."""
        price, runners = worth
        times = factor * (len(deal.active) - 1 if tariff.soloist_writes == "thrice" else 1)
        if tariff.lost_solo == "each_full":
            return price * times
        if tariff.lost_solo == "each_third":
            return price * times // 3
        if tariff.lost_solo == "each_called":
            called = self._cell(deal.options, tariff, RUFSPIEL, game.column)
            return (called + runners + _announced(hand, tariff)) * factor
        return -price * times if tariff.lost_solo == "soloist_minus" else 0

    def _carries(
        self,
        hand: Hand,
        deal: Deal,
        tariff: Tariff,
        game: Game,
        points: list[int],
        why: list[Reason],
    ) -> Carried:
        """What lies in the pot and the kitty, and which Bock runs, once a game has been played.

        What is won or lost of the pot is added to `points`, but nobody writes a minus on a sheet of
        good points.
        """
        left = deal.carried.pot
        is_lost_alone = game.contract in ALONE and not game.outcome.won
        if game.partner is not None or tariff.stock_in == "any":
            paid = pot.played_for(
                deal, game.declarer, game.partner, tariff.stock_most, won=game.outcome.won
            )
            for seat, more in enumerate(paid.points):
                points[seat] += more if tariff.booking == PLUS_MINUS else max(0, more)
            why.extend(paid.reasons)
            left = paid.pot
        is_reuegeld = tariff.all_pass == "reuegeld"
        lost = tariff.reuegeld_lost if is_reuegeld and is_lost_alone else 0
        is_schwarz = game.outcome.tier == 3 and not game.sweep
        started = [
            choice
            for choice, is_so in (
                (LOST_SOLO, is_lost_alone),
                (ANY_KONTRA, bool(hand.get("kontra"))),
                (SCHWARZ, is_schwarz),
                (CALLED, bool(hand.get("bock_called"))),
            )
            if is_so
        ]
        carried = Carried(
            pot=left,
            kitty=pot.beside(deal, lost, why),
            bock=tariff.bocks().after(deal, started, why, is_scored=True),
        )
        return carried if carried != NOTHING_CARRIED else NOTHING_CARRIED

    # A hand that everybody passed.

    def _score_passed(self, hand: Hand, deal: Deal, tariff: Tariff) -> HandScore:
        mode = tariff.all_pass
        if mode in (MUSS, KREUZ):
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
            marks=("runners", "kontra", "without", "announcements"),
        )
        if hand.get("announced", "normal") != "normal":
            raise HandProblem(
                "not_here", "announced", _("Everybody passed, so nothing was announced.")
            )
        self._refuse_doubling(hand, deal.options, tariff)
        if mode != "ramsch":
            return self._thrown_in(hand, deal, tariff)
        points, why = score_ramsch(hand, deal, tariff)
        factor, carries = _called_factor(hand, tariff, why), deal.carried
        if tariff.bock:
            bocks = tariff.bocks()
            factor *= bocks.counts(deal, why)
            started = [CALLED] if hand.get("bock_called") else []
            carries = carries._replace(bock=bocks.after(deal, started, why, is_scored=True))
        points = [factor * own for own in points]
        if tariff.booking == GOOD_POINTS:
            points = [max(0, own) for own in points]
        return HandScore(points, why, deal.roles(), carries, factor, verdict=Verdict(None))

    def _thrown_in(self, hand: Hand, deal: Deal, tariff: Tariff) -> HandScore:
        refuse_fields(
            hand,
            _("Everybody passed and the cards were thrown in: there is nothing to count."),
            values=PASSED_FIELDS,
            marks=("knocks",),
        )
        points, why, carries = [0] * deal.seats, list[Reason](), deal.carried
        if tariff.all_pass == "pot":
            paid = pot.paid_in(deal, tariff.stock)
            why, carries = paid.reasons, carries._replace(pot=paid.pot)
            if tariff.booking == PLUS_MINUS:
                points = paid.points
        else:
            text = _("Everybody passed: thrown in, the same dealer deals again.")
            why.append(Reason("redeal", text))
        if tariff.all_pass == "reuegeld":
            kitty = pot.beside(deal, tariff.stock * len(deal.active), why)
            carries = carries._replace(kitty=kitty)
        if tariff.bock:
            started = [THROWN_IN, CALLED] if hand.get("bock_called") else [THROWN_IN]
            bock = tariff.bocks().after(deal, started, why, is_scored=False)
            carries = carries._replace(bock=bock)
        return HandScore(points, why, deal.roles(), carries, is_void=True)


def _announced(hand: Hand, tariff: Tariff) -> int:
    """What was announced adds so much."""
    worth: int = hand.get("announcements", 0) * tariff.announcement
    return worth


def _runners(hand: Hand, tariff: Tariff, game: Game, why: list[Reason]) -> int:
    """What the Laufende are worth; refuses more than there are trumps, and fewer than in a Sie.

    Where they are left out there were none, but in a Sie the whole hand is Laufende.
    """
    count: int = hand.get("runners", 0)
    if not count and not game.sweep:
        return 0
    pack = PACKS[tariff.pack]
    if game.sweep == "sie" and tariff.counts_whole_sie:
        if hand.get("runners", pack.tricks) != pack.tricks:
            raise HandProblem(
                "sie_runners",
                "runners",
                _("A Sie is a hand of the highest trumps alone: %(count)s Laufende."),
                count=pack.tricks,
            )
        count = pack.tricks
    most = pack.most_runners(game.contract)
    if count > most:
        raise HandProblem(
            "too_many_runners",
            "runners",
            _("This contract has only %(most)s trumps, so no more Laufende than that.")
            if most
            else _("A Bettel has no trumps, so no Laufende either."),
            most=most,
        )
    if not count:
        return 0
    least = _least(tariff, game.contract)
    if least is None or (game.sweep and tariff.sweep_runners == "none"):
        why.append(Reason("runners", RUNNERS_UNCOUNTED, count=count))
        return 0
    if count < least:
        why.append(Reason("runners", RUNNERS_TOO_FEW, count=count, least=least))
        return 0
    paid = count if tariff.runners_most is None else min(count, tariff.runners_most)
    worth = max(0, paid - tariff.runners_free) * tariff.runners_each
    why.append(Reason("runners", RUNNERS_PAID, count=count, price=worth))
    return worth


def _least(tariff: Tariff, contract: str) -> int | None:
    """From how many on Laufende count in such a game; None: never."""
    if contract in TWO_AGAINST_TWO:
        return tariff.runners_from
    return tariff.runners_from_wenz if contract in FEW_TRUMPS else tariff.runners_from_solo


def _swept(tariff: Tariff, sweep: str, plain: int, runners: int, why: list[Reason]) -> int:
    """What an announced sweep is worth, won or lost."""
    is_tout = sweep == "tout"
    how, amount = (tariff.tout, tariff.tout_amount) if is_tout else (tariff.sie, tariff.sie_amount)
    inside = runners if tariff.sweep_runners == "inside" else 0
    if how == FIXED:
        price = amount
        text = _("Tout: %(amount)s.") if is_tout else _("Sie: %(amount)s.")
    elif how == TIMES:
        price = (plain + inside) * amount
        text = _("Tout: that × %(amount)s.")
        if not is_tout:
            text = _("Sie: that × %(amount)s.")
    else:
        price = plain + inside + amount
        text = _("Tout: %(amount)s more.") if is_tout else _("Sie: %(amount)s more.")
    why.append(Reason(sweep, text, amount=amount))
    return price + (runners if tariff.sweep_runners == "outside" else 0)


def _tier_reason(column: int, price: int, more: int) -> Reason:
    """What Schneider or Schwarz adds; the new price where it is not more than the plain one."""
    code = "schneider" if column == 1 else "no_trick"
    if more < 0:
        text = _("Schneider, at %(price)s.") if column == 1 else _("Schwarz, at %(price)s.")
        return Reason(code, text, price=price)
    text = _("Schneider: %(extra)s more.")
    if column == 2:
        text = _("Schneider and Schwarz: %(extra)s more.")
    return Reason(code, text, extra=more)


def _called_factor(hand: Hand, tariff: Tariff, why: list[Reason]) -> int:
    """How many times a hand counts for knocks and Kontra, with their cap."""
    knocks: int = hand.get("knocks", 0)
    kontra: int = hand.get("kontra", 0)
    if not knocks and not kontra:
        return 1
    if knocks:
        text = _("Klopfer (knocks): %(count)s, so %(factor)s times.")
        why.append(Reason("knocks", text, count=knocks, factor=2**knocks))
    if kontra:
        why.append(Reason("kontra", KONTRA_TEXTS[kontra - 1]))
    factor: int = 2 ** (knocks + kontra)
    cap = tariff.doubling_cap
    if cap is not None and factor > cap:
        why.append(Reason("cap", _("The table caps these at %(cap)s times."), cap=cap))
        return cap
    return factor
