"""A director says whom names on the club's sheets mean, and the record book follows."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.answers import Answer
from tests.records.club_evenings import LOST, WON, counts_right, evening
from tests.tables.conftest import FormReader, words_of
from tournaments.models import (
    Author,
    Club,
    Player,
    PlayerAlias,
    PlayerChange,
    Seat,
    SheetTally,
    YearTally,
)
from tournaments.people.queries import NamedPlayer, players_named, sheets_to_count, unknown_names
from tournaments.people.services.people import catch_up, say_who

pytestmark = pytest.mark.django_db


def page_of(club: Club) -> str:
    return reverse("record_people", args=[club.pk])


def says(client: Client, club: Club, **answers: str) -> Answer:
    """Fill in the form of names as it stands; `who_0="new"` answers the first row."""
    page = client.get(page_of(club)).content.decode()
    sent = FormReader(page).sent_to(page_of(club))
    return client.post(
        page_of(club), sent | {name.replace("_", "-"): text for name, text in answers.items()}
    )


def points(name: str) -> int:
    return YearTally.objects.get(player__name=name).points


def test_names_are_said_several_at_once_and_counted(club: Club, director: Client) -> None:
    evening(club, "Anna", "Bert", "Guest")
    evening(club, "ANNA", "Berti", "Guest", hands=(WON, LOST))
    anna = Player.objects.create(club=club, name="Anna Berg", home="Regen")
    Player.objects.create(club=club, name="Emil")
    seen = words_of(director.get(page_of(club)))
    assert "5 names" not in seen
    assert "4 names, the most frequent first" in seen
    assert "Anna 2 sheets" in seen
    assert "last beside: Berti, Guest" in seen
    # Rows stand by how often and name: Anna, Guest, Bert, Berti.
    refused = says(director, club, who_0=str(anna.pk), else_1="Zenzi", who_2="new")
    assert refused.status_code == 422
    assert "Nobody in the list is called “Zenzi”." in words_of(refused)
    page = refused.content.decode()
    assert 'value="Zenzi"' in page
    assert f'value="{anna.pk}" selected' in page
    assert not PlayerAlias.objects.exists()
    answer = says(director, club, else_0="anna berg (regen)", who_2="new")
    assert answer.status_code == 302
    assert points("Anna Berg") == 2 + 2 + 2
    assert points("Bert") == -1
    assert players_named(club.pk, ["anna", "Bert"]) == {
        "anna": anna.pk,
        "Bert": Player.objects.get(name="Bert").pk,
    }
    left = [one.name for one in unknown_names(club)]
    assert left == ["Guest", "Berti"]
    evening(club, "Anna", "Bert", "Carl")  # the next sheet knows them
    assert points("Anna Berg") == 8
    kinds = PlayerChange.objects.values_list("kind", "who")
    assert set(kinds) == {("alias_added", "Dora"), ("added", "Dora")}
    counts_right(club)


def test_the_same_form_twice_is_one_deed_and_a_taken_name_is_refused(
    club: Club, by: Author
) -> None:
    evening(club, "Anna", "Bert", "Carl")
    said, submission = [NamedPlayer("Anna", None)], uuid4()
    for _time in range(2):
        say_who(club=club, said=said, by=by, submission=submission)
        catch_up(club)
    assert Player.objects.count() == PlayerAlias.objects.count() == 1
    assert SheetTally.objects.count() == 1


def test_what_cannot_be_said_is_said_at_its_name(club: Club, director: Client) -> None:
    anna = Player.objects.create(club=club, name="Anna")
    one, _two = (Player.objects.create(club=club, name="Bert", home=home) for home in "AB")
    evening(club, "Bert", "Annie", "Zenzi")
    evening(club, "Bert", "Annie", "Anna")
    rows = [row.name for row in unknown_names(club)]
    assert rows == ["Annie", "Bert", "Zenzi"]
    # A name that two bear is said by hand; that Anna sat beside Annie shows on the second sheet.
    bert = f"who_{rows.index('Bert')}"
    refused = says(director, club, **{bert: str(anna.pk), "else_1": "Bert"})
    assert "Choose from the list or type a name, not both." in words_of(refused)
    refused = says(director, club, else_1="Bert")
    assert "Type one of these: Bert (A), Bert (B)." in words_of(refused)
    assert says(director, club, else_1="Bert (A)", who_0=str(anna.pk)).status_code == 302
    assert Seat.objects.filter(player=one).count() == 2
    annie = Seat.objects.filter(name="Annie").order_by("table_id")
    assert [seat.player_id for seat in annie] == [anna.pk, None]
    assert sheets_to_count(club) == {}
    assert [row.name for row in unknown_names(club)] == ["Zenzi"]
    counts_right(club)


def test_many_sheets_are_counted_in_portions(club: Club, by: Author, director: Client) -> None:
    for _evening in range(6):
        evening(club, "Anna", "Bert", "Carl")
    say_who(club=club, said=[NamedPlayer("Anna", None)], by=by, submission=uuid4())
    assert catch_up(club, most=4) == 2
    assert SheetTally.objects.count() == 4
    seen = director.get(page_of(club))
    assert "2 sheets are still to be counted. Count on" in words_of(seen).replace("0 / 2 ", "")
    part = director.post(
        reverse("count_people", args=[club.pk]), {"total": "6"}, headers={"HX-Request": "true"}
    )
    assert words_of(part) == "All sheets are counted."
    assert points("Anna") == 12
    counts_right(club)


def test_the_page_asks_no_more_of_many_names(club: Club, director: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert director.get(page_of(club)).status_code == 200
        return len(caught)

    evening(club, "Anna", "Bert", "Carl")
    for name in ("Anna Berg", "Ana Berg"):
        Player.objects.create(club=club, name=name)
    few = queries()
    for number in range(25):
        evening(club, f"Anna {number}", f"Bert {number}", "Carl", hands=())
        Player.objects.create(club=club, name=f"Anna Berg {number}")
    assert queries() <= few
    assert "Page 1 of 3" in words_of(director.get(page_of(club)))


def test_two_who_look_alike_are_proposed_until_somebody_decides(
    club: Club, director: Client
) -> None:
    one = Player.objects.create(club=club, name="Jörg Müller")
    other = Player.objects.create(club=club, name="Joerg Mueller")
    evening(club, "Anna Berg", "Anna Burg", "Carl")
    for name in ("Anna Berg", "Anna Burg"):
        Player.objects.create(club=club, name=name)
    for name in ("Anna Berg", "Anna Burg"):
        assert players_named(club.pk, [name])
    page = director.get(page_of(club))
    assert "Perhaps one person" in words_of(page)
    address = reverse("two_people", args=[club.pk])
    forms = [sent for where, sent in FormReader(page.content.decode()).forms if where == address]
    mine = next(
        sent for sent in forms if {sent["one"], sent["other"]} == {str(one.pk), str(other.pk)}
    )
    for _time in range(2):
        assert director.post(address, mine).status_code == 302
    assert PlayerChange.objects.filter(kind="different").count() == 1
    seen = words_of(director.get(page_of(club)))
    assert "Jörg Müller · Joerg Mueller" not in seen
    assert "Anna Berg · Anna Burg" in seen
    # Once it is known that they sat together, they are two by themselves.
    said = says(director, club, else_0="Anna Berg", else_1="Anna Burg")
    assert said.status_code == 302
    assert "Anna Berg · Anna Burg" not in words_of(director.get(page_of(club)))
