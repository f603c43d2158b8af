"""A small memory of this process for what costs much and hangs on nothing but its key."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import TypeVar

T = TypeVar("T")

Key = tuple[object, ...]

MOST = 200  # things of all events together; a round of 1,000 entries takes about half a megabyte

_kept: OrderedDict[Key, object] = OrderedDict()
_lock = Lock()
_is_afresh = ContextVar("is_afresh", default=False)


def kept(key: Key, make: Callable[[], T]) -> T:
    """What was made under this key before, else made now; the longest unused is let go.

    The key must name everything that the thing depends on, the event by its submission among it:
    the keys of rows come again in another database. Two threads may make the same at once.
    """
    if _is_afresh.get():
        return make()
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]  # type: ignore[return-value]
    made = make()
    with _lock:
        _kept[key] = made
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return made


def is_kept(key: Key) -> bool:
    """Whether something was made under this key and not let go since."""
    with _lock:
        return key in _kept and not _is_afresh.get()


@contextmanager
def afresh() -> Iterator[None]:
    """Inside, everything is made anew and nothing is kept: for what may yet be undone."""
    token = _is_afresh.set(True)
    try:
        yield
    finally:
        _is_afresh.reset(token)
