"""What somebody has to decide about hands that have not arrived: the words, and the ways out."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tests.tables.conftest import Director
from tests.tables.waiting_phones import Panel, Phone
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(director: Director) -> Table:
    return director.opens("sheepshead3-coins", "Anna", "Ben", "Cora")


@pytest.fixture
def phone(director: Director, table: Table) -> Phone:
    return Phone(director.secret)


def panel_of(phone: Phone, *, base: int | None = None) -> Panel:
    return Panel(phone.sends(base=base).json()["panel"])


def test_nothing_is_to_be_decided_where_all_has_arrived(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    assert "panel" not in phone.sends().json()


def test_both_lists_stand_side_by_side(director: Director, phone: Phone) -> None:
    for picker in (2, 0, 1):
        phone.enters(picker=picker, picker_points=75)
    director.enters(picker=2, picker_points=75)
    director.enters(picker=1, picker_points=91)
    panel = panel_of(phone)
    assert "Another phone wrote while this one was away." in panel.words
    assert "Nothing of yours is lost, and nothing is sent yet." in panel.words
    assert "On the sheet now On this phone" in panel.words
    first, second, third = panel.rows
    assert first.startswith("Hand 1 ")
    assert first.count("Picker: Cora") == 2
    assert "Looks like the same hand." in first
    assert "Picker: Ben" in second
    assert "Picker: Anna" in second
    assert "Looks like" not in second
    assert not third.startswith("Hand")
    assert "Picker: Ben" in third
    assert panel.buttons == ["mine-after", "drop-same", "choose", "send-chosen"]
    assert panel.says("data-seqs") == ["1"]
    assert re.findall(r'type="checkbox" value="(\d)"( checked)?', panel.html) == [
        ("1", ""),
        ("2", " checked"),
        ("3", " checked"),
    ]
    assert 'class="button" type="button" data-offline="drop-same"' not in panel.html


def test_where_all_look_alike_dropping_mine_is_offered_first(
    director: Director, phone: Phone
) -> None:
    phone.enters(picker=2, picker_points=75)
    director.enters(picker=2, picker_points=75)
    panel = panel_of(phone)
    assert 'class="button" type="button" data-offline="drop-same" data-seqs="1"' in panel.html


def test_where_nothing_looks_alike_nothing_is_the_same(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    director.enters(picker=0, picker_points=75)
    assert panel_of(phone).buttons == ["mine-after", "choose", "send-chosen"]


def test_a_correction_and_a_withdrawal_are_called_so(director: Director, phone: Phone) -> None:
    for picker in (0, 1):
        director.enters(picker=picker, picker_points=75)
    phone.fetches()
    phone.types(picker=2, picker_points=75)
    director.corrects(1, picker_points=91)
    director.withdraws(2)
    first, second = panel_of(phone).rows
    assert first.startswith("Hand 1 corrected")
    assert "Picker: Cora" in first
    assert "withdrawn" in second


def test_a_refused_hand_is_mended_or_removed(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.enters(picker=2, picker_points=500)
    alone = panel_of(phone)
    assert "Hand 2 cannot be: Card points of the picker's side: only 0 to 120 is possible." in (
        alone.words.replace("’", "'")
    )
    assert "The hands after it wait." not in alone.words
    phone.enters(picker=0, picker_points=75)
    panel = panel_of(phone)
    assert "The hands after it wait." in panel.words
    assert panel.buttons == ["mend", "remove"]
    assert panel.says("data-seq") == ["2", "2"]


def test_what_says_something_else_on_the_sheet_is_looked_at_there(phone: Phone) -> None:
    hand = phone.enters(picker=2, picker_points=75)
    phone.sends()
    hand["record"] = {"picker": 0, "picker_points": 75}
    panel = panel_of(phone)
    assert "Hand 1 cannot be: It is on the sheet already" in panel.words
    assert panel.buttons == ["remove"]
    assert panel.says("href") == [reverse("hand", args=[phone.secret, 1])]


def test_an_ended_evening_can_be_opened_again(director: Director, phone: Phone) -> None:
    for picker in (2, 0):
        phone.enters(picker=picker, picker_points=75)
    director.presses("end_evening", "end_evening")
    panel = panel_of(phone)
    assert re.search(r"The evening was ended at \d\d:\d\d\.", panel.words)
    assert "2 hands are still on this phone and not on the sheet." in panel.words
    assert panel.buttons == ["reopen-and-add", "keep"]
    table = Table.objects.get()
    table.ended_at = table.opened_at - timedelta(days=2)
    table.save()
    assert re.search(r"ended at \d+ \w+, \d\d:\d\d\.", panel_of(phone).words)


def test_who_may_only_watch_keeps_them(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    phone.secret = director.watch_secret()
    panel = panel_of(phone)
    assert "This link may only watch now. 1 hand is kept here." in panel.words
    assert panel.buttons == []


def test_an_older_server_is_sent_to_only_after_a_question(phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    panel = panel_of(phone, base=7)
    assert "The server knows less than this phone: an older copy was put back." in panel.words
    assert "Ask before you send." in panel.words
    assert panel.buttons == ["mine-after"]


def test_it_is_said_in_the_language_of_whoever_reads_it(director: Director, phone: Phone) -> None:
    phone.enters(picker=2, picker_points=75)
    director.enters(picker=2, picker_points=75)
    for language, words in (
        ("de", "Ein anderes Handy hat geschrieben, während dieses fort war."),
        ("et", "Teine telefon kirjutas, kui see telefon oli ära."),
    ):
        phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
        assert words in panel_of(phone).words
