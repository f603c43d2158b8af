"""Saying which player one is, and the page of whoever is one."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.own import views

ME = "me/"
CLAIM = f"{ME}<int:claim_id>/"

urlpatterns: list[URLPattern] = [
    path(ME, views.me, name="me"),
    path(f"{ME}of/<int:club_id>/<int:player_id>/", views.claim_player, name="claim_player"),
    path(f"{ME}by/<str:secret>/", views.claim_by_link, name="claim_by_link"),
    path(f"{CLAIM}shown/", views.shown, name="own_shown"),
    path(f"{CLAIM}end/", views.end, name="end_claim"),
    path(f"{CLAIM}file/", views.own_file, name="own_file"),
    path(f"{CLAIM}person.zip", views.take_own_file, name="take_own_file"),
]
