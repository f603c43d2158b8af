"""The attackers of benchmarks/hostile.py, and the visitors who are there meanwhile.

All of them stay on this machine: one address of 127.0.0.0/8 is one visitor's network.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

PATIENCE = 12  # seconds; who waits longer is counted as not served
OPENING = 50  # connections that one attacker opens at a time: no more than the machine takes
IN_THE_LINE = 100_000  # bytes that are handed over and may not have left yet

Figures = dict[str, Any]
Work = Callable[..., Coroutine[Any, Any, Figures]]
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Visitor(NamedTuple):
    """Where a visitor comes from, what he asks for, and what he was given before."""

    address: str
    path: str = "/rules/"
    cookie: str = ""


class Answer(NamedTuple):
    """The status, 0 where none came, and the seconds until the whole was there."""

    status: int
    seconds: float


def head_of(visitor: Visitor, method: str = "GET", more: str = "") -> bytes:
    """The head of one request."""
    cookie = f"Cookie: {visitor.cookie}\r\n" if visitor.cookie else ""
    head = f"{method} {visitor.path} HTTP/1.1\r\nHost: localhost\r\n{cookie}{more}\r\n"
    return head.encode()


async def opened(port: int, address: str) -> Line:
    """A connection from that address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def ask(port: int, visitor: Visitor) -> Answer:
    """Ask for one page and read it to its end."""
    began = time.monotonic()
    status = 0
    with suppress(TimeoutError, OSError, ValueError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await opened(port, visitor.address)
            try:
                writer.write(head_of(visitor, more="Connection: close\r\n"))
                status = int((await reader.read())[9:12])
            finally:
                writer.close()
    return Answer(status, time.monotonic() - began)


async def visit(port: int, visitors: list[Visitor], times: int, pause: float) -> list[Answer]:
    """Everybody asks so many times, and looks at it for a while in between."""

    async def one(number: int, visitor: Visitor) -> list[Answer]:
        answers = []
        await asyncio.sleep(number / len(visitors) * pause)
        for _ in range(times):
            answers.append(await ask(port, visitor))
            await asyncio.sleep(pause)
        return answers

    every = await asyncio.gather(*(one(*each) for each in enumerate(visitors)))
    return [answer for answers in every for answer in answers]


async def half_forms(port: int, count: int, address: str) -> Figures:
    """Begin to send so many forms, and wait for what is said to it."""

    async def one() -> tuple[str, float]:
        reader, writer = await opened(port, address)
        more = "Content-Length: 5000\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        writer.write(head_of(Visitor(address, "/sign-in/"), "POST", more) + b"a=1")
        began = time.monotonic()
        said = b""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(60):
                said = await reader.read()
        writer.close()
        return said[9:12].decode() or "none", time.monotonic() - began

    answers = await asyncio.gather(*(one() for _ in range(count)))
    longest = max(seconds for _status, seconds in answers)
    return {"statuses": Counter(each[0] for each in answers), "longest_s": longest}


async def silence(port: int, count: int, said: bytes, seconds: float) -> Figures:
    """Open so many connections on which no request comes to the end of its head."""
    lines: list[Line] = []
    places = asyncio.Semaphore(OPENING)

    async def one() -> None:
        with suppress(OSError):
            async with places, asyncio.timeout(seconds):
                reader, writer = await opened(port, "127.0.0.9")
                writer.write(said)
                lines.append((reader, writer))

    began = time.monotonic()
    await asyncio.gather(*(one() for _ in range(count)))
    await asyncio.sleep(max(0, began + seconds - time.monotonic()))
    closed = sum(reader.at_eof() or bool(reader.exception()) for reader, _writer in lines)
    for _reader, writer in lines:
        writer.close()
    return {"opened": len(lines), "closed_by_the_server": closed}


async def flood(port: int, count: int, address: str, seconds: float) -> Figures:
    """Ask for one page on so many connections, as fast as answers come."""
    ends = time.monotonic() + seconds
    statuses: Counter[int] = Counter()

    async def one() -> None:
        while time.monotonic() < ends:
            statuses[(await ask(port, Visitor(address))).status] += 1

    await asyncio.gather(*(one() for _ in range(count)))
    return {"statuses": statuses}


async def many_streams(port: int, count: int, address: str, stream: str, seconds: float) -> Figures:
    """Open so many live views without a pass, and keep those that are given."""
    places = asyncio.Semaphore(OPENING)
    statuses: Counter[int] = Counter()
    kept: list[Line] = []

    async def one() -> None:
        status = 0
        with suppress(TimeoutError, OSError, ValueError):
            async with places, asyncio.timeout(PATIENCE):
                line = await opened(port, address)
                line[1].write(head_of(Visitor(address, stream)))
                status = int((await line[0].read(12))[9:12])
                if status == 200:
                    kept.append(line)
                else:
                    line[1].close()
        statuses[status] += 1

    began = time.monotonic()
    await asyncio.gather(*(one() for _ in range(count)))
    await asyncio.sleep(max(0, began + seconds - time.monotonic()))
    for _reader, writer in kept:
        writer.close()
    return {"statuses": statuses}


async def first_of_stream(port: int, visitor: Visitor) -> Answer:
    """How long it takes until a live view begins."""
    began = time.monotonic()
    status = 0
    with suppress(TimeoutError, OSError, ValueError):
        async with asyncio.timeout(PATIENCE):
            reader, writer = await opened(port, visitor.address)
            writer.write(head_of(visitor))
            status = int((await reader.read(12))[9:12])
            writer.close()
    return Answer(status, time.monotonic() - began)


async def send_much(port: int, size: int) -> Figures:
    """Send a form of so many bytes for as long as somebody takes it."""
    reader, writer = await opened(port, "127.0.0.9")
    line: socket.socket = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_THE_LINE)
    more = f"Content-Length: {size}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    writer.write(head_of(Visitor("", "/sign-in/"), "POST", more))
    answer = asyncio.ensure_future(reader.read(12))
    began, sent, answered = time.monotonic(), 0, 0.0
    piece = b"a" * 100_000
    with suppress(OSError):
        while sent < size:
            writer.write(piece)
            await writer.drain()
            sent += len(piece)
            if answer.done() and not answered:
                answered = time.monotonic() - began
    async with asyncio.timeout(PATIENCE):
        status = (await answer)[9:12].decode()
    writer.close()
    return {
        "status": int(status or 0),
        "seconds": answered or time.monotonic() - began,
        "sent_bytes": sent,
    }


class Attack:
    """An attack in a process of its own, so that it takes no time of those who measure."""

    def __init__(self, work: Work, *of: object) -> None:
        forks = multiprocessing.get_context("fork")
        self._here, there = forks.Pipe()
        self._process = forks.Process(target=_run, args=(there, work, of), daemon=True)
        self._process.start()

    def result(self) -> Figures:
        """Wait for its end; what came of it."""
        found: Figures = self._here.recv() if self._here.poll(120) else {"statuses": "no end"}
        self._process.join(PATIENCE)
        return found


def _run(there: Connection, work: Work, of: tuple[object, ...]) -> None:
    there.send(asyncio.run(work(*of)))
