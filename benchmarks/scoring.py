"""How fast the engine is: `python benchmarks/scoring.py` prints one JSON object.

Every ruleset plays the same number of evenings, each dealt from a real pack and each different:
hands with and without a picker, won and lost, every house rule, dealers who sit out. Reported
are hands per second through the two public doors, the time for a table of fifty hands (both in
seconds of this process, which a busy machine does not stretch), and what `import scoring` costs
a fresh interpreter by the clock on the wall, compiled before or not.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from statistics import median  # noqa: E402 - the path comes first

from scoring import RULESETS, replay, score_record  # noqa: E402
from scoring.ruleset import Ruleset  # noqa: E402
from tests.scoring.evenings import evening  # noqa: E402

TABLES, HANDS = 40, 50
ROUNDS = 15
IMPORTS = 15

Record = dict[str, Any]

IMPORT = """
import sys, time
start = time.perf_counter()
import scoring
print(time.perf_counter() - start, 'django' in sys.modules)
"""


def seconds(work: Callable[[], object]) -> float:
    """What `work` costs once, in seconds of this process."""
    start = process_time()
    work()
    return process_time() - start


def play(ruleset: Ruleset, record: Record) -> None:
    """One table through the engine's own door."""
    replay(ruleset, record["options"], record["players"], record["hands"])


class Laps:
    """The best times of one ruleset's tables; each round is run when the others had theirs."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.records = [evening(ruleset, seed, HANDS).record for seed in range(TABLES)]
        self.replays = [float("inf")] * TABLES
        self.answers = [float("inf")] * TABLES

    def run(self) -> None:
        """One more round."""
        for place, record in enumerate(self.records):
            replayed = seconds(partial(play, self.ruleset, record))
            answered = seconds(partial(score_record, record))
            self.replays[place] = min(self.replays[place], replayed)
            self.answers[place] = min(self.answers[place], answered)

    def figures(self) -> dict[str, int]:
        """Hands per second, and microseconds for one table."""
        hands = sum(len(record["hands"]) for record in self.records)
        return {
            "replay_hands_per_second": round(hands / sum(self.replays)),
            "score_record_hands_per_second": round(hands / sum(self.answers)),
            "table_of_50_median_microseconds": round(median(self.replays) * 1e6),
            "table_of_50_min_microseconds": round(min(self.replays) * 1e6),
            "table_of_50_max_microseconds": round(max(self.replays) * 1e6),
        }


def import_figures() -> dict[str, Any]:
    """What a fresh interpreter needs for `import scoring`, and whether it met Django."""
    with TemporaryDirectory() as folder:
        kept = {"PYTHONPYCACHEPREFIX": folder}
        fresh_import(kept)
        compiled = [fresh_import(kept) for _import in range(IMPORTS)]
    source = [fresh_import({"PYTHONDONTWRITEBYTECODE": "1"}) for _import in range(IMPORTS)]
    return {
        "import_median_milliseconds": round(median(took for took, _met in compiled) * 1e3, 1),
        "import_min_milliseconds": round(min(took for took, _met in compiled) * 1e3, 1),
        "import_uncompiled_median_milliseconds": round(median(took for took, _ in source) * 1e3, 1),
        "django_imported": any(met for _took, met in compiled + source),
    }


def fresh_import(variables: dict[str, str]) -> tuple[float, bool]:
    """Seconds for `import scoring` in a new interpreter, and whether Django came with it."""
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    done = subprocess.run(
        [sys.executable, "-c", IMPORT],
        cwd=ROOT,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    took, met = done.stdout.split()
    return float(took), met == "True"


def main() -> None:
    """Measure everything and print it."""
    laps = {key: Laps(ruleset) for key, ruleset in RULESETS.items()}
    for _round in range(ROUNDS):
        for lap in laps.values():
            lap.run()
    rulesets = {key: lap.figures() for key, lap in laps.items()}
    figures = {
        "python": platform.python_version(),
        "tables": TABLES,
        "hands_per_table": HANDS,
        **import_figures(),
        "slowest_replay_hands_per_second": min(
            figure["replay_hands_per_second"] for figure in rulesets.values()
        ),
        "slowest_table_of_50_microseconds": max(
            figure["table_of_50_max_microseconds"] for figure in rulesets.values()
        ),
        "rulesets": rulesets,
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
