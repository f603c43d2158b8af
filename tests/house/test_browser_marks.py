"""Whatever needs Chromium says so: then it runs once, and not where there is no browser."""

from __future__ import annotations

from pathlib import Path

BROWSER = Path(__file__).parents[1] / "browser"


def test_every_test_in_a_browser_is_marked() -> None:
    unmarked = [p.name for p in BROWSER.glob("test_*.py") if "mark.browser" not in p.read_text()]
    assert not unmarked
