"""What players and spectators see of an event."""

from __future__ import annotations

from django.urls import path

from tournaments.events.standings.views import entry_page, public, screen

urlpatterns = [
    path("e/<int:event_id>/", public.event, name="event"),
    path("e/<int:event_id>/standing.csv", public.event_csv, name="event_csv"),
    path("e/<int:event_id>/seats/", public.event_seats, name="event_seats"),
    path("e/<int:event_id>/entries/<int:number>/", entry_page.event_entry, name="event_entry"),
    path("e/<int:event_id>/screen/", screen.event_screen, name="event_screen"),
]
