"""A rolling event and what happens at it, by its services."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from tournaments.events.check_in.services import Person, enter
from tournaments.events.night.queries import read_queue
from tournaments.events.night.services import open_for, start_again
from tournaments.events.results.services.sheets import close_round
from tournaments.events.results.services.totals import key_totals
from tournaments.models import Author, Entry, Event, Round

NINE = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal", "Ivy")

FESTIVAL = {
    "ruleset": "sheepshead5-bump",
    "size": 5,
    "hands": 15,
    "tie_breaks": ("shared",),
    "rolling": True,
    "ticket_rounds": 1,
    "persons": "best",
}
CLUB_NIGHT = {
    "ruleset": "sheepshead3-coins",
    "size": 3,
    "hands": 0,
    "yields": "average",
    "tie_breaks": ("points", "shared"),
    "needs_confirmation": False,
    "rolling": True,
}


def come(event: Event, by: Author, *names: str) -> list[Entry]:
    """They come through the door one after the other, a minute between them."""
    found = []
    for name in names:
        person = [Person(name=name)]
        done = enter(event=event, people=person, by=by, submission=uuid4(), arrives=True)
        assert done.change is not None
        entry = done.change.entry
        assert entry is not None
        moment = timezone.now() - timedelta(hours=1) + timedelta(minutes=entry.number or 0)
        Entry.objects.filter(pk=entry.pk).update(arrived_at=moment)
        found.append(entry)
    event.refresh_from_db()
    return found


def opens(event: Event, by: Author, *numbers: int, table: int = 0) -> Round:
    """A table opens for these."""
    open_for(event=event, numbers=numbers, table=table, by=by, submission=uuid4())
    event.refresh_from_db()
    return event.rounds.latest("number")


def keys_in(played: Round, by: Author, **more: int) -> None:
    """Every table's totals: the lowest start number wins four times what the others lose."""
    for place in played.tables.select_related("round__event", "table"):
        rows = list(place.results.select_related("entry").order_by("side"))
        best = min(row.entry.number or 0 for row in rows)
        worth = more.get("worth", 3)
        points = [worth * (len(rows) - 1) if r.entry.number == best else -worth for r in rows]
        hands = place.hands_due or more.get("hands", 12)
        key_totals(
            event=played.event,
            place=place,
            record={"points": points, "hands": hands},
            seen_number=0,
            by=by,
            submission=uuid4(),
            is_sure=True,
        )


def ends(played: Round, by: Author, **more: int) -> None:
    """The totals are keyed, and the table is closed."""
    keys_in(played, by, **more)
    close_round(event=played.event, number=played.number, by=by, submission=uuid4())
    played.event.refresh_from_db()


def again(entry: Entry, by: Author) -> Entry:
    """The same person starts again."""
    done = start_again(entry=entry, is_paid=True, by=by, submission=uuid4())
    assert done.change is not None
    assert done.change.entry is not None
    return done.change.entry


def waiting(event: Event) -> list[int]:
    """The start numbers of those who wait, in their order."""
    return [each.number for each in read_queue(event).waiting]


NewEvent = Callable[..., Event]
