"""What belongs together of one release: the files that a table's page needs to open by itself, and
the engine that it names to phones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from django.conf import settings
from django.templatetags.static import static

from config.hashed import sheets_loaded
from kit.offer import offered

HEADER = "Sheepfold-Release"
"""Tells the worker in a phone of which release a page is."""

ROOMS = ("site", "table")
SCRIPTS = ("live", "table", "kit", "field", "tables")
"""What the pages that open without a network load, at once or when it is needed."""
OTHERS = ("django_htmx/htmx-2.min.js", "img/mark.svg")
IMPORT = re.compile(r'(?:from|import) "\./(\w+)\.js"')


@cache
def shell() -> tuple[str, ...]:
    """The addresses of all these files, each once."""
    styles = (name for room in ROOMS for name in sheets_loaded(room))
    names = SCRIPTS if settings.SHEEPFOLD_COLLECTED else _with_imports(SCRIPTS)
    scripts = (f"js/{name}.js" for name in names)
    return tuple(dict.fromkeys(static(name) for name in (*styles, *scripts, *OTHERS)))


@cache
def worker() -> str:
    """The program of the worker."""
    return _source("sw")


@cache
def release() -> str:
    """What tells this release from others: it is another where a file, worker or engine is."""
    kit = offered(settings.SHEEPFOLD_KIT)
    told = (*shell(), kit.hash if kit is not None else "", worker())
    return sha256("\n".join(told).encode()).hexdigest()[:12]


def _with_imports(names: tuple[str, ...]) -> Iterator[str]:
    """While files are being worked on, each script is loaded singly."""
    for name in names:
        yield name
        yield from _with_imports(tuple(IMPORT.findall(_source(name))))


def _source(name: str) -> str:
    path = settings.BASE_DIR / "static" / "js" / f"{name}.js"
    return str(path.read_text())
