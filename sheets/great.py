"""A hand that people talk about for years, recognised from what the engine says of it."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.figures import SWEPT
from scoring.labels import together_of
from scoring.ruleset import Ruleset
from scoring.table import Row
from sheets.sheet import Sheet, SheetLine

TITLES = {
    "lambapea": gettext_lazy("Lambapea!"),
    "shutout": gettext_lazy("Not one stroke for the others!"),
    "called_sweep": gettext_lazy("Every trick, as announced!"),
    "swept_alone": gettext_lazy("Every trick, alone!"),
    "durchmarsch": gettext_lazy("Durchmarsch!"),
    "trickless": gettext_lazy("Won without a trick!"),
}
"""By what it is called among statistics, or in the reason of the points."""

GAMES = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"
PASSED = ("durchmarsch", "trickless")


class Great(NamedTuple):
    """What it is, in an exclamation, and the one sentence that tells it."""

    kind: str
    title: str
    words: str


def great_of(sheet: Sheet, line: SheetLine | None) -> Great | None:
    """Whether a line of the sheet is such a hand, and how it is told."""
    if not line or line.row is None or not line.is_hand:
        return None
    if line.game_end is not None and line.game_end.special is not None:
        kind = line.game_end.special
        words = [line.reasons[0] if kind == "lambapea" else line.reasons[-1], _games(line, sheet)]
        return Great(kind, str(TITLES[kind]), " ".join(words))
    found = kind_of(sheet.ruleset, line.row)
    return Great(found, str(TITLES[found]), " ".join(line.reasons)) if found else None


def kind_of(ruleset: Ruleset, row: Row) -> str:
    """What is great about a hand by itself; empty where nothing is."""
    verdict = row.verdict
    if verdict is not None and verdict.won:
        if verdict.feat:
            return verdict.feat
        is_alone = together_of(ruleset) == "called" and "partner" not in row.roles
        return "swept_alone" if is_alone and verdict.tier == SWEPT else ""
    return next((reason.code for reason in row.reasons if reason.code in PASSED), "")


def _games(line: SheetLine, sheet: Sheet) -> str:
    """How many games each has won, that of this line among them."""
    ends = [each.game_end for each in sheet.lines if each.game_end and each.place <= line.place]
    won = [sum(side in end.winners for end in ends) for side in sheet.sides]
    return _("Games %(games)s.") % {
        "games": "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}".join(map(str, won))
    }
