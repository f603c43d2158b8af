"""Every format from its first form to its standing.

A title is all that has to be typed, and what no source says about the game is to be decided.
"""

from __future__ import annotations

import re
from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from formats.event import EventSettings
from formats.games import remainders_of
from formats.presets import PRESETS
from scoring import RULESETS
from seating.model import Impossible
from seating.sizes import layout
from tests.answers import Answer
from tests.deciding import decided
from tests.events.browser_form import fills_in
from tests.events.conftest import arrive
from tournaments.events.draw.queries.drawing import ground_for
from tournaments.events.draw.services.rounds import (
    accept_draw,
    draw_round,
    publish_round,
    start_round,
)
from tournaments.events.night.queries import board_of
from tournaments.events.night.services import open_for
from tournaments.events.results.queries.sheets import comes_to_nothing
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.events.standings.queries.final import what_is_open
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Club, Event, EventTable, Round

FEWEST, MOST = 8, 13
COUNTED = [
    (key, FEWEST + place % (MOST - FEWEST + 1)) for place, key in enumerate(PRESETS, start=3)
]
"""Every preset with so many entries that each number comes up three times."""


def set_up(director: Client, club: Club, key: str) -> Event:
    """Fill in nothing but the title; later say when, where and what is open, and publish it."""
    answer = fills_in(director, reverse("set_up_event", args=[club.pk, key]), title=f"Our {key}")
    assert answer.status_code == 302, problems_in(answer)
    event = Event.objects.latest("pk")
    before = event.settings
    more = {"day": "2026-11-21", "time": "19:00", "place": "Upstairs"} | decisions(event)
    answer = fills_in(director, reverse("event_settings", args=[event.pk]), **more)
    assert answer.status_code == 302, problems_in(answer)
    answer = fills_in(director, reverse("publish_event", args=[event.pk]))
    event.refresh_from_db()
    assert event.settings == before, "the form gives back what it was given"
    assert event.published_at is not None
    return event


def decisions(event: Event) -> dict[str, str]:
    """An answer to each house rule that no source answers."""
    answers = decided(RULESETS[event.ruleset])
    return {f"option-{name}": str(value) for name, value in answers.items()}


def problems_in(answer: Answer) -> list[str]:
    """What the page says is wrong."""
    return re.findall(r'class="problem"[^>]*>(.*?)</p>', answer.content.decode())


def odd_for(count: int, settings: EventSettings) -> str:
    """Where the remainder goes: as the format says, or out where that makes no tables."""
    try:
        layout(count, settings.size, settings.odd)
    except Impossible:
        return "bye"
    return settings.odd


def draws(event: Event, number: int, by: Author) -> Round:
    """Draw a round as the format says, and begin it."""
    ground = ground_for(event, number)
    choice = ground.choice._replace(odd=odd_for(len(ground.here), ground.settings))
    draw_round(event=event, number=number, choice=choice, by=by, submission=uuid4())
    accept_draw(event=event, number=number, anyway=True, by=by, submission=uuid4())
    publish_round(event=event, number=number, by=by, submission=uuid4())
    start_round(event=event, number=number, by=by, submission=uuid4())
    return event.rounds.get(number=number)


def opens(event: Event, by: Author) -> Round:
    """Open tables for those who are proposed."""
    proposed = board_of(event).proposed
    open_for(event=event, numbers=proposed, table=0, by=by, submission=uuid4())
    return event.rounds.latest("number")


def record_for(place: EventTable, settings: EventSettings) -> dict[str, object]:
    """A sheet such as the event takes."""
    count = place.results.count()
    event = place.round.event
    if settings.yields == "match":
        return {"points": [12, 5], "games": [1, 0]}
    record: dict[str, object] = {"hands": place.hands_due or 12}
    if settings.only_good:
        record["points"] = [settings.good_step * side for side in range(count)]
    elif comes_to_nothing(event):
        record["points"] = [2 * side - count + 1 for side in range(count)]
    else:
        record["points"] = list(range(count))
    counted = {"": (), "won_lost": ("games", "lost")}.get(settings.counted, (settings.counted,))
    return record | {name: [1] * count for name in counted}


def plays(event: Event, number: int, by: Author) -> None:
    """Key every sheet of a round, and close it."""
    settings = event.format
    places = EventTable.objects.filter(round__event=event, round__number=number)
    for place in places.select_related("round__event", "table"):
        key_totals(
            event=event,
            place=place,
            record=record_for(place, settings),
            seen_number=0,
            by=by,
            submission=uuid4(),
            is_sure=True,
        )
    close_round(event=event, number=number, by=by, submission=uuid4())
    event.refresh_from_db()


@pytest.mark.parametrize(("key", "count"), COUNTED)
def test_a_format_is_played_from_its_form_to_its_standing(
    key: str, count: int, director: Client, club: Club, by: Author, stranger: Client
) -> None:
    """One round of it: `play_event` plays on."""
    event = set_up(director, club, key)
    settings = event.format
    entries = arrive(event, min(count, settings.capacity or count))
    played = opens(event, by) if settings.rolling else draws(event, 1, by)
    assert played.tables.exists()
    for number in event.rounds.filter(state=Round.DRAWN).values_list("number", flat=True):
        plays(event, number, by)
    standing = event_standing(event)
    assert standing.has_results
    if not settings.rolling:
        assert len(standing.ranked) == len(entries)
    totals = [row.total for row in standing.ranked if row.total is not None]
    assert all(better >= worse for better, worse in pairwise(totals))
    assert what_is_open(event) == ""
    for name in ("event", "event_rules", "event_seats", "event_screen"):
        assert stranger.get(reverse(name, args=[event.pk])).status_code == 200
    for name in ("desk", "event_settings", "door", "lock_final"):
        assert director.get(reverse(name, args=[event.pk])).status_code == 200


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
@pytest.mark.parametrize("key", PRESETS)
def test_every_small_field_has_tables_of_the_format_and_few_sit_out(key: str, count: int) -> None:
    settings = PRESETS[key].settings
    odd = odd_for(count, settings)
    assert layout(count, settings.size, odd).out < settings.size
    assert odd in remainders_of(RULESETS[PRESETS[key].rulesets[0]], settings.size)


def test_the_formats_can_be_looked_at_by_family(director: Client, club: Club) -> None:
    address = reverse("new_event", args=[club.pk])
    everything = director.get(address).content.decode()
    for key in PRESETS:
        assert reverse("set_up_event", args=[club.pk, key]) in everything
    pairs = director.get(f"{address}?family=pairs").content.decode()
    assert reverse("set_up_event", args=[club.pk, "sasku_swiss"]) in pairs
    assert reverse("set_up_event", args=[club.pk, "wisconsin"]) not in pairs
    nothing = director.get(f"{address}?family=nothing").content.decode()
    assert len(re.findall(r"<li>\s*<h3>", nothing)) == len(PRESETS)
