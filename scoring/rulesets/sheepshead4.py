"""Four-handed Sheepshead with a picker: cut-throat with a blind of four, or contracts without.

Sources: catsatcards.com, “Sheepshead Schafkopf”, Four Player Sheepshead; sheepsheadrules.com;
“You Should Play Sheepshead”, Four Player Sheepshead.
"""

from dataclasses import dataclass, replace

from scoring import house_rules as house
from scoring.all_passed import TWO_TRICKLESS
from scoring.errors import HandProblem
from scoring.hand_fields import PARTNER, TOLD_BY_EVEN, picker_fields
from scoring.house_sources import with_house_sources
from scoring.options import Choice
from scoring.outcome import require
from scoring.picker import PickerGame
from scoring.ruleset import Deal, Field, Hand, Source, interpretation
from scoring.words import _

CATS = Source("catsatcards.com, Sheepshead Schafkopf", _("Four Player Sheepshead"))
SSR = Source("sheepsheadrules.com", _("Scoring rules"))
COINS = Source("You Should Play Sheepshead", _("Four Player Sheepshead"))
FIVE_AT_TABLE = interpretation(
    _("At a table of five the dealer sits out"), _("Written down for four-handed Schafkopf.")
)

CONTRACT = Field(
    "contract",
    "choice",
    _("Contract"),
    _("What was played; a partner only in the partner game."),
    when="played",
    choices=(
        Choice("partner", _("Partner game")),
        Choice("diamond_solo", _("Diamond solo")),
        Choice("suit_solo", _("Suit solo")),
        Choice("queens_and_jacks", _("Queens and jacks")),
        Choice("queens", _("Just queens")),
        Choice("jacks", _("Just jacks")),
    ),
    usual="partner",
)

PARTNER_GAME = "partner"
SOLOS = tuple(choice.value for choice in CONTRACT.choices if choice.value != PARTNER_GAME)


@dataclass(frozen=True, kw_only=True, eq=False)
class ContractGame(PickerGame):
    """A picker game in which the contract says whether there is a partner."""

    def check_sides(self, hand: Hand, deal: Deal) -> None:
        """Refuse a hand without a contract, and a partner who does not fit it."""
        require(hand, contract=_("Say which contract was played."))
        contract, partner = hand["contract"], hand.get("partner")
        if contract != PARTNER_GAME and partner is not None:
            raise HandProblem("no_partner", "partner", _("A solo is played without a partner."))
        if contract == PARTNER_GAME and partner is None:
            raise HandProblem("missing", "partner", _("A partner game has a partner: say who."))
        if partner is not None and partner == hand["picker"]:
            raise HandProblem(
                "partner_is_picker",
                "partner",
                _("The picker cannot be the own partner: say who it was, or choose a solo."),
            )


cutthroat = PickerGame(
    key="sheepshead4-cutthroat",
    name=_("Sheepshead, four-handed (cut-throat)"),
    family=_("Sheepshead, four-handed"),
    summary=_("Seven cards each, a blind of four; the picker alone against three."),
    seats=4,
    tables=(4, 5),
    trick_count=7,
    blind=4,
    options=(
        *house.PRICES,
        house.BURY_COUNTS_FOR,
        *house.PASSED,
        *house.LEASTER,
        *house.MARKS,
        *house.OF_THE_BLIND,
        house.NEXT_DOUBLED,
        house.TRUMP_RULE,
    ),
    fields=picker_fields(7, 4, has_partner=False, passed=TOLD_BY_EVEN),
    sources=(CATS, SSR),
    figures=(
        SSR.states(_("Alone against three: 1, 2, 3 with each")),
        interpretation(
            _("A leaster needs a trick and pays 1"), _("The usual leaster of the five-handed game.")
        ),
        FIVE_AT_TABLE,
    ),
)

coins = ContractGame(
    key="sheepshead4-coins",
    name=_("Sheepshead, four-handed (coins)"),
    family=_("Sheepshead, four-handed"),
    summary=_("Eight cards each, no blind; a called ace as partner, or one of five solos."),
    seats=4,
    tables=(4, 5),
    trick_count=8,
    blind=0,
    has_partner=True,
    options=house.with_defaults(
        (
            *house.PRICES,
            house.ALL_PASS,
            house.DOUBLERS,
            house.POT_UNIT,
            *house.LEASTER,
            *house.MARKS,
            house.NEXT_DOUBLED,
            house.TRUMP_RULE,
            house.PARTNER_RULE,
        ),
        schneider="both30",
        leaster="1-2",
        must_take_trick=False,
    ),
    fields=(
        *(
            field
            for field in picker_fields(
                8,
                0,
                has_partner=True,
                points_meaning=_("What the declarer's side took."),
                passed=TOLD_BY_EVEN,
            )
            if field is not PARTNER
        ),
        CONTRACT,
        replace(PARTNER, unless=("contract", SOLOS), empty_unless=("contract", (PARTNER_GAME,))),
    ),
    sources=(COINS,),
    figures=(
        COINS.states(_("Solos: 1, 2, 3 with each of three")),
        interpretation(
            _("In the partner game each loser pays one winner"),
            _("“Scoring is the same as 3p Sheepshead” leaves it open."),
        ),
        interpretation(
            _("Everybody passes: a leaster as with three"),
            _("The text has the leaster with three and five players."),
        ),
        TWO_TRICKLESS,
        FIVE_AT_TABLE,
    ),
)

RULESETS = with_house_sources(cutthroat, coins)
