"""Totals that may be right and seldom are: whoever keys them is asked once whether they are so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.outliers import FAR, Far, alike, far_from_the_rest
from scoring.results import Value
from tournaments.events.results.queries.balance import signed
from tournaments.events.standings.queries.snapshots import Played, SeatLine, Snapshot
from tournaments.models import EventTable, Result, Round

# Results that a director may want to look at: far from the rest, or twice the same.

MOST = 30

PLAIN = 10
"""From so many deviations on nobody cares for tenths."""


class Look(NamedTuple):
    """Something to look at, in a sentence, with the tables where it is: number and key."""

    round: int
    text: str
    tables: tuple[tuple[int, int], ...]


def worth_a_look(snapshot: Snapshot) -> list[Look]:
    """What stands out in each round, the latest round first; asks the database nothing.

    Looked at are the complete sheets: points per hand of each entry, how much was won and lost at
    a table, solos per hand at a table, and sheets with the same figures.
    """
    found: list[Look] = []
    for played in reversed(snapshot.rounds):
        if played.counts:
            found += _of_round(snapshot, played)
    return found[:MOST]


def rule_words() -> str:
    """The rule by which a figure is called far from the rest."""
    text = _(
        "Listed is what lies more than %(times)s robust standard deviations (1.48 times the median "
        "distance) from the median of its round, and sheets with the same figures. That is a "
        "reason to look, not a proof of anything."
    )
    return text % {"times": float(FAR)}


def _of_round(snapshot: Snapshot, played: Played) -> Iterator[Look]:
    complete = {
        number: lines
        for number, lines in played.by_table.items()
        if all(line.is_in and not line.decided for line in lines)
    }
    keys = {number: lines[0].table_pk or 0 for number, lines in complete.items()}
    lines = [line for at in complete.values() for line in at]
    each = {line: Fraction(line.points, line.hands) for line in lines if line.hands}
    for far in far_from_the_rest(each):
        table = far.one.table or 0
        yield Look(played.number, _of_entry(snapshot, far), ((table, keys[table]),))
    yield from _of_tables(played, complete, keys)
    for numbers in alike({number: [line.points for line in at] for number, at in complete.items()}):
        text = ngettext(
            "%(count)s sheet with the same figures: %(figures)s.",
            "%(count)s sheets with the same figures: %(figures)s.",
            len(numbers),
        )
        figures = ", ".join(signed(line.points) for line in complete[numbers[0]])
        tables = tuple((number, keys[number]) for number in numbers)
        yield Look(played.number, text % {"count": len(numbers), "figures": figures}, tables)


def _of_tables(
    played: Played, complete: dict[int, list[SeatLine]], keys: dict[int, int]
) -> Iterator[Look]:
    for what, figure in ((_("points won and lost"), _swing), (_("solos"), _solos)):
        per_hand = {
            number: Fraction(sum(map(figure, at)), hands)
            for number, at in complete.items()
            if (hands := max(line.hands for line in at))
        }
        for far in far_from_the_rest(per_hand):
            text = _(
                "%(value)s %(what)s per hand, %(times)s deviations from the middle of %(middle)s."
            )
            words = {**_figures(far.value, far.middle, far.times), "what": what}
            yield Look(played.number, text % words, ((far.one, keys[far.one]),))


def _swing(line: SeatLine) -> int:
    return abs(line.points)


def _solos(line: SeatLine) -> int:
    return line.solos


def _of_entry(snapshot: Snapshot, far: Far[SeatLine]) -> str:
    text = _(
        "%(name)s: %(value)s points per hand, %(times)s deviations from the middle of %(middle)s."
    )
    name = snapshot.entries[far.one.entry].name
    return text % {"name": name, **_figures(far.value, far.middle, far.times)}


def _figures(value: Value, middle: Value, times: float) -> dict[str, str]:
    return {
        "value": f"{float(value):.2f}".replace("-", "−"),
        "middle": f"{float(middle):.2f}".replace("-", "−"),
        "times": f"{times:.1f}" if times < PLAIN else f"{times:.0f}",
    }


FARTHER = 5
"""A total this many robust standard deviations away interrupts; a list shows what is nearer."""


def unlikely_totals(place: EventTable, record: Mapping[str, Any], names: Sequence[str]) -> str:
    """What is to be asked about the totals of a table, or nothing; at most two SQL queries."""
    points = list(record["points"])
    return _twice(place, points) or _far(place, points, record.get("hands"), names)


def _twice(place: EventTable, points: list[int]) -> str:
    """Whether another table of the round has the very same figures: perhaps it is its sheet."""
    others: dict[int, list[int]] = {}
    for number, own in _others(place).order_by("side").values_list("event_table__number", "points"):
        others.setdefault(number, []).append(own)
    for number, figures in sorted(others.items()):
        if alike({0: points, 1: figures}):
            text = _("Table %(table)s has the same totals: %(figures)s. Is this another sheet?")
            return text % {"table": number, "figures": ", ".join(map(signed, points))}
    return ""


def _far(place: EventTable, points: list[int], hands: int | None, names: Sequence[str]) -> str:
    """Whether somebody has far more for each hand than anybody else of the event."""
    count = hands or place.hands_due
    if not count:
        return ""
    results = _complete(Result.objects.filter(round__event=place.round.event_id))
    rest = results.exclude(event_table=place).filter(hands__gt=0).values_list("points", "hands")
    usual = {nth: Fraction(own, played) for nth, (own, played) in enumerate(rest)}
    for side, own in enumerate(points):
        brought = Fraction(own, count)
        if usual and min(usual.values()) <= brought <= max(usual.values()):
            continue
        found = far_from_the_rest({**usual, -1: brought})
        if any(far.one == -1 and far.times >= FARTHER for far in found):
            text = _(
                "%(name)s has %(points)s in %(hands)s hands, far from what anybody else has. "
                "Is that right?"
            )
            name = names[side] if side < len(names) else str(side + 1)
            return text % {"points": signed(own), "hands": count, "name": name}
    return ""


def _others(place: EventTable) -> QuerySet[Result]:
    """The complete results of the other tables that are played at the same time."""
    settings = place.round.event.format
    results = Result.objects.exclude(event_table=place)
    if settings.rolling:
        return _complete(results.filter(round__event=place.round.event_id))
    return _complete(results.filter(round=place.round))


def _complete(results: QuerySet[Result]) -> QuerySet[Result]:
    return results.filter(is_in=True, event_table__isnull=False).exclude(
        round__state=Round.CANCELLED
    )
