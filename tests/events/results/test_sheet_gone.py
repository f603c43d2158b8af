"""A sheet that is gone for good: decided by the average, by what the table agrees on, annulled."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer, there
from tests.archive.archives import brought, forget_everything, taken
from tests.events.results import sheets
from tests.tables.conftest import FormReader, words_of
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, CountedSheet, Event, EventTable, Result
from tournaments.paper.parts import standing_part

WHY = "Burnt with the waste paper"


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    """Round 1 is closed, round 2 plays: table 1 is in, table 2 has brought nothing."""
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def gone(event: Event, director: Client, by: Author) -> EventTable:
    first = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    sheets.keys(director, sheets.table(first, 1), 9, -3, -3, -3)
    sheets.keys(director, sheets.table(first, 2), 5, 1, -1, -5)
    closes(event, by, 1)
    second = sheets.opens(event, [1, 2, 3, 5], [4, 6, 7, 8])
    sheets.keys(director, sheets.table(second, 1), 2, 2, -2, -2)
    return sheets.table(second, 2)


def closes(event: Event, by: Author, number: int) -> None:
    close_round(event=event, number=number, by=by, submission=uuid4())


def decides(client: Client, place: EventTable, way: str, reason: str = WHY) -> Answer:
    return sheets.does(client, place, "decide_gone", way=way, reason=reason)


def takes_back(client: Client, place: EventTable, reason: str = "It was found") -> Answer:
    return sheets.does(client, place, "withdraw_totals", reason=reason)


def agrees(client: Client, place: EventTable, *totals: int, reason: str = WHY) -> Answer:
    page = decides(client, place, "agreed", reason)
    forms = FormReader(page.content.decode()).forms
    action, sent = next((where, sent) for where, sent in forms if "points-0" in sent)
    return client.post(action, sheets.filled(sent, *totals), follow=True)


def totals(event: Event) -> dict[int, object]:
    event.refresh_from_db()
    return {row.entry: row.total for row in event_standing(event).ranked}


def of(place: EventTable) -> list[int]:
    return list(
        Result.objects.filter(event_table=place).order_by("side").values_list("points", flat=True)
    )


def marks(client: Client, event: Event, number: int) -> tuple[str, str, str, str]:
    """Where a decision is to be seen: standing, the player's page, CSV, history."""
    pages = (
        reverse("event", args=[event.pk]) + "?view=standings",
        reverse("event_entry", args=[event.pk, number]),
        reverse("event_csv", args=[event.pk]),
        reverse("history", args=[event.pk]),
    )
    found = [client.get(page) for page in pages]
    assert [one.status_code for one in found] == [200] * 4
    return tuple(  # type: ignore[return-value]
        "".join(map(str, [one.content.decode()])) if nth == 2 else words_of(one)
        for nth, one in enumerate(found)
    )


def locks(client: Client, event: Event) -> bool:
    """Lock the final list, where the page offers it."""
    action = reverse("lock_final", args=[event.pk])
    forms = dict(FormReader(client.get(action).content.decode()).forms)
    if action in forms:
        client.post(action, forms[action], follow=True)
    event.refresh_from_db()
    return event.state == Event.FINAL


def goes_on_to_the_final_list(client: Client, event: Event, by: Author, place: EventTable) -> None:
    """Round closed, taken back (a hole), decided again or restored, locked; then it stays."""
    closes(event, by, 2)
    assert takes_back(client, place).status_code == 200
    assert not Result.objects.filter(event_table=place, is_in=True).exists()
    assert not locks(client, event)
    number = there(place.totals.order_by("number").first()).number
    answer = sheets.does(client, place, "restore_totals", number, reason="Not found after all")
    assert answer.status_code == 200
    assert locks(client, event)
    refused = takes_back(client, place)
    assert refused.status_code == 422
    assert "The final list is locked" in words_of(refused)


