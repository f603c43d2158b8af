"""Sheets that have to be in by a certain time: what is late, who says so, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.archive.test_archive import is_the_same_elsewhere
from tests.events.played import keys, starts
from tests.events.results import sheets
from tests.events.rulings.ruled import decide, fresh
from tests.series.series_stories import series_of
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.common.history import Doer
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import Concern, missing
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.queries.sheets import due_of, late_sheets, sheets_in
from tournaments.events.results.services.sheets import set_due
from tournaments.events.results.services.totals import withdraw_totals
from tournaments.models import Author, Event, EventTable, HandVersion, Round, TotalsVersion


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def played(event: Event, by: Author) -> Round:
    return starts(event, by)


def table(played: Round, number: int) -> EventTable:
    return played.tables.select_related("table", "round__event").get(number=number)


def due(event: Event, by: Author, *, minutes: int, reason: str = "") -> None:
    """The sheets have to be in by so many minutes from now, or so many ago."""
    at = timezone.now().replace(second=0, microsecond=0) + timedelta(minutes=minutes)
    set_due(event=fresh(event), at=at, by=by, submission=uuid4(), reason=reason)


def over(event: Event, minutes: int = 30) -> None:
    """The time was so many minutes ago, without anybody's having moved it."""
    Event.objects.update(sheets_due_at=timezone.now() - timedelta(minutes=minutes))


def came(place: EventTable, minutes: int) -> None:
    """Its totals were keyed so many minutes ago."""
    TotalsVersion.objects.filter(event_table=place).update(
        made_at=timezone.now() - timedelta(minutes=minutes)
    )


def late(event: Event) -> list[int]:
    return [each.number for each in late_sheets(fresh(event))]


def test_the_time_is_said_moved_and_taken_away(played: Round, by: Author, event: Event) -> None:
    due(event, by, minutes=90)
    assert there(due_of(fresh(event))).minutes in (89, 90)
    assert there(due_of(fresh(event))).left.startswith("1 h ")
    due(event, by, minutes=10)
    assert there(due_of(fresh(event))).is_soon
    set_due(event=fresh(event), at=None, by=by, submission=uuid4())
    assert due_of(fresh(event)) is None
    kinds = list(event.changes.filter(kind__startswith="sheets_due").values_list("kind", flat=True))
    assert kinds == ["sheets_due", "sheets_due", "sheets_due_off"]
    change = event.changes.get(kind="sheets_due_off")
    assert change.who == "Dora"
    assert "need not be in by a certain time any more" in sentence_of(change)


def test_once_it_is_over_it_is_moved_with_a_reason(played: Round, by: Author, event: Event) -> None:
    over(event)
    with pytest.raises(Refused, match="The time is over") as refused:
        due(event, by, minutes=30)
    assert refused.value.field == "reason"
    due(event, by, minutes=30, reason="The Lamb began late")
    assert event.changes.get(kind="sheets_due").reason == "The Lamb began late"


def test_a_sheet_after_the_time_is_taken_and_marked(
    played: Round, by: Author, event: Event
) -> None:
    one, two = table(played, 1), table(played, 2)
    keys(one, by, 9, -3, -3, -3)
    came(one, 60)
    over(event)
    assert late(event) == []
    state = sheets_in([fresh(event)])[event.pk]
    assert (state.state, state.tables, state.came) == ("missing", 2, 1)
    keys(two, by, 9, -3, -3, -3)
    (sheet,) = late_sheets(fresh(event))
    assert (sheet.place, sheet.number, sheet.round) == (two.pk, 2, 1)
    assert sheet.came.doer == Doer(account="Dora")
    assert timezone.now() - sheet.came.at < timedelta(minutes=1)
    assert sheets_in([fresh(event)])[event.pk].state == "late"


def test_a_correction_makes_nothing_late(played: Round, by: Author, event: Event) -> None:
    one = table(played, 1)
    keys(one, by, 9, -3, -3, -3)
    came(one, 60)
    over(event)
    keys(one, by, 6, 0, -3, -3)
    assert late(event) == []


