"""Hearing from PostgreSQL at once what other processes announce."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import connection

from tournaments.common.locks import CHANNEL

AGAIN_AFTER = 1.0  # seconds

logger = logging.getLogger(__name__)


class Listener:
    """Calls `heard` whenever some table was announced, and keeps its connection up."""

    def __init__(self, heard: Callable[[], None]) -> None:
        self._heard = heard
        self.is_listening = False

    async def listen(self) -> None:
        """Listen until cancelled; returns at once where the database announces nothing."""
        if connection.vendor != "postgresql":
            return
        parameters = connection.get_connection_params()
        del parameters["cursor_factory"]  # Django's is not for the event loop
        while True:
            try:
                await self._listen_once(parameters)
            except (psycopg.Error, OSError) as problem:
                logger.warning("Not listening for changes of tables: %s", problem)
            finally:
                self.is_listening = False
            await asyncio.sleep(AGAIN_AFTER)

    async def _listen_once(self, parameters: dict[str, Any]) -> None:
        link = await psycopg.AsyncConnection.connect(**parameters, autocommit=True)
        async with link:
            await link.execute(f"LISTEN {CHANNEL}")
            self.is_listening = True
            self._heard()  # of whatever happened before
            async for _announcement in link.notifies():
                self._heard()
