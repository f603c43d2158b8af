"""Who may at an event: each view declares it here; to hold a visit is to have been allowed.

Players and spectators need no account: they see what is published. Directors sign in and are let
in to the events of their own clubs; an administrator of the whole site to those of every club.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps

from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse

from tournaments.common.access import by_of, keep_private
from tournaments.common.directing import clubs_of
from tournaments.common.remembered import remember_device
from tournaments.formats.settings import EventSettings
from tournaments.models import By, Event

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class EventVisit:
    """An event that somebody was let in to, and whether as one of its directors."""

    event: Event
    by: By = field(default_factory=By)
    is_director: bool = False

    @property
    def settings(self) -> EventSettings:
        """What the directors decided about the event."""
        return EventSettings.from_json(self.event.settings)

    def address(self, name: str, *args: object) -> str:
        """The address of one of the event's pages."""
        return reverse(name, args=[self.event.pk, *args])


def event_director(view: View) -> View:
    """Declare a view for the directors of an event's club; it gets an `EventVisit`."""

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("sign_in"))
        event = _directed(request).filter(pk=event_id).first()
        if event is None:
            raise Http404
        visit = EventVisit(event, by_of(request), is_director=True)
        response = view(request, visit, **kwargs)
        remember_device(request, response, visit.by.device)
        keep_private(response)
        return response

    guarded.access = "event_director"  # type: ignore[attr-defined]
    return guarded


def public_event(view: View) -> View:
    """Declare a view of a published event that everybody may open; it gets an `EventVisit`.

    Directors see the pages of their own events before they are published.
    """

    @wraps(view)
    def guarded(request: HttpRequest, event_id: int, **kwargs: object) -> HttpResponseBase:
        event = Event.objects.select_related("club").filter(pk=event_id).first()
        if event is None:
            raise Http404
        is_director = clubs_of(request.user).filter(pk=event.club_id).exists()
        if event.published_at is None and not is_director:
            raise Http404
        by = by_of(request) if is_director else By()
        response = view(request, EventVisit(event, by, is_director=is_director), **kwargs)
        if is_director:
            keep_private(response)
        return response

    guarded.access = "public_event"  # type: ignore[attr-defined]
    return guarded


def _directed(request: HttpRequest) -> QuerySet[Event]:
    return Event.objects.select_related("club").filter(club__in=clubs_of(request.user))
