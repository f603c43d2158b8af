"""Who did it: what somebody types on a phone and an account never look the same."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from tests.answers import there
from tests.events.results.sheets import WON, at, opens, table
from tests.tables.conftest import FormReader, Visitor, saved, words_of
from tournaments.common.requests import WHO_COOKIE
from tournaments.events.desk.queries.history import history
from tournaments.events.results.queries.at_tables import Wanted
from tournaments.models import Event, HandVersion, Round


@pytest.fixture
def played(new_event: Callable[..., Event]) -> Round:
    return opens(new_event(entries=4, hands=4, rounds=2), [1, 2, 3, 4])


@pytest.fixture
def phone(played: Round) -> Visitor:
    return at(table(played, 1))


def test_an_account_is_kept_through_a_table_s_link_and_said_with_a_tick(
    phone: Visitor, director: Client, played: Round
) -> None:
    phone.client.post(phone.address("me"), {"name": "Anna 2"})
    assert saved(phone.enters(**WON))
    signed_in = Visitor(phone.secret)
    signed_in.client = director
    assert saved(signed_in.corrects(1, picker_points=91))
    first, second = HandVersion.objects.order_by("number")
    assert (first.who, first.account, first.user) == ("Anna 2", "", None)
    assert (second.who, second.account, there(second.user).username) == ("", "Dora", "Dora")
    page = phone.sees("hand", 1)
    assert "says: Anna 2" in page
    assert "✓ signed in: Dora" in page
    deeds = words_of(director.get(reverse("history", args=[played.event_id]) + "?group=hands"))
    assert "says: Anna 2" in deeds
    assert "✓ signed in: Dora" in deeds


def test_the_name_stays_when_the_account_goes(
    phone: Visitor, director: Client, played: Round
) -> None:
    phone.client = director
    assert saved(phone.enters(**WON))
    User.objects.all().delete()
    (deed,) = history(played.event, Wanted(group="hands")).actions
    assert deed.account == "Dora"


def test_the_tick_is_hidden_from_whoever_hears_the_word(phone: Visitor, director: Client) -> None:
    signed_in = Visitor(phone.secret)
    signed_in.client = director
    assert saved(signed_in.enters(**WON))
    page = phone.client.get(phone.address("hand", 1)).content.decode()
    assert re.search(r'aria-hidden="true">✓</span><span class="unseen">signed in:', page)


LIKE_A_DIRECTOR = [
    "director \u00b7 device 3F2A",
    "Director",
    "D\u0456r\u0435ct\u043er",
    "d1rect0r",
    "di\u200brector",
    "D I R E C T O R",
    "Turnierleitung",
    "turniirijuht",
    "\u2713 dora",
    "DORA",
    "D\u043er\u0430",
    "D\u00f3r\u00e4",
    "d0ra",
    "\uff24ora\u3164",
    "Do\u00adra",
]


TWELVE = [
    "Dora",
    "dora",
    "D O R A",
    "D0RA",
    "D\u043er\u0430",
    "D\u00f2r\u0101",
    "Do\u00adra",
    "Dor\u200ba",
    "D\u00f3r\u00e4",
    "\uff24\uff4f\uff52\uff41",
    "\u202eDora",
    "\u2713 Dora",
]


def test_no_spelling_of_the_director_s_name_is_taken_and_the_director_s_hand_has_a_tick(
    phone: Visitor, director: Client, played: Round
) -> None:
    assert len(set(TWELVE)) == 12
    for name in TWELVE:
        assert phone.client.post(phone.address("me"), {"name": name}).status_code == 422, name
        assert WHO_COOKIE not in phone.client.cookies
    assert saved(phone.enters(**WON))
    signed_in = Visitor(phone.secret)
    signed_in.client = director
    assert saved(signed_in.enters(**WON))
    assert "✓ signed in: Dora" not in phone.sees("hand", 1)
    assert "✓ signed in: Dora" in phone.sees("hand", 2)
    address = reverse("take_list", args=[played.event_id, "hands"])
    head, first, second = csv.reader(
        director.get(address).getvalue().decode("utf-8-sig").splitlines()
    )
    account = head.index("Account")
    assert (first[account], second[account]) == ("", "Dora")
    assert second[head.index("Entered by")] == ""


def test_nobody_who_has_not_signed_in_is_noted_as_a_director(
    phone: Visitor, director: Client, played: Round
) -> None:
    for name in LIKE_A_DIRECTOR:
        refused = phone.client.post(phone.address("me"), {"name": name})
        assert refused.status_code == 422, name
        assert "reads as a director\u2019s name" in words_of(refused)
    assert WHO_COOKIE not in phone.client.cookies
    phone.client.cookies[WHO_COOKIE] = "Dora"  # as a device brings it from another table
    assert saved(phone.enters(**WON))
    assert HandVersion.objects.get().who == ""
    signed_in = Visitor(phone.secret)
    signed_in.client = director
    assert signed_in.client.post(phone.address("me"), {"name": "Dora"}).status_code == 302


def test_a_hand_is_corrected_at_an_event_only_with_a_reason(phone: Visitor) -> None:
    assert saved(phone.enters(**WON))
    refused = phone.corrects(1, picker_points=91, quick="")
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "Say why: it stands beside the hand for good." in words_of(refused)
    assert 'aria-describedby="hint-why problem-why" autofocus' in page
    where = phone.address("correct_hand", 1)
    assert FormReader(page).sent_to(where)["picker_points"] == "91"  # nothing typed is lost
    assert HandVersion.objects.count() == 1
    assert FormReader(page).chips["quick"] == ["Typed wrong", "Counted again", "Wrong player"]
    assert saved(phone.corrects(1, picker_points=91, quick="Counted again"))
    assert HandVersion.objects.latest("number").reason == "Counted again"
    assert saved(phone.corrects(1, picker_points=75, quick="Typed wrong", why="Read anew"))
    assert HandVersion.objects.latest("number").reason == "Read anew"
    assert "“Counted again”" in phone.sees("hand", 1)


def test_whose_hand_was_changed_meanwhile_keeps_the_reason_that_was_given(phone: Visitor) -> None:
    assert saved(phone.enters(**WON))
    mine = phone.form("correct_hand", 1) | {"picker_points": "91", "quick": "Wrong player"}
    assert saved(phone.corrects(1, picker_points=80))
    conflict = phone.client.post(phone.address("correct_hand", 1), mine)
    assert conflict.status_code == 409
    again = FormReader(conflict.content.decode())
    assert again.sent_to(phone.address("correct_hand", 1))["quick"] == "Wrong player"


def test_a_hand_is_withdrawn_at_an_event_only_with_a_reason(phone: Visitor) -> None:
    assert saved(phone.enters(**WON))
    refused = phone.withdraws(1)
    assert refused.status_code == 422
    assert "Say why: it stands beside the hand for good." in words_of(refused)
    assert HandVersion.objects.count() == 1
    page = phone.client.get(phone.address("hand", 1)).content.decode()
    sent = FormReader(page).sent_to(phone.address("withdraw_hand", 1)) | {"quick": "Misdealt"}
    assert saved(phone.client.post(phone.address("withdraw_hand", 1), sent))
    assert HandVersion.objects.latest("number").reason == "Misdealt"


def test_what_is_changed_after_a_confirmation_stands_in_the_history_at_once(
    phone: Visitor, director: Client, played: Round
) -> None:
    def said(**wanted: Any) -> list[str]:
        return [deed.sentence for deed in history(played.event, Wanted(**wanted)).actions]

    phone.client.post(phone.address("me"), {"name": "Anna 2"})
    for _hand in range(4):
        assert saved(phone.enters(**WON))
    assert saved(phone.corrects(1, picker_points=91))
    assert said() == ["The event was made: Thursday cup"]
    page = FormReader(phone.client.get(phone.address("table")).content.decode())
    where = phone.address("confirm_sheet")
    sent = page.sent_to(where) | {"who": "Anna 1"}
    assert phone.client.post(where, sent).status_code == 302
    assert said() == ["The event was made: Thursday cup"]
    assert saved(phone.corrects(2, picker_points=91, quick="Counted again"))
    assert said()[0] == "Table 1, round 1: hand 2 was corrected"
    assert len(said(group="hands")) == 7  # four hands, two corrections, a confirmation
    assert said(group="results") == []
    told = words_of(director.get(reverse("history", args=[played.event_id])))
    assert "after the sheet had been confirmed Reason: Counted again says: Anna 2" in told
    assert said(who="Anna 2") == ["Table 1, round 1: hand 2 was corrected"]


def test_how_often_it_was_corrected_stands_at_the_table_the_desk_and_the_standing(
    phone: Visitor, director: Client, played: Round
) -> None:
    place = table(played, 1)
    desk = reverse("desk_table", args=[played.event_id, place.pk])
    tables = reverse("event_tables", args=[played.event_id])
    standing = reverse("event", args=[played.event_id])
    assert saved(phone.enters(**WON))

    def shown() -> list[str]:
        desks = [words_of(director.get(where)) for where in (desk, tables, standing)]
        return [phone.sees("table"), *desks]

    assert not any("correction" in page for page in shown())
    assert saved(phone.corrects(1, picker_points=91))
    assert saved(phone.corrects(1, picker_points=75))
    last = localtime(HandVersion.objects.latest("pk").made_at)
    for page in shown():
        assert f"2 corrections, last {last:%H:%M}" in page