def test_annulled_counts_for_nobody_and_is_no_missed_round(
    event: Event, gone: EventTable, director: Client, by: Author
) -> None:
    before = totals(event)
    page = decides(director, gone, "annulled")
    assert page.status_code == 200
    desk = words_of(page)
    assert "The sheet is gone and was annulled" in desk
    assert WHY in desk
    assert totals(event) == before
    standing = event_standing(event)
    assert 2 not in standing.places[6].rounds
    [cell] = [one for one in there(standing.row_of(6)).cells if one.number == 2]
    assert (cell.value, cell.kind, cell.decided) == (None, "sheet", "annulled")
    goes_on_to_the_final_list(director, event, by, gone)
    assert totals(event) == before
    table, person, csv, history = marks(director, event, 6)
    assert "decided" in table
    assert "this round was not played" in person
    assert "Round 2: annulled" in csv
    assert "Table 2, round 2: the sheet is gone and was decided" in history


def test_the_average_of_the_other_rounds_is_kept_with_its_source(
    event: Event, gone: EventTable, director: Client, by: Author
) -> None:
    page = decides(director, gone, "average")
    # 4 hands of 4 people each: what everybody had in round 1, once more.
    assert of(gone) == [-3, 1, -1, -5]
    desk = words_of(page)
    assert "points: −3 · hands: 4 · rounds: 1" in desk
    assert totals(event)[6] == 2
    first = sheets.table(event.rounds.get(number=1), 2)
    sheets.keys(director, first, 5, 3, -3, -5, reason="Read anew")
    assert of(gone) == [-3, 1, -1, -5], "what is corrected later does not change it"
    goes_on_to_the_final_list(director, event, by, gone)
    table, person, csv, history = marks(director, event, 6)
    assert "decided" in table
    assert "the average of the own other rounds" in person
    assert "Round 2: average" in csv
    assert "hands: 4 · rounds: 1" in history


@pytest.mark.parametrize(
    ("way", "said", "figures"),
    [
        (
            "average",
            "everybody at the table has the average of the own other rounds",
            [
                "Anna 4 points: −3 · hands: 4 · rounds: 1 −3",
                "Anna 6 points: 1 · hands: 4 · rounds: 1 +1",
            ],
        ),
        ("agreed", "the table agreed on the totals", ["Anna 4 +4", "Anna 6 −4"]),
        ("annulled", "for those at the table this round was not played", []),
    ],
)
def test_everybody_reads_how_a_sheet_was_decided(
    way: str,
    said: str,
    figures: list[str],
    event: Event,
    gone: EventTable,
    director: Client,
    stranger: Client,
    by: Author,
) -> None:
    page = reverse("public_table", args=[gone.table_id])
    title = "Decided without the sheet"
    assert title not in words_of(stranger.get(page))
    assert "No hand yet." in words_of(stranger.get(page))
    if way == "agreed":
        agrees(director, gone, 4, -4, 0, 0)
    else:
        decides(director, gone, way)
    closes(event, by, 2)
    words = words_of(stranger.get(page))
    assert f"{title} The sheet is gone" in words
    assert "No hand yet." not in words
    assert "All hands (JSON)" not in words
    assert said in words
    for figure in figures:
        assert figure in words, words
    assert bool(figures) == (b'final-totals"' in stranger.get(page).content)
    person = words_of(stranger.get(reverse("event_entry", args=[event.pk, 6])))
    source = "It comes from other rounds (points: 1 · hands: 4 · rounds: 1)."
    assert (source in person) == (way == "average")
    other = sheets.table(event.rounds.get(number=2), 1)
    assert title not in words_of(stranger.get(reverse("public_table", args=[other.table_id])))


def test_what_the_table_agrees_on_is_checked_and_marked(
    event: Event, gone: EventTable, director: Client, by: Author
) -> None:
    refused = agrees(director, gone, 5, 1, -1, -4)
    assert refused.status_code == 422
    assert agrees(director, gone, 5, 1, -1, -5, reason="").status_code == 200
    assert takes_back(director, gone).status_code == 200
    answer = agrees(director, gone, 4, 2, -1, -5)
    assert answer.status_code == 200
    assert of(gone) == [4, 2, -1, -5]
    newest = gone.totals.order_by("-number").first()
    assert (there(newest).record["decided"], there(newest).reason) == ("agreed", WHY)
    closes(event, by, 2)
    assert locks(director, event)
    table, person, csv, history = marks(director, event, 6)
    assert "decided" in table
    assert "the table agreed on the totals" in person
    assert "Round 2: agreed" in csv
    assert "agreed:" in history


