"""The pages of a table at an event, and the second person who says that its sheet is right."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.events.conftest import FormReader, words_of
from tests.events.results.sheets import WON, at, does, keys, opens, plays, table
from tests.tables.conftest import Director, Visitor
from tournaments.events.results.queries.progress import is_confirmed
from tournaments.models import Author, Event, Hand, Result, Round, TableChange
from tournaments.tables.services.hands import MoreThanDue, record_hand, withdraw_hand


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    event = new_event(entries=8, hands=4, rounds=2)
    return opens(event, [1, 2, 3, 4], [5, 6, 7, 8])


@pytest.fixture
def phone(played: Round) -> Visitor:
    return at(table(played, 1))


def confirms(phone: Visitor, **answers: str) -> Answer:
    """Press the button of the question on the table's page."""
    page = phone.client.get(phone.address("table")).content.decode()
    sent = FormReader(page).sent_to(phone.address("confirm_sheet"))
    return phone.client.post(phone.address("confirm_sheet"), sent | answers)


def test_the_page_says_where_it_is_and_offers_what_is_the_table_s_own(
    phone: Visitor, played: Round
) -> None:
    page = phone.sees("table")
    assert "Thursday cup" in page
    assert "Round 1 · Table 1" in page
    assert "Hand 1 of 4" in page
    whole = phone.client.get(phone.address("table")).content.decode()
    assert f'href="{reverse("event", args=[played.event_id])}"' in whole
    for name in ("people", "adjust", "table_links", "end_evening"):
        assert phone.address(name) not in whole
        assert phone.client.get(phone.address(name)).status_code == 404
    assert "Who pays whom" not in page
    plays(table(played, 1), 1)
    assert "Thursday cup · Round 1 · Table 1" in phone.sees("hand", 1)


def test_an_unpublished_event_is_not_linked(phone: Visitor, played: Round) -> None:
    Event.objects.update(published_at=None)
    whole = phone.client.get(phone.address("table")).content.decode()
    assert reverse("event", args=[played.event_id]) not in whole


def test_after_the_last_hand_the_form_gives_way(phone: Visitor, played: Round) -> None:
    plays(table(played, 1), 3)
    assert "Hand 4 of 4" in phone.sees("table")
    assert phone.enters(**WON).status_code == 302
    page = phone.sees("table")
    assert "All 4 hands are played." in page
    assert "Is this right?" in page
    assert "Save hand" not in page


def test_more_hands_than_due_are_refused_and_nothing_typed_is_lost(
    phone: Visitor, played: Round
) -> None:
    plays(table(played, 1), 3)
    late = phone.form("table") | {"picker": "2", "picker_points": "61"}
    plays(table(played, 1), 1)
    late["seen_version"] = str(table(played, 1).table.version)
    answer = phone.client.post(phone.address("record_hand"), late)
    assert answer.status_code == 422
    assert "All 4 hands of this table are played." in words_of(answer)
    assert 'value="61"' in answer.content.decode()
    assert Hand.objects.count() == 4


def test_a_hand_that_was_withdrawn_does_not_come_back_as_one_too_many(
    phone: Visitor, played: Round
) -> None:
    plays(table(played, 1), 4)
    phone.withdraws(4, "twice")
    assert "Hand 4 of 4" in phone.sees("table")
    plays(table(played, 1), 1)
    answer = phone.client.get(phone.address("hand", 4)).content.decode()
    sent = FormReader(answer).sent_to(phone.address("restore_hand", 4, 1))
    refused = phone.client.post(phone.address("restore_hand", 4, 1), sent)
    assert refused.status_code == 422
    assert "All 4 hands of this table are played." in words_of(refused)
    assert Result.objects.get(entry__number=1).hands == 4


def test_a_match_takes_no_hand_after_its_game(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=2, ruleset="saskop", unit="pair", size=2, hands=0)
    played = opens(event, [1, 2])
    won = {"makers": 0, "trump": "clubs", "result": "won_schwarz"}
    plays(table(played, 1), 1, record=won)
    assert "The match is played." in at(table(played, 1)).sees("table")
    with pytest.raises(MoreThanDue):
        plays(table(played, 1), 1, record=won)
    assert Hand.objects.count() == 1


def test_somebody_else_at_the_table_confirms(phone: Visitor, played: Round) -> None:
    place = table(played, 1)
    plays(place, 4, who="Anna 1")
    page = phone.sees("table")
    assert "Anna 1 entered it; somebody else" in page
    refused = confirms(phone, who="Anna 1")
    assert refused.status_code == 422
    assert "Anna 1 entered the hands." in words_of(refused)
    assert "Say who you are." in words_of(confirms(phone, who="Zoe"))
    assert confirms(phone, who="Anna 2").status_code == 302
    assert is_confirmed(table(played, 1))
    assert "It is confirmed ( says: Anna 2 )." in phone.sees("table")
    change = TableChange.objects.get()
    assert (change.kind, change.who) == ("confirm", "Anna 2")


