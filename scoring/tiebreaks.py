"""The tie-breaks: what decides between equal totals, what each means and where it comes from.

A higher value is better, always. Of the FIDE Tie-Break Regulations the edition of August 2024 is
meant; “koroona” are the tournament rules of the Estonian table game (koroona.ee), the nearest that
is written down for Sasku.

Keys from an entry's own rounds are in points, or in the unit in which the event counts (rounds,
running totals), or counts. Rounds that do not count for the total count here.

Keys from whom an entry met have one rule for byes and for rounds before a late entry: they count as
a draw with an opponent whose total is the entry's own (the dummy opponent of the FIDE Tie-Break
Regulations 2024, article 16.4, which gives it the bye's result instead of a draw). In head-to-head
and in differences, for which nobody was met, they count nothing; so does a round without a result.
Where more than two sit at a table, the mean of the others stands for the opponent, so that long
and short tables weigh the same.

Entry 1 wins 12:7 and draws 9:9, entry 2 has a bye for 1 point; the totals are 3, 1 and 1:

>>> from scoring.results import Result, Rules
>>> from scoring.tallies import tally_up
>>> results = [Result(1, 1, 1, 12), Result(2, 1, 1, 7), Result(1, 2, 1, 9), Result(3, 2, 1, 9)]
>>> results.append(Result(2, 2, None, 0, kind="bye"))
>>> tallies = tally_up([1, 2, 3], results, Rules(yields="match", bye_value=1), {})
>>> TIE_BREAKS["buchholz"].values(tallies, [1, 2, 3])
{1: 2, 2: 4, 3: 3}
>>> TIE_BREAKS["berger"].values(tallies, [1, 2, 3])
{1: Fraction(3, 2), 2: Fraction(1, 2), 3: Fraction(3, 2)}
>>> TIE_BREAKS["difference"].values(tallies, [1, 2, 3])
{1: 5, 2: -5, 3: 0}
>>> TIE_BREAKS["head_to_head"].values(tallies, [1, 2])
{1: 2, 2: 0}
>>> TIE_BREAKS["head_to_head"].values(tallies, [2, 3])
{2: None, 3: None}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from scoring.results import Value, as_int_if_whole, compare
from scoring.tallies import Tallies, Tally
from scoring.words import _
from scoring.yields import YIELDS, points_of

Values = Callable[[Tallies, Sequence[int]], Mapping[int, Value | None]]
OwnValue = Callable[[Tally, Tallies], Value | None]


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


TIE_BREAKS: dict[str, TieBreak] = {}
"""The keys that an event may choose, in the order in which they are offered."""


def _among(name: str, label: str, meaning: str, source: str) -> Callable[[Values], Values]:
    """Declares a key that is reckoned among those who tie."""

    def declare(values: Values) -> Values:
        TIE_BREAKS[name] = TieBreak(name, label, meaning, source, values, is_for_all=False)
        return values

    return declare


def _own(
    name: str, label: str, meaning: str, source: str, *, is_for_all: bool = True
) -> Callable[[OwnValue], OwnValue]:
    """Declares a key that an entry has whoever it ties with."""

    def declare(value: OwnValue) -> OwnValue:
        def values(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
            return {entry: value(tallies[entry], tallies) for entry in tied}

        TIE_BREAKS[name] = TieBreak(name, label, meaning, source, values, is_for_all)
        return value

    return declare


@_own(
    "points",
    _("Points"),
    _("More points on all sheets together."),
    "VEKN tournament rules: what the tables were worth first, then points",
)
def _points(tally: Tally, tallies: Tallies) -> Value:
    """All points, dropped rounds too; penalties and start points where those are points.

    In an event by points this is the total itself, so that a penalty never wins a tie. Strokes
    that were credited to a side count as if they stood on its sheet.
    """
    rules = tallies.rules
    extra = tally.start + tally.penalty if YIELDS[rules.yields].has_points else 0
    away = sum([points_of(result, rules) for result in tally.away])
    return sum([sheet.score for sheet in tally.sheets]) + away + extra


@_own(
    "solos",
    _("Solos"),
    _("More solos, or whatever the event counts beside the points."),
    "Preisschafkopf: solos are circled on the sheet (Großreuth; SELF; Finanzämter 2017)",
)
def _solos(tally: Tally, tallies: Tallies) -> Value:
    return sum([sheet.solos for sheet in tally.sheets])


@_own(
    "games",
    # Translators: single hands in Skat, games to a target in Sasku.
    _("Games won"),
    _("More games won."),
    "Skat tournaments: more won games, then fewer lost ones, then the lot",
)
def _games(tally: Tally, tallies: Tallies) -> Value:
    return sum([sheet.games for sheet in tally.sheets])


@_own(
    "fewer_lost",
    _("Fewer games lost"),
    _("Fewer games lost of those that the player took on."),
    "Skat tournaments: more won games, then fewer lost ones, then the lot",
)
def _fewer_lost(tally: Tally, tallies: Tallies) -> Value:
    return -sum([sheet.lost for sheet in tally.sheets])


@_own(
    "best_round",
    _("Best round"),
    _("The better best round; byes are no rounds here."),
    "Sheboygan Falls Oktoberfest 2016 pays the best of each session; as a key a proposal",
)
def _best_round(tally: Tally, tallies: Tallies) -> Value | None:
    rounds = tally.rounds
    if not tally.away:
        return max(rounds.values(), default=None)
    return max([rounds[one.round] for one in tally.sheets if one.round in rounds], default=None)


@_own(
    "last_round",
    _("Last round"),
    _("More in the last round played."),
    "Proposal: series of evenings are decided by the latest one",
)
def _last_round(tally: Tally, tallies: Tallies) -> Value | None:
    """Of the last round that the event has played; None without a result there."""
    return tally.rounds.get(tallies.last_round)


@_own(
    "plus_points",
    _("Plus points"),
    _("More points on the sheets that ended with a plus."),
    "Proposal, after sheets with a column for plus (Donau-Ries-Cup 2019/20)",
)
def _plus_points(tally: Tally, tallies: Tallies) -> Value:
    return sum([sheet.points for sheet in tally.sheets if sheet.points > 0])


@_own(
    "fewer_minus",
    _("Fewer minus points"),
    _("Fewer points lost on the sheets that ended with a minus."),
    "Proposal, after Skat's fewer lost games",
)
def _fewer_minus(tally: Tally, tallies: Tallies) -> Value:
    return sum([sheet.points for sheet in tally.sheets if sheet.points < 0])


@_own(
    "rounds_won",
    _("Rounds won"),
    _("More matches won at the table, or more rounds that ended with a plus."),
    "FIDE, article 7.2: byes are not won",
)
def _rounds_won(tally: Tally, tallies: Tallies) -> Value:
    if tallies.rules.yields != "match":
        return sum([sheet.points > 0 for sheet in tally.sheets])
    return _tables_won(tally, tallies, least=1)


@_own(
    "table_wins",
    _("Best at the table"),
    _("More rounds in which nobody at the table did better."),
    "VEKN tournament rules: game wins",
    is_for_all=False,
)
def _table_wins(tally: Tally, tallies: Tallies) -> Value:
    return _tables_won(tally, tallies, least=0)


def _tables_won(tally: Tally, tallies: Tallies, *, least: int) -> int:
    """Rounds in which nobody at the table did better, or (`least` 1) as well."""
    return sum(
        all(compare(sheet, other, tallies.rules) >= least for other in others)
        for sheet, others in tallies.met(tally)
    )


@_among(
    "head_to_head",
    _("Head-to-head"),
    _("What the tied did against one another, if each of them has met each."),
    "FIDE, article 6; koroona, all-play-all",
)
def _head_to_head(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Match points from the meetings of the tied, None for all unless each has met each.

    At a table of more than two, two of the tied have met like the sides of a match; who met more
    often than once counts with the mean.
    """
    among = frozenset(tied)
    scores: dict[int, Value | None] = {}
    for entry in tied:
        met: dict[int, list[Value]] = {}
        for sheet, others in tallies.met(tallies[entry]):
            for other in others:
                if other.entry in among:
                    outcome = 1 - compare(sheet, other, tallies.rules)
                    met.setdefault(other.entry, []).append(tallies.rules.match_points[outcome])
        if len(met) < len(tied) - 1:
            return dict.fromkeys(tied)
        scores[entry] = as_int_if_whole(sum(_mean(values) for values in met.values()))
    return scores


