"""Rulings: what each kind gives and takes, late ones, withdrawn ones, and who sees what."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from tests.answers import there
from tests.events.played import keys, plays, starts
from tests.events.rulings.ruled import changed, decide, fresh, key_of, sheet, totals, withdraws
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import come_back
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.services.rounds import cancel_round
from tournaments.events.rulings.services import rule
from tournaments.events.standings.queries.final import final_rows
from tournaments.events.standings.queries.standings import event_standing
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, Entry, Event, EventTable, Ruling


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2)


@pytest.fixture
def on(event: Event, by: Author) -> EventTable:
    """Table 1 of the round that is on: entries 1 to 4."""
    return starts(event, by).tables.get(number=1)


def test_a_warning_changes_no_figure(on: EventTable, by: Author, event: Event) -> None:
    keys(on, by, 9, -3, -3, -3)
    before = totals(event)
    decide(on, by, "warning", 2)
    assert changed(event, before) == {}


def test_a_penalty_counts_at_once_and_stays_off_the_sheet(
    on: EventTable, by: Author, event: Event
) -> None:
    keys(on, by, 9, -3, -3, -3)
    before = totals(event)
    decide(on, by, "points", 2, -4)
    assert changed(event, before) == {2: -4}
    assert sheet(on) == [9, -3, -3, -3]
    row = event_standing(fresh(event)).row_of(2)
    assert (there(row).cells[0].value, there(row).total, there(row).added, there(row).ruled) == (
        -3,
        -7,
        -4,
        -4,
    )


def test_a_misplay_may_give_each_of_the_others_something(
    on: EventTable, by: Author, event: Event
) -> None:
    keys(on, by, 9, -3, -3, -3)
    before = totals(event)
    decide(on, by, "points", 2, -4, others=1)
    assert changed(event, before) == {1: 1, 2: -4, 3: 1, 4: 1}
    assert sum(sheet(on)) == 0


def test_a_penalty_may_be_for_the_whole_table(on: EventTable, by: Author, event: Event) -> None:
    before = totals(event)
    decide(on, by, "points", None, -2)
    assert changed(event, before) == {1: -2, 2: -2, 3: -2, 4: -2}


def test_two_rulings_about_one_add_up(on: EventTable, by: Author, event: Event) -> None:
    before = totals(event)
    decide(on, by, "points", 2, -4)
    decide(on, by, "points", 3, -4, others=1)
    assert changed(event, before) == {1: 1, 2: -3, 3: -4, 4: 1}


def test_one_who_sits_out_can_be_ruled_about_too(pairs: Callable[..., Event], by: Author) -> None:
    event = pairs(3)
    played = starts(event, by)
    out = played.results.get(event_table=None).entry
    asked = Ruling(round=played, entry_id=out.pk, offence="Talking", kind="points", points=-1)
    seen = fresh(event).version
    rule(event=fresh(event), asked=asked, by=by, submission=uuid4(), seen_version=seen)
    row = event_standing(fresh(event)).row_of(there(out.number))
    assert (there(row).added, there(row).ruled) == (-1, -1)


@pytest.fixture
def pairs(new_event: Callable[..., Event]) -> Callable[..., Event]:
    """An event of pairs, where strokes on the sheet make won matches."""

    def make(entries: int, **more: object) -> Event:
        return new_event(
            entries=entries,
            ruleset="sasku-karvane6",
            unit="pair",
            size=2,
            hands=4,
            yields="match",
            rounds=1,
            tie_breaks=("difference", "shared"),
            **more,
        )

    return make


def test_strokes_go_to_the_other_side_of_the_match(pairs: Callable[..., Event], by: Author) -> None:
    event = pairs(4)
    played = starts(event, by)
    place = played.tables.get(number=1)
    keys(place, by, 8, 6)
    keys(played.tables.get(number=2), by, 8, 6)
    assert totals(event) == {1: 2, 2: 0, 3: 2, 4: 0}
    decide(place, by, "strokes", 1, 2)
    assert totals(event) == {1: 1, 2: 1, 3: 2, 4: 0}
    decide(place, by, "strokes", 1, 2)
    assert totals(event) == {1: 0, 2: 2, 3: 2, 4: 0}
    rows = {row.entry.number: row for row in event_standing(fresh(event)).rows()}
    assert [rows[n].keys[0].value for n in (1, 2, 3, 4)] == [-2, 2, 2, -2]
    assert (rows[2].strokes, rows[2].added, rows[1].strokes) == (4, 0, 0)
    assert sheet(place) == [8, 6]


def test_strokes_need_a_match(on: EventTable, by: Author) -> None:
    with pytest.raises(Refused, match="need a match"):
        decide(on, by, "strokes", 2, 4)


def test_excluded_with_the_sheet_as_it_is(on: EventTable, by: Author, event: Event) -> None:
    keys(on, by, 9, -3, -3, -3)
    decide(on, by, "out", 2)
    assert event.entries.get(number=2).status == Entry.OUT
    standing = event_standing(fresh(event))
    assert [row.entry for row in standing.out] == [2]
    assert sheet(on) == [9, -3, -3, -3]


def test_the_whole_table_is_excluded_in_one_deed(on: EventTable, by: Author, event: Event) -> None:
    decide(on, by, "out")
    standing = event_standing(fresh(event))
    assert [row.entry for row in standing.out] == [1, 2, 3, 4]
    assert event.changes.filter(kind="ruled").count() == 1
    assert event.changes.filter(kind="out").count() == 4


def test_withdrawn_exclusions_restore_what_was(on: EventTable, by: Author, event: Event) -> None:
    ruling = decide(on, by, "out")
    withdraws(ruling, by)
    assert not event_standing(fresh(event)).out
    assert set(event.entries.values_list("status", "last_round")) == {(Entry.HERE, None)}


def test_who_is_excluded_twice_is_back_after_the_second_withdrawal(
    on: EventTable, by: Author, event: Event
) -> None:
    first = decide(on, by, "out", 2)
    second = decide(on, by, "out")
    withdraws(first, by)
    assert event.entries.get(number=2).status == Entry.OUT
    withdraws(second, by)
    assert set(event.entries.values_list("status", flat=True)) == {Entry.HERE}


def test_nobody_is_excluded_twice_for_nothing(on: EventTable, by: Author) -> None:
    decide(on, by, "out", 2)
    with pytest.raises(Refused, match="Excluded already"):
        decide(on, by, "out", 2)


def test_who_came_back_otherwise_stays_where_he_is(
    on: EventTable, by: Author, event: Event
) -> None:
    ruling = decide(on, by, "out", 2)
    entry = event.entries.get(number=2)
    come_back(entry=entry, by=by, submission=uuid4(), reason="Heard him")
    withdraws(ruling, by)
    assert event.entries.get(number=2).status == Entry.HERE


@pytest.mark.parametrize(
    ("kind", "number", "points", "others"),
    [("points", 2, -4, 1), ("points", None, -2, 0), ("warning", 2, 0, 0), ("note", None, 0, 0)],
)
def test_withdrawn_is_as_if_it_had_not_been(
    on: EventTable,
    by: Author,
    event: Event,
    kind: str,
    number: int | None,
    points: int,
    others: int,
) -> None:
    keys(on, by, 9, -3, -3, -3)
    before = final_rows(event_standing(fresh(event)))
    ruling = decide(on, by, kind, number, points, others=others)
    withdraws(ruling, by)
    assert final_rows(event_standing(fresh(event))) == before


def test_withdrawn_with_a_reason_and_once(on: EventTable, by: Author, event: Event) -> None:
    ruling = decide(on, by, "points", 2, -4)
    with pytest.raises(Refused, match="Say why"):
        withdraws(ruling, by, "")
    withdraws(ruling, by)
    withdraws(ruling, by, "Again")
    ruling.refresh_from_db()
    assert (ruling.withdrawn_why, ruling.withdrawn_by) == ("It was Ben", "Dora")
    said = [sentence_of(each) for each in event.changes.filter(kind__contains="rul")]
    assert said == [
        "Ruling in round 1: table 1, Anna 2: Talking – penalty −4",
        "Ruling in round 1 withdrawn: table 1, Anna 2: Talking – penalty −4",
    ]


def test_the_same_submission_is_the_same_ruling(on: EventTable, by: Author, event: Event) -> None:
    asked = Ruling(
        round=on.round,
        event_table=on,
        entry_id=key_of(event, 2),
        offence="Talking",
        kind="points",
        points=-4,
    )
    submission, seen = uuid4(), fresh(event).version
    for _time in range(2):
        rule(event=fresh(event), asked=asked, by=by, submission=submission, seen_version=seen)
    assert Ruling.objects.count() == 1


def test_two_directors_do_not_write_the_same_down_twice(
    on: EventTable, by: Author, event: Event
) -> None:
    seen = fresh(event).version
    decide(on, by, "points", 2, -4, seen_version=seen)
    with pytest.raises(Refused, match=r"just written down \(✓ Dora, signed in\)"):
        decide(on, by, "points", 2, -4, seen_version=seen)
    decide(on, by, "points", 3, -4, seen_version=seen)
    decide(on, by, "points", 2, -4, seen_version=seen, is_sure=True)
    assert Ruling.objects.count() == 3


def test_after_the_round_is_closed_it_needs_a_reason_and_is_marked(
    event: Event, by: Author
) -> None:
    played = plays(event, by)
    place = played.tables.get(number=1)
    before = totals(event)
    with pytest.raises(Refused, match="This round is closed"):
        decide(place, by, "points", 2, -4)
    ruling = decide(place, by, "points", 2, -4, reason="Heard only now")
    assert (ruling.is_late, ruling.reason) == (True, "Heard only now")
    assert changed(event, before) == {2: -4}
    late = [change for change in event.changes.filter(kind="ruled") if change.reason]
    assert [change.reason for change in late] == ["Heard only now"]


def test_a_round_that_was_called_off_takes_its_rulings_along(
    on: EventTable, by: Author, event: Event
) -> None:
    decide(on, by, "points", 2, -4)
    cancel_round(
        event=fresh(event), number=1, reason="Fire alarm", anyway=True, by=by, submission=uuid4()
    )
    starts(fresh(event), by)
    assert set(totals(event).values()) <= {None, 0}


def test_refused_at_a_final_list_until_it_is_open_again(event: Event, by: Author) -> None:
    for number in (1, 2):
        played = plays(event, by, number)
    place = played.tables.get(number=1)
    event = fresh(event)
    lock_final(event=event, by=by, submission=uuid4())
    with pytest.raises(Refused, match="locked"):
        decide(place, by, "points", 1, -40, reason="Heard only now")
    reopen_final(event=fresh(event), reason="A quarrel", by=by, submission=uuid4())
    decide(place, by, "points", 1, -40, reason="Heard only now")
    assert event_standing(fresh(event)).ranked[-1].entry == 1
    lock_final(event=fresh(event), by=by, submission=uuid4())
    assert fresh(event).revision == 2
