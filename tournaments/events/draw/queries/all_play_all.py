"""All play all: the table that stands for the day, and how many rounds it still needs."""

from __future__ import annotations

from dataclasses import replace

from seating.draws.berger import rounds_missing
from seating.model import Request
from seating.model import Round as Seating
from seating.plan import with_house_players
from tournaments.events.draw.queries.drawing import ALL_PLAY_ALL, Ground, draw_request
from tournaments.formats.settings import EventSettings


def follows_pairs(settings: EventSettings) -> bool:
    """Whether the number of rounds follows the number of those who take part.

    >>> follows_pairs(EventSettings(draws=("berger",))), follows_pairs(EventSettings())
    (True, False)
    """
    return settings.draws[-1] == ALL_PLAY_ALL and not settings.rolling


def to_meet(ground: Ground) -> int:
    """How many rounds are missing, from that of the ground on, until all have met.

    In finals each plays all in its own: as many as the largest needs.
    """
    if len(ground.here) < 2:
        return 0
    choice = ground.choice._replace(draw=ALL_PLAY_ALL)
    request = replace(draw_request(ground, choice, 1), rounds=1)
    if not ground.fields:
        return rounds_missing(with_house_players(request))
    finals = [replace(request, entries=field) for field in ground.fields if len(field) > 1]
    return max((rounds_missing(own_day(ground, final)) for final in finals), default=0)


def own_day(ground: Ground, request: Request) -> Request:
    """The request of a final for an all-play-all: what was played in it alone, since the cut."""
    kept, house = ground.cuts[-1], request.wishes.house
    final = next(kept.cut.final_of(one) for one in request.entries if one not in house)

    def of(entries: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(one for one in entries if one in house or kept.cut.final_of(one) == final)

    rounds = [each for number, each in ground.seatings.items() if number > kept.cut.after]
    history = tuple(
        Seating(tuple(table for table in each.tables if of(table) == table), of(each.out))
        for each in rounds
    )
    return replace(request, history=history, day=of(request.day))
