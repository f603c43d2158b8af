"""Signing in, clubs, setting an event up."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.results.views import typed_code
from tournaments.events.setup.views import publishing, rule_card, setup
from tournaments.site.views import accounts, clubs, first, security

urlpatterns: list[URLPattern] = [
    path("first/", first.first_account, name="first_account"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("security/", security.security, name="security"),
    path("code/", typed_code.typed_code, name="typed_code"),
    path("events/", clubs.events, name="events"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<int:club_id>/", clubs.club, name="club"),
    path("clubs/<int:club_id>/new/", setup.new_event, name="new_event"),
    path("clubs/<int:club_id>/new/<slug:preset>/", setup.set_up_event, name="set_up_event"),
    path("desk/<int:event_id>/settings/", setup.event_settings, name="event_settings"),
    path("desk/<int:event_id>/publish/", publishing.publish_event, name="publish_event"),
    path("desk/<int:event_id>/unpublish/", publishing.unpublish_event, name="unpublish_event"),
    path("e/<int:event_id>/rules/", rule_card.event_rules, name="event_rules"),
]
