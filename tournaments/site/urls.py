"""What belongs to no room: home, words, rules, signing in, clubs, one's own account."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.site.views import account, home
from tournaments.site.views import (
    account as accounts,
)
from tournaments.site.views import (
    account as first,
)
from tournaments.site.views import (
    account as security,
)
from tournaments.site.views import home as clubs
from tournaments.site.views import home as rulesets
from tournaments.site.views import home as words

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("robots.txt", home.robots, name="robots"),
    path("rules/", rulesets.rulesets, name="rulesets"),
    path("rules/<slug:key>/", rulesets.ruleset, name="ruleset"),
    path("words/", words.words, name="words"),
    path("first/", first.first_account, name="first_account"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("security/", security.security, name="security"),
    path("events/", clubs.events, name="events"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/<int:club_id>/", clubs.club, name="club"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="account_password"),
    path("account/sign-ins/end/", account.end_sign_ins, name="end_sign_ins"),
]
