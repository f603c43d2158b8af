"""Mucken, also Muck: Franconia, four players in fixed pairs, the first to 21 wins the Bobbl.

What each game costs differs from village to village and is typed in. Order: the price of the game
in its column, the announcement, Kontra; only the pair that won writes.

Sources: Wikipedia, “Mucken (Kartenspiel)” (thresholds, pack, Kontra) and its draft by Duffyduff
(games, only the winners write, 21 or 31); muckturnier.org, news (no Geier, Bobbl).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring import house_rules
from scoring.bavarian import fields
from scoring.bavarian.contracts import GEIER, PACKS, WENZ
from scoring.bavarian.game import KONTRA_TEXTS, LIMITS
from scoring.bavarian.outcome import by_points
from scoring.bavarian.tariff import PACK, SCHNEIDER
from scoring.cards import ALL_POINTS
from scoring.errors import HandProblem
from scoring.hand_fields import side_tricks
from scoring.options import ANY, PLAYED, Choice, Option, Options, Row, amount, price_table, where
from scoring.outcome import (
    RESULTS,
    Outcome,
    agree,
    by_result,
    read_counted,
    refuse_fields,
    require,
    spans_of,
)
from scoring.reading_options import undecided
from scoring.ruleset import (
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
)
from scoring.settle import one_side
from scoring.words import Side, Word, _, _p, signed

MUCK = "muck"
NORMAL, SCHNEIDER_CALLED, SCHWARZ_CALLED = "normal", "schneider", "schwarz"
NEEDED = {NORMAL: 1, SCHNEIDER_CALLED: 2, SCHWARZ_CALLED: 3}
"""By what was announced the tier without which the makers have lost."""

WIKIPEDIA = Source("Wikipedia, Mucken (Kartenspiel)", _("How a game is won; the short pack"))
DRAFT = Source(
    "Wikipedia, Benutzer:Duffyduff/Mucken", _("The games, who writes points, 21 and seldom 31")
)
MUCKTURNIER = Source("muckturnier.org, news", _("The Bobbl, Kontra, and why not to play a Geier"))

PRICES = price_table(
    "prices",
    _("Prices"),
    _("What the pair that wins a game writes: plain, with Schneider, with Schwarz."),
    # Translators: the price of a hand that was won neither with Schneider nor with Schwarz
    (_("Plain"), _("Schneider"), _("Schwarz")),
    (
        Row(MUCK, _("Muck"), None),
        Row(WENZ, _("Wenz"), None, _("not played")),
        Row(GEIER, _("Geier"), None, _("not played")),
    ),
    to_decide=True,
)

OPTIONS = (
    PRICES,
    house_rules.target(21),
    Option(
        "kontra_most",
        "number",
        _("Kontra at most"),
        _("1: Kontra, 2: Re as well, then Supra and Resupra; each doubles; 0: not played."),
        2,
        low=0,
        high=4,
    ),
    amount(
        "announcement",
        _("An announced game"),
        _("What an announced Schneider or Schwarz adds to its price, made or missed."),
        0,
        group="prices",
    ),
    replace(PACK, default="short"),
    replace(
        SCHNEIDER,
        choices=tuple(
            choice._replace(label=label)
            for choice, label in zip(
                SCHNEIDER.choices,
                (
                    _("The makers 31, the others 30"),
                    _("Both sides 30"),
                    _("Both sides 31"),
                    _("The makers 30, the others 31"),
                ),
                strict=True,
            )
        ),
    ),
)

ANY_ANNOUNCED = ("announced", (SCHNEIDER_CALLED, SCHWARZ_CALLED))
RESULTS_SAID = (
    Choice("won", _p("result of a hand", "Won"), unless=ANY_ANNOUNCED),
    Choice(
        "won_schneider",
        _("Won, Schneider"),
        unless=("announced", (SCHWARZ_CALLED,)),
        brief=_("Schneider"),
    ),
    Choice("won_schwarz", _("Won, Schwarz"), brief=_("Schwarz")),
    Choice("lost", _p("result of a hand", "Lost")),
    Choice("lost_schneider", _("Lost, Schneider"), brief=_("Schneider")),
    Choice("lost_schwarz", _("Lost, Schwarz"), brief=_("Schwarz")),
)
"""Less than what was announced cannot be won."""

FIELDS = (
    Field(
        "makers",
        "pair",
        _("Spielerpartei (makers)"),
        _("Which pair took the game on."),
        empty=_("Alle weiter (all passed)"),
    ),
    Field(
        "contract",
        "choice",
        _("Spiel (contract)"),
        _(
            "In a Muck obers, unters and hearts are trumps, in a Wenz only the unters, in a Geier "
            "only the obers."
        ),
        when="played",
        choices=(
            Choice(MUCK, _("Muck")),
            Choice(WENZ, _("Wenz"), where(f"prices.{WENZ}", PLAYED)),
            Choice(GEIER, _("Geier"), where(f"prices.{GEIER}", PLAYED)),
        ),
        usual=MUCK,
    ),
    Field(
        "announced",
        "choice",
        _("Announced"),
        _("Schneider: the others stay below 30. Schwarz: they take no trick. Else it is lost."),
        when="played",
        choices=(
            Choice(NORMAL, _("Nothing more")),
            Choice(SCHNEIDER_CALLED, _("Schneider")),
            Choice(SCHWARZ_CALLED, _("Schwarz (Auf: every trick)")),
        ),
        preset=NORMAL,
        place="rare",
    ),
    Field(
        "result",
        "choice",
        _("Result"),
        _("How the makers came out, in one tap; instead of card points."),
        when="played",
        choices=RESULTS_SAID,
    ),
    replace(fields.KONTRA, needs=where("kontra_most", ANY), most="kontra_most"),
    Field(
        "makers_points",
        "points",
        _("Card points of the makers"),
        _("What the pair that took the game on has in its tricks."),
        when="played",
    ),
    side_tricks(
        "makers_tricks",
        _("Tricks of the makers"),
        _("Only needed when they took all of them or none."),
        PACKS["long"].tricks,
    ),
)
COUNTED_FIELDS = ("contract", "result", "makers_points", "makers_tricks")
"""What has a place only where a game was played."""

OUTCOME_TEXTS = {
    (False, True): _("The makers (%(side)s) won."),
    (False, False): _("The makers (%(side)s) lost."),
    (True, True): _("The makers (%(side)s) won, with %(points)s card points."),
    (True, False): _("The makers (%(side)s) lost, with %(points)s card points."),
}
"""By whether card points were counted and whether the makers won."""

PRICE_TEXTS = (
    _("%(contract)s: %(price)s."),
    _("%(contract)s (Schneider): %(price)s."),
    _("%(contract)s (Schwarz): %(price)s."),
)
"""By column of the price table."""

MISSED = _("More was announced than was reached: such a game is lost.")


@dataclass(frozen=True, kw_only=True, eq=False)
class Mucken(Ruleset):
    """Whichever pair wins writes the price of the game."""

    def spans(self, options: Options) -> Mapping[str, tuple[int, int]]:
        """From which to which card points a result reaches, where nothing was announced."""
        pack, limits = PACKS[options["pack"]], LIMITS[options["schneider"]]
        return spans_of(lambda points: by_points(points, None, pack, limits))

    def score(self, hand: Hand, deal: Deal) -> HandScore:
        """Points of the pair that won, and why."""
        require(hand, makers=_("Say which pair took the game on, or that everybody passed."))
        makers, options = hand["makers"], deal.options
        if makers is None:
            return _passed(hand)
        contract = self._contract(hand, options["prices"])
        if hand.get("kontra", 0) > options["kontra_most"]:
            raise self._not_played("kontra", "kontra_most", options)
        outcome = _outcome(hand, options)
        why = [_how_it_ended(hand, makers, outcome)]
        value = _price(hand, options, contract, outcome, why)
        kontra: int = hand.get("kontra", 0)
        if kontra:
            why.append(Reason("kontra", KONTRA_TEXTS[kontra - 1]))
            value *= 2**kontra
        winner = makers if outcome.won else 1 - makers
        text = _("On the sheet: %(side)s %(points)s.")
        why.append(Reason("written", text, side=Side(winner), points=signed(value)))
        is_called_sweep = outcome.won and hand.get("announced") == SCHWARZ_CALLED
        return HandScore(
            one_side(2, (winner,), value),
            why,
            ["makers" if side == makers else "defenders" for side in (0, 1)],
            multiplier=2**kontra,
            verdict=Verdict(
                outcome.won, outcome.tier, contract.value, "called_sweep" if is_called_sweep else ""
            ),
        )

    def _contract(self, hand: Hand, prices: Mapping[str, Any] | None) -> Choice:
        """What was played, with its words; where only Mucks are played, nobody has to say so."""
        if prices is None:
            raise undecided(PRICES)
        played = [name for name, row in prices.items() if row is not None]
        if "contract" not in hand and played == [MUCK]:
            return self.contracts[MUCK]
        require(hand, contract=_("Say what was played."))
        found = self.contracts[hand["contract"]]
        if found.value not in played:
            raise HandProblem(
                "not_priced",
                "contract",
                _("That is not played here, for it has no price in the house rules: %(contract)s."),
                contract=Word(found.label),
            )
        return found

    def _not_played(self, name: str, rule: str, options: Options) -> HandProblem:
        option = self.options_by_name[rule]
        return HandProblem(
            "not_played",
            name,
            _("That is not played here (house rule “%(option)s”: “%(choice)s”)."),
            option=Word(option.label),
            choice=Word(option.said(options[rule])),
        )


def _passed(hand: Hand) -> HandScore:
    text = _("Everybody passed, so nothing was played.")
    refuse_fields(hand, text, values=COUNTED_FIELDS, marks=("kontra",))
    if hand.get("announced", NORMAL) != NORMAL:
        raise HandProblem("not_here", "announced", text)
    reason = Reason("redeal", _("Everybody passed: thrown in, the same dealer deals again."))
    return HandScore([0, 0], [reason], ["player", "player"], is_void=True)


def _outcome(hand: Hand, options: Options) -> Outcome:
    """How the makers came out: without what they announced they have lost."""
    needed = NEEDED[hand.get("announced", NORMAL)]
    pack = PACKS[options["pack"]]
    counted = read_counted(hand, "makers_points", "makers_tricks", pack.pile)
    if counted is None:
        outcome = by_result(hand, "makers_points")
        if outcome.won and outcome.tier < needed:
            raise HandProblem("result_disagrees", "result", MISSED)
        return outcome
    points, tricks = counted
    is_bare = hand.keys().isdisjoint(("makers_tricks", "result"))
    if needed == NEEDED[SCHWARZ_CALLED] and points == ALL_POINTS and is_bare:
        text = _("Enter the tricks too: the card points alone do not say it.")
        raise HandProblem("missing", "makers_tricks", text)
    outcome = by_points(points, tricks, pack, LIMITS[options["schneider"]])
    if outcome.won and outcome.tier < needed:
        if "result" in hand and RESULTS[hand["result"]][0]:
            raise HandProblem("result_disagrees", "result", MISSED)
        outcome = Outcome(False, 1, points)
    return agree(hand, outcome, RESULTS_SAID)


def _how_it_ended(hand: Hand, makers: int, outcome: Outcome) -> Reason:
    text = OUTCOME_TEXTS[outcome.points is not None, outcome.won]
    code = "picker_won" if outcome.won else "picker_lost"
    return Reason(code, text, side=Side(makers), points=outcome.points)


def _price(
    hand: Hand, options: Options, contract: Choice, outcome: Outcome, why: list[Reason]
) -> int:
    """What the winners write before Kontra: the cell of the table, and what announcing adds."""
    announced = hand.get("announced", NORMAL)
    tier = outcome.tier
    if announced != NORMAL:
        tier = max(tier, NEEDED[announced]) if outcome.won else NEEDED[announced]
    price: int = options["prices"][contract.value][tier - 1]
    label = Word(contract.label)
    why.append(Reason("price", PRICE_TEXTS[tier - 1], contract=label, price=price))
    if announced == NORMAL:
        return price
    if not outcome.won:
        why.append(Reason("missed", _("Announced and missed: that is what was called.")))
    more: int = options["announcement"]
    if more:
        why.append(Reason("announced", _("For the announcement: %(more)s more."), more=more))
    return price + more


RULESETS = (
    Mucken(
        key="muck",
        name=_("Mucken"),
        family=_("Schafkopf"),
        summary=_("Franconia: two pairs, Muck and Wenz at your own prices, the Bobbl goes to 21."),
        seats=4,
        tables=(4,),
        scores="pairs",
        is_zero_sum=False,
        options=OPTIONS,
        fields=FIELDS,
        sources=(WIKIPEDIA, DRAFT, MUCKTURNIER),
        figures=(
            WIKIPEDIA.states(_("61 wins, 91 is Schneider; 31 free the makers, 30 the others")),
            WIKIPEDIA.states(_("An announced Schneider or Schwarz that is missed is lost")),
            DRAFT.states(_("Only the pair that wins writes; the first to 21, seldom 31")),
            MUCKTURNIER.states(_("Muck and Wenz, without a Geier; Kontra and Re double")),
            Figure(
                _("What a Muck, a Wenz and a Geier cost"),
                "open",
                _(
                    "It differs from village to village: agree on it before you play. The only "
                    "price that is named is 10 for a Wenz Auf, at muckturnier.org."
                ),
            ),
            Figure(
                _("An announcement adds so much, made or missed"),
                "proposal",
                _("No source says what announcing is worth: at first it is nothing."),
            ),
            interpretation(
                _("A better result than was announced counts; a missed one costs what was called"),
                _("The page says only who has won then."),
            ),
            interpretation(
                _("All pass: dealt again by the same dealer"), _("The page does not say.")
            ),
        ),
    ),
)
