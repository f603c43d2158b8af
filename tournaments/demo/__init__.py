"""The demo club: evenings of each family of games, and events in every state.

All of it goes through the same doors as what people do.
"""

from __future__ import annotations

from django.db import transaction

from tournaments.demo.evenings import Evening, evenings
from tournaments.demo.events import build_events
from tournaments.demo.scorer import Scorer
from tournaments.demo.times import Times
from tournaments.demo_hands import ANY
from tournaments.models import Club, Table

__all__ = ["CLUB", "build_demo", "build_evenings"]

CLUB = "Demo club"


def build_demo() -> None:
    """Make the demo club with its evenings and its events, unless they are there already."""
    build_evenings()
    build_events(Club.objects.get(name=CLUB))


def build_evenings() -> None:
    """Make the demo club with its evenings, unless it is there already."""
    if Club.objects.filter(name=CLUB).exists():
        return
    tables = [_play(evening) for evening in evenings()]
    with transaction.atomic():
        club = Club.objects.create(name=CLUB, is_public=True)
        Table.objects.filter(pk__in=[table.pk for table in tables]).update(club=club)


def _play(evening: Evening) -> Table:
    """One evening from the first deal to its end, or to a hand of a moment ago."""
    plan, scorer = evening.plan, Scorer(evening)
    for number in range(1, plan.hands + 1):
        scorer.plays(plan.wishes.get(number, ANY))
        if number in plan.deeds:
            plan.deeds[number](scorer)
    times = Times(scorer.table, scorer.chance)
    if plan.day is None:
        times.end_just_now()
    else:
        scorer.ends()
        times.begin_last(plan.day, plan.weeks_ago)
    return scorer.table
