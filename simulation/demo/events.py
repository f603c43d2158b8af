"""The events of the demo club: one to look at in each state in which a director meets it.

They are played by `simulation.play`, which plays those of `manage.py play_event` too: each deed is
a form that was fetched, filled in and sent.
"""

from __future__ import annotations

from calendar import SATURDAY, SUNDAY, THURSDAY
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from random import Random
from uuid import UUID

from django.utils import timezone

from simulation.demo.hours import A_HAND, Hours, spread_series
from simulation.demo.people import ISLANDERS, OTHERS
from simulation.demo.times import last_day
from simulation.play import series as seasons
from simulation.play.browser import Browser
from simulation.play.plan import EventPlan, Stop
from simulation.play.play_event import play
from tournaments.common.cache import uncached
from tournaments.models import Club, Event
from tournaments.site.services import demo_account

NIGHTS = 4

Say = Callable[[str], None]

PUT_RIGHT = (
    *("absent", "late", "leaves_outside", "late_correction", "ruling"),
    *("empty_battery", "goes_home", "reopened"),
)
"""What went wrong at the largest event, and was put right."""

RENNEN = EventPlan(
    "schafkopfrennen",
    41,
    mishaps=PUT_RIGHT,
    people=OTHERS,
    hands=12,
    phones=1,
    grids=0,
    answers={
        "title": "Harvest Schafkopfrennen",
        "place": "Gasthof Lamm, Grünau",
        "payout": "50 30 20",
        "reserve": "40",
        "goods": "4: a smoked ham",
        "last_prize": "a jar of pickles",
    },
)
SWISS = EventPlan(
    "sasku_swiss",
    7,
    mishaps=(),
    one_by_one=0,
    people=ISLANDERS,
    rounds=3,
    phones=0,
    answers={
        "game": "saskop",
        "title": "Island Saskop for pairs",
        "place": "Seltsimaja, Orissaare",
    },
)
RUNNING = EventPlan(
    "wisconsin",
    22,
    mishaps=(),
    one_by_one=0,
    people=OTHERS[12:34],
    phones=0,
    grids=0,
    hands=10,
    stop=Stop(2, hands=(4, 2), keyed=1, words="Bratwurst until nine, at the bar"),
    answers={"title": "Oktoberfest sessions", "place": "Kohler, fire hall", "minutes": 60},
)
TO_COME = EventPlan(
    "three_handed_night",
    11,
    people=OTHERS[8:19],
    stop=Stop(),
    answers={"title": "Three-handed night", "place": "Marge's kitchen"},
)
LEAGUE = EventPlan(
    "league_night",
    12,
    mishaps=(),
    one_by_one=0,
    rounds=1,
    phones=0,
    grids=0,
    answers={
        "title": "Thursday league, night 1",
        "place": "Kohler, the back room",
        "season_apart": "",
    },
)
FINALS: dict[str, object] = {
    "has_final": "on",
    "final_by": "season",
    "final_sizes": "8 4",
    "rest_plays": None,
    "carried": "none",
    "final_events": "one",
}
"""Two tables play the A final and one the B final, and the places of the night alone count."""
REGULARS = OTHERS[12:26]


def build_events(club: Club, say: Say = lambda _words: None) -> None:
    """Let the club have played its events, unless it has some already."""
    if club.events.exists():
        return
    director = Browser.of(demo_account(club), looks_back=False)
    now = timezone.now()
    with uncached():
        demo = Demo(club, director, say)
        demo.plays_league()
        Hours(demo.plays(SWISS)).end_at(_last(SUNDAY, time(17, 40), weeks_ago=1))
        Hours(demo.plays(RENNEN)).end_at(_last(SATURDAY, time(23, 10)))
        tomorrow = datetime.combine(timezone.localdate() + timedelta(days=1), time(19, 0))
        to_come = demo.plays(TO_COME, timezone.make_aware(tomorrow))
        Hours(to_come).end_at(now - timedelta(minutes=20))
        running = demo.plays(RUNNING)
        Hours(running, a_hand=A_HAND * 4 // 3).end_at(timezone.now() - timedelta(minutes=1))
    director.client.logout()


@dataclass
class Demo:
    """Who directs the club's events."""

    club: Club
    director: Browser
    say: Say

    def plays(self, plan: EventPlan, starts_at: datetime | None = None, *, made: int = 0) -> Event:
        """Play an event, which goes the same way each time; RuntimeError where it does not."""
        title = str(plan.answers["title"])
        chance = Random(title)
        mark = UUID(int=chance.getrandbits(128), version=4)
        moment = timezone.localtime(starts_at)
        answers: dict[str, object] = {
            "day": f"{moment:%Y-%m-%d}",
            "time": f"{moment:%H:%M}",
            "submission": mark,
            **plan.answers,
        }
        self.say(title)
        played = replace(plan, answers=answers, seed=chance.getrandbits(32), is_trial=False)
        account = play(self.club, self.director, played, lambda _line: None, made=made)
        if account.problems:
            raise RuntimeError(f"{title}: {'; '.join(account.problems)}")
        return Event.objects.get(pk=account.event_id)

    def plays_league(self) -> None:
        """Four Thursdays of which the best three count, and a fifth with an A and a B final.

        Nearly the same people come each time.
        """
        league = seasons.makes(
            self.director,
            self.club,
            "Thursday league",
            "best_of",
            best_of=NIGHTS - 1,
            fewest=2,
            **FINALS,
        )
        for night in range(NIGHTS):
            people = tuple(one for nth, one in enumerate(REGULARS) if (nth + 5 * night) % 14)
            plan = replace(LEAGUE, people=people)
            if night == 0:
                event = self.plays(plan)
                seasons.adds(self.director, league, event)
            else:
                made = seasons.makes_next(self.director, league)
                event = self.plays(replace(plan, answers={"title": made.title}), made=made.pk)
            Hours(event).end_at(_last(THURSDAY, time(21, 40), weeks_ago=NIGHTS - night))
        seasons.shows(self.director, league)
        title = "Thursday league, finals"
        end = _last(THURSDAY, time(21, 40))
        made = seasons.makes_finals(
            self.director, league, title, day=f"{end:%Y-%m-%d}", time="19:30", rounds=2
        )
        final = self.plays(replace(LEAGUE, entries=0, answers={"title": title}), made=made.pk)
        Hours(final).end_at(end)
        spread_series(league)


def _last(day: int, hour: time, weeks_ago: int = 0) -> datetime:
    """That hour of the last such weekday before today, or so many weeks earlier."""
    return timezone.make_aware(datetime.combine(last_day(day, weeks_ago), hour))
