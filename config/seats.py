"""How many live views may be open: for one address, for one pass, and in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from config.limits import Limits
from config.refusals import Refused
from config.visitors import Visitor

AGAIN_AFTER = 5  # seconds


class Seats:
    """Seats of spectators; the last ones are kept for those who were let in before."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._taken: Counter[Hashable] = Counter()

    @property
    def taken(self) -> int:
        """How many live views are open."""
        return self._taken.total()

    @contextmanager
    def one_for(self, visitor: Visitor) -> Iterator[None]:
        """A seat for as long as somebody watches; raises Refused when there is none."""
        whose = self._whose(visitor)
        self._taken[whose] += 1
        try:
            yield
        finally:
            self._taken[whose] -= 1
            if not self._taken[whose]:
                del self._taken[whose]

    def _whose(self, visitor: Visitor) -> Hashable:
        """Whose seat it is to be: that of the pass, or else one of the address's."""
        limits, taken = self._limits, self._taken.total()
        if (
            visitor.is_trusted
            and self._taken[visitor.given] < limits.streams_of_a_pass
            and taken < limits.streams_in_all
        ):
            return visitor.given
        if (
            self._taken[visitor.network] < limits.streams_of_an_address
            and taken < limits.streams_in_all - limits.streams_kept
        ):
            return visitor.network
        sentence = _("Very many people are watching at this moment: the page asks again by itself.")
        raise Refused(503, sentence, again_after=AGAIN_AFTER)
