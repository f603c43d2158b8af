"""What a browser keeps for this installation: readable by everybody, made by nobody else."""

from __future__ import annotations

import base64
import hmac
import time

DAY = 24 * 3600


def sealed(secret: bytes, kind: str, said: str) -> str:
    """What was said, with a seal."""
    seal = hmac.digest(secret, f"sheepfold.{kind}:{said}".encode(), "sha256")
    return f"{said}.{base64.urlsafe_b64encode(seal[:18]).decode()}"


def unsealed(secret: bytes, kind: str, text: str) -> str | None:
    """What was said, or None where the seal is not ours.

    >>> unsealed(b"secret", "pass", sealed(b"secret", "pass", "d.1.20000"))
    'd.1.20000'
    >>> unsealed(b"secret", "known", sealed(b"secret", "pass", "d.1.20000"))
    """
    said, _, _ = text.rpartition(".")
    is_ours = hmac.compare_digest(sealed(secret, kind, said).encode(), text.encode())
    return said if is_ours else None


def cookie_in(header: str, name: str) -> str:
    """The value of a cookie in a request's header, "" where it is not there.

    >>> cookie_in("a=b; pass=d.1; c=d", "pass"), cookie_in("a=b", "pass")
    ('d.1', '')
    """
    for part in header.split(";"):
        found, _, value = part.strip().partition("=")
        if found == name:
            return value
    return ""


def today() -> int:
    """The number of this day."""
    return int(time.time()) // DAY
