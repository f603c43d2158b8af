"""What the tests of the engine share."""

from collections.abc import Iterator

import pytest

from tests.scoring.laws import dealt


@pytest.fixture(autouse=True, scope="session")
def put_away() -> Iterator[None]:
    """Forget the evenings in the end, or what is left over is looked for among them."""
    yield
    dealt.cache_clear()
