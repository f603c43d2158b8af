"""Whether the site stands while somebody means it ill: prints one JSON object.

    python benchmarks/hostile.py [--part 0.25] [--only A1 A6]

The real server runs on databases of its own that are thrown away: as `start` runs it on SQLite and,
where a PostgreSQL server is found (DATABASE_URL or a local one), as uvicorn with two processes.
It is asked on this machine alone; addresses of 127.0.0.0/8 stand for different visitors. Every line
says what was measured, its limit, and whether it held; the last line of each says what the attack
got. `--part`: so much of each attack, for a slow machine; the limits stay. It ends with 1 if a
limit did not hold.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median, quantiles  # noqa: E402 - the path comes first

from benchmarks import hostile_attacks as attacks  # noqa: E402
from benchmarks.hostile_attacks import Answer, Attack, Visitor  # noqa: E402
from benchmarks.live import GAME, PATIENCE, Form, Scorer, Site, say  # noqa: E402
from benchmarks.saves import own_database  # noqa: E402
from config.heads import PatientProtocol, allow_many_files  # noqa: E402
from project_tools.machine import find_server  # noqa: E402

HALL = "127.0.0.2"
ELSEWHERE = [f"127.0.0.{last}" for last in range(3, 8)]
ATTACKER = "127.0.0.9"
USUAL_FILES = 1024
"""The limit of open files that most machines give a service."""

WORD = "correct-horse-battery"
MAKE = """
import json
from django.contrib.auth.models import User
from tournaments.models import Club, Membership, Table
from tournaments.tables.services.tables import open_table
club = Club.objects.create(name="Club", is_public=True)
user = User.objects.create_user("dora", password={word!r})
Membership.objects.create(club=club, user=user)
names = ["Anna", "Ben", "Cora", "Dirk", "Eva"]
opened = open_table(ruleset_key="sheepshead5-wikipedia", options={{}}, names=names, club=club)
open({path!r}, "w").write(json.dumps([opened.write_secret, opened.table.pk]))
"""

Line = dict[str, Any]


class Server(Site):
    """The site as it is run, with the usual limit of open files, and without its door beside it."""

    def __init__(self, folder: str, database: str = "") -> None:
        super().__init__(folder)
        self.is_started_by_hand = bool(database)
        self.folder = Path(folder)
        self.environment["DATABASE_URL"] = database or f"sqlite:///{folder}/hostile.sqlite3"
        self.environment |= {"TMPDIR": str(self.folder / "tmp"), "COLUMNS": "200"}
        (self.folder / "tmp").mkdir()
        self.said = self.folder / "said.log"

    def start(self) -> float:
        """Start the server and return the moment from which it answers."""
        command = [sys.executable, "manage.py", "start", "--no-demo", "--host=127.0.0.1"]
        if self.is_started_by_hand:
            command = self.by_hand("config.asgi", processes=2)
        with self.said.open("ab") as said:
            self.process = self.run([*command, f"--port={self.port}"], said)
        return self.wait_for_answers()

    def by_hand(self, module: str, processes: int) -> list[str]:
        """uvicorn as docs/operators.md has it."""
        http = f"{PatientProtocol.__module__}:{PatientProtocol.__name__}"
        command = [sys.executable, "-m", "uvicorn", f"{module}:application", "--no-access-log"]
        return [*command, f"--workers={processes}", f"--http={http}", "--log-level=warning"]

    def run(self, command: list[str], said: IO[bytes]) -> subprocess.Popen[bytes]:
        """Run it with the usual limit of files."""
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdout=said,
            stderr=said,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_FILES, hard)),
        )

    def wait_for_answers(self) -> float:
        """The moment from which it answers."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urlopen(f"{self.url}/rules/").close()
            except OSError:
                time.sleep(0.1)
            else:
                return time.monotonic()
        raise TimeoutError(f"the server does not answer: {self.said.read_text()[-2000:]}")

    def memory(self) -> float:
        """The megabytes that its processes hold."""
        assert self.process
        pids = [self.process.pid]
        for pid in pids:
            children = Path(f"/proc/{pid}/task/{pid}/children")
            pids += map(int, children.read_text().split())
        found = [Path(f"/proc/{pid}/status").read_text() for pid in pids]
        return sum(int(re.findall(r"VmRSS:\s+(\d+)", each)[0]) for each in found) / 1000

    def lines_said(self) -> int:
        """How many lines there are in its log."""
        return len(self.said.read_text().splitlines())


