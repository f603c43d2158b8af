"""Late, left, back, thrown out, replaced: people between the rounds, who are never deleted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.check_in.door_stories import Desk, arrives, registers
from tests.events.conftest import words_of
from tests.events.draw.drawn_rounds import drawn, play
from tournaments.common.actions import Refused
from tournaments.events.check_in import services
from tournaments.events.check_in.services import Person
from tournaments.events.results.services.leaving import substitute
from tournaments.models import Author, Entry, Event, EventChange, Member, Player, Seat, TableChange

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Nine are here, for three rounds."""
    return new_event(entries=9, rounds=3, fee=1000)


def do(deed: Callable[..., Any], entry: Entry, by: Author, **more: object) -> Entry:
    deed(entry=entry, by=by, submission=uuid4(), **more)
    entry.refresh_from_db()
    return entry


def test_a_latecomer_plays_from_the_next_round_that_is_not_drawn(
    director: Client, event: Event, by: Author
) -> None:
    registers(event, by, "Zenzi Kneissl")
    drawn(event, by)
    after = words_of(Desk(director, event).taps("paid_here", "Zenzi Kneissl"))
    assert "No. 10 Zenzi Kneissl here · paid · plays from round 2 on" in after
    assert Entry.objects.get(number=10).first_round == 2


def test_after_the_last_draw_only_a_free_seat_is_left(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=1)
    drawn(event, by)
    desk = Desk(director, event)
    after = words_of(desk.taps("here", "Zenzi Kneissl", typed="Zenzi Kneissl"))
    assert "all rounds are drawn: only a free seat is left" in after


def test_before_the_first_draw_nobody_is_late(event: Event, by: Author) -> None:
    assert arrives(event, by, "Zenzi Kneissl").first_round == 1


def test_whoever_leaves_stays_in_the_standings(event: Event, by: Author) -> None:
    play(drawn(event, by))
    entry = event.entries.get(number=3)
    before = list(entry.results.values_list("points", flat=True))
    do(services.leave, entry, by)
    assert (entry.status, entry.last_round, entry.number) == (Entry.LEFT, 1, 3)
    assert list(entry.results.values_list("points", flat=True)) == before
    assert EventChange.objects.latest("pk").round_number == 1
    assert 3 not in [n for table in drawn(event, by, 2).plan["tables"] for n in table]


def test_whoever_comes_back_plays_the_next_round_under_the_old_number(
    event: Event, by: Author
) -> None:
    play(drawn(event, by))
    entry = event.entries.get(number=3)
    do(services.leave, entry, by)
    play(drawn(event, by, 2))
    do(services.come_back, entry, by)
    assert (entry.status, entry.last_round, entry.number, entry.first_round) == ("here", None, 3, 1)
    assert 3 in [n for table in drawn(event, by, 3).plan["tables"] for n in table]


def test_whoever_has_a_seat_is_not_unmade(director: Client, event: Event, by: Author) -> None:
    drawn(event, by)
    desk = Desk(director, event)
    with pytest.raises(AssertionError, match="no button not_here"):
        desk.taps("not_here", "Anna 3")
    entry = event.entries.get(number=3)
    with pytest.raises(Refused, match=r"Anna 3 was drawn in round 1. Use “Has left”."):
        do(services.not_here, entry, by)
    with pytest.raises(AssertionError, match="no button left"):
        desk.taps("left", "Anna 3")
    assert f"{reverse('leaving', args=[event.pk])}?entry={entry.pk}" in desk.page().content.decode()


