"""The viewers of benchmarks/live.py: prints a line of JSON for each event that a viewer has got.

    python benchmarks/live_viewers.py PORT STREAM SEEN VIEWERS

They come back as a page does: a second after a connection was lost, and after an answer that is
no stream with longer and longer waits of up to four seconds. What comes is kept with the moment of
its coming, and read and printed when nothing comes: the server is not to wait for its viewers.
"""

import asyncio
import json
import sys
import time
from zlib import decompressobj

SHORTEST_WAIT, LONGEST_WAIT = 1.0, 4.0
SILENCE = 12.0
QUIET = 0.1
"""Seconds without anything after which there is time to read what has come."""
GZIP = 31
"""Reads what browsers ask for: a compressed stream."""
HEAD_END = b"\r\n\r\n"


class Viewer:
    """One page that watches."""

    def __init__(self, number: int, port: int, stream: str, seen: int) -> None:
        self.number = number
        self.port = port
        self.stream = stream
        self.seen = seen
        self.wait = SHORTEST_WAIT
        self.connection = Connection(self)

    async def watch(self) -> None:
        """Watch for ever."""
        loop = asyncio.get_running_loop()
        while True:
            self.connection = Connection(self)
            try:
                await loop.create_connection(lambda: self.connection, "127.0.0.1", self.port)
                await self.connection.is_over.wait()
            except OSError:
                pass
            self.print_events()
            if self.connection.is_refused:
                await asyncio.sleep(self.wait)
                self.wait = min(self.wait * 2, LONGEST_WAIT)
            else:
                await asyncio.sleep(SHORTEST_WAIT)

    def print_events(self) -> None:
        """Print the version that each event brings, and what came over the wire for it."""
        for at, size, event in self.connection.events():
            self.wait = SHORTEST_WAIT
            fields = dict(line.split(b": ", 1) for line in event.split(b"\n")[:2])
            if b"id" not in fields:
                continue
            self.seen = int(fields[b"id"])
            told = {
                "viewer": self.number,
                "version": self.seen,
                "at": at,
                "name": fields[b"event"].decode(),
                "bytes": size,
            }
            print(json.dumps(told))


class Connection(asyncio.Protocol):
    """Keeps what comes, and when, until it is read."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.is_over = asyncio.Event()
        self.is_refused = False
        self.came_at = time.monotonic()
        self._transport: asyncio.Transport | None = None
        self._came: list[tuple[float, bytes]] = []
        self._head, self._body, self._text = b"", b"", b""
        self._is_let_in = False
        self._size = 0
        self._unpack = decompressobj(GZIP).decompress

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        viewer = self.viewer
        head = f"GET {viewer.stream}?seen={viewer.seen} HTTP/1.1\r\n"
        head += f"Host: 127.0.0.1:{viewer.port}\r\nAccept-Encoding: gzip\r\n\r\n"
        transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        """Keep what has come; an answer that is no stream is hung up on."""
        self.came_at = time.monotonic()
        if not self._is_let_in:
            self._head += data
            if HEAD_END not in self._head:
                return
            head, data = self._head.split(HEAD_END, 1)
            self._is_let_in = True
            if b" 200 " not in head.split(b"\r\n")[0]:
                self.is_refused = True
                self.hang_up()
                return
            assert b"content-encoding: gzip" in head.lower(), "the stream is not compressed"
        self._came.append((self.came_at, data))

    def hang_up(self) -> None:
        """Hang up, if there is somebody at the other side."""
        if self._transport:
            self._transport.abort()

    def connection_lost(self, problem: Exception | None) -> None:
        """Say so."""
        self.is_over.set()

    def events(self) -> list[tuple[float, int, bytes]]:
        """When each event that is not read yet was there, its bytes on the wire, and its text."""
        came, self._came = self._came, []
        found = []
        for at, data in came:
            self._body += data
            while (part := self._next_part()) is not None:
                self._size += len(part)
                *events, self._text = (self._text + self._unpack(part)).split(b"\n\n")
                for event in events:
                    found.append((at, self._size, event))
                    self._size = 0
        return found

    def _next_part(self) -> bytes | None:
        """The next part of the body, None where it has not all come."""
        size, found, rest = self._body.partition(b"\r\n")
        end = int(size, 16) if found else 0
        if not found or len(rest) < end + 2:
            return None
        self._body = rest[end + 2 :]
        return rest[:end]


async def read(crowd: list[Viewer]) -> None:
    """Read what has come whenever nothing comes; where nothing came for long, hang up."""
    while True:
        await asyncio.sleep(QUIET / 2)
        now = time.monotonic()
        if now - max(viewer.connection.came_at for viewer in crowd) < QUIET:
            continue
        for viewer in crowd:
            viewer.print_events()
            if now - viewer.connection.came_at > SILENCE:
                viewer.connection.hang_up()
        sys.stdout.flush()


async def main() -> None:
    """Watch with so many viewers."""
    port, stream, seen, viewers = sys.argv[1:]
    crowd = [Viewer(number, int(port), stream, int(seen)) for number in range(int(viewers))]
    await asyncio.gather(read(crowd), *(viewer.watch() for viewer in crowd))


if __name__ == "__main__":
    asyncio.run(main())
