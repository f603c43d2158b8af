"""What the stories of those who run a club have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import override_settings


@pytest.fixture(autouse=True)
def passwords_are_fast() -> Iterator[None]:
    """Hashing one as on a site takes a tenth of a second, many times in each story."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield
