"""Events that belong together: what directors do with a series, and what everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.series import views

DESK = "desk/series/<int:series_id>/"
DECLINED, MOVED = {"decided": "declined"}, {"decided": "moved"}
SHOWN, HIDDEN = {"is_public": True}, {"is_public": False}

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/series/new/", views.new_series, name="new_series"),
    path(DESK, views.series_desk, name="series_desk"),
    path(f"{DESK}rules/", views.series_rules, name="series_rules"),
    path(f"{DESK}add/", views.add_stage, name="add_stage"),
    path(f"{DESK}remove/", views.remove_stage, name="remove_stage"),
    path(f"{DESK}next/", views.next_stage, name="next_stage"),
    path(f"{DESK}publish/", views.publish, SHOWN, name="publish_series"),
    path(f"{DESK}unpublish/", views.publish, HIDDEN, name="unpublish_series"),
    path(f"{DESK}final/", views.series_final, name="series_final"),
    path(f"{DESK}final/give/", views.give_place, name="give_place"),
    path(f"{DESK}final/take/", views.take_place, name="take_place"),
    path(f"{DESK}final/decline/", views.decline, name="decline_final"),
    path(f"{DESK}final/comes/", views.take_back, DECLINED, name="comes_to_final"),
    path(f"{DESK}final/move/", views.move, name="move_in_finals"),
    path(f"{DESK}final/move/back/", views.take_back, MOVED, name="move_in_finals_back"),
    path(f"{DESK}final/update/", views.update, name="update_finals"),
    path(f"{DESK}sheets/due/", views.series_sheets_due, name="series_sheets_due"),
    path("s/<int:series_id>/", views.series, name="series"),
    path("s/<int:series_id>/standing.csv", views.series_csv, name="series_csv"),
    path("s/<int:series_id>/final/", views.qualified, name="series_qualified"),
]
