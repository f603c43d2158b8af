"""When something goes wrong: found by a word, mended in a few taps; and the day's checklist."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.events.conftest import arrive
from tests.events.results import sheets
from tests.tables.conftest import FormReader, words_of
from tournaments.events.desk.queries.checklist import checklist_of, with_spare
from tournaments.events.desk.queries.concerns import Concern, concerns_of
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.history import history
from tournaments.events.desk.queries.trouble import GROUPS
from tournaments.events.results.queries.at_tables import Wanted
from tournaments.models import Entry, Event, Result, Round
from tournaments.urls import urlpatterns


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2, fee=500)


@pytest.fixture
def played(event: Event) -> Round:
    return sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


def mishaps(event: Event) -> list[Concern]:
    desk = desk_of(event)
    return [concern for group in GROUPS for concern in concerns_of(desk, group)]


def trouble(client: Client, event: Event, **query: str) -> str:
    response = client.get(reverse("trouble", args=[event.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def on_top(page: str) -> str:
    """What can be put right now: all above what comes at other times."""
    return page.split('<details class="paper"')[0]


def test_before_the_draw_stands_on_top_what_can_happen_then(director: Client, event: Event) -> None:
    page = on_top(trouble(director, event))
    assert "Two people have the same name" in page
    assert "A sheet does not add up" not in page
    assert "A sheet does not add up" in trouble(director, event)


def test_in_a_round_each_mishap_names_its_tables(
    director: Client, event: Event, played: Round
) -> None:
    sheets.plays(sheets.table(played, 1), 2)
    page = on_top(trouble(director, event))
    short = reverse("desk_table", args=[event.pk, sheets.table(played, 1).pk])
    lost = f"{reverse('desk_table', args=[event.pk, sheets.table(played, 2).pk])}#gone"
    assert short in page
    assert lost in page
    assert "The rule card leaves something open" not in page


def test_too_many_hands_are_looked_for_where_all_are_played(
    director: Client, event: Event, played: Round
) -> None:
    sheets.plays(sheets.table(played, 1), 2)
    sheets.plays(sheets.table(played, 2), 4)
    [surplus] = [each for each in mishaps(event) if each.key == "too_many"]
    assert [link.label for link in surplus.each] == ["2"]


def test_a_word_finds_it(director: Client, event: Event, played: Round) -> None:
    page = on_top(trouble(director, event, q="soaked"))
    assert "A sheet is lost or soaked" in page
    assert "A slow table" not in page
    assert "Nothing of that kind" in trouble(director, event, q="elephant")


def test_a_page_costs_the_same_for_many_entries(
    director: Client,
    event: Event,
    played: Round,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    sheets.plays(sheets.table(played, 1), 2)
    for page in ("trouble", "checklist", "leaving"):
        address = reverse(page, args=[event.pk])
        director.get(address)
        with django_assert_max_num_queries(26) as before:
            director.get(address)
        arrive(event, 12)
        with django_assert_max_num_queries(len(before)):
            director.get(address)


def test_everybody_who_did_not_come_is_marked_in_one_deed(director: Client, event: Event) -> None:
    for name in ("Ben", "Cora"):
        Entry.objects.create(event=event, name=name)
    page = trouble(director, event)
    action = reverse("all_absent", args=[event.pk])
    assert "Mark all as not come (2)" in page
    form = FormReader(page).sent_to(action)
    for _time in range(2):
        assert director.post(action, form).status_code == 302
    assert event.entries.filter(status=Entry.NO_SHOW).count() == 2
    assert event.changes.get(kind="all_absent").after == "2: Ben, Cora"


def test_two_rows_change_places_with_everything_in_them(
    director: Client, event: Event, played: Round
) -> None:
    place = sheets.table(played, 2)
    sheets.keys(director, place, 8, -3, -3, -2)
    answer = sheets.does(director, place, "swap_rows", one=0, other=3)
    assert answer.status_code == 200
    points = Result.objects.filter(event_table=place).order_by("side")
    assert list(points.values_list("points", flat=True)) == [-2, -3, -3, 8]
    assert place.totals.count() == 2
    refused = sheets.does(director, place, "swap_rows", one=1, other=1)
    assert refused.status_code == 422
    assert "Name two different people." in words_of(refused)


def test_why_two_rows_changed_places_is_said_to_whoever_reads_it(
    director: Client, event: Event, played: Round
) -> None:
    """What was proposed is kept as a value, what was typed as it is."""
    place = sheets.table(played, 2)
    sheets.keys(director, place, 8, -3, -3, -2)
    with translation.override("de"):
        proposed = gettext("Two totals stood at the wrong names")
    address = reverse("desk_table", args=[event.pk, place.pk])
    action = reverse("swap_rows", args=[event.pk, place.pk])
    german = {"accept-language": "de"}
    for typed in (proposed, "Ben und Cora vertauscht"):
        page = director.get(address, headers=german).content.decode()
        form = FormReader(page).sent_to(action)
        assert form["reason"] == proposed
        sent = form | {"one": 0, "other": 3, "reason": typed}
        answer = director.post(action, sent, headers=german)
        assert answer.status_code == 302
    page = words_of(director.get(address))
    assert page.count("“Two totals stood at the wrong names”") == 2  # of the totals, of the deed
    assert page.count("“Ben und Cora vertauscht”") == 2
    assert proposed not in page
    listed = [deed.reason for deed in history(event, Wanted()).actions[:2]]
    assert listed == ["Ben und Cora vertauscht", "Two totals stood at the wrong names"]


def test_a_lost_sheet_is_keyed_as_such(director: Client, event: Event, played: Round) -> None:
    place = sheets.table(played, 2)
    address = reverse("keying", args=[event.pk])
    page = director.get(f"{address}?table=2&why=lost").content.decode()
    form = next(sent for _action, sent in FormReader(page).forms if "points-0" in sent)
    assert form["reason"] == "Sheet lost: made up again, and signed by all"
    german = {"accept-language": "de"}
    director.post(address, sheets.filled(form, 8, -3, -3, -2))
    at_table = reverse("desk_table", args=[event.pk, place.pk])
    assert "“Sheet lost: made up again, and signed by all”" in words_of(director.get(at_table))
    in_german = words_of(director.get(at_table, headers=german))
    assert "made up again" not in in_german
    assert "Liste verloren" in in_german


def checklist(client: Client, event: Event) -> str:
    return client.get(reverse("checklist", args=[event.pk])).content.decode()


def ticks(client: Client, event: Event, item: str, deed: str) -> Answer:
    page, action = checklist(client, event), reverse("tick_item", args=[event.pk])
    forms = [sent for where, sent in FormReader(page).forms if where == action]
    form = next(sent for sent in forms if sent["item"] == item)
    return client.post(action, form | {"deed": deed})


def test_what_is_known_is_ticked_by_itself(director: Client, event: Event, played: Round) -> None:
    page = words_of(director.get(reverse("checklist", args=[event.pk])))
    assert "The seats of round 1 are published done" in page
    assert "All have paid not done here: 8, not paid: 8" in page
    assert "packs: 3, tables: 2" in page
    assert "sheets: 5" in page
    event.entries.update(is_paid=True)
    page = words_of(director.get(reverse("checklist", args=[event.pk])))
    assert "All have paid done" in page


def test_a_tick_is_seen_by_all_and_taken_back(director: Client, event: Event) -> None:
    assert ticks(director, event, "packs", "done").status_code == 302
    assert 'aria-pressed="true"' in checklist(director, event)
    assert "Dora" in checklist(director, event)
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "Checklist: Packs of cards" in history
    assert ticks(director, event, "packs", "open").status_code == 302
    assert 'aria-pressed="true"' not in checklist(director, event)
    ticks(director, event, "packs", "open")
    assert event.changes.filter(kind="item_open").count() == 1


def test_what_is_not_on_the_list_cannot_be_ticked(director: Client, event: Event) -> None:
    page, action = checklist(director, event), reverse("tick_item", args=[event.pk])
    form = FormReader(page).sent_to(action) | {"item": "rules", "deed": "done"}
    answer = director.post(action, form)
    assert answer.status_code == 422
    assert "not on the list" in words_of(answer)


@pytest.mark.parametrize(("count", "spare", "all_of_it"), [(20, 10, 22), (1, 10, 2), (0, 20, 0)])
def test_spare_ones_are_rounded_up(count: int, spare: int, all_of_it: int) -> None:
    assert with_spare(count, spare) == all_of_it


def test_every_page_that_is_named_is_there(director: Client, event: Event, played: Round) -> None:
    """A page that was renamed would leave a mishap without its way out."""
    desk = desk_of(event)
    items = [item for phase in checklist_of(desk) for item in phase.items]
    concerns = [*mishaps(event), *items]
    pages = {link.page for concern in concerns for link in (*concern.links, *concern.each)}
    assert pages <= {pattern.name for pattern in urlpatterns}