def _mean(values: Sequence[Value]) -> Value:
    return values[0] if len(values) == 1 else Fraction(sum(values), len(values))


@_own(
    "games_difference",
    _("Difference of games"),
    _("Games won less those of the others at the table."),
    "koroona, all-play-all",
    is_for_all=False,
)
def _games_difference(tally: Tally, tallies: Tallies) -> Value:
    met = tallies.met(tally)
    return as_int_if_whole(
        sum(own.games - _mean([other.games for other in others]) for own, others in met)
    )


@_own(
    "difference",
    _("Difference"),
    _("Points or strokes less those of the others at the table."),
    "koroona, all-play-all: difference of games; in strokes a proposal",
    is_for_all=False,
)
def _difference(tally: Tally, tallies: Tallies) -> Value:
    """Strokes that were credited to a side count too."""
    met = tallies.met(tally)
    return as_int_if_whole(
        sum(own.score - _mean([other.score for other in others]) for own, others in met)
    )


@_own(
    "buchholz",
    _("Buchholz"),
    _("Stronger opponents: their totals are added up."),
    "FIDE, article 8.1; koroona, Swiss",
    is_for_all=False,
)
def _buchholz(tally: Tally, tallies: Tallies) -> Value:
    return as_int_if_whole(sum(_opponents(tally, tallies)))


