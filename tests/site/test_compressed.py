"""Which pages come compressed, and which must not."""

from __future__ import annotations

import gzip
from collections.abc import Callable

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from config.compressed import CompressedPages
from tests.answers import Answer
from tournaments.models import Event
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

ASKING = {"accept-encoding": "gzip, deflate, br"}


@pytest.fixture
def at_table(db: None) -> str:
    """The address of a table, for whoever writes there."""
    names = ("Anna", "Ben", "Cora", "Dirk")
    opened = open_table(ruleset_key="saskop", options={}, names=names)
    return reverse("table", args=[opened.write_secret])


def got(browser: Client, address: str) -> Answer:
    answer = browser.get(address, headers=ASKING)
    assert answer.status_code == 200
    return answer


def is_compressed(answer: Answer) -> bool:
    return answer.headers.get("Content-Encoding") == "gzip"


def test_a_page_comes_compressed_to_whoever_understands_it(at_table: str) -> None:
    browser = Client()
    small, whole = got(browser, at_table), browser.get(at_table)
    assert is_compressed(small)
    assert not is_compressed(whole)
    assert "Accept-Encoding" in small.headers["Vary"]
    assert gzip.decompress(small.content).startswith(b"<!doctype html>")
    assert len(small.content) < len(whole.content) / 4
    for answer in (small, whole):
        assert int(answer.headers["Content-Length"]) == len(answer.content)
    assert len({len(got(browser, at_table).content) for _ in range(20)}) > 5  # by chance


def test_a_page_that_shows_secrets_and_repeats_its_query_does_not(
    at_table: str, director: Client
) -> None:
    """Signed in, or at home with one's tables: what is guessed in the query could be measured."""
    home, events = reverse("home"), reverse("events")
    at_home = Client()
    got(at_home, at_table)
    for browser, address, is_small in (
        (Client(), home, True),
        (Client(), f"{home}?secret=a", True),
        (at_home, home, True),
        (at_home, f"{home}?secret=a", False),
        (at_home, f"{at_table}?saved=1", True),  # whoever can ask for it knows its secret
        (director, home, True),
        (director, f"{home}?secret=a", False),
        (director, f"{events}?q=a", False),
        (director, f"{at_table}?saved=1", True),
    ):
        assert is_compressed(got(browser, address)) == is_small, address


def test_what_flows_comes_as_it_is(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(entries=8)
    flows = got(director, reverse("take_list", args=[event.pk, "start-list"]))
    assert flows.streaming
    assert not is_compressed(flows)


def test_what_is_too_short_to_be_compressed_is_as_long_as_it_says() -> None:
    def answers(request: HttpRequest) -> HttpResponse:
        page = HttpResponse("<p>\n    7\n</p>\n")
        page.headers["Content-Length"] = str(len(page.content))
        return page

    asked = RequestFactory().get("/", headers=ASKING)
    answer = CompressedPages(answers).process_response(asked, answers(asked))
    assert isinstance(answer, HttpResponse)
    assert (answer.content, answer.headers["Content-Length"]) == (b"<p>\n7\n</p>\n", "11")
