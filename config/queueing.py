"""A lock that is given to whoever has waited longest."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Queue:
    """One at a time, in the order of coming; any thread may give it back.

    Python's own lock goes to whoever happens to ask at the right moment.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    def take(self, seconds: float) -> bool:
        """Wait for one's turn; False if it has not come after so many seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._guard:
            if turn not in self._waiting:
                return True  # it came in this very moment
            self._waiting.remove(turn)
            return False

    def give_back(self) -> None:
        """Let the next one have it."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
