"""The door: players, entries, who has arrived and paid."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.check_in.views import door, entries, entry_contacts, paste
from tournaments.people import views as people

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/players/", people.players, name="players"),
    path("clubs/<int:club_id>/players/new/", people.new_player, name="new_player"),
    path("clubs/<int:club_id>/players/alike/", people.alike_players, name="alike_players"),
    path("clubs/<int:club_id>/players/paste/", paste.paste_players, name="paste_players"),
    path("clubs/<int:club_id>/players/<int:player_id>/", people.player, name="player"),
    path("desk/<int:event_id>/door/", door.door, name="door"),
    path("desk/<int:event_id>/door/in/", door.check_in, name="check_in"),
    path("desk/<int:event_id>/entries/new/", entries.new_entry, name="new_entry"),
    path("desk/<int:event_id>/entries/paste/", paste.paste_entries, name="paste_entries"),
    path("desk/<int:event_id>/entries/<int:entry_id>/", entries.entry_form, name="entry_form"),
    path("desk/<int:event_id>/entries/<int:entry_id>/deed/", entries.entry_deed, name="entry_deed"),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/party/",
        entries.entry_party,
        name="entry_party",
    ),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/contact/",
        entry_contacts.entry_contact,
        name="entry_contact",
    ),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/same/",
        entry_contacts.entry_same,
        name="entry_same",
    ),
    path(
        "desk/<int:event_id>/contacts/erase/", entry_contacts.erase_contacts, name="erase_contacts"
    ),
    path(
        "desk/<int:event_id>/entries/<int:entry_id>/substitute/",
        entries.substitute,
        name="substitute",
    ),
]
