"""What another language costs: `python benchmarks/languages.py` prints one JSON object.

The standing of an event of 1,000 entries is asked for after a change, in English and in the other
languages in turns, so that whatever else the machine does disturbs all alike. A language that is no
dearer than English has a `share` about 1; with `--check` one above 1.05 ends with 1.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # a `statistics.py` is beside this file

from statistics import median  # noqa: E402

from benchmarks.event import Day, say, site  # noqa: E402 - the path comes first
from benchmarks.timing import Figures  # noqa: E402

ENTRIES = 1_000
TIMES = 40
LANGUAGES = ("en", "de", "et")
DEAREST = 1.05


def measure(entries: int) -> Figures:
    """The milliseconds that a processor worked for one answer in each language."""
    from django.conf import settings
    from django.test import override_settings
    from django.urls import reverse

    say(f"An event of {entries}…")
    day = Day(entries, hands=0)
    address = reverse("event", args=[day.event.pk])
    worked: dict[str, list[float]] = {language: [] for language in LANGUAGES}
    with override_settings(LANGUAGES=[(language, language) for language in LANGUAGES]):
        for nth in range(TIMES + 1):
            for language in LANGUAGES:
                day.changes()
                day.everybody.cookies[settings.LANGUAGE_COOKIE_NAME] = language
                began = process_time()
                answer = day.everybody.get(address)
                assert answer.status_code == 200, answer.status_code
                if nth:  # the first of each reads its catalogue
                    worked[language].append((process_time() - began) * 1000)
    found = {language: round(median(figures), 1) for language, figures in worked.items()}
    shares = {language: round(found[language] / found["en"], 3) for language in LANGUAGES[1:]}
    return {"entries": entries, "processor_ms": found, "share": shares}


def main() -> int:
    """Measure in a database of its own, and print what was found."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--entries", type=int, default=ENTRIES)
    options.add_argument("--check", action="store_true", help="end with 1 where one is too dear")
    chosen = options.parse_args()
    with TemporaryDirectory() as folder, site(folder):
        found = measure(chosen.entries)
    print(json.dumps(found, indent=2))
    return int(chosen.check and max(found["share"].values()) > DEAREST)


if __name__ == "__main__":
    sys.exit(main())
