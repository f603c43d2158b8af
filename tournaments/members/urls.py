"""Who runs a club or helps at an event, and the links by which others join them."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.members import views

MEMBERS = "clubs/<int:club_id>/members/"
HELPERS = "desk/<int:event_id>/helpers/"

urlpatterns: list[URLPattern] = [
    path(MEMBERS, views.members, name="members"),
    path(f"{MEMBERS}invite/", views.invite, name="invite"),
    path(f"{MEMBERS}mail/", views.mail_invitation, name="mail_invitation"),
    path(f"{MEMBERS}withdraw/", views.withdraw, name="withdraw_invitation"),
    path(f"{MEMBERS}role/", views.change_role, name="change_role"),
    path(f"{MEMBERS}end/", views.end_membership, name="end_membership"),
    path(HELPERS, views.helpers, name="helpers"),
    path(f"{HELPERS}invite/", views.invite_helper, name="invite_helper"),
    path(f"{HELPERS}mail/", views.mail_helper, name="mail_helper"),
    path(f"{HELPERS}withdraw/", views.withdraw_helper, name="withdraw_helper"),
    path(f"{HELPERS}end/", views.end_helping, name="end_helping"),
    path("join/<str:secret>/", views.join, name="join"),
]
