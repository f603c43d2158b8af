"""Stages with results put in without sheets, for what would take too long to be played."""

from __future__ import annotations

from collections.abc import Callable

from tests.answers import there
from tests.events.states import closed, final
from tests.series.series_stories import known, sits
from tournaments.models import Club, Event, Player, Result, Round


def made_up_stages(
    new_event: Callable[..., Event], club: Club, *, stages: int, people: int
) -> list[Event]:
    """So many final events of the same people, one round each."""
    players = known(club, *(f"Player {number}" for number in range(1, people + 1)))
    return [_stage(new_event, number, players) for number in range(1, stages + 1)]


def _stage(new_event: Callable[..., Event], number: int, players: list[Player]) -> Event:
    event = new_event(hands=4, rounds=1)
    sits(event, *([player] for player in players))
    played = Round.objects.create(
        event=event, number=1, draw="manual", hands=4, published_at=event.made_at, **closed()
    )
    Result.objects.bulk_create(
        Result(
            event=event,
            round=played,
            entry=entry,
            points=(there(entry.number) * 7 + number * 13) % 41 - 20,
            hands=4,
            is_in=True,
        )
        for entry in event.entries.all()
    )
    for name, value in ({"title": f"Evening {number}"} | final()).items():
        setattr(event, name, value)
    event.save()
    return event
