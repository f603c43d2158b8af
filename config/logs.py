"""Log lines that give no table link away."""

from __future__ import annotations

import logging
import re

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
