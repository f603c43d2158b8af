"""What a table's page costs the server: `python benchmarks/table.py` prints one JSON object.

    python benchmarks/table.py [--hands 40] [--games saskop schafkopf doppelkopf sheepshead5-bump]

A table of each game with so many hands, in a database of their own (a SQLite file that is thrown
away, or the one that DATABASE_URL names). The page is asked for in this process, as whoever enters
hands and as whoever watches: the time is that of the server, without the way to the browser. It is
sent as it is; `compressed` is the same page as a browser asks for it.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `scoring.py` too

from benchmarks.event import HERE, say, site  # noqa: E402 - the path comes first
from benchmarks.timing import Figures, timed  # noqa: E402

GAMES = ("saskop", "schafkopf", "doppelkopf", "sheepshead5-bump")
TIMES = 100


def measure(game: str, hands: int) -> Figures:
    """The page of a table where so many hands of that game were played."""
    from scoring import RULESETS, read_record
    from tests.scoring.evenings import evening
    from tournaments.models import Author
    from tournaments.tables.services.hands import import_sheet
    from tournaments.tables.services.tables import watch_secret

    record = evening(RULESETS[game], seed=19, length=hands, options={}).record
    read = read_record({**record, "names": list("ABCDEFGH"[: record["players"]])})
    opened = import_sheet(record=read, by=Author(), submission=uuid4())
    return {
        "scorer": page(f"/t/{opened.write_secret}/"),
        "watcher": page(f"/t/{watch_secret(opened.write_secret)}/"),
    }


def page(address: str) -> Figures:
    """One page, plain and compressed."""
    from django.test import Client

    found: Figures = {}
    for kind, headers in (("plain", {}), ("compressed", {"accept-encoding": "gzip"})):
        browser = Client(SERVER_NAME=HERE, headers=headers)
        answer = browser.get(address)
        assert answer.status_code == 200, answer.status_code
        figures = timed(partial(browser.get, address), lambda: None, TIMES)
        found[kind] = {**figures, "kilobytes": round(len(answer.content) / 1000, 1)}
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    asked = parser.parse_args()
    found: Figures = {"python": platform.python_version(), "hands": asked.hands}
    with TemporaryDirectory() as folder, site(folder):
        for game in asked.games:
            say(f"{game}…")
            found[game] = measure(game, asked.hands)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
