"""Taking events away and bringing them in."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.archive import views

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/take-away/", views.take_away, name="take_away"),
    path("desk/<int:event_id>/take-away/event.json", views.take_event, name="take_event"),
    path("desk/<int:event_id>/take-away/lists.xlsx", views.take_workbook, name="take_workbook"),
    path(
        "desk/<int:event_id>/take-away/<slug:listing>.csv",
        views.take_list,
        name="take_list",
    ),
    path(
        "clubs/<int:club_id>/take-away/players.<slug:ending>",
        views.take_players,
        name="take_players",
    ),
    path("clubs/<int:club_id>/bring-in/", views.bring_event_in, name="bring_event_in"),
    path(
        "clubs/<int:club_id>/bring-in/<int:upload>/",
        views.bring_in_preview,
        name="bring_in_preview",
    ),
]
