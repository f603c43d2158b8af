"""Log lines that give no secret of a link away, and of which nobody can make very many."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from http import HTTPStatus

SECRET_IN_PATH = re.compile(r"(/(?:t|live|join|new-password|me/by)/)[^/\s?#\"']+")
MOST_IN_A_SECOND = 10
NO_HTTP = "Invalid HTTP request received."
"""What the server itself says of visitors who do not even speak its language."""


def without_secrets(text: str) -> str:
    """Return `text` with the secret part of each link replaced.

    >>> without_secrets("Not Found: /t/Zm9vYmFy/hands/")
    'Not Found: /t/…/hands/'
    >>> without_secrets("POST http://localhost:8000/t/Zm9vYmFy?page=2")
    'POST http://localhost:8000/t/…?page=2'
    >>> without_secrets("Gone: /join/Zm9vYmFy/"), without_secrets("/new-password/Zm9vYmFy/")
    ('Gone: /join/…/', '/new-password/…/')
    """
    return SECRET_IN_PATH.sub(r"\1…", text)


class DiscreetFormatter(logging.Formatter):
    """Formats a record, traceback included, and then takes the secrets out."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it may be written."""
        return without_secrets(super().format(record))


class Calm(logging.Filter):
    """What visitors did wrong is a line of information, without the way through the program.

    Of such lines there are no more than ten in a second; the next one says how many were left out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._since = -1.0
        self._written = self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written; what is ours always is, and as it came."""
        status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
        is_a_visitors = HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR
        if not is_a_visitors and record.msg != NO_HTTP:
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = record.exc_text = None
        now = self._clock()
        if now - self._since >= 1:
            if self._left_out:
                record.msg = f"{record.getMessage()} (and {self._left_out} more were not written)"
                record.args = ()
            self._since, self._written, self._left_out = now, 0, 0
        if self._written >= MOST_IN_A_SECOND:
            self._left_out += 1
            return False
        self._written += 1
        return True
