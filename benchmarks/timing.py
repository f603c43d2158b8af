"""How long something takes, and how much of it the garbage collector held it up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

TIMES = 20  # the fewest of which the 95th percentile is one that was measured

Figures = dict[str, Any]


def in_milliseconds(seconds: list[float]) -> Figures:
    """Median and 95th percentile."""
    return {
        "median_ms": round(median(seconds) * 1000, 1),
        "p95_ms": round(quantiles(seconds, n=20)[-1] * 1000, 1),
    }


def timed(work: Callable[[], object], before: Callable[[], object], times: int = TIMES) -> Figures:
    """What `work` costs, each time after `before`."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    before()
    with CaptureQueriesContext(connection) as asked:
        work()
    queries = len(asked)  # read at once: the next request empties the list
    seconds, worked, held_up = [], [], []
    with pauses() as taken:
        for _ in range(times):
            before()
            taken.clear()
            began, working = perf_counter(), process_time()
            work()
            worked.append(process_time() - working)
            seconds.append(perf_counter() - began)
            held_up.append(sum(taken))
    return {
        "queries": queries,
        **in_milliseconds(seconds),
        "processor_ms": in_milliseconds(worked)["median_ms"],
        "longest_pause_ms": round(max(held_up) * 1000, 1),
    }


@contextmanager
def pauses() -> Iterator[list[float]]:
    """The seconds that each look of the garbage collector takes meanwhile."""
    taken: list[float] = []
    began = [0.0]

    def note(phase: str, _found: dict[str, int]) -> None:
        if phase == "start":
            began[0] = perf_counter()
        else:
            taken.append(perf_counter() - began[0])

    gc.callbacks.append(note)
    try:
        yield taken
    finally:
        gc.callbacks.remove(note)
