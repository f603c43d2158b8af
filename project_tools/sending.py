"""Letters leave by themselves, while a server runs."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db import DatabaseError

from accounts.letters import are_sent, lying, send_due
from config.figures import Figure
from project_tools.duties import Duty

log = logging.getLogger("sheepfold.letters")


class Sender(Duty):
    """Sends the letters that are due, in one of the processes that serve, where there is mail."""

    name, lock = "letters", "letters"
    first = looks = 5.0

    @property
    def is_wanted(self) -> bool:
        """Whether letters are sent from here."""
        return are_sent()

    def look(self) -> None:
        """Send what is due."""
        try:
            send_due()
        except DatabaseError as problem:
            self.complain(problem)

    def complain(self, problem: Exception) -> None:
        """Say that letters lie where they are."""
        log.error("No letters were sent. %s", problem)

    def figures(self) -> Iterator[Figure]:
        """What `/metrics` tells of them, where any are sent."""
        if not self.is_wanted:
            return
        waiting, given_up = lying()
        about = "Letters that wait to be sent."
        yield Figure("sheepfold_letters_waiting", "gauge", about, {"": waiting})
        about = "Letters of the last 30 days that were given up."
        yield Figure("sheepfold_letters_given_up", "gauge", about, {"": given_up})


sender = Sender()
