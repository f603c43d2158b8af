"""Where forms are declared: in each room, and in what all rooms share."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import tournaments


def modules_of_forms() -> Iterator[ModuleType]:
    for found in walk_packages(tournaments.__path__, "tournaments."):
        if "forms" in found.name.split(".") or found.name.startswith("tournaments.common."):
            yield import_module(found.name)
