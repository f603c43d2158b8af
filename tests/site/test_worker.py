"""What a phone is told so that a table opens without a network: worker, manifest, its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from struct import unpack
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

from config.release import HEADER, release, shell
from tests.tables.conftest import Director, director, words_of

__all__ = ["director"]

pytestmark = pytest.mark.django_db

IMPORT = re.compile(r'(?:from|import) "(\./[\w.]+)"')


def told(client: Client) -> dict[str, object]:
    """What the server puts before the worker's program."""
    program = client.get("/sw.js").content.decode()
    found: dict[str, object] = json.loads(program.split("\n")[0].removeprefix("const TOLD = ")[:-1])
    return found


def loaded(page: str) -> Iterator[str]:
    """The files that a page loads, and those that its scripts import."""
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        yield from _with_imports(address)


def _with_imports(address: str) -> Iterator[str]:
    yield address
    path = finders.find(address.removeprefix("/static/"))
    if address.endswith(".js"):
        for name in IMPORT.findall(Path(str(path)).read_text()):
            yield from _with_imports(urljoin(address, name))


def test_the_worker_is_asked_for_anew_each_time_and_may_look_after_the_whole_site() -> None:
    answer = Client().get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert told(Client())["release"] == release()


def test_with_another_engine_for_phones_it_is_another_release(
    tmp_path: Path, settings: Settings
) -> None:
    settings.SHEEPFOLD_KIT = tmp_path
    releases = set()
    for engine in ("one", "another"):
        (tmp_path / "kit.json").write_text(json.dumps({"hash": engine, "files": []}))
        release.cache_clear()
        releases.add(release())
    release.cache_clear()
    assert len(releases) == 2


def opened(director: Director) -> tuple[Client, str]:
    """A phone at a table, and the address of its sheet."""
    director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    table = director.address("table")
    director.client.get(table)
    return director.client, table


def test_its_files_are_those_that_the_pages_load(director: Director) -> None:
    phone, table = opened(director)
    pages = [phone.get(address).content.decode() for address in (table, "/tables/")]
    wanted = {address for page in pages for address in loaded(page)}
    icons = {address for address in wanted if "icon-" in address}  # a browser's, not a page's
    # Loaded when they are needed, by a phone that has the engine.
    kit = {"/static/js/kit.js", "/static/js/field.js"}
    assert set(shell()) == (wanted - icons) | kit
    assert told(phone)["shell"] == list(shell())


def test_only_what_a_link_opens_says_of_which_release_it_is(director: Director) -> None:
    phone, table = opened(director)
    assert phone.get(table)[HEADER] == phone.get("/tables/")[HEADER] == release()
    for address in ("/", "/sign-in/", "/events/"):
        assert HEADER not in phone.get(address).headers


def test_the_home_screen_opens_the_tables_of_this_device() -> None:
    page = Client().get("/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page.content.decode()
    assert "manifest-src 'self'" in page["Content-Security-Policy"]
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert found["start_url"] == "/tables/"
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        path = Path(str(finders.find(icon["src"].removeprefix("/static/"))))
        width, height = unpack(">II", path.read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]
        assert path.stat().st_size < 3_000
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    deep = re.search(r"--deep: light-dark\((#\w+), (#\w+)\)", base_css())
    assert deep is not None
    assert found["theme_color"] == deep[1]
    for colour in deep.groups():
        assert f'name="theme-color" content="{colour}"' in page.content.decode()


def base_css() -> str:
    return (settings.BASE_DIR / "static" / "css" / "base.css").read_text()


def test_the_tables_of_this_device_are_one_list_on_both_pages(director: Director) -> None:
    phone, table = opened(director)
    for address in ("/", "/tables/"):
        page = phone.get(address)
        assert "Your tables" in words_of(page)
        assert f'href="{table}"' in page.content.decode()
        assert "no-store" in page["Cache-Control"]
    assert "No table has been opened on this device yet." in words_of(Client().get("/tables/"))


def test_in_place_of_other_pages_there_is_a_way_back_that_the_worker_fills_in() -> None:
    page = Client().get("/needs-network/")
    assert "This page needs the network" in words_of(page)
    assert page.content.decode().count('href="/t/-/"') == 1
