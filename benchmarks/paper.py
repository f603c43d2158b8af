"""What printing costs: `python benchmarks/paper.py` prints one JSON object.

A round of 1,000 players at 250 tables, in a database of its own (see `benchmarks/event.py`): its
sheets, cards, lists, the whole pile, and the fallback for all rounds. Each is asked for as a
director's browser asks, once for warming up on a small event, then as often as `--times` says.
`data_ms` is what it takes to read and to put together what is printed, codes included; the rest is
the typesetting, in a process of its own. `processor_ms` is the work of all processors: it stays
the same where the machine does other things besides. The target for the sheets is five seconds.
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
from importlib.metadata import version
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median  # noqa: E402 - the path comes first

from benchmarks.event import HERE, say, site  # noqa: E402

PLAYERS = 1_000
ROUNDS = 3
TARGET = 5_000
OF_ROUND = ("sheets", "cards", "names", "tables", "pack")
OF_EVENT = ("start-list", "standing", "fallback")

Figures = dict[str, Any]


@contextmanager
def listening(seconds: list[float]) -> Iterator[None]:
    """Notes how long the typesetting alone takes."""
    started = subprocess.run

    def run_timed(*args: Any, **kwargs: Any) -> object:  # noqa: ANN401 - as the library has them
        began = perf_counter()
        made = started(*args, **kwargs)
        seconds.append(perf_counter() - began)
        return made

    subprocess.run = run_timed  # type: ignore[assignment]
    try:
        yield
    finally:
        subprocess.run = started


def processor() -> float:
    """The seconds that processors have worked so far, for this process and those it started."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    )


def measured(address: str, director: Client, times: int) -> Figures:
    """What a paper costs, and how large it is."""
    from io import BytesIO

    from pypdf import PdfReader

    whole: list[float] = []
    typeset: list[float] = []
    before = processor()
    with listening(typeset):
        for _time in range(times):
            began = perf_counter()
            answer = director.get(address)
            whole.append(perf_counter() - began)
    assert answer.status_code == 200, (address, answer.status_code)
    return {
        "median_ms": round(median(whole) * 1000),
        "longest_ms": round(max(whole) * 1000),
        "processor_ms": round((processor() - before) * 1000 / times),
        "data_ms": round((median(whole) - median(typeset)) * 1000),
        "pages": len(PdfReader(BytesIO(answer.content)).pages),
        "kilobytes": round(len(answer.content) / 1000),
    }


def papers(players: int, times: int) -> Figures:
    """Every paper of an event with so many players, in a round that is being played."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from tests.events.big import big_event
    from tournaments.models import Club, EventTable, Membership

    club = Club.objects.create(name=f"Club of {players}")
    user = User.objects.create_user(f"Dora {players}")
    Membership.objects.create(club=club, user=user)
    director = Client(SERVER_NAME=HERE)
    director.force_login(user)
    event = big_event(club, entries=players, closed=ROUNDS - 1, running=True, rounds=ROUNDS)
    EventTable.objects.filter(round__event=event).update(hands_due=32)
    found: Figures = {}
    for paper in OF_ROUND:
        say(f"{players} players: {paper}")
        address = reverse("round_paper", args=[event.pk, ROUNDS, paper])
        found[paper] = measured(address, director, times)
    for paper in OF_EVENT:
        say(f"{players} players: {paper}")
        found[paper] = measured(reverse("event_paper", args=[event.pk, paper]), director, times)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, site(folder):
        papers(8, 1)
        found = papers(asked.players, asked.times)
    result = {
        "python": platform.python_version(),
        "typst": version("typst"),
        "players": asked.players,
        "papers": found,
        "load": os.getloadavg()[0],
        "cores": os.cpu_count(),
        "server_memory_mb": round(getrusage(RUSAGE_SELF).ru_maxrss / 1000),
        "typesetter_memory_mb": round(getrusage(RUSAGE_CHILDREN).ru_maxrss / 1000),
        "sheets_target_ms": TARGET,
        "sheets_in_time": found["sheets"]["longest_ms"] < TARGET,
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
