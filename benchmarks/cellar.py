"""Whether an evening without a network loses or doubles a hand: `python benchmarks/cellar.py`.

The story of `tests/browser/test_cellar.py` in full length, run after run: twenty hands, the tab
closed, answers lost for 22 seconds, the browser killed, the server restarted. One JSON object is
printed; `whole`: in how many runs each hand arrived once and in its order. With `--points` it is
the story of `tests/browser/test_cellar_with_points.py`, in which a phone that was made ready shows
the points of each hand, of two games.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STORY = "tests/browser/test_cellar.py::test_an_evening_in_the_cellar"
WITH_POINTS = (
    "tests/browser/test_cellar_with_points.py::test_an_evening_with_points_and_without_a_network"
)
HANDS, DEAF = 20, 22


def run(story: str) -> tuple[bool, float]:
    """Whether the story went well, and how many seconds it took."""
    given = {"SHEEPFOLD_CELLAR_HANDS": str(HANDS), "SHEEPFOLD_CELLAR_DEAF": str(DEAF)}
    begun = time.monotonic()
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", story],
        cwd=ROOT,
        env=os.environ | given,
        stdout=sys.stderr,
        check=False,
    )
    return told.returncode == 0, round(time.monotonic() - begun, 1)


def main() -> None:
    """Run it as often as asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--points", action="store_true")
    asked = parser.parse_args()
    story = WITH_POINTS if asked.points else STORY
    runs = [run(story) for _ in range(asked.runs)]
    found = {
        "hands": HANDS,
        "seconds without answers": DEAF,
        "runs": len(runs),
        "whole": sum(went_well for went_well, _seconds in runs),
        "seconds": [seconds for _went_well, seconds in runs],
        "python": platform.python_version(),
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
