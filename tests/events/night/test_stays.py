"""A free night: people join a table, leave it and come back between two hands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from tests.answers import there
from tests.events.night.free_night import (
    column_of,
    entry_called,
    fresh,
    have,
    joins,
    leaves,
    table_of,
    wins,
)
from tests.events.night.rolling_day import CLUB_NIGHT, FESTIVAL, NewEvent, come, opens, waiting
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.rounds import seats_of
from tournaments.events.night.queries import read_queue
from tournaments.events.night.services import get_up, sit_down
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, EventTable, HandVersion


@pytest.fixture
def night(new_event: NewEvent) -> Event:
    return new_event(**CLUB_NIGHT)


def averages(event: Event) -> dict[str, object]:
    event.refresh_from_db()
    standing = event_standing(event)
    return {standing.by_number[row.entry].name: row.total for row in standing.ranked}


def sitting(event: Event) -> list[set[str]]:
    """Who sits at each table as everybody sees it."""
    event.refresh_from_db()
    found = seats_of(snapshot_of(event))
    assert found is not None
    return [{seat.entry.name for seat in table.seats} for table in found.tables]


def test_who_joins_counts_the_hands_since_then_alone(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(night, by, 1, 2, 3)
    wins(place, "Ben", "Ben")
    assert have(place) == {"Ada": (-2, 2), "Ben": (4, 2), "Cleo": (-2, 2)}
    joins(place, by, "Dan", after="Cleo")
    assert waiting(night) == []
    assert sitting(night) == [{"Ada", "Ben", "Cleo", "Dan"}]
    wins(place, "Dan")
    found = have(place)
    assert found["Dan"] == (2, 1)
    assert sum(points for points, _hands in found.values()) == 0
    assert sum(hands for _points, hands in found.values()) == 9, "three in each of three hands"
    assert averages(night)["Dan"] == 2
    change = night.changes.get(kind="sat_down")
    assert (there(change.entry).name, change.table_number, change.after) == ("Dan", 1, "2")


def test_who_leaves_keeps_the_points_waits_and_plays_elsewhere(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
    place = table_of(night, by, 1, 2, 3, 4)
    wins(place, "Ben", "Ben")
    gone = have(place)["Ben"]
    leaves(place, by, "Ben")
    night.refresh_from_db()
    assert [(one.name, one.starts) for one in read_queue(night).waiting][-1] == ("Ben", 1)
    wins(place, "Ada", "Cleo")
    assert have(place)["Ben"] == gone
    other = table_of(night, by, 2, 5, 6)
    assert sitting(night) == [{"Ada", "Cleo", "Dan"}, {"Ben", "Eva", "Finn"}]
    wins(other, "Eva", "Eva")
    points, hands = gone
    assert averages(night)["Ben"] == Fraction(points - 2, hands + 2)
    for number in (1, 2):
        close_round(event=night, number=number, by=by, submission=uuid4())
    assert averages(night)["Ben"] == Fraction(points - 2, hands + 2)
    night.refresh_from_db()
    assert sorted(waiting(night)) == [1, 2, 3, 4, 5, 6]


def test_who_comes_back_has_the_same_column(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(night, by, 1, 2, 3, 4)
    wins(place, "Ada")
    before, column = have(place), column_of(place, "Dan")
    leaves(place, by, "Dan")
    wins(place, "Ben")
    joins(place, by, "Dan", after="Ada")
    assert column_of(place, "Dan") == column
    wins(place, "Cleo", "Cleo", "Cleo", "Cleo")
    _points, hands = have(place)["Dan"]
    assert before["Dan"][1] <= hands <= before["Dan"][1] + 4
    assert sum(points for points, _hands in have(place).values()) == 0
    assert sum(hands for _points, hands in have(place).values()) == 18
    kinds = list(night.changes.filter(entry__name="Dan").values_list("kind", flat=True))
    assert kinds[-2:] == ["got_up", "sat_down"]


def test_a_mistake_is_taken_back_by_the_other_tap(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(night, by, 1, 2, 3)
    joins(place, by, "Dan", after="Ada")
    leaves(place, by, "Dan")
    night.refresh_from_db()
    assert [(one.name, one.starts) for one in read_queue(night).waiting] == [("Dan", 0)]
    wins(place, "Ada")
    assert "Dan" not in averages(night), "he has not played"
    assert [line.record.get("seated") for line in HandVersion.objects.order_by("pk")][2] is None


def test_several_tables_that_open_at_once_are_rounds_of_their_own(night: Event, by: Author) -> None:
    come(night, by, *(f"Anna {number}" for number in range(1, 8)))
    opens(night, by, 1, 2, 3, 4, 5, 6, 7)
    assert [len(one.by_table) for one in snapshot_of(night).on] == [1, 1]
    assert [one.tables.get().number for one in night.rounds.all()] == [1, 2]
    large, small = sorted(
        (fresh(one.tables.get()) for one in night.rounds.all()),
        key=lambda place: -place.table.players,
    )
    names = list(have(large))
    leaves(large, by, names[0])
    joins(small, by, names[0], after=next(iter(have(small))))
    assert sorted(map(len, sitting(night))) == [3, 4]


def test_what_cannot_be_is_refused(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus")
    place = table_of(night, by, 1, 2, 3)
    other = table_of(night, by, 4, 5, 6)
    with pytest.raises(Refused, match="is played at tables of"):
        leaves(place, by, "Ada")
    with pytest.raises(Refused, match="two places at once"):
        joins(place, by, "Dan", after="Ada")
    with pytest.raises(Refused, match="sits at this table already"):
        joins(place, by, "Ben", after="Ada")
    with pytest.raises(Refused, match="does not sit at this table"):
        leaves(place, by, "Dan")
    event = fresh(place).round.event
    known: dict[str, Any] = {
        "event": event,
        "entry": entry_called(place, "Gus"),
        "by": by,
        "submission": uuid4(),
    }
    with pytest.raises(Refused, match="changed meanwhile"):
        sit_down(place=fresh(place), after=0, seen_version=99, **known)
    with pytest.raises(Refused, match="to whose left"):
        sit_down(place=fresh(place), after=9, seen_version=0, **known)
    wins(other, "Dan")
    close_round(event=event, number=2, by=by, submission=uuid4())
    with pytest.raises(Refused, match="closed"):
        joins(other, by, "Gus", after="Dan")
    assert not fresh(place).table.seats.filter(name="Gus").exists()


def test_the_same_form_seats_nobody_twice(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(night, by, 1, 2, 3)
    form = uuid4()
    for _tap in range(2):
        sit_down(
            event=place.round.event,
            place=place,
            entry=entry_called(place, "Dan"),
            after=0,
            seen_version=0,
            by=by,
            submission=form,
        )
    assert fresh(place).table.seats.count() == 4


def test_where_hands_are_due_nobody_joins(new_event: NewEvent, by: Author) -> None:
    festival = new_event(**FESTIVAL)
    come(festival, by, "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
    place = table_of(festival, by, 1, 2, 3, 4, 5)
    with pytest.raises(Refused, match="as long as it likes"):
        joins(place, by, "Finn", after="Ada")
    with pytest.raises(Refused, match="as long as it likes"):
        get_up(
            event=festival,
            place=place,
            entry=entry_called(place, "Ada"),
            seen_version=0,
            by=by,
            submission=uuid4(),
        )


def keys_in(place: EventTable, by: Author, points: list[int], **more: object) -> None:
    here = fresh(place)
    key_totals(
        event=here.round.event,
        place=here,
        record={"points": points, **more},
        seen_number=0,
        by=by,
        submission=uuid4(),
        is_sure=True,
    )


def test_on_paper_the_hands_of_each_are_keyed_and_checked(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    place = table_of(night, by, 1, 2, 3)
    joins(place, by, "Dan", after="Ada")
    points = [0, 0, 0, 0]
    points[column_of(place, "Ada")], points[column_of(place, "Dan")] = -6, 6
    with pytest.raises(Refused, match="in how many hands"):
        keys_in(place, by, points, hands=10)
    with pytest.raises(Refused, match="makes 30, and here it is 29"):
        keys_in(place, by, points, hands=10, hands_each=[8, 8, 8, 5])
    with pytest.raises(Refused, match="than were played: 10"):
        keys_in(place, by, points, hands=10, hands_each=[11, 8, 8, 3])
    each = [9, 9, 9, 9]
    each[column_of(place, "Dan")] = 3
    keys_in(place, by, points, hands=10, hands_each=each)
    assert averages(night)["Dan"] == 2
    assert averages(night)["Ada"] == Fraction(-6, 9)
    with pytest.raises(Refused, match="totals of this table are in"):
        leaves(place, by, "Dan")
