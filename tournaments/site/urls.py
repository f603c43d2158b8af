"""What belongs to no room: home, words, rules, signing in, clubs, one's own account."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.site.views import account, home

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("robots.txt", home.robots, name="robots"),
    path("rules/", home.rulesets, name="rulesets"),
    path("rules/<slug:key>/", home.ruleset, name="ruleset"),
    path("words/", home.words, name="words"),
    path("first/", account.first_account, name="first_account"),
    path("sign-in/", account.sign_in, name="sign_in"),
    path("sign-out/", account.sign_out, name="sign_out"),
    path("security/", account.security, name="security"),
    path("events/", home.events, name="events"),
    path("clubs/", home.clubs, name="clubs"),
    path("clubs/<int:club_id>/", home.club, name="club"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="account_password"),
    path("account/sign-ins/end/", account.end_sign_ins, name="end_sign_ins"),
]
