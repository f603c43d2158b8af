#!/usr/bin/env python3
"""The one door to Sheepfold: `python3 manage.py start`, `test`, `score`, and Django's commands.

Needs nothing but Python 3.11 and pip. The libraries are installed into `.venv` from the hashed
lock file when they are missing or the lock has changed; then the command goes on inside it.
Set SHEEPFOLD_NO_VENV=1 to use the running interpreter as it is.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUNTIME_LOCK = ROOT / "requirements.lock"
TEST_LOCK = ROOT / "requirements-test.lock"
PURE_COMMANDS = {"score", "rulesets"}
WITH_TEST_LIBRARIES = {"messages", "test"}


def main(argv: list[str]) -> int:
    """Run one command and return its exit code."""
    if sys.version_info < (3, 11):  # noqa: UP036 - a clear sentence for whoever has an older one
        sys.stderr.write("Sheepfold needs Python 3.11 or newer.\n")
        return 1
    command = argv[1] if len(argv) > 1 else ""
    if command in PURE_COMMANDS:
        from scoring.command import main as run_pure_command

        return run_pure_command(argv[1:])
    if uses_project_venv():
        enter_venv([RUNTIME_LOCK, TEST_LOCK] if command in WITH_TEST_LIBRARIES else [RUNTIME_LOCK])
    if command == "start":
        os.environ.setdefault("SHEEPFOLD_LOCAL", "1")
        os.environ.setdefault("SHEEPFOLD_COLLECTED", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if command == "test":  # without setting Django up here too: it starts others that do
        from project_tools.management.commands.test import Command

        Command().run_from_argv(argv)
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
    return 0


def inside_venv() -> bool:
    """Say whether this process already runs in the project's `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def uses_project_venv() -> bool:
    """Say whether `.venv` is wanted: not if refused, nor in another environment with Django."""
    if os.environ.get("SHEEPFOLD_NO_VENV") == "1":
        return False
    if sys.prefix == sys.base_prefix or inside_venv():
        return True
    from importlib.util import find_spec

    return find_spec("django") is None


def enter_venv(locks: list[Path]) -> None:
    """Bring `.venv` up to date with the locks, then go on inside it."""
    if any(is_stale(lock) for lock in locks):
        install_under_lock(locks)
    if not inside_venv():
        os.execv(PYTHON, [str(PYTHON), *sys.orig_argv[1:]])


def stamp_path(lock: Path) -> Path:
    """Where the bytes of the lock that was installed last are kept."""
    return VENV / f"installed-{lock.name}"


def stamp_of(lock: Path) -> bytes:
    """What the stamp of a finished installation holds: the interpreter and the lock's bytes."""
    return f"# {PYTHON.resolve()}\n".encode() + lock.read_bytes()


def is_stale(lock: Path) -> bool:
    """Say whether a lock is not, or no longer, what `.venv` holds."""
    stamp = stamp_path(lock)
    return not PYTHON.exists() or not stamp.exists() or stamp.read_bytes() != stamp_of(lock)


def install_under_lock(locks: list[Path]) -> None:
    """Install what is stale while no other process does the same."""
    import fcntl

    with (ROOT / ".venv.lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        for lock in locks:
            if is_stale(lock):
                install(lock)


def install(lock: Path) -> None:
    """Install one lock file into `.venv` with the pip of the interpreter that made it."""
    import subprocess
    import venv

    first = not PYTHON.exists()
    what = "first time, about a minute" if first else f"{lock.name} has changed or is new"
    sys.stderr.write(f"Setting up .venv ({what})…\n")
    sys.stderr.flush()
    base = getattr(sys, "_base_executable", None) or sys.executable
    if not inside_venv():
        venv.create(VENV, with_pip=False, symlinks=True)
    pip = [base, "-m", "pip", "--python", str(PYTHON), "install", "-qq", "--no-input"]
    options = ["--disable-pip-version-check", "--require-hashes", "-r", str(lock)]
    done = subprocess.run([*pip, *options], stdout=sys.stderr, check=False)
    if done.returncode:
        sys.exit(
            f"Sheepfold's libraries could not be installed from {lock.name}; see pip's message "
            "above. It needs pip 22.3 or newer (Debian: apt install python3-pip)."
        )
    stamp_path(lock).write_bytes(stamp_of(lock))


if __name__ == "__main__":
    sys.exit(main(sys.argv))
