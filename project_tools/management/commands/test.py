"""`python3 manage.py test`: the one command that checks everything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time

from django.core.management import BaseCommand

from project_tools.machine import find_chromium, find_server
from project_tools.steps import COMPILED_ONCE, ROOT, Step, module, run_side_by_side, script

TYPED = (
    *("accounts", "benchmarks", "config", "formats", "glossary", "kit", "project_tools"),
    *("scoring", "seating", "sheets", "simulation", "tests", "tournaments", "manage.py"),
)
PURE = ("tests/formats", "tests/glossary", "tests/scoring", "tests/seating")
"""Tests that know no database."""
WITH_A_DATABASE = ("tests", *(f"--ignore={folder}" for folder in PURE))
"""Where tests are looked for that may need one, as pytest is told."""
STATEMENTS = ROOT / "var" / "statements"
"""What each test on SQLite sends to the database: so PostgreSQL needs to hear each only once."""


class Command(BaseCommand):
    """Runs every check in order; with arguments, only pytest with these arguments."""

    help = (
        "Run every check, or pytest alone with the arguments given (manage.py test tests/scoring)."
    )
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Take the arguments as they are: they are pytest's, not Django's."""
        arguments = argv[2:]
        sys.exit(run_pytest_alone(arguments) if arguments else run_everything())


ON_SQLITE = {"DATABASE_URL": f"sqlite:///{ROOT / 'var' / 'sheepfold.sqlite3'}"}
"""The environment of a test run on SQLite, whatever DATABASE_URL says."""


def on_postgresql(server: str) -> dict[str, str]:
    """Return that of one on PostgreSQL; what a test writes need not outlive a loss of power."""
    return {"DATABASE_URL": server, "PGOPTIONS": "-c synchronous_commit=off"}


def run_pytest_alone(arguments: list[str]) -> int:
    """Run pytest once on SQLite and return its exit code."""
    command = module("pytest", *without_browsers(arguments), *arguments)
    environment = os.environ | COMPILED_ONCE | ON_SQLITE
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def without_browsers(arguments: list[str]) -> list[str]:
    """Return what leaves the plugin for browsers out where all tests asked for need none.

    >>> without_browsers(["tests/scoring/test_laws.py", "-q"]), without_browsers(["tests", "-q"])
    (['-p', 'no:playwright'], [])
    """
    asked = [argument for argument in arguments if argument.startswith("tests")]
    needs_some = not all(argument.startswith(PURE) for argument in asked)
    return [] if needs_some or not asked else ["-p", "no:playwright"]


def run_everything() -> int:
    """Run all steps, also after a failure, and return 1 if any of them failed."""
    began = time.monotonic()
    shutil.rmtree(STATEMENTS, ignore_errors=True)
    in_ci = os.environ.get("CI", "").lower() in {"1", "true"}
    server = find_server()
    missing = []
    if not find_chromium():
        missing.append("Chromium was not found: the browser tests were not run.")
    if not server:
        missing.append("No PostgreSQL server was found: the tests ran on SQLite alone.")
    failed = run_side_by_side([*checks(), *reads_first()])
    failed += [step.name for step in together(server) if not step.run()]
    failed += run_side_by_side(alone(server))
    print()
    for sentence in missing:
        print(sentence)
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    if not failed and not (missing and in_ci):
        print(f"Every check held, {time.monotonic() - began:.0f} s.")
        return 0
    return 1


def checks() -> list[Step]:
    """Return what only reads the files, the longest first."""
    migrations = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    return [
        Step("types", module("mypy", *TYPED), ON_SQLITE),
        Step("templates", module("djlint", "templates", "--lint", "--quiet")),
        Step("import contracts", script("lint-imports", "--no-logo")),
        Step("migrations", migrations, ON_SQLITE),
        Step("lint", module("ruff", "check", ".")),
        Step("format", module("ruff", "format", "--check", ".")),
    ]


def reads_first() -> list[Step]:
    """Return what compiles all tests where nobody has: each process would do so by itself."""
    if any((ROOT / "tests" / "__pycache__").glob("conftest.*")):
        return []
    command = module("pytest", "-qqq", "--collect-only")
    return [Step("all tests are read", command, ON_SQLITE, says_little=True)]


def together(server: str | None) -> list[Step]:
    """Return the runs of the tests, each on all cores; the last only where a server was found."""
    cores = os.cpu_count() or 1
    here = "not alone and not postgresql" if server else "not alone"
    notes = f"--note-statements={STATEMENTS}"
    found = [Step("tests on SQLite", several_at_a_time(here, cores + 1, notes), ON_SQLITE)]
    if server:
        left_out = ("alone", "browser", "every_format", "one_database")
        wanted = " and not ".join(("(django_db or postgresql)", *left_out))
        each_once = f"--each-statement={STATEMENTS}"
        command = several_at_a_time(wanted, cores + 1, each_once, *WITH_A_DATABASE)
        found.append(Step("tests on PostgreSQL", command, on_postgresql(server)))
    return found


def alone(server: str | None) -> list[Step]:
    """Return the runs of the tests in which many threads are at work, one for each database.

    No other tests run then. They wait for the greater part of their time, for a clock or for each
    other: so each database has a process for each core.
    """
    cores = os.cpu_count() or 1
    where = files_with("alone")
    command = several_at_a_time("alone", cores, *where)
    found = [Step("tests on SQLite, alone", command, ON_SQLITE)]
    if server:
        command = several_at_a_time("alone and not one_database", cores, *where)
        found.append(Step("tests on PostgreSQL, alone", command, on_postgresql(server)))
    return found


def files_with(mark: str) -> list[str]:
    """Return the files in which a test has this mark: reading all takes seconds in each process."""
    return sorted(
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if f"mark.{mark}" in path.read_text()
    )


def several_at_a_time(marks: str, processes: int, *where: str) -> list[str]:
    """Return the command line of the tests with these marks in so many processes.

    Whoever has nothing left to do takes tests over from the others. Where there are more processes
    than cores, some wait for a browser or a server while the others are at work.
    """
    return module("pytest", "-q", "-m", marks, "-n", str(processes), "--dist", "worksteal", *where)