def test_on_one_phone_both_say_who_they_are(phone: Visitor, played: Round) -> None:
    for _ in range(4):
        phone.enters(**WON)
    page = phone.sees("table")
    assert "Who entered the hands?" in page
    assert "Say who entered the hands" in words_of(confirms(phone, who="Anna 2"))
    same = confirms(phone, who="Anna 2", entered_by="Anna 2")
    assert same.status_code == 422
    assert confirms(phone, who="Anna 2", entered_by="Anna 1").status_code == 302
    assert is_confirmed(table(played, 1))
    assert "Both on the same device." in phone.sees("table")


def test_who_is_signed_in_and_confirms_as_somebody_is_named_beside_it(
    phone: Visitor, played: Round, director: Client
) -> None:
    plays(table(played, 1), 4, who="Anna 1")
    phone.client = director
    assert confirms(phone, who="Anna 2").status_code == 302
    place = table(played, 1)
    assert (place.confirmed_by, place.confirmed_account) == ("Anna 2", "Dora")
    told = "✓ signed in: Dora · says: Anna 2"
    assert f"It is confirmed ( {told} )." in phone.sees("table")
    desk = words_of(director.get(reverse("desk_table", args=[played.event_id, place.pk])))
    assert f"( {told} )." in desk
    assert "Both on the same device." not in desk
    deeds = words_of(director.get(reverse("history", args=[played.event_id]), {"group": "hands"}))
    assert f"the sheet was confirmed; who had entered it says: Anna 1 {told}" in deeds


def test_a_second_phone_of_the_same_person_is_nobody_else(
    phone: Visitor, played: Round, director: Client
) -> None:
    """Whoever entered the hands says so on any phone, and somebody else of the table confirms."""
    for _ in range(4):
        phone.enters(**WON)
    second = at(table(played, 1))
    page = second.sees("table")
    assert "Who entered the hands?" in page
    for name in ("Anna 1", "Anna 2", "Anna 3", "Anna 4"):
        assert name in page
    for said in ("", "Zoe"):
        refused = confirms(second, who="Anna 1", entered_by=said)
        assert "Say who entered the hands." in words_of(refused)
    assert confirms(second, who="Anna 1", entered_by="Anna 1").status_code == 422
    assert confirms(second, who="Anna 2", entered_by="Anna 1").status_code == 302
    told = "It is confirmed ( says: Anna 2 ). Entered before that ( says: Anna 1 )."
    assert told in second.sees("table")
    change = TableChange.objects.get()
    assert (change.before, change.after) == ("Anna 1", "Anna 2")
    place = table(played, 1)
    desk = words_of(director.get(reverse("desk_table", args=[played.event_id, place.pk])))
    assert "Entered before that ( says: Anna 1 )." in desk
    told = words_of(director.get(reverse("history", args=[played.event_id]), {"group": "hands"}))
    assert "the sheet was confirmed; who had entered it says: Anna 1 says: Anna 2" in told


def test_any_later_change_takes_the_confirmation_back(phone: Visitor, played: Round) -> None:
    plays(table(played, 1), 4, who="Anna 1")
    stale = phone.client.get(phone.address("table")).content.decode()
    confirms(phone, who="Anna 2")
    assert phone.corrects(2, picker_points=91).status_code == 302
    assert not is_confirmed(table(played, 1))
    assert "It was confirmed ( says: Anna 2 ) and changed afterwards." in phone.sees("table")
    old = FormReader(stale).sent_to(phone.address("confirm_sheet")) | {"who": "Anna 3"}
    old["submission"] = str(uuid4())
    refused = phone.client.post(phone.address("confirm_sheet"), old)
    assert "The sheet has just been changed." in words_of(refused)
    assert confirms(phone, who="Anna 3", entered_by="Anna 1").status_code == 302
    assert is_confirmed(table(played, 1))


def test_a_confirmation_twice_is_one(phone: Visitor, played: Round) -> None:
    plays(table(played, 1), 4, who="Anna 1")
    page = phone.client.get(phone.address("table")).content.decode()
    sent = FormReader(page).sent_to(phone.address("confirm_sheet")) | {"who": "Anna 2"}
    for _ in range(2):
        assert phone.client.post(phone.address("confirm_sheet"), sent).status_code == 302
    assert TableChange.objects.count() == 1


