"""People erased, entered, renamed and playing at the same moment; and that the tests can fail.

Every deed about who somebody is waits for the club, and all deeds lock in one order: nobody waits
in a circle, and nobody who was erased comes back by a form that was on its way.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from tests.events.played import starts
from tests.meeting import at_once, done_after, met_after
from tests.records.club_evenings import NOBODY, THREE, WON, counts_right, evening
from tests.series.series_stories import known
from tournaments.events import actions
from tournaments.events.check_in.services import Person, enter
from tournaments.models import Author, Club, Entry, Event, Hand, Player, Seat, Table
from tournaments.people.queries import why_two
from tournaments.people.services import erasing, people
from tournaments.people.services.erasing import erase
from tournaments.people.services.people import change_player, merge
from tournaments.tables.services import hands, tables
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import put_into_club

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]

NAME = "Zenzi Bärlauch"
TIMES = 4

Deed = Callable[[], object]

on_postgresql = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite lets one write after the other"
)


def erases(player: Player, by: Author) -> Deed:
    return lambda: erase(
        player=player, typed=player.name, reason="Asked for it", by=by, submission=uuid4()
    )


def plays_on(table: Table, hands: int = 3) -> Deed:
    def records() -> None:
        for _hand in range(hands):
            record_hand(table=table, record=WON, by=NOBODY, submission=uuid4())

    return records


def enters(player: Player, event: Event, by: Author) -> Deed:
    return lambda: enter(event=event, people=[Person(player.pk)], by=by, submission=uuid4())


def named(name: str = NAME) -> list[str]:
    """Where the name still stands."""
    rows = [("player", Player), ("entry", Entry), ("seat", Seat)]
    return [
        word for word, model in rows if model._default_manager.filter(name__contains=name).exists()
    ]


@pytest.fixture
def without_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the club who says who somebody is."""
    for module in (actions, people, tables):
        monkeypatch.setattr(module, "lock_club", lambda key: None)


def erases_and_enters(club: Club, by: Author, event: Event) -> tuple[list[str], list[str]]:
    """What either raised, and where the name stands afterwards."""
    [player] = known(club, NAME)
    raised = at_once([erases(player, by), enters(player, event, by)], meet=True)
    return raised, named()


