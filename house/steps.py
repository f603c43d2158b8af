"""One step of the check: a named command, what came of it, and how long it took."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Step:
    """A command of the check; `environment` is laid over the process's own."""

    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)

    def run(self) -> bool:
        """Run the command with its output shown, print its time, and say whether it held."""
        print(f"\n== {self.name}", flush=True)
        began = time.monotonic()
        done = subprocess.run(
            self.command, cwd=ROOT, env=os.environ | self.environment, check=False
        )
        verdict = "ok" if done.returncode == 0 else "FAILED"
        print(f"== {self.name}: {verdict}, {time.monotonic() - began:.1f} s", flush=True)
        return done.returncode == 0


def module(name: str, *arguments: str) -> list[str]:
    """Return the command line that runs a module with this interpreter."""
    return [sys.executable, "-m", name, *arguments]


def script(name: str, *arguments: str) -> list[str]:
    """Return the command line of a script installed beside this interpreter."""
    beside = Path(sys.executable).parent / name
    return [str(beside) if beside.exists() else shutil.which(name) or name, *arguments]
