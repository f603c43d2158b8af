"""Rulings and protests."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.rulings import views

RULINGS = "desk/<int:event_id>/rulings/"
ONE = "desk/<int:event_id>/protests/<int:protest>"

urlpatterns: list[URLPattern] = [
    path(RULINGS, views.rulings, name="rulings"),
    path(f"{RULINGS}new/", views.new_ruling, name="new_ruling"),
    path(f"{RULINGS}<int:ruling>/withdraw/", views.withdraw_ruling, name="withdraw_ruling"),
    path("desk/<int:event_id>/protests/", views.protests, name="protests"),
    path("desk/<int:event_id>/protests/new/", views.new_protest, name="new_protest"),
    path(f"{ONE}/", views.protest, name="protest"),
    path(f"{ONE}/decide/", views.decide_protest, name="decide_protest"),
    path(f"{ONE}/reopen/", views.reopen_protest, name="reopen_protest"),
]
