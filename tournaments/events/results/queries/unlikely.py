"""Totals that may be right and seldom are: whoever keys them is asked once whether they are so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.outliers import alike, far_from_the_rest
from tournaments.events.results.queries.balance import signed
from tournaments.formats.settings import EventSettings
from tournaments.models import EventTable, Result, Round

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
    settings = EventSettings.from_json(place.round.event.settings)
    results = Result.objects.exclude(event_table=place)
    if settings.rolling:
        return _complete(results.filter(round__event=place.round.event_id))
    return _complete(results.filter(round=place.round))


def _complete(results: QuerySet[Result]) -> QuerySet[Result]:
    return results.filter(is_in=True, event_table__isnull=False).exclude(
        round__state=Round.CANCELLED
    )
