"""Pictures of all kinds of pages, and a page on which two folders of them are compared.

python -m tests.browser.pictures FOLDER [--before OTHER] [--widths 390 1280] [--schemes dark]
    [--only table desk] [--without-scripts]
"""

from __future__ import annotations

import argparse
import filecmp
import html
import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

HEIGHTS = {320: 640, 390: 844, 1280: 800, 1920: 1080}
SCHEMES = ("light", "dark")
WALK = Path(__file__).with_name("walked.py")
PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Before, after, difference</title>
<style>
  body {{ font: 1rem/1.4 sans-serif; margin: 1rem; }}
  section {{ display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }}
  h2 {{ grid-column: 1 / -1; margin-bottom: 0; }}
  img {{ max-width: 100%; vertical-align: top; }}
  .difference {{ display: grid; isolation: isolate; }}
  .difference img {{ grid-area: 1 / 1; }}
  .difference img + img {{ mix-blend-mode: difference; }}
</style>
<h1>{changed} pictures changed, {same} are as before, {new} have none before</h1>
{sections}
"""
SECTION = """<section>
  <h2>{name}</h2>
  <img src="{before}" alt="before" loading="lazy">
  <img src="{after}" alt="after" loading="lazy">
  <div class="difference"><img src="{before}" alt=""><img src="{after}" alt="difference"></div>
</section>
"""


class Camera:
    """Where the pictures go, and which are taken."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.wanted = wanted
        self.folder: Path = wanted.folder.absolute()

    @pytest.fixture
    def camera(self) -> Camera:
        """What whoever walks takes pictures with."""
        return self

    def takes(self, page: Page, name: str) -> None:
        for width in self.wanted.widths:
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
            for scheme in self.wanted.schemes:
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                path = self.folder / f"{name}-{width}-{scheme}.png"
                page.screenshot(path=path, full_page=True)


def compares(before: Path, after: Path) -> Path:
    """Write a page of what changed beside the pictures of now."""
    sections, same, new = [], 0, 0
    for path in sorted(after.glob("*.png")):
        old = before.absolute() / path.name
        if not old.exists():
            new += 1
        elif filecmp.cmp(old, path, shallow=False):
            same += 1
        else:
            parts = {"name": path.stem, "before": old.as_uri(), "after": path.name}
            sections.append(SECTION.format_map({k: html.escape(v) for k, v in parts.items()}))
    page = after / "index.html"
    found = {"changed": len(sections), "same": same, "new": new, "sections": "".join(sections)}
    page.write_text(PAGE.format_map(found))
    return page


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Take pictures of all kinds of pages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--before", type=Path, help="pictures to compare with")
    parser.add_argument("--widths", type=int, nargs="+", choices=HEIGHTS, default=list(HEIGHTS))
    parser.add_argument("--schemes", nargs="+", choices=SCHEMES, default=SCHEMES)
    parser.add_argument("--only", nargs="+", help="names of kinds of pages")
    parser.add_argument("--without-scripts", action="store_true")
    wanted = parser.parse_args(arguments)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    taken = pytest.main([str(WALK), "-q", "--timeout=3600"], plugins=[Camera(wanted)])
    if wanted.before:
        print(compares(wanted.before, wanted.folder))
    return int(taken)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
