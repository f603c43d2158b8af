"""Ratings in the record book: of players and of pairs, as pages and as lists."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.records.views import ratings

PAIRS = {"of_pairs": True}

CLUB = "c/<int:club_id>/ratings/"

urlpatterns: list[URLPattern] = [
    path(CLUB, ratings.ratings, name="record_ratings"),
    path(f"{CLUB}pairs/", ratings.ratings, PAIRS, name="record_ratings_pairs"),
    path(f"{CLUB}ratings.<slug:ending>", ratings.take_ratings, name="take_record_ratings"),
    path(
        f"{CLUB}pairs/ratings.<slug:ending>",
        ratings.take_ratings,
        PAIRS,
        name="take_record_ratings_pairs",
    ),
]
