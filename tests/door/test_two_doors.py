"""The site behind two doors: plain http, and https for who knows its certificate."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.http.cookie import parse_cookie

from config.authority import authority_file
from config.two_doors import MarkedCookies, OwnCookies, TwoDoors, unmarked
from project_tools.certificates import kept_certificate
from tests.loops import finished

pytestmark = pytest.mark.one_database
SET = [
    (b"set-cookie", b"sheepfold_who=Anna; Path=/"),
    (b"set-cookie", b"sheepfold_device=1; Path=/"),
]


async def says_its_cookies(scope: Any, receive: Any, send: Any) -> None:
    """An application that sets two cookies and answers with those it was sent."""
    sent = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    body = b"|".join((scope["scheme"].encode(), sent))
    await send({"type": "http.response.start", "status": 200, "headers": SET})
    await send({"type": "http.response.body", "body": body})


async def nothing_comes() -> Any:
    """A request without a body."""


class Ports:
    """Both ports of a site, and how a phone that knows its certificate comes to each."""

    def __init__(self, plain: int, secure: int, trusted: Path) -> None:
        self.plain, self.secure, self.trusted = plain, secure, trusted

    def ask(self, *, is_secure: bool, cookies: str = "") -> tuple[bytes, list[str]]:
        """The answer, and the cookies that it sets."""
        if is_secure:
            known = ssl.create_default_context(cafile=self.trusted)
            line: HTTPConnection = HTTPSConnection(
                "localhost", self.secure, context=known, timeout=10
            )
        else:
            line = HTTPConnection("localhost", self.plain, timeout=10)
        line.request("GET", "/", headers={"Cookie": cookies} if cookies else {})
        answer = line.getresponse()
        set_cookies = [value for name, value in answer.getheaders() if name == "set-cookie"]
        found = answer.read(), set_cookies
        line.close()
        return found


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[Ports]:
    files = kept_certificate(tmp_path, ["localhost"])
    plain, secure = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    config = uvicorn.Config(OwnCookies(says_its_cookies), lifespan="off", log_config=None)
    server = TwoDoors(config, secure, files.certificate, files.key)
    thread = threading.Thread(target=server.run, args=([plain],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield Ports(plain.getsockname()[1], secure.getsockname()[1], authority_file(tmp_path))
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


def test_cookies_of_https_are_kept_for_it_alone(ports: Ports) -> None:
    body, cookies = ports.ask(is_secure=True)
    assert body == b"https|"
    assert cookies == [
        "__Host-sheepfold_who=Anna; Path=/; Secure",
        "__Host-sheepfold_device=1; Path=/; Secure",
    ]
    sent = "sheepfold_who=Kati; __Host-sheepfold_who=Anna; other=1"
    assert ports.ask(is_secure=True, cookies=sent)[0] == b"https|sheepfold_who=Anna"


@pytest.mark.parametrize("space", ["\u00a0", "\u2000", "\u3000"])
def test_no_name_set_over_http_reads_like_one_of_https(space: str) -> None:
    sent = f"__Host-sheepfold_who=Anna; {space}sheepfold_who=Kati; {space}__Host-sheepfold_who=Kati"
    assert parse_cookie(unmarked(sent.encode()).decode()) == {"sheepfold_who": "Anna"}


def test_over_plain_http_nothing_is_changed(ports: Ports) -> None:
    body, cookies = ports.ask(is_secure=False, cookies="sheepfold_who=Kati")
    assert body == b"http|sheepfold_who=Kati"
    assert cookies == [value.decode() for _name, value in SET]


def test_whoever_does_not_know_the_certificate_is_not_connected(ports: Ports) -> None:
    line = HTTPSConnection("localhost", ports.secure, context=ssl.create_default_context())
    with pytest.raises(ssl.SSLCertVerificationError):
        line.request("GET", "/")


def test_a_public_server_reads_no_cookie_that_only_looks_like_one_of_its_own() -> None:
    cookies = "\u2000__Host-sheepfold_who=Kati; __Host-sheepfold_who=Anna; sheepfold_who=Kati"
    sent: list[Any] = []

    async def hear(message: Any) -> None:
        sent.append(message)

    scope = {"scheme": "https", "headers": [(b"host", b"a"), (b"cookie", cookies.encode())]}
    finished(MarkedCookies(says_its_cookies)(scope, nothing_comes, hear))
    assert sent[1]["body"] == b"https|__Host-sheepfold_who=Anna"
    assert sent[0]["headers"] == SET
