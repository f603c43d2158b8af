"""Protests: listed, written down, decided, opened again."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.rulings.views import protests

ONE = "desk/<int:event_id>/protests/<int:protest>"

urlpatterns: list[URLPattern] = [
    path("desk/<int:event_id>/protests/", protests.protests, name="protests"),
    path("desk/<int:event_id>/protests/new/", protests.new_protest, name="new_protest"),
    path(f"{ONE}/", protests.protest, name="protest"),
    path(f"{ONE}/decide/", protests.decide_protest, name="decide_protest"),
    path(f"{ONE}/reopen/", protests.reopen_protest, name="reopen_protest"),
]
