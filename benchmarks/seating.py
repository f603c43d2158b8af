"""How good and how fast seatings are found: `python benchmarks/seating.py [--case 40x4] [--json]`.

For each case of `seating_cases.py`: the repeats if nothing but repeats counts, as it did for those
who found the known ones; and beside them the repeats of the draw that users get (`fair`), with
third meetings among them and the most often that anybody is at an odd table. For both, what nobody
can go below. Cases by standing are whole events: repeats, and how far apart in rank those of a
table are, over the rounds that are drawn by standing; Swiss ones: rematches, the most often that
anybody sat out, and the seconds of the draw after the rounds played. `megabytes` is the most
memory taken so far. Seconds are those of the processor, which the draws use from beginning to end,
so that other work on the machine counts little. A table for people goes to standard error, JSON to
standard output.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import mean  # noqa: E402 - the path comes first

from benchmarks.seating_cases import SOFT, SOURCE, SWISS, Case, SoftCase, SwissCase, cases  # noqa: E402
from seating.chance import Chance  # noqa: E402
from seating.draws import random_draw, schedule, soft, swiss  # noqa: E402
from seating.model import Drawn, Request, Round  # noqa: E402
from seating.report import report_on  # noqa: E402
from seating.sizes import Layout, layout  # noqa: E402

Row = dict[str, Any]

EVENTS = 30
SOFT_STEPS = 400_000
SECONDS = 5.0
"""No search may take longer."""
MEMORY = 300
"""Nor may all of them together take more megabytes."""


def megabytes() -> int:
    """The most memory taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each two meet."""
    return Counter(two for played in rounds for two in played.pairs())


def measure(case: Case, seconds: float, seed: int) -> Row:
    """One case: drawn with nothing but repeats in mind, and as users get it."""
    entries = tuple(range(1, case.entries + 1))
    request = Request(
        entries=entries, size=case.size, rounds=case.rounds, odd=case.odd, seconds=seconds
    )
    tables = layout(case.entries, case.size, case.odd)
    bare, took = timed(replace(request, only_repeats=True), tables, seed)
    fair, fair_took = timed(request, tables, seed)
    report, times = report_on(request, tables, fair), meetings(fair.rounds).values()
    repeats = report_on(request, tables, bare).repeats
    return {
        "group": case.group,
        "case": case.name,
        "repeats": repeats,
        "best": case.best,
        "source": SOURCE,
        "bound": report.bound,
        "seconds": round(took, 3),
        "steps": bare.steps,
        "fair": report.repeats,
        "fair_bound": report.fair_bound,
        "fair_seconds": round(fair_took, 3),
        "third": sum(max(often - 2, 0) for often in times),
        "at_odd_tables": most_odd(fair.rounds, case.size),
        "megabytes": megabytes(),
        "reached": repeats <= case.best and max(took, fair_took) <= case.seconds,
    }


def timed(request: Request, tables: Layout, seed: int) -> tuple[Drawn, float]:
    """A schedule, and the seconds it took."""
    start = process_time()
    drawn = schedule.draw(request, tables, Chance(seed))
    return drawn, process_time() - start


def most_odd(rounds: Sequence[Round], size: int) -> int:
    """The most often that anybody is at a table that has not the usual size."""
    tables = [table for played in rounds for table in played.tables if len(table) != size]
    return max(Counter(entry for table in tables for entry in table).values(), default=0)


def measure_swiss(case: SwissCase) -> Row:
    """A whole event of pairs; the draw after its rounds is timed, and counted as well."""
    chance = Chance(f"swiss {case.entries}")
    entries = tuple(range(case.entries))
    tables = layout(case.entries, 2, "bye")
    points: Counter[int] = Counter()
    history: tuple[Round, ...] = ()
    took = 0.0
    for _number in range(case.rounds + 1):
        standing = tuple(sorted(entries, key=lambda entry: -points[entry]))
        request = Request(entries=entries, size=2, odd="bye", history=history, standing=standing)
        start = process_time()
        history += swiss.draw(request, tables, chance).rounds
        took = process_time() - start
        for table in history[-1].tables:
            points[chance.choose(table)] += 2
        points.update(dict.fromkeys(history[-1].out, 2))
    rematches = sum(times - 1 for times in meetings(history).values())
    out = max(Counter(entry for played in history for entry in played.out).values(), default=0)
    return {
        "group": "swiss",
        "case": case.name,
        "repeats": rematches,
        "best": 0,
        "most_out": out,
        "seconds": round(took, 3),
        "seconds_allowed": case.seconds,
        "megabytes": megabytes(),
        "reached": rematches == 0 and out <= 1 and took < case.seconds,
    }


def measure_soft(case: SoftCase, dial: int) -> Row:
    """Events with scores by chance that add up to nothing at each table."""
    start = process_time()
    results = [event(case, dial, Chance(f"event {number}")) for number in range(EVENTS)]
    took = process_time() - start
    repeats = round(mean(repeats for repeats, _spread in results), 1)
    spread = round(mean(spread for _repeats, spread in results), 1)
    return {
        "group": "soft",
        "case": case.name,
        "dial": dial,
        "repeats": repeats,
        "spread": spread,
        "best": case.repeats,
        "best_spread": case.spread,
        "source": SOURCE,
        "seconds": round(took / EVENTS / (case.rounds - 1), 3),
        "megabytes": megabytes(),
        "reached": repeats <= case.repeats and spread <= case.spread,
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


def show(row: Row) -> None:
    """A line for people."""
    if row["group"] == "soft":
        figures = f"{row['repeats']:>5} / {row['spread']:<5} target {row['best']} / "
        figures += f"{row['best_spread']}  {row['seconds']:.3f} s"
    elif row["group"] == "swiss":
        figures = f"{row['repeats']:>5}  target   0  out at most {row['most_out']} times"
        figures += f"  {row['seconds']:.3f} s of {row['seconds_allowed']}"
    else:
        figures = f"{row['repeats']:>5}  target {row['best']:>3}  bound {row['bound']:>3}"
        figures += f"  {row['seconds']:.3f} s | fair {row['fair']:>3}  bound {row['fair_bound']:>3}"
        figures += f"  third {row['third']}  odd {row['at_odd_tables']}"
        figures += f"  {row['fair_seconds']:.3f} s"
    missed = "" if row["reached"] else "  NOT REACHED"
    print(f"{row['case']:>14} {figures}{missed}", file=sys.stderr, flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description="Repeats and seconds of seatings.")
    parser.add_argument("--case", default="", help="only cases whose name or group has this in it")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dial", type=int, default=50, help="for the draws by standing")
    options = parser.parse_args()
    measures: list[tuple[str, str, Callable[[], Row]]] = [
        *((c.group, c.name, partial(measure, c, options.seconds, options.seed)) for c in cases()),
        *(("soft", case.name, partial(measure_soft, case, options.dial)) for case in SOFT),
        *(("swiss", case.name, partial(measure_swiss, case)) for case in SWISS),
    ]
    rows = []
    for group, name, measured in measures:
        if options.case in (group, "") or options.case in name:
            rows.append(measured())
            show(rows[-1])
    missed = [row["case"] for row in rows if not row["reached"]]
    summary = f"{len(rows)} cases, {len(missed)} not reached: {' '.join(missed) or 'none'}; "
    summary += f"at most {megabytes()} of {MEMORY} megabytes"
    print(summary, file=sys.stderr)
    if options.json:
        told = {"python": platform.python_version(), "megabytes": megabytes(), "cases": rows}
        print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
