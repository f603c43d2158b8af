"""What the browser tests share: devices, each with a browser of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.test import override_settings
from playwright.sync_api import BrowserContext
from pytest_playwright.pytest_playwright import CreateContextCallback

from config.middleware import policy_headers
from config.statics import Statics
from kit.offer import prepare
from tests.browser.evening import PHONE, Device
from tests.prepared import folder_of_the_run, made_once
from tests.serving import Served, impatient, served

__all__ = ["impatient", "served"]


WITHOUT_WORKER = "delete Navigator.prototype.serviceWorker"


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> CreateContextCallback:
    """A browser that keeps no pages, as over plain http: what a story asks for reaches the site."""

    def made(**more: Any) -> BrowserContext:
        context = new_context(**more)
        if more.get("service_workers") != "allow":
            context.add_init_script(WITHOUT_WORKER)
        return context

    return cast(CreateContextCallback, made)


@pytest.fixture
def phone(new_context: CreateContextCallback, served: Served) -> Device:
    """Whoever enters the hands."""
    return Device(new_context(viewport=PHONE), served)


@pytest.fixture
def other(new_context: CreateContextCallback, served: Served) -> Device:
    """Somebody else at the same table."""
    return Device(new_context(viewport=PHONE), served)


@pytest.fixture(scope="session")
def prepared_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What phones fetch to work out points, in a folder that each test copies; made once a run."""
    with made_once(folder_of_the_run(tmp_path_factory) / "prepared", "kit", _prepare) as folder:
        return folder


def _prepare(folder: Path) -> None:
    prepare(folder, [code for code, _name in settings.LANGUAGES])


@pytest.fixture
def read_files(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The site reads its files when it begins, which may be long ago; this reads those of now."""

    def read() -> None:
        # Named as it is here: who imports it before the settings are read has those of a server.
        now = Statics(policy_headers()).answer
        monkeypatch.setattr("config.asgi.door._from_memory", now)

    return read


@pytest.fixture
def kept_files(read_files: Callable[[], None]) -> Iterator[None]:
    """Browsers keep style sheets and scripts, as where their names are hashed."""
    with override_settings(WHITENOISE_MAX_AGE=3600):
        read_files()
        yield
