"""The final list: locked with its fingerprint, opened again with a reason, locked amended."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.answers import there
from tests.events.played import draws, keys, plays, starts
from tests.signed_in import signed_in
from tests.tables.conftest import FormReader, words_of
from tournaments.common.actions import Refused
from tournaments.events.desk.queries.checklist import checklist_of
from tournaments.events.desk.queries.concerns import PROBLEM, missing, next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.desk.services import announce, turn_clock
from tournaments.events.results.services.sheets import close_round, close_sheet, reopen_sheet
from tournaments.events.results.services.totals import withdraw_totals
from tournaments.events.standings.queries.final import (
    final_marks,
    final_page,
    final_rows,
    fingerprint,
)
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import HELPS_AFTER, Author, Event, EventTable, Membership, Role


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def played(event: Event, by: Author) -> Event:
    plays(event, by, 1)
    plays(event, by, 2)
    return Event.objects.get(pk=event.pk)


def locks(event: Event, by: Author) -> Event:
    lock_final(event=event, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def reopens(event: Event, by: Author, reason: str = "Table 2 was read wrong") -> Event:
    reopen_final(event=event, reason=reason, by=by, submission=uuid4())
    return Event.objects.get(pk=event.pk)


def corrects(event: Event, by: Author) -> None:
    """The sheet of table 2 in round 2: one more for the second, from the fourth."""
    place = event.rounds.get(number=2).tables.get(number=2)
    keys(place, by, 9, -2, -3, -4)


def test_it_is_the_standing_of_that_moment(played: Event, by: Author) -> None:
    event = locks(played, by)
    assert (event.state, event.revision) == (Event.FINAL, 1)
    page = final_page(event)
    totals = {name: row.total for row, name in page.lines}
    assert totals == {f"Anna {n}": ("18" if n in (1, 5) else "-6") for n in range(1, 9)}
    assert [row.place for row, _name in page.lines] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert page.mark
    assert page.mark.fingerprint == fingerprint([row for row, _name in page.lines])
    assert (page.mark.doer.account, page.mark.is_amended) == ("Dora", False)
    assert page.differs == []


def test_helping_ends_a_week_after_it_and_goes_on_when_it_is_opened_again(
    played: Event, by: Author
) -> None:
    emma, fred = (User.objects.create_user(name) for name in ("Emma", "Fred"))
    known = {"club": played.club, "event": played, "role": Role.DOOR}
    Membership.objects.create(user=emma, **known)
    began = played.made_at - 2 * HELPS_AFTER
    gone = Membership.objects.create(user=fred, since=began, until=played.made_at, **known)
    event = locks(played, by)
    ends = there(emma.memberships.get().until)
    assert timedelta(0) <= timezone.now() + HELPS_AFTER - ends < timedelta(minutes=1)
    door = reverse("door", args=[event.pk])
    client = signed_in(emma)
    assert client.get(door).status_code == 200
    emma.memberships.update(since=began, until=played.made_at)
    assert client.get(door).status_code == 404
    emma.memberships.update(until=ends)
    reopens(event, by)
    assert [each.until for each in (emma.memberships.get(), fred.memberships.get())] == [
        None,
        gone.until,
    ]


def test_refused_before_anything_was_played(event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="No round has been played"):
        locks(event, by)


def test_refused_while_a_round_is_proposed_or_open(event: Event, by: Author) -> None:
    plays(event, by)
    draws(event, by, 2)
    with pytest.raises(Refused, match="Round 2 is drawn up"):
        locks(event, by)
    starts(event, by, 2)
    with pytest.raises(Refused, match="Round 2 is still open"):
        locks(event, by)
    assert Event.objects.get(pk=event.pk).state == Event.RUNNING
    assert final_marks(event) == []


def test_refused_while_a_sheet_is_open_again(played: Event, by: Author) -> None:
    place = played.rounds.get(number=1).tables.get(number=2)
    reopen_sheet(event=played, place=place, reason="Hand 3", by=by, submission=uuid4())
    with pytest.raises(Refused, match="table 2 in round 1 is open again"):
        locks(played, by)
    close_sheet(event=played, place=place, by=by, submission=uuid4())
    assert locks(played, by).revision == 1


def test_locked_once(played: Event, by: Author) -> None:
    event = locks(locks(played, by), by)
    assert event.revision == 1
    assert event.changes.filter(kind="final_locked").count() == 1


def test_nothing_changes_while_it_is_locked(played: Event, by: Author) -> None:
    event = locks(played, by)
    for deed in (
        lambda: corrects(event, by),
        lambda: turn_clock(
            event=event, number=2, turn="start", minutes=5, by=by, submission=uuid4()
        ),
        lambda: close_round(event=event, number=2, by=by, submission=uuid4()),
    ):
        with pytest.raises(Refused, match="locked"):
            deed()
    announce(event=event, text="Prizes now", by=by, submission=uuid4())


def test_amended_says_why_and_what(played: Event, by: Author) -> None:
    event = reopens(locks(played, by), by)
    assert event.state == Event.RUNNING
    mark = final_marks(event)[-1]
    assert mark
    assert mark.reopened == "Table 2 was read wrong"
    corrects(event, by)
    assert {each.name for each in final_page(event).differs} >= {"Anna 6", "Anna 8"}
    event = locks(event, by)
    page = final_page(event)
    amended, first = page.revisions
    assert (amended.mark.revision, amended.mark.reason) == (2, "Table 2 was read wrong")
    assert amended.mark.is_amended
    assert first.moved == []
    moved = {
        each.name: (there(each.before).total, there(each.after).total) for each in amended.moved
    }
    assert moved["Anna 6"] == ("-6", "-5")
    assert moved["Anna 8"] == ("-6", "-7")
    assert "Anna 1" not in moved
    assert first.mark.fingerprint != amended.mark.fingerprint
    assert fingerprint(first.rows) == first.mark.fingerprint
    assert fingerprint(amended.rows) == amended.mark.fingerprint


def test_the_same_list_again_has_the_same_fingerprint(played: Event, by: Author) -> None:
    event = locks(reopens(locks(played, by), by), by)
    amended, first = final_page(event).revisions
    assert amended.mark.fingerprint == first.mark.fingerprint
    assert amended.moved == []


def test_opened_once(played: Event, by: Author) -> None:
    event = reopens(reopens(locks(played, by), by), by)
    assert event.changes.filter(kind="final_reopened").count() == 1


def test_the_fingerprint_tells_every_change(played: Event) -> None:
    rows = final_rows(event_standing(played))
    swapped = [rows[1], rows[0], *rows[2:]]
    other = [rows[0]._replace(total="19"), *rows[1:]]
    marks = {fingerprint(each) for each in (rows, swapped, other, rows[1:])}
    assert len(marks) == 4


def test_the_number_of_queries_does_not_grow(
    new_event: Callable[..., Event],
    by: Author,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for entries in (8, 40):
        event = new_event(entries=entries, hands=4, rounds=1)
        plays(event, by)
        event = locks(event, by)
        with django_assert_max_num_queries(9):
            assert len(final_page(event).lines) == entries


def test_on_its_page(played: Event, director: Client) -> None:
    address = reverse("lock_final", args=[played.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    locked = director.post(address, form)
    assert locked.headers["Location"] == f"{address}#stamp"
    page = director.get(address)
    assert '<p class="stamp" id="stamp">' in page.content.decode()
    words = words_of(page)
    assert "Final list, revision 1" in words
    mark = final_marks(played)[-1]
    assert mark
    assert mark.fingerprint in words
    again = reverse("reopen_final", args=[played.pk])
    form = FormReader(page.content.decode()).sent_to(again)
    refused = director.post(again, form | {"reason": " "})
    assert refused.status_code == 422
    assert "Say why" in words_of(refused)
    assert Event.objects.get(pk=played.pk).state == Event.FINAL
    director.post(again, form | {"reason": "Table 2 was read wrong"})
    words = words_of(director.get(address))
    assert "Revision 1 was opened again. Reason: Table 2 was read wrong" in words
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    director.post(address, form)
    assert "Amended: Table 2 was read wrong" in words_of(director.get(address))


def test_a_refusal_is_said_on_its_page(event: Event, by: Author, director: Client) -> None:
    starts(event, by)
    address = reverse("lock_final", args=[event.pk])
    form = {"submission": str(uuid4()), "seen_version": "0"}
    response = director.post(address, form)
    assert response.status_code == 422
    assert "Round 1 is still open. Close it first." in words_of(response)


def test_a_list_that_moved_since_it_was_seen_is_shown_before_it_is_locked(
    played: Event, by: Author, director: Client
) -> None:
    address = reverse("lock_final", args=[played.pk])
    form = FormReader(director.get(address).content.decode()).sent_to(address)
    corrects(played, by)
    refused = director.post(address, form)
    assert refused.status_code == 422
    assert "The list has changed since you saw it." in words_of(refused)
    assert Event.objects.get(pk=played.pk).state == Event.RUNNING
    again = FormReader(refused.content.decode()).sent_to(address)
    assert director.post(address, again).status_code == 302
    assert final_page(played).fingerprint == again["seen"] != form["seen"]


def test_totals_taken_back_after_the_round_leave_no_hole_in_the_list(
    played: Event, by: Author, director: Client
) -> None:
    place = played.rounds.get(number=1).tables.get(number=2)
    takes_back(place, by)
    desk = desk_of(Event.objects.get(pk=played.pk))
    [line] = [line for line in missing(desk) if line.weight == PROBLEM]
    assert line.sentence == "1 sheet of a closed round has no result: its totals were taken back"
    assert [link.args for link in line.each] == [(place.round.event_id, place.pk)]
    assert next_step(desk).links[0].args == (place.round.event_id, place.pk)
    assert "emptied" in [i.key for p in checklist_of(desk) for i in p.items if not i.is_done]
    why = "Table 2 in round 1 has no result any more. Enter it first."
    assert why in words_of(director.get(reverse("lock_final", args=[played.pk])))
    with pytest.raises(Refused, match=why):
        locks(played, by)
    keys(place, by, 9, -3, -3, -3)
    assert locks(played, by).revision == 1


def test_a_hole_in_an_earlier_round_is_said_while_a_later_one_is_played(
    event: Event, by: Author
) -> None:
    plays(event, by)
    takes_back(event.rounds.get(number=1).tables.get(number=1), by)
    starts(event, by, 2)
    desk = desk_of(Event.objects.get(pk=event.pk))
    assert [line.sentence for line in missing(desk) if line.weight == PROBLEM] == [
        "1 sheet of a closed round has no result: its totals were taken back"
    ]


def takes_back(place: EventTable, by: Author) -> None:
    withdraw_totals(
        event=place.round.event,
        place=place,
        seen_number=1,
        reason="The sheet is another table's",
        by=by,
        submission=uuid4(),
    )
