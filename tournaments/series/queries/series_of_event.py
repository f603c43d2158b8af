"""The series that an event belongs to, for everybody who looks at the event."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from tournaments.models import Event, Series, SeriesFinal


class SeriesOf(NamedTuple):
    """A published series of which an event is a stage, or `is_final`, the final."""

    pk: int
    title: str
    is_final: bool


def public_series_of(event: Event) -> tuple[SeriesOf, ...]:
    """The published series of an event, the oldest first; one SQL query."""
    finals = Q(final=event) | Q(lower_finals__event=event)
    found = Series.objects.filter(Q(stages__event=event) | finals)
    lower = SeriesFinal.objects.filter(series=OuterRef("pk"), event=event)
    shown = found.exclude(published_at=None).order_by("pk").annotate(is_lower=Exists(lower))
    rows = shown.distinct().values_list("pk", "title", "final", "is_lower")
    return tuple(
        SeriesOf(pk, title, is_lower or final == event.pk) for pk, title, final, is_lower in rows
    )
