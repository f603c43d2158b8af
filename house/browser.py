"""Finding the browser of this machine."""

from __future__ import annotations

import shutil

BROWSERS = (
    "chromium-headless-shell",  # the same pages for half the work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def find_chromium() -> str | None:
    """Return the path of an installed Chromium, or None."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
