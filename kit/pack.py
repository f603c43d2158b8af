"""Makes the one file of what runs in the phone: our code, templates and words, and Django's.

Same input, same bytes: the file is called by what is in it, and is fetched anew only where that has
changed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from kit.drawn import PARTS, PREVIEW, PROBLEMS
from kit.words import only_said, said_in

ROOT = Path(__file__).parent.parent
STAND_INS = Path(__file__).parent / "stand_ins"
OF_DJANGO = (Path(__file__).parent / "of_django.txt").read_text().split()
"""The modules of Django, and of what it stands on, that forms and templates load."""

OURS = ("kit", "scoring", "sheets")
FIRST = "kit.field"
LEFT_OUT = {"tables/undo_button.html", "tables/undo_sign.html"}
"""Drawn only for whoever can take back what is on the server's sheet: that needs the network."""

INCLUDED = re.compile(r"""\{% (?:include|extends) ["']([^"']+)["']""")
MOMENT = (1980, 1, 1, 0, 0, 0)
"""When everything in the file was made, as it says: it differs only where something else does."""


def contents(languages: Iterable[str]) -> dict[str, bytes]:
    """What lies in it, by its path there; `languages` are the codes of those that it speaks."""
    found = {path: source.read_bytes() for path, source in _sources(languages)}
    said = said_in(found)
    for language in languages:
        path = f"locale/{language}/LC_MESSAGES/django.mo"
        if (ROOT / path).exists():  # the program's own language has none
            found[path] = only_said((ROOT / path).read_bytes(), said)
    return found


def packed(files: Mapping[str, bytes]) -> bytes:
    """The same as one file, from which each can be read without unpacking the others."""
    whole = BytesIO()
    with ZipFile(whole, "w") as pack:
        for path in sorted(files):
            pack.writestr(ZipInfo(path, MOMENT), files[path])
    return whole.getvalue()


def templates() -> list[str]:
    """The templates that are drawn in the phone: those that are asked for, and all within them."""
    found: list[str] = []
    left = [*PARTS.values(), PREVIEW, PROBLEMS]
    while left:
        name = left.pop()
        if name not in found and name not in LEFT_OUT:
            found.append(name)
            left += INCLUDED.findall((ROOT / "templates" / name).read_text())
    return sorted(found)


def modules() -> list[str]:
    """Our own modules that are loaded there: the first one, and what each of them names."""
    found: list[str] = []
    left = [FIRST, *_beside("scoring.rulesets")]
    while left:
        name = left.pop()
        if name not in found:
            found.append(name)
            left += _named_in(name)
    return sorted(found)


def _sources(languages: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Where each file is to lie, and where it lies now."""
    spoken = [f"django.conf.locale.{code}{end}" for code in languages for end in ("", ".formats")]
    for name in [*modules(), *OF_DJANGO, *spoken]:
        path = _path_of(name)
        is_package = path.name == "__init__.py"
        yield name.replace(".", "/") + ("/__init__.py" if is_package else ".py"), path
    for path in STAND_INS.rglob("*.py"):
        yield path.relative_to(STAND_INS).as_posix(), path
    for name in templates():
        yield f"templates/{name}", ROOT / "templates" / name
    conf = _path_of("django.conf").parent
    for language in languages:
        name = f"locale/{language}/LC_MESSAGES/django.mo"
        if (conf / name).exists():
            yield f"django/conf/{name}", conf / name


def _path_of(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None, name
    assert spec.origin is not None, name
    return Path(spec.origin)


def _beside(package: str) -> list[str]:
    """The modules of a package that loads them by their names."""
    return [f"{package}.{path.stem}" for path in _path_of(package).parent.glob("[a-z]*.py")]


def _named_in(name: str) -> Iterator[str]:
    """What of ours a module imports, and the packages in which it lies itself."""
    yield from (name.rsplit(".", at)[0] for at in range(1, name.count(".") + 1))
    for node in ast.walk(ast.parse(_path_of(name).read_bytes())):
        if isinstance(node, ast.Import):
            several = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            several = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        else:
            continue
        for each in several:
            if each.split(".")[0] in OURS and _is_module(each):
                yield each


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()
