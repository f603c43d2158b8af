"""`manage.py seat`: draw rounds and say how good they are; needs no database."""

from __future__ import annotations

import json
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.core.management.base import CommandParser

from seating.model import ODD_SIZES, TABLE_SIZES, Impossible, Request
from seating.plan import DRAWS, Plan, plan


class Command(BaseCommand):
    """Prints a plan for entries 1, 2, 3 … and its report."""

    help = "Draw rounds: who sits where, and how good that is."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what is to be drawn."""
        parser.add_argument("--entries", type=int, required=True, help="how many take part")
        parser.add_argument("--table-size", type=int, default=4, choices=TABLE_SIZES)
        parser.add_argument("--rounds", type=int, default=1)
        parser.add_argument("--odd", default="up", choices=ODD_SIZES, help="where the rest goes")
        parser.add_argument("--draw", default="schedule", choices=sorted(DRAWS))
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--seconds", type=float, default=5.0, help="how long to look at most")
        parser.add_argument(
            "--only-repeats",
            action="store_true",
            help="the fewest repeats, even where odd tables are then not shared",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(
        self,
        *,
        entries: int,
        table_size: int,
        rounds: int,
        odd: str,
        draw: str,
        seed: int,
        seconds: float,
        only_repeats: bool,
        **options: object,
    ) -> None:
        """Draw and print."""
        request = Request(
            entries=tuple(range(1, entries + 1)),
            size=table_size,
            rounds=rounds,
            odd=odd,
            draw=draw,
            seed=seed,
            seconds=seconds,
            only_repeats=only_repeats,
        )
        try:
            found = plan(request)
        except Impossible as impossible:
            raise CommandError(str(impossible)) from impossible
        self.stdout.write(json.dumps(as_json(found)) if options["json"] else as_text(found))


def as_json(found: Plan) -> dict[str, Any]:
    """A plan and the figures of its report."""
    report = found.report
    return {
        "rounds": [played.tables for played in found.rounds],
        "out": [played.out for played in found.rounds],
        "repeats": report.repeats,
        "bound": report.bound,
        "known": report.known,
        "why": str(report.why),
        "fair_bound": report.fair_bound,
        "fair_why": str(report.fair_why),
        "seconds": round(report.seconds, 3),
        "steps": report.steps,
        "seed": report.seed,
        "draw": report.draw,
    }


def as_text(found: Plan) -> str:
    """A plan to read: a block for each round, and the report in sentences."""
    lines = []
    for number, played in enumerate(found.rounds, 1):
        lines.append(f"Round {number}")
        lines += [
            f"  table {place}: {'  '.join(map(str, table))}"
            for place, table in enumerate(played.tables, 1)
        ]
        if played.out:
            lines.append(f"  out: {'  '.join(map(str, played.out))}")
    report = found.report
    lines.append(f"Repeats: {report.repeats}; nobody can have fewer than {report.bound}.")
    lines.append(str(report.why))
    if report.fair_bound > report.bound:
        lines.append(str(report.fair_why))
    lines += [f"  {one} and {other} meet {times} times" for (one, other), times in report.worst]
    lines.append(
        f"Seed {report.seed}, {report.draw}, {report.steps} steps, {report.seconds:.2f} s."
    )
    return "\n".join(lines)
