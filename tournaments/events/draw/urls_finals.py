"""The cut for the finals."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.draw.urls import ROUND
from tournaments.events.draw.views import cut

urlpatterns: list[URLPattern] = [
    path(f"{ROUND}cut/", cut.cut, name="cut"),
    path(f"{ROUND}cut/back/", cut.take_cut_back, name="take_cut_back"),
    path(f"{ROUND}cut/move/", cut.move_finalist, name="move_finalist"),
    path(f"{ROUND}cut/move/back/", cut.take_move_back, name="take_move_back"),
]
