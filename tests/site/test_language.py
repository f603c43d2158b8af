"""In which language a page is: chosen on this device, wished by the browser, or the site's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from tests.answers import Answer, there
from tests.language import said
from tests.tables.conftest import FormReader, words_of

pytestmark = pytest.mark.django_db

SWITCH = "/language/"
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


def asking(accepts: str) -> Client:
    """A browser that asks for these languages."""
    return Client(headers={"Accept-Language": accepts})


def presses(client: Client, address: str, language: str) -> Answer:
    """Read a page, and press the name of a language in its foot."""
    page = client.get(address).content.decode()
    button = rf'<button[^>]*name="language" value="{language}" lang="{language}"'
    assert re.search(button, page.split("<footer")[1])
    return client.post(SWITCH, FormReader(page).sent_to(SWITCH) | {"language": language})


def test_a_press_in_the_foot_leads_back_to_the_page_in_that_language_for_a_year() -> None:
    client = asking("en-GB,en;q=0.9")
    address = reverse("choose_game") + "?players=4"
    answer = presses(client, address, "de")
    assert (answer.status_code, answer["Location"]) == (302, address)
    kept = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (kept.value, kept["max-age"], kept["samesite"]) == ("de", 365 * 24 * 3600, "Lax")
    page = client.get(address)
    assert language_of(page) == "de"
    assert "Wörter" in words_of(page)
    assert language_of(client.get(reverse("words"))) == "de"
    presses(client, address, "en")
    assert language_of(client.get(address)) == "en"


def test_every_language_calls_itself_by_its_own_name() -> None:
    for spoken in ("en", "de", "et"):
        page = asking(spoken).get("/").content.decode()
        for code, name in (("en", "English"), ("de", "Deutsch"), ("et", "Eesti")):
            pressed = f'value="{code}" lang="{code}">{name}</button>'
            shown = f'<b class="tap" lang="{code}" aria-current="true">{name}</b>'
            assert (shown if code == spoken else pressed) in page
            assert (shown not in page) == (code != spoken)


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/x",
        "javascript:alert(1)",
        "",
        r"\\x.example",
    ],
)
def test_a_press_leads_to_no_other_site(elsewhere: str) -> None:
    sent = {"next": elsewhere, "language": "de"}
    answer = Client().post(SWITCH, sent, headers={"referer": "https://elsewhere.example/"})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_an_address_that_is_only_read_changes_nothing() -> None:
    client = Client()
    assert client.get(SWITCH, {"language": "de", "next": "/"}).status_code == 405
    assert not client.cookies


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


def test_what_answers_a_form_offers_no_way_back_to_it() -> None:
    page = Client().post(reverse("sign_in"), {"username": "", "password": ""})
    assert page.status_code == 422
    assert SWITCH not in page.content.decode()


def test_a_refusal_is_in_the_language_of_whoever_is_refused() -> None:
    asking("de").get("/")
    answer = asking("en").post("/", headers={"sec-fetch-site": "cross-site"})
    assert answer.content.decode() == "This form was sent from another site."
    answer = asking("de").post("/", headers={"sec-fetch-site": "cross-site"})
    assert answer.content.decode() == "Von einer anderen Seite."
