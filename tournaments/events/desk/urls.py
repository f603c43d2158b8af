"""The desk of an event: what comes next, history, clock, final list, and what goes wrong."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.desk import views
from tournaments.events.results.views import leaving
from tournaments.events.standings import views as standings

DESK = "desk/<int:event_id>"

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/", views.desk, name="desk"),
    path("desk/<int:event_id>/clock/", views.clock, name="clock"),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/start/",
        views.clock_start,
        name="clock_start",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/pause/",
        views.clock_pause,
        name="clock_pause",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/resume/",
        views.clock_resume,
        name="clock_resume",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/shift/",
        views.clock_shift,
        name="clock_shift",
    ),
    path(
        "desk/<int:event_id>/rounds/<int:number>/clock/stop/",
        views.clock_stop,
        name="clock_stop",
    ),
    path("desk/<int:event_id>/announcements/", views.announce, name="announce"),
    path(
        "desk/<int:event_id>/announcements/<int:announcement>/down/",
        views.end_announcement,
        name="end_announcement",
    ),
    path("desk/<int:event_id>/history/", views.history, name="history"),
    path("desk/<int:event_id>/final/", standings.lock_final, name="lock_final"),
    path("desk/<int:event_id>/final/reopen/", standings.reopen_final, name="reopen_final"),
    path(f"{DESK}/trouble/", views.trouble, name="trouble"),
    path(f"{DESK}/trouble/absent/", views.all_absent, name="all_absent"),
    path(f"{DESK}/tables/<int:place>/swap/", views.swap_rows, name="swap_rows"),
    path(f"{DESK}/leaving/", leaving.leaving, name="leaving"),
    path(f"{DESK}/leaving/<int:entry_id>/stay/", leaving.stay, name="stay"),
    path(f"{DESK}/checklist/", views.checklist, name="checklist"),
    path(f"{DESK}/checklist/tick/", views.tick, name="tick_item"),
]
