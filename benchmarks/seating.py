"""How good and how fast seatings are found: `python benchmarks/seating.py [--case 40x4] [--json]`.

For each case of `seating_cases.py`: the repeats of the schedule that is drawn, third meetings among
them and the most often that anybody is at an odd table; and, where these are more than the least
that is known, the repeats if nothing but repeats counts (`bare`), as it did for those who found
the known ones. Cases by standing are whole events: repeats, and how far apart in rank those of a
table are, over the rounds that are drawn by standing. A table for people goes to standard error,
JSON to standard output.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)

from benchmarks.seating_cases import SOFT, SOURCE, Case, SoftCase, cases  # noqa: E402
from seating.bounds import least_repeats  # noqa: E402
from seating.chance import Chance  # noqa: E402
from seating.draws import random_draw, schedule, soft  # noqa: E402
from seating.model import Request, Round  # noqa: E402
from seating.sizes import Layout, layout  # noqa: E402

Row = dict[str, Any]

EVENTS = 30
SOFT_STEPS = 400_000


def request_of(case: Case, seconds: float) -> tuple[Request, Layout]:
    """What is to be drawn."""
    entries = tuple(range(1, case.entries + 1))
    request = Request(
        entries=entries, size=case.size, rounds=case.rounds, odd=case.odd, seconds=seconds
    )
    return request, layout(case.entries, case.size, case.odd)


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each two meet."""
    return Counter(two for played in rounds for two in played.pairs())


def measure(case: Case, seconds: float, seed: int) -> Row:
    """One case: drawn as users get it, and bare if that is not the best."""
    request, tables = request_of(case, seconds)
    start = perf_counter()
    drawn = schedule.draw(request, tables, Chance(seed))
    took = perf_counter() - start
    met = meetings(drawn.rounds)
    row: Row = {
        "group": case.group,
        "case": case.name,
        "repeats": sum(times - 1 for times in met.values()),
        "third": sum(max(times - 2, 0) for times in met.values()),
        "at_odd_tables": most_odd(drawn.rounds, case.size),
        "bare": None,
        "bare_seconds": None,
        "best": case.best,
        "source": SOURCE,
        "bound": least_repeats([tables.sizes] * case.rounds, request.entries).repeats,
        "seconds": round(took, 3),
        "steps": drawn.steps,
    }
    if row["repeats"] > case.best:
        row["bare"], bare_took = bare(request, tables, seed)
        row["bare_seconds"] = round(bare_took, 3)
    return row


def most_odd(rounds: Sequence[Round], size: int) -> int:
    """The most often that anybody is at a table that has not the usual size."""
    tables = [table for played in rounds for table in played.tables if len(table) != size]
    return max(Counter(entry for table in tables for entry in table).values(), default=0)


def bare(request: Request, tables: Layout, seed: int) -> tuple[int, float]:
    """The repeats, and the seconds, if neither third meetings nor odd tables matter."""
    start = perf_counter()
    drawn = schedule.draw(replace(request, only_repeats=True), tables, Chance(seed))
    took = perf_counter() - start
    return sum(times - 1 for times in meetings(drawn.rounds).values()), took


def measure_soft(case: SoftCase, dial: int) -> Row:
    """Events with scores by chance that add up to nothing at each table."""
    start = perf_counter()
    results = [event(case, dial, Chance(f"event {number}")) for number in range(EVENTS)]
    took = perf_counter() - start
    return {
        "group": "soft",
        "case": case.name,
        "dial": dial,
        "repeats": round(mean(repeats for repeats, _spread in results), 1),
        "spread": round(mean(spread for _repeats, spread in results), 1),
        "best": case.repeats,
        "best_spread": case.spread,
        "source": SOURCE,
        "seconds": round(took / EVENTS / (case.rounds - 1), 3),
    }


def event(case: SoftCase, dial: int, chance: Chance) -> tuple[int, float]:
    """One event: its repeats, and the mean difference in rank between first and last of a table."""
    entries = tuple(range(case.entries))
    tables = layout(case.entries, case.size, "up")
    skill = [bell(chance, 1_000) for _entry in entries]
    score = dict.fromkeys(entries, 0)
    history: tuple[Round, ...] = ()
    spreads: list[int] = []
    for number in range(case.rounds):
        standing = tuple(sorted(entries, key=lambda entry: (-score[entry], entry)))
        request = Request(
            entries=entries,
            size=case.size,
            history=history,
            standing=standing,
            dial=dial,
            steps=SOFT_STEPS,
        )
        way = soft if number else random_draw
        history += way.draw(request, tables, chance).rounds
        rank = {entry: place for place, entry in enumerate(standing)}
        for table in history[-1].tables:
            ranks = [rank[entry] for entry in table]
            spreads += [max(ranks) - min(ranks)] if number else []
            points = [skill[entry] + bell(chance, 3_500) for entry in table]
            for entry, won in zip(table, points, strict=True):
                score[entry] += len(table) * won - sum(points)
    return sum(times - 1 for times in meetings(history).values()), mean(spreads)


def bell(chance: Chance, width: int) -> int:
    """A number like those of a normal distribution with such a standard deviation."""
    return sum(chance.below(2 * width + 1) - width for _part in range(3))


def report(row: Row) -> None:
    """A line for people."""
    if row["group"] == "soft":
        figures = (
            f"{row['repeats']:>6} / {row['spread']:<5} best {row['best']} / {row['best_spread']}"
        )
    else:
        found = row["repeats"] if row["bare"] is None else f"{row['repeats']} ({row['bare']})"
        figures = f"{found!s:>9}  best {row['best']:>3}  bound {row['bound']:>3}"
        figures += f"  third {row['third']:>2}  odd {row['at_odd_tables']}"
    print(f"{row['case']:>14} {figures}  {row['seconds']:.3f} s", file=sys.stderr, flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="Repeats and seconds of seatings.")
    parser.add_argument("--case", default="", help="only cases whose name or group has this in it")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dial", type=int, default=50, help="for the draws by standing")
    options = parser.parse_args()
    rows = []
    for case in cases():
        if options.case in (case.group, "") or options.case in case.name:
            rows.append(measure(case, options.seconds, options.seed))
            report(rows[-1])
    for by_standing in SOFT:
        if options.case in ("soft", "") or options.case in by_standing.name:
            rows.append(measure_soft(by_standing, options.dial))
            report(rows[-1])
    if options.json:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        told = {"python": platform.python_version(), "megabytes": memory, "cases": rows}
        print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
