"""The history: who did what when, narrowed by kind, person, entry, table and round."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.played import keys, starts
from tests.tables.conftest import words_of
from tournaments.events.check_in.services import arrive, change_entry, mark_no_show, set_paid
from tournaments.events.desk.queries.history import PAGE, history, people_of
from tournaments.events.desk.services import announce
from tournaments.events.results.queries.at_tables import Wanted
from tournaments.events.results.services.sheets import choose_source
from tournaments.events.results.services.totals import withdraw_totals
from tournaments.models import Author, Entry, Event, EventChange, Hand
from tournaments.tables.services.hands import correct_hand, record_hand, withdraw_hand

HAND = {"picker": 1, "picker_points": 75}
OTTO = Author(None, "Otto", "77aa")


def said(event: Event, **wanted: object) -> list[str]:
    return [deed.sentence for deed in history(event, Wanted(**wanted)).actions]  # type: ignore[arg-type]


@pytest.fixture
def event(new_event: Callable[..., Event], by: Author) -> Event:
    """Two tables of four, the second keyed and corrected, the first with a hand from a phone."""
    event = new_event(entries=8, hands=4, rounds=2)
    late = Entry.objects.create(event=event, name="Late Lois")
    starts(event, by)
    arrive(entry=late, by=OTTO, submission=uuid4(), is_paid=True)
    place = event.rounds.get().tables.get(number=2)
    keys(place, by, 9, -3, -3, -3)
    keys(place, OTTO, 12, -4, -4, -4)
    table = event.rounds.get().tables.get(number=1).table
    record_hand(
        table=table, record=HAND, by=Author(device="ab12cd", who="Anna 2"), submission=uuid4()
    )
    return event


def test_newest_first_in_plain_words(event: Event) -> None:
    assert said(event)[:4] == [
        "Table 2, round 1: totals were corrected",
        "Table 2, round 1: totals were entered from paper",
        "Late Lois arrived: start number 9 · paid · from round 2 on",
        "Round 1 was started",
    ]
    assert said(event)[-1] == "The event was made: Thursday cup"


def test_what_was_before_and_who_and_why(event: Event) -> None:
    corrected = history(event, Wanted()).actions[0]
    assert (corrected.who, corrected.device, corrected.reason) == ("Otto", "77aa", "Read anew")
    assert corrected.before == "Anna 5 9, Anna 6 −3, Anna 7 −3, Anna 8 −3"
    assert corrected.after == "Anna 5 12, Anna 6 −4, Anna 7 −4, Anna 8 −4"


def test_narrowed(event: Event, by: Author) -> None:
    announce(event=event, text="Soup", by=by, submission=uuid4())
    assert said(event, group="clock") == ["Announced: “Soup”"]
    assert len(said(event, group="results")) == 2
    assert len(said(event, who="Otto")) == 2
    assert said(event, entry=9) == ["Late Lois arrived: start number 9 · paid · from round 2 on"]
    assert len(said(event, table=2)) == 2
    assert said(event, table=2, who="Otto") == ["Table 2, round 1: totals were corrected"]
    assert said(event, round=2) == []
    assert people_of(event) == ["Dora", "Otto"]


def test_nothing_of_another_event(
    event: Event, new_event: Callable[..., Event], by: Author
) -> None:
    other = new_event()
    announce(event=other, text="Elsewhere", by=by, submission=uuid4())
    assert not any("Elsewhere" in sentence for sentence in said(event))


def test_words_of_the_program_are_translated(event: Event, by: Author) -> None:
    place = event.rounds.get().tables.get(number=1)
    for _hand in range(3):
        record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
    keys(place, by, 9, -3, -3, -3)
    choose_source(
        event=event, place=place, counts="hands", reason="Clear", by=by, submission=uuid4()
    )
    assert (
        said(event)[0]
        == "Table 1, round 1: paper and phone differ, what counts: the hands from the phone"
    )


@pytest.mark.parametrize(
    ("kind", "kept", "sentence"),
    [
        ("sat_down", "2", "Table 1: Late Lois sat down (after 2 hands)"),
        ("sat_down", "after 1 hand", "Table 1: Late Lois sat down (after 1 hand)"),
        ("ruled", "table 1, Anna: Talking – warning", "Ruling in round 1: table 1, Anna: Talking"),
        (
            "protest_made",
            "3 (The whole event), Anna: Noise",
            "Protest 3 (The whole event), Anna: No",
        ),
        ("item_done", "Pencils: 20 of each", "Checklist: Pencils: 20 of each"),
        ("item_done", "pencils", "Checklist: Pencils and table numbers"),
        ("part_paid", "4, 6 is still open", "Late Lois paid a part of the fee: 4, 6 is still open"),
        ("part_paid", "400\t600", "Late Lois paid a part of the fee: 4 (still open: 6)"),
        ("prize_given", "20 · Place 1: ham", "Late Lois got the prize: 20 · Place 1: ham"),
        ("prize_given", "of no\tuse", "Late Lois got the prize: of no\tuse"),
        ("arrived", "9, paid, from round 2", "Late Lois arrived: start number 9, paid, from round"),
        (
            "imported",
            "2 entries: 1 people new to the club, 1 known",
            "A list was taken in. 2 entries: 1 people new to the club, 1 known",
        ),
        (
            "round_proposed",
            "By chance, draw 1, seed 7",
            "Round 1 was drawn: By chance, draw 1, seed 7",
        ),
        (
            "round_proposed",
            "random\t50\t2\t7",
            "Round 1 was drawn: By chance alone · draw 2, seed 7",
        ),
        ("draw_accepted", "5", "Round 1: the draw was accepted, tables: 5"),
        (
            "draw_accepted",
            "5\nstanding\t",
            "Round 1: the draw was accepted, tables: 5. The standing",
        ),
        ("finalist_moved", "B final", "Late Lois was moved by hand: – → B final"),
        ("finalist_moved", "1\t2", "Late Lois was moved by hand: – → B final"),
        ("hands_keyed", "3 hands", "Table 1, round 1: hands were entered from paper: 3 hands"),
        ("sheets_due", "1 May 2026, 22:00", "Sheets have to be in by 1 May 2026, 22:00 (before: –"),
        ("same_person", "No. 7 Anna", "The same person: Late Lois, No. 7 Anna"),
        ("same_person", "7\tAnna", "The same person: Late Lois, No. 7 Anna"),
    ],
)
def test_what_an_older_version_kept_in_words_is_shown_as_it_stands(
    event: Event, kind: str, kept: str, sentence: str
) -> None:
    lois = event.entries.get(name="Late Lois")
    where = {"round_number": 1, "table_number": 1, "entry": lois}
    EventChange.objects.create(event=event, kind=kind, after=kept, event_version=9, **where)
    assert said(event)[0].startswith(sentence)


@pytest.mark.parametrize(
    ("kind", "kept", "words"),
    [
        ("late", "9 takes the seat of 5 at table 2.", "9 takes the seat of 5 at table 2."),
        (
            "late",
            "\t2.0\tLois (9)\n+2",
            "Lois (9): not in the round → table 2, seat 1 · and 2 more",
        ),
        ("cut_made", "count in full; Final: 1, 2", "count in full; Final: 1, 2"),
        ("cut_made", "half\t2\t0\t1, 2\t3", "count by half; A final: 1, 2; B final: 3"),
    ],
)
def test_what_was_done_to_a_round_is_said_by_values_or_as_an_older_version_did(
    event: Event, kind: str, kept: str, words: str
) -> None:
    EventChange.objects.create(event=event, kind=kind, after=kept, event_version=9)
    assert history(event, Wanted()).actions[0].after == words


def test_totals_of_an_older_version_are_shown_as_it_said_them(event: Event) -> None:
    EventChange.objects.filter(kind="totals_corrected").update(before="annulled", after="Ada 9")
    corrected = history(event, Wanted()).actions[0]
    assert (corrected.before, corrected.after) == ("annulled", "Ada 9")


def test_settings_are_said_by_their_values_and_those_of_old_as_they_stand(event: Event) -> None:
    kept = 'starts_at\t\t""\nruleset\t\t"skat"\ntie_breaks\t…\t["lot"]'
    row = EventChange(event=event, kind="settings", event_version=9)
    row.before, row.after = "Rounds: 3; Fee: 10", kept
    row.save()
    changed = history(event, Wanted()).actions[0]
    assert changed.before == "Rounds: 3; Fee: 10"
    assert changed.after == "Date and time: not yet known; Game: Skat; If totals are equal: Lot…"


def test_what_is_noted_about_an_entry_is_said_by_its_values(event: Event, by: Author) -> None:
    lois = event.entries.get(name="Late Lois")
    wanted = {"team": "Aces", "is_guest": True, "pinned_seat": 0}
    change_entry(entry=lois, wanted=wanted, by=by, submission=uuid4())
    (deed,) = history(event, Wanted(entry=9)).actions[:1]
    assert deed.before == "team: – · guest: no · seat: –"
    assert deed.after == "team: Aces · guest: yes · seat: 1"
    EventChange.objects.filter(kind="changed").update(after="team: Aces · guest: yes")
    assert history(event, Wanted(entry=9)).actions[0].after == "team: Aces · guest: yes"


def test_every_deed_at_the_door(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event()
    lois = Entry.objects.create(event=event, name="Late Lois")
    arrive(entry=lois, by=by, submission=uuid4())
    set_paid(entry=lois, is_paid=True, by=by, submission=uuid4())
    mark_no_show(entry=lois, by=by, submission=uuid4())
    assert said(event, group="door") == ["Late Lois has paid", "Late Lois arrived: start number 1"]
    assert said(event)[0] == "Late Lois did not come"


def test_hands_at_tables_with_who_and_device(event: Event) -> None:
    table = Hand.objects.get(table__event_table__round__event=event).table
    hand = Hand.objects.get(table=table)
    phone = Author(device="ab12cd", who="Anna 2")
    correct_hand(
        hand=hand,
        record=HAND | {"picker": 2},
        by=phone,
        submission=uuid4(),
        seen_version=1,
        reason="It was Ben",
    )
    withdraw_hand(hand=hand, by=Author(), submission=uuid4(), seen_version=2, reason="Misdealt")
    assert said(event, group="hands") == [
        "Table 1, round 1: a hand was withdrawn",
        "Table 1, round 1: a hand was corrected",
        "Table 1, round 1: a hand was entered",
    ]
    deeds = history(event, Wanted(group="hands")).actions
    assert (deeds[1].who, deeds[1].device, deeds[1].reason) == ("Anna 2", "ab12cd", "It was Ben")
    assert (deeds[1].watched, deeds[1].hand) == (table.pk, 1)
    assert len(said(event, group="hands", who="Anna 2")) == 2
    assert len(said(event, group="hands", entry=2)) == 3
    assert said(event, group="hands", entry=5) == []
    assert said(event, group="hands", table=2) == []


def test_hands_of_an_event_that_is_not_public_are_not_linked(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(published_at=None)
    unpublished = Event.objects.get(pk=event.pk)
    assert [deed.watched for deed in history(unpublished, Wanted(group="hands")).actions] == [None]


def test_versions_are_one_tap_away(event: Event, by: Author, director: Client) -> None:
    place = event.rounds.get().tables.get(number=2)
    withdraw_totals(
        event=event, place=place, seen_number=2, reason="Wrong table", by=by, submission=uuid4()
    )
    page = director.get(reverse("history", args=[event.pk])).content.decode()
    assert page.count(reverse("desk_table", args=[event.pk, place.pk])) == 3
    table = Hand.objects.get(table__event_table__round__event=event).table
    hands = director.get(reverse("history", args=[event.pk]) + "?group=hands").content.decode()
    address = reverse("public_hand", args=[table.pk, 1])
    assert address in hands
    assert director.get(address).status_code == 200


def test_pages(event: Event, by: Author, director: Client) -> None:
    for number in range(PAGE + 5):
        set_paid(
            entry=event.entries.get(number=1), is_paid=number % 2 == 0, by=by, submission=uuid4()
        )
    address = reverse("history", args=[event.pk])
    first = director.get(address, {"who": "Dora"})
    assert first.context["history"].has_older
    assert 'href="?who=Dora&amp;page=2"' in first.content.decode()
    second = director.get(address, {"who": "Dora", "page": "2"})
    sentences = [deed.sentence for deed in second.context["history"].actions]
    assert sentences[-1] == "The event was made: Thursday cup"
    assert "Older" not in words_of(second)


@pytest.mark.parametrize(
    "asked", [{"page": "0"}, {"page": "x"}, {"table": "-1"}, {"group": "none"}, {"entry": "1e9"}]
)
def test_an_answer_that_cannot_be_narrows_nothing(
    asked: dict[str, str], event: Event, director: Client
) -> None:
    response = director.get(reverse("history", args=[event.pk]), asked)
    assert response.status_code == 200
    assert len(response.context["history"].actions) == len(said(event))


def test_nothing_found(event: Event, director: Client) -> None:
    response = director.get(reverse("history", args=[event.pk]), {"who": "Nobody"})
    assert "Nothing of that kind was done." in words_of(response)


@pytest.mark.parametrize("group", ["", "hands"])
def test_the_number_of_queries_does_not_grow(
    group: str,
    event: Event,
    by: Author,
    director: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    address = reverse("history", args=[event.pk])
    place = event.rounds.get().tables.get(number=2)
    for deeds in (0, 30):
        for number in range(deeds):
            keys(place, by, 15 + 3 * number, *[-5 - number] * 3)
        for _hand in range(min(deeds, 4)):
            record_hand(table=place.table, record=HAND, by=Author(), submission=uuid4())
        with django_assert_max_num_queries(7):
            assert director.get(address, {"group": group}).status_code == 200
