"""Who runs a club, and the links by which others join them."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.members import views

MEMBERS = "clubs/<int:club_id>/members/"

urlpatterns: list[URLPattern] = [
    path(MEMBERS, views.members, name="members"),
    path(f"{MEMBERS}invite/", views.invite, name="invite"),
    path(f"{MEMBERS}withdraw/", views.withdraw, name="withdraw_invitation"),
    path(f"{MEMBERS}role/", views.change_role, name="change_role"),
    path(f"{MEMBERS}end/", views.end_membership, name="end_membership"),
    path("join/<str:secret>/", views.join, name="join"),
]
