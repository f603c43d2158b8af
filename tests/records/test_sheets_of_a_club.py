"""A club's own evenings: opened for it, taken into its record book later, and out again."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from sheets.coming import Move
from tests.answers import Answer
from tests.events.conftest import signs_in
from tests.records.club_evenings import NOBODY, THREE, WON, counts_right, evening
from tests.tables.conftest import Director as Desk
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Club, Hand, Player, Seat, SheetTally, Table, TableChange, YearTally
from tournaments.tables.services.hands import change_people, record_hand
from tournaments.tables.services.tables import rename_seat

pytestmark = pytest.mark.django_db

OPEN = f"/open/{THREE}/"


@pytest.fixture(autouse=True)
def known(club: Club) -> None:
    Player.objects.bulk_create(Player(club=club, name=name) for name in ("Anna", "Bert", "Dora"))


def opening(client: Client) -> dict[str, str]:
    """The filled form that opens a table, as it stands without a club."""
    desk = Desk()
    desk.client = client
    return desk.opening(THREE, "Anna", "Bert", "Carl")


def opens(client: Client, **more: str) -> Answer:
    return client.post(OPEN, opening(client) | more)


def counted() -> dict[str, int]:
    rows = SheetTally.objects.values_list("player__name", "points")
    return dict(rows)


def secret_of(response: Answer) -> str:
    where: str = response["Location"]
    return where.split("/")[2]


def test_a_table_is_opened_for_a_club_by_its_directors_alone(
    club: Club, director: Client, other_director: Client, stranger: Client
) -> None:
    page = director.get(OPEN, {"club": club.pk})
    assert "Whose evening is it? Nobody’s Skat room" in words_of(page)
    assert '<option value="Dora">' in page.content.decode()
    assert "Whose evening" not in words_of(stranger.get(OPEN))
    opens(director, club=str(club.pk))
    table = Table.objects.get()
    assert table.club == club
    assert [seat.player and seat.player.name for seat in table.seats.all()] == [
        "Anna",
        "Bert",
        None,
    ]
    record_hand(table=table, record=WON, by=NOBODY, submission=uuid4())
    assert counted() == {"Anna": 2, "Bert": -1}
    # Without a club nothing is counted; the club of somebody else cannot be chosen.
    opens(director)
    assert Table.objects.latest("pk").club is None
    refused = opens(other_director, club=str(club.pk))
    assert refused.status_code == 422
    assert "Sign in again" in words_of(refused)
    assert 'value="Anna"' in refused.content.decode()
    assert Table.objects.count() == 2


def test_a_sheet_is_taken_in_and_out_again(
    club: Club, other_club: Club, director: Client, stranger: Client
) -> None:
    secret = secret_of(opens(stranger))
    table = Table.objects.get()
    record_hand(table=table, record=WON, by=NOBODY, submission=uuid4())
    address, people = reverse("sheet_club", args=[secret]), reverse("people", args=[secret])
    assert "Record book" not in words_of(stranger.get(people))
    sent = FormReader(director.get(people).content.decode()).sent_to(address)
    assert "Take it into the record book" in words_of(director.get(people))
    wanted = sent | {"club": str(club.pk), "deed": "in"}
    for outsider in (stranger, signs_in("Olga", other_club)):
        assert outsider.post(address, wanted).status_code == 404
    for _time in range(2):
        assert director.post(address, wanted)["Location"] == people
    assert counted() == {"Anna": 2, "Bert": -1}
    seen = words_of(director.get(people))
    assert "counts in the club’s record book: Skat room" in seen
    assert "( ✓ signed in: Dora )." in seen
    assert "Anna: Anna Bert: Bert Carl: nobody yet" in seen
    # Whoever holds the link sees no more of a person than everybody does.
    Player.objects.filter(name="Anna").update(name="Anna Maria Berg", shown="initials")
    assert "Anna: A. M. B." in words_of(stranger.get(people))
    assert "Take it out" not in words_of(stranger.get(people))
    both = signs_in("Berta", club, other_club)
    form = FormReader(both.get(people).content.decode()).sent_to(address)
    other = both.post(address, form | {"club": str(other_club.pk), "deed": "in"})
    assert "This sheet stands in another club’s record book." in words_of(other)
    assert both.post(address, form | {"club": str(club.pk), "deed": "out"}).status_code == 302
    assert counted() == {}
    assert not YearTally.objects.exclude(sheets=0).exists()
    assert not Seat.objects.exclude(player=None).exists()
    kinds = TableChange.objects.values_list("kind", "before", "after", "who")
    assert list(kinds) == [
        ("club_in", "", "Skat room", "Dora"),
        ("club_out", "Skat room", "", "Berta"),
    ]
    counts_right(club)


def test_whoever_joins_or_is_renamed_is_counted_as_who_the_name_means(club: Club) -> None:
    table = evening(club, "Anna", "Bert", "Carl")
    change_people(
        table=table,
        move=Move(None, 2, "dora"),
        by=NOBODY,
        submission=uuid4(),
        seen_version=Table.objects.get().version,
    )
    record_hand(table=table, record=WON, by=NOBODY, submission=uuid4())
    assert counted().keys() == {"Anna", "Bert", "Dora"}
    rename_seat(table=table, index=2, name="Emil", by=NOBODY, submission=uuid4())
    rename_seat(table=table, index=1, name="Guest", by=NOBODY, submission=uuid4())
    assert counted().keys() == {"Anna", "Dora"}
    rename_seat(table=table, index=2, name="BERT", by=NOBODY, submission=uuid4())
    assert counted().keys() == {"Anna", "Bert", "Dora"}
    assert Hand.objects.filter(table=table).count() == 3
    counts_right(club)
