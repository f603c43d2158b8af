"""Log lines that give no table link away."""

from __future__ import annotations

import logging
import re
from http import HTTPStatus

SECRET_IN_PATH = re.compile(r"(/(?:t|live)/)[^/\s?#\"']+")


def without_secrets(text: str) -> str:
    """Return `text` with the secret part of each table link replaced.

    >>> without_secrets("Not Found: /t/Zm9vYmFy/hands/")
    'Not Found: /t/…/hands/'
    >>> without_secrets("POST http://localhost:8000/t/Zm9vYmFy?page=2")
    'POST http://localhost:8000/t/…?page=2'
    """
    return SECRET_IN_PATH.sub(r"\1…", text)


class DiscreetFormatter(logging.Formatter):
    """Formats a record, traceback included, and then takes the secrets out."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line as it may be written."""
        return without_secrets(super().format(record))


def calm(record: logging.LogRecord) -> bool:
    """What visitors did wrong is a line of information, without the way through the program."""
    status = getattr(record, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
    if HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR:
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = record.exc_text = None
    return True
