"""The live parts of a page, drawn once for everybody who watches in the same language."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation

from tournaments.common.rights import Right
from tournaments.events.access import EventAccess
from tournaments.events.results.queries.progress import gone_sheet
from tournaments.events.standings.queries.entry_page import news_of
from tournaments.events.standings.queries.snapshots import public_snapshot
from tournaments.events.standings.queries.standing_page import StandingAsked, standing_page
from tournaments.live.tickets import Ticket
from tournaments.models import Event, Table
from tournaments.tables.access import seen_from_table
from tournaments.tables.queries import event_table_of, sheet_page_context, table_sheet, veil_of

# What is written into a stream, byte for byte.

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


def told(event: str, version: int) -> bytes:
    """`hello` to a page that shows the newest sheet already, `changed` to one that fetches it."""
    return frame(event, str(version), version=version)


def beat(seen: int | None) -> bytes:
    """That the view is still here, and shows what the page of this version shows.

    A comment would do for proxies, but pages cannot see it. The version is no id: nothing was told.
    """
    return frame("beat", "" if seen is None else str(seen))


# A compressed stream: compressed once for all who get the same, however many they are.

GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""With it a compressed stream begins. It is never finished: the browser reads on until it ends."""

MOST_PACKED = 256


@lru_cache(MOST_PACKED)
def packed(part: bytes) -> bytes:
    r"""A part of a compressed stream.

    It refers to nothing before it and is flushed whole, so that it fits into every stream and is
    read at once.

    >>> zlib.decompressobj(31).decompress(GZIP_HEAD + packed(b"one\n") + packed(b"two\n"))
    b'one\ntwo\n'
    """
    press = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return press.compress(part) + press.flush(zlib.Z_FULL_FLUSH)


RETRY = b"retry: 1000\n\n"
OWN = frame("own", "the sheet of the own table has changed")
GONE = frame("gone", "this link was switched off")
STALE = frame("stale", "load the page again")


# The live parts of a page.

NEWS, STANDING, CHANGES = "news", "standing", "changes"
"""The views of an event that are drawn, and the one that is only told."""


class Picture(NamedTuple):
    """The live parts as an event for the stream, and the version that they show.

    `stamp` says all that is on it, where a newer version may look the same: `since` is then the
    version from which on it has looked like this. `html` is kept of a table, so that of the next
    picture the new line alone need be sent: that is `row`, for views that show the one before it,
    of version `before`.
    """

    version: int
    event: bytes
    stamp: str = ""
    since: int | None = None
    html: str = ""
    row: bytes = b""
    before: int | None = None

    def is_known_to(self, seen: int | None) -> bool:
        """Whether a view that has seen this version shows the same."""
        since = self.version if self.since is None else self.since
        return seen is not None and since <= seen <= self.version

    def after(self, before: Picture | None) -> Picture:
        """This picture, or the one before where nothing on it has changed."""
        if before is None:
            return self
        if not self.stamp or before.stamp != self.stamp:
            row = with_new_line_alone(before.html, self.html)
            if row is None:
                return self
            event = frame("row", f"{before.version}\n{row}", version=self.version)
            return self._replace(row=event, before=before.version)
        since = before.version if before.since is None else before.since
        return before._replace(version=self.version, since=since)


class AnyTableAccess:
    """Stands in for whoever watches: its addresses are relative, and each page completes them."""

    can_write = False
    url = ""

    def address(self, name: str, *args: object) -> str:
        """The address of one of the table's pages, seen from the table itself.

        >>> AnyTableAccess().address("hand", 7)
        'hands/7/'
        """
        return seen_from_table(name, *args)


def draw(ticket: Ticket) -> Picture:
    """Draw a table's live parts, with all names for whoever has a link of it.

    The version is read before the hands: a hand saved in between may be shown early, and it is
    drawn again with its own version.
    """
    table = Table.objects.select_related("event_table__round__event__club").get(pk=ticket.pk)
    with translation.override(ticket.language):
        sheet = table_sheet(table, veil_of(table) if ticket.link_id is None else None)
        place = event_table_of(table)
        gone = place and gone_sheet(place, sheet.sides, has_hands=bool(sheet.hands_dealt))
        context = {"access": AnyTableAccess(), "gone": gone, **sheet_page_context(sheet)}
        html = KEYS.sub("", without_indents(render_to_string("live/sheet.html", context)))
    return Picture(table.version, frame("sheet", html, version=table.version), html=html)


KEYS = re.compile(r' data-keep="\w+"')
"""What is asked for with the answer to a form alone (`kept` in `sheets.tags`)."""

LINES = re.compile(r'<tbody data-lines="(\d+)">\n(.*?)</tbody>', re.DOTALL)


def with_new_line_alone(before: str, now: str) -> str | None:
    r"""What a page shows now, but of the sheet's lines only the one that is new.

    None where no line was added, or another one changed as well.

    >>> sheet = '<tbody data-lines="{}">\n{}</tbody> {}'.format
    >>> with_new_line_alone(sheet(1, "<tr>1\n", "+3"), sheet(2, "<tr>2\n<tr>1\n", "+5"))
    '<tbody data-lines="2">\n<tr>2\n</tbody> +5'
    >>> with_new_line_alone(sheet(1, "<tr>1\n", "+3"), sheet(2, "<tr>2\n<tr>!\n", "+5"))
    """
    old, new = LINES.search(before), LINES.search(now)
    if old is None or new is None or int(new[1]) != int(old[1]) + 1:
        return None
    if not new[2].endswith(old[2]):
        return None
    return now[: new.end(2) - len(old[2])] + now[new.end(2) :]


LOOKING = frozenset({Right.LOOK})


def draw_event(ticket: Ticket) -> Picture:
    """Draw the parts of an event that a view wants; its state is read before all else."""
    event = Event.objects.select_related("club").get(pk=ticket.pk)
    with translation.override(ticket.language):
        snapshot = public_snapshot(event)
        news = news_of(snapshot)
        access = EventAccess(event, may=LOOKING if ticket.is_director else frozenset())
        context: dict[str, object] = {"access": access, "snapshot": snapshot, "news": news}
        stamp = news.stamp
        if ticket.view == STANDING:
            asked = StandingAsked(number=ticket.page)
            context["page"] = standing_page(snapshot, asked, is_director=ticket.is_director)
            context["books"] = {}
            stamp = ""
        html = render_to_string("live/event.html", context)
    event_frame = frame("event", without_indents(html), version=snapshot.state)
    return Picture(snapshot.state, event_frame, stamp)


def without_indents(html: str) -> str:
    r"""The same page with fewer bytes.

    >>> without_indents("<p>\n    7\n\n</p>\n")
    '<p>\n7\n</p>'
    """
    lines = (line.strip() for line in html.splitlines())
    return "\n".join(line for line in lines if line)
