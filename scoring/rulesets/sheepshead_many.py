"""Six- and seven-handed Sheepshead: picker and partner against four or five.

Source: cardquorum, design document of its Sheepshead (each opponent and the partner one share,
the picker the rest). Wikipedia, “Sheepshead (card game)”, describes the deal and prints no table.
"""

from dataclasses import replace

from scoring import house_rules as house
from scoring.hand_fields import TOLD_BY_EVEN, picker_fields
from scoring.house_sources import with_house_sources
from scoring.picker import PickerGame
from scoring.ruleset import Source, interpretation
from scoring.words import _

CARDQUORUM = Source("github.com/reednel/cardquorum", _("docs/design/sheepshead.md"))
WIKIPEDIA = Source("Wikipedia, Sheepshead (card game)", _("Six-handed; Seven-handed"))


six = PickerGame(
    key="sheepshead6",
    name=_("Sheepshead, six-handed"),
    family=_("Sheepshead, six and seven"),
    summary=_("Five cards each, a blind of two; picker and partner against four."),
    seats=6,
    tables=(6,),
    trick_count=5,
    blind=2,
    has_partner=True,
    options=(
        *house.PRICES,
        house.NO_TRICK_LOSS,
        house.BURY_COUNTS_FOR,
        *house.PASSED,
        *house.LEASTER,
        *house.MARKS,
        *house.OF_THE_BLIND,
        house.NEXT_DOUBLED,
        house.TRUMP_RULE,
        house.PARTNER_RULE,
    ),
    fields=picker_fields(5, 2, has_partner=True, passed=TOLD_BY_EVEN),
    sources=(CARDQUORUM, WIKIPEDIA),
    figures=(
        CARDQUORUM.states(_("One share for each opponent and the partner")),
        interpretation(
            _("Schneider and no trick as with five players"),
            _("No source prints a table for so many players."),
        ),
    ),
)


seven = replace(
    six,
    key="sheepshead7",
    name=_("Sheepshead, seven-handed"),
    summary=_("Four cards each, a blind of four; picker and partner against five."),
    seats=7,
    tables=(7,),
    trick_count=4,
    blind=4,
    fields=picker_fields(4, 4, has_partner=True),
)

RULESETS = with_house_sources(six, seven)
