"""Every address of the site is declared in the tournaments app, but what looks after the server."""

from __future__ import annotations

from django.urls import include, path

from house import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.metrics, name="metrics"),
    path("", include("tournaments.urls")),
]
handler500 = "config.errors.answer_failure"
