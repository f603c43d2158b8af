"""Old records: directors bring them in, whoever reads the record book reads their evenings."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import old
from tournaments.records.views import old as old_one

CLUB = "c/<int:club_id>/old/"
FILE = f"{CLUB}<int:import_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, old.old_records, name="old_records"),
    path(FILE, old_one.old_import, name="old_import"),
    path(f"{FILE}columns/", old.old_columns, name="old_columns"),
    path(f"{FILE}text/", old.old_text, name="old_text"),
    path(f"{FILE}take/", old.take_old, name="take_old"),
    path(f"{FILE}on/", old_one.old_goes_on, name="old_goes_on"),
    path(f"{FILE}back/", old_one.old_back, name="old_back"),
    path(f"{FILE}again/", old_one.old_again, name="old_again"),
    path(f"{CLUB}evenings/<int:table_id>/", old_one.old_evening, name="old_evening"),
]
