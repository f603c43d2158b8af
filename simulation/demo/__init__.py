"""The demo club: evenings of each family of games, and events in every state.

Evenings go through the services as the hands of a phone do, events through the pages themselves.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation

from simulation.demo.evenings import Evening, evenings
from simulation.demo.events import Say, build_events
from simulation.demo.people import PEOPLE
from simulation.demo.scorer import Scorer
from simulation.demo.times import Times
from simulation.hands import ANY
from simulation.play.plan import Person
from tournaments.models import Club, Player, PlayerAlias, Seat, Table
from tournaments.people.services.people import give_to_club

__all__ = ["CLUB", "build_demo", "build_evenings", "play_evening"]

CLUB = "Demo club"


def build_demo(say: Say = lambda _words: None) -> None:
    """Make the demo club with its evenings and its events, unless they are there already.

    `say` is told which event is played next.
    """
    build_evenings()
    build_events(Club.objects.get(name=CLUB), say)


def build_evenings() -> None:
    """Make the demo club with its evenings, unless it is there already."""
    if Club.objects.filter(name=CLUB).exists():
        return
    tables = [play_evening(evening) for evening in evenings()]
    with transaction.atomic():
        club = Club.objects.create(name=CLUB, is_public=True)
        opened = Table.objects.filter(pk__in=[table.pk for table in tables]).order_by("opened_at")
        _make_known(club, opened)
        for table in opened:
            give_to_club(table, club)
            table.save(update_fields=["club"])


def _make_known(club: Club, tables: QuerySet[Table]) -> None:
    """Let the club know who sat at its tables, and under which names they stand on the sheets."""
    names = set(Seat.objects.filter(table__in=tables).values_list("name", flat=True))
    called = {person.name.split()[0]: person for person in PEOPLE}
    people = {name: called.get(name.split()[0], Person(name)) for name in sorted(names)}
    since = tables[0].opened_at
    players = {
        person: Player(club=club, name=person.name, home=person.home, added_at=since)
        for person in people.values()
    }
    Player.objects.bulk_create(players.values())
    PlayerAlias.objects.bulk_create(
        PlayerAlias(club=club, player=players[person], name=name)
        for name, person in people.items()
        if name != person.name
    )


def play_evening(evening: Evening) -> Table:
    """One evening from the first deal to its end, or to a hand of a moment ago.

    Its paper and its wall speak the language of the site.
    """
    with translation.override(settings.SHEEPFOLD_LANGUAGE):
        scorer = Scorer(evening)
    plan = evening.plan
    for number in range(1, plan.hands + 1):
        scorer.plays(plan.wishes.get(number, ANY))
        if number in plan.deeds:
            plan.deeds[number](scorer)
    scorer.writes()
    times = Times(scorer.table, scorer.chance)
    if plan.day is None:
        times.end_just_now()
    else:
        scorer.ends()
        times.begin_last(plan.day, plan.weeks_ago)
    return scorer.table
