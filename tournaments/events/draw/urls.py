"""Rounds: drawn, repaired, told to everybody; and the cut for the finals."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.events.draw import views

DESK = "desk/<int:event_id>/rounds/"
ROUND = f"{DESK}<int:number>/"

urlpatterns: list[URLPattern] = [
    path(DESK, views.rounds, name="rounds"),
    path(ROUND, views.round_page, name="round"),
    path(f"{ROUND}draw/", views.draw_round, name="draw_round"),
    path(f"{ROUND}keep/", views.lock_table, name="lock_table"),
    path(f"{ROUND}swap/", views.swap_seats, name="swap_seats"),
    path(f"{ROUND}drop/", views.drop_draw, name="drop_draw"),
    path(f"{ROUND}accept/", views.accept_draw, name="accept_draw"),
    path(f"{ROUND}publish/", views.publish_round, name="publish_round"),
    path(f"{ROUND}start/", views.start_round, name="start_round"),
    path(f"{ROUND}codes/", views.renew_codes, name="renew_codes"),
    path(f"{ROUND}cancel/", views.cancel_round, name="cancel_round"),
    path(f"{ROUND}repair/", views.repair_round, name="repair_round"),
    path(f"{ROUND}repair/do/", views.do_repair, name="do_repair"),
    path(f"{ROUND}cut/", views.cut, name="cut"),
    path(f"{ROUND}cut/back/", views.take_cut_back, name="take_cut_back"),
    path(f"{ROUND}cut/move/", views.move_finalist, name="move_finalist"),
    path(f"{ROUND}cut/move/back/", views.take_move_back, name="take_move_back"),
]
