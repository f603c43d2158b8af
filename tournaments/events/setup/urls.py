"""Setting an event up, showing it to everybody, its rule card."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.setup.views import publishing, rule_card, setup

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/new/", setup.new_event, name="new_event"),
    path("clubs/<int:club_id>/new/<slug:preset>/", setup.set_up_event, name="set_up_event"),
    path("desk/<int:event_id>/settings/", setup.event_settings, name="event_settings"),
    path("desk/<int:event_id>/publish/", publishing.publish_event, name="publish_event"),
    path("desk/<int:event_id>/unpublish/", publishing.unpublish_event, name="unpublish_event"),
    path("e/<int:event_id>/rules/", rule_card.event_rules, name="event_rules"),
]
