"""One step of the check: a named command, what came of it, and how long it took."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
"""What Python and pytest have compiled is kept beside it for the next step, in a container too."""


@dataclass(frozen=True)
class Step:
    """A command of the check; `environment` is laid over the process's own."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    says_little: bool = False  # beside others its output is told only if it failed

    def run(self, *, beside_others: bool = False) -> bool:
        """Run the command, print its output and its time, and say whether it held.

        Beside others the output is kept back until it is whole.
        """
        began = time.monotonic()
        if not beside_others:
            print(f"\n== {self.name}", flush=True)
        done = subprocess.run(
            self.command,
            cwd=ROOT,
            env=os.environ | COMPILED_ONCE | self.environment,
            stdout=subprocess.PIPE if beside_others else None,
            stderr=subprocess.STDOUT if beside_others else None,
            text=True,
            check=False,
        )
        held = done.returncode == 0
        output = "" if held and self.says_little else done.stdout
        said = f"\n== {self.name}\n{output}" if beside_others else ""
        verdict = f"{'ok' if held else 'FAILED'}, {time.monotonic() - began:.1f} s"
        print(f"{said}== {self.name}: {verdict}", flush=True)
        return held


def run_side_by_side(steps: Iterable[Step]) -> list[str]:
    """Run steps of which none needs another, one on each core; returns the names that failed."""
    several = list(steps)
    with ThreadPoolExecutor(os.cpu_count()) as cores:
        held = list(cores.map(lambda step: step.run(beside_others=True), several))
    return [step.name for step, is_held in zip(several, held, strict=True) if not is_held]


def module(name: str, *arguments: str) -> list[str]:
    """Return the command line that runs a module with this interpreter."""
    return [sys.executable, "-m", name, *arguments]


def script(name: str, *arguments: str) -> list[str]:
    """Return the command line of a script installed beside this interpreter."""
    beside = Path(sys.executable).parent / name
    return [str(beside) if beside.exists() else shutil.which(name) or name, *arguments]
