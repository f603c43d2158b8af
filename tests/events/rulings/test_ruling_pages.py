"""The pages of rulings: three taps at a table, the list, and what players see."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.played import plays, starts
from tests.events.rulings.ruled import decide, fresh, key_of, withdraws
from tests.tables.conftest import FormReader, words_of
from tournaments.events.rulings.queries import Ready, offences_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Event, EventTable, Ruling


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def on(event: Event, by: Author) -> EventTable:
    """Table 1 of the round that is on: entries 1 to 4."""
    return starts(event, by).tables.get(number=1)


def test_three_taps_from_the_page_of_the_table(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    page = director.get(reverse("desk_table", args=[event.pk, on.pk]))
    anna = key_of(event, 2)
    address = f"{reverse('new_ruling', args=[event.pk])}?place={on.pk}&who={anna}"
    assert address.replace("&", "&amp;") in page.content.decode()
    form = director.get(address)
    assert "Talking about the hand" in words_of(form)
    where = reverse("new_ruling", args=[event.pk])
    sent = FormReader(form.content.decode()).sent_to(where)
    assert sent["who"] == str(anna)
    response = director.post(where, sent | {"ready": "0.1"})
    assert response.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.points, ruling.offence) == ("points", -4, "Talking about the hand")
    words = words_of(director.get(reverse("desk_table", args=[event.pk, on.pk])))
    assert "Penalty −4" in words


def test_ready_decisions_come_from_the_rule_card(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    said = "Sitter-out comments: warning, then −6\nBe kind to one another"
    event = new_event(entries=4, hands=4, rounds=1, penalties=said)
    place = starts(event, by).tables.get()
    page = director.get(reverse("new_ruling", args=[event.pk]), {"place": place.pk})
    words = words_of(page)
    assert "Sitter-out comments" in words
    assert "Penalty −6" in words
    assert "Be kind to one another" in words


def test_a_refused_form_keeps_what_was_typed(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    where = reverse("new_ruling", args=[event.pk])
    form = director.get(where, {"place": on.pk})
    sent = FormReader(form.content.decode()).sent_to(where)
    response = director.post(where, sent | {"offence": "Looked into the blind", "kind": "points"})
    assert response.status_code == 422
    words = words_of(response)
    assert "Say whom it is about." in words
    assert "Say how many points" in words
    assert "Looked into the blind" in response.content.decode()
    assert not Ruling.objects.exists()


def test_listed_found_and_withdrawn_on_its_page(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    ruling = decide(on, by, "points", 2, -4)
    decide(on, by, "warning", 3, offence="Late")
    where = reverse("rulings", args=[event.pk])
    words = words_of(director.get(where))
    assert "Talking" in words
    assert "Late" in words
    found = words_of(director.get(where, {"q": "anna 2"}))
    assert "Talking" in found
    assert "Late" not in found
    assert "There is no such ruling." in words_of(director.get(where, {"kind": "out"}))
    back = reverse("withdraw_ruling", args=[event.pk, ruling.pk])
    sent = FormReader(director.get(where).content.decode()).sent_to(back)
    refused = director.post(back, sent | {"reason": ""})
    assert refused.status_code == 422
    assert "Say why it is withdrawn." in words_of(refused)
    assert director.post(back, sent | {"reason": "It was Ben"}).status_code == 302
    assert "( ✓ signed in: Dora ): “" in words_of(director.get(where))


def test_found_by_table_and_by_start_number(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    where = reverse("new_ruling", args=[event.pk])
    assert "Ruling at table 2" in words_of(director.get(where, {"round": 1, "table": 2}))
    assert "Ruling at table 2" in words_of(director.get(where, {"round": 1, "start": 7}))
    missing = director.get(where, {"round": 1, "table": 9})
    assert missing.status_code == 404
    assert "There is no table 9 in this round." in words_of(missing)


def test_everybody_sees_points_and_nobody_else_s_warnings(
    event: Event, by: Author, stranger: Client
) -> None:
    place = plays(event, by).tables.get(number=1)
    decide(place, by, "points", 2, -4, others=1, hand=3, reason="Heard only now")
    decide(place, by, "warning", 3, offence="Mocked the dealer", reason="Heard only now")
    own = words_of(stranger.get(reverse("event_entry", args=[event.pk, 2])))
    assert "−4 Round 1, table 1, hand 3: Talking" in own
    assert "Decided after the round was closed: Heard only now" in own
    other = words_of(stranger.get(reverse("event_entry", args=[event.pk, 3])))
    assert "+1 Round 1, table 1, hand 3: Talking" in other
    assert "Anna 2: penalty −4, each of the others +1" in other
    assert "Mocked" not in other
    assert "ruling: −4" in words_of(stranger.get(reverse("event", args=[event.pk])))


def test_hidden_with_the_standing(
    new_event: Callable[..., Event], by: Author, stranger: Client, director: Client
) -> None:
    event = new_event(entries=8, hands=4, rounds=2, shows="at_the_end")
    place = plays(event, by).tables.get(number=1)
    decide(place, by, "points", 2, -4, reason="Heard only now")
    page = reverse("event_entry", args=[event.pk, 2])
    assert "Talking" not in words_of(stranger.get(page))
    assert "Talking" in words_of(director.get(page))


def test_the_public_pages_ask_no_more_for_many_rulings(
    on: EventTable,
    by: Author,
    event: Event,
    stranger: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in (1, 2, 3, 4) * 3:
        decide(on, by, "points", number, -1)
    with django_assert_max_num_queries(11):
        stranger.get(reverse("event", args=[event.pk]))


def test_the_rule_card_may_name_the_whole_table(
    new_event: Callable[..., Event], by: Author, director: Client
) -> None:
    event = new_event(
        entries=8, hands=4, rounds=1, penalties="False sheet: the whole table is excluded"
    )
    place = starts(event, by).tables.get(number=1)
    where = reverse("new_ruling", args=[event.pk])
    form = director.get(where, {"place": place.pk})
    assert "The whole table: excluded" in words_of(form)
    sent = FormReader(form.content.decode()).sent_to(where)
    assert director.post(where, sent | {"ready": "0.0"}).status_code == 302
    assert [row.entry for row in event_standing(fresh(event)).out] == [1, 2, 3, 4]


def test_warnings_so_far_stand_behind_the_name(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    withdraws(decide(on, by, "warning", 2), by)
    decide(on, by, "warning", 3)
    decide(on, by, "warning", 3, is_sure=True)
    form = words_of(director.get(reverse("new_ruling", args=[event.pk]), {"place": on.pk}))
    assert "2 Anna 2 3 Anna 3 2 warnings" in form


def test_a_second_director_looks_first(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    where = reverse("new_ruling", args=[event.pk])
    form = director.get(where, {"place": on.pk, "who": key_of(event, 2)})
    sent = FormReader(form.content.decode()).sent_to(where)
    decide(on, by, "points", 2, -4)
    refused = director.post(where, sent | {"ready": "0.1"})
    assert refused.status_code == 422
    assert "just written down" in words_of(refused)
    assert Ruling.objects.count() == 1
    sent = FormReader(refused.content.decode()).sent_to(where)
    assert director.post(where, sent | {"ready": "0.1", "is_sure": "on"}).status_code == 302
    assert Ruling.objects.count() == 2


def test_at_a_locked_list_the_form_says_so_and_leads_to_opening_it(
    event: Event, by: Author, director: Client
) -> None:
    plays(event, by, 1)
    plays(event, by, 2)
    place = EventTable.objects.filter(round__event=event).last()
    where = reverse("new_ruling", args=[event.pk])
    form = director.get(where, {"place": there(place).pk}).content.decode()
    lock_final(event=event, by=by, submission=uuid4())
    final = reverse("lock_final", args=[event.pk])
    typed = FormReader(form).sent_to(where) | {"who": key_of(event, 2), "ready": "0.1"}
    sent = typed | {"reason": "Seen late"}
    for answer in (
        director.get(where, {"place": there(place).pk}),
        director.post(where, sent),
        director.get(reverse("rulings", args=[event.pk])),
    ):
        assert "The final list is locked." in words_of(answer)
        assert f'href="{final}#again-title"' in answer.content.decode()
        is_kept = "Seen late" in answer.content.decode()
        assert (answer.status_code == 422) == is_kept
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("language", "card", "strokes"),
    [
        (
            "en",
            "Talk: warning, then −4; each of the others +1\nFalse sheet: whole table out",
            "2 naks",
        ),
        (
            "de",
            "Reden: Verwarnung, dann −4; jeder andere +1\nFalsch: ganzer Tisch ausgeschlossen",
            "2 Striche",
        ),
        ("et", "Jutt: hoiatus, siis −4; teistele +1\nVale leht: kogu laud eemaldatakse", "2 nakki"),
    ],
)
def test_a_rule_card_is_read_in_each_language(language: str, card: str, strokes: str) -> None:
    talking, false = offences_of(card, has_strokes=False)
    assert talking.ready == (Ready(Ruling.WARNING), Ready(Ruling.POINTS, -4, 1))
    assert false.ready == (Ready(Ruling.OUT, is_whole=True),)
    (twice,) = offences_of(f"×: {strokes}", has_strokes=True)
    assert twice.ready == (Ready(Ruling.STROKES, 2),)
