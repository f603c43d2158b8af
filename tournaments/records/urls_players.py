"""The record book: the players of a club, and who plays with whom."""

from __future__ import annotations

from django.urls import path

from tournaments.records.views import pairs, players

CLUB = "c/<int:club_id>/"
PLAYER = f"{CLUB}players/<int:player_id>/"
PAIR = f"{CLUB}pairs/<int:player_id>/<int:other_id>/"

urlpatterns = [
    path(f"{CLUB}players/", players.record_players, name="record_players"),
    path(
        f"{CLUB}players/players.<slug:ending>",
        players.take_record_players,
        name="take_record_players",
    ),
    path(PLAYER, players.record_player, name="record_player"),
    path(
        f"{PLAYER}<slug:listing>.<slug:ending>",
        players.take_record_player,
        name="take_record_player",
    ),
    path(f"{CLUB}pairs/", pairs.record_pairs, name="record_pairs"),
    path(f"{CLUB}pairs/pairs.<slug:ending>", pairs.take_record_pairs, name="take_record_pairs"),
    path(PAIR, pairs.record_pair, name="record_pair"),
    path(f"{PAIR}<slug:listing>.<slug:ending>", pairs.take_record_pair, name="take_record_pair"),
]
