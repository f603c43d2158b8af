"""Who can be moved by hand between the finals of a cut, who was, and what a move would make."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.draw.queries.cut_moves import moved, place_label, places_of
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.draw.queries.finals import CannotCut, candidates, later_words
from tournaments.events.draw.queries.made_cuts import later_round
from tournaments.events.standings.queries.snapshots import Snapshot, snapshot_of
from tournaments.events.standings.queries.standings import standing_until
from tournaments.models import Event

FEWEST = 2


class Movable(NamedTuple):
    """Somebody who can be moved: the start number, the name, and the final as it is by name."""

    number: int
    name: str
    final: int
    place: str


class Moved(NamedTuple):
    """A move as it is shown."""

    name: str
    came_from: str
    to: str
    reason: str


def movable(snapshot: Snapshot, kept: KeptCut) -> list[Movable]:
    """Who can be moved, as they stood at the cut: everybody who is there and was still playing."""
    names = {entry.number: entry.name for entry in snapshot.entries.values()}
    numbers = [row.entry for row in candidates(snapshot, kept.cut.after)]
    finals = [(number, kept.final_now(number)) for number in numbers]
    return [
        Movable(number, names[number], final, place_label(final, kept.count))
        for number, final in finals
    ]


def moves_of(snapshot: Snapshot, kept: KeptCut) -> list[Moved]:
    """The moves of a cut, the latest first."""
    names = {entry.number: entry.name for entry in snapshot.entries.values()}
    return [
        Moved(
            names[move.number],
            place_label(move.came_from, kept.count),
            place_label(move.to, kept.count),
            move.reason,
        )
        for move in reversed(kept.moves)
    ]


def move_in(event: Event, kept: KeptCut, number: int, to: int, reason: str) -> KeptCut:
    """The cut with somebody in another final; raises CannotCut.

    In the new final the place is the one by the standing, so that the seeds stay in its order.
    """
    snapshot = snapshot_of(event)
    refuse_moving(snapshot, kept)
    found = next((one for one in movable(snapshot, kept) if one.number == number), None)
    if found is None:
        raise CannotCut(_("Who is moved must be there and still playing."), field="who")
    if to not in dict(places_of(kept)):
        raise CannotCut(_("Choose the final to move to."), field="to")
    if found.final == to:
        text = _("%(name)s is there already: %(final)s.")
        values = {"name": found.name, "final": found.place}
        raise CannotCut(text % values, field="to")
    if 0 <= found.final < len(kept.cut.finals) and len(kept.cut.finals[found.final]) <= FEWEST:
        raise CannotCut(_("A final has at least two. Move somebody in first."), field="who")
    ranked = [row.entry for row in standing_until(snapshot, kept.cut.after).ranked]
    return moved(kept, number, to, ranked, reason)


def refuse_moving(snapshot: Snapshot, kept: KeptCut) -> None:
    """Raise CannotCut once the next round is drawn, even if it is only proposed."""
    later = later_round(snapshot, kept.cut.after)
    if later is not None:
        raise CannotCut(later_words(later))
