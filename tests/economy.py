"""What would be done for every test anew, and needs to be done once."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.signals import setting_changed
from django.db.backends.base.creation import BaseDatabaseCreation
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.signals import connection_created
from django.test import client
from django.test.client import ClientHandler

from tests.compressed import remember
from tests.prepared import create_test_db

CHAIN = (
    "_view_middleware",
    "_template_response_middleware",
    "_exception_middleware",
    "_middleware_chain",
)
PURE = ("formats", "glossary", "scoring", "seating")
"""Folders of tests that know no database."""
OF_PAGES = (
    "_dj_autoclear_mailbox",
    "_django_clear_site_cache",
    "_django_db_marker",
    "_django_isolate_apps",
    "_django_set_urlconf",
    "_django_setup_unittest",
    "_live_server_helper",
    "_pw_trace_api_requests",
    "_template_string_if_invalid_marker",
    "nothing_differs",
)
"""What plugins and the tests of events have set up for every test, wanted or not."""
loaded: dict[str, Any] = {}
load_middleware = ClientHandler.load_middleware
truncate = DatabaseOperations.sql_flush
keep_context = client.store_rendered_templates  # type: ignore[attr-defined]  # Django's own


def load_once(handler: ClientHandler, is_async: bool = False) -> None:
    """Let all clients share one chain of middleware: loading it looks at every static file."""
    if not loaded:
        load_middleware(handler, is_async)
        loaded.update({name: getattr(handler, name) for name in CHAIN})
    for name, value in loaded.items():
        setattr(handler, name, value)


def keep_first_context(store: dict[str, Any], *about: Any, **more: Any) -> None:
    """Let an answer keep what its page is made of, and not also that of each part of the page.

    Django keeps a copy for every part that is included, some hundreds on a large page.
    """
    if "context" not in store:
        keep_context(store, *about, **more)


def forget(**_: object) -> None:
    """Other settings may be other middleware."""
    loaded.clear()


def trust_the_machine(connection: Any, **_: object) -> None:
    """What a test writes need not outlive a loss of power: PostgreSQL is told so by the check."""
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA synchronous=OFF")


def delete_rows(
    operations: DatabaseOperations,
    style: Any,
    tables: Sequence[str],
    *,
    reset_sequences: bool = False,
    **more: bool,
) -> list[str]:
    """Empty the tables after a test by deleting its few rows.

    TRUNCATE, which is Django's way, writes new files for every table and index and took longer than
    most tests. All is one transaction, at whose end alone PostgreSQL looks at what refers to what.
    """
    if reset_sequences:
        return truncate(operations, style, tables, reset_sequences=True, **more)
    return [f"DELETE FROM {operations.quote_name(table)};" for table in tables]


def spare() -> None:
    """Set all of it up, once in each process of the tests."""
    gc.disable()
    remember()
    BaseDatabaseCreation.create_test_db = create_test_db  # type: ignore[method-assign, assignment]  # in the place of Django's
    DatabaseOperations.sql_flush = delete_rows  # type: ignore[method-assign, assignment]  # in the place of Django's
    client.store_rendered_templates = keep_first_context  # type: ignore[attr-defined]  # Django's own
    ClientHandler.load_middleware = load_once  # type: ignore[method-assign, assignment]  # in the place of Django's
    setting_changed.connect(forget)
    connection_created.connect(trust_the_machine)


def leave_out_django(items: Sequence[pytest.Item]) -> None:
    """Set nothing of Django and of browsers up for each test of the packages that know neither."""
    for item in items:
        if item.path.parent.name in PURE and isinstance(item, pytest.Function):
            item.fixturenames[:] = [name for name in item.fixturenames if name not in OF_PAGES]


def collected() -> None:
    """The tests themselves stay to the end: nobody has to look again and again whether they do.

    What they make stays for the most part too, so it is looked at less often.
    """
    gc.freeze()
    gc.set_threshold(500_000)
    gc.enable()
