"""Cuts as they are kept with the round after which they were made, and groups from the first on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from formats.series import CARRIED, final_label
from scoring.finals import FULL, Cut
from tournaments.common.history import BETWEEN, kept_values
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.models import Entry, Event, Round

OUT = -1
"""In no final of a cut."""


class Move(NamedTuple):
    """Somebody whom a director moved by hand, and why.

    `came_from` and `to` are finals, 0 for the A final, or `OUT`; `at` is the place among the seeds
    of the one it came from, `OUT` where that one has no list of its own.
    """

    number: int
    came_from: int
    at: int
    to: int
    reason: str


@dataclass(frozen=True)
class KeptCut:
    """A cut with what a director chose beside it.

    `by_seed`: at each table of a final the seats are in the order of the standing at the cut;
    `skipped`: who stood high enough and was not there any more; `per_table`: the best so many of
    each table went on, 0 where the standing decided; `drawn_lots`: between whom the lot decided;
    `moves`: who was moved by hand since, the earliest first, as the finals of the cut have it.
    """

    cut: Cut
    by_seed: bool = False
    skipped: tuple[int, ...] = ()
    per_table: int = 0
    drawn_lots: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()

    @classmethod
    def from_json(cls, after: int, kept: dict[str, Any]) -> KeptCut:
        """The cut that `to_json` kept with the round of that number.

        >>> KeptCut.from_json(2, {"finals": [[3, 1]], "carried": "half"}).cut.finals
        ((3, 1),)
        """
        finals = tuple(tuple(numbers) for numbers in kept["finals"])
        gone = frozenset(kept.get("gone", ()))
        return cls(
            Cut(after, finals, kept.get("rest_plays", False), kept.get("carried", FULL), gone),
            kept.get("by_seed", False),
            tuple(kept.get("skipped", ())),
            kept.get("per_table", 0),
            tuple(kept.get("drawn_lots", ())),
            tuple(Move(*move) for move in kept.get("moves", ())),
        )

    def to_json(self) -> dict[str, Any]:
        """The cut as the round keeps it."""
        return {
            "finals": [list(numbers) for numbers in self.cut.finals],
            "rest_plays": self.cut.rest_plays,
            "carried": self.cut.carried,
            "by_seed": self.by_seed,
            "gone": sorted(self.cut.gone),
            "skipped": list(self.skipped),
            "per_table": self.per_table,
            "drawn_lots": list(self.drawn_lots),
            "moves": [list(move) for move in self.moves],
        }

    @cached_property
    def seeds(self) -> dict[int, int]:
        """The place of each in the final, from 0, through all finals of the cut."""
        numbers = [number for final in self.cut.finals for number in final]
        return {number: place for place, number in enumerate(numbers)}

    @property
    def count(self) -> int:
        """How many finals are played."""
        return len(self.cut.finals) + self.cut.rest_plays

    @property
    def by_hand(self) -> frozenset[int]:
        """Who was moved by hand and is not again where the cut put him."""
        first = {move.number: move.came_from for move in reversed(self.moves)}
        return frozenset(one for one, was in first.items() if was != self.final_now(one))

    def final_now(self, number: int) -> int:
        """The final that an entry is in by this cut, `OUT` if in none."""
        final = self.cut.final_of(number)
        return OUT if final is None else final


def first_cut(groups: int, entries: Iterable[Entry | EntryLine]) -> tuple[KeptCut, ...]:
    """The groups with which an event begins, as a cut before its first round; empty without any.

    Each group is in the order of the season. Who came in beside the season plays in the lowest
    group.

    >>> some = [Entry(number=1, final=1), Entry(number=2, final=0), Entry(number=3)]
    >>> first_cut(2, some)[0].cut.finals
    ((2,), (1, 3))
    """
    if not groups:
        return ()
    finals: list[list[int]] = [[] for _group in range(groups)]
    there = [entry for entry in entries if entry.number is not None and not entry.is_house]
    there.sort(key=lambda entry: (entry.season_place is None, entry.season_place, entry.number))
    for entry in there:
        group = groups - 1 if entry.final is None else min(entry.final, groups - 1)
        finals[group].append(entry.number or 0)
    return (KeptCut(Cut(0, tuple(map(tuple, finals)))),)


def kept_cuts(rounds: Iterable[Round], *, before: int | None = None) -> tuple[KeptCut, ...]:
    """The cuts of these rounds, the earliest first; `before`: only those for an earlier round."""
    return tuple(
        KeptCut.from_json(one.number, one.cut)
        for one in sorted(rounds, key=lambda one: one.number)
        if one.cut and (before is None or one.number < before)
    )


def cuts_before(event: Event, number: int) -> tuple[KeptCut, ...]:
    """The cuts of an event before the round of that number.

    One SQL query, none before round 2; one more where the event begins with groups.
    """
    first = first_cut(event.finals, event.entries.exclude(number=None)) if event.finals else ()
    if number < 2:
        return first
    rounds = event.rounds.exclude(state=Round.CANCELLED).exclude(cut={}).only("number", "cut")
    return first + kept_cuts(rounds, before=number)


def plays_on(cuts: Iterable[KeptCut], entry: int) -> bool:
    """Whether these cuts leave an entry in."""
    return all(kept.cut.final_of(entry) is not None for kept in cuts)


def fields_of(cuts: Sequence[KeptCut], entries: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Who plays in each final after these cuts, the A final first; nobody else plays.

    >>> kept = [KeptCut(Cut(1, ((3, 1),), rest_plays=True))]
    >>> fields_of(kept, [1, 2, 3, 4])
    ((1, 3), (2, 4))
    """
    if not cuts:
        return ()
    fields: list[list[int]] = [[] for _final in range(cuts[-1].count)]
    for entry in entries:
        finals = [kept.cut.final_of(entry) for kept in cuts]
        if None not in finals:
            fields[finals[-1] or 0].append(entry)
    return tuple(map(tuple, fields))


