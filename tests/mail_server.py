"""A mail server on a port of this machine, which says what a test tells it to say."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.test import override_settings

SMTP = "django.core.mail.backends.smtp.EmailBackend"


class MailServer(socketserver.ThreadingTCPServer):
    """Takes letters in, or answers with the numbers in `answers`, by the first word it is told."""

    daemon_threads = True

    def __init__(self, **answers: str) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.answers = answers
        self.taken_in: list[tuple[str, str]] = []

    @property
    def port(self) -> int:
        port: int = self.server_address[1]
        return port


class Talk(socketserver.StreamRequestHandler):
    """One who brings letters."""

    server: MailServer

    def handle(self) -> None:
        to = ""
        if not self.says("CONNECT", "220 here"):
            return
        for line in self.rfile:
            words = line.decode().strip()
            word = words.split(" ")[0].split(":")[0].upper()
            if word == "RCPT":
                to = words.partition("<")[2].rstrip(">")
            is_so = self.says(word, "354 go on" if word == "DATA" else "250 well")
            if word == "QUIT":
                return
            if word == "DATA" and is_so:
                body = b"".join(iter(self.rfile.readline, b".\r\n")).decode()
                if self.says("END", "250 taken in"):
                    self.server.taken_in.append((to, body))

    def says(self, word: str, usual: str) -> bool:
        answer = self.server.answers.get(word, usual)
        self.wfile.write(f"{answer}\r\n".encode())
        return answer == usual


@contextmanager
def mail_server(**answers: str) -> Iterator[MailServer]:
    """Letters are handed in there as long as this lasts."""
    with MailServer(**answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with override_settings(
            EMAIL_BACKEND=SMTP, EMAIL_HOST="127.0.0.1", EMAIL_PORT=server.port, EMAIL_TIMEOUT=5
        ):
            yield server
        server.shutdown()
