"""What players and spectators see of an event."""

from __future__ import annotations

from django.urls import path

from tournaments.events.standings import views

urlpatterns = [
    path("e/<int:event_id>/", views.event, name="event"),
    path("e/<int:event_id>/standing.csv", views.event_csv, name="event_csv"),
    path("e/<int:event_id>/seats/", views.event_seats, name="event_seats"),
    path("e/<int:event_id>/entries/<int:number>/", views.event_entry, name="event_entry"),
    path("e/<int:event_id>/screen/", views.event_screen, name="event_screen"),
]
