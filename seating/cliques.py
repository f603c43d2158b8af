"""Entries of whom no two may share a table: if there are more than tables, no draw exists."""

from __future__ import annotations

from collections.abc import Iterable

STEPS = 20_000


def larger_clique(pairs: Iterable[tuple[int, int]], than: int) -> tuple[int, ...]:
    """More than so many numbers that are all paired with each other, or none.

    It looks only so far: what it finds is proof, what it does not find is none.

    >>> larger_clique([(1, 2), (1, 3), (2, 3), (3, 4)], 2)
    (1, 2, 3)
    >>> larger_clique([(1, 2), (1, 3), (2, 3), (3, 4)], 3)
    ()
    """
    near: dict[int, set[int]] = {}
    for one, other in pairs:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    # Who has too few neighbours for such a clique is left out, again and again.
    weak = sorted(one for one, others in near.items() if len(others) < than)
    while weak:
        one = weak.pop()
        for other in sorted(near.pop(one, ())):
            near[other].discard(one)
            if len(near[other]) == than - 1:
                weak.append(other)
    return _Looking(near, than).find()


class _Looking:
    """A search with a limit for one clique of more than so many."""

    def __init__(self, near: dict[int, set[int]], than: int) -> None:
        self.near = near
        self.than = than
        self.steps = STEPS

    def find(self) -> tuple[int, ...]:
        order = sorted(self.near, key=lambda one: (-len(self.near[one]), one))
        return self._grow((), order)

    def _grow(self, chosen: tuple[int, ...], left: list[int]) -> tuple[int, ...]:
        if len(chosen) > self.than:
            return tuple(sorted(chosen))
        colours = self._colours(left)
        while left and self.steps > 0:
            self.steps -= 1
            if len(chosen) + colours[-1] <= self.than:
                break
            one = left.pop()
            colours.pop()
            found = self._grow((*chosen, one), [o for o in left if o in self.near[one]])
            if found:
                return found
        return ()

    def _colours(self, left: list[int]) -> list[int]:
        """Sort `left` by colour; how many colours the first 1, 2, 3 … of them need at most."""
        classes: list[list[int]] = []
        for one in left:
            for members in classes:
                if self.near[one].isdisjoint(members):
                    members.append(one)
                    break
            else:
                classes.append([one])
        left[:] = [one for members in classes for one in members]
        return [number for number, members in enumerate(classes, 1) for _ in members]
