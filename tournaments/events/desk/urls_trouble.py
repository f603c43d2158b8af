"""When something goes wrong: the mishaps, leaving in the middle of a round, the checklist."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.desk.views import checklist, trouble
from tournaments.events.results.views import leaving

DESK = "desk/<int:event_id>"

urlpatterns: list[URLPattern] = [
    path(f"{DESK}/trouble/", trouble.trouble, name="trouble"),
    path(f"{DESK}/trouble/absent/", trouble.all_absent, name="all_absent"),
    path(f"{DESK}/tables/<int:place>/swap/", trouble.swap_rows, name="swap_rows"),
    path(f"{DESK}/leaving/", leaving.leaving, name="leaving"),
    path(f"{DESK}/leaving/<int:entry_id>/stay/", leaving.stay, name="stay"),
    path(f"{DESK}/checklist/", checklist.checklist, name="checklist"),
    path(f"{DESK}/checklist/tick/", checklist.tick, name="tick_item"),
]