def test_a_name_that_nobody_can_write_confirms_nothing(phone: Visitor, played: Round) -> None:
    plays(table(played, 1), 4, who="Anna 1")
    refused = confirms(phone, who="Anna\0 2")
    assert refused.status_code == 422
    assert "Is this right?" in words_of(refused)
    assert not TableChange.objects.exists()


def test_no_confirmation_before_the_end_and_none_where_nobody_asks(
    phone: Visitor, played: Round
) -> None:
    plays(table(played, 1), 3)
    sent = phone.form("table") | {"who": "Anna 2"}
    refused = phone.client.post(phone.address("confirm_sheet"), sent)
    assert "Not all hands are played yet." in words_of(refused)
    plays(table(played, 1), 1)
    Event.objects.update(settings=played.event.settings | {"needs_confirmation": False})
    page = phone.sees("table")
    assert "The desk has it." in page
    assert "I am" not in page


def test_a_director_confirms_in_the_place_of_the_table(director: Client, played: Round) -> None:
    place = table(played, 1)
    assert "There is no result yet." in words_of(
        director.get(reverse("desk_table", args=[played.event_id, place.pk]))
    )
    plays(place, 4)
    answer = does(director, place, "confirm_at_desk", reason="")
    assert "Say why." in words_of(answer)
    done = does(director, place, "confirm_at_desk", reason="Seen at the desk")
    assert "( ✓ signed in: Dora )." in words_of(done)
    assert "Nothing is missing at this table." in words_of(done)
    assert played.event.changes.get(kind="sheet_confirmed").reason == "Seen at the desk"


def test_own_tables_are_not_confirmed(phone: Visitor) -> None:
    own = Director()
    own.opens("sheepshead3-coins", "Anna", "Ben", "Cora")
    address = own.address("confirm_sheet")
    assert own.client.get(address).status_code == 404
    assert own.client.post(address, {}).status_code == 404


def test_a_closed_sheet_says_who_can_open_it(
    phone: Visitor, director: Client, played: Round
) -> None:
    place = table(played, 1)
    plays(place, 2)
    sent = phone.form("table") | {"picker": "2", "picker_points": "61"}
    correction = phone.form("correct_hand", 1) | {"picker_points": "61", "why": "Misread"}
    keys(director, place, 0, 0, 0, 0)
    keys(director, table(played, 2), 0, 0, 0, 0)
    action = reverse("close_round", args=[played.event_id, 1])
    page = FormReader(director.get(action).content.decode()).sent_to(action)
    director.post(action, page)
    refused = phone.client.post(phone.address("record_hand"), sent)
    assert refused.status_code == 409
    assert "The round was closed while you were typing." in words_of(refused)
    assert phone.address("reopen") not in refused.content.decode()
    answer = phone.client.post(phone.address("correct_hand", 1), correction)
    assert "The round is closed. At the desk" in words_of(answer)
    closed = phone.client.get(phone.address("table"))
    assert "The round is closed." in words_of(closed)
    assert phone.address("reopen") not in closed.content.decode()


def test_the_solos_of_hands_are_counted(new_event: Callable[..., Event]) -> None:
    event = new_event(entries=4, ruleset="sheepshead4-coins", hands=3, counted="solos")
    played = opens(event, [1, 2, 3, 4])
    place = table(played, 1)
    hands = (
        {"contract": "suit_solo", "picker": 1, "picker_points": 75},
        {"contract": "suit_solo", "picker": 2, "picker_points": 40},
        {"contract": "partner", "picker": 1, "partner": 3, "picker_points": 75},
    )
    for hand in hands:
        record_hand(table=place.table, record=hand, by=Author(), submission=uuid4())
    solos = Result.objects.order_by("entry__number").values_list("solos", flat=True)
    assert list(solos) == [0, 1, 0, 0]
    assert played_by_number() == [0, 1, 1, 0]
    solo = Hand.objects.get(number=1)
    withdraw_hand(hand=solo, by=Author(), submission=uuid4(), seen_version=1)
    assert Result.objects.get(entry__number=2).solos == 0
    assert played_by_number() == [0, 0, 1, 0]


def played_by_number() -> list[int | None]:
    """The solos that each has played, won or lost."""
    return list(Result.objects.order_by("entry__number").values_list("solos_played", flat=True))


def test_players_of_a_pairs_game_each_have_the_points_of_their_side(
    new_event: Callable[..., Event],
) -> None:
    event = new_event(entries=4, ruleset="saskop", size=4, hands=2)
    played = opens(event, [1, 2, 3, 4])
    plays(table(played, 1), 1, record={"makers": 0, "trump": "clubs", "result": "won"})
    found = Result.objects.order_by("entry__number").values_list("points", flat=True)
    assert found[0] == found[2] > 0 == found[1] == found[3]
