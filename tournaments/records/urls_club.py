"""The record book's first page, a sheet's way into it, and the story of an event afterwards."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import club
from tournaments.records.views import club as sheet_book
from tournaments.records.views import club as story

CLUB = "c/<int:club_id>/"
STORY = "e/<int:event_id>/story/"

urlpatterns: list[URLPattern] = [
    path(CLUB, club.record_book_page, name="record_book"),
    path(
        f"{CLUB}book/<slug:listing>.<slug:ending>", club.take_record_book, name="take_record_book"
    ),
    path("t/<str:secret>/club/", sheet_book.sheet_club, name="sheet_club"),
    path(STORY, story.event_story, name="event_story"),
    path(f"{STORY}<slug:listing>.<slug:ending>", story.take_event_story, name="take_event_story"),
]
