"""Python's garbage collector, as a program that makes large pages needs it."""

from __future__ import annotations

import gc

MANY_OBJECTS = 10_000
"""How many are made before the collector looks at the youngest ones: more than most pages make."""


def calm_the_collector() -> None:
    """What is loaded by now stays, and pages leave little that only the collector frees.

    Left out of every later collection, what is loaded costs no page the 60 ms that looking through
    all of it takes. Looked at rarely, most of a page is gone before anybody looks.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MANY_OBJECTS)
