"""Who is who in a club over the years: for its directors."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.people import views

CLUB = "c/<int:club_id>/people/"
PERSON = f"{CLUB}<int:player_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, views.record_people, name="record_people"),
    path(f"{CLUB}count/", views.count_on, name="count_people"),
    path(f"{CLUB}apart/", views.two_people, name="two_people"),
    path(PERSON, views.person, name="record_person"),
    path(f"{PERSON}names/", views.person_alias, name="person_alias"),
    path(f"{PERSON}names/match/", views.person_match, name="person_match"),
    path(f"{PERSON}shown/", views.person_shown, name="person_shown"),
    path(f"{PERSON}account/", views.person_account, name="person_account"),
    path(f"{PERSON}link/", views.person_link, name="person_link"),
    path(f"{PERSON}merge/", views.merge_person, name="merge_person"),
    path(f"{PERSON}unmerge/", views.unmerge_person, name="unmerge_person"),
    path(f"{PERSON}erase/", views.erase_person, name="erase_person"),
]
