"""An event afterwards: the story of its day."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.events.access import EventVisit, public_event
from tournaments.events.standings.queries.snapshots import Snapshot, public_snapshot, snapshot_of
from tournaments.events.standings.views import common
from tournaments.people.queries.people import people_of
from tournaments.records.queries.event_story import Story, story_lists
from tournaments.records.queries.event_story import event_story as story_of
from tournaments.records.queries.filters import keeps_back
from tournaments.records.views.taking import taken


@public_event
@require_safe
def event_story(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The race, the biggest hand, who rose, and what the field did."""
    snapshot, story = _told(visit)
    has_book = visit.is_director or visit.event.club.is_public
    more = {
        "here": "event_story",
        "story": story,
        "book": visit.event.club_id if has_book else None,
    }
    return render(request, "records/story.html", {**common(visit, snapshot), **more})


@public_event
@require_safe
def take_event_story(
    request: HttpRequest, visit: EventVisit, listing: str, ending: str
) -> HttpResponseBase:
    """The tables of the page: one as CSV, all as XLSX."""
    _snapshot, story = _told(visit)
    return taken(story_lists(story), listing, ending, called=visit.event.title)


def _told(visit: EventVisit) -> tuple[Snapshot, Story | None]:
    """The story, if the visitor may know it; 404 while its figures are kept back."""
    event = visit.event
    if keeps_back(event) and not visit.is_director:
        raise Http404
    people = people_of(event.club, is_director=visit.is_director)
    snapshot = snapshot_of(event) if visit.is_director else public_snapshot(event)
    return snapshot, story_of(snapshot, people)
