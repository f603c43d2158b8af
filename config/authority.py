"""Where the certificate lies by which phones may know this installation, and what identifies it."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path

FOLDER = "https"
AUTHORITY = "authority"


def authority_file(folder: Path) -> Path:
    """The certificate of the authority, below the folder in which the program keeps its things."""
    return folder / FOLDER / f"{AUTHORITY}.crt"


def fingerprint(pem: str) -> str:
    """What people compare: the SHA-256 of a certificate, as phones and browsers show it."""
    digits = hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper()
    return ":".join(digits[place : place + 2] for place in range(0, len(digits), 2))
