"""The director's desk: what is missing, clock, announcements, history, the final list."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.desk.views import announcements, clock, desk, history
from tournaments.events.standings import views

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/", desk.desk, name="desk"),
    path("desk/<int:event_id>/clock/", clock.clock, name="clock"),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/start/",
        clock.clock_start,
        name="clock_start",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/pause/",
        clock.clock_pause,
        name="clock_pause",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/resume/",
        clock.clock_resume,
        name="clock_resume",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/shift/",
        clock.clock_shift,
        name="clock_shift",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/stop/",
        clock.clock_stop,
        name="clock_stop",
    ),
    path("desk/<int:event_id>/announcements/", announcements.announce, name="announce"),
    path(
        "desk/<int:event_id>/announcements/<int:announcement>/down/",
        announcements.end_announcement,
        name="end_announcement",
    ),
    path("desk/<int:event_id>/history/", history.history, name="history"),
    path("desk/<int:event_id>/final/", views.lock_final, name="lock_final"),
    path("desk/<int:event_id>/final/reopen/", views.reopen_final, name="reopen_final"),
]
