"""What is kept instead of a name, a device or an address: nobody else can tell which it was."""

from __future__ import annotations

import hashlib
import hmac

from django.conf import settings


def digest_of(kind: str, text: str) -> str:
    """A digest that only this installation can make, "" of nothing."""
    if not text:
        return ""
    said = f"sheepfold: {kind} {text}"
    return hmac.digest(settings.SECRET_KEY.encode(), said.encode(), hashlib.sha256).hex()


def network_digest(network: str) -> str:
    """What is kept of the network somebody came from."""
    return digest_of("network", network)
