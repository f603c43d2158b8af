"""Links to pages, as whoever reads an event hands them to whoever shows it."""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse


class Link(NamedTuple):
    """The words to tap, the name of the page, and what stands in its address.

    `query` follows the address ("?round=2", "#swap"). Where it `is_action` tapping does it, else it
    leads there.
    """

    label: str
    page: str
    args: tuple[int | str, ...] = ()
    query: str = ""
    is_action: bool = False

    @property
    def address(self) -> str:
        """Where it leads."""
        return reverse(self.page, args=self.args) + self.query
