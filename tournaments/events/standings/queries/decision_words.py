"""Why somebody stands below somebody else with the same total, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.tiebreaks import EVERY_KEY
from tournaments.events.standings.queries.standing_rows import Decision
from tournaments.formats.figures import amount
from tournaments.models import TieDecision

PLAYOFF = f"decided_{TieDecision.PLAYOFF}"
PUBLIC_LOT = f"decided_{TieDecision.LOT}"
OWN_LOT = f"decided_{TieDecision.SEED}"
OUTSIDE = {
    PLAYOFF: gettext_lazy("decided by a play-off hand"),
    PUBLIC_LOT: gettext_lazy("decided by a lot drawn in public"),
    OWN_LOT: gettext_lazy("the lot decided"),
    "lot": gettext_lazy("the lot decided"),
}
"""How a tie was decided outside the sheets."""


def decision_words(decision: Decision) -> str:
    """Which tie-break put a row below the one before it.

    >>> decision_words(Decision("buchholz", 9, 12)), decision_words(Decision("lot", None, None))
    ('Buchholz: 9 against 12', 'the lot decided')
    """
    if decision.name in OUTSIDE:
        return str(OUTSIDE[decision.name])
    return _("%(key)s: %(own)s against %(better)s") % {
        "key": EVERY_KEY[decision.name].label,
        "own": amount(decision.own).removeprefix("+"),
        "better": amount(decision.better).removeprefix("+"),
    }


def said_on_the_wall(decision: Decision | None) -> str:
    """The same in a word beside the total, where no figure of the standing says it."""
    if decision is None or decision.name not in OUTSIDE:
        return ""
    return _("play-off") if decision.name == PLAYOFF else _("lot")
