"""How far a search may go: so many steps, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from seating.model import Request

STEPS_PER_SECOND = 4_000_000
"""What a machine of our days does. A step is about one exchange of two entries looked at."""

PATIENCE = 4.0
"""The clock stops a search that takes so many times the seconds it was meant to take."""


class Budget:
    """Steps to spend; a clock is looked at only where no number of steps was asked for."""

    def __init__(
        self, limit: int, seconds: float | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self.limit = limit
        self.spent = 0
        self._before_more: int | None = None
        self._clock = clock
        self._until = None if seconds is None else clock() + seconds

    @classmethod
    def of(cls, request: Request) -> Budget:
        """What a request allows.

        >>> Budget.of(Request(entries=(1, 2, 3, 4), size=4, steps=70)).limit
        70
        """
        if request.steps is not None:
            return cls(request.steps)
        return cls(int(request.seconds * STEPS_PER_SECOND), request.seconds * PATIENCE)

    @property
    def told(self) -> int:
        """The steps with which the same search can be done again."""
        return self.spent if self._before_more is None else self._before_more

    def more(self, steps: int) -> None:
        """Allow some more steps, whatever the clock says.

        >>> budget = Budget(0)
        >>> budget.more(5)
        >>> budget.over(), budget.told
        (False, 0)
        """
        if self._before_more is None:
            self._before_more = self.spent
        self._until, self.limit = None, self.spent + steps

    def over(self) -> bool:
        """Whether the search must stop here; once it must, it stays so."""
        if self._until is not None and self._clock() > self._until:
            self.limit = min(self.limit, self.spent)
        return self.spent >= self.limit
