"""Tables that open one by one: who waits, who comes next, and that nobody is lost."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.events.night.rolling_day import (
    CLUB_NIGHT,
    FESTIVAL,
    NINE,
    NewEvent,
    again,
    come,
    ends,
    keys_in,
    opens,
    waiting,
)
from tests.events.results.sheets import plays
from tournaments.common.actions import Refused
from tournaments.events.check_in.services import leave
from tournaments.events.desk.queries.concerns import next_step
from tournaments.events.desk.queries.desk import desk_of
from tournaments.events.draw.queries.drawing import Choice
from tournaments.events.draw.services.rounds import cancel_round, draw_round
from tournaments.events.night.queries import board_of, plays_on
from tournaments.events.night.services import close_complete, open_for, start_again
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing, persons_of
from tournaments.events.standings.services import lock_final
from tournaments.models import Author, Entry, Event, Round


@pytest.fixture
def festival(new_event: NewEvent) -> Event:
    return new_event(**FESTIVAL)


@pytest.fixture
def night(new_event: NewEvent) -> Event:
    return new_event(**CLUB_NIGHT)


def test_who_comes_waits_and_the_first_five_are_proposed(festival: Event, by: Author) -> None:
    come(festival, by, *NINE[:4])
    board = board_of(festival)
    assert (board.proposed, board.layout, board.missing) == ((), None, 1)
    come(festival, by, "Eva")
    assert board_of(festival).proposed == (1, 2, 3, 4, 5)
    come(festival, by, "Finn")
    assert board_of(festival).proposed == (1, 2, 3, 4, 5, 6), "six fit at one table"
    come(festival, by, "Gus")
    assert board_of(festival).proposed == (1, 2, 3, 4, 5), "seven do not"


def test_an_opened_table_is_a_round_that_has_begun(festival: Event, by: Author) -> None:
    come(festival, by, *NINE[:7])
    first = opens(festival, by, 1, 2, 3, 4, 5)
    assert (first.number, first.state, first.is_public) == (1, Round.DRAWN, True)
    assert first.started_at is not None
    place = first.tables.get()
    assert (place.number, place.hands_due) == (1, 15)
    assert [r.entry.number for r in place.results.order_by("entry__number")] == [1, 2, 3, 4, 5]
    assert waiting(festival) == [6, 7]
    festival.refresh_from_db()
    assert festival.state == Event.RUNNING
    assert festival.frozen_at is not None


def test_several_tables_are_open_at_once_and_have_their_own_numbers(
    festival: Event, by: Author
) -> None:
    come(festival, by, *NINE, "Jo", "Kai", "Lea", "Max", "Nia", "Oda", "Pia")
    opens(festival, by, 1, 2, 3, 4, 5)
    second = opens(festival, by, 6, 7, 8, 9, 10, table=7)
    third = opens(festival, by, 11, 12, 13, 14, 15, 16)
    assert second.tables.get().number == 7
    assert (third.tables.get().number, third.tables.get().hands_due) == (2, 18)
    assert [len(one.by_table) for one in snapshot_of(festival).on] == [1, 1, 1]
    with pytest.raises(Refused, match="table 7"):
        open_for(event=festival, numbers=[1], table=7, by=by, submission=uuid4())


def test_ten_at_once_are_two_tables_of_one_round(festival: Event, by: Author) -> None:
    come(festival, by, *NINE, "Jo")
    assert board_of(festival).proposed == tuple(range(1, 11))
    played = opens(festival, by, *range(1, 11))
    assert [place.number for place in played.tables.all()] == [1, 2]
    assert waiting(festival) == []


def test_a_closed_table_frees_its_people_who_wait_at_the_end(night: Event, by: Author) -> None:
    come(night, by, *NINE[:5])
    first = opens(night, by, 1, 2, 3)
    assert waiting(night) == [4, 5]
    keys_in(first, by)
    assert close_complete(event=night, by=by, submission=uuid4()) == [1]
    night.refresh_from_db()
    assert waiting(night) == [4, 5, 1, 2, 3]


def test_an_entry_of_a_festival_starts_once_and_the_person_again(
    festival: Event, by: Author
) -> None:
    ada, *_others = come(festival, by, *NINE[:5])
    with pytest.raises(Refused, match="waits already"):
        start_again(entry=ada, is_paid=False, by=by, submission=uuid4())
    ends(opens(festival, by, 1, 2, 3, 4, 5), by)
    assert waiting(festival) == []
    second = again(ada, by)
    festival.refresh_from_db()
    assert (second.number, second.name, second.is_paid) == (6, "Ada", True)
    assert waiting(festival) == [6]
    finished = board_of(festival).queue.finished
    assert sorted(each.number for each in finished) == [2, 3, 4, 5]
    assert second.members.get().player == ada.members.get().player


def test_the_same_form_opens_no_second_table_and_starts_nobody_twice(
    festival: Event, by: Author
) -> None:
    ada, *_others = come(festival, by, *NINE[:6])
    form = uuid4()
    for _tap in range(2):
        open_for(event=festival, numbers=[1, 2, 3, 4, 5], table=0, by=by, submission=form)
    assert festival.rounds.count() == 1
    ends(festival.rounds.get(), by)
    form = uuid4()
    for _tap in range(2):
        start_again(entry=ada, is_paid=True, by=by, submission=form)
    assert festival.entries.count() == 7


def test_nobody_sits_at_two_places(festival: Event, by: Author) -> None:
    come(festival, by, *NINE)
    opens(festival, by, 1, 2, 3, 4, 5)
    with pytest.raises(Refused, match=r"Nos\. 1, 2 do not wait"):
        opens(festival, by, 1, 2, 6, 7, 8)
    ben = Entry.objects.get(event=festival, number=6)
    twin = Entry.objects.create(
        event=festival, number=10, name=ben.name, status=Entry.HERE, arrived_at=ben.arrived_at
    )
    twin.members.create(player=ben.members.get().player)
    assert [each.number for each in board_of(festival).queue.waiting if each.is_later] == [10]
    assert board_of(festival).proposed == ()
    with pytest.raises(Refused, match="two places at once"):
        opens(festival, by, 6, 7, 8, 9, 10)


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2, 3, 4), tuple(range(1, 10))])
def test_what_makes_no_table_is_refused(
    festival: Event, by: Author, numbers: tuple[int, ...]
) -> None:
    come(festival, by, *NINE)
    with pytest.raises(Refused):
        opens(festival, by, *numbers)
    assert not festival.rounds.exists()


def test_a_table_may_be_as_large_as_the_game_allows(festival: Event, by: Author) -> None:
    come(festival, by, *NINE[:8])
    played = opens(festival, by, *range(1, 9))
    assert played.tables.get().table.players == 8


def test_couples_sit_apart_where_others_wait(festival: Event, by: Author) -> None:
    entries = come(festival, by, *NINE[:7])
    Entry.objects.filter(pk__in=[entries[0].pk, entries[1].pk]).update(party="couple")
    assert board_of(festival).proposed == (1, 3, 4, 5, 6)


def test_a_house_player_fills_a_table_and_opens_none(festival: Event, by: Author) -> None:
    entries = come(festival, by, *NINE[:5])
    Entry.objects.filter(pk=entries[0].pk).update(is_house=True)
    assert set(board_of(festival).proposed) == {1, 2, 3, 4, 5}
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(is_house=True)
    assert board_of(festival).proposed == ()


def test_an_opened_table_is_taken_back_and_its_people_wait_as_before(
    festival: Event, by: Author
) -> None:
    come(festival, by, *NINE[:6])
    opens(festival, by, 1, 2, 3, 4, 5)
    cancel_round(event=festival, number=1, reason="", anyway=False, by=by, submission=uuid4())
    festival.refresh_from_db()
    assert waiting(festival) == [1, 2, 3, 4, 5, 6]
    assert opens(festival, by, 1, 2, 3, 4, 6).number == 2


def test_who_has_left_does_not_wait(festival: Event, by: Author) -> None:
    ada, *_others = come(festival, by, *NINE[:6])
    leave(entry=ada, by=by, submission=uuid4())
    festival.refresh_from_db()
    assert waiting(festival) == [2, 3, 4, 5, 6]


def test_tables_close_in_any_order_and_only_those_that_lack_nothing(
    festival: Event, by: Author
) -> None:
    come(festival, by, *NINE, "Jo")
    first = opens(festival, by, 1, 2, 3, 4, 5)
    second = opens(festival, by, 6, 7, 8, 9, 10)
    keys_in(second, by)
    form = uuid4()
    assert close_complete(event=festival, by=by, submission=form) == [2]
    assert close_complete(event=festival, by=by, submission=form) == []
    festival.refresh_from_db()
    with pytest.raises(Refused, match="still open"):
        lock_final(event=festival, by=by, submission=uuid4())
    with pytest.raises(Refused, match="missing at table 1"):
        close_complete(event=festival, by=by, submission=uuid4(), only=first.number)
    keys_in(first, by)
    assert close_complete(event=festival, by=by, submission=uuid4()) == [1]
    festival.refresh_from_db()
    lock_final(event=festival, by=by, submission=uuid4())


def test_every_entry_is_ranked_and_each_person_by_the_best(festival: Event, by: Author) -> None:
    ada, ben, *_others = come(festival, by, *NINE[:5])
    ends(opens(festival, by, 1, 2, 3, 4, 5), by)
    for entry in (ben, ada):
        again(entry, by)
    come(festival, by, *NINE[5:8])
    ends(opens(festival, by, *waiting(festival)), by, worth=5)
    festival.refresh_from_db()
    standing = event_standing(festival)
    assert [(row.entry, row.total) for row in standing.ranked[:2]] == [(6, 20), (1, 12)]
    persons = persons_of(standing)
    assert [(row.place, row.name, row.total, row.entries, row.counted) for row in persons[:2]] == [
        (1, "Ben", 20, 2, (6,)),
        (2, "Ada", 12, 2, (1,)),
    ]
    assert sum(row.entries for row in persons) == 10


def test_all_entries_of_a_person_may_be_added_up(new_event: NewEvent, by: Author) -> None:
    event = new_event(**FESTIVAL | {"persons": "sum"})
    ada, *others = come(event, by, *NINE[:5])
    ends(opens(event, by, 1, 2, 3, 4, 5), by)
    for entry in (ada, *others):
        again(entry, by)
    event.refresh_from_db()
    ends(opens(event, by, *waiting(event)), by)
    totals = {row.name: row.total for row in persons_of(event_standing(event))}
    assert totals["Ada"] == 24
    assert set(totals.values()) == {24, -6}


def test_a_free_night_ranks_by_the_average_with_any_number_of_hands(
    night: Event, by: Author
) -> None:
    come(night, by, "Ada", "Ben", "Cleo", "Dan")
    ends(opens(night, by, 1, 2, 3), by, hands=7)
    second = opens(night, by, 1, 2, 4)
    assert second.tables.get().hands_due == 0
    with pytest.raises(Refused, match="how many hands"):
        keys_in(second, by, hands=0)
    ends(second, by, hands=5)
    night.refresh_from_db()
    row = event_standing(night).ranked[0]
    assert (row.entry, row.total, dict(row.keys)["points"]) == (1, 1, 12)
    assert [each.entry for each in event_standing(night).ranked] == [1, 3, 2, 4]


def test_a_free_table_counts_its_hands_from_the_phone(night: Event, by: Author) -> None:
    come(night, by, "Ada", "Ben", "Cleo")
    place = opens(night, by, 1, 2, 3).tables.select_related("table").get()
    assert board_of(night).complete == ()
    plays(place, 1, record={"picker": 1, "picker_points": 75})
    board = board_of(night)
    assert [plays_on(night, row) for row in board.complete] == [True]
    assert next_step(desk_of(night)).sentence == "1 table plays."
    assert close_complete(event=night, by=by, submission=uuid4(), only=1) == [1]
    assert event_standing(night).ranked[0].total is not None


def test_whole_rounds_are_not_drawn_here_and_single_tables_not_elsewhere(
    festival: Event, new_event: NewEvent, by: Author
) -> None:
    come(festival, by, *NINE[:5])
    with pytest.raises(Refused, match="one by one"):
        draw_round(
            event=festival, number=1, choice=Choice("random", "up"), by=by, submission=uuid4()
        )
    usual = new_event(entries=4)
    with pytest.raises(Refused, match="whole rounds"):
        open_for(event=usual, numbers=[1, 2, 3, 4], table=0, by=by, submission=uuid4())
    with pytest.raises(Refused, match="whole rounds"):
        close_complete(event=usual, by=by, submission=uuid4())