def test_a_no_show_frees_the_place_and_may_still_come(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(capacity=1)
    entry = registers(event, by, "Anna Huber")
    do(services.mark_no_show, entry, by)
    ben = registers(event, by, "Ben Maier")
    assert ben.status == Entry.REGISTERED
    with pytest.raises(Refused, match="All 1 places are taken"):
        do(services.arrive, entry, by)
    do(services.leave, ben, by)
    do(services.arrive, entry, by)
    assert (entry.status, entry.number, entry.last_round) == (Entry.HERE, 1, None)


def test_nobody_is_thrown_out_without_a_reason(director: Client, event: Event, by: Author) -> None:
    entry = event.entries.get(number=3)
    address = reverse("entry_action", args=[event.pk, entry.pk])
    sent = {"submission": uuid4(), "seen_version": 0, "deed": "out"}
    refused = director.post(address, sent)
    assert refused.status_code == 422
    assert "Say why: it is written down." in words_of(refused)
    after = director.post(address, sent | {"reason": "Swapped seats"}, follow=True)
    entry.refresh_from_db()
    assert entry.status == Entry.OUT
    assert "Swapped seats" in words_of(after)
    assert EventChange.objects.latest("pk").reason == "Swapped seats"


def test_a_disqualification_is_taken_back_with_a_reason(event: Event, by: Author) -> None:
    entry = do(services.throw_out, event.entries.get(number=3), by, reason="Swapped seats")
    with pytest.raises(Refused, match="Say why"):
        do(services.come_back, entry, by)
    do(services.come_back, entry, by, reason="It was his twin")
    assert entry.status == Entry.HERE
    assert Member.objects.filter(entry=entry).count() == 1


# Substitutes.


def plays_for(entry: Entry, name: str, from_round: int, by: Author, **more: int) -> None:
    substitute(
        entry=entry,
        place=more.get("place", 0),
        person=Person(more.get("player"), name),
        from_round=from_round,
        by=by,
        submission=uuid4(),
    )
    entry.refresh_from_db()


def seat_names(event: Event, number: int) -> set[str]:
    seats = Seat.objects.filter(table__event_table__round__event=event)
    return set(
        seats.filter(table__event_table__round__number=number).values_list("name", flat=True)
    )


def test_a_substitute_plays_on_and_the_entry_keeps_the_points(event: Event, by: Author) -> None:
    play(drawn(event, by))
    entry = event.entries.get(number=3)
    before = entry.results.get().points
    plays_for(entry, "Zenzi Kneissl", 2, by)
    assert (entry.name, entry.number) == ("Anna 3", 3)
    assert entry.results.get().points == before
    drawn(event, by, 2)
    assert "Zenzi Kneissl" in seat_names(event, 2)
    assert "Anna 3" in seat_names(event, 1)


def test_at_an_open_table_the_name_changes_and_the_phones_learn_of_it(
    event: Event, by: Author
) -> None:
    played = drawn(event, by)
    entry = event.entries.get(number=3)
    table = there(entry.results.get(round=played).event_table).table
    plays_for(entry, "Zenzi Kneissl", 1, by)
    assert entry.name == "Anna 3"
    assert "Zenzi Kneissl" in seat_names(event, 1)
    assert "Anna 3" not in seat_names(event, 1)
    version = table.version
    table.refresh_from_db()
    assert table.version == version + 1
    change = TableChange.objects.get()
    assert (change.before, change.after, change.who) == ("Anna 3", "Zenzi Kneissl", "Dora")


def test_somebody_of_the_same_name_at_the_table_is_told_apart(event: Event, by: Author) -> None:
    played = drawn(event, by, draw="manual")
    at_table = played.plan["tables"][0]
    other = event.entries.get(number=at_table[0])
    entry = event.entries.get(number=at_table[1])
    plays_for(entry, other.name, 1, by)
    names = {f"{other.name} {entry.number}", f"{other.name} {other.number}"}
    assert names <= seat_names(event, 1)


def test_who_was_replaced_comes_back(director: Client, event: Event, by: Author) -> None:
    play(drawn(event, by))
    entry = event.entries.get(number=3)
    anna = Player.objects.get(name="Anna 3")
    plays_for(entry, "Zenzi Kneissl", 2, by)
    address = reverse("entry_form", args=[event.pk, entry.pk])
    seen = words_of(director.get(address))
    assert "Anna 3 in round 1" in seen
    assert "Zenzi Kneissl from round 2 on" in seen
    assert "Anna 3 plays again" in seen
    plays_for(entry, "", 3, by, player=anna.pk)
    drawn(event, by, 2)
    assert "Zenzi Kneissl" in seat_names(event, 2)
    spans = [
        (one.player.name, one.from_round, one.until_round)
        for one in entry.members.order_by("from_round")
    ]
    assert spans == [("Anna 3", 1, 1), ("Zenzi Kneissl", 2, 2), ("Anna 3", 3, None)]


def test_replaced_before_the_first_round_the_entry_is_the_others(event: Event, by: Author) -> None:
    entry = event.entries.get(number=3)
    plays_for(entry, "Zenzi Kneissl", 1, by)
    assert entry.name == "Zenzi Kneissl"
    assert "Zenzi Kneissl" in seat_names(event, drawn(event, by).number)


def test_nobody_replaces_somebody_in_a_closed_round(event: Event, by: Author) -> None:
    play(drawn(event, by))
    entry = event.entries.get(number=3)
    with pytest.raises(Refused, match=r"Round 1 is closed. Somebody else can play from round 2 on"):
        plays_for(entry, "Zenzi Kneissl", 1, by)


def test_who_plays_for_himself_plays_for_nobody_else(event: Event, by: Author) -> None:
    entry = event.entries.get(number=3)
    ben = Player.objects.get(name="Anna 4")
    with pytest.raises(Refused, match=r"Anna 4 is entered already: No. 4 Anna 4"):
        plays_for(entry, "", 1, by, player=ben.pk)
    assert entry.members.count() == 1


def test_one_of_a_pair_is_replaced(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=4, unit="pair", size=2, odd="bye", rounds=2, ruleset="saskop")
    played = drawn(event, by, draw="manual")
    entry = event.entries.get(number=2)
    plays_for(entry, "Zenzi Kneissl", 1, by, place=1)
    table = there(entry.results.get(round=played).event_table).table
    assert list(table.seats.values_list("name", flat=True)) == [
        "Anna 1",
        "Anna 2",
        "Ben 1",
        "Zenzi Kneissl",
    ]


def test_the_page_puts_a_substitute_in_and_asks_who_is_meant(
    director: Client, event: Event, by: Author
) -> None:
    drawn(event, by)
    known = Player.objects.create(club=event.club, name="Zenzi Kneissl", home="Regen")
    entry = event.entries.get(number=3)
    address = reverse("substitute", args=[event.pk, entry.pk])
    sent = {
        "submission": uuid4(),
        "seen_version": 0,
        "place": 0,
        "from_round": 1,
        "person-0-name": "Kneisl Zenzi",
    }
    asked = director.post(address, sent)
    assert asked.status_code == 422
    assert "Is it the same person? Zenzi Kneissl · Regen Somebody else" in words_of(asked)
    director.post(address, sent | {"person-0-who": known.pk})
    assert entry.members.get(until_round=None).player == known
    assert "Zenzi Kneissl plays" in Desk(director, event).sees("3")