def final_head(kept: KeptCut, final: int) -> str:
    """What stands above a final: what it is called, and which places are played for in it.

    >>> final_head(KeptCut(Cut(1, ((3, 1),), rest_plays=True)), 0)
    'A final, places 1–2'
    >>> final_head(KeptCut(Cut(1, ((3, 1),), rest_plays=True)), 1)
    'B final, from place 3 on'
    """
    first = 1 + sum(map(len, kept.cut.finals[:final]))
    places = _("from place %(first)s on") % {"first": first}
    if final < len(kept.cut.finals):
        last = first + len(kept.cut.finals[final]) - 1
        places = _("places %(first)s–%(last)s") % {"first": first, "last": last}
    return f"{final_label(final, kept.count)}, {places}"


def kept_cut(kept: KeptCut) -> str:
    """A cut as the history keeps it, with the start numbers of each final."""
    finals = (", ".join(map(str, final)) for final in kept.cut.finals)
    return kept_values(kept.cut.carried, kept.count, int(kept.cut.rest_plays), *finals)


def cut_said(kept: str) -> str:
    """A cut of the history: how points are carried, and who is in each final.

    >>> cut_said(kept_cut(KeptCut(Cut(1, ((3, 1), (2, 4)), carried="half"))))
    'count by half; A final: 3, 1; B final: 2, 4'
    """
    carried, *values = kept.split(BETWEEN)
    if not values:
        return kept
    count, rest_plays, *finals = values
    if int(rest_plays):
        finals.append(_("the others"))
    labelled = (f"{final_label(nth, int(count))}: {who}" for nth, who in enumerate(finals))
    return "; ".join([_(CARRIED[carried].label), *labelled])


def table_head(cuts: Sequence[KeptCut], entries: Iterable[int]) -> str:
    """The head of the final in which these sit, no house players among them; "" without cuts.

    >>> table_head([KeptCut(Cut(1, ((3, 1), (2, 4))))], [4, 2]), table_head([], [4, 2])
    ('B final, places 3–4', '')
    """
    finals = (cuts[-1].cut.final_of(entry) for entry in entries) if cuts else ()
    final = next((each for each in finals if each is not None), None)
    return "" if final is None else final_head(cuts[-1], final)
