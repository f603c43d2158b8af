"""Everything for a round in one pile, in the order in which it is laid out."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round
from tournaments.paper.press import Part


def cover(played: Round, tables: int) -> Part:
    """The page on top: what lies below, and what to do with it, with boxes to tick."""
    count = ngettext("%(count)s table", "%(count)s tables", tables) % {"count": tables}
    steps = [
        _("Hang up who sits where: by name at the door, by table at the front."),
        _("Cut the cards, four to a page, and lay one on each table."),
        _("Lay the sheet of each table beside its card, with a pencil."),
        _("Lay out the rule card."),
        _("Go round once more: the numbers on card, sheet and table are the same."),
    ]
    return {
        "kind": "words",
        "title": _("Round %(number)s: everything") % {"number": played.number},
        "ticks": True,
        "sections": [{"title": "", "lead": [count], "steps": steps}],
    }


def round_pack(
    played: Round, lists: Sequence[Part], cards: Part, sheets: Part, rules: Part
) -> list[Part]:
    """The pile of a round: its cover, the lists for the wall, cards, sheets, the rule card."""
    return [cover(played, len(cards["cards"])), *lists, cards, sheets, rules]
