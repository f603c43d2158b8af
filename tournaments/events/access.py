"""Who is let in to an event, and links to its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from formats.event import EventSettings
from tournaments.common.access import Guard, Rights, Signs
from tournaments.common.actions import UNPROCESSABLE, new_form_token
from tournaments.common.rows import Joined
from tournaments.models import Author, Event


@dataclass(frozen=True)
class EventAccess(Signs):
    """An event that somebody was let in to, and what he may there."""

    event: Event
    by: Author = field(default_factory=Author)
    may: Rights = frozenset()

    @property
    def settings(self) -> EventSettings:
        """What the directors decided about the event."""
        return self.event.format

    def address(self, name: str, *args: object) -> str:
        """The address of one of the event's pages."""
        return reverse(name, args=[self.event.pk, *args])

    def page(
        self,
        request: HttpRequest,
        here: str,
        template: str,
        context: Mapping[str, object],
        *,
        wrong: object = None,
    ) -> HttpResponse:
        """One of its pages, `here` in the menu; `wrong`: what was refused on it, if anything.

        Its forms are made from the event as it is now, unless the context has another token.
        """
        usual = {"access": self, "here": here, "form_token": new_form_token(self.event.version)}
        status = UNPROCESSABLE if wrong else 200
        return render(request, template, {**usual, **context}, status=status)


_guard = Guard(
    kind="event",
    key="event_id",
    rows=Joined(Event, "thing", "club", "registration_terms"),
    access=EventAccess,
    is_public=lambda event: event.published_at is not None,
    language=lambda event: event.language,
    event="id",
    is_over=lambda event: event.state == Event.FINAL,
)

event_needs = _guard.needs
"""Declares a view for those who have a right at an event; it gets an `EventAccess`."""

public_event = _guard.for_all("public_event")
"""Declares a view of a published event that everybody may open; it gets an `EventAccess`.

Whoever may look at the event sees its pages before it is published."""


def event_for(request: HttpRequest, event_id: int) -> EventAccess:
    """An event that somebody came to by a secret of its own, and what he may there besides."""
    found = _guard.found_by(request, event_id)
    assert isinstance(found, EventAccess)
    return found


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
