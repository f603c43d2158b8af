"""The settings about prizes: typed, refused, said on the rule card, previewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from formats.awards import payout
from formats.checks import BAVARIAN, law_note, unfit_prizes
from formats.event import EventSettings
from formats.presets import PRESETS
from tests.events.browser_form import fills_in, form_on
from tests.tables.conftest import words_of
from tournaments.models import Event

TYPED = {
    "payout": "",
    "prize_amounts": "333 / 222,50; 111",
    "round_prize": "0",
    "groups": "Ladies",
    "group_prizes": "Ladies: 20",
    "counted": "solos",
    "solos_prize": "5 %",
    "last_prize": "a lemon",
    "plus_prize": "a sausage",
    "goods": "4: a ham\r\n41–60: a crate of beer",
    "reserve": "50",
    "sponsored": "100",
    "lost_to_prizes": "on",
    "prize_step": "50",
    "prize_rest": "first",
    "absent_winners": "kept at the bar for two weeks",
}


@pytest.fixture
def event(new_event: Callable[..., Event]) -> Event:
    return new_event(fee=1000, published=False)


def test_every_prize_can_be_typed(director: Client, event: Event) -> None:
    address = reverse("event_settings", args=[event.pk])
    sent = form_on(director, address) | TYPED
    del sent["prizes_apart"]
    answer = director.post(address, sent)
    assert answer.status_code == 302
    kept = Event.objects.get(pk=event.pk).format
    assert kept.prize_amounts == (33300, 22250, 11100)
    assert kept.group_prizes == ("Ladies: 20",)
    assert (kept.solos_prize, kept.last_prize, kept.plus_prize) == ("5 %", "a lemon", "a sausage")
    assert kept.goods == ("4: a ham", "41–60: a crate of beer")
    assert (kept.reserve, kept.sponsored, kept.lost_to_prizes) == (5000, 10000, True)
    assert (kept.prize_step, kept.prize_rest) == (50, "first")
    assert not kept.prizes_apart
    card = words_of(director.get(reverse("event_rules", args=[event.pk])))
    for words in ("333 – 222.50 – 111", "a lemon", "5 % of the money", "kept at the bar"):
        assert words in card


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"prize_amounts": "ten"}, "Amounts with spaces between them"),
        ({"prize_amounts": "0"}, "Amounts with spaces between them"),
        ({"prize_amounts": " ".join(["1"] * 61)}, "At most 60 amounts"),
        ({"goods": "beer"}, "write places, colon and goods"),
        ({"goods": "6–4: beer"}, "write places, colon and goods"),
        ({"group_prizes": "Ladies 20"}, "write group, colon and prize"),
        ({"group_prizes": "Ladies: 20"}, "There is no group “Ladies”"),
        ({"payout": "50", "prize_amounts": "100"}, "Either per cents or amounts"),
        ({"solos_prize": "20"}, "Say first that solos are counted"),
        ({"reserve": "much"}, "An amount such as 10 or 12.50."),
        ({"payout": "95", "last_prize": "6 %"}, "That is 101 per cent in all"),
    ],
)
def test_what_is_typed_wrong_is_said(
    director: Client, event: Event, typed: dict[str, str], sentence: str
) -> None:
    answer = fills_in(director, reverse("event_settings", args=[event.pk]), **typed)
    assert answer.status_code == 422
    assert sentence in words_of(answer)


def test_prizes_in_money_need_a_fee_or_somebody_who_gives_it() -> None:
    assert dict(unfit_prizes(EventSettings(last_prize="5")))["fee"]
    assert not list(unfit_prizes(EventSettings(last_prize="5", sponsored=500)))
    assert not list(unfit_prizes(EventSettings(last_prize="a lemon")))


def test_nobody_has_minus_points_where_places_count() -> None:
    settings = EventSettings(yields="places", plus_prize="tea")
    assert dict(unfit_prizes(settings))["plus_prize"]


def test_the_preview_with_a_reserve_and_something_on_top() -> None:
    settings = EventSettings(fee=1000, payout=(50, 25), reserve=5000, sponsored=2000)
    row = payout(settings, 20)
    assert (row.fees, row.places, row.on_top) == (20000, (8500, 4250), 2000)
    assert row.kept == 20000 + 2000 - 8500 - 4250


def test_amounts_that_few_entries_do_not_cover_are_cut_in_the_preview(
    director: Client, new_event: Callable[..., Event]
) -> None:
    event = new_event(fee=1000, prize_amounts=(30000, 20000), published=False)
    page = words_of(director.get(reverse("event_settings", args=[event.pk])))
    assert "120*" in page
    assert "all prizes are cut in the same proportion" in page


@pytest.mark.parametrize(
    ("fee", "prize", "preset", "is_said"),
    [
        (1600, {"payout": (50,)}, "schafkopfrennen", True),
        (1500, {"payout": (50,)}, "schafkopfrennen", False),
        (1600, {"goods": ("1: a ham",)}, "schafkopfrennen", False),
        (2500, {"payout": (50,)}, "wisconsin", False),
    ],
)
def test_the_note_about_the_law_stands_only_where_it_may_matter(
    fee: int, prize: dict[str, Any], preset: str, is_said: bool
) -> None:
    assert bool(law_note(EventSettings(fee=fee, **prize), preset)) == is_said


def test_the_note_is_on_the_settings_page(director: Client, event: Event) -> None:
    event.preset, event.settings = "schafkopfrennen", event.settings | {"fee": 2000}
    event.settings |= {"payout": [50]}
    event.save()
    page = words_of(director.get(reverse("event_settings", args=[event.pk])))
    assert "LStVG Art. 19" in page


def test_the_bavarian_formats_are_there() -> None:
    assert set(PRESETS) >= BAVARIAN


def test_an_event_without_prizes_says_nothing_about_them() -> None:
    money = [one for one in EventSettings.options().values() if one.section == "money"]
    assert not any(option.card_lines(EventSettings()) for option in money)
