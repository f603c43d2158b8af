"""The tie-breaks: what decides between equal totals, what each means and where it comes from.

A higher value is better, always. How byes count stands in `scoring.met_keys`. Of the FIDE
Tie-Break Regulations the edition of August 2024 is meant; “koroona” are the tournament rules of
the Estonian table game (koroona.ee), the nearest that is written down for Sasku.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scoring import met_keys, own_keys
from scoring.results import Value
from scoring.tallies import Tallies, Tally
from scoring.words import _

Values = Callable[[Tallies, Sequence[int]], Mapping[int, Value | None]]


class TieBreak(NamedTuple):
    """One key: how it is called, what it means, whose rule it is, and how it is reckoned.

    `values`: everybody's tallies and some entries → their values; None where there is none, which
    is worse than any. `is_for_all`: cheap enough to be shown for everybody; the others are
    reckoned among the tied alone.
    """

    name: str
    label: str
    meaning: str
    source: str
    values: Values
    is_for_all: bool


def _own(value: Callable[[Tally, Tallies], Value | None]) -> Values:
    return lambda tallies, tied: {entry: value(tallies[entry], tallies) for entry in tied}


_KEYS = (
    TieBreak(
        "points",
        _("Points"),
        _("More points on all sheets together."),
        "VEKN tournament rules: what the tables were worth first, then points",
        _own(own_keys.points),
        is_for_all=True,
    ),
    TieBreak(
        "solos",
        _("Solos"),
        _("More solos, or whatever the event counts beside the points."),
        "Preisschafkopf: solos are circled on the sheet (Großreuth; SELF; Finanzämter 2017)",
        _own(own_keys.solos),
        is_for_all=True,
    ),
    TieBreak(
        "games",
        _("Games"),
        _("More games won."),
        "Skat tournaments: more won games, then fewer lost ones, then the lot",
        _own(own_keys.games),
        is_for_all=True,
    ),
    TieBreak(
        "fewer_lost",
        _("Fewer games lost"),
        _("Fewer games lost of those that the player took on."),
        "Skat tournaments: more won games, then fewer lost ones, then the lot",
        _own(own_keys.fewer_lost),
        is_for_all=True,
    ),
    TieBreak(
        "best_round",
        _("Best round"),
        _("The better best round; byes are no rounds here."),
        "Sheboygan Falls Oktoberfest 2016 pays the best of each session; as a key a proposal",
        _own(own_keys.best_round),
        is_for_all=True,
    ),
    TieBreak(
        "last_round",
        _("Last round"),
        _("More in the last round played."),
        "Proposal: series of evenings are decided by the latest one",
        _own(own_keys.last_round),
        is_for_all=True,
    ),
    TieBreak(
        "plus_points",
        _("Plus points"),
        _("More points on the sheets that ended with a plus."),
        "Proposal, after sheets with a column for plus (Donau-Ries-Cup 2019/20)",
        _own(own_keys.plus_points),
        is_for_all=True,
    ),
    TieBreak(
        "fewer_minus",
        _("Fewer minus points"),
        _("Fewer points lost on the sheets that ended with a minus."),
        "Proposal, after Skat's fewer lost games",
        _own(own_keys.fewer_minus),
        is_for_all=True,
    ),
    TieBreak(
        "rounds_won",
        _("Rounds won"),
        _("More matches won at the table, or more rounds that ended with a plus."),
        "FIDE, article 7.2: byes are not won",
        _own(own_keys.rounds_won),
        is_for_all=True,
    ),
    TieBreak(
        "table_wins",
        _("Best at the table"),
        _("More rounds in which nobody at the table did better."),
        "VEKN tournament rules: game wins",
        _own(own_keys.table_wins),
        is_for_all=False,
    ),
    TieBreak(
        "head_to_head",
        _("Head-to-head"),
        _("What the tied did against one another, if each of them has met each."),
        "FIDE, article 6; koroona, all-play-all",
        met_keys.head_to_head,
        is_for_all=False,
    ),
    TieBreak(
        "games_difference",
        _("Difference of games"),
        _("Games won less those of the others at the table."),
        "koroona, all-play-all",
        _own(met_keys.games_difference),
        is_for_all=False,
    ),
    TieBreak(
        "difference",
        _("Difference"),
        _("Points or strokes less those of the others at the table."),
        "koroona, all-play-all: difference of games; in strokes a proposal",
        _own(met_keys.difference),
        is_for_all=False,
    ),
    TieBreak(
        "buchholz",
        _("Buchholz"),
        _("Stronger opponents: their totals are added up."),
        "FIDE, article 8.1; koroona, Swiss",
        _own(met_keys.buchholz),
        is_for_all=False,
    ),
    TieBreak(
        "buchholz_cut1",
        _("Buchholz cut 1"),
        _("Stronger opponents, without the weakest one."),
        "FIDE, articles 8.1 and 14.1",
        _own(met_keys.buchholz_cut1),
        is_for_all=False,
    ),
    TieBreak(
        "berger",
        _("Berger"),
        _("The totals of beaten opponents and half of those with whom it was a draw."),
        "FIDE, article 9.1 (Sonneborn-Berger); koroona",
        _own(met_keys.berger),
        is_for_all=False,
    ),
    TieBreak(
        "progressive",
        _("Progressive score"),
        _("The totals after every round, added up: who was ahead earlier."),
        "FIDE, article 7.5; koroona, Swiss",
        _own(own_keys.progressive),
        is_for_all=True,
    ),
    TieBreak(
        "lot",
        _("Lot"),
        _("A lot is drawn; anybody can check it."),
        "FIDE, article 4.2; Preisschafkopf Oberwallenstadt: all ties by lot",
        met_keys.lot,
        is_for_all=False,
    ),
    TieBreak(
        "shared",
        _("Shared place"),
        _("The place is shared, and nothing else is asked."),
        "FIDE, article 2.1",
        met_keys.shared,
        is_for_all=False,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {key.name: key for key in _KEYS}
"""The keys that an event may choose, in the order in which they are offered."""

OF_EACH = frozenset({"games_difference", "difference", "buchholz", "buchholz_cut1", "berger"})
"""Of one entry and whom it met, whoever it ties with: in matches, where a table is of two and the
standing is checked from its cross table, they are known for everybody."""

DECIDED = TieBreak(
    "decided",
    _("Decided outside"),
    _("A play-off hand, or a lot that was drawn in public."),
    "Proposal: a play-off hand between those who tie; for lots FIDE, article 4.2",
    met_keys.decided,
    is_for_all=False,
)
"""Nobody chooses it: it is asked where a tie was decided outside the sheets, before the lot."""

EVERY_KEY: dict[str, TieBreak] = {**TIE_BREAKS, DECIDED.name: DECIDED}
"""All that may have put somebody on a place."""
