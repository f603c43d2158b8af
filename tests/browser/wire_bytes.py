"""What comes over the wire to a page, in bytes as they were sent: heads, and bodies compressed."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


class Received:
    """Counts what a page receives, from when this is made."""

    def __init__(self, page: Page) -> None:
        self._sizes: dict[str, int] = {}
        self.asked: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._is_asked)
        session.on("Network.responseReceived", self._begins)
        session.on("Network.dataReceived", self._goes_on)
        session.on("Network.loadingFinished", self._is_whole)

    def _is_asked(self, told: dict[str, Any]) -> None:
        if before := told.get("redirectResponse"):
            self._sizes[f"{told['requestId']} before"] = int(before["encodedDataLength"])
        self.asked[told["requestId"]] = told["request"]["url"]

    def _begins(self, told: dict[str, Any]) -> None:
        if not told["response"].get("fromDiskCache"):
            self._sizes[told["requestId"]] = int(told["response"]["encodedDataLength"])

    def _goes_on(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._sizes:
            self._sizes[told["requestId"]] += int(told["encodedDataLength"])

    def _is_whole(self, told: dict[str, Any]) -> None:
        if told["requestId"] in self._sizes:
            self._sizes[told["requestId"]] = int(told["encodedDataLength"])

    @property
    def bytes(self) -> int:
        """How many in all."""
        return sum(self._sizes.values())

    def by_address(self) -> dict[str, int]:
        """How many of each request."""
        return {
            f"{self.asked.get(number.split()[0], '')} {number}": size
            for number, size in self._sizes.items()
        }