class Place(NamedTuple):
    """A server with a club's table in it, and those who were let in."""

    server: Server
    secret: str
    desk: str
    director: str
    table_link: str
    stream: str
    part: float

    @property
    def port(self) -> int:
        """Where it listens."""
        port: int = self.server.port
        return port

    def some(self, count: int) -> int:
        """So much of an attack as was asked for."""
        return max(1, round(count * self.part))

    def let_in(self, address: str) -> list[Visitor]:
        """Ten directors' browsers and ten phones with a table's link, at that address."""
        director = Visitor(address, self.desk, self.director)
        phone = Visitor(address, f"/t/{self.secret}/", self.table_link)
        return [director, phone] * 10


@contextmanager
def place(part: float, database: str = "") -> Iterator[Place]:
    """A server with a club, its director and a table."""
    with TemporaryDirectory() as folder:
        server = Server(folder, database)
        path = server.folder / "made.json"
        server.manage("migrate", "--verbosity=0")
        make = MAKE.format(word=WORD, path=str(path))
        server.manage("shell", "--verbosity=0", "--command", make)
        secret, table = json.loads(path.read_text())
        server.start()
        try:
            director, phone = Scorer(server.url), Scorer(server.url)
            form = Form(director.page("/sign-in/"), "/sign-in/").fields
            signed_in = form | {"username": "dora", "password": WORD}
            desk = director.send("/sign-in/", signed_in)
            phone.page(f"/t/{secret}/")
            watched = re.search(r'data-stream="([^"]+)"', phone.page(f"/watch/{table}/"))
            assert watched, "the public page is not live"
            given = cookies(director), cookies(phone)
            yield Place(server, secret, desk, *given, watched[1], part)
        finally:
            server.stop()


def cookies(browser: Scorer) -> str:
    """What a browser was given, as it sends it."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.jar)


def line(what: str, figure: float, most: float) -> Line:
    """A figure, the most that it may be, and whether it held."""
    shown = round(figure, 3) if isinstance(figure, float) else figure
    return {"what": what, "figure": shown, "limit": most, "held": figure <= most}


def told(answers: list[Answer], who: str, most: float) -> list[Line]:
    """How long they waited, and how many of them were not served."""
    seconds = [answer.seconds for answer in answers]
    refused = sum(answer.status != 200 for answer in answers)
    return [
        line(f"{who}: seconds of nineteen in twenty", quantiles(seconds, n=20)[-1], most),
        line(f"{who}: not served, of {len(answers)}", refused, 0),
    ]


def got(found: dict[str, Any]) -> Line:
    """What the attack got; there is no limit to that."""
    return {"what": "the attack", "figure": found}


def half_sent_forms(at: Place) -> list[Line]:
    """A1: half-sent forms, and the hall's phones at the same address."""
    attack = Attack(attacks.half_forms, at.port, at.some(50), HALL)
    phones = [Visitor(HALL)] * at.some(80)
    answers = asyncio.run(attacks.visit(at.port, phones, 3, 4))
    found = attack.result()
    others = sum(count for status, count in found["statuses"].items() if status != "408")
    return [
        *told(answers, "phones at the same address", 1),
        line("half-sent forms not answered with 408", others, 0),
        line("seconds until the last of them was answered", found["longest_s"], 20),
        got(found),
    ]


def connections_that_say_nothing(at: Place) -> list[Line]:
    """A2: half a head, and not even that."""
    lines = []
    for count, said in ((1_300, b"GET / HTTP/1.1\r\nHo"), (5_000, b"")):
        attack = Attack(attacks.silence, at.port, at.some(count), said, 14)
        slowest, again_at = asyncio.run(asks_meanwhile(at.port, 14))
        found = attack.result()
        what = f"{at.some(count)} connections that say {said.decode().strip() or 'nothing'!r}"
        if at.server.is_started_by_hand:
            lines.append(line(f"{what}: seconds until pages take < 1 s again", again_at, 15))
        else:
            lines.append(line(f"{what}: seconds of the slowest page", slowest, 1))
        lines.append(got(found))
    return lines


async def asks_meanwhile(port: int, seconds: float) -> tuple[float, float]:
    """The seconds of the slowest page, and when the last one came that took more than one."""
    began = time.monotonic()
    slowest = again_at = 0.0
    while time.monotonic() < began + seconds:
        answer = await attacks.ask(port, Visitor(HALL))
        slowest = max(slowest, answer.seconds)
        if answer.status != 200 or answer.seconds >= 1:
            again_at = time.monotonic() - began
        await asyncio.sleep(0.2)
    return slowest, again_at


