"""Streams of live sheets through the real server."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen
from uuid import uuid4

import pytest
from django.core import signing
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from project_tools.steps import ROOT
from tests import serving
from tests.answers import there
from tests.house.test_browser_policy import POLICY
from tests.live.conftest import Opens, save_hand, tell
from tests.serving import PATIENCE, Served
from tournaments.live import asgi, broker
from tournaments.live.rendered import Picture, draw, packed
from tournaments.live.tickets import SALT, TABLE, Ticket
from tournaments.models import Author, Club, Table, TableLink
from tournaments.tables.services.hands import correct_hand

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]


def test_a_page_that_is_up_to_date_is_greeted(opens: Opens, ticket: Ticket) -> None:
    first = opens(f"{ticket.address}?seen=0").next()
    assert (first.name, first.version) == ("hello", 0)


def test_a_saved_hand_comes_in(opens: Opens, table: Table, ticket: Ticket) -> None:
    view = opens(f"{ticket.address}?seen=0")
    assert view.next().name == "hello"
    version = save_hand(table)
    event = view.next()
    assert (event.name, event.version) == ("sheet", version)
    assert 'id="hand-1"' in event.data
    assert 'href="hands/1/"' in event.data


def test_the_line_of_the_next_hand_comes_alone(opens: Opens, table: Table, ticket: Ticket) -> None:
    view = opens(f"{ticket.address}?seen=0")
    assert view.next().name == "hello"
    first = save_hand(table)
    assert view.next()[::2] == ("sheet", first)
    behind = opens(f"{ticket.address}?seen=0")
    assert behind.next()[::2] == ("sheet", first)
    second = save_hand(table)
    event = view.next()
    assert (event.name, event.version) == ("row", second)
    assert event == behind.next()
    upon, html = event.data.split("\n", 1)
    assert int(upon) == first
    assert re.findall(r'id="hand-(\d+)"', html) == ["2"]
    assert 'data-lines="2"' in html
    assert 'id="live-coming"' in html
    assert 'id="total-0"' in html
    late = opens(f"{ticket.address}?seen=0")
    assert late.next()[::2] == ("sheet", second)
    correct_hand(
        hand=table.hands.get(number=1),
        record={"picker": 2, "partner": 4, "picker_points": 91},
        by=Author(),
        submission=uuid4(),
        seen_version=1,
    )
    tell(table)
    assert {each.next().name for each in (view, behind, late)} == {"sheet"}


def test_who_saves_is_not_told_again_what_the_answer_brings(
    served: Served, opens: Opens, table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And whoever watches is; what comes after is told to both."""
    mine, other = (opens(f"{ticket.address}?seen=0&view={name}") for name in ("mine", "other"))
    assert mine.next().name == other.next().name == "hello"
    tells = True

    def saved_in_a_thread() -> int:
        try:
            return save_hand(table)
        finally:
            connection.close()

    async def saves(scope: asgi.Scope, receive: asgi.Receive, send: asgi.Send) -> None:
        version = await asyncio.to_thread(saved_in_a_thread)
        await asyncio.sleep(0.7)  # long enough for everybody to be told meanwhile
        shows = [(b"sheepfold-shows", str(version).encode())] if tells else []
        await send({"type": "http.response.start", "status": 200, "headers": shows})
        await send({"type": "http.response.body", "body": b""})

    def save() -> None:
        link = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
        link.request("POST", "/t/-/hands/", headers={"Sheepfold-View": "mine", **EMPTY})
        assert link.getresponse().status == 200

    monkeypatch.setattr("config.asgi.door._pages", asgi.streams.behind_answers(saves))
    save()
    assert other.next().version == 1
    second = save_hand(table)
    assert mine.next().version == other.next().version == second == 2
    tells = False  # it was not saved, as far as the answer says
    save()
    assert mine.next().version == other.next().version == 3


EMPTY = {"Content-Length": "0"}


def test_a_page_that_is_behind_gets_the_sheet_at_once(
    opens: Opens, table: Table, ticket: Ticket
) -> None:
    newest = [save_hand(table) for _ in range(2)][-1]
    for view in (
        opens(ticket.address),
        opens(f"{ticket.address}?seen=1"),
        opens(f"{ticket.address}?seen=0", Last_Event_ID="1"),
    ):
        assert view.next()[::2] == ("sheet", newest)


