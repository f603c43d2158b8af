"""How fast the record book of a large club is: `python benchmarks/statistics.py` prints one JSON.

A club of 500 people is built with 1,000,000 hands on ten years of Thursdays, and again with a tenth
of the hands: what of a page's time grows with the hands is the difference. Each club has a database
of its own (a SQLite file that is thrown away, or beside the one that DATABASE_URL names); with
`--keep FOLDER` it stays, and the next run measures it without building it again.

Pages are asked for by Django's test client in this process: the time is that of the server, with
all of its middleware, without the way to the browser; `processor_ms` is what of it this process
worked, which a busy machine does not stretch. A hand is saved through the service behind the
scorer's form; how long until it shows is the time from before the save until the whole page has
come. Then everybody's tallies are compared with a slow recomputation from the hands, written apart
from the program's own, and `manage.py recompute --check` goes through everything.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: this file bears the name of one of Python's modules

from benchmarks.event import say  # noqa: E402 - the path comes first
from benchmarks.statistics_evenings import HANDS_A_SHEET, Size  # noqa: E402

TARGETS = {"player": 100, "club": 150, "pairs": 150}
"""By the first word of a page's name how many milliseconds it may take."""

Figures = dict[str, Any]


@contextmanager
def site(folder: Path, name: str, *, is_built: bool, is_kept: bool) -> Iterator[None]:
    """The program on a database of its own, which is there already if it `is_built`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ |= {"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_VAR": str(folder)}
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import get_runner, setup_test_environment

    import config.asgi  # noqa: F401 - the program as a server has it in memory

    settings.LOGGING_CONFIG = None
    setup_test_environment(debug=False)
    is_file = connection.vendor == "sqlite"
    named = str(folder / f"{name}.sqlite3") if is_file else f"test_sheepfold_{name}"
    connection.settings_dict["TEST"]["NAME"] = named
    runner = get_runner(settings)(verbosity=0, interactive=False, keepdb=is_built)
    # Without aliases: else the runner would read the whole database into memory.
    found = runner.setup_databases(serialized_aliases=())
    try:
        yield
    finally:
        if not is_kept:
            runner.keepdb = False
            runner.teardown_databases(found)


def measured(size: Size, folder: Path, options: argparse.Namespace) -> Figures:
    """Everything about a club of this size, built first if it is not there."""
    name = f"statistics_{size.players}_{size.hands}_{size.years}"
    note = folder / f"{name}.json"  # written when the club is complete
    is_kept = options.keep is not None
    with site(folder, name, is_built=note.exists(), is_kept=is_kept):
        from django.db import connection

        from benchmarks.statistics_club import build, club_of
        from benchmarks.statistics_pages import Book
        from benchmarks.statistics_slow import compared, recomputed

        if not note.exists():
            began = perf_counter()
            build(size, options.processes)
            note.write_text(json.dumps({"built_in_seconds": round(perf_counter() - began)}))
        club = club_of(size)
        book = Book(club)
        say(f"Asking for the pages of {size.name}…")
        found: Figures = json.loads(note.read_text()) | {
            "database": connection.vendor,
            "rows": book.rows(),
            "pages": book.pages(),
            "new_hand": book.new_hands(),
        }
        if options.check:
            found |= {"slow_recomputation": compared(club), "recompute": recomputed()}
        return found


def in_another_process(size: Size, folder: Path, options: argparse.Namespace) -> Figures:
    """The same by this program in a process of its own: what one club leaves in memory is gone."""
    command = [sys.executable, str(Path(__file__)), "--alone", str(folder)]
    command += ["--players", str(size.players), "--hands", str(size.hands)]
    command += ["--years", str(size.years), "--processes", str(options.processes)]
    command += ["--keep", str(folder)] if options.keep else []
    command += [] if options.check else ["--no-check"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: Figures = json.loads(done.stdout)
    return found


def compared_sizes(large: Figures, small: Figures, figure: str) -> Figures:
    """How many times as long each page that both have took with ten times the hands."""
    return {
        name: round(page[figure] / small["pages"][name][figure], 2)
        for name, page in large["pages"].items()
        if name in small["pages"]
    }


def targets_met(pages: Figures) -> dict[str, bool]:
    """Whether the pages that have a target keep to it, nineteen times in twenty."""
    return {
        name: page["p95_ms"] <= TARGETS[name.partition("_")[0]]
        for name, page in pages.items()
        if name.partition("_")[0] in TARGETS
    }


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the clubs here")
    parser.add_argument("--no-check", dest="check", action="store_false", help="pages alone")
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not size_of(options).is_possible:
        parser.error("So many hands need more people or more years.")
    return options


def size_of(options: argparse.Namespace, tenth: int = 1) -> Size:
    """The club that is asked for, or one with a tenth of its hands, in whole sheets."""
    hands = options.hands // tenth // HANDS_A_SHEET * HANDS_A_SHEET
    return Size(options.players, hands, options.years)


def main() -> None:
    """Measure and print."""
    options = asked()
    if options.alone:
        print(json.dumps(measured(size_of(options), options.alone, options)))
        return
    with TemporaryDirectory() as own:
        folder = options.keep or Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        small = in_another_process(size_of(options, 10), folder, options)
        large = in_another_process(size_of(options), folder, options)
    found = {
        "machine": {"python": platform.python_version(), "cores": os.cpu_count()},
        "people": options.players,
        "years": options.years,
        "target_met": targets_met(large["pages"]),
        "times_as_long_with_ten_times_the_hands": {
            "by_the_clock": compared_sizes(large, small, "median_ms"),
            "of_this_processor": compared_sizes(large, small, "processor_ms"),
        },
        "clubs": {"all_hands": large, "a_tenth": small},
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
