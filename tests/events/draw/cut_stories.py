"""What the tests of cuts share: rounds with a clear outcome, and cuts after them."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from tests.answers import Answer
from tests.events.conftest import FormReader
from tests.events.draw.drawn_rounds import close, drawn, key, the_round
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.draw.queries.finals import CutChoice, preview
from tournaments.events.draw.services.cutting import make_cut
from tournaments.events.draw.services.rounds import publish_round
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Author, Event, Round

EIGHT = CutChoice((8,))


def plays_round(event: Event, by: Author, number: int, draw: str = "manual") -> Round:
    """A round in which the lower start number always does better at a table, and wins 3 a rank."""
    played = drawn(event, by, number, draw)
    publish_round(event=event, number=number, by=by, submission=uuid4())
    for place in played.tables.select_related("table", "round__event"):
        sitters = place.results.select_related("entry").order_by("side")
        numbers = [result.entry.number or 0 for result in sitters]
        order = sorted(numbers)
        points = [3 * (len(order) - 1 - 2 * order.index(number)) for number in numbers]
        key(place, *points)
    close(played)
    event.refresh_from_db()
    return the_round(event, number)


def after_a_round(new_event: Callable[..., Event], by: Author) -> Event:
    """Sixteen at tables of four; after round 1 the first of the tables lead, and so on."""
    made = new_event(entries=16, rounds=4, hands=4, draws=("manual",), tie_breaks=("lot",))
    plays_round(made, by, 1)
    return made


def cuts(
    event: Event, by: Author, choice: CutChoice = EIGHT, after: int = 1, **more: bool
) -> KeptCut:
    event.refresh_from_db()
    mark = preview(event, after, choice).mark
    make_cut(event=event, number=after, choice=choice, mark=mark, by=by, submission=uuid4(), **more)
    event.refresh_from_db()
    return snapshot_of(event).cuts[-1]


def places(event: Event) -> list[tuple[int, int, object]]:
    event.refresh_from_db()
    return [(row.place, row.entry, row.total) for row in event_standing(event).ranked]


def deed_on(page: Answer, address: str) -> dict[str, str]:
    """The form that does something, not the one that only looks."""
    forms = FormReader(page.content.decode()).forms
    return next(dict(fields) for to, fields in forms if to == address and "submission" in fields)


def numbers_at(event: Event, number: int) -> list[set[int]]:
    return [set(table) for table in the_round(event, number).plan["tables"]]