def test_the_newer_of_the_two_versions_seen_counts(
    opens: Opens, table: Table, ticket: Ticket
) -> None:
    newest = [save_hand(table) for _ in range(2)][-1]
    assert opens(f"{ticket.address}?seen=0", Last_Event_ID=str(newest)).next().name == "hello"
    assert opens(f"{ticket.address}?seen={newest}", Last_Event_ID="0").next().name == "hello"


def test_everybody_gets_the_same_bytes_drawn_once(
    opens: Opens, table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, str]] = []

    def noted(ticket: Ticket) -> Picture:
        drawn.append((ticket.pk, ticket.language))
        return draw(ticket)

    monkeypatch.setattr(broker, "draw", noted)
    views = [opens(f"{ticket.address}?seen=0") for _ in range(3)]
    for view in views:
        assert view.next().name == "hello"
    save_hand(table)
    assert len({view.next() for view in views}) == 1
    assert drawn == [(table.pk, "en")]


def test_a_compressed_stream_says_the_same_and_is_compressed_once_for_all(
    opens: Opens, table: Table, ticket: Ticket
) -> None:
    plain = opens(f"{ticket.address}?seen=0")
    views = [opens(f"{ticket.address}?seen=0", Accept_Encoding="gzip, br") for _ in range(3)]
    assert plain.response.getheader("Content-Encoding") is None
    for view in views:
        assert view.response.getheader("Content-Encoding") == "gzip"
        assert view.response.getheader("Vary") == "Accept-Encoding"
        assert view.next().name == "hello"
    assert plain.next().name == "hello"
    before = packed.cache_info().misses
    save_hand(table)
    assert {view.next() for view in views} == {plain.next()}
    assert packed.cache_info().misses == before + 1
    assert all(view.taken < 5_000 for view in views)


def test_who_does_not_understand_it_gets_a_plain_stream(opens: Opens, ticket: Ticket) -> None:
    for accepted in ("identity", "br", "gzip;q=0", "gzip; q=0.0, br"):
        view = opens(f"{ticket.address}?seen=0", Accept_Encoding=accepted)
        assert view.response.getheader("Content-Encoding") is None
        assert view.next().name == "hello"


