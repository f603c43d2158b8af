"""Which evenings the demo club has played: the games, the people, and what happened."""

from __future__ import annotations

from calendar import FRIDAY, MONDAY, SATURDAY, SUNDAY, THURSDAY, TUESDAY, WEDNESDAY
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from scoring.ruleset import Ruleset
from simulation.hands import Wish
from tournaments.tables.queries import games_by_family

if TYPE_CHECKING:
    from simulation.demo.scorer import Scorer

PEOPLE = (
    *("Anna", "Walt", "Bärbel", "Emil", "Lois"),
    *("Jürgen", "Dottie", "Otto"),
    *("Käthe", "Hank", "Marge", "Günther"),
    *("Irma", "Ray", "Lorraine", "Klaus", "Traudl", "Norm", "Elke"),
    *("Sepp", "Inge"),
    *("Xaver", "Vroni", "Alois", "Resi"),
    *("Hias", "Burgl", "Girgl", "Zenzi", "Fritz", "Gerda", "Uwe", "Heike"),
)
UNPLANNED = 25
"""From here on people play at running tables that nobody has planned."""
PAIRS = ("Mart", "Ülle", "Jaan", "Kati", "Tõnu", "Liis")

PASSED, SWEPT = Wish("passed"), Wish("swept")
CRACKED = Wish("won", ("crack",))
RECRACKED = Wish("lost", ("crack", "recrack"))
LAST_DOUBLED = Wish("won", ("last_hand",))


class Game(NamedTuple):
    """A game by what it is like: the `place`-th of those with so many seats, and so on.

    `family`: only games of this family; empty for any.
    """

    seats: int
    scores: str = "seats"
    to_target: bool = False
    place: int = 0
    family: str = ""

    def found_in(self, rulesets: Sequence[Ruleset]) -> Ruleset | None:
        """The game, or None where there is none like it."""
        alike = (
            ruleset
            for ruleset in rulesets
            if ruleset.seats == self.seats
            and ruleset.scores == self.scores
            and (ruleset.target(ruleset.defaults()) is not None) == self.to_target
            and self.family in ("", ruleset.family)
        )
        return next(islice(alike, self.place, None), None)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """An evening before its game is found.

    `first` is the place of the first player among the club's people, `more` how many sit at the
    table beside those who play. `wishes` and `deeds` go by the number of the hand; a deed
    follows its hand. Without a `day` (of the week, so many `weeks_ago`) it is not over yet.
    """

    title: str
    hands: int
    game: Game
    first: int = 0
    more: int = 0
    day: int | None = None
    weeks_ago: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    wishes: Mapping[int, Wish] = field(default_factory=dict)
    deeds: Mapping[int, Callable[[Scorer], None]] = field(default_factory=dict)


class Evening(NamedTuple):
    """A plan with its game and its people."""

    plan: Plan
    ruleset: Ruleset
    names: tuple[str, ...]


RUNNING = (
    Plan(
        title="The round table",
        hands=11,
        game=Game(5),
        wishes={4: PASSED},
        deeds={
            2: lambda scorer: scorer.renames("Walt", to="Walt K."),
            7: lambda scorer: scorer.withdraws("Misdealt: a card too many"),
        },
    ),
    Plan(title="By the window", hands=9, game=Game(4, "pairs", to_target=True, place=1)),
    Plan(title="Under the clock", hands=12, game=Game(3, place=1), first=5),
    Plan(
        title="Käthe's kitchen",
        hands=8,
        game=Game(4, place=1),
        first=8,
        options={"cracking": "recrack"},
        wishes={6: CRACKED},
    ),
    Plan(title="The long table", hands=7, game=Game(7), first=12, wishes={5: PASSED}),
    Plan(
        title="The regulars' table",
        hands=10,
        game=Game(4, family="Schafkopf"),
        first=21,
        options={"all_pass": "ramsch"},
        wishes={4: PASSED},
    ),
    Plan(title="Two by the stove", hands=6, game=Game(2), first=19),
)

FINISHED = (
    Plan(
        title="Thursday, upstairs",
        hands=24,
        game=Game(5),
        more=1,
        day=THURSDAY,
        wishes={6: PASSED, 17: PASSED},
        deeds={
            9: lambda scorer: scorer.penalizes("Lois", "Revoked in hand 9"),
            14: lambda scorer: scorer.recounts("Counted once more: a ten lay under the pile"),
        },
    ),
    Plan(
        title="Friday, back room",
        hands=22,
        game=Game(5, place=1),
        first=4,
        day=FRIDAY,
        weeks_ago=1,
        options={"cracking": "recrack"},
        wishes={5: CRACKED, 13: RECRACKED, 22: LAST_DOUBLED},
        deeds={
            8: lambda scorer: scorer.seats("Anna"),
            16: lambda scorer: scorer.lets_go("Dottie", "The last bus"),
        },
    ),
    Plan(
        title="Sunday, after the sauna",
        hands=20,
        game=Game(4, "pairs", to_target=True),
        day=SUNDAY,
        wishes={16: SWEPT},
    ),
    Plan(
        title="Tuesday, three of us", hands=18, game=Game(3, to_target=True), first=8, day=TUESDAY
    ),
    Plan(
        title="Monday, corner table",
        hands=18,
        game=Game(4),
        first=5,
        day=MONDAY,
        weeks_ago=1,
        options={"all_pass": "doubler"},
        wishes={7: PASSED, 12: PASSED},
        deeds={15: lambda scorer: scorer.withdraws("Belongs to the other table")},
    ),
    Plan(title="Wednesday, by the door", hands=17, game=Game(4, "pairs"), first=2, day=WEDNESDAY),
    Plan(
        title="Saturday, all six",
        hands=18,
        game=Game(6),
        first=6,
        day=SATURDAY,
        weeks_ago=1,
        wishes={11: PASSED},
    ),
    Plan(
        title="Friday, under the antlers",
        hands=24,
        game=Game(4, family="Schafkopf"),
        first=20,
        more=1,
        day=FRIDAY,
        weeks_ago=2,
        options={"all_pass": "pot"},
        wishes={5: PASSED, 13: PASSED},
    ),
    Plan(title="Saturday, late", hands=16, game=Game(2), first=3, day=SATURDAY, weeks_ago=2),
)


def evenings() -> Iterator[Evening]:
    """The evenings that are planned, and for each family without one a finished and a running one.

    The running ones come first, as on the first page.
    """
    families = games_by_family()
    rulesets = [ruleset for family in families.values() for ruleset in family]
    played = set()
    for plan in (*RUNNING, *FINISHED):
        ruleset = plan.game.found_in(rulesets)
        if ruleset is not None:
            played.add(ruleset.family)
            yield _evening(plan, ruleset)
    first = UNPLANNED
    for family, (ruleset, *_others) in families.items():
        if family not in played:
            running = Plan(title=f"{family}, today", hands=8, game=Game(ruleset.seats), first=first)
            title = f"Friday, {family}"
            finished = replace(running, title=title, hands=16, day=FRIDAY, weeks_ago=2)
            yield from (_evening(plan, ruleset) for plan in (running, finished))
            first += ruleset.seats


def _evening(plan: Plan, ruleset: Ruleset) -> Evening:
    people = PAIRS if ruleset.scores == "pairs" else PEOPLE
    size = ruleset.seats + plan.more
    return Evening(plan, ruleset, tuple(islice(cycle(people), plan.first, plan.first + size)))
