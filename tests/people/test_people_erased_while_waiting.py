"""A person is erased while old records with the name in them wait to be taken in."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.records.club_evenings import THREE, WON
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.models import Author, Club, KeptEvening, OldImport, Player
from tournaments.people.services.erasing import erase
from tournaments.records.services.old_imports import keep_old_file, take_in, text_of
from tournaments.records.views.old import read_old

pytestmark = pytest.mark.django_db

NAME = "Zenzi Bärlauch"
LIST = f"day,who,points\n2016-11-03,{NAME},12\n2016-11-03,Ben,-12\n"
SHEET = {"day": "2015-05-01", "names": [NAME, "Ben", "Cora"], "hands": [WON]}


@pytest.fixture
def zenzi(club: Club) -> Player:
    Player.objects.create(club=club, name="Ben")
    return Player.objects.create(club=club, name=NAME)


def waits(club: Club, by: Author, kind: str, text: str) -> OldImport:
    return keep_old_file(
        club=club, by=by, kind=kind, text=text, ruleset=THREE, named=f"of {NAME}.csv"
    )


def erases(person: Player, by: Author) -> str:
    """What stands for the name afterwards."""
    erase(player=person, typed=NAME, reason="Asked", by=by, submission=uuid4())
    return f"Erased {person.pk}"


def take_form(director: Client, waiting: OldImport) -> tuple[str, dict[str, str]]:
    page = director.get(reverse("old_import", args=[waiting.club_id, waiting.pk]))
    address = reverse("take_old", args=[waiting.club_id, waiting.pk])
    return address, FormReader(page.content.decode()).sent_to(address)


def preview(director: Client, waiting: OldImport) -> str:
    answer: Answer = director.get(reverse("old_import", args=[waiting.club_id, waiting.pk]))
    return words_of(answer)


def test_the_file_that_waits_has_the_new_name(
    club: Club, zenzi: Player, by: Author, director: Client
) -> None:
    waiting = waits(club, by, OldImport.TOTALS, LIST)
    assert "2 names are those of players of the club" in preview(director, waiting)
    instead = erases(zenzi, by)
    waiting.refresh_from_db()
    assert text_of(waiting) == LIST.replace(NAME, instead)
    assert waiting.named == f"of {instead}.csv"
    assert NAME not in preview(director, waiting)
    address, form = take_form(director, waiting)
    assert director.post(address, form).status_code == 302
    table = KeptEvening.objects.get().table
    assert table is not None
    totals = table.seats.values_list("name", "player", "points")
    assert sorted(totals) == [("Ben", Player.objects.get(name="Ben").pk, -12), (instead, None, 12)]


@pytest.mark.parametrize("escaped", [True, False])
def test_so_has_a_record_of_hands(
    club: Club, zenzi: Player, by: Author, director: Client, escaped: bool
) -> None:
    waiting = waits(club, by, OldImport.HANDS, json.dumps([SHEET], ensure_ascii=escaped))
    instead = erases(zenzi, by)
    waiting.refresh_from_db()
    assert json.loads(text_of(waiting)) == [SHEET | {"names": [instead, "Ben", "Cora"]}]
    assert "1 May 2015" in preview(director, waiting)


def test_what_was_read_before_is_not_taken_in_afterwards(
    club: Club, zenzi: Player, by: Author
) -> None:
    waiting = waits(club, by, OldImport.TOTALS, LIST)
    reading = read_old(waiting)
    erases(zenzi, by)
    with pytest.raises(Refused, match="changed meanwhile"):
        take_in(
            imported=waiting,
            reading=reading,
            said=[],
            are_others_new=False,
            by=by,
            submission=uuid4(),
        )
    assert not KeptEvening.objects.exists()


def test_the_file_of_another_club_keeps_its_names(
    other_club: Club, zenzi: Player, by: Author
) -> None:
    waiting = waits(other_club, by, OldImport.TOTALS, LIST)
    erases(zenzi, by)
    waiting.refresh_from_db()
    assert text_of(waiting) == LIST
