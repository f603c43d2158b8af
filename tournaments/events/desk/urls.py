"""The desk of an event: what comes next, history, clock, final list, and what goes wrong."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.desk.views import announcements, checklist, clock, desk, history, trouble
from tournaments.events.results.views import leaving
from tournaments.events.standings import views

DESK = "desk/<int:event_id>"

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
    path(f"{DESK}/trouble/", trouble.trouble, name="trouble"),
    path(f"{DESK}/trouble/absent/", trouble.all_absent, name="all_absent"),
    path(f"{DESK}/tables/<int:place>/swap/", trouble.swap_rows, name="swap_rows"),
    path(f"{DESK}/leaving/", leaving.leaving, name="leaving"),
    path(f"{DESK}/leaving/<int:entry_id>/stay/", leaving.stay, name="stay"),
    path(f"{DESK}/checklist/", checklist.checklist, name="checklist"),
    path(f"{DESK}/checklist/tick/", checklist.tick, name="tick_item"),
]
