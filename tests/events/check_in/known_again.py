"""What the tests of people with several tickets share: entries with a phone, questions, persons."""

from __future__ import annotations

from uuid import uuid4

from tests.answers import there
from tests.events.night.rolling_day import keys_in, opens
from tests.events.rulings.ruled import fresh
from tournaments.common.fields import Reached
from tournaments.events.check_in.queries.contacts import open_questions
from tournaments.events.check_in.services import Person, enter, say_same
from tournaments.events.results.services.sheets import close_round
from tournaments.events.standings.queries.standings import event_standing, persons_of
from tournaments.models import Author, Entry, Event

ANNA = Reached("015112345678", "")


def comes(event: Event, by: Author, name: str, reached: Reached = ANNA) -> Entry:
    """Somebody new comes to the door with this name, and says how to be reached."""
    done = enter(
        event=fresh(event),
        people=[Person(name=name)],
        by=by,
        submission=uuid4(),
        arrives=True,
        reached=reached,
    )
    return there(there(done.change).entry)


def same(entry: Entry, other: Entry, by: Author, *, is_same: bool = True) -> None:
    say_same(entry=entry, other=other, is_same=is_same, by=by, submission=uuid4())


def asked(event: Event) -> list[tuple[int | None, int | None]]:
    return [(each.first.number, each.later.number) for each in open_questions(fresh(event))]


def persons(event: Event) -> list[tuple[tuple[int, ...], object]]:
    return [(row.numbers, row.total) for row in persons_of(event_standing(fresh(event)))]


def two_tables(event: Event, by: Author) -> tuple[Entry, Entry]:
    """Anna wins a table with ticket 1, and as “A. Huber” another one with ticket 6."""
    first = comes(event, by, "Anna Huber")
    for name in ("Ben", "Cleo", "Dan", "Eva"):
        comes(event, by, name, Reached())
    plays_table(event, by, 1, 2, 3, 4, 5)
    again = comes(event, by, "A. Huber", Reached("+49 151 12345678".replace(" ", ""), ""))
    for name in ("Finn", "Gus", "Hal", "Ivy"):
        comes(event, by, name, Reached())
    plays_table(event, by, 6, 7, 8, 9, 10)
    return first, again


def plays_table(event: Event, by: Author, *numbers: int) -> None:
    played = opens(fresh(event), by, *numbers)
    keys_in(played, by)
    close_round(event=fresh(event), number=played.number, by=by, submission=uuid4())
