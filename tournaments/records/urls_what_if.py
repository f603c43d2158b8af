"""What if an event had been scored in another way; tables have theirs with their other pages."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import what_if

urlpatterns: list[URLPattern] = [
    path("e/<int:event_id>/what-if/", what_if.event_what_if_page, name="event_what_if"),
]
