"""Who may read a record book: everybody that of a public club, else its directors alone."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.records.seasons import plays_by_chance, takes_in
from tournaments.models import Club, Table
from tournaments.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OPEN = [p for p in urlpatterns if getattr(p.callback, "access", "") == "record_book"]
NEEDS_AN_OLD_EVENING = "old_evening"


def test_every_page_of_a_private_club_is_for_its_directors_alone(
    club: Club, stranger: Client, other_director: Client, director: Client
) -> None:
    first, second, *_rest = takes_in(club, "Anna", "Bert", "Carl")
    names = ("Anna", "Bert", "Carl")
    plays_by_chance(club, "sheepshead3-coins", names, 1, hands=3, on=date(2026, 11, 5))
    given = {
        "club_id": club.pk,
        "player_id": first.pk,
        "other_id": second.pk,
        "table_id": Table.objects.get().pk,
        "listing": "all",
        "ending": "xlsx",
    }
    assert len(OPEN) > 10
    pages = {
        str(each.name): reverse(
            str(each.name), kwargs={name: given[name] for name in each.pattern.converters}
        )
        for each in OPEN
    }
    del pages[NEEDS_AN_OLD_EVENING]
    for client in (stranger, other_director, director):
        assert {
            name: client.get(page).status_code for name, page in pages.items()
        } == dict.fromkeys(pages, 200)
    Club.objects.filter(pk=club.pk).update(is_public=False)
    for client in (stranger, other_director):
        assert {client.get(page).status_code for page in pages.values()} == {404}
    for page in pages.values():
        inside = director.get(page)
        assert inside.status_code == 200
        assert "no-store" in inside.headers["Cache-Control"]
    assert {director.post(page).status_code for page in pages.values()} == {405}