def test_agreed_totals_need_a_reason(event: Event, gone: EventTable, director: Client) -> None:
    address = f"{reverse('keying', args=[event.pk])}?table=2&round=2&why=lost"
    page = director.get(address).content.decode()
    forms = FormReader(page).forms
    action, sent = next((where, sent) for where, sent in forms if "points-0" in sent)
    answer = director.post(action, sheets.filled(sent | {"reason": ""}, 4, 2, -1, -5))
    assert answer.status_code == 422
    assert "Say why the sheet is gone." in words_of(answer)
    assert not gone.totals.exists()


def test_correcting_what_was_agreed_keeps_the_mark_and_a_found_sheet_drops_it(
    event: Event, gone: EventTable, director: Client
) -> None:
    agrees(director, gone, 4, 2, -1, -5)
    sheets.keys(director, gone, 4, 3, -2, -5, reason="They think again")
    assert there(gone.totals.order_by("-number").first()).record["decided"] == "agreed"
    action, sent = sheets.keying_form(director, gone)
    sent.pop("is_agreed")
    director.post(action, sheets.filled(sent, 3, 3, -1, -5, reason="The sheet is found"))
    assert "decided" not in there(gone.totals.order_by("-number").first()).record
    assert set(Result.objects.filter(event_table=gone).values_list("decided", flat=True)) == {""}


def test_the_record_book_counts_no_hand_of_a_decided_sheet(
    event: Event, gone: EventTable, director: Client
) -> None:
    sheets.plays(gone, 1)
    assert CountedSheet.objects.filter(table=gone.table).exists()
    ways: tuple[Callable[[], Answer], ...] = (
        lambda: decides(director, gone, "average"),
        lambda: decides(director, gone, "annulled"),
        lambda: agrees(director, gone, 4, 2, -1, -5),
    )
    for decide in ways:
        assert decide().status_code == 200
        assert not CountedSheet.objects.filter(table=gone.table).exists()
        takes_back(director, gone)
    assert of(gone) == [-1, 3, -1, -1], "taken back, the hands of the phone count again"


def test_a_pause_on_the_phone_later_does_not_overrule_the_decision(
    event: Event, gone: EventTable, director: Client
) -> None:
    sheets.plays(gone, 2)
    decides(director, gone, "annulled")
    sheets.plays(gone, 2)
    assert of(gone) == [0, 0, 0, 0]
    tops = Result.objects.filter(event_table=gone).values_list("top_points", flat=True)
    assert set(tops) == {0}


def test_no_average_without_another_round(
    new_event: Callable[..., Event], director: Client
) -> None:
    event = new_event(entries=8, hands=4, rounds=2)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8]), 2)
    refused = decides(director, place, "average")
    assert refused.status_code == 422
    assert "There is no other closed round, so there is no average to give: " in words_of(refused)
    assert not place.totals.exists()


def test_no_average_where_nobody_knows_how_many_hands_were_due(
    event: Event, gone: EventTable, director: Client
) -> None:
    EventTable.objects.filter(pk=gone.pk).update(hands_due=0)
    refused = decides(director, gone, "average")
    assert refused.status_code == 422
    said = "Nobody knows how many hands were due here, so there is no average for them."
    assert said in words_of(refused)
    assert not gone.totals.exists()


