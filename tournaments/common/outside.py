"""Addresses for other devices: what is printed or scanned must work away from this machine."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def outside_address(request: HttpRequest, path: str) -> str:
    """The whole address of a page as another device reaches it.

    Whoever opened the site as `localhost` would else print codes that lead a phone to itself.
    """
    address: str = request.build_absolute_uri(path)
    host, colon, port = request.get_host().rpartition(":")
    name = host if colon and port.isdecimal() else request.get_host()
    network = settings.SHEEPFOLD_NETWORK_ADDRESS
    if network and name in THIS_MACHINE:
        return address.replace(f"://{name}", f"://{network}", 1)
    return address
