"""How fast a hand is on the projector of a large event: prints one JSON object.

    python benchmarks/event_live.py [--tables 200] [--hands 20]

The real server runs on a SQLite file that is thrown away, or on the empty database that
DATABASE_URL names, with an event of so many tables that play. Phones at the other tables save two
hands a second meanwhile, and a page with the standing and a hundred players' pages are open. A
delay is measured from just before the hand's form is sent until the projector has its whole page
with the hand on it.
"""

import argparse
import json
import platform
import re
import subprocess
import sys
import time
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median, quantiles  # noqa: E402 - the path comes first

from benchmarks.live import HERE, PATIENCE, Form, Scorer, Site, say  # noqa: E402

MAKE = """
import json
from tests.events.big import big_event
from tournaments.models import Club, EventTable, TableLink, hash_secret
from tournaments.events.draw.services.tables import write_secret
tables = {tables}
event = big_event(
    Club.objects.create(name="Club"), entries=4 * tables, closed=3, running=True, rounds=5
)
event.results.filter(round__number=4).update(points=0, hands=0)
places = EventTable.objects.filter(round__event=event, round__number=4).order_by("number")
secrets = [write_secret(place) for place in places]
TableLink.objects.bulk_create(
    TableLink(table_id=place.table_id, rights="write", secret_hash=hash_secret(secret))
    for place, secret in zip(places, secrets)
)
open({path!r}, "w").write(json.dumps([event.pk, secrets]))
"""

HAND = {
    "picker": "0",
    "partner": "2",
    "picker_points": "75",
    "picker_tricks": "5",
    "contract": "partner",
}
PAUSE = 0.5  # seconds between two hands at the other tables


class Phone(Scorer):
    """Saves hands at a table of the event."""

    def __init__(self, site: str, secret: str) -> None:
        super().__init__(site)
        self.secret = secret

    def filled_form(self) -> dict[str, str]:
        """The form for the next hand, filled in."""
        form = Form(self.page(f"/t/{self.secret}/"), f"/t/{self.secret}/hands/")
        return form.fields | HAND


class Projector(Thread):
    """Listens as the page's script does, and fetches the page when it is told of a change."""

    def __init__(self, site: Site, event: int) -> None:
        super().__init__(daemon=True)
        self.port = site.port
        self.address = f"/e/{event}/screen/?mode=tables"
        self.shown: list[tuple[float, int]] = []
        self.pages = 0
        self.is_ready = Event()

    def run(self) -> None:
        """Follow the stream for ever."""
        page = self._fetch()
        root = re.search(r'data-stream="([^"]+)"\s+data-seen="(\d+)"', page)
        assert root, "the screen is not live"
        stream = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        stream.request("GET", f"{root[1]}?seen={root[2]}")
        answer = stream.getresponse()
        self.is_ready.set()
        while line := answer.readline():
            if line == b"event: changed\n":
                self._fetch()

    def _fetch(self) -> str:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", self.address)
        page = connection.getresponse().read().decode()
        connection.close()
        played = re.search(r"<b>1</b> <span>\s*(\d+) / ", page)
        assert played, "table 1 is not on the screen"
        self.shown.append((time.monotonic(), int(played[1])))
        self.pages += 1
        return page

    def wait_for(self, hands: int) -> float:
        """The moment when so many hands of table 1 were on the screen."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for at, shown in list(self.shown):
                if shown >= hands:
                    return at
            time.sleep(0.01)
        raise TimeoutError(f"hand {hands} did not come")


def play_elsewhere(site: Site, secrets: list[str], is_over: Event) -> None:
    """Save a hand at one table after the other until it is over."""
    for nth in count():
        if is_over.wait(PAUSE):
            return
        Phone(site.url, secrets[nth % len(secrets)]).save_hand()


def watch(site: Site, page: str, viewers: int) -> subprocess.Popen[bytes]:
    """Open a page so many times; what comes is taken and forgotten."""
    root = re.search(r'data-stream="([^"]+)"\s+data-seen="(\d+)"', Scorer(site.url).page(page))
    assert root, "the page is not live"
    viewer = str(HERE.with_name("live_viewers.py"))
    command = [sys.executable, viewer, str(site.port), root[1], root[2], str(viewers)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def measure(site: Site, event: int, secrets: list[str], hands: int) -> tuple[list[float], int]:
    """The delays of so many hands in milliseconds, and how many pages the projector fetched."""
    crowd = [watch(site, f"/e/{event}/", 1), watch(site, f"/e/{event}/entries/1/", 100)]
    projector = Projector(site, event)
    projector.start()
    assert projector.is_ready.wait(PATIENCE)
    is_over = Event()
    others = Thread(target=play_elsewhere, args=(site, secrets[1:], is_over))
    others.start()
    phone = Phone(site.url, secrets[0])
    delays = []
    try:
        for number in range(1, hands + 1):
            time.sleep(0.37)  # at any moment between two looks of the server
            saved = phone.save_hand()
            delays.append((projector.wait_for(number) - saved) * 1000)
            say(f"hand {number}: {delays[-1]:.0f} ms")
    finally:
        is_over.set()
        others.join()
        for each in crowd:
            each.kill()
    return delays, projector.pages


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--hands", type=int, default=20)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        site = Site(folder)
        path = Path(folder) / "made.json"
        site.manage("migrate", "--verbosity=0")
        made = MAKE.format(tables=asked.tables, path=str(path))
        site.manage("shell", "--verbosity=0", "--command", made)
        event, secrets = json.loads(path.read_text())
        site.start()
        try:
            delays, pages = measure(site, event, secrets, asked.hands)
        finally:
            site.stop()
    figures = {
        "python": platform.python_version(),
        "tables": asked.tables,
        "hands": len(delays),
        "save_to_projector_p50_ms": round(median(delays)),
        "save_to_projector_p95_ms": round(quantiles(delays, n=20)[-1]),
        "save_to_projector_max_ms": round(max(delays)),
        "pages_fetched_by_the_projector": pages,
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
