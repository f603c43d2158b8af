"""What a day costs the server: `python benchmarks/event.py` prints one JSON object.

Events of 100, 500 and 1,000 entries with seven closed rounds and an eighth under way, the largest
with 100,000 hands on its sheets, in a database of their own (a SQLite file that is thrown away, or
the one that DATABASE_URL names). Pages are asked for in this process: the time is that of the
server, without the way to the browser; `queries` are those to the database. A page is asked for
after each change (`changed`), again (`again`), and by a browser that has it already (`unchanged`).

The program is in memory as a server has it: loaded by `config.asgi`, which also sets the garbage
collector, and nothing of the tests looks on while a page is drawn. `collector` says how it is set,
`longest_pause_ms` for how long it held up one request at most. `processor_ms` is what the work took
of a processor, which other programs on the machine disturb less than the time.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import EventTable

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # not this folder: it has a `statistics.py` too

from benchmarks.timing import Figures, timed  # noqa: E402 - the path comes first

SIZES = (100, 500, 1_000)
CLOSED = 7
HANDS = 50  # at each of 250 tables in 8 rounds: 100,000
HERE = "localhost"
RECORD = {"picker": 0, "contract": "partner", "partner": 2, "picker_points": 75}


def say(text: str) -> None:
    """Tell whoever waits how far it is."""
    print(text, file=sys.stderr, flush=True)


@contextmanager
def site(folder: str) -> Iterator[None]:
    """The program on a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ |= {"SHEEPFOLD_LOCAL": "1", "SHEEPFOLD_VAR": folder}
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import get_runner

    import config.asgi  # noqa: F401 - the program as a server has it in memory

    runner = get_runner(settings)(verbosity=0, interactive=False)
    kept = runner.setup_databases()
    try:
        yield
    finally:
        runner.teardown_databases(kept)


