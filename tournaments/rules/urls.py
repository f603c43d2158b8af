"""The house rules of a club, for its directors; and house rules as a code, for everybody."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.rules import views

CLUB = "c/<int:club_id>/rules/"
RULES = "house-rules/<int:rules_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, views.club_rules, name="club_rules"),
    path(f"{CLUB}new/", views.new_rules, name="new_rules"),
    path(f"{CLUB}bring-in/", views.bring_rules_in, name="bring_rules_in"),
    path(RULES, views.house_rules, name="house_rules"),
    path(f"{RULES}change/", views.change_rules, name="change_rules"),
    path(f"{RULES}rename/", views.rename, name="rename_rules"),
    path(f"{RULES}put-away/", views.put_rules_away, name="put_rules_away"),
    path(f"{RULES}bring-back/", views.bring_rules_back, name="bring_rules_back"),
    path(f"{RULES}usual/", views.usual_rules, name="usual_rules"),
    path("house-rules/", views.rules_as_code, name="rules_as_code"),
    path("house-rules/rules.json", views.rules_as_json, name="rules_as_json"),
]
