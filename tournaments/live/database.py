"""A thread with a database connection of its own, for code that runs in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import Error, connection

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThread:
    """Asks one question after the other, after a failure on a new connection."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="live")

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have a question answered; raises django.db.Error like any other code that asks."""

        def answer() -> T:
            try:
                return question(*args, **kwargs)
            except Error:
                connection.close()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._executor, answer)

    async def close(self) -> None:
        """Close the connection and let the thread go."""
        await self.ask(lambda: connection.close())  # the thread's connection, not the loop's
        self._executor.shutdown(wait=False)
