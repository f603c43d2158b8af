"""What is written into a stream, byte for byte."""

from __future__ import annotations

import re

LINE_END = re.compile(r"\r\n|\r|\n")


def frame(event: str, data: str, *, version: int | None = None) -> bytes:
    r"""One event; browsers send the version of the last one back when they reconnect.

    >>> frame("sheet", "<p>\n</p>", version=7)
    b'id: 7\nevent: sheet\ndata: <p>\ndata: </p>\n\n'
    """
    lines = [] if version is None else [f"id: {version}"]
    lines.append(f"event: {event}")
    lines += [f"data: {line}" for line in LINE_END.split(data)]
    return ("\n".join(lines) + "\n\n").encode()


def hello(version: int) -> bytes:
    """The first event for a page that shows the newest sheet already."""
    return frame("hello", str(version), version=version)


def changed(version: int) -> bytes:
    """For a page that fetches itself anew when something has changed."""
    return frame("changed", str(version), version=version)


def beat(seen: int | None) -> bytes:
    """That the view is still here, and shows what the page of this version shows.

    A comment would do for proxies, but pages cannot see it. The version is no id: nothing was told.
    """
    return frame("beat", "" if seen is None else str(seen))


RETRY = b"retry: 1000\n\n"
OWN = frame("own", "the sheet of the own table has changed")
GONE = frame("gone", "this link was switched off")
STALE = frame("stale", "load the page again")
