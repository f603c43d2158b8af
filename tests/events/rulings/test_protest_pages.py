"""The pages of protests, from where a tired director looks for them to the printed form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.events.played import starts
from tests.events.rulings.protested import SAID, is_decided, protests
from tests.paper.printed import page_texts
from tests.tables.conftest import FormReader, words_of
from tournaments.models import Author, Event, EventTable, Protest, Ruling


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def on(event: Event, by: Author) -> EventTable:
    """Table 1 of the round that is on: entries 1 to 4."""
    return starts(event, by).tables.get(number=1)


def page(client: Client, name: str, *args: object, **query: Any) -> str:
    response = client.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


def test_from_trouble_to_the_ruling(on: EventTable, event: Event, director: Client) -> None:
    where = reverse("new_protest", args=[event.pk])
    assert f'href="{where}"' in page(director, "trouble", event.pk, q="captain")
    form = page(director, "new_protest", event.pk, place=on.pk)
    sent = FormReader(form).sent_to(where)
    assert sent["table"] == "1"
    made = director.post(where, sent | SAID | {"round": "1", "start": "2", "fee": "20"})
    protest = Protest.objects.get()
    assert made["Location"] == reverse("protest", args=[event.pk, protest.pk])
    decide = reverse("decide_protest", args=[event.pk, protest.pk])
    sent = FormReader(page(director, "protest", event.pk, protest.pk)).sent_to(decide)
    answers = {"decision": "upheld", "reason": "Two saw it", "is_fee_back": "on"}
    assert director.post(decide, sent | answers).status_code == 302
    shown = page(director, "protest", event.pk, protest.pk)
    rule = f"{reverse('new_ruling', args=[event.pk])}?place={on.pk}&protest={protest.pk}"
    assert rule.replace("&", "&amp;") in shown
    ruling = director.get(rule).content.decode()
    assert "Protest 1: Ben, captain of Blue" in words_of(director.get(rule))
    sent = FormReader(ruling).sent_to(reverse("new_ruling", args=[event.pk]))
    assert sent["offence"] == SAID["matter"]
    who = str(event.entries.get(number=1).pk)
    sent |= {"who": who, "kind": "points", "points": "-4"}
    done = director.post(reverse("new_ruling", args=[event.pk]), sent)
    assert done["Location"] == reverse("protest", args=[event.pk, protest.pk])
    assert Ruling.objects.get().protest == protest
    assert "Anna 1: penalty −4" in words_of(director.get(done["Location"]))


def test_what_is_wrong_stands_at_its_field_and_nothing_is_lost(
    on: EventTable, event: Event, director: Client
) -> None:
    where = reverse("new_protest", args=[event.pk])
    sent = FormReader(page(director, "new_protest", event.pk)).sent_to(where)
    refused = director.post(where, sent | {"table": "1", "wanted": "Play it again", "fee": "much"})
    assert refused.status_code == 422
    words = words_of(refused)
    for sentence in ("Say what happened.", "Say of which round the table is.", "An amount such as"):
        assert sentence in words
    assert 'value="Play it again"' in refused.content.decode()
    assert 'value="much"' in refused.content.decode()
    refused = director.post(where, sent | SAID | {"round": "1", "table": "9"})
    assert refused.status_code == 422
    assert 'id="problem-table"' in refused.content.decode()
    assert SAID["matter"] in refused.content.decode()
    nobody = director.post(where, sent | SAID | {"protester": ""})
    assert "Say who protests, by name or start number." in words_of(nobody)
    assert not Protest.objects.exists()


def test_put_right_decided_and_opened_again_on_its_page(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    protest = protests(event, by, on)
    where = reverse("protest", args=[event.pk, protest.pk])
    sent = FormReader(page(director, "protest", event.pk, protest.pk)).sent_to(where)
    changed = sent | SAID | {"round": "1", "table": "2", "wanted": "Play hand 3 again"}
    assert director.post(where, changed).status_code == 302
    assert Protest.objects.get().wanted == "Play hand 3 again"
    late = director.post(where, changed | {"submission": "0" * 31 + "1", "wanted": "No"})
    assert late.status_code == 422
    assert "This protest was changed meanwhile (✓ Dora, signed in)" in words_of(late)
    decide = reverse("decide_protest", args=[event.pk, protest.pk])
    sent = FormReader(page(director, "protest", event.pk, protest.pk)).sent_to(decide)
    refused = director.post(decide, sent | {"reason": "Nobody saw it"})
    assert refused.status_code == 422
    assert 'value="Nobody saw it"' in refused.content.decode()
    is_decided(protest, by, "dismissed")
    again = reverse("reopen_protest", args=[event.pk, protest.pk])
    sent = FormReader(page(director, "protest", event.pk, protest.pk)).sent_to(again)
    assert director.post(again, sent | {"reason": ""}).status_code == 422
    assert director.post(again, sent | {"reason": "Somebody did"}).status_code == 302
    assert "To be decided 1" in words_of(director.get(reverse("protests", args=[event.pk])))


def test_seen_at_its_table_and_in_the_history(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    protests(event, by, on)
    table = words_of(director.get(reverse("desk_table", args=[event.pk, on.pk])))
    assert "Protest 1 Ben, captain of Blue Open" in table
    history = words_of(director.get(reverse("history", args=[event.pk]), {"group": "rulings"}))
    assert "Protest 1 (Round 1, table 1), Ben, captain of Blue" in history
    checklist = words_of(director.get(reverse("checklist", args=[event.pk])))
    assert "Every protest is decided" in checklist


def test_players_see_nothing_of_it(
    on: EventTable, by: Author, event: Event, stranger: Client
) -> None:
    protests(event, by, on, start=2)
    for name, args in (("event", []), ("event_entry", [2]), ("event_rules", [])):
        public = stranger.get(reverse(name, args=[event.pk, *args]))
        assert "captain of Blue" not in public.content.decode()


def test_the_form_is_printed_empty_and_filled_in(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    empty = director.get(reverse("event_paper", args=[event.pk, "protest-form"]))
    (text,) = page_texts(empty.content)
    assert "Who protests" in text
    assert "dismissed" in text
    protest = protests(event, by, on, hand=3, start=2, fee=2050)
    is_decided(protest, by, "dismissed", reason="Nobody else saw it")
    filled = director.get(reverse("protest_pdf", args=[event.pk, protest.pk]), {"paper": "letter"})
    (text,) = page_texts(filled.content)
    assert "Protest 1" in text
    for said in (*SAID.values(), "20.50", "Nobody else saw it", "✓"):
        assert said in text
    assert "protest-1" in filled.headers["Content-Disposition"]


def test_longest_words_fit_on_one_page(
    on: EventTable, by: Author, event: Event, director: Client
) -> None:
    long = {"matter": "W" * 400, "wanted": "M " * 100, "protester": "Ä" * 80}
    protest = is_decided(protests(event, by, on, **long), by, "upheld", reason="W " * 100)
    pdf = director.get(reverse("protest_pdf", args=[event.pk, protest.pk]))
    assert len(page_texts(pdf.content)) == 1


def test_the_list_of_protests_costs_the_same_for_many(
    on: EventTable,
    by: Author,
    event: Event,
    director: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    where = reverse("protests", args=[event.pk])
    protests(event, by, on)
    with django_assert_max_num_queries(8) as before:
        director.get(where)
    for _each in range(12):
        protests(event, by, on, start=1)
    with django_assert_max_num_queries(len(before)):
        director.get(where)
