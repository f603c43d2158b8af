"""How long phones wait that save at the same moment: `python benchmarks/saves.py` prints JSON.

    python benchmarks/saves.py [--clients 1 8] [--hands 25] [--played 20] [--rounds 3]
                               [--processes 2] [--without-queue]

The real server runs on a SQLite file that is thrown away and, where a PostgreSQL server is found
(DATABASE_URL or a local one), on a database of its own there. Each phone has a table of its own and
sends one hand after the other, the next one as soon as it has the answer. A time is that from just
before the hand's form is sent until its answer is there. `--without-queue`: on SQLite every round
is also played without the queue of writers, in turns.
"""

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median, quantiles  # noqa: E402 - the path comes first

import psycopg  # noqa: E402
from psycopg import sql  # noqa: E402

from benchmarks.live import PATIENCE, Scorer, Site, say  # noqa: E402
from project_tools.machine import find_server  # noqa: E402

QUERIES = "X-Queries"

COUNTED = f"""
from config.settings import *
from django.db import connection

MIDDLEWARE = ["{{name}}.Counted", *MIDDLEWARE]

class Counted:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        asked = []
        def count(execute, sql, *how):
            asked.extend([sql] * (not sql.startswith("BEGIN")))
            return execute(sql, *how)
        with connection.execute_wrapper(count):
            response = self.get_response(request)
        response["{QUERIES}"] = len(asked)
        return response
"""
"""Settings with which an answer says how many SQL queries it took; to begin is none."""

PLAIN = """
from config.settings import *
DATABASES["default"]["ENGINE"] = "django.db.backends.sqlite3"
"""
"""The settings without the queue: Django's own way to SQLite."""


class Phone(Thread):
    """Saves hands at its own table, as fast as it gets answers."""

    def __init__(self, site: Site, played: int, hands: int, together: Barrier) -> None:
        super().__init__(daemon=True)
        scorer = Scorer(site.url)
        scorer.open_table()
        self.form = scorer.filled_form()
        self.address = f"/t/{scorer.secret}/hands/"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in scorer.jar)
        self.headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookies}
        self.connection = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        self.played = played
        self.hands = hands
        self.together = together
        self.times: list[float] = []
        self.refused: list[int] = []

    def run(self) -> None:
        """Save all hands; the first ones are not measured."""
        for _ in range(self.played):
            self.save()
        self.times.clear()
        self.together.wait(PATIENCE)
        for _ in range(self.hands):
            self.save()
        self.together.wait(PATIENCE)

    def save(self) -> str:
        """Send the form of the next hand and wait for the answer; how many queries it took."""
        body = urlencode(self.form | {"submission": str(uuid4())})
        began = time.perf_counter()
        self.connection.request("POST", self.address, body, self.headers)
        answer = self.connection.getresponse()
        answer.read()
        self.times.append(time.perf_counter() - began)
        if answer.status == 302:
            self.form["seen_version"] = str(int(self.form["seen_version"]) + 1)
        else:
            self.refused.append(answer.status)
        return answer.headers.get(QUERIES, "")


def measure(site: Site, clients: int, played: int, hands: int) -> dict[str, float]:
    """So many phones at once: saves in a second, and how long one takes in milliseconds."""
    together = Barrier(clients + 1)
    phones = [Phone(site, played, hands, together) for _ in range(clients)]
    for phone in phones:
        phone.start()
    together.wait(10 * PATIENCE)
    began, worked = time.perf_counter(), site.worked()
    together.wait(10 * PATIENCE)
    took, worked = time.perf_counter() - began, site.worked() - worked
    for phone in phones:
        phone.join(PATIENCE)
        assert not phone.refused, f"refused: {phone.refused}"
    times = [each * 1000 for phone in phones for each in phone.times]
    return {
        "saves_per_second": round(len(times) / took, 1),
        "processor_ms": round(worked * 1000 / len(times), 1),
        "p50_ms": round(median(times), 1),
        "p95_ms": round(quantiles(times, n=20)[-1], 1),
        "max_ms": round(max(times), 1),
    }


def queries(how: dict[str, Any], played: int) -> int:
    """How many SQL queries a save takes."""
    with served(**how | {"settings": COUNTED, "processes": 1}) as site:
        phone = Phone(site, 0, 0, Barrier(1))
        return int([phone.save() for _ in range(played + 1)][-1])


@contextmanager
def served(address: str = "", *, settings: str = "", processes: int = 1) -> Iterator[Site]:
    """A server on a database of its own."""
    with TemporaryDirectory() as folder:
        site = Site(folder, processes)
        site.environment["DATABASE_URL"] = address or f"sqlite:///{folder}/saves.sqlite3"
        if settings:
            Path(folder, "measured.py").write_text(settings.replace("{name}", "measured"))
            site.environment |= {"DJANGO_SETTINGS_MODULE": "measured", "PYTHONPATH": folder}
        site.manage("migrate", "--verbosity=0")
        site.start()
        try:
            yield site
        finally:
            site.stop()


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """The address of a new database on that PostgreSQL server, dropped at the end."""
    name = f"sheepfold_saves_{uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def summed_up(rounds: list[dict[str, float]]) -> dict[str, Any]:
    """The median of each figure, and of the longest wait the longest of all."""
    found = {name: round(median(each[name] for each in rounds), 1) for name in rounds[0]}
    return found | {"max_ms": max(each["max_ms"] for each in rounds), "rounds": len(rounds)}


def compare(kinds: dict[str, dict[str, Any]], asked: argparse.Namespace) -> dict[str, Any]:
    """Play all kinds in turns, so that each meets the same machine."""
    found: dict[str, dict[int, list[dict[str, float]]]] = {kind: {} for kind in kinds}
    for number in range(asked.rounds):
        for kind, how in kinds.items():
            with served(**how) as site:
                for clients in asked.clients:
                    figures = measure(site, clients, asked.played, asked.hands)
                    found[kind].setdefault(clients, []).append(figures)
                    say(f"round {number + 1}, {kind}, {clients} phones: {figures}")
    return {
        kind: {"queries": queries(kinds[kind], asked.played)}
        | {f"{clients} phones": summed_up(rounds) for clients, rounds in of_kind.items()}
        for kind, of_kind in found.items()
    }


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8])
    parser.add_argument("--hands", type=int, default=25)
    parser.add_argument("--played", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--without-queue", action="store_true")
    asked = parser.parse_args()
    kinds: dict[str, dict[str, Any]] = {"sqlite": {}}
    if asked.without_queue:
        kinds["sqlite_without_queue"] = {"settings": PLAIN}
    figures: dict[str, Any] = {
        "python": platform.python_version(),
        "hands_played_before": asked.played,
        "hands_of_each_phone": asked.hands,
        **compare(kinds, asked),
    }
    if server := find_server():
        with own_database(server) as address:
            of_some = {"address": address, "processes": asked.processes}
            figures |= compare({"postgresql": of_some}, asked)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
