"""A standing in a frame: browsers show it on the pages of a site that the club has named alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.events.big import big_event
from tests.serving import Served
from tournaments.models import Club

pytestmark = [pytest.mark.browser, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]


@contextmanager
def another_site(page: str) -> Iterator[int]:
    """A server whose pages are all this one, and its port; with two names it is two sites."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def test_a_frame_is_shown_on_a_named_site_and_refused_on_another(
    new_context: CreateContextCallback, served: Served
) -> None:
    club = Club.objects.create(name="Schafkopffreunde", is_public=True)
    event = big_event(club, entries=8, closed=1, running=False, rounds=2, names=["Anna"] * 8)
    frame = f'<iframe src="{served.url}/e/{event.pk}/embed/" title="Cup" height="600"></iframe>'

    def opens(site: str) -> Page:
        page = new_context().new_page()
        page.goto(site)
        expect(page.get_by_role("heading", name="News")).to_be_visible()
        return page

    with another_site(f"<h1>News</h1>{frame}") as port:
        named, other = (f"http://{name}:{port}" for name in ("127.0.0.1", "localhost"))
        Club.objects.update(sites=[named])
        shown = opens(named)
        inside = shown.frame_locator("iframe")
        expect(inside.get_by_role("table", name="Standings after round 1")).to_be_visible()
        assert shown.context.cookies() == []
        with shown.context.expect_page() as opened:
            inside.get_by_role("link", name=event.title).click()
        expect(opened.value.get_by_role("table")).to_be_visible()
        assert shown.url == f"{named}/"

        refused = opens(other)
        expect(refused.frame_locator("iframe").get_by_role("table")).to_have_count(0)
        [framed] = refused.main_frame.child_frames
        assert event.title not in framed.content()
