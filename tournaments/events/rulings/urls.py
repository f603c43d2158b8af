"""Rulings and ties: what is decided beside the sheets."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.rulings import views
from tournaments.events.standings import views as ties

RULINGS = "desk/<int:event_id>/rulings/"
TIES = "desk/<int:event_id>/ties/"

urlpatterns: list[URLPattern] = [
    path(RULINGS, views.rulings, name="rulings"),
    path(f"{RULINGS}new/", views.new_ruling, name="new_ruling"),
    path(
        f"{RULINGS}<int:ruling>/withdraw/",
        views.withdraw_ruling,
        name="withdraw_ruling",
    ),
    path(TIES, ties.ties, name="ties"),
    path(f"{TIES}decide/", ties.decide_tie, name="decide_tie"),
    path(f"{TIES}<int:decision>/withdraw/", ties.withdraw_tie, name="withdraw_tie"),
]
