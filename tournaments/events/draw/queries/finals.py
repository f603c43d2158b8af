"""A cut for the finals: who would be in, what decides at the line, and what it is later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.finals import FULL, Cut, lot_order
from scoring.ranking import Standing
from tournaments.events.draw.queries.cut_lines import Boundary, Seed, boundaries_of, seed_of
from tournaments.events.draw.queries.cuts import KeptCut, final_label, plays_on
from tournaments.events.draw.queries.final_draws import odd_for
from tournaments.events.draw.queries.rounds import table_words
from tournaments.events.setup.queries.round_games import game_of
from tournaments.events.standings.queries.snapshots import Snapshot, snapshot_of
from tournaments.events.standings.queries.standings import EventStanding, lot_seed, standing_until
from tournaments.formats.settings import EventSettings
from tournaments.models import Entry, Event, Round

Finals = tuple[tuple[int, ...], ...]
"""The start numbers of each final, the A final first, the best seed first."""

MOST_FINALS = 8
JUST_OUT = 3
"""So many of those who just missed it are shown."""


class CannotCut(Exception):
    """A cut that cannot be: a sentence for the director, and the field that it is about."""

    def __init__(self, sentence: str, *, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


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
class FinalField:
    """Who is in a final, in the order of the seeds, and the tables that they make."""

    label: str
    seeds: tuple[Seed, ...]
    tables: str
    is_odd: bool


@dataclass(frozen=True)
class CutPreview:
    """A cut as it would be made; `mark` stands for the outcome.

    `boundaries`: what decides after each final that somebody stands below; `skipped`: who would
    be in and is not there; `just_out`: the first who are not in any final; `level`: between whom
    only the lot can decide.
    """

    kept: KeptCut
    fields: tuple[FinalField, ...]
    boundaries: tuple[Boundary, ...]
    skipped: tuple[Seed, ...]
    just_out: tuple[Seed, ...]
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
    return [row for row in standing.ranked if _plays_on(standing, row.entry, after)]


def _plays_on(standing: EventStanding, number: int, after: int) -> bool:
    entry = standing.by_number[number]
    is_over = entry.last_round is not None and entry.last_round <= after
    is_there = entry.status == Entry.HERE and entry.first_round <= after + 1 and not is_over
    return is_there and is_left_in(standing, number)


def is_left_in(standing: EventStanding, number: int) -> bool:
    """Whether an entry was still playing after all cuts before this one."""
    return plays_on(standing.cuts, number)


def preview(event: Event, after: int, choice: CutChoice) -> CutPreview:
    """Work a cut out; raises CannotCut."""
    snapshot = snapshot_of(event)
    refuse_cut(snapshot, after)
    order = candidates(snapshot, after)
    return worked_out(snapshot, after, choice, order)


def refuse_cut(snapshot: Snapshot, after: int) -> None:
    """Raise CannotCut where no cut can be made after the round of that number now."""
    if snapshot.settings.rolling:
        raise CannotCut(_("Here tables open one by one, so there is no field to be cut."))
    played = next((one for one in snapshot.rounds if one.number == after), None)
    if played is None or not played.is_closed:
        raise CannotCut(_("Round %(number)s is not closed yet.") % {"number": after})
    later = next((one.round for one in snapshot.rounds if one.number > after), None)
    if later is not None:
        raise CannotCut(later_words(later))
    if after >= snapshot.settings.rounds:
        text = _("Round %(number)s was the last one. Set more rounds in the settings first.")
        raise CannotCut(text % {"number": after})
    if played.round.cut:
        raise CannotCut(_("There is a cut after this round already. Take it back first."))


def later_words(later: Round) -> str:
    """Why a cut cannot be made or taken back any more."""
    if later.state == Round.PROPOSED:
        text = _("Round %(number)s is drawn up already. Throw that draw away first.")
    else:
        text = _("Round %(number)s is drawn already, so who is in the final stands.")
    return text % {"number": later.number}


def worked_out(
    snapshot: Snapshot, after: int, choice: CutChoice, order: Sequence[Standing]
) -> CutPreview:
    """The cut among these, best first; raises CannotCut for sizes that cannot be."""
    standing = standing_until(snapshot, after)
    finals, level = _finals(standing, after, choice, order)
    cut = Cut(after, finals, choice.rest_plays, choice.carried, _gone(standing, order))
    chosen = {number for final in finals for number in final}
    skipped = _skipped(standing, order, chosen)
    kept = KeptCut(cut, choice.by_seed, skipped, choice.per_table, level)
    rest = [row for row in order if row.entry not in chosen]
    fields = [final_field(standing, kept, place, final) for place, final in enumerate(finals)]
    if choice.rest_plays:
        fields.append(final_field(standing, kept, len(finals), [row.entry for row in rest]))
    said = json.dumps([after, kept.to_json()])
    return CutPreview(
        kept=kept,
        fields=tuple(fields),
        boundaries=() if choice.per_table else tuple(boundaries_of(standing, finals, rest, level)),
        skipped=tuple(seed_of(standing, number) for number in skipped),
        just_out=tuple(seed_of(standing, row.entry) for row in rest[:JUST_OUT]),
        rest=len(rest),
        level=tuple(seed_of(standing, number) for number in level),
        mark=hashlib.sha256(said.encode()).hexdigest()[:16],
    )


def _finals(
    standing: EventStanding, after: int, choice: CutChoice, order: Sequence[Standing]
) -> tuple[Finals, tuple[int, ...]]:
    """The finals, and those between whom the lot decides."""
    if choice.per_table:
        return (_best_of_tables(standing, after, choice, order),), ()
    _check_sizes(choice.sizes, len(order))
    return _split(standing, choice, order)


def _check_sizes(sizes: Sequence[int], there: int) -> None:
    if not sizes:
        raise CannotCut(_("Say how many are in the final."), field="sizes")
    if len(sizes) > MOST_FINALS:
        text = _("At most %(most)s finals.") % {"most": MOST_FINALS}
        raise CannotCut(text, field="sizes")
    if min(sizes) < 2:
        raise CannotCut(_("A final has at least two."), field="sizes")
    if sum(sizes) > there:
        text = _("That is %(wanted)s in all, and only %(there)s can be in a final.")
        raise CannotCut(text % {"wanted": sum(sizes), "there": there}, field="sizes")


def _split(
    standing: EventStanding, choice: CutChoice, order: Sequence[Standing]
) -> tuple[Finals, tuple[int, ...]]:
    """The finals in the order of the standing, and those of whom the lot decides."""
    numbers = [row.entry for row in order]
    places = [row.place for row in order]
    level: list[int] = []
    ends = [sum(choice.sizes[: place + 1]) for place in range(len(choice.sizes))]
    for end in ends:
        if end < len(numbers) and places[end - 1] == places[end]:
            tied = [n for n, place in zip(numbers, places, strict=True) if place == places[end]]
            if tied[0] not in level:
                start = numbers.index(min(tied, key=numbers.index))
                drawn = lot_order(lot_seed(standing.snapshot.event), tied)
                numbers[start : start + len(tied)] = drawn
                level += tied
    starts = [0, *ends]
    finals = tuple(tuple(numbers[start:end]) for start, end in zip(starts, ends, strict=False))
    return finals, tuple(level)


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
        raise CannotCut(_("A final has at least two."), field="per_table")
    return tuple(row.entry for row in order if row.entry in chosen)


def _gone(standing: EventStanding, order: Sequence[Standing]) -> frozenset[int]:
    """Who was still playing and is not there any more."""
    there = {row.entry for row in order}
    rows = (row.entry for row in standing.ranked if row.entry not in there)
    return frozenset(number for number in rows if is_left_in(standing, number))


def _skipped(
    standing: EventStanding, order: Sequence[Standing], chosen: Collection[int]
) -> tuple[int, ...]:
    """Who stands above the last finalist, played until now and is not there any more."""
    there = {row.entry for row in order}
    above: list[int] = []
    found: list[int] = []
    for row in standing.ranked:
        if row.entry in chosen:
            found += above
            above = []
        elif row.entry not in there and row.rounds and is_left_in(standing, row.entry):
            above.append(row.entry)
    return tuple(found)


def final_field(
    standing: EventStanding, kept: KeptCut, place: int, numbers: Sequence[int]
) -> FinalField:
    """A final with these in it, and the tables that they make."""
    settings = game_of(standing.snapshot.event, kept.cut.after + 1).settings
    count, size = len(numbers), settings.size
    return FinalField(
        label=final_label(place, kept.count),
        seeds=tuple(seed_of(standing, number) for number in numbers),
        tables=tables_of_final(count, settings),
        is_odd=bool(count % size),
    )


def tables_of_final(count: int, settings: EventSettings) -> str:
    """The tables of a final; where the field makes none house players have to fill them."""
    if count < settings.size - (settings.odd == "down"):
        text = _("%(count)s fill no tables of %(size)s: house players are needed.")
        return text % {"count": count, "size": settings.size}
    return table_words(count, settings, odd_for(count, settings.size, settings.odd))