def flood_from_elsewhere(at: Place) -> list[Line]:
    """A3: a flood from another address."""
    attack = Attack(attacks.flood, at.port, at.some(300), ATTACKER, 12)
    time.sleep(1)
    others = [Visitor(address) for address in ELSEWHERE] * 4
    both = asyncio.run(together(at.port, at.let_in(HALL), others))
    lines = told(both[0], "directors and table links", 1)
    return [*lines, *told(both[1], "phones of other addresses", 2), got(attack.result())]


def flood_from_the_hall(at: Place) -> list[Line]:
    """A4: the same flood from the hall's own address."""
    attack = Attack(attacks.flood, at.port, at.some(300), HALL, 12)
    time.sleep(1)
    others = [Visitor(address) for address in ELSEWHERE] * 4
    both = asyncio.run(together(at.port, at.let_in(HALL), others))
    lines = told(both[0], "directors and table links of the same address", 1)
    return [*lines, *told(both[1], "phones of other addresses", 2), got(attack.result())]


async def together(port: int, *crowds: list[Visitor]) -> list[list[Answer]]:
    """Several crowds at once, each of them asking three times."""
    return await asyncio.gather(*(attacks.visit(port, crowd, 3, 3) for crowd in crowds))


def live_views(at: Place) -> list[Line]:
    """A5: live views without a pass, all from one address."""
    attack = Attack(attacks.many_streams, at.port, at.some(2_000), HALL, at.stream, 15)
    time.sleep(7)
    let_in = [Visitor(HALL, at.stream, each) for each in (at.director, at.table_link)] * 10
    others = [Visitor(address, at.stream) for address in ELSEWHERE] * 4
    pages = at.let_in(HALL) + [Visitor(address) for address in ELSEWHERE]

    async def measure() -> tuple[list[Answer], list[Answer], list[Answer]]:
        first = [await attacks.first_of_stream(at.port, each) for each in let_in]
        second = [await attacks.first_of_stream(at.port, each) for each in others]
        return first, second, [await attacks.ask(at.port, each) for each in pages]

    first, second, asked = asyncio.run(measure())
    return [
        *told(first, "live views of directors and table links of the same address", 1),
        *told(second, "live views of other addresses", 1),
        *told(asked, "pages", 1),
        got(attack.result()),
    ]


def too_much(at: Place) -> list[Line]:
    """A6: what is too large, in other letters, or numbers of 5,000 digits."""
    before, files = at.server.memory(), len(list(at.server.folder.rglob("*")))
    found = asyncio.run(attacks.send_much(at.port, at.some(400) * 1_000_000))
    more = at.server.memory() - before
    new_files = len(list(at.server.folder.rglob("*"))) - files
    form = "application/x-www-form-urlencoded"
    large = status_of(at, "/sign-in/", b"a=" + b"1" * 301_000, form)
    letters = status_of(at, "/sign-in/", b"a=1", f"{form}; charset=utf-16")
    at_fault, most_lines = digits(at)
    return [
        line("a very large form: statuses that are not 413", int(found["status"] != 413), 0),
        line("a very large form: seconds until the answer", found["seconds"], 1),
        line("a very large form: megabytes that left the sender", found["sent_bytes"] / 1e6, 5),
        line("a very large form: megabytes of memory more", more, 5),
        line("a very large form: new files", new_files, 0),
        line("301 kB: statuses that are not 413", int(large != 413), 0),
        line("UTF-16: statuses that are not 415", int(letters != 415), 0),
        line("5,000 digits in a field: answers of 500 and more", at_fault, 0),
        line("5,000 digits in a field: lines in the log for each", most_lines, 1),
        got(found),
    ]


def status_of(at: Place, path: str, body: bytes, kind: str, cookie: str = "") -> int:
    """What is answered to a form."""
    headers = {"Content-Type": kind, "Cookie": cookie}
    try:
        with urlopen(Request(at.server.url + path, body, headers)) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code
    except OSError:
        return 0


def digits(at: Place) -> tuple[int, int]:
    """Every field of the forms that strangers can send, one after the other with 5,000 digits."""
    table = f"/t/{at.secret}/"
    forms = [("/sign-in/", "/sign-in/"), (f"/open/{GAME}/", f"/open/{GAME}/")]
    forms += [("/import/", "/import/"), (table, f"{table}hands/")]
    statuses, most = [], 0
    for page, action in forms:
        browser = Scorer(at.server.url)
        fields = Form(browser.page(page), action).fields
        assert fields, f"{page} has no form for {action}"
        cookie = cookies(browser)
        for name in [each for each in fields if each != "csrfmiddlewaretoken"]:
            before = at.server.lines_said()
            body = urlencode(fields | {name: "9" * 5_000}).encode()
            kind = "application/x-www-form-urlencoded"
            statuses.append(status_of(at, action, body, kind, cookie))
            most = max(most, at.server.lines_said() - before)
    return sum(status >= 500 or not status for status in statuses), most