@_own(
    "buchholz_cut1",
    _("Buchholz cut 1"),
    _("Stronger opponents, without the weakest one."),
    "FIDE, articles 8.1 and 14.1",
    is_for_all=False,
)
def _buchholz_cut1(tally: Tally, tallies: Tallies) -> Value:
    totals = _opponents(tally, tallies)
    return as_int_if_whole(sum(totals) - min(totals, default=0))


def _opponents(tally: Tally, tallies: Tallies) -> list[Value]:
    met = [
        _mean([tallies.total(other.entry) for other in others])
        for _sheet, others in tallies.met(tally)
    ]
    return met + [tallies.total(tally.entry)] * len(tally.away)


@_own(
    "berger",
    _("Berger"),
    _("The totals of beaten opponents and half of those with whom it was a draw."),
    "FIDE, article 9.1 (Sonneborn-Berger); koroona",
    is_for_all=False,
)
def _berger(tally: Tally, tallies: Tallies) -> Value:
    doubled: list[Value] = [tallies.total(tally.entry)] * len(tally.away)
    for sheet, others in tallies.met(tally):
        shares = [1 + compare(sheet, other, tallies.rules) for other in others]
        totals = [tallies.total(other.entry) for other in others]
        doubled.append(_mean([share * of for share, of in zip(shares, totals, strict=True)]))
    return as_int_if_whole(Fraction(sum(doubled)) / 2)


@_own(
    "progressive",
    _("Progressive score"),
    _("The totals after every round, added up: who was ahead earlier."),
    "FIDE, article 7.5; koroona, Swiss",
)
def _progressive(tally: Tally, tallies: Tallies) -> Value:
    last = tallies.last_round
    return as_int_if_whole(
        sum([value * (last + 1 - number) for number, value in tally.rounds.items()])
    )


@_among(
    "lot",
    # Translators: the lot that is drawn
    _("Lot"),
    _("A lot is drawn; anybody can check it."),
    "FIDE, article 4.2; Preisschafkopf Oberwallenstadt: all ties by lot",
)
def _lot(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Lots among the tied, the highest number wins; None for all until there is a seed."""
    seed = tallies.rules.lot_seed
    if not seed:
        return dict.fromkeys(tied)
    return {entry: len(tied) - place for place, entry in enumerate(lot_order(seed, tied))}


def lot_order(seed: str, tied: Iterable[int]) -> list[int]:
    """The tied, best first, as the tie-break “lot” with this seed orders them.

    The order is that of the SHA-256 digests of “seed:start number”, so that anybody can check it
    and nobody's lot depends on who else is tied.

    >>> lot_order("club", [2, 1, 3]) == lot_order("club", [3, 2, 1])
    True
    """
    return sorted(tied, key=lambda one: sha256(f"{seed}:{one}".encode()).digest(), reverse=True)


@_among(
    "shared",
    _("Shared place"),
    _("The place is shared, and nothing else is asked."),
    "FIDE, article 2.1",
)
def _shared(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    return dict.fromkeys(tied)


OF_EACH = frozenset({"games_difference", "difference", "buchholz", "buchholz_cut1", "berger"})
"""Of one entry and whom it met, whoever it ties with: in matches, where a table is of two and the
standing is checked from its cross table, they are known for everybody."""


def _decided(tallies: Tallies, tied: Sequence[int]) -> dict[int, Value | None]:
    """Places that a play-off hand or a lot drawn in public gave, the best one has the most.

    None for all unless one decision names every one of the tied: who joined a tie later, after a
    correction, was not in the play-off. Where somebody dropped out of it the rest keep their order.

    >>> from scoring.results import Rules
    >>> from scoring.tallies import tally_up
    >>> tallies = tally_up([1, 2, 3], [], Rules(decided=((3, 1),)), {})
    >>> _decided(tallies, [1, 3]), _decided(tallies, [1, 2])
    ({1: 1, 3: 2}, {1: None, 2: None})
    """
    for order in tallies.rules.decided:
        if set(tied) <= set(order):
            return {entry: len(order) - order.index(entry) for entry in tied}
    return dict.fromkeys(tied)


DECIDED = TieBreak(
    "decided",
    _("Decided outside"),
    _("A play-off hand, or a lot that was drawn in public."),
    "Proposal: a play-off hand between those who tie; for lots FIDE, article 4.2",
    _decided,
    is_for_all=False,
)
"""Nobody chooses it: it is asked where a tie was decided outside the sheets, before the lot."""

EVERY_KEY: dict[str, TieBreak] = {**TIE_BREAKS, DECIDED.name: DECIDED}
"""All that may have put somebody on a place."""
