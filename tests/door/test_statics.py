"""Static files take no thread, and are answered as they would be on one."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client, override_settings
from pytest_django import Settings

from config.hashed import collect
from config.middleware import policy_headers
from config.statics import Statics
from kit.offer import offered
from tests.answers import Answer
from tests.compressed import remembered
from tests.door.conftest import asks
from tests.serving import Served

pytestmark = pytest.mark.one_database
alone = pytest.mark.alone
SHEET = "/static/css/base.css"
HASHED = {"staticfiles": {"BACKEND": "config.hashed.HashedFiles"}}


@pytest.fixture
def own_files(tmp_path: Path) -> Iterator[Path]:
    """A folder of static files in the place of ours."""
    folder = tmp_path / "own"
    (folder / "js").mkdir(parents=True)
    (folder / "kit" / "engine-1.0").mkdir(parents=True)
    with override_settings(STATICFILES_DIRS=[folder]):
        yield folder


@pytest.fixture
def collected(tmp_path: Path) -> Iterator[None]:
    """The files as a public server has them."""
    with as_collected(tmp_path / "static"):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield


@contextmanager
def as_collected(folder: Path) -> Iterator[None]:
    """The settings of a public server that has its static files in that folder."""
    with override_settings(
        STATIC_ROOT=folder,
        STORAGES=HASHED,
        SHEEPFOLD_COLLECTED=True,
        WHITENOISE_USE_FINDERS=False,
        WHITENOISE_MAX_AGE=60,
        HTTPS=True,
        SECURE_SSL_REDIRECT=True,
        SECURE_HSTS_SECONDS=600,
    ):
        folder.mkdir()
        yield


def from_memory(
    path: str,
    method: str = "GET",
    *,
    scheme: str = "https",
    statics: Statics | None = None,
    **headers: str,
) -> Any:
    """Status, headers and body as the door answers them; None where it asks a thread."""
    head = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"method": method, "path": path, "query_string": b"", "scheme": scheme}
    files = statics or Statics(policy_headers())
    answer = files.answer(scope | {"headers": head, "type": "http"})
    if answer is None:
        return None
    start, body = answer
    said = {name.decode(): value.decode() for name, value in start["headers"]}
    assert len(said) == len(start["headers"])
    return start["status"], said, body["body"]


def on_a_thread(
    path: str, method: str = "GET", *, client: Client | None = None, **headers: str
) -> Any:
    """The same, as WhiteNoise answers it among the rest of the program."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response: Answer = (client or Client()).generic(method, path, secure=True, headers=named)
    body = b"".join(response) if response.streaming else response.content
    return response.status_code, {k.lower(): v for k, v in response.headers.items()}, body


def every_file() -> list[str]:
    """The addresses of all of them."""
    names = {name for finder in finders.get_finders() for name, _ in finder.list([])}
    return [staticfiles_storage.url(name.removesuffix(".gz")) for name in sorted(names)]


def test_every_file_is_answered_as_on_a_thread() -> None:
    files, statics, client = every_file(), Statics(policy_headers()), Client()
    assert SHEET in files
    for path in files:
        assert from_memory(path, statics=statics) == on_a_thread(path, client=client)


def test_so_are_collected_ones_in_each_variant(collected: None) -> None:
    statics, client = Statics(policy_headers()), Client()
    for encoding in ("gzip", "gzip, deflate, br", "identity", ""):
        for path in every_file():
            found = from_memory(path, statics=statics, accept_encoding=encoding)
            assert found == on_a_thread(path, client=client, accept_encoding=encoding)
            assert "immutable" in found[1]["cache-control"]
            assert found[1].keys().isdisjoint({"etag", "last-modified"})  # nobody asks again
            assert found[1]["strict-transport-security"] == "max-age=600"
    sheet = staticfiles_storage.url("css/base.css")
    small, large = (from_memory(sheet, accept_encoding=each) for each in ("gzip", ""))
    assert small[1]["content-encoding"] == "gzip"
    assert gzip.decompress(small[2]) == large[2]
    assert len(small[2]) < len(gzip.compress(large[2]))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_what_a_browser_has_already_is_not_sent_again(method: str) -> None:
    _status, headers, body = from_memory(SHEET, method)
    assert bool(body) == (method == "GET")
    for known in (
        {"if_none_match": headers["etag"]},
        {"if_modified_since": headers["last-modified"]},
    ):
        again = from_memory(SHEET, method, **known)
        assert again == on_a_thread(SHEET, method, **known)
        assert (again[0], again[2]) == (304, b"")
    assert from_memory(SHEET, method, if_none_match='"other"')[0] == 200


def test_what_is_rare_or_not_there_is_left_to_a_thread(collected: None) -> None:
    path = staticfiles_storage.url("css/base.css")
    assert from_memory(path) is not None
    assert from_memory(path, scheme="http") is None
    assert from_memory(path, range="bytes=0-9") is None
    assert from_memory(path, "POST") is None
    assert from_memory("/static/css/none.css") is None
    assert from_memory("/static/../manage.py") is None


