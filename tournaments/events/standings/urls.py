"""What players and spectators see of an event, and ties decided outside the sheets."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.standings import views

TIES = "desk/<int:event_id>/ties/"

urlpatterns: list[URLPattern] = [
    path("e/<int:event_id>/", views.event, name="event"),
    path("e/<int:event_id>/standing.csv", views.event_csv, name="event_csv"),
    path("e/<int:event_id>/seats/", views.event_seats, name="event_seats"),
    path("e/<int:event_id>/entries/<int:number>/", views.event_entry, name="event_entry"),
    path("e/<int:event_id>/embed/", views.event_embed, name="event_embed"),
    path("e/<int:event_id>/screen/", views.event_screen, name="event_screen"),
    path(TIES, views.ties, name="ties"),
    path(f"{TIES}decide/", views.decide_tie, name="decide_tie"),
    path(f"{TIES}<int:decision>/withdraw/", views.withdraw_tie, name="withdraw_tie"),
]