def test_no_average_where_places_decide(
    new_event: Callable[..., Event], director: Client, by: Author
) -> None:
    event = new_event(entries=8, hands=4, rounds=2, yields="places")
    first = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    for number in (1, 2):
        sheets.keys(director, sheets.table(first, number), 9, -3, -3, -3)
    closes(event, by, 1)
    place = sheets.table(sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8]), 2)
    refused = decides(director, place, "average")
    assert refused.status_code == 422
    assert "Places or matches decide here" in words_of(refused)
    assert decides(director, place, "annulled").status_code == 200
    assert 2 not in event_standing(event).places[6].rounds


@pytest.mark.parametrize(
    ("way", "reason", "sentence"),
    [
        ("annulled", "", "Say why the sheet is gone."),
        ("", WHY, "Say what shall stand in the place of the sheet."),
        ("guessed", WHY, "Say what shall stand in the place of the sheet."),
    ],
)
def test_a_reason_and_a_choice_are_asked_for(
    event: Event, gone: EventTable, director: Client, way: str, reason: str, sentence: str
) -> None:
    refused = decides(director, gone, way, reason)
    assert refused.status_code == 422
    assert sentence in words_of(refused)
    assert not gone.totals.exists()


def test_a_table_with_a_result_has_no_such_choice(
    event: Event, gone: EventTable, director: Client
) -> None:
    page = decides_page(director, gone)
    full = sheets.table(gone.round, 1)
    action = reverse("decide_gone", args=[event.pk, full.pk])
    form = FormReader(page).sent_to(reverse("decide_gone", args=[event.pk, gone.pk]))
    answer = director.post(action, form | {"way": "annulled", "reason": WHY, "seen_version": "1"})
    assert answer.status_code == 422
    assert "There is a result at this table. Take it back first." in words_of(answer)
    assert action not in decides_page(director, full)


def decides_page(client: Client, place: EventTable) -> str:
    address = reverse("desk_table", args=[place.round.event_id, place.pk])
    return client.get(address).content.decode()


def test_the_same_form_twice_is_one_decision_and_another_one_is_refused(
    event: Event, gone: EventTable, director: Client
) -> None:
    action = reverse("decide_gone", args=[event.pk, gone.pk])
    form = FormReader(decides_page(director, gone)).sent_to(action)
    form |= {"way": "annulled", "reason": WHY}
    assert [director.post(action, form).status_code for _time in range(2)] == [302, 302]
    assert gone.totals.count() == 1
    assert director.post(action, form | {"way": "average"}).status_code == 409
    assert gone.totals.count() == 1


def test_a_stranger_decides_nothing(
    event: Event, gone: EventTable, director: Client, other_director: Client
) -> None:
    action = reverse("decide_gone", args=[event.pk, gone.pk])
    form = FormReader(decides_page(director, gone)).sent_to(action)
    form |= {"way": "annulled", "reason": WHY}
    for client in (other_director, Client()):
        assert client.post(action, form).status_code in (302, 403, 404)
    assert not gone.totals.exists()


def test_the_ways_lead_there(event: Event, gone: EventTable, director: Client) -> None:
    anchor = reverse("desk_table", args=[event.pk, gone.pk]) + "#gone"
    trouble = director.get(reverse("trouble", args=[event.pk])).content.decode()
    closing = director.get(reverse("close_round", args=[event.pk, 2])).content.decode()
    assert anchor in trouble
    assert anchor in closing


def test_a_printed_standing_says_it(event: Event, gone: EventTable, director: Client) -> None:
    decides(director, gone, "annulled")
    snapshot = snapshot_of(Event.objects.get(pk=event.pk))
    printed = str(standing_part(snapshot, is_director=True))
    assert "†" in printed
    assert "The sheet is gone and was annulled" in printed


@pytest.mark.parametrize("way", ["average", "annulled"])
def test_a_decision_goes_with_the_file_of_the_event(
    event: Event, gone: EventTable, director: Client, way: str
) -> None:
    decides(director, gone, way)
    before, raw = totals(event), taken(event)
    forget_everything()
    elsewhere = brought(raw)
    kept = Result.objects.filter(event=elsewhere, round__number=2, event_table__number=2)
    assert set(kept.values_list("decided", flat=True)) == {way}
    assert totals(elsewhere) == before
