"""`manage.py ratings`: the ratings of a club, and how well they and others foretell."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from scoring.ratings.choice import methods
from scoring.ratings.evaluation import Judged, Method, evaluate
from scoring.ratings.sheets import Sheet
from scoring.ratings.synthetic import Assumed, TrueSkill, synthetic_club
from scoring.rulesets import RULESETS
from tournaments.models import Club
from tournaments.people.queries import people_of
from tournaments.records.queries.figures import Filters
from tournaments.records.queries.ratings import (
    Rated,
    Ratings,
    has_pairs,
    most_rated,
    ratings_of,
    sheets_of,
)

TELL_EVERY = 5000
SYNTHETIC = {
    "tables": Assumed(),
    "fixed": Assumed(size=2, pairs="fixed"),
    "changing": Assumed(size=2, pairs="changing"),
}


class Command(BaseCommand):
    """Prints the rating list of a club, or with --evaluate the table by which methods compare."""

    help = "Ratings of a club, or how well methods of rating foretell its sheets (--evaluate)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whose ratings, and what of them."""
        parser.add_argument("--club", help="its name; may be left out where there is only one")
        parser.add_argument("--ruleset", choices=sorted(RULESETS), metavar="KEY")
        parser.add_argument("--pairs", action="store_true", help="rate pairs instead of people")
        parser.add_argument(
            "--evaluate", action="store_true", help="judge methods one step ahead on these sheets"
        )
        parser.add_argument(
            "--known-from",
            type=int,
            default=0,
            metavar="ROUNDS",
            help="judge only cases in which everybody has that many rounds behind him",
        )
        parser.add_argument("--synthetic", type=int, metavar="SEED", help="judge a made-up club")
        parser.add_argument(
            "--sides",
            choices=sorted(SYNTHETIC),
            default="tables",
            help="the made-up club: tables of four, fixed pairs, or pairs that change",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:  # noqa: ANN401 - as Django hands them over
        """Print what was asked for."""
        if options["synthetic"] is not None:
            club = synthetic_club(options["synthetic"], SYNTHETIC[options["sides"]])
            judges = [*methods(are_pairs=bool(club.assumed.pairs)), TrueSkill(club)]
            about = {"synthetic": options["synthetic"], **club.assumed._asdict()}
            self._judge(about, club.sheets, judges, options)
            return
        real, ruleset = _chosen(options["club"], options["ruleset"])
        people = people_of(real, is_director=True)
        about = {"club": real.name, "ruleset": ruleset}
        if options["evaluate"]:
            judges = methods(are_pairs=has_pairs(ruleset))
            self._judge(about, self._told(sheets_of(real, ruleset, people)), judges, options)
            return
        if options["pairs"] and not has_pairs(ruleset):
            raise CommandError(f"Nobody plays {ruleset} in pairs.")
        found = ratings_of(real, Filters(ruleset), people, of_pairs=options["pairs"])
        as_json = options["json"]
        self.stdout.write(json.dumps(about | list_json(found)) if as_json else list_text(found))

    def _judge(
        self,
        about: dict[str, Any],
        sheets: Iterable[Sheet],
        judges: list[Method],
        options: dict[str, Any],
    ) -> None:
        judged = evaluate(sheets, judges, known_from=options["known_from"])
        if options["json"]:
            of_methods = [judged_json(each) for each in judged]
            told = about | {"known_from": options["known_from"], "methods": of_methods}
            self.stdout.write(json.dumps(told))
            return
        self.stdout.write(", ".join(f"{name} {value}" for name, value in about.items() if value))
        self.stdout.write(evaluation_text(judged))

    def _told(self, sheets: Iterable[Sheet]) -> Iterator[Sheet]:
        """The same sheets, and on a terminal how many it has been."""
        for number, sheet in enumerate(sheets, 1):
            yield sheet
            if number % TELL_EVERY == 0 and sys.stderr.isatty():
                self.stderr.write(f"{number} sheets …")


def _chosen(name: str | None, ruleset: str | None) -> tuple[Club, str]:
    clubs = list(Club.objects.order_by("name"))
    wanted = [club for club in clubs if name is None or club.name.casefold() == name.casefold()]
    if len(wanted) != 1:
        known = ", ".join(club.name for club in clubs) or "none"
        raise CommandError(f"Say which club with --club. There are: {known}.")
    ruleset = ruleset or most_rated(wanted[0])
    if not ruleset:
        raise CommandError(f"{wanted[0].name} has no sheets that could be rated.")
    return wanted[0], ruleset


def list_text(found: Ratings) -> str:
    """The list to read: place, name, rating, where it likely lies, rounds, change."""
    if not found.tells_apart:
        return (
            f"{found.people} have played, and nobody can be told apart from anybody: there are too "
            "few, or their results differ by no more than luck."
        )
    lines = [_line(each) for each in found.rated]
    lines += [
        f"   –  {each.name}: {each.rounds} rounds, {each.missing} missing" for each in found.unrated
    ]
    if found.half_rounds is not None:
        lines.append(f"Half of a rating is one's own after {found.half_rounds} rounds.")
    return "\n".join(lines)


def _line(each: Rated) -> str:
    rating = each.rating
    changed = "" if each.change is None else f"  changed {each.change:+.3f}"
    return (
        f"{each.place:>4}. {each.name:30} {rating.value:+.3f} "
        f"({rating.low:+.3f} to {rating.high:+.3f})  {each.sums.sheets} rounds{changed}"
    )


def list_json(found: Ratings) -> dict[str, Any]:
    """The list for a program: points per hand above the table."""
    population = found.population
    return {
        "fewest_rounds": found.fewest,
        "between": population.between if population else None,
        "within": population.within if population else None,
        "rated": [
            {
                "players": each.unit,
                "name": each.name,
                "place": each.place,
                "rating": each.rating.value,
                "low": each.rating.low,
                "high": each.rating.high,
                "weight": each.rating.weight,
                "rounds": each.sums.sheets,
                "hands": each.sums.hands,
                "change": each.change,
            }
            for each in found.rated
            if found.tells_apart
        ],
        "missing": [
            {
                "players": each.unit,
                "name": each.name,
                "rounds": each.rounds,
                "missing": each.missing,
            }
            for each in found.unrated
        ],
    }


def judged_json(judged: Judged) -> dict[str, Any]:
    """What came of a method, for a program."""
    return {
        "method": judged.name,
        "cases": judged.cases,
        "accuracy": judged.accuracy,
        "log_loss": judged.log_loss,
        "worse_than_first": judged.worse,
        "error": judged.error,
        "miscalibration": judged.miscalibration,
        "calibration": [
            {
                **{"from": bucket.low, "to": bucket.high, "said": bucket.said},
                **{"came": bucket.came.value, "cases": bucket.came.cases},
                **{"low": bucket.came.low, "high": bucket.came.high},
            }
            for bucket in judged.buckets
        ],
    }


def evaluation_text(judged: list[Judged]) -> str:
    """The table to read, and how the first method is calibrated."""
    first = judged[0]
    if not first.cases:
        return "There is no case to judge by."
    lines = [
        f"{first.cases} cases: who of two at a table makes more points per hand.",
        f"{'method':<52}{'accuracy':>9}{'log-loss':>10}{'worse by':>20}{'off by':>8}",
    ]
    for each in judged:
        worse = "" if each is first else f"{each.worse:+.4f} ± {each.error:.4f}"
        lines.append(
            f"{each.name:<52}{each.accuracy:>9.3f}{each.log_loss:>10.4f}"
            f"{worse:>20}{each.miscalibration:>8.3f}"
        )
    lines.append(f"What the {first.name} said of the favourite, and how often it came:")
    lines += [
        f"  {bucket.said:.3f}  {bucket.came.value:.3f} "
        f"({bucket.came.low:.3f} to {bucket.came.high:.3f})  {bucket.came.cases} cases"
        for bucket in first.buckets
    ]
    return "\n".join(lines)
