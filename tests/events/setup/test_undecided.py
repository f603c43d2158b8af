"""What no source says about a tariff: it is seen everywhere, and nothing begins before it is
decided."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.checks import unfit
from formats.event import EventSettings
from formats.games import RoundGame
from scoring import RULESETS, HandProblem
from tests.events.browser_form import fills_in
from tests.events.conftest import arrive, words_of
from tests.events.night.rolling_day import NewEvent
from tournaments.common.actions import Refused
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.services.rounds import draw_round
from tournaments.events.night.services import open_for
from tournaments.events.setup.services import Incomplete, publish_event
from tournaments.models import Author, Club, Event, Round, Table
from tournaments.tables.services.hands import record_hand
from tournaments.tables.services.tables import open_table

pytestmark = pytest.mark.django_db

OPEN = "To be decided by you: no source says it."
FOUR = ["Anna", "Ben", "Cora", "Dan"]
OBW = "schafkopf-oberwallenstadt"


@pytest.fixture
def event(director: Client, club: Club) -> Event:
    """Dora has typed a title, the day and the place, and left the house rules as they are."""
    address = reverse("set_up_event", args=[club.pk, "nur_gute"])
    assert OPEN in words_of(director.get(address))
    fills_in(
        director, address, title="Good points", day="2026-11-21", time="19:00", place="Upstairs"
    )
    event = Event.objects.get()
    assert event.ruleset == OBW
    arrive(event, 8)
    return event


def decides(director: Client, event: Event, **answers: str) -> None:
    more = {f"option-{name}": value for name, value in answers.items()}
    answer = fills_in(director, reverse("event_settings", args=[event.pk]), **more)
    assert answer.status_code == 302, words_of(answer)
    event.refresh_from_db()


def draws(event: Event, by: Author) -> None:
    choice = ground_for(event, 1).choice
    draw_round(event=event, number=1, choice=choice, by=by, submission=uuid4())


def test_it_cannot_be_published_before(director: Client, event: Event, by: Author) -> None:
    page = words_of(director.get(reverse("publish_event", args=[event.pk])))
    assert "decide it in the settings, under House rules: Lost games · Schneider in" in page
    decides(director, event, losers="good_full")
    with pytest.raises(Incomplete) as refused:
        publish_event(event=event, by=by, submission=uuid4())
    assert "Lost games" not in refused.value.missing[0]
    assert "Schneider in a solo" in refused.value.missing[0]
    decides(director, event, solo_step="0")
    publish_event(event=event, by=by, submission=uuid4())


def test_no_round_is_drawn_before(director: Client, event: Event, by: Author) -> None:
    with pytest.raises(Refused, match="No source says it, so decide it"):
        draws(event, by)
    assert not Round.objects.exists()
    decides(director, event, losers="good_none", solo_step="5")
    draws(event, by)
    assert Round.objects.get().number == 1


def test_the_checklist_says_what_is_open(director: Client, event: Event) -> None:
    page = director.get(reverse("checklist", args=[event.pk]))
    line = "What no source says about the game is decided"
    assert line in words_of(page)
    assert "Lost games, Schneider in a solo" in words_of(page)
    decides(director, event, losers="good_none", solo_step="5")
    after = words_of(director.get(reverse("checklist", args=[event.pk])))
    assert line in after
    assert "Lost games" not in after


def test_the_rule_card_says_so_to_everybody(director: Client, event: Event) -> None:
    decides(director, event, losers="zero_sum")
    page = words_of(director.get(reverse("event_rules", args=[event.pk])))
    decided = "Decided for this event Lost games Losers write a minus: plus and minus are equal"
    assert f"{decided} Still to be decided Schneider in a solo to be decided As usual" in page
    assert "Lost games, and Schneider in a solo" not in page


def test_a_table_opens_only_when_it_is_decided(director: Client) -> None:
    address = reverse("open_table", args=["schafkopf-krs"])
    people = {f"name-{seat}": name for seat, name in enumerate(FOUR)}
    assert OPEN in words_of(director.get(address))
    refused = fills_in(director, address, **people)
    assert refused.status_code == 422
    assert "Nobody has written this down: decide it." in words_of(refused)
    assert not Table.objects.exists()
    opened = fills_in(director, address, **people, **{"option-losers": "good_third"})
    assert opened.status_code == 302
    assert Table.objects.get().options["losers"] == "good_third"
    with pytest.raises(
        HandProblem, match="Still to be decided, so say it in the house rules first: “Lost games”"
    ):
        open_table(ruleset_key="schafkopf-krs", options={}, names=FOUR)


def test_where_tables_open_one_by_one_none_does(new_event: NewEvent, by: Author) -> None:
    event = new_event(
        ruleset="schafkopf-krs",
        entries=4,
        rolling=True,
        hands=8,
        tie_breaks=("shared",),
        options={},
    )
    with pytest.raises(Refused, match="Lost games"):
        open_for(event=event, numbers=[1, 2, 3, 4], table=0, by=by, submission=uuid4())


def test_it_is_no_game_of_a_single_round() -> None:
    settings = EventSettings(rounds=2, round_games=(RoundGame("schafkopf-krs"),))
    usual = RULESETS["schafkopf-self"]
    (problem,) = unfit(settings, usual, usual.defaults())
    assert "choose it as the game of the whole event" in problem.sentence
    own = RULESETS["schafkopf-krs"]
    factor = EventSettings(rounds=2, round_games=(RoundGame(factor="2"),))
    assert unfit(factor, own, own.defaults()) == []


@pytest.mark.parametrize(
    ("key", "count"),
    [("schafkopf-krs", 1), ("schafkopf-westernach", 6), ("schafkopf-self", 0), (OBW, 2)],
)
def test_the_page_of_the_rules_shows_it_plainly(client: Client, key: str, count: int) -> None:
    page = words_of(client.get(reverse("ruleset", args=[key])))
    assert page.count(OPEN) == count
    assert "Usual: None" not in page


def test_a_tariff_in_tens_is_not_written_in_threes() -> None:
    ruleset = RULESETS["schafkopf-prohof"]
    for step, fits in ((10, True), (5, True), (1, True), (3, False), (20, False)):
        settings = EventSettings(only_good=True, good_step=step)
        assert (not unfit(settings, ruleset, ruleset.defaults())) is fits


def test_what_if_it_had_been_a_tariff_with_something_open(client: Client) -> None:
    opened = open_table(ruleset_key="schafkopf-donauries", options={}, names=FOUR)
    solo = {"contract": "solo", "declarer": 1, "result": "lost"}
    record_hand(table=opened.table, record=solo, by=Author(), submission=uuid4())
    address = reverse("what_if", args=[opened.write_secret])
    krs = {"ruleset": "schafkopf-krs", "asked": "schafkopf-krs", "option-all_pass": "muss"}
    undecided = words_of(client.get(address, krs))
    assert "Still to be decided, so say it in the house rules first: “Lost games”" in undecided
    decided = words_of(client.get(address, krs | {"option-losers": "zero_sum"}))
    assert "still to be decided" not in decided
    assert "−6" in decided
