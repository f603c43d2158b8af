"""Templates can be read: no line is a wall. What they were drawn from goes with the page."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from django.template import engines
from django.test import RequestFactory

ROOT = Path(__file__).parent.parent.parent
LONGEST = 160
"""Letters in a line of a template."""


def test_no_line_of_a_template_is_too_long() -> None:
    templates = list((ROOT / "templates").rglob("*.html"))
    assert templates
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} letters"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long, "\n".join(long)


def test_no_tag_goes_on_in_the_next_line() -> None:
    """Django reads a tag only within its line, and else writes it into the page as it is."""
    broken = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if line.count("{{") != line.count("}}") or line.count("{%") != line.count("%}")
    ]
    assert not broken, "\n".join(broken)


class Held:
    """What a large page holds."""


def test_a_page_that_is_drawn_holds_nothing_until_a_collector_comes(rf: RequestFactory) -> None:
    pages = engines["django"]
    gc.disable()
    try:
        for page in (pages.from_string("{{ held }}"), pages.get_template("parts/sheep.html")):
            held = Held()
            seen = weakref.ref(held)
            page.render({"held": held}, rf.get("/"))
            del held
            assert seen() is None
    finally:
        gc.enable()
