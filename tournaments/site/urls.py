"""What belongs to no room: home, words, rules, signing in, clubs, one's own account."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.site import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("forget/", views.forget_tables, name="forget_tables"),
    path("language/", views.choose_language, name="choose_language"),
    path("robots.txt", views.robots, name="robots"),
    path("rules/", views.rulesets, name="rulesets"),
    path("rules/<slug:key>/", views.ruleset, name="ruleset"),
    path("words/", views.words, name="words"),
    path("first/", views.first_account, name="first_account"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("security/", views.security, name="security"),
    path("events/", views.events, name="events"),
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/<int:club_id>/", views.club, name="club"),
    path("clubs/<int:club_id>/language/", views.club_language, name="club_language"),
    path("account/", views.account, name="account"),
    path("account/password/", views.password, name="account_password"),
    path("account/sign-ins/end/", views.end_sign_ins, name="end_sign_ins"),
]
