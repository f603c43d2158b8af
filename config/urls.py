"""Every address of the site is declared in the tournaments app, but what looks after the server."""

from __future__ import annotations

from django.urls import path

from project_tools import views
from tournaments import urls

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("metrics", views.metrics, name="metrics"),
    *urls.urlpatterns,  # not included: what was tried of an included list is noted once more
]
handler400 = "config.errors.answer_bad_request"
handler403 = "config.errors.answer_not_allowed"
handler404 = "config.errors.answer_not_here"
handler500 = "config.errors.answer_failure"
