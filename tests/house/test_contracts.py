"""The shape of the program: who imports whom, and who may open which address."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from project_tools.steps import ROOT, script

MAY_NAME = {
    "formats": ("django.utils", "scoring", "seating"),
    "glossary": ("django.utils",),
    "kit": ("django.apps", "django.conf", "django.template", "django.utils", "scoring", "sheets"),
    "sheets": ("django.forms", "django.template", "django.utils", "scoring"),
}
"""What the pure packages that know Django name besides themselves: no database and no request."""

ACCESS = {
    "open",
    "signed_in",
    "club",
    "event",
    "public_event",
    "series",
    "public_series",
    "record_book",
    "claim",
    "rules",
    "table_link",
    "table_write",
    "worthless_link",
    "table_account",
    "operator",
    "administrator",
}


def test_import_contracts_hold() -> None:
    done = subprocess.run(script("lint-imports"), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_every_package_has_a_place() -> None:
    """Of the program, that is: what only checks it has none."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    found = {path.parent.name for path in ROOT.glob("[!.]*/__init__.py")}
    layers = " ".join(contracts["contracts"][0]["layers"])
    placed = set(re.findall(r"\w+", layers))
    assert found - {"tests"} == placed == set(contracts["root_packages"])


def test_the_picture_of_the_house_shows_every_package_and_room() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    rooms = {path.parent.name for path in (ROOT / "tournaments").glob("*/__init__.py")}
    picture = (ROOT / "docs" / "images" / "house.svg").read_text()
    shown = set(re.findall(r'class="name"[^>]*>(\w+)<', picture))
    kept_apart = {"tournaments", "management", "migrations", "templatetags"}
    assert shown == {*contracts["root_packages"], *rooms} - kept_apart


def test_scoring_is_used_without_django() -> None:
    program = "import sys, scoring.command; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0


def named(source: str) -> set[str]:
    """What a module imports of others than Python's own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "django":
            found |= {f"django.{each.name}" for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return {name for name in found if name.split(".")[0] not in sys.stdlib_module_names}


@pytest.mark.parametrize("package", MAY_NAME)
def test_a_pure_package_names_the_pure_and_of_django_what_it_needs_to_say_it(package: str) -> None:
    may = tuple(f"{each}." for each in (package, *MAY_NAME[package]))
    paths = list((ROOT / package).rglob("*.py"))
    others = {name for path in paths for name in named(path.read_text())}
    assert paths
    assert {name for name in others if not f"{name}.".startswith(may)} == set()


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site with the pattern that answers it."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, prefix + str(pattern.pattern))
        else:
            yield prefix + str(pattern.pattern), pattern


def test_every_address_declares_who_may_open_it() -> None:
    declared = {
        address: getattr(pattern.callback, "access", None)
        for address, pattern in addresses(get_resolver())
    }
    assert declared
    assert not {address: access for address, access in declared.items() if access not in ACCESS}
