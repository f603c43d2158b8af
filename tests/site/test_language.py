"""In which language a page is: chosen on this device, wished by the browser, or the site's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings

from tests.answers import Answer, there
from tests.catalogues import said

pytestmark = pytest.mark.django_db

GERMAN = {"Words": "Wörter", "This form was sent from another site.": "Von einer anderen Seite."}
ESTONIAN = {"Words": "Sõnad"}


@pytest.fixture(autouse=True)
def catalogues(tmp_path: Path) -> Iterator[None]:
    with said(tmp_path, de=GERMAN, et=ESTONIAN):
        yield


def language_of(page: Answer) -> str:
    """What the page says it is written in."""
    found = there(re.search(r'<html lang="([^"]*)"', page.content.decode())).group(1)
    assert page.headers["Content-Language"] == found
    return found


def asking(accepts: str, **more: str) -> Client:
    """A browser that asks for these languages."""
    return Client(headers={"Accept-Language": accepts}, **more)


@pytest.mark.parametrize(
    ("accepts", "spoken"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("et-EE,et;q=0.9,en;q=0.8", "et"),
        ("fr,de;q=0.4", "de"),
        ("en;q=0.2,de;q=0.7", "de"),
        ("fr", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        (";q=,,;;", "en"),
        ("de;q=nan", "en"),
        ("<script>", "en"),
        ("x" * 5_000, "en"),
    ],
)
def test_the_browser_wishes_and_what_nobody_can_read_wishes_nothing(
    accepts: str, spoken: str
) -> None:
    assert language_of(asking(accepts).get("/")) == spoken


@pytest.mark.parametrize("kept", ["", "fr", "klingon", "../../de", "d" * 5_000, "deutsch", '"'])
def test_a_cookie_that_names_no_offered_language_chooses_none(kept: str) -> None:
    client = asking("et")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = kept
    assert language_of(client.get("/")) == "et"


def test_what_was_chosen_here_comes_before_what_the_browser_wishes() -> None:
    client = asking("et")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert language_of(client.get("/")) == "de"


@override_settings(SHEEPFOLD_LANGUAGE="et")
def test_who_asks_for_none_of_them_gets_the_language_of_the_site() -> None:
    assert language_of(Client().get("/")) == "et"
    assert language_of(asking("fr").get("/")) == "et"
    assert language_of(asking("en").get("/")) == "en"


@override_settings(SHEEPFOLD_LANGUAGE="de")
@pytest.mark.parametrize("address", ["/", "/nothing/", "/words/", "/rules/"])
def test_caches_are_told_what_a_page_depends_on(address: str) -> None:
    varies = Client().get(address).headers["Vary"]
    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in varies.split(",")}


def test_what_is_no_page_is_the_same_for_everybody() -> None:
    answer = Client().get("/static/css/base.css")
    assert answer.status_code == 200
    assert "Accept-Language" not in answer.headers.get("Vary", "")


def test_a_refusal_is_in_the_language_of_whoever_is_refused() -> None:
    asking("de").get("/")
    answer = asking("en").post("/", headers={"sec-fetch-site": "cross-site"})
    assert answer.content.decode() == "This form was sent from another site."
    answer = asking("de").post("/", headers={"sec-fetch-site": "cross-site"})
    assert answer.content.decode() == "Von einer anderen Seite."
