"""The record book of a club: its page, stories, players, pairs, ratings, what if, old records."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import book, old
from tournaments.tables.urls import watched

CLUB = "c/<int:club_id>/"
STORY = "e/<int:event_id>/story/"
PLAYER = f"{CLUB}players/<int:player_id>/"
PAIR = f"{CLUB}pairs/<int:player_id>/<int:other_id>/"
PAIRS = {"of_pairs": True}
FILE = "<slug:listing>.<slug:ending>"

RATINGS = f"{CLUB}ratings/"
RATED = "ratings.<slug:ending>"
OLD = f"{CLUB}old/"
OLD_FILE = f"{OLD}<int:import_id>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, book.record_book_page, name="record_book"),
    path(f"{CLUB}events.ics", book.club_calendar, name="club_calendar"),
    path(f"{CLUB}book/{FILE}", book.record_book_page, name="take_record_book"),
    path("t/<str:secret>/club/", book.sheet_club, name="sheet_club"),
    path(STORY, book.event_story, name="event_story"),
    path(f"{STORY}{FILE}", book.event_story, name="take_event_story"),
    path(f"{CLUB}players/", book.record_players, name="record_players"),
    path(f"{CLUB}players/players.<slug:ending>", book.record_players, name="take_record_players"),
    path(PLAYER, book.record_player, name="record_player"),
    path(f"{PLAYER}{FILE}", book.record_player, name="take_record_player"),
    path(f"{CLUB}pairs/", book.record_pairs, name="record_pairs"),
    path(f"{CLUB}pairs/pairs.<slug:ending>", book.record_pairs, name="take_record_pairs"),
    path(PAIR, book.record_pair, name="record_pair"),
    path(f"{PAIR}{FILE}", book.record_pair, name="take_record_pair"),
    path(RATINGS, book.ratings, name="record_ratings"),
    path(f"{RATINGS}pairs/", book.ratings, PAIRS, name="record_ratings_pairs"),
    path(f"{RATINGS}{RATED}", book.ratings, name="take_record_ratings"),
    path(f"{RATINGS}pairs/{RATED}", book.ratings, PAIRS, name="take_record_ratings_pairs"),
    *watched("what_if", "what-if/", book.table_what_if),
    path("e/<int:event_id>/what-if/", book.event_what_if_page, name="event_what_if"),
    path(OLD, old.old_records, name="old_records"),
    path(OLD_FILE, old.old_import, name="old_import"),
    path(f"{OLD_FILE}columns/", old.old_columns, name="old_columns"),
    path(f"{OLD_FILE}text/", old.old_text, name="old_text"),
    path(f"{OLD_FILE}take/", old.take_old, name="take_old"),
    path(f"{OLD_FILE}on/", old.old_goes_on, name="old_goes_on"),
    path(f"{OLD_FILE}back/", old.old_wanted, {"is_wanted": False}, name="old_back"),
    path(f"{OLD_FILE}again/", old.old_wanted, {"is_wanted": True}, name="old_again"),
    path(f"{OLD}evenings/<int:table_id>/", old.old_evening, name="old_evening"),
]
