"""The viewers of benchmarks/live.py: prints a line of JSON for each event that a viewer has got.

    python benchmarks/live_viewers.py PORT STREAM SEEN VIEWERS

They come back as a page does: a second after a connection was lost, and after an answer that is
no stream with longer and longer waits of up to four seconds.
"""

import asyncio
import json
import sys
import time

SHORTEST_WAIT, LONGEST_WAIT = 1.0, 4.0
SILENCE = 12.0


class Refused(Exception):
    """The server answered with something else than a stream."""


class Viewer:
    """One page that watches."""

    def __init__(self, number: int, port: int, stream: str, seen: int) -> None:
        self.number = number
        self.port = port
        self.stream = stream
        self.seen = seen
        self.wait = SHORTEST_WAIT

    async def watch(self) -> None:
        """Watch for ever."""
        while True:
            try:
                await self.watch_once()
            except Refused:
                await asyncio.sleep(self.wait)
                self.wait = min(self.wait * 2, LONGEST_WAIT)
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(SHORTEST_WAIT)

    async def watch_once(self) -> None:
        """Connect, and take events until the connection is lost."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            address = f"{self.stream}?seen={self.seen}"
            writer.write(f"GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.split(b"\r\n")[0]:
                raise Refused
            rest = b""
            while chunk := await asyncio.wait_for(self.chunk(reader), SILENCE):
                *events, rest = (rest + chunk).split(b"\n\n")
                for event in events:
                    self.take(event)
        finally:
            writer.close()

    async def chunk(self, reader: asyncio.StreamReader) -> bytes:
        """The next part of the body, empty at its end."""
        size = int(await reader.readuntil(b"\r\n"), 16)
        return (await reader.readexactly(size + 2))[:-2]

    def take(self, event: bytes) -> None:
        """Note the version that an event brings."""
        fields = dict(line.split(b": ", 1) for line in event.split(b"\n")[:2])
        self.wait = SHORTEST_WAIT
        if b"id" not in fields:
            return
        self.seen = int(fields[b"id"])
        told = {
            "viewer": self.number,
            "version": self.seen,
            "at": time.monotonic(),
            "name": fields[b"event"].decode(),
            "bytes": len(event) + 2,
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


async def main() -> None:
    """Watch with so many viewers."""
    port, stream, seen, viewers = sys.argv[1:]
    crowd = [Viewer(number, int(port), stream, int(seen)) for number in range(int(viewers))]
    await asyncio.gather(*(viewer.watch() for viewer in crowd))


if __name__ == "__main__":
    asyncio.run(main())
