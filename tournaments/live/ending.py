"""Hearing that the server is asked to stop.

Servers wait for open answers before they say anything to the application, and a stream is an
answer that never ends by itself.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType

STOPPING = (signal.SIGINT, signal.SIGTERM)


def before_the_server_stops(end: Callable[[], None]) -> None:
    """Call `end` in this event loop when a stop is asked for, and then do what was done before.

    Only a process's main thread is told; a server in another thread calls `end` by itself.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in STOPPING:
        _go_first(number, loop, end)


def _go_first(
    number: signal.Signals, loop: asyncio.AbstractEventLoop, end: Callable[[], None]
) -> None:
    before = signal.getsignal(number)
    if not callable(before):
        return

    def stop(received: int, where: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(end)
        before(received, where)

    signal.signal(number, stop)
