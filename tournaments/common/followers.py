"""What a room tells those above it, which do their part of it in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Followers(Generic[P]):
    """Functions of higher rooms, called in the order in which they were added.

    >>> heard: list[str] = []
    >>> followers: Followers[[str]] = Followers()
    >>> followers.add(heard.append)
    >>> followers.tell("Anna")
    >>> heard
    ['Anna']
    """

    def __init__(self) -> None:
        self._functions: list[Callable[P, object]] = []

    def add(self, function: Callable[P, object]) -> None:
        """Call this function too from now on."""
        self._functions.append(function)

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all of them, inside the transaction of whoever tells."""
        for function in self._functions:
            function(*args, **kwargs)
