"""Registering for an event by oneself."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.registration import views

DESK = "desk/<int:event_id>/registration/"
OWN = "r/<str:secret>/"

urlpatterns: list[URLPattern] = [
    path("e/<int:event_id>/register/", views.register, name="register"),
    path(OWN, views.own, name="own_registration"),
    path(f"{OWN}change/", views.change, name="change_registration"),
    path(f"{OWN}withdraw/", views.withdraw, name="withdraw_registration"),
    path(f"{OWN}erase/", views.erase, name="erase_registration"),
    path("in/<str:secret>/", views.arrive, name="registration_code"),
    path("desk/<int:event_id>/arrival/<int:entry_id>/", views.arrival, name="arrival"),
    path(DESK, views.desk, name="registration"),
    path(f"{DESK}terms/", views.set_terms, name="registration_terms"),
    path(f"{DESK}accept/", views.accept, name="accept_registration"),
    path(f"{DESK}network/", views.withdraw_network, name="withdraw_network"),
]
