"""How fast a saved hand is on every screen: `python benchmarks/live.py` prints one JSON object.

The real server runs on a database of its own (a SQLite file that is thrown away, or the one that
DATABASE_URL names). One table is opened by its form, many viewers watch it from a process of
their own, and hands are saved by the form. A delay is measured from just before a form is sent
until a viewer has the whole event. Half way the server is stopped, a hand is saved meanwhile, and
the server is started again; the viewers come back by the rules of the page's script.
"""

import argparse
import json
import os
import platform
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

HERE = Path(__file__).resolve()
ROOT = HERE.parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median, quantiles  # noqa: E402 - the path comes first

NAMES = ("Anna", "Ben", "Cora", "Dirk", "Eva")
GAME = "sheepshead5-wikipedia"
PATIENCE = 60  # seconds
STREAMS = ("OF_AN_ADDRESS", "OF_A_PASS", "IN_ALL")
MANY = "100000"

SAVE_BESIDE_THE_SERVER = """
from uuid import uuid4
from tournaments.models import Author, Table
from tournaments.tables.services.hands import record_hand
record = {"picker": 2, "partner": 4, "picker_points": 75}
record_hand(table=Table.objects.latest("pk"), record=record, by=Author(), submission=uuid4())
"""


def say(text: str) -> None:
    """Tell whoever waits how far it is."""
    print(text, file=sys.stderr, flush=True)


class Form(HTMLParser):
    """What a browser would send of the form with that action."""

    def __init__(self, page: str, action: str) -> None:
        super().__init__()
        self.action = action
        self.is_inside = False
        self.select = ""
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take what is filled in, checked or selected."""
        found = {name: value or "" for name, value in attributes}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "form":
            self.is_inside = found.get("action") == self.action
        elif not self.is_inside:
            return
        elif tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in self.fields or "selected" in found):
            self.fields[self.select] = value
        elif tag == "input" and (
            found.get("type") not in ("radio", "checkbox") or "checked" in found
        ):
            self.fields[name] = value


class Scorer:
    """Opens the table and saves hands by the site's own forms."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.jar = CookieJar()
        self.browser = build_opener(HTTPCookieProcessor(self.jar))
        self.secret = ""

    def page(self, address: str) -> str:
        """A page of the site."""
        with self.browser.open(self.site + address) as answer:
            return str(answer.read().decode())

    def send(self, address: str, fields: dict[str, str]) -> str:
        """Send a form and return the address it led to."""
        with self.browser.open(self.site + address, urlencode(fields).encode()) as answer:
            return str(answer.geturl()).removeprefix(self.site)

    def open_table(self) -> None:
        """Open a table for five."""
        action = f"/open/{GAME}/"
        fields = Form(self.page(f"{action}?players={len(NAMES)}"), action).fields
        fields |= {f"name-{seat}": name for seat, name in enumerate(NAMES)}
        self.secret = self.send(action, fields).split("/")[2]

    def live_root(self) -> tuple[str, int]:
        """The stream of the watching page, and the version that the page shows."""
        links = set(re.findall(r"/t/([\w-]+)/\"", self.page(f"/t/{self.secret}/links/")))
        page = self.page(f"/t/{(links - {self.secret}).pop()}/")
        found = re.search(r'data-stream="([^"]+)"\s+data-seen="(\d+)"', page)
        assert found, "the watching page is not live"
        return found[1], int(found[2])

    def filled_form(self) -> dict[str, str]:
        """The form for the next hand, filled in."""
        form = Form(self.page(f"/t/{self.secret}/"), f"/t/{self.secret}/hands/")
        return form.fields | {"picker": "2", "partner": "4", "picker_points": "75"}

    def save_hand(self) -> float:
        """Save a hand and return the moment just before it was sent."""
        form = self.filled_form()
        moment = time.monotonic()
        self.send(f"/t/{self.secret}/hands/", form)
        return moment


class Site:
    """The server in one process of its own, or several."""

    def __init__(self, folder: str, processes: int = 1) -> None:
        self.processes = processes
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        local = {"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_VAR": folder, "SHEEPFOLD_NO_VENV": "1"}
        self.environment = {"DATABASE_URL": f"sqlite:///{folder}/live.sqlite3"} | os.environ | local
        # Everybody comes from one address, which the door would take for one that floods it.
        self.environment |= {f"SHEEPFOLD_DOOR_STREAMS_{of}": MANY for of in STREAMS}
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> None:
        """Run a management command beside the server."""
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, cwd=ROOT, env=self.environment, stdout=sys.stderr, check=True)

    def start(self) -> float:
        """Start the server and return the moment from which it answers."""
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
        command += [f"--port={self.port}", "--no-access-log", "--log-level=warning"]
        command += ["--timeout-graceful-shutdown=5", f"--workers={self.processes}"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=sys.stderr)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urlopen(f"{self.url}/static/img/mark.svg").close()
            except OSError:
                time.sleep(0.02)
            else:
                return time.monotonic()
        raise TimeoutError("the server does not answer")

    def worked(self) -> float:
        """How many seconds of a processor all processes of the server have taken so far."""
        assert self.process is not None
        main = self.process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        ticks = 0
        for process in [str(main), *children]:
            figures = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            ticks += int(figures[11]) + int(figures[12])  # in its own code, and in the system's
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> float:
        """Stop the server and return how many seconds it took."""
        if self.process is None:
            return 0.0
        asked = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)
        self.process = None
        return time.monotonic() - asked


