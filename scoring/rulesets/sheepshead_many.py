"""Six- and seven-handed Sheepshead: picker and partner against four or five.

Source: cardquorum, design document of its Sheepshead (each opponent and the partner one share,
the picker the rest). Wikipedia, “Sheepshead (card game)”, describes the deal and prints no table.
"""

from scoring import house_rules
from scoring.hand_fields import picker_fields
from scoring.picker import PickerGame
from scoring.ruleset import Figure, Source
from scoring.words import _

CARDQUORUM = Source("github.com/reednel/cardquorum", _("docs/design/sheepshead.md"))
WIKIPEDIA = Source("Wikipedia, Sheepshead (card game)", _("Six-handed; Seven-handed"))


def _game(seats: int, trick_count: int, blind: int, name: str, summary: str) -> PickerGame:
    return PickerGame(
        key=f"sheepshead{seats}",
        name=name,
        family="Sheepshead, six and seven",
        summary=summary,
        seats=seats,
        tables=(seats,),
        scores="seats",
        is_zero_sum=True,
        trick_count=trick_count,
        blind=blind,
        has_partner=True,
        options=(
            house_rules.schneider("picker31_def30"),
            house_rules.tiers("1-2-3"),
            house_rules.double_on_bump(False),
            house_rules.with_partner()[0],
            house_rules.bury_counts_for("picker"),
            *house_rules.all_passed(),
            *house_rules.leaster("1-1", must_take_trick=True),
            *house_rules.marks(),
        ),
        fields=picker_fields(trick_count, blind, has_partner=True),
        sources=(CARDQUORUM, WIKIPEDIA),
        figures=(
            Figure(_("One share for each opponent and the partner"), "sourced", CARDQUORUM.title),
            Figure(
                _("Schneider and no trick as with five players"),
                "interpretation",
                _("No source prints a table for so many players."),
            ),
        ),
    )


RULESETS = (
    _game(
        6,
        5,
        2,
        "Sheepshead, six-handed",
        _("Five cards each, a blind of two; picker and partner against four."),
    ),
    _game(
        7,
        4,
        4,
        "Sheepshead, seven-handed",
        _("Four cards each, a blind of four; picker and partner against five."),
    ),
)
