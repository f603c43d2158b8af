"""The walk over all kinds of pages with a camera; pictures.py starts it."""

from __future__ import annotations

import pytest
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.browser.evening import Device
from tests.browser.pages import WORLDS
from tests.browser.pictures import Camera
from tests.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.made_up, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("world", WORLDS)
def test_pictures_are_taken(
    camera: Camera, new_context: CreateContextCallback, served: Served, world: str
) -> None:
    context = new_context(java_script_enabled=not camera.wanted.without_scripts)
    device = Device(context, served)
    for kind in WORLDS[world](device):
        if not camera.wanted.only or kind.name in camera.wanted.only:
            device.opens(kind.address)
            kind.then(device)
            camera.takes(device.page, kind.name)
