"""Calls that go deep cost what others cost."""

from __future__ import annotations

import resource
from collections.abc import Callable

import pytest

from config.deep_calls import with_room

DEPTH = 400


def pages_of_memory(function: Callable[[], object]) -> int:
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    function()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def small_calls_at_each_depth() -> None:
    def goes(down: int) -> None:
        for _ in range(300):
            leaf(down)
        if down:
            goes(down - 1)

    def leaf(depth: int) -> int:
        return depth

    goes(DEPTH)


def test_no_depth_is_dearer_than_another() -> None:
    assert pages_of_memory(lambda: with_room(small_calls_at_each_depth)) < 200


def test_what_goes_wrong_below_is_heard_of() -> None:
    with pytest.raises(ZeroDivisionError):
        with_room(divmod, 1, 0)
