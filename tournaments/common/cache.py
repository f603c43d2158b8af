"""A small memory of this process for what costs much and depends on nothing but its state.

Each language has its own: names that are told apart by words stand in almost everything.

What was made from an earlier state makes room at once: a day has thousands of deeds, and nobody
asks for what stood before them, while the garbage collector looks through all that is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

from django.utils.translation import get_language

T = TypeVar("T")

Key = tuple[object, ...]

MOST = 200  # things of all events together; a round of 1,000 entries takes about half a megabyte

_kept: OrderedDict[Key, tuple[object, object]] = OrderedDict()
_lock = Lock()
_is_afresh = ContextVar("is_afresh", default=False)


def cached(key: Key, state: object, make: Callable[[], T]) -> T:
    """What was made under this key from this state, else made now; the longest unused is let go.

    Key and state must name everything that the thing depends on, the event by its submission among
    it: the keys of rows come again in another database. Two threads may make the same at once.
    """
    if _is_afresh.get():
        return make()
    key = (get_language(), *key)
    with _lock:
        if key in _kept and _kept[key][0] == state:
            _kept.move_to_end(key)
            return _kept[key][1]  # type: ignore[return-value]
    made = make()
    with _lock:
        _kept[key] = state, made
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def is_kept(key: Key, state: object) -> bool:
    """Whether something was made under this key from this state and not let go since."""
    key = (get_language(), *key)
    with _lock:
        return key in _kept and _kept[key][0] == state and not _is_afresh.get()


@contextmanager
def uncached() -> Iterator[None]:
    """Inside, everything is made anew and nothing is kept: for what may yet be undone."""
    token = _is_afresh.set(True)
    try:
        yield
    finally:
        _is_afresh.reset(token)
