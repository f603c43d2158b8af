"""Setting an event up, showing it to everybody, its rule card."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.setup import views

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/new/", views.new_event, name="new_event"),
    path("clubs/<int:club_id>/new/<slug:preset>/", views.set_up_event, name="set_up_event"),
    path("desk/<int:event_id>/settings/", views.event_settings, name="event_settings"),
    path("desk/<int:event_id>/publish/", views.publish_event, name="publish_event"),
    path("desk/<int:event_id>/unpublish/", views.unpublish_event, name="unpublish_event"),
    path("e/<int:event_id>/rules/", views.event_rules, name="event_rules"),
    path("e/<int:event_id>/event.ics", views.event_calendar, name="event_calendar"),
]
