"""What belongs to no room: home, words, rules, signing in, clubs, one's own account."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.site.views import devices, founding, pages, password_links, second_factor

urlpatterns: list[URLPattern] = [
    path("", pages.home, name="home"),
    path("forget/", pages.forget_tables, name="forget_tables"),
    path("language/", pages.choose_language, name="choose_language"),
    path("robots.txt", pages.robots, name="robots"),
    path("rules/", pages.rulesets, name="rulesets"),
    path("rules/<slug:key>/", pages.ruleset, name="ruleset"),
    path("words/", pages.words, name="words"),
    path("privacy/", pages.privacy, name="privacy"),
    path("first/", pages.first_account, name="first_account"),
    path("sign-in/", pages.sign_in, name="sign_in"),
    path("sign-in/code/", second_factor.sign_in_code, name="sign_in_code"),
    path("sign-out/", pages.sign_out, name="sign_out"),
    path("security/", pages.security, name="security"),
    path("events/", pages.events, name="events"),
    path("clubs/", pages.clubs, name="clubs"),
    path("clubs/new/", founding.new_club, name="new_club"),
    path("clubs/asked/", founding.club_requests, name="club_requests"),
    path("clubs/asked/answer/", founding.answer_club_request, name="answer_club_request"),
    path("clubs/<int:club_id>/", pages.club, name="club"),
    path("clubs/<int:club_id>/language/", pages.club_language, name="club_language"),
    path("clubs/<int:club_id>/names/", pages.club_names, name="club_names"),
    path("clubs/<int:club_id>/sites/", pages.club_sites, name="club_sites"),
    path("sw.js", devices.service_worker, name="service_worker"),
    path("manifest.webmanifest", devices.manifest, name="manifest"),
    path("tables/", devices.tables_here, name="own_tables"),
    path("needs-network/", devices.needs_network, name="needs_network"),
    path("trust/", devices.trust, name="trust"),
    path("trust/sheepfold.crt", devices.certificate, name="certificate"),
    path("account/", pages.account, name="account"),
    path("account/password/", pages.password, name="account_password"),
    path("account/sign-ins/end/", pages.end_sign_ins, name="end_sign_ins"),
    path("account/links/", password_links.accounts, name="password_links"),
    path("account/links/new/", password_links.make_link, name="make_password_link"),
    path("new-password/<str:secret>/", password_links.new_password, name="new_password"),
    path("account/second-factor/", second_factor.second_factor, name="second_factor"),
    path("account/second-factor/off/", second_factor.switch_off, name="second_factor_off"),
    path("account/passkeys/", second_factor.passkeys, name="passkeys"),
    path("account/passkeys/remove/", second_factor.remove_passkey, name="remove_passkey"),
    path("sign-in/passkey/", second_factor.sign_in_passkey, name="sign_in_passkey"),
    path("account/recovery-codes/", second_factor.recovery_codes, name="recovery_codes"),
]
