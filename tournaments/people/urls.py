"""Who is who in a club over the years: for its directors."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.people.views import people, people_merging, people_one

CLUB = "c/<int:club_id>/people/"
PERSON = f"{CLUB}<int:player_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, people.record_people, name="record_people"),
    path(f"{CLUB}count/", people.count_on, name="count_people"),
    path(f"{CLUB}apart/", people.two_people, name="two_people"),
    path(PERSON, people_one.person, name="record_person"),
    path(f"{PERSON}names/", people_one.person_alias, name="person_alias"),
    path(f"{PERSON}names/match/", people_one.person_match, name="person_match"),
    path(f"{PERSON}shown/", people_one.person_shown, name="person_shown"),
    path(f"{PERSON}merge/", people_merging.merge_person, name="merge_person"),
    path(f"{PERSON}unmerge/", people_merging.unmerge_person, name="unmerge_person"),
    path(f"{PERSON}erase/", people_merging.erase_person, name="erase_person"),
]
