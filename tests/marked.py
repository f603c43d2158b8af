"""What a package marks for translation, read from its source as the catalogue is made from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@cache
def marked(package: str, mark: str) -> frozenset[tuple[str, ...]]:
    """What stands in the brackets of a mark, wherever it stands."""
    return frozenset(_calls(package, mark))


def _calls(package: str, mark: str) -> Iterator[tuple[str, ...]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == mark and all(isinstance(one, ast.Constant) for one in node.args):
                yield tuple(ast.literal_eval(one) for one in node.args)
