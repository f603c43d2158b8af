"""Templates can be read: no line is a wall."""

from __future__ import annotations

from pathlib import Path

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