class Day:
    """A large event with its director's browser."""

    def __init__(self, entries: int, hands: int) -> None:
        from django.contrib.auth.models import User
        from django.test import Client

        from tests.events.big import big_event
        from tournaments.models import Author, Club, EventTable, Membership

        club = Club.objects.create(name=f"Club of {entries}, {hands} hands a table")
        user = User.objects.create_user(f"Dora {entries} {hands}")
        Membership.objects.create(club=club, user=user)
        self.by = Author(user, "Dora")
        self.event = big_event(
            club,
            entries=entries,
            closed=CLOSED,
            running=True,
            hands_a_table=hands,
            rounds=CLOSED + 2,
        )
        EventTable.objects.filter(round__event=self.event).update(hands_due=HANDS + 30)
        self.everybody, self.director = Client(SERVER_NAME=HERE), Client(SERVER_NAME=HERE)
        self.director.force_login(user)

    def changes(self) -> None:
        """Something was done: nothing that was reckoned before holds."""
        from django.db.models import F

        type(self.event).objects.filter(pk=self.event.pk).update(version=F("version") + 1)

    def pages(self) -> Figures:
        """Every page that grows with an event."""
        from django.urls import reverse

        key, last = self.event.pk, CLOSED + 1
        public = {
            "standing": reverse("event", args=[key]),
            "seats": reverse("event_seats", args=[key]),
            "player": reverse("event_entry", args=[key, 17]),
            "screen": reverse("event_screen", args=[key]),
        }
        desk = {
            "desk": reverse("desk", args=[key]),
            "door": reverse("door", args=[key]),
            "rounds": reverse("rounds", args=[key]),
            "round": reverse("round", args=[key, last]),
            "tables": reverse("event_tables", args=[key]),
            "keying": reverse("keying", args=[key]),
            "checklist": reverse("checklist", args=[key]),
            "history": reverse("history", args=[key]),
        }
        found = {name: self.page(self.everybody, address) for name, address in public.items()}
        return found | {name: self.page(self.director, address) for name, address in desk.items()}

    def page(self, client: Client, address: str) -> Figures:
        """One page, after a change and after none."""
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        figures: Figures = {
            "changed": timed(lambda: client.get(address), self.changes),
            "again": timed(lambda: client.get(address), lambda: None),
            "kilobytes": round(len(answer.content) / 1000, 1),
        }
        if answer.headers.get("ETag"):
            tag = {"If-None-Match": client.get(address).headers["ETag"]}
            if client.get(address, headers=tag).status_code == 304:
                figures["unchanged"] = timed(lambda: client.get(address, headers=tag), lambda: None)
        return figures

    def deeds(self) -> Figures:
        """What scorers and directors do, by the services behind their forms."""
        from tests.events.played import keys
        from tournaments.events.results.services.sheets import close_round
        from tournaments.models import Result

        event, by, last = self.event, self.by, CLOSED + 1
        tables = list(event.rounds.get(number=last).tables.select_related("table", "round__event"))
        found = {
            "save_hand": self.save_hand(tables),
            **self.phones(tables),
            "check_in": self.check_in(),
        }
        began = perf_counter()
        for place in tables:
            sides = Result.objects.filter(event_table=place).count()
            keys(place, by, *([3 * (sides - 1)] + [-3] * (sides - 1)))
        milliseconds = (perf_counter() - began) * 1000
        found["key_totals"] = {"each_ms": round(milliseconds / len(tables), 1)}
        found["close_round"] = self.once(
            lambda: close_round(event=event, number=last, by=by, submission=uuid4())
        )
        return found | self.next_draw(last + 1)

    def save_hand(self, tables: Sequence[EventTable]) -> Figures:
        """A hand at table after table, on sheets that hold many already."""
        from tournaments.models import Author
        from tournaments.tables.services.hands import record_hand

        places = iter(tables)

        def save() -> None:
            record_hand(table=next(places).table, record=RECORD, by=Author(), submission=uuid4())

        return timed(save, lambda: None)

    def phones(self, tables: Sequence[EventTable]) -> Figures:
        """A phone at table after table: its sheet is opened, then a hand is saved by the form."""
        from django.test import Client

        from tests.events.results.sheets import at
        from tests.tables.conftest import saved
        from tournaments.events.draw.services.tables import link_for
        from tournaments.models import TableLink

        TableLink.objects.bulk_create(link_for(place) for place in tables)
        phones = [at(place) for place in tables]
        for phone in phones:
            phone.client = Client(SERVER_NAME=HERE)
        opening, saving = iter(phones), iter(phones)

        def fill_in() -> None:
            self.phone = next(saving)
            self.sent = self.phone.form("table") | {name: str(RECORD[name]) for name in RECORD}

        def send() -> None:
            assert saved(self.phone.client.post(self.phone.address("record_hand"), self.sent))

        def open_sheet() -> None:
            phone = next(opening)
            assert phone.client.get(phone.address("table")).status_code == 200

        return {
            "phone_opens_sheet": timed(open_sheet, lambda: None),
            "phone_saves_hand": timed(send, fill_in),
        }

    def check_in(self) -> Figures:
        """Somebody who was registered arrives and pays."""
        from tournaments.events.check_in.services import arrive
        from tournaments.models import Entry

        def register() -> None:
            self.newcomer = Entry.objects.create(event=self.event, name="Late")

        def let_in() -> None:
            arrive(entry=self.newcomer, by=self.by, submission=uuid4(), is_paid=True)

        return timed(let_in, register)

    def next_draw(self, number: int) -> Figures:
        """Proposing and accepting the next round."""
        from tournaments.events.draw.queries.drawing import Choice
        from tournaments.events.draw.services.rounds import accept_draw, draw_round

        event, by, choice = self.event, self.by, Choice("random_wishes", "up")
        return {
            "draw": self.once(
                lambda: draw_round(
                    event=event, number=number, choice=choice, by=by, submission=uuid4()
                )
            ),
            "accept_draw": self.once(
                lambda: accept_draw(
                    event=event, number=number, anyway=True, by=by, submission=uuid4()
                )
            ),
        }

    def once(self, work: Callable[[], object]) -> Figures:
        """What cannot be done twice."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        began = perf_counter()
        with CaptureQueriesContext(connection) as asked:
            work()
        return {"queries": len(asked), "ms": round((perf_counter() - began) * 1000, 1)}


def measure(sizes: list[int]) -> Figures:
    """All sizes, and for the largest the same without hands: is a page dearer for them?"""
    found: Figures = {}
    for entries in sizes:
        hands = HANDS if entries == max(sizes) else 0
        say(f"An event of {entries} with {entries // 4 * (CLOSED + 1) * hands} hands…")
        day = Day(entries, hands)
        found[str(entries)] = {"pages": day.pages(), "deeds": day.deeds()}
    say("The largest again, without hands…")
    bare = Day(max(sizes), 0)
    found["without_hands"] = {"pages": {"standing": bare.pages()["standing"]}}
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, nargs="*", default=list(SIZES))
    sizes = parser.parse_args().entries
    with TemporaryDirectory() as folder, site(folder):
        from django.db import connection

        found = {
            "machine": {"python": platform.python_version(), "cores": os.cpu_count()},
            "collector": {"thresholds": gc.get_threshold(), "left_out": gc.get_freeze_count()},
            "database": connection.vendor,
            "events": measure(sizes),
        }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
