"""An event loop for a test, also where a browser was at work before."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def finished(story: Coroutine[Any, Any, T]) -> T:
    """Run it to its end in a thread of its own: Playwright keeps a loop in that of the tests."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
