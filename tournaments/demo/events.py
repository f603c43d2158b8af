"""The events of the demo club: one to look at in each state in which a director meets it."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.utils import timezone

from tournaments.demo.director import Director
from tournaments.demo.hours import Hours
from tournaments.demo.people import ISLANDERS, OTHERS
from tournaments.models import Club

SATURDAY = 5
DAYS_A_WEEK = 7


def build_events(club: Club) -> None:
    """Let the club have run its events, unless it has some already."""
    if club.events.exists():
        return
    finished_sessions(club)
    pairs_in_round_three(club)
    evening_under_way(club)
    night_to_come(club)


def evening_under_way(club: Club) -> None:
    """Forty-three people: the first round closed from paper, in the second phones are writing."""
    director = Director(
        club,
        "schafkopfrennen",
        "Autumn Schafkopfrennen",
        "Gasthof Lamm, Grünau",
        timezone.now(),
        minutes=100,
    )
    director.publishes()
    director.enters(OTHERS[:43])
    director.lets_in(unpaid=2)
    first = director.begins(1)
    tables = list(first.tables.order_by("number"))
    director.keys(tables)
    director.corrects(tables[3])
    director.closes(first)
    second = director.begins(2)
    director.says("Bratwurst until nine, at the bar")
    director.plays(list(second.tables.order_by("number")[:4]), hands=[9, 8, 11, 4])
    Hours(director, a_hand=65).end_at(timezone.now() - timedelta(minutes=1))


def finished_sessions(club: Club) -> None:
    """A day of three sessions for twenty-two, with tables of five and six, locked and amended."""
    director = Director(
        club,
        "wisconsin",
        "Oktoberfest sessions",
        "Kohler, fire hall",
        timezone.now(),
    )
    director.publishes()
    director.enters(OTHERS[12:34])
    director.lets_in()
    for number in range(1, director.settings.rounds + 1):
        played = director.begins(number)
        written, *others = played.tables.order_by("number")
        director.plays([written])
        director.confirms([written])
        director.keys(others)
        director.closes(played)
    director.locks()
    Hours(director, a_hand=260).end_at(_last(SATURDAY, time(18, 20)))


def pairs_in_round_three(club: Club) -> None:
    """Nine pairs by the Swiss system: one sits out, and two matches of round three still go on."""
    director = Director(
        club,
        "sasku_swiss",
        "Saturday Sasku for pairs",
        "Seltsimaja, Orissaare",
        timezone.now(),
    )
    director.publishes()
    director.enters(ISLANDERS)
    director.lets_in()
    for number in (1, 2):
        played = director.begins(number)
        first, second, *others = played.tables.order_by("number")
        director.plays([first, second])
        director.confirms([first, second])
        director.keys(others)
        director.closes(played)
    third = list(director.begins(3).tables.order_by("number"))
    director.plays(third[2:], hands=[4, 3])
    director.keys(third[:1])
    Hours(director, a_hand=110).end_at(timezone.now() - timedelta(minutes=2))


def night_to_come(club: Club) -> None:
    """A club night tomorrow for which eleven have registered."""
    tomorrow = timezone.localdate() + timedelta(days=1)
    director = Director(
        club,
        "three_handed_night",
        "Three-handed Thursday",
        "Marge's kitchen",
        timezone.make_aware(datetime.combine(tomorrow, time(19, 0))),
    )
    director.publishes()
    director.enters(OTHERS[8:19])
    Hours(director).end_at(timezone.now() - timedelta(minutes=20))


def _last(day: int, hour: time) -> datetime:
    """That hour of the last such weekday (Monday is 0) before today."""
    today = timezone.localdate()
    days_ago = (today.weekday() - day - 1) % DAYS_A_WEEK + 1
    return timezone.make_aware(datetime.combine(today - timedelta(days=days_ago), hour))
