"""What a hand can come to: every row of points that a game gives under its house rules.

A sheet on which only good points are written has no sum that checks it (Preisschafkopf of the
Niederfüllbach kind), so each hand is checked by itself: are there hands that give such points?
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from scoring.errors import HandProblem
from scoring.options import Options
from scoring.ruleset import NOTHING_CARRIED, Deal, Field, Hand, Ruleset, is_said
from scoring.words import Sentence, _

MOST_HANDS = 40_000
"""More declarations than these are not gone through."""

Points = tuple[int, ...]
"""What those who got cards have from a hand, the most first."""

LEFT_OUT = object()


class RowProblem(NamedTuple):
    """What is wrong with a row: the place of the figure, None for the whole row, and why."""

    place: int | None
    text: Sentence


class Possible(NamedTuple):
    """What a hand can come to: whole rows, and the values above nothing in them, ascending."""

    rows: frozenset[Points]
    values: Points

    def problem(self, points: Sequence[int]) -> RowProblem | None:
        """Why no hand gives these points, one for each who got cards; None where one does."""
        if tuple(sorted(points, reverse=True)) in self.rows:
            return None
        for place, own in enumerate(points):
            if own > 0 and own not in self.values:
                return RowProblem(place, self._no_value(own))
        return RowProblem(None, self._no_row(points))

    def _no_value(self, points: int) -> Sentence:
        near = [value for value in self.values if value < points][-1:]
        near += [value for value in self.values if value > points][:1]
        text = _("No hand is worth %(points)s here: %(near)s perhaps?")
        return Sentence(text, points=points, near=" / ".join(map(str, near)))

    def _no_row(self, points: Sequence[int]) -> Sentence:
        winners = [own for own in points if own > 0]
        if not winners:
            return Sentence(_("Nobody has won anything in this hand: somebody always does."))
        if len(set(winners)) > 1:
            text = _("Who wins together writes the same, and here stand %(row)s.")
            return Sentence(text, row=" / ".join(map(str, winners)))
        counts = sorted({_winners(row) for row in self.rows if winners[0] in row} - {0})
        text = _("%(points)s: the number of winners must be %(counts)s, and here it is %(count)s.")
        values = {"points": winners[0], "count": len(winners)}
        return Sentence(text, counts=" / ".join(map(str, counts)), **values)


def _winners(row: Points) -> int:
    return sum(own > 0 for own in row)


def possible(ruleset: Ruleset, options: Options) -> Possible | None:
    """What a hand of this game can come to; None where that has no end, or cannot be told.

    It cannot where hands carry something over, where card points alone decide, and where there
    are too many declarations. `options`: all of them, or what differs from the defaults; what is
    still to be decided gives nothing.

    >>> from scoring.rulesets import RULESETS
    >>> found = possible(RULESETS["schafkopf-donauries"], {})
    >>> found.values, (15, -5, -5, -5) in found.rows
    ((1, 2, 3, 5, 6, 7, 10, 15, 18, 21, 30, 60), True)
    >>> str(found.problem([4, -4, 4, -4]).text)
    'No hand is worth 4 here: 3 / 5 perhaps?'
    """
    chosen = {**ruleset.defaults(), **options}
    return _possible(ruleset, json.dumps(chosen, sort_keys=True))


def plus_only(found: Possible, worth: int) -> Possible:
    """The same where nobody writes a minus, and each point counts `worth`.

    >>> from scoring.rulesets import RULESETS
    >>> found = plus_only(possible(RULESETS["schafkopf-donauries"], {}), 5)
    >>> sorted(row for row in found.rows if 5 in row)
    [(5, 5, 0, 0)]
    """
    rows = frozenset(tuple(max(0, own) * worth for own in row) for row in found.rows)
    return _made_of(rows)


def _made_of(rows: frozenset[Points]) -> Possible:
    return Possible(rows, tuple(sorted({own for row in rows for own in row if own > 0})))


@lru_cache(maxsize=64)
def _possible(ruleset: Ruleset, chosen: str) -> Possible | None:
    options = json.loads(chosen)
    if ruleset.scores == "pairs" or ruleset.target(options) is not None:
        return None
    rows: set[Points] = set()
    # Who only sits out changes nothing for those who play, unless he shares in it.
    sizes = ruleset.tables if ruleset.sitting_out_scores(options) else ruleset.tables[:1]
    for players in sizes:
        dealer = players - 1
        out = ruleset.sitting_out(dealer, players)
        active = tuple(seat for seat in range(players) if seat not in out)
        deal = Deal(dealer, active, players, options, NOTHING_CARRIED)
        found = _rows(ruleset, deal)
        if found is None:
            return None
        rows |= found
    return _made_of(frozenset(rows)) if rows else None


def _rows(ruleset: Ruleset, deal: Deal) -> set[Points] | None:
    """What those who get cards in this deal can have; None where it cannot be told."""
    rows, seen = set[Points](), set[tuple[tuple[str, object], ...]]()
    # First the few that were passed: there most is carried over, and where anything is, nothing can
    # be told. Where nobody can pass, most hands of the second time are those of the first.
    for when in ("passed", "played"):
        answers = _answers(ruleset, deal, when)
        if answers is None or prod(len(values) for _field, values in answers) > MOST_HANDS:
            return None
        for said in {tuple(hand.items()) for hand in _hands(answers)} - seen:
            seen.add(said)
            try:
                score = ruleset.score(dict(said), deal)
            except HandProblem:
                continue
            # What lies in a kitty is no point of anybody's.
            if score.carries._replace(kitty=0) != NOTHING_CARRIED:
                return None
            if not score.is_void:
                rows.add(tuple(sorted((score.points[seat] for seat in deal.active), reverse=True)))
    return rows


def _hands(answers: Sequence[tuple[Field, Sequence[object]]]) -> list[Hand]:
    """Every declaration, without what a form takes away beside the answers before it."""
    hands: list[Hand] = [{}]
    for field, values in answers:
        barred = {choice.value: choice.unless for choice in field.choices if choice.unless}
        longer: list[Hand] = []
        for hand in hands:
            if is_said(field.unless, hand):
                longer.append(hand)
                continue
            for value in values:
                if value is LEFT_OUT:
                    longer.append(hand)
                elif not barred or not is_said(barred.get(str(value)), hand):
                    longer.append({**hand, field.name: value})
        hands = longer
    return hands


def _answers(
    ruleset: Ruleset, deal: Deal, when: str
) -> list[tuple[Field, Sequence[object]]] | None:
    """By field what can be said of a hand that was `played` or `passed`.

    None where a figure is asked for that has no few values. Points depend on who plays with whom
    and not on their names, so the first seat stands for whoever takes the game on and the second
    one for a partner.
    """
    fields = [
        field for field in ruleset.asked_fields(deal.options) if field.when in ("always", when)
    ]
    has_result = any(field.name == "result" for field in fields)
    answers: list[tuple[Field, Sequence[object]]] = []
    seats = iter(deal.active)
    for field in fields:
        if field.kind == "seat":
            answers.append((field, _seats(field, next(seats), when)))
        elif field.kind == "choice":
            answers.append((field, [choice.value for choice in field.choices]))
        elif field.kind == "flag":
            answers.append((field, [LEFT_OUT, True]))
        # A number is said of the game; tricks are not, for the result tells as much.
        elif field.kind == "count" and not field.name.endswith("tricks"):
            answers.append((field, [LEFT_OUT, *range(field.low, field.high + 1)]))
        elif not has_result:
            return None
    return answers


def _seats(field: Field, seat: int, when: str) -> list[int | None]:
    """Who can be said: in a passed hand nobody has taken the game on."""
    if field.when == "always" and field.empty:
        return [None] if when == "passed" else [seat]
    return [seat, None] if field.empty else [seat]
