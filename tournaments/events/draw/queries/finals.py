"""A cut for the finals: who would be in, what decides at the line, and what it is later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Generic, NamedTuple, TypeVar

from django.utils.translation import gettext as _

from formats.event import EventSettings, key_words
from formats.series import final_label
from scoring.finals import FULL, Cut, parted, split
from scoring.ranking import Standing, Value
from scoring.tiebreaks import lot_order
from tournaments.common.actions import Refused
from tournaments.common.history import BETWEEN
from tournaments.events.draw.queries.cuts import OUT, KeptCut, Move, plays_on
from tournaments.events.draw.queries.drawing import takes_part
from tournaments.events.draw.queries.proposals import odd_for
from tournaments.events.draw.queries.rounds import table_words
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.snapshots import Snapshot, snapshot_of
from tournaments.events.standings.queries.standings import EventStanding, lot_seed, standing_until
from tournaments.models import Event, Round


class Seed(NamedTuple):
    """Somebody in the standing at a cut: its place there, and what it has."""

    number: int
    name: str
    place: int
    total: Value | None


class Boundary(NamedTuple):
    """Between the last of a final and the first below it.

    `key`: the label of the tie-break that decided, "" where the totals did; `is_lot`: it was the
    lot; `is_level`: nothing decides between them but a lot that nobody asked for yet.
    """

    inside: Seed
    outside: Seed
    key: str = ""
    own: Value | None = None
    better: Value | None = None
    is_lot: bool = False
    is_level: bool = False


def seed_of(standing: EventStanding, number: int) -> Seed:
    """An entry as it stood at a cut."""
    row = standing.places[number]
    return Seed(number, standing.by_number[number].name, row.place, row.total)


def _boundary(
    standing: EventStanding, inside: int, outside: int, level: Collection[int]
) -> Boundary:
    """What decides between these two; `level`: between whom the lot decides."""
    one, other = standing.places[inside], standing.places[outside]
    line = Boundary(seed_of(standing, inside), seed_of(standing, outside))
    if inside in level and outside in level:
        return line._replace(is_level=True)
    if one.total != other.total:
        return line
    for key, beside in zip(one.keys, other.keys, strict=True):
        if key.value != beside.value:
            label = key_words(key.name).label
            is_lot = key.name == "lot"
            return line._replace(key=label, own=beside.value, better=key.value, is_lot=is_lot)
    return line


Who = TypeVar("Who")
Finals = tuple[tuple[int, ...], ...]
"""The start numbers of each final, the A final first, the best seed first."""

MOST_FINALS = 8


class CutChoice(NamedTuple):
    """What a director chooses.

    `sizes`: how many are in the A final, the B final …; `per_table`: the best so many of each
    table make one final instead; the rest as with `KeptCut` and `Cut`.
    """

    sizes: tuple[int, ...] = ()
    per_table: int = 0
    rest_plays: bool = False
    carried: str = FULL
    by_seed: bool = False


@dataclass(frozen=True)
class FinalField(Generic[Who]):
    """Who is in a final, the best first, and the tables that they make.

    `tables` is empty where nobody can say it; `event`: its own, where a season has finals.
    """

    label: str
    members: tuple[Who, ...]
    tables: str = ""
    is_odd: bool = False
    event: Event | None = None


@dataclass(frozen=True)
class CutPreview:
    """A cut as it would be made; `mark` stands for the outcome.

    `boundaries`: what decides after each final that somebody stands below; `skipped`: who would
    be in and is not there; `level`: between whom only the lot can decide.
    """

    kept: KeptCut
    fields: tuple[FinalField[Seed], ...]
    boundaries: tuple[Boundary, ...]
    skipped: tuple[Seed, ...]
    rest: int
    level: tuple[Seed, ...]
    mark: str

    @property
    def level_names(self) -> str:
        """Between whom only the lot can decide."""
        return ", ".join(seed.name for seed in self.level)


def proposed_sizes(count: int, size: int) -> tuple[int, ...]:
    """How many a final is proposed for: about a third of the field, in full tables.

    >>> proposed_sizes(40, 4), proposed_sizes(10, 4), proposed_sizes(3, 4)
    ((12,), (4,), ())
    """
    if count <= size:
        return ()
    return (max(size, count // 3 // size * size),)


def candidates(snapshot: Snapshot, after: int) -> list[Standing]:
    """Who can be in a final after that round, best first: who plays still and is there."""
    standing = standing_until(snapshot, after)
    return [
        row
        for row in standing.ranked
        if takes_part(standing.by_number[row.entry], after + 1)
        and plays_on(standing.cuts, row.entry)
    ]


def preview(event: Event, after: int, choice: CutChoice) -> CutPreview:
    """Work a cut out; raises Refused."""
    snapshot = snapshot_of(event)
    refuse_cut(snapshot, after)
    return worked_out(snapshot, after, choice, candidates(snapshot, after))


def refuse_cut(snapshot: Snapshot, after: int) -> None:
    """Raise Refused where no cut can be made after the round of that number now."""
    if snapshot.settings.rolling:
        raise Refused(_("Here tables open one by one, so there is no field to be cut."))
    played = next((one for one in snapshot.rounds if one.number == after), None)
    if played is None or not played.is_closed:
        raise Refused(_("Round %(number)s is not closed yet.") % {"number": after})
    refuse_after_draw(snapshot, after)
    if after >= snapshot.settings.rounds:
        text = _("Round %(number)s was the last one. Set more rounds in the settings first.")
        raise Refused(text % {"number": after})
    if played.round.cut:
        raise Refused(_("There is a cut after this round already. Take it back first."))


def refuse_after_draw(snapshot: Snapshot, after: int) -> None:
    """Raise Refused once the next round is drawn, even if it is only proposed."""
    later = later_round(snapshot, after)
    if later is None:
        return
    if later.state == Round.PROPOSED:
        text = _("Round %(number)s is drawn up already. Throw that draw away first.")
    else:
        text = _("Round %(number)s is drawn already, so who is in the final stands.")
    raise Refused(text % {"number": later.number})


def later_round(snapshot: Snapshot, after: int) -> Round | None:
    """The first round that is drawn after the one of that number, even if only proposed."""
    return next((one.round for one in snapshot.rounds if one.number > after), None)


def worked_out(
    snapshot: Snapshot, after: int, choice: CutChoice, order: Sequence[Standing]
) -> CutPreview:
    """The cut among these, best first; raises Refused for sizes that cannot be."""
    standing = standing_until(snapshot, after)
    finals, level = _finals(standing, after, choice, order)
    there = {row.entry for row in order}
    gone = {row.entry for row in standing.ranked if plays_on(standing.cuts, row.entry)} - there
    cut = Cut(after, finals, choice.rest_plays, choice.carried, frozenset(gone))
    chosen = set(chain.from_iterable(finals))
    last = max(place for place, row in enumerate(standing.ranked) if row.entry in chosen)
    above = [row for row in standing.ranked[:last] if row.entry in gone]
    skipped = tuple(row.entry for row in above if row.rounds)  # who played until now
    kept = KeptCut(cut, choice.by_seed, skipped, choice.per_table, level)
    rest = [row for row in order if row.entry not in chosen]
    fields = [_field_of(standing, kept, place, final) for place, final in enumerate(finals)]
    if choice.rest_plays:
        fields.append(_field_of(standing, kept, len(finals), [row.entry for row in rest]))
    below = [*(final[0] for final in finals[1:]), *(row.entry for row in rest[:1])]
    lines = [] if choice.per_table else zip(finals, below, strict=False)
    said = json.dumps([after, kept.to_json()])
    return CutPreview(
        kept=kept,
        fields=tuple(fields),
        boundaries=tuple(_boundary(standing, final[-1], out, level) for final, out in lines),
        skipped=tuple(seed_of(standing, number) for number in skipped),
        rest=len(rest),
        level=tuple(seed_of(standing, number) for number in level),
        mark=hashlib.sha256(said.encode()).hexdigest()[:16],
    )


def _finals(
    standing: EventStanding, after: int, choice: CutChoice, order: Sequence[Standing]
) -> tuple[Finals, tuple[int, ...]]:
    """The finals in the order of the standing, and those between whom the lot decides."""
    if choice.per_table:
        return (_best_of_tables(standing, after, choice, order),), ()
    _check_sizes(choice.sizes, len(order))
    numbers = [row.entry for row in order]
    ties = [[row.entry for row in level] for _place, level in groupby(order, lambda row: row.place)]
    level = parted(ties, split(numbers, choice.sizes))
    for tied in level:
        start = numbers.index(tied[0])
        drawn = lot_order(lot_seed(standing.snapshot.event), tied)
        numbers[start : start + len(tied)] = drawn
    return split(numbers, choice.sizes)[:-1], tuple(chain.from_iterable(level))


def _check_sizes(sizes: Sequence[int], there: int) -> None:
    if not sizes:
        raise Refused(_("Say how many are in the final."), field="sizes")
    if len(sizes) > MOST_FINALS:
        text = _("At most %(most)s finals.") % {"most": MOST_FINALS}
        raise Refused(text, field="sizes")
    if min(sizes) < 2:
        raise Refused(_("A final has at least two."), field="sizes")
    if sum(sizes) > there:
        text = _("That is %(wanted)s in all, and only %(there)s can be in a final.")
        raise Refused(text % {"wanted": sum(sizes), "there": there}, field="sizes")


def _best_of_tables(
    standing: EventStanding, after: int, choice: CutChoice, order: Sequence[Standing]
) -> tuple[int, ...]:
    """The best of each table of the last round, by the standing where they are level there."""
    played = next(one for one in standing.counted if one.number == after)
    numbers = {key: entry.number for key, entry in standing.snapshot.entries.items()}
    by_standing = {row.entry: (place, row) for place, row in enumerate(order)}
    chosen: list[int] = []
    for lines in played.by_table.values():
        there = [numbers[line.entry] for line in lines if numbers[line.entry] in by_standing]
        there.sort(key=lambda n: (-(by_standing[n][1].rounds.get(after, 0)), by_standing[n][0]))
        chosen += there[: choice.per_table]
    if len(chosen) < 2:
        raise Refused(_("A final has at least two."), field="per_table")
    return tuple(row.entry for row in order if row.entry in chosen)


def _field_of(
    standing: EventStanding, kept: KeptCut, place: int, numbers: Sequence[int]
) -> FinalField[Seed]:
    """A final of a cut with these in it."""
    seeds = [seed_of(standing, number) for number in numbers]
    settings = game_of(standing.snapshot.event, kept.cut.after + 1).settings
    return final_field(final_label(place, kept.count), seeds, settings)


def final_field(
    label: str, members: Sequence[Who], settings: EventSettings | None, event: Event | None = None
) -> FinalField[Who]:
    """A final with these in it; `settings`: by which its tables are made, where they are known."""
    if settings is None:
        return FinalField(label, tuple(members), event=event)
    count, size = len(members), settings.size
    if count < size - (settings.odd == "down"):
        text = _("Too few for tables of %(size)s (%(count)s): house players are needed.")
        tables = text % {"count": count, "size": size}
    else:
        tables = table_words(count, settings, odd_for(count, size, settings.odd))
    return FinalField(label, tuple(members), tables, bool(count % size), event)


def place_label(final: int, count: int) -> str:
    """A final as a place that somebody is in or not.

    >>> place_label(0, 2), place_label(OUT, 2)
    ('A final', 'not in a final')
    """
    return _("not in a final") if final == OUT else final_label(final, count)


def place_said(kept: str) -> str:
    """A place of the history, kept as its number and how many finals there are.

    >>> place_said("1\\t2"), place_said("B final")
    ('B final', 'B final')
    """
    final, *more = kept.split(BETWEEN)
    return place_label(int(final), int(more[0])) if more else kept


def places_of(kept: KeptCut) -> list[tuple[int, str]]:
    """Where somebody can be moved to: each final, and out of them where the others have finished.

    >>> places_of(KeptCut(Cut(1, ((3, 1),))))
    [(0, 'Final'), (-1, 'not in a final')]
    """
    places = [*range(kept.count), *(() if kept.cut.rest_plays else (OUT,))]
    return [(final, place_label(final, kept.count)) for final in places]


def moved(kept: KeptCut, number: int, to: int, ranked: Sequence[int], reason: str) -> KeptCut:
    """The cut with that start number in another final, `ranked` being the standing at the cut.

    It comes in above the first whom the standing has below. Whoever was excluded after the cut is
    in the final still and in the standing no more.

    >>> cut = KeptCut(Cut(1, ((5, 3), (1, 4))))
    >>> moved(cut, 3, 1, [5, 3, 1, 4, 2], "").cut.finals
    ((5,), (3, 1, 4))
    >>> moved(cut, 2, 0, [5, 3, 1, 4, 2], "").cut.finals
    ((5, 3, 2), (1, 4))
    """
    came_from, at = kept.final_now(number), OUT
    finals = [list(final) for final in kept.cut.finals]
    gone = kept.cut.gone
    if 0 <= came_from < len(finals):
        at = finals[came_from].index(number)
        finals[came_from].remove(number)
    if 0 <= to < len(finals):
        below = set(ranked[ranked.index(number) :])
        seed = next((at for at, one in enumerate(finals[to]) if one in below), len(finals[to]))
        finals[to].insert(seed, number)
    elif to >= len(finals):
        gone -= {number}
    cut = replace(kept.cut, finals=tuple(map(tuple, finals)), gone=gone)
    return replace(kept, cut=cut, moves=(*kept.moves, Move(number, came_from, at, to, reason)))


def without_last(kept: KeptCut) -> KeptCut:
    """The cut before its last move, each again at the place it had.

    >>> cut = KeptCut(Cut(1, ((5, 3), (1, 4))))
    >>> without_last(moved(cut, 3, 1, [5, 3, 1, 4], "")) == cut
    True
    """
    move = kept.moves[-1]
    finals = [list(final) for final in kept.cut.finals]
    gone = kept.cut.gone
    if 0 <= move.to < len(finals):
        finals[move.to].remove(move.number)
    if 0 <= move.came_from < len(finals):
        finals[move.came_from].insert(move.at, move.number)
    elif move.came_from == OUT and kept.cut.rest_plays:
        gone |= {move.number}
    cut = replace(kept.cut, finals=tuple(map(tuple, finals)), gone=gone)
    return replace(kept, cut=cut, moves=kept.moves[:-1])


class Differs(NamedTuple):
    """By the results as they are now these would be in a final, and these would not."""

    label: str
    would_be: tuple[str, ...]
    would_not: tuple[str, ...]


def kept_cut(event: Event, after: int) -> KeptCut | None:
    """The cut after the round of that number, if there is one."""
    return next((one for one in snapshot_of(event).cuts if one.cut.after == after), None)


def names_of(snapshot: Snapshot, numbers: Iterable[int]) -> list[str]:
    """The names of the entries with these start numbers."""
    names = {entry.number: entry.name for entry in snapshot.entries.values()}
    return [names[number] for number in numbers]


def cut_fields(snapshot: Snapshot, kept: KeptCut) -> tuple[FinalField[Seed], ...]:
    """The finals of a cut that was made, with those in them as they stood then."""
    standing = standing_until(snapshot, kept.cut.after)
    finals: list[Sequence[int]] = [
        [number for number in final if number in standing.places] for final in kept.cut.finals
    ]
    if kept.cut.rest_plays:
        out = kept.seeds.keys() | kept.cut.gone
        rest = (row.entry for row in standing.ranked if row.entry not in out)
        finals.append([number for number in rest if plays_on(standing.cuts, number)])
    return tuple(_field_of(standing, kept, place, final) for place, final in enumerate(finals))


def would_differ(snapshot: Snapshot, kept: KeptCut) -> list[Differs]:
    """Where corrected results would have led to other finals than the cut did; the finals stand.

    Whoever was moved by hand is taken for where the cut had put him.
    """
    while kept.moves:
        kept = without_last(kept)
    if not any(number <= kept.cut.after for _entry, number in snapshot.corrected):
        return []
    standing = standing_until(snapshot, kept.cut.after)
    order = [
        row
        for row in standing.ranked
        if row.entry not in kept.cut.gone and plays_on(standing.cuts, row.entry)
    ]
    finals = [
        [number for number in final if number in standing.places] for final in kept.cut.finals
    ]
    sizes = tuple(map(len, finals))
    choice = CutChoice(sizes, kept.per_table, kept.cut.rest_plays, kept.cut.carried)
    try:
        now = worked_out(snapshot, kept.cut.after, choice, order).kept.cut.finals
    except Refused:
        return []
    found = []
    for place, (was, would) in enumerate(zip(finals, now, strict=True)):
        changes = set(would) - set(was), set(was) - set(would)
        if any(changes):
            names = (tuple(names_of(snapshot, sorted(numbers))) for numbers in changes)
            found.append(Differs(final_label(place, kept.count), *names))
    return found


FEWEST = 2


class Movable(NamedTuple, Generic[Who]):
    """Somebody who can be moved by hand, with the final as it is and what that is called.

    `who`: the start number at an event, the players in a season.
    """

    who: Who
    name: str
    final: int
    place: str

    @property
    def key(self) -> str:
        """Who it is in one word of a form.

        >>> Movable(3, "Anna", 0, "A final").key, Movable((7, 9), "Anna / Ben", 0, "A final").key
        ('3', '7-9')
        """
        return "-".join(map(str, self.who)) if isinstance(self.who, tuple) else str(self.who)

    @property
    def label(self) -> str:
        """The name, with the start number, which tells apart those who have the same."""
        return f"{self.name} ({self.who})" if isinstance(self.who, int) else self.name


class Moved(NamedTuple):
    """A move as it is shown."""

    name: str
    came_from: str
    to: str
    reason: str


def movable(snapshot: Snapshot, kept: KeptCut) -> list[Movable[int]]:
    """Who can be moved, as they stood at the cut: everybody who is there and was still playing."""
    numbers = [row.entry for row in candidates(snapshot, kept.cut.after)]
    finals = map(kept.final_now, numbers)
    return [
        Movable(number, name, final, place_label(final, kept.count))
        for number, name, final in zip(numbers, names_of(snapshot, numbers), finals, strict=True)
    ]


def check_move(
    one: Movable[Who] | None, to: int, finals: Collection[int], reason: str
) -> Movable[Who]:
    """Who is moved by hand, to one of these finals; raises Refused where that cannot be."""
    if not reason:
        raise Refused(_("Say why, for the others will ask."), field="reason")
    if one is None:
        raise Refused(_("Who is moved must be there and still playing."), field="who")
    if to not in finals:
        raise Refused(_("Choose the final to move to."), field="to")
    if one.final == to:
        text = _("%(name)s is there already: %(final)s.")
        raise Refused(text % {"name": one.name, "final": one.place}, field="to")
    return one


def moves_of(snapshot: Snapshot, kept: KeptCut) -> list[Moved]:
    """The moves of a cut, the latest first."""
    moves = kept.moves[::-1]
    names = names_of(snapshot, [move.number for move in moves])
    return [
        Moved(
            name,
            place_label(move.came_from, kept.count),
            place_label(move.to, kept.count),
            move.reason,
        )
        for name, move in zip(names, moves, strict=True)
    ]


def move_in(event: Event, kept: KeptCut, number: int, to: int, reason: str) -> KeptCut:
    """The cut with somebody in another final, at its place by the standing; raises Refused."""
    snapshot = snapshot_of(event)
    refuse_after_draw(snapshot, kept.cut.after)
    who = next((one for one in movable(snapshot, kept) if one.who == number), None)
    found = check_move(who, to, dict(places_of(kept)), reason)
    if 0 <= found.final < len(kept.cut.finals) and len(kept.cut.finals[found.final]) <= FEWEST:
        raise Refused(_("A final has at least two. Move somebody in first."), field="who")
    ranked = [row.entry for row in standing_until(snapshot, kept.cut.after).ranked]
    return moved(kept, number, to, ranked, reason)