def test_files_that_are_being_worked_on_are_not_kept(settings: Settings) -> None:
    settings.WHITENOISE_AUTOREFRESH = True
    assert from_memory(SHEET) is None


def test_a_script_comes_with_those_that_it_imports_and_they_run_once(
    own_files: Path, tmp_path: Path
) -> None:
    scripts = {
        "page": 'import { open } from "./store.js";\nimport "./words.js";\nlet ran = open();\n',
        "store": 'import * as words from "./words.js";\nlet ran = 0;\n'
        "export function open() {\n  return words.say(ran);\n}\n",
        "words": 'const ran = "said";\nexport const say = () => ran;\n'
        'export const more = () => import("./later.js");\n',
        "later": "export const late = true;\n",
    }
    for name, text in scripts.items():
        (own_files / "js" / f"{name}.js").write_text(text)
    with as_collected(tmp_path / "static"):
        call_command("collectstatic", interactive=False, verbosity=0)
        page = from_memory(staticfiles_storage.url("js/page.js"))[2].decode()
        later = Path(staticfiles_storage.url("js/later.js")).name
        assert page.replace("\n", "") == (
            "const words_js=(self.joined??={}).words??=(()=>{"
            'const ran="said";const say=()=>ran;'
            f'const more=()=>import("./{later}");'
            "return{say,more};})();"
            "const store_js=(self.joined??={}).store??=(()=>{"
            "const words=words_js;let ran=0;function open(){return words.say(ran);}"
            "return{open};})();"
            "const{open}=store_js;let ran=open();"
        )
        assert from_memory("/static/js/page.js") is None


@pytest.mark.parametrize(
    "text", ["export let ran = 0;", 'export * from "./words.js";', "if (await ran) ran();"]
)
def test_a_script_that_cannot_be_joined_with_others_is_refused(
    own_files: Path, tmp_path: Path, text: str
) -> None:
    (own_files / "js" / "page.js").write_text('import { ran } from "./store.js";\n')
    (own_files / "js" / "store.js").write_text(f"{text}\n")
    with as_collected(tmp_path / "static"), pytest.raises(ValueError, match=r"js/store\.js"):
        call_command("collectstatic", interactive=False, verbosity=0)


def test_what_comes_compressed_is_handed_out_as_it_lies(own_files: Path, tmp_path: Path) -> None:
    name, lies = "kit/engine-1.0/engine.wasm", gzip.compress(b"\0asm" * 100)
    (own_files / f"{name}.gz").write_bytes(lies)

    def handed_out() -> str:
        address = staticfiles_storage.url(name)
        assert address == f"/static/{name}"
        status, said, body = from_memory(address)
        assert (status, said, body) == on_a_thread(address)
        assert (status, body) == (200, lies)
        assert (said["content-type"], said["content-encoding"]) == ("application/wasm", "gzip")
        assert from_memory(f"{address}.gz") is None
        return str(said["cache-control"])

    assert handed_out() == "max-age=0, public"
    with override_settings(WHITENOISE_AUTOREFRESH=True):  # as where they are being worked on
        assert on_a_thread(f"/static/{name}")[2] == lies
    with as_collected(tmp_path / "static"):
        call_command("collectstatic", interactive=False, verbosity=0)
        assert "immutable" in handed_out()


def test_files_are_collected_again_when_one_has_changed(own_files: Path, tmp_path: Path) -> None:
    script = own_files / "js" / "page.js"
    script.write_text("first();\n")
    with as_collected(tmp_path / "static"):
        collect()
        first = tmp_path / "static" / staticfiles_storage.url("js/page.js").removeprefix("/static/")
        made = first.stat().st_mtime_ns
        collect()
        assert first.stat().st_mtime_ns == made
        script.write_text("second();\n")
        collect()
        assert b"second" in from_memory(staticfiles_storage.url("js/page.js"))[2]
        assert not first.exists()


def test_what_phones_fetch_is_packed_once(own_files: Path, tmp_path: Path) -> None:
    """`start` packs it before it asks whether a file has changed."""
    (own_files / "js" / "page.js").write_text("first();\n")
    kit = tmp_path / "kit"
    with as_collected(tmp_path / "static"), override_settings(SHEEPFOLD_KIT=kit):
        collect()
        assert not kit.exists()
        call_command("collectstatic", interactive=False, verbosity=0)
        assert offered(kit)


def test_what_was_compressed_before_is_what_would_come_of_it_now(tmp_path: Path) -> None:
    asked: list[bytes] = []

    def compress(data: bytes) -> bytes:
        asked.append(data)
        return data[:2]

    compress_once = remembered(compress, tmp_path)
    assert [compress_once(data) for data in (b"one", b"two", b"one")] == [b"on", b"tw", b"on"]
    assert asked == [b"one", b"two"]


async def never(*_: object) -> None:
    await asyncio.Event().wait()


@alone
def test_on_the_server_they_come_when_all_threads_are_taken(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.asgi.door._pages", never)
    assert asks(served, SHEET).status == 200
    monkeypatch.setattr("config.asgi.door._from_memory", lambda scope: None)
    with pytest.raises(TimeoutError):
        asks(served, SHEET, patience=1)
