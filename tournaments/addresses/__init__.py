"""The addresses of events, one file per subject; `urlpatterns` has them all."""

from __future__ import annotations

from tournaments.addresses import (
    archive,
    desk,
    door,
    finals,
    paper,
    prizes,
    public,
    results,
    rolling,
    rounds,
    rulings,
    series,
    setup,
    trouble,
)

urlpatterns = [
    *setup.urlpatterns,
    *door.urlpatterns,
    *rounds.urlpatterns,
    *finals.urlpatterns,
    *rolling.urlpatterns,
    *results.urlpatterns,
    *desk.urlpatterns,
    *trouble.urlpatterns,
    *paper.urlpatterns,
    *prizes.urlpatterns,
    *series.urlpatterns,
    *rulings.urlpatterns,
    *archive.urlpatterns,
    *public.urlpatterns,
]
