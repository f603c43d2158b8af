"""Taking events away and bringing them in."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.archive.views import bring_in, take_away

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/take-away/", take_away.take_away, name="take_away"),
    path("desk/<int:event_id>/take-away/event.json", take_away.take_event, name="take_event"),
    path("desk/<int:event_id>/take-away/lists.xlsx", take_away.take_workbook, name="take_workbook"),
    path(
        "desk/<int:event_id>/take-away/<slug:listing>.csv",
        take_away.take_list,
        name="take_list",
    ),
    path(
        "clubs/<int:club_id>/take-away/players.<slug:ending>",
        take_away.take_players,
        name="take_players",
    ),
    path("clubs/<int:club_id>/bring-in/", bring_in.bring_event_in, name="bring_event_in"),
    path(
        "clubs/<int:club_id>/bring-in/<int:upload>/",
        bring_in.bring_in_preview,
        name="bring_in_preview",
    ),
]
