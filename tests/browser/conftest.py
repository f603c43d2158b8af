"""What the browser tests share: devices, each with a browser of its own."""

from __future__ import annotations

import pytest
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import PHONE, Device
from tests.serving import Served, impatient, served

__all__ = ["impatient", "served"]


@pytest.fixture
def phone(new_context: CreateContextCallback, served: Served) -> Device:
    """Whoever enters the hands."""
    return Device(new_context(viewport=PHONE), served)


@pytest.fixture
def other(new_context: CreateContextCallback, served: Served) -> Device:
    """Somebody else at the same table."""
    return Device(new_context(viewport=PHONE), served)
