"""Letters leave by themselves, while a server runs."""

from __future__ import annotations

import logging

from django.db import DatabaseError

from accounts.letters import are_sent, send_due
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


sender = Sender()
