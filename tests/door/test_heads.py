"""Who begins a request and does not end it is hung up on."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, NotConnected

import pytest

from config import heads
from config.heads import PatientProtocol
from config.passes import OWN_TABLE, SIGNED_IN, TABLE, Pass
from project_tools.steps import ROOT
from tests.door.conftest import PASSES, Serves, asks, begins, door, rest_of
from tests.serving import PATIENCE, Served

pytestmark = [pytest.mark.alone, pytest.mark.one_database]
HALF = b"GET / HTTP/1.1\r\nHost: loc"


@pytest.fixture
def served(serves: Serves, monkeypatch: pytest.MonkeyPatch) -> Served:
    monkeypatch.setattr(heads, "LONGEST_HEAD", 1.0)
    return serves(door(), http=PatientProtocol)


def connected(served: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)


@pytest.mark.parametrize("said", [b"", HALF])
def test_a_head_that_does_not_come_to_its_end_is_given_up(served: Served, said: bytes) -> None:
    line = connected(served)
    line.sendall(said)
    assert rest_of(line) == b""


def test_a_drip_is_given_up_too(served: Served) -> None:
    line, began = connected(served), time.monotonic()
    with suppress(OSError):
        while time.monotonic() < began + PATIENCE:
            line.sendall(b"a")
            time.sleep(0.1)
    assert time.monotonic() < began + PATIENCE


def test_so_is_the_head_of_a_second_request(served: Served) -> None:
    line = connected(served)
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert line.recv(10_000).startswith(b"HTTP/1.1 200 OK")
    line.sendall(HALF)
    assert HALF not in rest_of(line)


def test_without_it_half_a_head_is_waited_for(serves: Serves) -> None:
    served = serves(door())
    line = connected(served)
    line.sendall(HALF)
    line.settimeout(1.5)
    with pytest.raises(TimeoutError):
        line.recv(1)
    line.close()


def test_a_slow_form_and_a_slow_answer_are_not_cut_off(served: Served) -> None:
    line = begins(served, b"a=1", length=6)
    time.sleep(1.5)
    line.sendall(b"&b=")
    line.settimeout(PATIENCE)
    assert line.recv(10_000).startswith(b"HTTP/1.1 200 OK")
    line.close()
    assert asks(served, "/slow/").status == 200


class Line(HTTPConnection):
    """A connection that is kept, and not opened anew once it is closed."""

    auto_open = 0

    def __init__(self, served: Served, kind: str = "") -> None:
        super().__init__("127.0.0.1", served.port, timeout=PATIENCE)
        self.connect()
        self.given = {"Cookie": f"pass={PASSES.text_of(Pass(kind, 1))}"} if kind else {}

    def asks(self) -> bool:
        """Whether a page comes."""
        with suppress(ConnectionError, NotConnected):
            self.request("GET", "/", headers=self.given)
            answer = self.getresponse()
            return answer.status == 200 and bool(answer.read())
        return False


@pytest.mark.parametrize("is_full", [True, False])
def test_when_connections_become_few_the_longest_idle_ones_make_room(
    serves: Serves, monkeypatch: pytest.MonkeyPatch, is_full: bool
) -> None:
    monkeypatch.setattr(heads, "most_connections", lambda: 10 if is_full else 100)
    monkeypatch.setattr(heads, "LONGEST_HEAD", PATIENCE)
    served = serves(door(), http=PatientProtocol, timeout_keep_alive=PATIENCE)
    director, table, guest, own = (Line(served, kind) for kind in (SIGNED_IN, TABLE, "", OWN_TABLE))
    assert all(line.asks() for line in (director, table, guest, own))
    begun = begins(served, b"a=1", length=6)
    assert asks(served).status == 200  # so the head of the form has been read as well
    silent = [Line(served) for _ in range(15)]
    assert asks(served).status == 200
    kept = [line.asks() for line in (director, table, guest, own, silent[0], silent[-1])]
    assert kept == [True, True, *[not is_full] * 3, True]
    begun.sendall(b"&b=")
    assert begun.recv(10_000).startswith(b"HTTP/1.1 200 OK")
    begun.close()
    for line in (director, table, guest, own, *silent):
        line.close()


FEW_FILES = """
import resource, socket, sys, uvicorn
from config.heads import PatientProtocol, most_at_once
from tests.door.conftest import door
resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150))
http = PatientProtocol if sys.argv[2] == "patient" else "h11"
about = {"lifespan": "off", "log_level": "critical", "backlog": most_at_once()}
config = uvicorn.Config(door(), http=http, **about)
uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[1]))])
"""


@contextmanager
def served_with_few_files(kind: str) -> Iterator[Served]:
    """A site in a process of its own that may open 150 files."""
    site = Served()
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        site.port = listener.getsockname()[1]
        command = [sys.executable, "-c", FEW_FILES, str(listener.fileno()), kind]
        process = subprocess.Popen(
            command, cwd=ROOT, pass_fds=[listener.fileno()], stderr=subprocess.DEVNULL
        )
    try:
        assert asks(site).status == 200
        yield site
    finally:
        process.terminate()
        process.wait(PATIENCE)


def connects(site: Served, count: int, said: bytes = b"") -> list[socket.socket]:
    """Open so many connections and say no more than that."""
    lines = []
    for _ in range(count):
        lines.append(connected(site))
        with suppress(OSError):
            lines[-1].sendall(said)
        time.sleep(0.003)  # no more at once than a machine with so few files takes
    return lines


@pytest.mark.parametrize("said", [b"", HALF])
def test_very_many_silent_connections_leave_the_site_where_it_is(said: bytes) -> None:
    with served_with_few_files("patient") as site:
        lines = connects(site, 300, said)
        assert [asks(site, patience=5).status for _ in range(3)] == [200] * 3
        for line in lines:
            line.close()


def test_without_it_they_are_its_end() -> None:
    with served_with_few_files("usual") as site:
        lines = connects(site, 145)
        with pytest.raises(TimeoutError):
            asks(site, patience=5)
        for line in lines:
            line.close()


def test_start_allows_itself_as_many_connections_as_the_machine_lets_it() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        heads.allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(before[1], 65_536), before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
