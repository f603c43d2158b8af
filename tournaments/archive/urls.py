"""Taking events away and bringing them in."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.archive import views

EVENT = "desk/<int:event_id>/take-away/"
CLUB = "clubs/<int:club_id>/"

urlpatterns: list[URLPattern] = [
    path(EVENT, views.take_away, name="take_away"),
    path(f"{EVENT}event.json", views.take_event, name="take_event"),
    path(f"{EVENT}lists.xlsx", views.take_workbook, name="take_workbook"),
    path(f"{EVENT}<slug:listing>.csv", views.take_list, name="take_list"),
    path(f"{CLUB}take-away/players.<slug:ending>", views.take_players, name="take_players"),
    path(
        "c/<int:club_id>/people/<int:player_id>/person.zip", views.take_person, name="take_person"
    ),
    path(f"{CLUB}bring-in/", views.bring_event_in, name="bring_event_in"),
    path(f"{CLUB}bring-in/<int:upload>/", views.bring_in_preview, name="bring_in_preview"),
]
