"""Every answer carries the headers that bind the browser, errors and static files too."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from config.logs import Calm, DiscreetFormatter
from config.settings import CONTENT_SECURITY_POLICY
from tests.answers import Answer

POLICY = {
    "Content-Security-Policy": "default-src 'none'",
    "Permissions-Policy": "camera=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def assert_policy(response: Answer) -> None:
    missing = {
        name for name, start in POLICY.items() if start not in response.headers.get(name, "")
    }
    assert not missing


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status"), [("/", 200), ("/no-such-page/", 404), ("/static/no-such-file.css", 404)]
)
def test_pages_and_errors(address: str, status: int) -> None:
    response = Client(raise_request_exception=False).get(address, follow=True)
    assert response.status_code == status
    assert_policy(response)


@pytest.mark.django_db
def test_an_unknown_host() -> None:
    response = Client().get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert_policy(response)


def test_a_static_file_that_is_opened_by_itself() -> None:
    response = Client().get("/static/img/mark.svg")
    assert response.status_code == 200
    assert_policy(response)


@pytest.mark.parametrize("name", ["css/base.css", "js/live.js"])
def test_what_a_page_loads_is_ruled_by_the_page(name: str) -> None:
    response = Client().get(f"/static/{name}")
    assert response.status_code == 200
    of_files = {"Cross-Origin-Resource-Policy", "X-Content-Type-Options"}
    assert POLICY.keys() & response.headers.keys() == of_files


def test_no_inline_script_or_style_is_allowed() -> None:
    sources = {source for of in CONTENT_SECURITY_POLICY["DIRECTIVES"].values() for source in of}
    assert sources == {"'none'", "'self'", "data:"}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_form_from_another_site_is_refused(site: str) -> None:
    response = Client().post("/", headers={"sec-fetch-site": site})
    assert response.status_code == 403
    assert_policy(response)


def test_static_files_can_be_collected_under_hashed_names(tmp_path: Path) -> None:
    manifest = "config.hashed.HashedFiles"
    with override_settings(STATIC_ROOT=tmp_path, STORAGES={"staticfiles": {"BACKEND": manifest}}):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()


def test_logs_hold_no_table_link() -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Not Found: %s", ("/t/S3cret-Part/hands/",), None
    )
    line = DiscreetFormatter("%(message)s").format(record)
    assert line == "Not Found: /t/…/hands/"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What the console is told, whatever other tests did wrong in the same second."""
    console = logging.getLogger().handlers
    handler = next(each for each in console if isinstance(each.formatter, DiscreetFormatter))
    assert isinstance(handler, logging.StreamHandler)
    monkeypatch.setattr(handler, "filters", [Calm()])
    kept = handler.setStream(StringIO())
    yield handler.stream
    handler.setStream(kept)


@pytest.mark.django_db
def test_what_a_visitor_sends_wrongly_is_one_line_in_the_log(written: StringIO) -> None:
    assert Client().post("/open/sheepshead3-coins/", {"submission": "9" * 5000}).status_code == 400
    assert Client().get("/", headers={"host": "elsewhere.example"}).status_code == 400
    assert Client().get("/nowhere/").status_code == 404
    lines = written.getvalue().splitlines()
    assert len(lines) == 3, lines
    assert all(" INFO django." in line for line in lines)


def test_a_fault_of_ours_is_told_with_the_way_to_it(written: StringIO) -> None:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError:
        logging.getLogger("django.request").exception("Fault", extra={"status_code": 500})
    assert " ERROR django.request: Fault" in written.getvalue()
    assert "Traceback" in written.getvalue()


@pytest.mark.django_db
def test_only_the_worker_of_the_phones_engine_may_run_what_was_compiled_beforehand() -> None:
    worker, *others = (
        Client().get(f"/static/{name}").headers.get("Content-Security-Policy")
        for name in ("kit/worker.mjs", "js/kit.js", "kit/pyodide-314.0.7/pyodide.asm.mjs")
    )
    assert others == [None, None]
    known = Client().get("/static/kit/worker.mjs").headers["Last-Modified"]
    again = Client().get("/static/kit/worker.mjs", headers={"if-modified-since": known})
    assert again.status_code == 304
    assert again.headers["Content-Security-Policy"] == worker
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker
    page = worker.replace(" 'wasm-unsafe-eval'", "")
    assert page in Client().get("/healthz").headers["Content-Security-Policy"]