def test_totals_that_were_taken_back_are_no_sheet(played: Round, by: Author, event: Event) -> None:
    one = table(played, 1)
    keys(one, by, 9, -3, -3, -3)
    came(one, 60)
    over(event)
    withdraw_totals(
        event=fresh(event), place=one, seen_number=1, reason="Table 2", by=by, submission=uuid4()
    )
    assert sheets_in([fresh(event)])[event.pk].came == 0
    keys(one, by, 6, 0, -3, -3)
    assert late(event) == [1]


def test_a_sheet_of_hands_is_in_with_its_last_hand(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, hands=2, rounds=1)
    place = table(starts(event, by), 1)
    sheets.plays(place, place.hands_due, who="Ben")
    over(event)
    (sheet,) = late_sheets(fresh(event))
    assert sheet.came.doer == Doer("Ben")
    HandVersion.objects.update(made_at=timezone.now() - timedelta(minutes=60))
    assert late(event) == []
    keys(place, by, *place.results.order_by("side").values_list("points", flat=True))
    assert late(event) == []


def test_the_time_that_is_moved_is_right_for_every_sheet(
    played: Round, by: Author, event: Event
) -> None:
    keys(table(played, 1), by, 9, -3, -3, -3)
    over(event)
    assert late(event) == [1]
    due(event, by, minutes=5, reason="The bus was late")
    assert late(event) == []


def test_desk_and_checklist_say_how_much_time_is_left(
    played: Round, by: Author, event: Event
) -> None:
    due(event, by, minutes=50)
    assert any(
        "Sheets have to be in by" in each.sentence for each in missing(desk_of(fresh(event)))
    )
    assert "minutes left" in item(event).note
    keys(table(played, 1), by, 9, -3, -3, -3)
    over(event)
    texts = [each.sentence for each in missing(desk_of(fresh(event)))]
    assert any("and 1 is missing" in text for text in texts)
    assert "1 sheet came late" in texts
    assert item(event).note == "late (round/table): 1/1"
    assert not item(event).is_done
    decide(table(played, 1), by, "note", 1, offence="The sheet came after the time")
    texts = [each.sentence for each in missing(desk_of(fresh(event)))]
    assert "1 sheet came late" not in texts


def item(event: Event) -> Concern:
    phases = checklist_of(desk_of(fresh(event)))
    return next(each for phase in phases for each in phase.items if each.key == "due")


def test_set_on_its_page_and_seen_wherever_sheets_are_entered(
    played: Round, by: Author, event: Event, director: Client
) -> None:
    where = reverse("sheets_due", args=[event.pk])
    sent = FormReader(director.get(where).content.decode()).sent_to(where)
    refused = director.post(where, sent | {"day": "", "time": "25:00"})
    assert refused.status_code == 422
    assert "A time such as 22:00." in words_of(refused)
    assert refused.content.count(b'role="alert"') == 1  # said once, all that is wrong together
    moment = timezone.localtime() + timedelta(minutes=40)
    said = {"day": f"{moment:%Y-%m-%d}", "time": f"{moment:%H:%M}"}
    assert director.post(where, sent | said).status_code == 302
    place = table(played, 1)
    phone = Client().get(reverse("table", args=[write_secret(place)]))
    pages = [
        director.get(reverse(name, args=[event.pk]))
        for name in ("keying", "event_tables", "sheets_due")
    ]
    pages.append(director.get(reverse("key_hands", args=[event.pk, place.pk])))
    for answer in [*pages, phone]:
        assert f"Sheets in by {moment:%H:%M}" in words_of(answer)
        assert "minutes left" in words_of(answer)
    assert "Change the time" not in words_of(phone)