def test_nobody_who_is_erased_comes_back_by_a_form_on_its_way(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    for _nth in range(TIMES):
        raised, found = erases_and_enters(club, by, new_event())
        assert raised in (["", ""], ["", "Refused"])
        assert found == []


@on_postgresql
def test_control_without_the_club_who_is_erased_comes_back(
    new_event: Callable[..., Event], by: Author, club: Club, without_the_club: None
) -> None:
    assert erases_and_enters(club, by, new_event()) == (["", ""], ["entry"])


def erases_and_opens(club: Club, by: Author) -> bool:
    """Whether a sheet that was opened meanwhile still names who was erased."""
    [player] = known(club, NAME)
    elsewhere, names = evening(None, NAME, "Ben", "Cora"), [NAME, "Ben", "Cora"]
    deeds_at_once: list[Deed] = [
        erases(player, by),
        lambda: tables.open_table(ruleset_key=THREE, options={}, names=names, club=club),
        lambda: put_into_club(table=elsewhere, club=club, by=NOBODY, submission=uuid4()),
    ]
    assert set(at_once(deeds_at_once, meet=True)) == {""}
    return Seat.objects.filter(player=player, name=NAME).exists()


def test_a_sheet_that_is_opened_meanwhile_names_nobody_who_was_erased(
    club: Club, by: Author
) -> None:
    assert not any(erases_and_opens(club, by) for _nth in range(TIMES))
    counts_right(club)


@on_postgresql
def test_control_without_the_club_a_sheet_names_who_was_erased(
    club: Club, by: Author, without_the_club: None
) -> None:
    assert erases_and_opens(club, by)


def erase_while_phones_save(club: Club, by: Author) -> set[str]:
    """Four people are erased while three hands are saved at each of their sheets."""
    names = [f"Zenzi {letter}" for letter in "ABCD"]
    players = known(club, *names)
    sheets = [evening(club, name, "Ben", "Cora", hands=()) for name in names for _nth in range(3)]
    deeds_at_once = [erases(player, by) for player in players]
    return set(at_once(deeds_at_once + [plays_on(sheet, 3) for sheet in sheets]))


def test_erasing_and_phones_that_save_hands_do_not_wait_in_a_circle(club: Club, by: Author) -> None:
    assert erase_while_phones_save(club, by) == {""}
    assert Hand.objects.count() == 3 * 12
    assert named("Zenzi") == []
    counts_right(club)


@on_postgresql
def test_control_with_the_sheets_locked_last_they_wait_in_a_circle(
    club: Club, by: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    [player] = known(club, NAME)
    sheet, both = evening(club, NAME, "Ben", "Cora", hands=()), Barrier(2)
    monkeypatch.setattr(erasing, "lock_tables", lambda wanted: [])
    # The names are off the seats while a phone has the sheet: now either wants the other's.
    for module, name in ((erasing, "_erase_entries"), (hands, "lock_table")):
        monkeypatch.setattr(module, name, met_after(both, getattr(module, name)))
    raised = at_once([erases(player, by), plays_on(sheet, 1)])
    assert sorted(raised) == ["", "OperationalError"]


def renames(player: Player, name: str, by: Author) -> Deed:
    return lambda: change_player(
        player=player, name=name, home="", groups=(), by=by, submission=uuid4()
    )


def test_whoever_is_renamed_and_erased_at_once_has_no_name_left(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    event = new_event(entries=4, rounds=2)
    sheet = starts(event, by).tables.get().table
    for number in range(1, 5):
        player = Player.objects.get(name=f"Anna {number}")
        raised = at_once([erases(player, by), renames(player, f"Annie {number}", by)], meet=True)
        # Whoever is called otherwise by now is not erased by the name of before.
        assert raised in (["", "Refused"], ["Refused", ""])
        word = "Anna" if raised[0] == "" else "Annie"
        where = named(f"{word} {number}")
        assert where == ([] if raised[0] == "" else ["player", "entry", "seat"])
    assert sheet.seats.count() == 4


@on_postgresql
def test_control_without_the_club_who_is_erased_is_called_by_another_name(
    club: Club, by: Author, monkeypatch: pytest.MonkeyPatch, without_the_club: None
) -> None:
    [player] = known(club, NAME)
    erased = done_after(people.refuse_same, erases(player, by))
    monkeypatch.setattr(people, "refuse_same", erased)
    assert at_once([renames(player, "Zenzi Kneissl", by)]) == [""]
    player.refresh_from_db()
    assert player.erased_at is not None
    assert player.name == "Zenzi Kneissl"


def merges(player: Player, into: Player, by: Author) -> Deed:
    return lambda: merge(player=player, into=into, by=by, submission=uuid4())


def test_whoever_is_merged_while_entered_is_entered_as_whom_he_is_kept(
    club: Club, new_event: Callable[..., Event], by: Author
) -> None:
    for nth in range(TIMES):
        event = new_event()
        one, kept = known(club, f"Anni {nth}", f"Anna {nth}")
        deeds_at_once = [merges(one, kept, by), enters(one, event, by), enters(kept, event, by)]
        raised = at_once(deeds_at_once, meet=True)
        entered = event.entries.count()
        # Two who play side by side are two: then they are not merged.
        assert (raised[0], entered) in (("", 1), ("Refused", 2))


@on_postgresql
def test_control_without_the_club_two_who_play_side_by_side_are_merged(
    club: Club,
    new_event: Callable[..., Event],
    by: Author,
    monkeypatch: pytest.MonkeyPatch,
    without_the_club: None,
) -> None:
    event = new_event()
    one, kept = known(club, "Anni", "Anna")
    entered = [enters(player, event, by) for player in (one, kept)]
    monkeypatch.setattr(people, "why_two", done_after(why_two, *entered))
    assert at_once([merges(one, kept, by)]) == [""]
    assert event.entries.count() == 2
