"""A cut that was made: who is in which final, and what corrections would have made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.events.draw.queries.cut_moves import as_made
from tournaments.events.draw.queries.cuts import KeptCut, final_label
from tournaments.events.draw.queries.finals import (
    CannotCut,
    CutChoice,
    FinalField,
    final_field,
    is_left_in,
    worked_out,
)
from tournaments.events.standings.queries.snapshots import Snapshot, snapshot_of
from tournaments.events.standings.queries.standings import standing_until
from tournaments.models import Event, Round


class Differs(NamedTuple):
    """By the results as they are now these would be in a final, and these would not."""

    label: str
    would_be: tuple[str, ...]
    would_not: tuple[str, ...]


def kept_cut(event: Event, after: int) -> KeptCut | None:
    """The cut after the round of that number, if there is one."""
    return next((one for one in snapshot_of(event).cuts if one.cut.after == after), None)


def later_round(snapshot: Snapshot, after: int) -> Round | None:
    """The first round that is drawn after the one of that number, even if only proposed."""
    return next((one.round for one in snapshot.rounds if one.number > after), None)


def names_of(snapshot: Snapshot, numbers: Iterable[int]) -> list[str]:
    """The names of the entries with these start numbers."""
    names = {entry.number: entry.name for entry in snapshot.entries.values()}
    return [names[number] for number in numbers]


def cut_fields(snapshot: Snapshot, kept: KeptCut) -> tuple[FinalField, ...]:
    """The finals of a cut that was made, with those in them as they stood then."""
    standing = standing_until(snapshot, kept.cut.after)
    finals: list[Sequence[int]] = [
        [number for number in final if number in standing.places] for final in kept.cut.finals
    ]
    if kept.cut.rest_plays:
        out = kept.seeds.keys() | kept.cut.gone
        rest = (row.entry for row in standing.ranked if row.entry not in out)
        finals.append([number for number in rest if is_left_in(standing, number)])
    return tuple(final_field(standing, kept, place, final) for place, final in enumerate(finals))


def would_differ(snapshot: Snapshot, kept: KeptCut) -> list[Differs]:
    """Where corrected results would have led to other finals than the cut did; the finals stand.

    Whoever was moved by hand is taken for where the cut had put him.
    """
    kept = as_made(kept)
    if not any(number <= kept.cut.after for _entry, number in snapshot.corrected):
        return []
    standing = standing_until(snapshot, kept.cut.after)
    order = [
        row
        for row in standing.ranked
        if row.entry not in kept.cut.gone and is_left_in(standing, row.entry)
    ]
    finals = [
        [number for number in final if number in standing.places] for final in kept.cut.finals
    ]
    sizes = tuple(map(len, finals))
    choice = CutChoice(sizes, kept.per_table, kept.cut.rest_plays, kept.cut.carried)
    try:
        now = worked_out(snapshot, kept.cut.after, choice, order).kept.cut.finals
    except CannotCut:
        return []
    names = {number: entry.name for number, entry in standing.by_number.items()}
    found = []
    for place, (was, would) in enumerate(zip(finals, now, strict=True)):
        would_be, would_not = set(would) - set(was), set(was) - set(would)
        if would_be or would_not:
            label = final_label(place, kept.count)
            by_name = (tuple(names[n] for n in sorted(each)) for each in (would_be, would_not))
            found.append(Differs(label, *by_name))
    return found
