"""Events that belong together: what directors do with a series, and what everybody sees."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.series.views import (
    series,
    series_final,
    series_groups,
    series_public,
    series_sheets_due,
)

urlpatterns: list[URLPattern] = [
    path("clubs/<int:club_id>/series/new/", series.new_series, name="new_series"),
    path("desk/series/<int:series_id>/", series.series_desk, name="series_desk"),
    path("desk/series/<int:series_id>/rules/", series.series_rules, name="series_rules"),
    path("desk/series/<int:series_id>/add/", series.add_stage, name="add_stage"),
    path("desk/series/<int:series_id>/remove/", series.remove_stage, name="remove_stage"),
    path("desk/series/<int:series_id>/next/", series.next_stage, name="next_stage"),
    path("desk/series/<int:series_id>/publish/", series.publish, name="publish_series"),
    path("desk/series/<int:series_id>/unpublish/", series.unpublish, name="unpublish_series"),
    path("desk/series/<int:series_id>/final/", series_final.series_final, name="series_final"),
    path("desk/series/<int:series_id>/final/give/", series_final.give_place, name="give_place"),
    path("desk/series/<int:series_id>/final/take/", series_final.take_place, name="take_place"),
    path("desk/series/<int:series_id>/final/decline/", series_groups.decline, name="decline_final"),
    path("desk/series/<int:series_id>/final/comes/", series_groups.comes, name="comes_to_final"),
    path("desk/series/<int:series_id>/final/move/", series_groups.move, name="move_in_finals"),
    path(
        "desk/series/<int:series_id>/final/move/back/",
        series_groups.move_back,
        name="move_in_finals_back",
    ),
    path("desk/series/<int:series_id>/final/update/", series_groups.update, name="update_finals"),
    path(
        "desk/series/<int:series_id>/sheets/due/",
        series_sheets_due.series_sheets_due,
        name="series_sheets_due",
    ),
    path("s/<int:series_id>/", series_public.series, name="series"),
    path("s/<int:series_id>/standing.csv", series_public.series_csv, name="series_csv"),
    path("s/<int:series_id>/final/", series_public.qualified, name="series_qualified"),
]
