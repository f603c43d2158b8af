"""Whoever opened an evening takes it back from somebody who made its links anew."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.meeting import at_once
from tests.tables.conftest import Director, FormReader, Visitor, saved, words_of
from tournaments.live.state import table_states
from tournaments.models import (
    Author,
    Club,
    Membership,
    Player,
    SwitchedOff,
    Table,
    TableChange,
    TableLink,
    hash_secret,
)
from tournaments.tables import queries
from tournaments.tables.services import tables

pytestmark = pytest.mark.django_db

EVENING = ("sheepshead3-coins", "Anna", "Ben", "Cora")


def changes_links(thief: Visitor) -> Visitor:
    """Make new links with the one that was shown around, and switch the older ones off."""
    made = thief.presses("table_links", "new_links")
    holder = Visitor(made["Location"].split("/")[2])
    holder.client = thief.client
    page = holder.client.get(holder.address("table_links")).content.decode()
    sent = FormReader(page).sent_to(holder.address("links_off")) | {"which": "others"}
    holder.client.post(holder.address("links_off"), sent)
    return holder


def takes_back(visitor: Visitor) -> Visitor:
    """Press the button of the page; whoever holds the new links then."""
    answer = visitor.presses("take_back", "take_back")
    assert answer.status_code == 302
    owner = Visitor(answer["Location"].split("/")[2])
    owner.client = visitor.client
    return owner


def finds(visitor: Visitor, name: str = "take_back") -> int:
    return visitor.client.get(visitor.address(name)).status_code


def a_day_passes() -> None:
    for change in TableChange.objects.all():
        change.made_at -= queries.BACK_FOR
        change.save()


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens(*EVENING)


@pytest.fixture
def thief(director: Director, table: Table) -> Visitor:
    """Scanned the code that the director showed around, and shut everybody else out with it."""
    guest = Visitor(director.secret)
    guest.client.post(guest.address("me"), {"name": "Anna"})
    return changes_links(guest)


def test_the_first_link_takes_the_evening_back(
    director: Director, thief: Visitor, table: Table
) -> None:
    page = director.client.get(director.address("table"))
    assert page.status_code == 302
    assert page["Location"] == director.address("take_back")
    assert page["Cache-Control"] == "no-store"
    words = director.sees("take_back")
    at = TableChange.objects.get(kind="links_off").made_at.astimezone()
    assert f"The links of this evening were changed at {at:%H:%M}" in words
    assert "says: Anna" in words
    thief_s = {link.pk for link in TableLink.objects.filter(revoked_at=None)}
    owner = takes_back(director)
    assert saved(owner.enters(picker=2, picker_points=61))
    assert thief.client.get(thief.address("table")).status_code == 404
    assert not thief_s & table_states([table.pk])[table.pk].open_links
    change = TableChange.objects.latest("pk")
    assert (change.kind, change.before, change.device) == (
        "taken_back",
        "watch, write",
        Table.objects.get().opened_device,
    )
    for left in (director, thief):
        assert finds(left) == 404
        assert left.client.post(left.address("take_back"), {}).status_code in (400, 404)


def test_what_was_sent_twice_gives_the_same_links(director: Director, thief: Visitor) -> None:
    page = director.client.get(director.address("take_back")).content.decode()
    sent = FormReader(page).sent_to(director.address("take_back"))
    first, again = (director.client.post(director.address("take_back"), sent) for _ in range(2))
    assert first["Location"] == again["Location"]
    assert TableChange.objects.filter(kind="taken_back").count() == 1


def test_after_a_day_the_first_link_is_like_any_unknown_one(
    director: Director, thief: Visitor
) -> None:
    page = director.client.get(director.address("take_back")).content.decode()
    sent = FormReader(page).sent_to(director.address("take_back"))
    a_day_passes()
    assert finds(director) == finds(director, "table") == 404
    assert director.client.post(director.address("take_back"), sent).status_code == 404
    assert thief.client.get(thief.address("table")).status_code == 200


def test_links_that_work_or_only_watch_take_nothing_back(director: Director, table: Table) -> None:
    watch = Visitor(director.watch_secret())
    assert finds(director) == finds(watch) == 404
    thief = changes_links(Visitor(director.secret))
    assert finds(watch) == finds(watch, "table") == finds(thief) == 404


def test_a_thief_who_takes_back_first_loses_it_to_the_device_that_opened(
    director: Director, thief: Visitor
) -> None:
    guest = Visitor(director.secret)
    guest.client = thief.client
    stolen = takes_back(guest)
    assert finds(stolen, "table") == 200
    owner = takes_back(director)
    assert finds(owner, "table") == 200
    for lost in (guest, thief, stolen, director):
        assert finds(lost) == finds(lost, "table") == 404


def test_links_made_in_taking_back_are_the_owner_s_and_a_thief_s_are_not(
    director: Director, thief: Visitor
) -> None:
    owner = takes_back(director)
    elsewhere = Visitor(owner.secret)
    robbed = changes_links(Visitor(owner.secret))
    again = takes_back(elsewhere)
    assert finds(robbed) == finds(robbed, "table") == 404
    assert finds(again, "table") == 200
    assert list(TableLink.objects.filter(is_owners=True)) == [
        TableLink.objects.get(secret_hash=hash_secret(again.secret))
    ]


def test_an_owner_who_makes_new_links_is_not_robbed_by_the_old_ones(director: Director) -> None:
    director.opens(*EVENING)
    guest = Visitor(director.secret)
    changed = changes_links(director)
    assert finds(guest) == finds(guest, "table") == 404
    robbed = changes_links(Visitor(changed.secret))
    assert finds(Visitor(changed.secret)) == 200
    assert finds(robbed) == 404


def test_the_answer_that_was_lost_leaves_the_evening_to_whoever_asks_again(
    director: Director,
) -> None:
    sent = director.opening(*EVENING)
    address = reverse("open_table", args=[EVENING[0]])
    lost = Client().post(address, sent)
    again = director.client.post(address, sent)
    assert lost["Location"] == again["Location"]
    director.secret = again["Location"].split("/")[2]
    guest = Visitor(director.secret)
    changes_links(guest)
    TableLink.objects.update(is_owners=False)
    assert finds(director) == 200


@pytest.fixture
def club(table: Table) -> Club:
    club = Club.objects.create(name="Skat room", is_public=True)
    Table.objects.filter(pk=table.pk).update(club=club)
    return club


def signs_in(name: str, *clubs: Club) -> Client:
    user = User.objects.create_user(name)
    for each in clubs:
        Membership.objects.create(club=each, user=user)
    client = Client()
    client.force_login(user)
    return client


def test_a_club_s_directors_always_take_back(
    director: Director, thief: Visitor, club: Club, table: Table
) -> None:
    dora, otto = signs_in("Dora", club), signs_in("Otto")
    a_day_passes()
    address = reverse("take_back_by_account", args=[table.pk])
    watch = reverse("public_table", args=[table.pk])
    assert address in dora.get(watch).content.decode()
    assert address not in otto.get(watch).content.decode()
    assert address not in Client().get(watch).content.decode()
    assert otto.get(address).status_code == otto.post(address, {}).status_code == 404
    assert Client().get(address)["Location"].startswith(reverse("sign_in"))
    page = dora.get(address).content.decode()
    made = dora.post(address, FormReader(page).sent_to(address))
    assert dora.get(made["Location"]).status_code == 200
    assert finds(thief, "table") == finds(director) == 404
    assert TableChange.objects.latest("pk").account == "Dora"
    assert "✓ signed in: Dora" in words_of(dora.get(address))


def test_a_club_s_list_leads_its_directors_there(director: Director, table: Table) -> None:
    club = Club.objects.create(name="Skat room", is_public=True)
    for name in EVENING[1:]:
        Player.objects.create(club=club, name=name)
    director.enters(picker=2, picker_points=61)
    tables.put_into_club(table=table, club=club, by=Author(), submission=uuid4())
    address = reverse("take_back_by_account", args=[table.pk])
    book = reverse("record_book", args=[club.pk])
    assert address in signs_in("Dora", club).get(book).content.decode()
    assert address not in Client().get(book).content.decode()


def test_the_account_that_opened_an_evening_always_takes_it_back(director: Director) -> None:
    director.client = signs_in("Dora")
    table = director.opens(*EVENING)
    thief = changes_links(Visitor(director.secret))
    a_day_passes()
    director.client.cookies.pop("sheepfold_device", None)
    listed = director.client.get(reverse("opened"))
    assert reverse("take_back_by_account", args=[table.pk]) in listed.content.decode()
    assert ", ".join(EVENING[1:]) in words_of(listed)
    owner = takes_back(director)
    assert finds(owner, "table") == 200
    assert finds(thief, "table") == 404
    other = signs_in("Otto")
    assert other.get(reverse("take_back_by_account", args=[table.pk])).status_code == 404
    assert "no table yet" in words_of(other.get(reverse("opened")))


def test_a_sheet_says_to_its_owner_alone_that_it_can_be_taken_back(
    director: Director, table: Table
) -> None:
    can = "for a day you can take the evening back"
    assert can in director.client.get(director.address("table")).content.decode()
    guest = Visitor(director.watch_secret())
    assert can not in guest.client.get(guest.address("table")).content.decode()


def test_a_change_that_waited_for_the_taking_back_finds_its_link_worthless(
    director: Director, thief: Visitor, table: Table
) -> None:
    held = TableLink.objects.get(rights="write", revoked_at=None)
    takes_back(director)
    with pytest.raises(SwitchedOff):
        tables.add_links(table=table, by=Author(link=held), submission=uuid4())


THIEF_S = "f" * 16
TIMES = 8


def both_at_once(table: Table) -> tuple[bool, int]:
    """The owner takes an evening back while a thief does, and makes yet more links with his own.

    Whether the owner was the last to take it back, and how many writing links work then.
    """
    opened = Table.objects.get().opened_device
    links = TableLink.objects.filter(table=table, rights="write")
    first, held = links.earliest("pk"), links.get(revoked_at=None)
    at_once(
        [
            partial(deed, table=table, by=by, submission=uuid4())
            for deed, by in (
                (tables.take_back, Author(link=first, device=opened)),
                (tables.take_back, Author(link=first, device=THIEF_S)),
                (tables.add_links, Author(link=held, device=THIEF_S)),
            )
        ],
        meet=True,
    )
    last = TableChange.objects.filter(kind="taken_back").latest("pk")
    return last.device == opened, links.filter(revoked_at=None).count()


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_of_the_owner_and_a_thief_at_once_the_owner_has_it(thief: Visitor, table: Table) -> None:
    for _time in range(TIMES):
        assert both_at_once(table) == (True, 1)
        TableChange.objects.filter(kind="taken_back").delete()
        first = table.links.filter(rights="write").earliest("pk")
        TableLink.objects.filter(pk=first.pk).update(is_owners=True)


@pytest.mark.alone
@pytest.mark.django_db(transaction=True)
def test_control_without_asking_under_the_lock_a_thief_keeps_links(
    thief: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    anybody = queries.Taken(None, is_by_account=False)
    monkeypatch.setattr(tables, "refuse_switched_off", lambda by: None)
    monkeypatch.setattr(tables, "what_was_taken", lambda table, by: anybody)
    outcomes = []
    for _time in range(TIMES):
        outcomes.append(both_at_once(table))
        newest = table.links.filter(rights="write").latest("pk")
        table.links.exclude(pk=newest.pk).update(revoked_at=timezone.now())
        table.links.filter(pk=newest.pk).update(revoked_at=None)
    assert outcomes != [(True, 1)] * TIMES
