"""Events that belong together: what directors do with a series, and what everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.series import views

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/series/new/", views.new_series, name="new_series"),
    path("desk/series/<int:series_id>/", views.series_desk, name="series_desk"),
    path("desk/series/<int:series_id>/rules/", views.series_rules, name="series_rules"),
    path("desk/series/<int:series_id>/add/", views.add_stage, name="add_stage"),
    path("desk/series/<int:series_id>/remove/", views.remove_stage, name="remove_stage"),
    path("desk/series/<int:series_id>/next/", views.next_stage, name="next_stage"),
    path("desk/series/<int:series_id>/publish/", views.publish, name="publish_series"),
    path("desk/series/<int:series_id>/unpublish/", views.unpublish, name="unpublish_series"),
    path("desk/series/<int:series_id>/final/", views.series_final, name="series_final"),
    path("desk/series/<int:series_id>/final/give/", views.give_place, name="give_place"),
    path("desk/series/<int:series_id>/final/take/", views.take_place, name="take_place"),
    path("desk/series/<int:series_id>/final/decline/", views.decline, name="decline_final"),
    path("desk/series/<int:series_id>/final/comes/", views.comes, name="comes_to_final"),
    path("desk/series/<int:series_id>/final/move/", views.move, name="move_in_finals"),
    path(
        "desk/series/<int:series_id>/final/move/back/",
        views.move_back,
        name="move_in_finals_back",
    ),
    path("desk/series/<int:series_id>/final/update/", views.update, name="update_finals"),
    path(
        "desk/series/<int:series_id>/sheets/due/",
        views.series_sheets_due,
        name="series_sheets_due",
    ),
    path("s/<int:series_id>/", views.series, name="series"),
    path("s/<int:series_id>/standing.csv", views.series_csv, name="series_csv"),
    path("s/<int:series_id>/final/", views.qualified, name="series_qualified"),
]