class Crowd:
    """The viewers, in a process of their own that prints what they get."""

    def __init__(self, site: Site, stream: str, seen: int, viewers: int) -> None:
        command = [sys.executable, str(HERE.with_name("live_viewers.py"))]
        command += [str(site.port), stream, str(seen), str(viewers)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.viewers = viewers
        self.events: list[dict[str, Any]] = []
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def told(self, version: int, after: float) -> dict[int, float]:
        """The viewers who got that version or a later one, and when."""
        told: dict[int, float] = {}
        for event in list(self.events):
            if event["version"] >= version and event["at"] > after:
                told.setdefault(event["viewer"], event["at"])
        return told

    def wait_for(self, version: int, *, after: float = 0.0) -> float:
        """Wait until every viewer was told of that version after that moment; return when."""
        deadline = time.monotonic() + PATIENCE
        while len(told := self.told(version, after)) < self.viewers:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(told)} of {self.viewers} viewers have version {version}")
            time.sleep(0.2)
        return max(told.values())

    def delays(self, saved: dict[int, float]) -> list[float]:
        """For every viewer and saved version the milliseconds until it was on the screen."""
        return [
            (at - moment) * 1000
            for version, moment in saved.items()
            for at in self.told(version, moment).values()
        ]


@contextmanager
def evening(viewers: int) -> Iterator[tuple[Site, Scorer, Crowd]]:
    """A server, a table, and the viewers, all of them connected."""
    with TemporaryDirectory() as folder:
        site = Site(folder)
        site.manage("migrate", "--verbosity=0")
        site.start()
        scorer = Scorer(site.url)
        scorer.open_table()
        crowd = Crowd(site, *scorer.live_root(), viewers)
        try:
            crowd.wait_for(0)
            say(f"{viewers} viewers watch")
            yield site, scorer, crowd
        finally:
            crowd.process.kill()
            site.stop()


def save_hands(scorer: Scorer, crowd: Crowd, hands: int, version: int) -> dict[int, float]:
    """Save so many hands with pauses in between; the moment of each, by the sheet's version."""
    saved = {}
    for _ in range(hands):
        time.sleep(random.uniform(0.3, 0.7))  # at any moment between two looks of the server
        version += 1
        saved[version] = scorer.save_hand()
        say(f"hand {version} is saved")
    crowd.wait_for(version)
    return saved


def restart(site: Site, crowd: Crowd, version: int) -> dict[str, float]:
    """Stop the server, save a hand meanwhile, start it, and wait until everybody has the hand."""
    began = time.monotonic()
    took = site.stop()
    site.manage("shell", "--verbosity=0", "--command", SAVE_BESIDE_THE_SERVER)
    ready = site.start()
    right = crowd.wait_for(version, after=began)
    say("everybody came back")
    return {
        "stop_seconds": round(took, 2),
        "away_seconds": round(ready - began, 2),
        "until_all_are_right_seconds": round(max(right - ready, 0), 2),
    }


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--hands", type=int, default=20)
    asked = parser.parse_args()
    first = asked.hands // 2
    with evening(asked.viewers) as (site, scorer, crowd):
        before = site.worked()
        saved = save_hands(scorer, crowd, first, 0)
        worked = site.worked() - before
        restarted = restart(site, crowd, first + 1)
        before = site.worked()
        saved |= save_hands(scorer, crowd, asked.hands - first, first + 1)
        worked += site.worked() - before
        delays = crowd.delays(saved)
        sizes = [event["bytes"] for event in crowd.events if event["name"] == "sheet"]
    figures = {
        "python": platform.python_version(),
        "database": os.environ.get("DATABASE_URL", "sqlite").partition(":")[0],
        "viewers": asked.viewers,
        "hands": asked.hands,
        "deliveries": len(delays),
        "deliveries_expected": asked.viewers * asked.hands,
        "save_to_screen_p50_ms": round(median(delays)),
        "save_to_screen_p95_ms": round(quantiles(delays, n=20)[-1]),
        "save_to_screen_max_ms": round(max(delays)),
        "server_ms_each_hand": round(worked * 1000 / asked.hands),
        "event_bytes_min": min(sizes),
        "event_bytes_max": max(sizes),
        "restart": restarted,
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
