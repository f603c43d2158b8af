"""Round figures for the axis of a chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10

from django.utils.formats import number_format

from tournaments.records.queries.charts_words import Kind, figure_text, with_minus

MOST_TICKS = 5


def nice_ticks(
    values: Iterable[float], *, from_zero: bool = True, is_whole: bool = False
) -> list[float]:
    """Round figures around the values, nought among them where it belongs there.

    `is_whole`: there is nothing between two whole figures.

    >>> nice_ticks([0.3, 1.9])
    [0.0, 0.5, 1.0, 1.5, 2.0]
    >>> nice_ticks([1480, 1530], from_zero=False)
    [1480.0, 1490.0, 1500.0, 1510.0, 1520.0, 1530.0]
    >>> nice_ticks([1, 2], is_whole=True)
    [0.0, 1.0, 2.0]
    """
    found = list(values)
    low, high = min(found), max(found)
    if from_zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        low, high = low - 1, high + 1
    scale = floor(log10((high - low) / MOST_TICKS))
    if is_whole:
        scale = max(scale, 0)
    step = next(
        size
        for factor in (1, 2, 5, 10, 20)
        if (high - low) / (size := factor * 10.0**scale) <= MOST_TICKS
    )
    return [
        round(step * place, max(0, 1 - scale))
        for place in range(floor(low / step), ceil(high / step) + 1)
    ]


def tick_text(figure: float, ticks: Sequence[float], kind: Kind) -> str:
    """A figure of an axis with no more decimals than the axis needs."""
    if kind == "share":
        return figure_text(figure, kind)
    decimals = next(
        places for places in range(5) if all(abs(t - round(t, places)) < 1e-9 for t in ticks)
    )
    text = number_format(round(figure, decimals), decimals)
    return ("+" if kind in ("points", "total") and figure > 0 else "") + with_minus(text)
