"""What the browser tests share."""

from __future__ import annotations

from tests.serving import served

__all__ = ["served"]
