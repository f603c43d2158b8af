"""What if a table or an event had been scored in another way."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import club as what_if
from tournaments.tables.urls import watched

urlpatterns: list[URLPattern] = [
    *watched("what_if", "what-if/", what_if.table_what_if),
    path("e/<int:event_id>/what-if/", what_if.event_what_if_page, name="event_what_if"),
]
