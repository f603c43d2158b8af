"""Every address of the site is declared in the tournaments app."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]
handler500 = "config.errors.answer_failure"
