"""Totals from paper are not taken from one person, where an event asks for a second one."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer, there
from tests.events.conftest import signs_in
from tests.events.results.sheets import WON, does, keys, opens, plays, table
from tests.events.results.test_closing import closes
from tests.tables.conftest import words_of
from tournaments.events.results.services.totals import key_hands
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Author, Club, Event, Round

EVEN = (14, -8, -10, 4)
ASKED = "One person keyed it from paper, and nobody else has confirmed it."
OWN = "You keyed it yourself."


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=4, hands=4, rounds=1, confirms_paper=True)
    return opens(event, [1, 2, 3, 4])


@pytest.fixture
def second(club: Club) -> Client:
    return signs_in("Doris", club)


def desk(client: Client, played: Round) -> str:
    page = reverse("desk_table", args=[played.event_id, table(played, 1).pk])
    return words_of(client.get(page))


def confirms_alone(client: Client, played: Round) -> Answer:
    """A form for it, which the page of whoever keyed it does not have."""
    address = reverse("confirm_at_desk", args=[played.event_id, table(played, 1).pk])
    form = {"submission": "0" * 31 + "1", "seen_version": 0, "reason": "Seen at the desk"}
    return client.post(address, form)


def test_one_director_is_not_enough(director: Client, second: Client, played: Round) -> None:
    keys(director, table(played, 1), *EVEN)
    assert OWN in desk(director, played)
    assert ASKED in words_of(closes(director, played))
    refused = confirms_alone(director, played)
    assert refused.status_code == 422
    assert OWN in words_of(refused)
    does(second, table(played, 1), "confirm_at_desk", reason="Compared with the paper")
    assert "( ✓ signed in: Doris )" in desk(director, played)
    closes(director, played)
    played.refresh_from_db()
    assert played.state == Round.CLOSED


def test_a_sheet_that_is_gone_is_not_decided_by_one_alone(
    director: Client, second: Client, played: Round
) -> None:
    """And nothing is said of a paper that nobody has."""
    does(director, table(played, 1), "decide_gone", way="annulled", reason="It is burnt")
    assert "One person decided it without the sheet, and nobody else has agreed." in words_of(
        closes(director, played)
    )
    assert "You decided it yourself." in desk(director, played)
    refused = confirms_alone(director, played)
    assert refused.status_code == 422
    assert "You decided it yourself." in words_of(refused)
    for page in (desk(director, played), words_of(refused)):
        assert OWN not in page
        assert ASKED not in page
    assert "A second director agrees. Why is that right?" in desk(second, played)
    does(second, table(played, 1), "confirm_at_desk", reason="We looked everywhere")
    closes(director, played)
    played.refresh_from_db()
    assert played.state == Round.CLOSED


def test_a_correction_takes_the_confirmation_back(
    director: Client, second: Client, played: Round
) -> None:
    keys(director, table(played, 1), *EVEN)
    does(second, table(played, 1), "confirm_at_desk", reason="Compared with the paper")
    keys(second, table(played, 1), 14, -9, -9, 4)
    assert "and changed afterwards" in desk(director, played)
    assert OWN in desk(second, played)
    does(director, table(played, 1), "confirm_at_desk", reason="Compared with the paper")
    assert "( ✓ signed in: Dora )" in desk(second, played)


def test_what_a_phone_confirmed_says_nothing_of_the_paper(director: Client, played: Round) -> None:
    plays(table(played, 1), 4, who="Anna 1")
    does(director, table(played, 1), "confirm_at_desk", reason="Seen")
    keys(director, table(played, 1), *EVEN)
    does(director, table(played, 1), "choose_source", counts="totals", reason="The paper is signed")
    assert OWN in desk(director, played)


def test_an_event_that_does_not_ask_takes_them_from_one(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(entries=4, hands=4, rounds=1)
    round_ = opens(event, [1, 2, 3, 4])
    keys(director, table(round_, 1), *EVEN)
    assert ASKED not in words_of(closes(director, round_))
    round_.refresh_from_db()
    assert round_.state == Round.CLOSED


def test_the_counts_on_the_walls_wait_for_the_second_one(
    director: Client, second: Client, played: Round, by: Author
) -> None:
    Round.objects.filter(pk=played.pk).update(started_at=played.event.made_at)
    keys(director, table(played, 1), *EVEN)
    assert there(snapshot_of(played.event).current).tables_confirmed == 0
    does(second, table(played, 1), "confirm_at_desk", reason="Compared with the paper")
    played.event.refresh_from_db()
    assert there(snapshot_of(played.event).current).tables_confirmed == 1


def test_the_rule_card_and_the_settings_say_it(director: Client, played: Round) -> None:
    card = words_of(director.get(reverse("event_rules", args=[played.event_id])))
    assert "From paper a second director confirms what one has keyed" in card
    settings = director.get(reverse("event_settings", args=[played.event_id]))
    assert 'name="confirms_paper"' in settings.content.decode()


def test_hands_from_paper_are_taken_from_nobody_alone_either(
    director: Client, second: Client, played: Round, by: Author
) -> None:
    place = table(played, 1)
    key_hands(
        event=played.event,
        place=place,
        records=[WON] * 4,
        seen_version=place.table.version,
        is_signed=True,
        by=by,
        submission=uuid4(),
    )
    assert OWN in desk(director, played)
    does(second, table(played, 1), "confirm_at_desk", reason="Compared with the paper")
    assert "Nothing is missing at this table." in desk(director, played)
