"""The door: players, entries, who has arrived and paid."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.check_in import views
from tournaments.people import views as people

PLAYERS = "clubs/<int:club_id>/players"
DESK = "desk/<int:event_id>"
ENTRY = f"{DESK}/entries/<int:entry_id>"

urlpatterns: list[URLPattern] = [
    path(f"{PLAYERS}/", people.players, name="players"),
    path(f"{PLAYERS}/new/", people.new_player, name="new_player"),
    path(f"{PLAYERS}/alike/", people.alike_players, name="alike_players"),
    path(f"{PLAYERS}/paste/", views.paste_players, name="paste_players"),
    path(f"{PLAYERS}/<int:player_id>/", people.player, name="player"),
    path(f"{DESK}/door/", views.door, name="door"),
    path(f"{DESK}/door/in/", views.check_in, name="check_in"),
    path(f"{DESK}/entries/new/", views.new_entry, name="new_entry"),
    path(f"{DESK}/entries/paste/", views.paste_entries, name="paste_entries"),
    path(f"{ENTRY}/", views.entry_form, name="entry_form"),
    path(f"{ENTRY}/deed/", views.entry_action, name="entry_action"),
    path(f"{ENTRY}/party/", views.entry_party, name="entry_party"),
    path(f"{ENTRY}/contact/", views.entry_contact, name="entry_contact"),
    path(f"{ENTRY}/same/", views.entry_same, name="entry_same"),
    path(f"{DESK}/contacts/erase/", views.erase_contacts, name="erase_contacts"),
    path(f"{ENTRY}/substitute/", views.substitute, name="substitute"),
]