def test_what_follows_is_a_ruling_from_the_page_of_the_table(
    played: Round, by: Author, event: Event, director: Client
) -> None:
    over(event)
    keys(table(played, 1), by, 9, -3, -3, -3)
    place = table(played, 1)
    assert "late" in words_of(director.get(reverse("event_tables", args=[event.pk])))
    saved = director.get(reverse("keying", args=[event.pk]), {"saved": 1})
    assert "late: " in words_of(saved)
    trouble = director.get(reverse("trouble", args=[event.pk]), {"q": "deadline"})
    assert "A sheet comes after its time" in words_of(trouble)
    page = director.get(reverse("desk_table", args=[event.pk, place.pk])).content.decode()
    way = f"{reverse('new_ruling', args=[event.pk])}?place={place.pk}&amp;offence="
    assert way in page
    offence: dict[str, Any] = {"place": place.pk, "offence": "The sheet came after the time"}
    form = director.get(reverse("new_ruling", args=[event.pk]), offence).content.decode()
    sent = FormReader(form).sent_to(reverse("new_ruling", args=[event.pk]))
    assert sent["offence"] == "The sheet came after the time"


def test_late_sheets_cost_the_same_for_many(
    new_event: Callable[..., Event],
    by: Author,
    director: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for count in (1, 4):
        event = new_event(entries=16, hands=4, rounds=1)
        played = starts(event, by)
        over(event)
        for number in range(1, count + 1):
            keys(table(played, number), by, 9, -3, -3, -3)
        here = fresh(event)
        with django_assert_num_queries(2):
            assert len(late_sheets(here)) == count


def test_nothing_is_asked_before_the_time(
    played: Round, by: Author, event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    here = fresh(event)
    with django_assert_num_queries(0):
        assert late_sheets(here) == ()
    due(event, by, minutes=50)
    here = fresh(event)
    with django_assert_num_queries(0):
        assert late_sheets(here) == ()


def test_the_series_says_which_venue_is_complete_late_or_missing(
    new_event: Callable[..., Event], by: Author, director: Client, stranger: Client
) -> None:
    venues = [new_event(entries=4, hands=4, rounds=1) for _each in range(3)]
    series = series_of(venues[0].club, by, *venues)
    where = reverse("series_sheets_due", args=[series.pk])
    sent = FormReader(director.get(where).content.decode()).sent_to(where)
    moment = timezone.localtime() + timedelta(minutes=40)
    said = {"day": f"{moment:%Y-%m-%d}", "time": f"{moment:%H:%M}"}
    assert director.post(where, sent | said).status_code == 302
    assert len({fresh(each).sheets_due_at for each in venues}) == 1
    first, second, third = (starts(fresh(each), by).tables.get() for each in venues)
    keys(first, by, 9, -3, -3, -3)
    came(first, 60)
    keys(second, by, 9, -3, -3, -3)
    over(venues[0])
    assert third.totals.count() == 0
    for page in (
        director.get(reverse("series_desk", args=[series.pk])),
        stranger.get(reverse("series", args=[series.pk])),
    ):
        words = words_of(page)
        for state in ("all sheets in", "1 sheet late", "1 sheet missing"):
            assert state in words
    refused = director.post(where, sent | said | {"submission": str(uuid4())})
    assert refused.status_code == 422
    assert "It is over already, so say why" in words_of(refused)


def test_the_time_goes_with_the_event(played: Round, by: Author, event: Event) -> None:
    due(event, by, minutes=50)
    at = fresh(event).sheets_due_at
    assert is_the_same_elsewhere(event).sheets_due_at == at


def test_a_page_has_what_its_clock_needs_until_the_time_is_over(
    played: Round, event: Event, director: Client
) -> None:
    page = reverse("keying", args=[event.pk])
    for minutes, words in ((0.5, "1 minute left"), (181, "3 h 1 min left"), (1800, "1 day left")):
        Event.objects.update(sheets_due_at=timezone.now() + timedelta(minutes=minutes))
        text = director.get(page).content.decode()
        assert f'data-many="{{m}} minutes left" data-hours="{{h}} h {{m}} min left">{words}' in text
        assert "data-due-over hidden" in text
    over(event)
    answer = director.get(page)
    assert "what comes in now is late. Change the time" in words_of(answer)
    assert "data-due" not in answer.content.decode()
