"""What lies between a phone and the site: it can be cut, and it can swallow what goes through."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
from typing import Literal

Mode = Literal["pass", "refuse", "stall", "deaf"]
STEP = 0.05  # seconds
CHUNK = 65536


class Line:
    """One connection through the wire."""

    def __init__(self, near: socket.socket, far: socket.socket) -> None:
        self.near, self.far = near, far
        self.is_post = False

    def close(self) -> None:
        for end in (self.near, self.far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Wire:
    """A port before the site's. Its mode says what becomes of what is sent:

    `pass` lets it through, `refuse` refuses each connection, `stall` swallows every byte, and
    `deaf` lets the site hear what is posted and nobody hear the answer.
    """

    def __init__(self, port: int) -> None:
        self.far_port = port
        self.lines: list[Line] = []
        self.is_over = False
        self.listener = self._listen(0)
        self.port: int = self.listener.getsockname()[1]
        self.mode: Mode = "pass"
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def is_now(self, mode: Mode) -> None:
        """Change it. A connection does not outlive a cut, in either direction."""
        before, self.mode = self.mode, mode
        if mode == "refuse" or before in ("stall", "deaf"):
            self._hang_up()

    def close(self) -> None:
        self.is_over = True
        self.thread.join(5)
        self._hang_up()
        self.listener.close()

    def _hang_up(self) -> None:
        lines, self.lines = self.lines, []
        for line in lines:
            line.close()

    @staticmethod
    def _listen(port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        return listener

    def _run(self) -> None:
        while not self.is_over:
            ready, _, _ = select.select([self.listener], [], [], STEP)
            if not ready:
                continue
            near, _ = self.listener.accept()
            if self.mode == "refuse":
                near.close()
                continue
            far = socket.socket()
            try:
                far.connect(("127.0.0.1", self.far_port))
            except OSError:
                near.close()
                continue
            line = Line(near, far)
            self.lines.append(line)
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(line, *ends), daemon=True).start()

    def _carry(self, line: Line, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(CHUNK):
                if source is line.near and data.startswith((b"GET", b"POST")):
                    line.is_post = data.startswith(b"POST")
                is_heard = self.mode != "deaf" or source is line.near or not line.is_post
                if self.mode != "stall" and is_heard:
                    target.sendall(data)
        except OSError:
            pass
        line.close()
