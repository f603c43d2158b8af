"""The desk of an event: what comes next, history, clock, final list, and what goes wrong."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.desk import views
from tournaments.events.desk.services import TURNS
from tournaments.events.results.views import leaving
from tournaments.events.standings import views as standings

DESK = "desk/<int:event_id>"
CLOCK = f"{DESK}/rounds/<int:number>/clock"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}/", views.desk, name="desk"),
    path(f"{DESK}/clock/", views.clock, name="clock"),
    *(
        path(f"{CLOCK}/{turn}/", views.turn_clock, {"turn": turn}, name=f"clock_{turn}")
        for turn in TURNS
    ),
    path(f"{DESK}/announcements/", views.announce, name="announce"),
    path(
        f"{DESK}/announcements/<int:announcement>/down/",
        views.end_announcement,
        name="end_announcement",
    ),
    path(f"{DESK}/find/", views.find, name="find"),
    path(f"{DESK}/history/", views.history, name="history"),
    path(f"{DESK}/final/", standings.lock_final, name="lock_final"),
    path(f"{DESK}/final/reopen/", standings.reopen_final, name="reopen_final"),
    path(f"{DESK}/trouble/", views.trouble, name="trouble"),
    path(f"{DESK}/trouble/absent/", views.all_absent, name="all_absent"),
    path(f"{DESK}/tables/<int:place>/swap/", views.swap_rows, name="swap_rows"),
    path(f"{DESK}/leaving/", leaving.leaving, name="leaving"),
    path(f"{DESK}/leaving/<int:entry_id>/stay/", leaving.stay, name="stay"),
    path(f"{DESK}/checklist/", views.checklist, name="checklist"),
    path(f"{DESK}/checklist/tick/", views.tick, name="tick_item"),
]