def test_what_is_no_stream_is_not_said_to_be_compressed(
    opens: Opens, table: Table, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Ticket(TABLE, table.pk, "en", is_director=True, sign_in=0)
    answer = opens(other.address, Accept_Encoding="gzip").response
    assert (answer.status, answer.getheader("Content-Encoding")) == (404, None)


def test_a_silent_stream_beats(
    opens: Opens, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "BEAT_EVERY", 0.5)
    events = opens(f"{ticket.address}?seen=0").everything()
    assert [next(events).name for _ in range(3)] == ["hello", "beat", "beat"]


def test_a_revoked_link_ends_its_streams_and_no_others(
    opens: Opens, table: Table, ticket: Ticket
) -> None:
    other = Ticket(TABLE, table.pk, "en", table.links.get(rights=TableLink.WRITE).pk)
    revoked, kept = (opens(f"{t.address}?seen=0") for t in (ticket, other))
    assert revoked.next().name == kept.next().name == "hello"
    TableLink.objects.filter(pk=there(ticket.link_id)).update(revoked_at=timezone.now())
    tell(table)
    assert [event.name for event in revoked] == ["gone"]
    assert [event.name for event in opens(ticket.address)] == ["gone"]
    save_hand(table)
    assert kept.next().name == "sheet"


def test_a_table_that_is_no_longer_public_ends_its_streams(opens: Opens, table: Table) -> None:
    club = Club.objects.create(name="Club", is_public=True)
    table.club = club
    table.save()
    view = opens(f"{Ticket(TABLE, table.pk, 'en').address}?seen=0")
    assert view.next().name == "hello"
    Club.objects.update(is_public=False)
    assert [event.name for event in view] == ["gone"]


@pytest.mark.parametrize(("table_id", "link_id"), [(10**6, None), (10**6, 1)])
def test_an_unknown_table_is_gone(opens: Opens, table_id: int, link_id: int | None) -> None:
    assert [event.name for event in opens(Ticket(TABLE, table_id, "en", link_id).address)] == [
        "gone"
    ]


def test_a_table_of_no_public_club_needs_a_link(opens: Opens, table: Table) -> None:
    assert [event.name for event in opens(Ticket(TABLE, table.pk, "en").address)] == ["gone"]


@pytest.mark.parametrize(
    "address", ["/live/", "/live/nonsense/", "/live/1:2:3/", "/live/%C3%A4/", "/live/a/b/"]
)
def test_without_our_ticket_there_is_nothing(opens: Opens, address: str) -> None:
    answer = opens(address).response
    assert answer.status == 404
    assert answer.read() == b""


def test_a_ticket_signed_for_something_else_is_refused(opens: Opens, table: Table) -> None:
    other = signing.dumps({"t": table.pk, "l": None, "g": "en"}, salt=f"{SALT}.else")
    assert opens(f"/live/{other}/").response.status == 404


def test_a_page_with_an_old_ticket_is_told_to_load_again(
    opens: Opens, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.live.tickets.GOOD_FOR", -1)
    assert [event.name for event in opens(ticket.address)] == ["stale"]


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT"])
def test_only_get_is_answered(opens: Opens, ticket: Ticket, method: str) -> None:
    answer = opens(ticket.address, method).response
    assert (answer.status, answer.getheader("Allow")) == (405, "GET")


def test_an_unknown_host_is_refused(opens: Opens, ticket: Ticket) -> None:
    assert opens(ticket.address, Host="elsewhere.example").response.status == 400


def test_every_answer_carries_the_policy(opens: Opens, ticket: Ticket) -> None:
    for address in (ticket.address, "/live/nonsense/"):
        answer = opens(address).response
        missing = {name for name, of in POLICY.items() if of not in (answer.getheader(name) or "")}
        assert not missing
    answer = opens(ticket.address).response
    assert answer.getheader("Content-Type") == "text/event-stream"
    assert answer.getheader("Cache-Control") == "no-store"
    assert answer.getheader("X-Accel-Buffering") == "no"


def test_over_https_alone_where_the_site_is(opens: Opens, ticket: Ticket) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        answer = opens(ticket.address).response
    assert answer.status == 301
    assert there(answer.getheader("Location")).startswith("https://")


def test_after_a_restart_the_newest_sheet_comes(
    served: Served, opens: Opens, table: Table, ticket: Ticket
) -> None:
    view = opens(f"{ticket.address}?seen=0")
    assert view.next().name == "hello"
    served.stop()
    assert list(view) == []
    newest = save_hand(table)
    served.start()
    assert opens(f"{ticket.address}?seen=0").next()[::2] == ("sheet", newest)


class RootFinder(HTMLParser):
    """The attributes of the element that is live."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str | None] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if "data-stream" in dict(attributes):
            self.found = dict(attributes)


def test_a_page_leads_to_its_stream_and_keeps_its_secret_out_of_it(
    served: Served, opens: Opens, table: Table
) -> None:
    table.club = Club.objects.create(name="Club", is_public=True)
    table.save()
    address = f"/watch/{table.pk}/"
    with urlopen(served.url + address) as page:
        root = RootFinder(page.read().decode()).found
    assert root["data-base"] == address
    assert opens(f"{root['data-stream']}?seen={root['data-seen']}").next().name == "hello"


def test_the_server_stops_when_asked_to_while_somebody_watches(
    table: Table, ticket: Ticket, tmp_path: Path
) -> None:
    """Asked by a signal, and with no limit to its patience."""
    from django.conf import settings

    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(settings.DATABASES["default"]["NAME"])],
        cwd=ROOT,
        env=os.environ | {"SHEEPFOLD_LOCAL": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(there(re.search(r"\d+", there(server.stdout).readline()))[0])
        link = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        link.request("GET", f"{ticket.address}?seen=0")
        assert link.getresponse().readline() == b"retry: 1000\n"
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == -signal.SIGTERM
    finally:
        server.kill()
        there(server.stdout).close()


SERVER = """
import socket, sys
import uvicorn
from config import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
config = uvicorn.Config("config.asgi:application", log_config=None, access_log=False)
uvicorn.Server(config).run(sockets=[listener])
"""


def test_a_stream_that_never_ends_is_not_waited_for(
    opens: Opens, ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a link that should have been refused makes a test fail, not hang."""
    monkeypatch.setattr(asgi, "BEAT_EVERY", 0.2)
    monkeypatch.setattr(serving, "PATIENCE", 1)
    view = opens(f"{ticket.address}?seen=0")
    assert view.next().name == "hello"
    with pytest.raises(AssertionError, match="neither tells nor ends"):
        view.next()
