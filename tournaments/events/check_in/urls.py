"""The door: players, entries, who has arrived and paid."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.check_in import views
from tournaments.people import views as people

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/players/", people.players, name="players"),
    path("clubs/<int:club_id>/players/new/", people.new_player, name="new_player"),
    path("clubs/<int:club_id>/players/alike/", people.alike_players, name="alike_players"),
    path("clubs/<int:club_id>/players/paste/", views.paste_players, name="paste_players"),
    path("clubs/<int:club_id>/players/<int:player_id>/", people.player, name="player"),
    path("desk/<int:event_id>/door/", views.door, name="door"),
    path("desk/<int:event_id>/door/in/", views.check_in, name="check_in"),
    path("desk/<int:event_id>/entries/new/", views.new_entry, name="new_entry"),
    path("desk/<int:event_id>/entries/paste/", views.paste_entries, name="paste_entries"),
    path("desk/<int:event_id>/entries/<int:entry_id>/", views.entry_form, name="entry_form"),
    path("desk/<int:event_id>/entries/<int:entry_id>/deed/", views.entry_deed, name="entry_deed"),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/party/",
        views.entry_party,
        name="entry_party",
    ),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/contact/",
        views.entry_contact,
        name="entry_contact",
    ),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/same/",
        views.entry_same,
        name="entry_same",
    ),
    path("desk/<int:event_id>/contacts/erase/", views.erase_contacts, name="erase_contacts"),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/substitute/",
        views.substitute,
        name="substitute",
    ),
]
