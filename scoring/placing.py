"""Places: who is before whom by one key after the other, and which key it was."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

from scoring.results import Value

T = TypeVar("T", bound=Hashable)


class Column(Generic[T]):
    """The values of one key, known for all or reckoned (`among`) for those it must decide."""

    def __init__(
        self,
        name: str,
        values: Mapping[T, Value | None] | None = None,
        among: Callable[[Sequence[T]], Mapping[T, Value | None]] | None = None,
    ) -> None:
        self.name = name
        self.values = dict(values or {})
        self._among = among

    def settle(self, tied: Sequence[T]) -> list[list[T]]:
        """The tied in groups of the same value, best first; no value comes last."""
        if self._among is not None:
            self.values.update(self._among(tied))
        values = self.values

        def worth(one: T) -> tuple[bool, Value]:
            value = values[one]
            return (False, 0) if value is None else (True, value)

        ordered = sorted(tied, key=worth, reverse=True)
        return [list(group) for _value, group in groupby(ordered, key=values.__getitem__)]


class Placed(NamedTuple, Generic[T]):
    """Who is on a place, shared or not, and the key that put it below the place before.

    `decided_by` is the name of the column, "" on the first place.
    """

    one: T
    place: int
    is_shared: bool
    decided_by: str


def _groups(
    tied: list[T], columns: Sequence[Column[T]], decided: str
) -> Iterator[tuple[str, list[T]]]:
    if len(tied) == 1 or not columns:
        yield decided, tied
        return
    for nth, group in enumerate(columns[0].settle(tied)):
        yield from _groups(group, columns[1:], columns[0].name if nth else decided)


def placed(ones: Iterable[T], columns: Sequence[Column[T]]) -> list[Placed[T]]:
    """Places 1, 2, 2, 4 …: who is level in all columns shares, and as many places are left out.

    Who shares stands in the order of `ones`.

    >>> points = Column("points", {"Ann": 3, "Ben": 5, "Cid": 3})
    >>> [(one.one, one.place, one.is_shared) for one in placed(["Ann", "Ben", "Cid"], [points])]
    [('Ben', 1, False), ('Ann', 2, True), ('Cid', 2, True)]
    """
    found: list[Placed[T]] = []
    everybody = list(ones)
    if not everybody:
        return found
    for decided, group in _groups(everybody, columns, ""):
        place, is_shared = len(found) + 1, len(group) > 1
        found += [Placed(one, place, is_shared, decided) for one in group]
    return found
