"""The account of whoever has signed in."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.site.views import account

urlpatterns: list[URLPattern] = [
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="account_password"),
    path("account/sign-ins/end/", account.end_sign_ins, name="end_sign_ins"),
]
