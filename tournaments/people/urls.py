"""Who is who in a club over the years: for its directors."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.people import views as people

CLUB = "c/<int:club_id>/people/"
PERSON = f"{CLUB}<int:player_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, people.record_people, name="record_people"),
    path(f"{CLUB}count/", people.count_on, name="count_people"),
    path(f"{CLUB}apart/", people.two_people, name="two_people"),
    path(PERSON, people.person, name="record_person"),
    path(f"{PERSON}names/", people.person_alias, name="person_alias"),
    path(f"{PERSON}names/match/", people.person_match, name="person_match"),
    path(f"{PERSON}shown/", people.person_shown, name="person_shown"),
    path(f"{PERSON}merge/", people.merge_person, name="merge_person"),
    path(f"{PERSON}unmerge/", people.unmerge_person, name="unmerge_person"),
    path(f"{PERSON}erase/", people.erase_person, name="erase_person"),
]
