"""What a package marks for translation, read from its source as the catalogue is made from it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


MARKS = ("_", "_n", "_p")


def marked(package: str, mark: str) -> frozenset[tuple[str, ...]]:
    """What stands in the brackets of a mark, wherever it stands."""
    return _by_mark(package)[mark]


@cache
def _by_mark(package: str) -> dict[str, frozenset[tuple[str, ...]]]:
    calls = [*_calls(package)]
    return {mark: frozenset(words for name, words in calls if name == mark) for mark in MARKS}


def _calls(package: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in MARKS and all(isinstance(one, ast.Constant) for one in node.args):
                yield node.func.id, tuple(ast.literal_eval(one) for one in node.args)
