"""What taking a large event away costs: `python benchmarks/archive.py` prints one JSON object.

An event of 1,000 entries and 8 rounds with 100,000 hands has its prizes reckoned, with that for the
highest game (in which all tables are level here), is written to a file, read again, brought into an
empty database and written once more; the lists are written as CSV and as a workbook.
Seconds of each step (in all, and of the processor's time), megabytes of each file, and the most
memory that the process had by then.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENTRIES, ROUNDS, HANDS = 1_000, 8, 50

Figures = dict[str, Any]


@contextmanager
def site(folder: str) -> Iterator[None]:
    """The program on a database of its own."""
    sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ |= {"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_VAR": folder}
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import get_runner, setup_test_environment

    setup_test_environment(debug=False)
    runner = get_runner(settings)(verbosity=0, interactive=False)
    kept = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(kept)


def step(figures: Figures, name: str, work: Callable[[], Any]) -> Any:  # noqa: ANN401
    """Do a step and keep how long it took and how much memory there was in use at most."""
    print(name, file=sys.stderr, flush=True)
    began, worked = perf_counter(), process_time()
    found = work()
    figures[name] = {
        "seconds": round(perf_counter() - began, 2),
        "of_this_processor": round(process_time() - worked, 2),
        "most_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    return found


def settled_event(entries: int) -> Any:  # noqa: ANN401 - a model, known once Django is set up
    """A large event whose stored figures are what its hands come to: every sheet is the same."""
    from tests.events.big import big_event
    from tournaments.events.results.services.results import FIELDS, settle_place
    from tournaments.models import Club, EventTable, HandPoints, Result, Seat
    from tournaments.tables.queries import SheetReading
    from tournaments.tables.services.hands import settle

    club = Club.objects.create(name="Skat room")
    event = big_event(
        club, entries=entries, closed=ROUNDS, hands_a_table=HANDS, high_prize="20", payout=(50, 30)
    )
    EventTable.objects.update(hands_due=HANDS)
    HandPoints.objects.all().delete()
    place = EventTable.objects.select_related("table", "round__event").earliest("pk")
    settle_place(settle(SheetReading(place.table, place)))
    for seat in Seat.objects.filter(table=place.table):
        Seat.objects.filter(index=seat.index).update(points=seat.points)
    for result in Result.objects.filter(event_table=place):
        values = {name: getattr(result, name) for name in FIELDS}
        Result.objects.filter(side=result.side).update(**values)
    return event


def leave_nothing(event: Any) -> None:  # noqa: ANN401 - models are read late
    """Make the installation as empty as before the event."""
    from tournaments.models import Player, Table

    event.results.all().delete()
    Table.objects.all().delete()
    event.delete()
    Player.objects.all().delete()


def measured(entries: int) -> Figures:
    """Every step, in the order of a day."""
    from tournaments.archive.lists import LISTS, lists_of
    from tournaments.archive.reading import read_archive
    from tournaments.archive.services import bring_in
    from tournaments.archive.writing import write_event
    from tournaments.common.listing import csv_lines
    from tournaments.common.workbook import write_workbook
    from tournaments.events.money.queries.prizes import prize_list
    from tournaments.models import Club, Event, Hand

    figures: Figures = {}
    event = step(figures, "made", lambda: settled_event(entries))
    hands = Hand.objects.count()

    def written(one: Event) -> bytes:
        out = io.BytesIO()
        write_event(one, out)
        return out.getvalue()

    step(figures, "prizes", lambda: prize_list(event))
    raw = step(figures, "event_written", lambda: written(event))
    lines = step(figures, "hands_as_csv", lambda: "".join(csv_lines(LISTS["hands"](event))))
    book = io.BytesIO()
    step(figures, "workbook", lambda: write_workbook(lists_of(event), book))
    leave_nothing(event)
    archive = step(figures, "read", lambda: read_archive(raw))
    club = Club.objects.create(name="Elsewhere")
    event = step(figures, "brought_in", lambda: bring_in(archive, club))
    again = step(figures, "written_again", lambda: written(event))
    return {
        "entries": entries,
        "hands": hands,
        "file_mb": round(len(raw) / 1e6, 1),
        "hands_csv_mb": round(len(lines) / 1e6, 1),
        "workbook_mb": round(len(book.getvalue()) / 1e6, 1),
        "is_the_same": raw == again,
        "steps": figures,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    entries = parser.parse_args().entries
    with TemporaryDirectory() as folder, site(folder):
        from django.db import connection

        found = measured(entries)
        found["database"] = connection.vendor
    found["python"] = platform.python_version()
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
