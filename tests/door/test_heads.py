"""Who begins a request and does not end it is hung up on."""

from __future__ import annotations

import resource
import socket
import time
from contextlib import suppress

import pytest

from config import heads
from config.heads import PatientProtocol
from tests.door.conftest import asks, begins, door, rest_of
from tests.serving import PATIENCE

pytestmark = [pytest.mark.alone, pytest.mark.one_database]
HALF = b"GET / HTTP/1.1\r\nHost: loc"


@pytest.fixture
def served(serves, monkeypatch):
    monkeypatch.setattr(heads, "LONGEST_HEAD", 1.0)
    return serves(door(), http=PatientProtocol)


def connected(served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)


@pytest.mark.parametrize("said", [b"", HALF])
def test_a_head_that_does_not_come_to_its_end_is_given_up(served, said):
    line = connected(served)
    line.sendall(said)
    assert rest_of(line) == b""


def test_a_drip_is_given_up_too(served):
    line, began = connected(served), time.monotonic()
    with suppress(OSError):
        while time.monotonic() < began + PATIENCE:
            line.sendall(b"a")
            time.sleep(0.1)
    assert time.monotonic() < began + PATIENCE


def test_so_is_the_head_of_a_second_request(served):
    line = connected(served)
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert line.recv(10_000).startswith(b"HTTP/1.1 200 OK")
    line.sendall(HALF)
    assert HALF not in rest_of(line)


def test_without_it_half_a_head_is_waited_for(serves):
    served = serves(door())
    line = connected(served)
    line.sendall(HALF)
    line.settimeout(1.5)
    with pytest.raises(TimeoutError):
        line.recv(1)
    line.close()


def test_a_slow_form_and_a_slow_answer_are_not_cut_off(served):
    line = begins(served, b"a=1", length=6)
    time.sleep(1.5)
    line.sendall(b"&b=")
    line.settimeout(PATIENCE)
    assert line.recv(10_000).startswith(b"HTTP/1.1 200 OK")
    line.close()
    assert asks(served, "/slow/").status == 200


def test_start_allows_itself_as_many_connections_as_the_machine_lets_it():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        heads.allow_many_files()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (min(before[1], 65_536), before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
