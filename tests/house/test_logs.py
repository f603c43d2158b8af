"""Nobody fills the log by doing wrong things."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from config.logs import NO_HTTP, Calm


class Log:
    """The lines that are written; the clock stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.calm = Calm(lambda: self.now)
        self.lines: list[str] = []

    def says(self, text: str, *of: object, times: int = 1, **more: Any) -> None:
        for _ in range(times):
            record = logging.LogRecord("django", logging.ERROR, "", 0, text, of, None)
            record.__dict__ |= more
            if self.calm.filter(record):
                self.lines.append(f"{record.levelname} {record.getMessage()}")


@pytest.mark.parametrize("more", [{"status_code": 404}, {"status_code": 429}])
def test_of_what_visitors_do_wrong_there_are_ten_lines_in_a_second(more: dict[str, int]) -> None:
    log = Log()
    log.says("Not Found: %s", "/nowhere/", times=500, **more)
    assert log.lines == ["INFO Not Found: /nowhere/"] * 10
    log.now += 1
    log.says("Not Found: %s", "/100%/", times=2, **more)
    assert log.lines[10:] == [
        "INFO Not Found: /100%/ (and 490 more were not written)",
        "INFO Not Found: /100%/",
    ]


def test_what_is_not_even_http_counts_as_well() -> None:
    log = Log()
    log.says(NO_HTTP, times=11)
    assert log.lines == [f"INFO {NO_HTTP}"] * 10


def test_what_is_ours_is_always_written() -> None:
    log = Log()
    log.says("Not Found", status_code=404, times=20)
    log.says("Fault", status_code=500, times=20)
    log.says("Beside a page", times=20)
    assert log.lines[10:] == ["ERROR Fault"] * 20 + ["ERROR Beside a page"] * 20


def test_the_server_says_it_in_these_words() -> None:
    from inspect import getsource

    from uvicorn.protocols.http.h11_impl import H11Protocol

    assert NO_HTTP in getsource(H11Protocol)
