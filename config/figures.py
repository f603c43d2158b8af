"""What the server counts about itself, as text that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple


class Figure(NamedTuple):
    """One thing that is counted; the values are by label, such as 'status="200"', or by ""."""

    name: str
    kind: str
    about: str
    values: Mapping[str, float]


Source = Callable[[], Iterable[Figure]]
sources: list[Source] = []
"""Who tells figures: what is built at the start of the server says so here."""


def as_text(figures: Iterable[Figure]) -> str:
    r"""The lines of these figures.

    >>> as_text([Figure("sheep", "gauge", "Sheep in the fold.", {'colour="black"': 1})])
    '# HELP sheep Sheep in the fold.\n# TYPE sheep gauge\nsheep{colour="black"} 1\n'
    """
    lines = []
    for name, kind, about, values in figures:
        lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
        for label, value in sorted(values.items()):
            lines.append(f"{name}{{{label}}} {value}" if label else f"{name} {value}")
    return "".join(f"{line}\n" for line in lines)
