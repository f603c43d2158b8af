"""Hands of which a paper sheet has nothing but who won and how much: each is checked by itself.

Where nobody writes a minus no sum checks a sheet, so every row must be one that the game can give,
and whoever sits out in a hand writes nothing in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring import find_ruleset
from scoring.circle import around
from scoring.possible import Possible, only_good, possible
from tournaments.models import EventTable, Leaving, Table
from tournaments.settings.event import worth_of_a_point


class Dealt(NamedTuple):
    """Who deals a hand, and which columns get no cards in it."""

    dealer: int
    out: tuple[int, ...]


class Wrong(NamedTuple):
    """What is wrong with a row: the column of the figure, None for the whole row, and why."""

    column: int | None
    sentence: str


def takes_rows(place: EventTable) -> bool:
    """Whether the points of a table can be keyed hand by hand: all who sat down are there still."""
    settings = place.round.event.format
    if not settings.only_good:
        return False
    has_moved = Leaving.objects.filter(result__event_table=place).exists()
    return not has_moved and place.table.seats.count() == place.table.players


def dealt_at(table: Table, count: int) -> list[Dealt]:
    """Who deals the first hands of a table, one after the other, and who sits out."""
    ruleset, circle = find_ruleset(table.ruleset), tuple(range(table.players))
    dealer, found = table.first_dealer, []
    for _hand in range(count):
        here = around(ruleset, circle, dealer)
        found.append(Dealt(dealer, here.out))
        dealer = here.left
    return found


def possible_at(place: EventTable) -> Possible | None:
    """What a hand at this table can come to on its sheet, None where that cannot be told."""
    ruleset = find_ruleset(place.table.ruleset)
    found = possible(ruleset, place.table.options)
    settings = place.round.event.format
    return found and only_good(found, worth_of_a_point(settings, ruleset))


def row_problem(
    found: Possible | None, row: Sequence[int], out: Sequence[int], step: int
) -> Wrong | None:
    """What is wrong with the points of a hand, one for each column; None if nothing is.

    Where nobody can tell what a hand comes to, they are multiples of `step`, and one, two or
    three have won: three against a lost solo.
    """
    for column in out:
        if row[column]:
            return Wrong(column, _("Who deals here sits out, and writes nothing in this hand."))
    playing = [column for column in range(len(row)) if column not in out]
    if found is not None:
        problem = found.problem([row[column] for column in playing])
        if problem is None:
            return None
        at = None if problem.place is None else playing[problem.place]
        return Wrong(at, problem.text.render(_))
    for column in playing:
        if row[column] % step:
            return Wrong(column, _("No multiple of %(step)s.") % {"step": step})
    winners = sum(row[column] > 0 for column in playing)
    if not 0 < winners < len(playing):
        return Wrong(None, _("One or two win a hand, or all but one."))
    return None


def lines_problem(place: EventTable, record: dict[str, Any]) -> str:
    """What is wrong with the rows that a record of totals brings; "" if nothing is."""
    lines: list[list[int]] = record["lines"]
    settings = place.round.event.format
    found = possible_at(place)
    for number, (row, deal) in enumerate(
        zip(lines, dealt_at(place.table, len(lines)), strict=True), 1
    ):
        if len(row) != len(record["points"]):
            return _("Other people sit at this table now. Key its totals again.")
        wrong = row_problem(found, row, deal.out, settings.good_step)
        if wrong is not None:
            text = _("Hand %(number)s: %(why)s")
            return text % {"number": number, "why": wrong.sentence}
    if [sum(column) for column in zip(*lines, strict=True)] != list(record["points"]):
        return _("The hands do not add up to the totals. Key them again.")
    return ""
