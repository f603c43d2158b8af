"""Repairs of a drawn round: shown first, then done with the smallest change, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import there
from tests.events.conftest import FormReader, words_of
from tests.events.draw.drawn_rounds import (
    agrees,
    drawn,
    key,
    late_entry,
    play,
    repaired,
    table_of,
    the_round,
)
from tests.events.draw.repairing import asks, does, secrets_of
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.queries.repairing import Ask
from tournaments.models import Author, Entry, Event, EventChange, Result

pytestmark = pytest.mark.django_db


def test_who_is_missing_at_a_long_table_leaves_it_shorter(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    before = secrets_of(played)
    long = next(t for t in played.plan["tables"] if len(t) == 5)
    who = long[2]
    shown = words_of(asks(director, event, f"kind=no_show&who={who}"))
    number = played.plan["tables"].index(long) + 1
    assert f"Table {number} plays with one less." in shown
    assert Result.objects.count() == 13
    assert does(director, event, f"kind=no_show&who={who}").status_code == 302
    agrees(event)
    place = played.tables.get(number=number)
    assert place.hands_due == 32
    assert place.table.players == 4
    assert not Result.objects.filter(entry__number=who).exists()
    assert Entry.objects.get(number=who).status == Entry.NO_SHOW
    assert secrets_of(played) == before
    change = EventChange.objects.latest("pk")
    assert (change.kind, there(change.entry).number) == ("no_show", who)


def test_who_sits_out_takes_the_seat_of_who_is_missing(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=9, odd="bye")
    played = drawn(event, by)
    (waiting,) = played.plan["out"]
    who = played.plan["tables"][1][2]
    shown = words_of(asks(director, event, f"kind=no_show&who={who}"))
    told = f"Anna {waiting} ({waiting}) takes a seat at table 2 (until now: Anna {who} ({who}))."
    assert told in shown
    assert f"Anna {waiting} ({waiting}) sits out table 2, seat 3" in shown
    does(director, event, f"kind=no_show&who={who}")
    agrees(event)
    result = Result.objects.get(entry__number=waiting)
    assert (there(result.event_table).number, result.side, result.is_in) == (2, 2, False)


def test_a_change_says_which_wish_it_breaks_and_who_meets_again(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, rounds=2)
    play(drawn(event, by))
    (one, mate, *_rest), (other, *others) = drawn(event, by, 2).plan["tables"]
    page = reverse("repair_round", args=[event.pk, 2]) + "?kind=sat_swapped"
    harmless = words_of(director.get(f"{page}&who={one}&who={mate}"))
    assert "No wish that is kept now breaks by it, and nobody meets again." in harmless
    Entry.objects.filter(number__in=(one, others[0])).update(team="Reds")
    shown = words_of(director.get(f"{page}&who={one}&who={other}"))
    reds = ", ".join(f"Anna {number} ({number})" for number in sorted((one, others[0])))
    assert f"Of one team, at one table: {reds}." in shown
    assert " met in round 1." in shown
    both = words_of(director.get(f"{page}&who={one}&who={others[0]}"))
    assert "at one table" not in both


def test_a_house_player_who_waits_at_home_steps_in_first(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=9)
    Entry.objects.filter(number=9).update(is_house=True)
    drawn(event, by)
    repaired(event, by, 1, Ask("no_show", (5,)))
    agrees(event)
    assert table_of(the_round(event, 1), 9)


def test_whoever_the_director_names_takes_the_seat(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8)
    played = drawn(event, by)
    late_entry(event, first_round=2)
    table = table_of(played, 3)
    does(director, event, "kind=replaced&who=3&by=9")
    agrees(event)
    assert table_of(played, 9) == table
    assert Entry.objects.get(number=9).first_round == 1
    assert Entry.objects.get(number=3).status == Entry.NO_SHOW
    response = asks(director, event, "kind=replaced&who=4&by=5")
    assert response.status_code == 422
    assert "Anna 5 (5) sits at a table already." in words_of(response)


def test_at_a_table_that_has_begun_nobody_is_replaced(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    number = table_of(played, 3)
    place = played.tables.get(number=number)
    key(place, *([0] * place.results.count()))
    response = asks(director, event, "kind=no_show&who=3")
    assert response.status_code == 422
    text = f"Table {number} has begun: find a substitute, or let it play on. Missing: Anna 3 (3)."
    assert text in words_of(response)


def test_who_played_before_and_is_missing_now_has_left_with_the_points(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13, rounds=2)
    play(drawn(event, by))
    drawn(event, by, 2)
    who = max(the_round(event, 2).plan["tables"], key=len)[0]
    repaired(event, by, 2, Ask("no_show", (who,)))
    entry = Entry.objects.get(number=who)
    assert (entry.status, entry.last_round) == (Entry.LEFT, 1)
    assert Result.objects.filter(entry=entry).count() == 1
    assert who not in ground_for(event, 2).here_numbers


def test_who_only_misses_this_round_stays_for_the_next(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    who = max(played.plan["tables"], key=len)[0]
    repaired(event, by, 1, Ask("no_show", (who,)), comes_no_more=False)
    assert Entry.objects.get(number=who).status == Entry.HERE


def test_three_who_come_late_find_places_and_no_code_changes(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=12)
    played = drawn(event, by)
    before = secrets_of(played)
    for _each in range(3):
        late_entry(event, first_round=2)
    page = words_of(director.get(reverse("repair_round", args=[event.pk, 1])))
    assert "Anna 15 15" in page
    shown = words_of(asks(director, event, "kind=late&who=13&who=14&who=15"))
    assert "Anna 13 (13) joins table" in shown
    assert does(director, event, "kind=late&who=13&who=14&who=15").status_code == 302
    agrees(event)
    assert secrets_of(played) == before
    assert sorted(played.tables.values_list("hands_due", flat=True)) == [40, 40, 40]
    assert (
        list(Entry.objects.filter(number__gt=12).values_list("first_round", flat=True)) == [1] * 3
    )


def test_who_comes_late_waits_with_those_who_sit_out_until_a_table_is_full(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=11, odd="bye")
    played = drawn(event, by)
    late_entry(event)
    repaired(event, by, 1, Ask("late", (12,)))
    agrees(event)
    assert played.tables.count() == 3
    assert not played.results.filter(event_table=None).exists()
    assert table_of(played, 12) == 3


def test_a_table_that_was_looked_at_has_moved_meanwhile_and_nothing_is_done(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=14)
    played = drawn(event, by)
    long = next(t for t in played.plan["tables"] if len(t) == 5)
    where = reverse("do_repair", args=[event.pk, 1])
    shown = asks(director, event, f"kind=no_show&who={long[0]}").content.decode()
    sent = FormReader(shown).sent_to(where)
    repaired(event, by, 1, Ask("no_show", (long[1],)))
    response = director.post(where, sent)
    assert response.status_code == 422
    assert "The round has changed meanwhile" in words_of(response)
    assert Result.objects.filter(entry__number=long[0]).exists()


def test_a_repair_of_a_round_that_was_closed_meanwhile_is_refused_in_words(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    who = max(played.plan["tables"], key=len)[0]
    where = reverse("do_repair", args=[event.pk, 1])
    shown = asks(director, event, f"kind=no_show&who={who}").content.decode()
    play(played)
    response = director.post(where, FormReader(shown).sent_to(where))
    assert response.status_code == 422
    assert "Round 1 is closed." in words_of(response)


@pytest.mark.parametrize(
    "question",
    [
        "kind=no_show",
        "kind=no_show&who=x",
        "kind=no_show&who=99",
        "kind=nonsense&who=1",
        "kind=late",
        "kind=late&who=1",
        "kind=replaced&who=1",
        "kind=replaced&who=1&by=x",
        "kind=sat_swapped&who=1",
        "kind=sat_swapped&who=1&who=1",
        "kind=sat_swapped&who=1&who=99",
        "kind=redrawn_rest&turn=x",
        "kind=no_show&who=1&who=2",
    ],
)
def test_a_question_that_makes_no_sense_is_answered_in_words(
    director: Client, new_event: Callable[..., Event], by: Author, question: str
) -> None:
    event = new_event(entries=8)
    drawn(event, by)
    assert asks(director, event, question).status_code == 422
    assert EventChange.objects.latest("pk").kind == "draw_accepted"


def test_the_same_form_twice_repairs_once(
    director: Client, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=13)
    played = drawn(event, by)
    long = next(t for t in played.plan["tables"] if len(t) == 5)
    where = reverse("do_repair", args=[event.pk, 1])
    shown = asks(director, event, f"kind=no_show&who={long[0]}").content.decode()
    sent = FormReader(shown).sent_to(where)
    assert [director.post(where, sent).status_code for _time in range(2)] == [302, 302]
    assert EventChange.objects.filter(kind="no_show").count() == 1
