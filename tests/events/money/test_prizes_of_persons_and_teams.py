"""Prizes go by what the event ranks: persons with several entries once, and teams."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.awards import payout
from formats.checks import unfit_prizes
from formats.event import EventSettings
from tests.archive.archives import brought, forget_everything, taken
from tests.events.browser_form import fills_in
from tests.events.money.prize_giving import everybody_pays, gets, gives, locks, read, reopens
from tests.events.night.rolling_day import FESTIVAL, NINE, again, come, ends, opens
from tests.events.played import keys, plays
from tests.events.standings.test_team_matches import in_teams
from tests.paper.printed import event_pdf, page_texts
from tests.tables.conftest import FormReader, words_of
from tournaments.archive.lists import prizes as as_list
from tournaments.events.money.queries.cash import note_in_words
from tournaments.events.money.queries.prizes import prize_list, receipts
from tournaments.events.money.services import reverse_line
from tournaments.events.standings.queries.final import ties_for_prizes
from tournaments.models import Author, CashLine, Event, EventChange


@pytest.fixture
def festival(new_event: Callable[..., Event], by: Author) -> Event:
    """Ada has started twice and was the best each time: her entries are 1 and 6."""
    event = new_event(**FESTIVAL, fee=1000, payout=(50, 30, 10), last_prize="a lemon")
    ada, *_others = come(event, by, *NINE[:5])
    ends(opens(event, by, 1, 2, 3, 4, 5), by)
    second = again(ada, by)
    ends(opens(event, by, second.number or 0, *_new(event, by, 4)), by, worth=5)
    return read(event)


def _new(event: Event, by: Author, count: int) -> list[int]:
    """So many more people, by their start numbers."""
    names = [f"Guest {number}" for number in range(count)]
    return [entry.number or 0 for entry in come(event, by, *names)]


def test_a_person_with_two_entries_wins_one_prize(
    festival: Event, by: Author, director: Client
) -> None:
    everybody_pays(festival)
    event = read(festival)
    first, second, *_rest = prize_list(event).prizes
    assert (first.name, first.number, first.numbers, first.place) == ("Ada", 1, (1, 6), 1)
    assert (first.total, first.cents, second.name != "Ada") == (20, 5000, True)
    assert [one.name for one in prize_list(event).prizes].count("Ada") == 1
    assert ties_for_prizes(event) == [], "entries that are level share no prize here"
    event.entries.filter(number=6).update(is_paid=False)
    assert prize_list(event).prizes[0].owes, "the fee of one entry is missing"
    everybody_pays(event)
    event = locks(event, by)
    reading = [one.name for one in prize_list(event).prizes[::-1]]
    assert reading[-1] == "Ada"
    assert len(reading) == len(set(reading))
    gives(event, by, 1)
    (receipt,) = [one for one in receipts(event) if one.name == "Ada"]
    assert (receipt.numbers, receipt.cents, receipt.given is not None) == ((1, 6), 5000, True)
    assert receipts(event, 6) == [receipt], "whichever of the numbers is asked for"
    page = words_of(director.get(reverse("read_prizes", args=[event.pk]), {"at": len(reading)}))
    assert "Nos. 1, 6" in page
    here = read(_elsewhere(event))
    first = prize_list(here).prizes[0]
    assert (first.name, first.numbers, first.cents) == ("Ada", (1, 6), 5000)
    assert prize_list(here).handed_over == 1


def test_what_another_entry_of_a_person_got_is_the_persons(festival: Event, by: Author) -> None:
    """As on a list that was locked when prizes went by entries."""
    everybody_pays(festival)
    event = locks(festival, by)
    other = event.entries.get(number=6)
    CashLine.objects.create(event=event, kind="prize", amount=5000, entry=other, prize="place")
    listed = prize_list(event)
    assert listed.prizes[0].given
    assert listed.prizes[0].given.amount == 5000
    assert listed.overtaken == ()
    gives(event, by, 1)
    assert CashLine.objects.filter(event=event, kind="prize").count() == 1


def test_what_both_entries_of_a_person_got_stands_under_each(festival: Event, by: Author) -> None:
    everybody_pays(festival)
    event = locks(festival, by)
    for number, cents in ((1, 5000), (6, 3000)):
        entry = event.entries.get(number=number)
        CashLine.objects.create(event=event, kind="prize", amount=cents, entry=entry, prize="place")
    listed = prize_list(event)
    assert listed.prizes[0].given
    assert listed.prizes[0].given.amount == 5000
    assert [(one.number, one.given.amount) for one in listed.overtaken] == [(6, 3000)]


def _elsewhere(event: Event) -> Event:
    raw = taken(event)
    forget_everything()
    here = brought(raw)
    assert taken(here) == raw
    return here


TEAMS = {1: "Aces", 2: "Kings", 3: "Kings", 4: "Tens", 5: "Aces", 6: "Tens", 7: "Nines", 8: "Nines"}


@pytest.fixture
def match(new_event: Callable[..., Event], by: Author) -> Event:
    """The Aces have +18, the three other teams −6 each; eighty of fees."""
    event = new_event(
        entries=8,
        fee=1000,
        rounds=1,
        hands=4,
        tie_breaks=("shared",),
        team_size=2,
        payout=(25,),
        team_prizes=("1: 25 %", "1: a cup", "2–3: 10.01"),
    )
    everybody_pays(event)
    plays(event, by)
    in_teams(event, TEAMS)
    return read(event)


def test_teams_win_and_share_as_entries_do(match: Event) -> None:
    assert gets(match) == [
        ("Place 1", "Anna 1", 1000),
        ("Place 1", "Anna 5", 1000),
        ("Teams, place 1", "Aces", 2000),
        ("Teams, place 2", "Kings", 667),
        ("Teams, place 2", "Nines", 667),
        ("Teams, place 2", "Tens", 667),
    ]
    listed = prize_list(match)
    assert listed.awarded.odd == 1
    assert listed.awarded.given + listed.awarded.kept == 8000
    aces = listed.prizes[2]
    assert (aces.team, aces.entry, aces.goods, aces.total) == ("Aces", 0, "a cup", 18)
    assert aces.members == ("Anna 1", "Anna 5")
    assert [one.name for one in listed.prizes[::-1]][-2:] == ["Anna 5", "Anna 1"]


def test_a_team_is_handed_its_prize_and_signs_once(
    match: Event, by: Author, director: Client
) -> None:
    event = locks(match, by)
    address, give_at = (reverse(name, args=[event.pk]) for name in ("prizes", "hand_over"))
    page = director.get(address).content.decode()
    sent = [sent for action, sent in FormReader(page).forms if action == give_at]
    for form in [*sent, *sent]:
        assert director.post(give_at, form).status_code == 302
    assert prize_list(event).handed_over == 6
    line = CashLine.objects.get(prize="team-Aces")
    assert (line.amount, line.entry) == (2000, None)
    assert note_in_words(line) == "Teams, place 1: Aces: a cup"
    assert "Teams, place 1: Aces" in words_of(director.get(reverse("cash", args=[event.pk])))
    history = words_of(director.get(reverse("history", args=[event.pk])))
    assert "A team got its prize: 20 · Teams, place 1: Aces: a cup" in history
    slips = {one.name: one for one in receipts(event)}
    assert slips["Aces"].members == ("Anna 1", "Anna 5")
    assert (slips["Aces"].cents, slips["Anna 1"].cents) == (2000, 1000)
    signed = words_of(director.get(reverse("receipts", args=[event.pk])))
    assert "For the team: Anna 1, Anna 5" in signed
    rows = {row[0]: row for row in as_list(event).cells()}
    assert rows["Teams, place 1"][1:6] == [None, "Aces", 2000, "a cup", "Anna 1, Anna 5"]
    for name, words in (("prizes", "Anna 1, Anna 5"), ("receipts", "Aces")):
        assert words in " ".join(page_texts(event_pdf(director, event, name).content))
    here = _elsewhere(event)
    assert gets(here)[2] == ("Teams, place 1", "Aces", 2000)
    assert prize_list(here).handed_over == 6


def test_a_team_that_no_longer_wins_and_had_its_prize(
    match: Event, by: Author, director: Client
) -> None:
    event = locks(match, by)
    gives(event, by, 0, "team-Aces")
    event = reopens(event, by)
    keys(event.rounds.get().tables.get(number=1), by, -9, 12, 0, -3)
    keys(event.rounds.get().tables.get(number=2), by, -9, 12, 0, -3)
    event = locks(event, by)
    listed = prize_list(event)
    assert "Teams, place 1" not in [one.title for one in listed.prizes if one.team == "Aces"]
    assert [(one.number, one.name, one.given.amount) for one in listed.overtaken] == [
        (0, "Aces", 2000)
    ]
    changes = {one.name: one for one in listed.changes if not one.number}
    assert changes["Aces"].given
    page = words_of(director.get(reverse("prizes", args=[event.pk])))
    assert "Aces : Teams, place 1" in page
    line = CashLine.objects.get(prize="team-Aces")
    reverse_line(event=event, line=line.pk, reason="Given back", by=by, submission=uuid4())
    assert prize_list(event).overtaken == ()
    assert EventChange.objects.filter(event=event, kind="team_prize_taken_back").exists()


def test_what_is_typed_for_teams(director: Client, new_event: Callable[..., Event]) -> None:
    event = new_event(fee=1000, published=False)
    address = reverse("event_settings", args=[event.pk])
    for typed, sentence in (
        ({"team_size": "0", "team_prizes": "1: 50"}, "There are no teams"),
        ({"team_size": "4", "team_prizes": "50"}, "write places, colon and prize"),
        ({"team_size": "4", "team_prizes": "1–99: 5"}, "down to place 60 at most"),
        ({"team_size": "4", "team_prizes": "1–3: 40 %"}, "That is 120 per cent in all"),
    ):
        answer = fills_in(director, address, **typed)
        assert answer.status_code == 422
        assert sentence in words_of(answer)
    typed = {"team_size": "4", "team_prizes": "1: 10 %\r\n1: a cup", "high_prize": "a ham"}
    assert fills_in(director, address, **typed).status_code == 302
    kept = read(event).format
    assert kept.team_prizes == ("1: 10 %", "1: a cup")
    card = words_of(director.get(reverse("event_rules", args=[event.pk])))
    assert "1: 10 %; 1: a cup" in card
    assert "For the highest game" in card


def test_teams_in_the_preview_and_on_the_rule_card() -> None:
    settings = EventSettings(fee=1000, team_size=2, team_prizes=("1–2: 10 %",), high_prize="5")
    row = payout(settings, 20)
    assert (row.special, row.kept) == (2 * 2000 + 500, 20000 - 4500)
    assert list(unfit_prizes(settings)) == []
    assert ("For the teams, by places", "1–2: 10 %") in settings.card_lines()
