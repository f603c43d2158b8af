"""Every address of the site is declared in the tournaments app."""

from __future__ import annotations

from django.urls import include, path

urlpatterns = [path("", include("tournaments.urls"))]