def price_of_the_door(at: Place) -> list[Line]:
    """A14: pages and saved hands, in turns with the same server without its door."""
    with side_by_side(at, "config.asgi", "benchmarks.without_door") as (door, bare):
        return [
            compared("sheet", door, bare, at.some(400), sheet),
            compared("saved hand", door, bare, at.some(100), Scorer.save_hand),
            # 0.3 ms are much of a page that asks no database and is made in four.
            compared("list of games", door, bare, at.some(400), list_of_games, in_ms=True),
        ]


def sheet(scorer: Scorer) -> str:
    """The page that is asked for most."""
    return scorer.page(f"/t/{scorer.secret}/")


def list_of_games(scorer: Scorer) -> str:
    """The page that takes least."""
    return scorer.page("/rules/")


@contextmanager
def side_by_side(at: Place, *modules: str) -> Iterator[list[Site]]:
    """Servers on the same database that differ in nothing but the application."""
    server, sites, processes = at.server, [], []
    with Path(os.devnull).open("ab") as nowhere:
        try:
            for module in modules:
                sites.append(Site(str(server.folder)))
                command = server.by_hand(module, 2 if server.is_started_by_hand else 1)
                command.append(f"--port={sites[-1].port}")
                processes.append(server.run(command, nowhere))
            for each in sites:
                Server.wait_for_answers(each)  # type: ignore[arg-type]
            yield sites
        finally:
            for process in processes:
                process.terminate()
                process.wait(PATIENCE)


def compared(
    what: str,
    door: Site,
    bare: Site,
    times: int,
    work: Callable[[Scorer], object],
    *,
    in_ms: bool = False,
) -> Line:
    """The middle of so many differences between one with the door and the next without it.

    Both are asked in turns, for a machine is now faster, now slower, for longer than a page takes.
    """
    kinds = [Scorer(each.url) for each in (door, bare)]
    seconds: list[list[float]] = [[], []]
    for each in kinds:
        each.open_table()
        work(each)
    for nth in range(times):
        for which in (0, 1) if nth % 2 else (1, 0):
            began = time.perf_counter()
            work(kinds[which])
            seconds[which].append(time.perf_counter() - began)
    more = 1000 * median(one - other for one, other in zip(*seconds, strict=True))
    without = 1000 * median(seconds[1])
    if in_ms:
        shown = line(f"{what}: ms more than without the door", more, 1)
    else:
        shown = line(f"{what}: per cent slower than without the door", 100 * more / without, 5)
    return shown | {"more_ms": round(more, 2), "without_ms": round(without, 2)}


TESTS: dict[str, Callable[[Place], list[Line]]] = {
    "A14": price_of_the_door,
    "A6": too_much,
    "A1": half_sent_forms,
    "A2": connections_that_say_nothing,
    "A3": flood_from_elsewhere,
    "A4": flood_from_the_hall,
    "A5": live_views,
}


def measured(asked: argparse.Namespace, database: str = "") -> dict[str, list[Line]]:
    """All that was asked for, at one server."""
    found = {}
    with place(asked.part, database) as at:
        for name, test in TESTS.items():
            if name in asked.only:
                found[name] = test(at)
                bad = [each["what"] for each in found[name] if not each.get("held", True)]
                say(f"{name}: {'held' if not bad else 'did not hold: ' + '; '.join(bad)}")
    return found


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--only", nargs="+", default=list(TESTS), choices=list(TESTS))
    asked = parser.parse_args()
    allow_many_files()
    figures: dict[str, Any] = {"python": platform.python_version(), "part": asked.part}
    say("start, SQLite")
    figures["start_sqlite"] = measured(asked)
    if server := find_server():
        say("uvicorn with two processes, PostgreSQL")
        with own_database(server) as database:
            figures["uvicorn_postgresql"] = measured(asked, database)
    print(json.dumps(figures, indent=2))
    lines = [each for kind in figures.values() if isinstance(kind, dict) for each in kind.values()]
    sys.exit(any(not each.get("held", True) for test in lines for each in test))


if __name__ == "__main__":
    main()
