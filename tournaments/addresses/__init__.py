"""The addresses of events, one file per subject; `urlpatterns` has them all."""

from __future__ import annotations

from tournaments.addresses import desk, door, public, results, rounds, setup

urlpatterns = [
    *setup.urlpatterns,
    *door.urlpatterns,
    *rounds.urlpatterns,
    *results.urlpatterns,
    *desk.urlpatterns,
    *public.urlpatterns,
]
