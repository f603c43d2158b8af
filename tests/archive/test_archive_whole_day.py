"""Rulings, ties, money, leavings and rolling tables go with the event as well."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from tests.answers import there
from tests.archive.archives import brought, changed, forget_everything, set_value, taken
from tests.archive.test_archive import fresh, is_the_same_elsewhere
from tests.events.draw.cut_stories import cuts, plays_round
from tests.events.night.free_night import joins, table_of, wins
from tests.events.night.free_night import leaves as gets_up
from tests.events.night.rolling_day import CLUB_NIGHT, FESTIVAL, come, opens
from tests.events.played import keys, plays, starts
from tests.events.results import sheets
from tests.events.results.test_leaving import leaves
from tests.events.results.test_staying import comes_back
from tests.events.rulings.ruled import decide, withdraws
from tournaments.archive.reading import BadFile
from tournaments.events.money.queries.cash import takings_of
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.money.services import count_cash, hand_over, reverse_line, write_line
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.services import lock_final, reopen_final
from tournaments.models import Author, CashLine, Entry, Event, Leaving, Ruling


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(entries=8, hands=4, rounds=2, fee=1000, payout=(50, 30))


def test_rulings_with_what_each_has_from_them(event: Event, by: Author) -> None:
    Entry.objects.create(event=event, name="Ben")  # so that keys are not start numbers
    place = starts(event, by).tables.get(number=2)
    keys(place, by, 9, -3, -3, -3)
    decide(place, by, "points", 6, -4, others=1)
    decide(place, by, "warning", 7)
    withdraws(decide(place, by, "points", 8, -9), by)
    here = is_the_same_elsewhere(event)
    ruling = here.rulings.get(kind="points", withdrawn_at=None)
    numbers = {entry.pk: entry.number for entry in here.entries.all()}
    assert sorted(there(numbers[key]) for key, _points, _strokes in ruling.shares) == [5, 6, 7, 8]


def test_somebody_who_was_excluded(event: Event, by: Author) -> None:
    place = starts(event, by).tables.get(number=1)
    keys(place, by, 9, -3, -3, -3)
    decide(place, by, "out", 3)
    here = is_the_same_elsewhere(event)
    (key,) = Ruling.objects.get().was
    assert here.entries.get(pk=key).number == 3


def test_a_share_of_nobody_is_refused(event: Event, by: Author) -> None:
    place = starts(event, by).tables.get(number=1)
    decide(place, by, "points", 3, -4)
    raw = changed(taken(event), set_value("Ruling", 1, "shares", [[99, -4, 0]]))
    forget_everything()
    with pytest.raises(BadFile, match="Ruling, row 1, “shares”: There is no such row"):
        brought(raw)


def test_the_cash_book_and_the_prizes(event: Event, by: Author) -> None:
    event.entries.update(is_paid=True)
    plays(event, by, 1)
    write_line(
        event=event, line=CashLine(kind="in", amount=5000, note="Change"), by=by, submission=uuid4()
    )
    line = CashLine.objects.get()
    reverse_line(event=event, line=line.pk, reason="Twice", by=by, submission=uuid4())
    count_cash(event=event, cents=8000, note="", by=by, submission=uuid4())
    plays(event, by, 2)
    lock_final(event=event, by=by, submission=uuid4())
    prize = prize_list(fresh(event)).prizes[0]
    hand_over(
        event=event,
        key=prize.key,
        entry=prize.entry,
        seen_cents=prize.cents,
        by=by,
        submission=uuid4(),
    )
    reopen_final(event=event, reason="Table 2", by=by, submission=uuid4())
    lock_final(event=event, by=by, submission=uuid4())
    before = takings_of(fresh(event)), [one.cents for one in prize_list(fresh(event)).prizes]
    here = is_the_same_elsewhere(event)
    assert (takings_of(here), [one.cents for one in prize_list(here).prizes]) == before
    assert there(here.cash.get(kind="reversal").reverses).kind == "in"
    assert prize_list(here).prizes[0].given


def test_a_line_that_reverses_a_later_one_is_refused(event: Event, by: Author) -> None:
    for note in ("Change", "More change"):
        write_line(
            event=event, line=CashLine(kind="in", amount=5000, note=note), by=by, submission=uuid4()
        )
    raw = changed(taken(event), set_value("CashLine", 1, "reverses", 2))
    forget_everything()
    with pytest.raises(BadFile, match="CashLine, row 1, “reverses”: There is no such row"):
        brought(raw)


def test_somebody_who_left_in_the_middle(new_event: Callable[..., Event], director: Client) -> None:
    event = new_event(entries=8, hands=4, rounds=2, ruleset="sheepshead4-cutthroat")
    played = sheets.opens(event, [1, 2, 3, 4], [5, 6, 7, 8])
    sheets.plays(sheets.table(played, 1), 2)
    leaves(director, event, 1, "void")
    comes_back(director, event, 1)
    leaves(director, event, 2, "inherited", **{"person-0-name": "Cora"})
    here = is_the_same_elsewhere(event)
    withdrawn, held = Leaving.objects.filter(result__event=here)
    assert (withdrawn.withdrawn_by, withdrawn.withdrawn_why) == ("Dora", "A mistake")
    assert held.result.entry == there(held.member).entry == here.entries.get(number=2)


def test_a_cut_for_the_final(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(entries=16, hands=4, rounds=2)
    plays_round(event, by, 1)
    kept = cuts(event, by)
    plays_round(event, by, 2)
    here = is_the_same_elsewhere(event)
    assert snapshot_of(here).cuts == (kept,)


def test_tables_that_open_one_by_one(new_event: Callable[..., Event], by: Author) -> None:
    event = new_event(**FESTIVAL)
    come(event, by, *(f"Anna {number}" for number in range(1, 11)))
    opens(event, by, 1, 2, 3, 4, 5)
    opens(event, by, 6, 7, 8, 9, 10)
    here = is_the_same_elsewhere(event)
    assert here.rounds.count() == 2


def test_a_free_night_at_which_people_joined_and_left(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(**CLUB_NIGHT)
    come(event, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(event, by, 1, 2, 3)
    wins(place, "Ada")
    joins(place, by, "Dan", after="Ben")
    wins(place, "Dan", "Dan")
    gets_up(place, by, "Ben")
    wins(place, "Cleo")
    here = is_the_same_elsewhere(fresh(event))
    rows = {row.entry.name: row for row in here.results.select_related("entry")}
    assert [name for name, row in sorted(rows.items()) if row.is_away] == ["Ben"]
    assert rows["Dan"].moved_at is not None


def test_the_groups_of_a_season_and_what_they_brought(
    new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=8, hands=4, rounds=2)
    Event.objects.filter(pk=event.pk).update(finals=2)
    event.entries.filter(number__lte=4).update(final=0, brought="9/2", season_place=1)
    event.entries.filter(number__gt=4).update(final=1, season_place=2)
    event.refresh_from_db()
    plays_round(event, by, 1)
    here = is_the_same_elsewhere(fresh(event))
    assert here.finals == 2
    assert snapshot_of(here).cuts[0].cut.finals == ((1, 2, 3, 4), (5, 6, 7, 8))
    bad = changed(taken(here), set_value("Entry", 1, "brought", "1/0"))
    forget_everything()
    with pytest.raises(BadFile, match="brought"):
        brought(bad)
