"""What a server does by itself again and again, in one of the processes that serve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

from django.conf import settings
from django.db import connection

from config.environment import own_folder
from config.in_use import InUse, held

FAILED = 3600
"""So many seconds it is left alone where the folder cannot be written to."""


class Duty:
    """Done on a thread of its own, in one of the processes, for as long as that one runs.

    Which one, a lock says that the system takes back when a process ends; another goes on then. It
    looks the first time after `first` seconds, then each `looks`.
    """

    name: str
    lock: str
    first: float
    looks: float

    @property
    def is_wanted(self) -> bool:
        """Whether the settings ask for it."""
        return True

    def look(self) -> None:
        """Do what is due by now."""
        raise NotImplementedError

    def complain(self, problem: Exception) -> None:
        """Say that it was not done."""
        raise NotImplementedError

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Do it for as long as the server runs."""
        over = Event()
        if self.is_wanted:
            # Nobody waits for it at the end: what is not done yet another process does, or the
            # next start.
            Thread(target=self._work, args=[over], name=self.name, daemon=True).start()
        try:
            yield
        finally:
            over.set()

    def _work(self, over: Event) -> None:
        pause = self.first
        while not over.wait(pause):
            pause = self.looks
            try:
                own_folder(settings.SHEEPFOLD_VAR)
                with suppress(InUse), held(Path(settings.SHEEPFOLD_VAR) / self.lock, alone=True):
                    self._look()
                    while not over.wait(self.looks):
                        self._look()
            except OSError as problem:
                self.complain(problem)
                pause = FAILED

    def _look(self) -> None:
        try:
            self.look()
        finally:
            connection.close()
