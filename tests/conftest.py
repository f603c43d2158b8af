"""Fixtures that every kind of test shares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from _pytest import runner
from django.conf import settings as site
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

from config.deep_calls import with_room
from project_tools.machine import find_chromium
from tests import economy, statements, unordered, waiting
from tests.events.conftest import (
    by,
    club,
    director,
    new_event,
    nothing_differs,
    other_club,
    other_director,
    stranger,
)
from tests.serving import PATIENCE, Served

__all__ = [
    "by",
    "club",
    "director",
    "new_event",
    "nothing_differs",
    "other_club",
    "other_director",
    "stranger",
]

economy.spare()
waiting.watch()
unordered.reverse()

# A red run in CI should be about the change, so there the examples of the laws are always the same;
# everywhere else they are drawn anew each time.
# How fast a machine draws them says nothing of the product, and every test has its time limit.
machine: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("here", **machine)
settings.register_profile("ci", derandomize=True, **machine)
settings.load_profile("here")
if os.environ.get("CI", "").lower() in {"1", "true"}:
    settings.load_profile("ci")

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-gpu-rasterization",
    "--disable-extensions",
    "--disable-features=PreloadTopChromeWebUI,InitialWebUI,WebUIReloadButton",
    "--js-flags=--liftoff-only",  # the engine of a phone: compiled once, and not again to be faster
]


@pytest.fixture(autouse=True, scope="session")
def site_of_the_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every form that a test sends is watched; and no page offers phones their engine by chance.

    Passwords are checked fast: hashing one as on a site takes a tenth of a second. For all tests
    at once: each change of settings has the middleware loaded anew.
    """
    watching = [*site.MIDDLEWARE, "tests.watched_forms.Watch"]
    kit = tmp_path_factory.mktemp("kit")
    fast = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(MIDDLEWARE=watching, SHEEPFOLD_KIT=kit, PASSWORD_HASHERS=fast):
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the Chromium of this machine; without one a test is skipped, or fails where CI is set."""
    path = find_chromium()
    if path is None:
        reason = "no Chromium found: install chromium-headless-shell to run the browser tests"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import expect  # only here: it takes long to read

    # Playwright keeps an event loop in this thread, which Django takes for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE * 1000)
    return {**browser_type_launch_args, "executable_path": path, "args": CHROMIUM_ARGUMENTS}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("statements")
    group.addoption("--note-statements", help="note in this folder what each test sends")
    group.addoption("--each-statement", help="run as few tests as send what this folder notes")
    late = "let each answer of the served site come up to so many seconds later: races show"
    parser.getgroup("serving").addoption("--late", type=float, default=0.0, help=late)


def pytest_configure(config: pytest.Config) -> None:
    statements.configure(config)
    Served.late = config.getoption("--late")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    economy.leave_out_django(items)


def pytest_collection_finish() -> None:
    economy.collected()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, with room for its calls, and in English.

    A page leaves its language behind in the thread that has made it.
    """
    translation.deactivate()
    return with_room(runner.pytest_runtest_protocol, item, nextitem)
