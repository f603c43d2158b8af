"""What a room tells those above it, which do their part in the same transaction, or asks them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
Answer = TypeVar("Answer")


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


class Question(Generic[P, Answer]):
    """What a room above is asked; where none answers it fails rather than guess.

    >>> doubled: Question[[int], int] = Question()
    >>> doubled.answer_with(lambda number: 2 * number)
    >>> doubled.ask(2)
    4
    """

    def __init__(self) -> None:
        self._function: Callable[P, Answer] | None = None

    def answer_with(self, function: Callable[P, Answer]) -> None:
        """Let this function answer."""
        self._function = function

    def ask(self, *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Its answer."""
        assert self._function is not None, "no room answers this"
        return self._function(*args, **kwargs)
