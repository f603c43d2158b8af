"""Rounds: drawn, repaired, told to everybody; and the cut for the finals."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.draw.views import cut, draws, repairs, rounds

DESK = "desk/<int:event_id>/rounds/"
ROUND = f"{DESK}<int:number>/"

urlpatterns: list[URLPattern] = [
    path(DESK, rounds.rounds, name="rounds"),
    path(ROUND, rounds.round_page, name="round"),
    path(f"{ROUND}draw/", draws.draw_round, name="draw_round"),
    path(f"{ROUND}keep/", draws.lock_table, name="lock_table"),
    path(f"{ROUND}swap/", draws.swap_seats, name="swap_seats"),
    path(f"{ROUND}drop/", draws.drop_draw, name="drop_draw"),
    path(f"{ROUND}accept/", draws.accept_draw, name="accept_draw"),
    path(f"{ROUND}publish/", rounds.publish_round, name="publish_round"),
    path(f"{ROUND}start/", rounds.start_round, name="start_round"),
    path(f"{ROUND}codes/", rounds.renew_codes, name="renew_codes"),
    path(f"{ROUND}cancel/", rounds.cancel_round, name="cancel_round"),
    path(f"{ROUND}repair/", repairs.repair_round, name="repair_round"),
    path(f"{ROUND}repair/do/", repairs.do_repair, name="do_repair"),
    path(f"{ROUND}cut/", cut.cut, name="cut"),
    path(f"{ROUND}cut/back/", cut.take_cut_back, name="take_cut_back"),
    path(f"{ROUND}cut/move/", cut.move_finalist, name="move_finalist"),
    path(f"{ROUND}cut/move/back/", cut.take_move_back, name="take_move_back"),
]
