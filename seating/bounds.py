"""How many meetings have to be repeated, whoever draws: bounds that are proved, with the reason.

A repeat is a meeting of two who have met before; three meetings of the same two are two repeats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from seating.designs import most_rounds
from seating.model import Round
from seating.words import Words, _, _n

Sizes = Sequence[Sequence[int]]
"""The sizes of the tables of each coming round; who finds no seat sits out."""


class Bound(NamedTuple):
    """So many repeats at least, and why."""

    repeats: int
    words: Words


NONE = Bound(0, Words(_("Nobody has to meet anybody twice.")))


def least_repeats(
    sizes_per_round: Sizes, entries: Sequence[int], history: Sequence[Round] = ()
) -> Bound:
    """The best of the bounds: so many repeats the coming rounds have at least.

    >>> bound = least_repeats([(4,) * 6] * 8, range(24))
    >>> bound.repeats, str(bound.words)[:60]
    (12, 'Everybody has only 23 others to meet: after round 7 nobody c')
    >>> least_repeats([(4, 4, 4)] * 3, range(12)).repeats
    6
    >>> str(least_repeats([(4,) * 10] * 8, range(40)).words)
    'Nobody has to meet anybody twice.'
    """
    proofs = (_each_entry, _all_meetings, _few_tables)
    bounds = (proof(sizes_per_round, entries, history) for proof in proofs)
    return max((NONE, *bounds), key=lambda bound: bound.repeats)


def known_repeats(sizes_per_round: Sizes, entries: int) -> int | None:
    """The least number of repeats that is known to be reached, None where none is known.

    >>> known_repeats([(4,) * 7] * 9, 28), known_repeats([(4, 4, 5)] * 9, 13)
    (0, None)
    """
    sizes = {size for sizes in sizes_per_round for size in sizes}
    if len(sizes) != 1 or any(sum(each) != entries for each in sizes_per_round):
        return None
    return 0 if most_rounds(entries, sizes.pop()) >= len(sizes_per_round) else None


def _met(entries: Sequence[int], history: Sequence[Round]) -> Counter[int]:
    """How many of the others each has met."""
    here = frozenset(entries)
    pairs = {two for done in history for two in done.pairs() if here.issuperset(two)}
    return Counter(entry for two in pairs for entry in two)


def _all_meetings(
    sizes_per_round: Sizes, entries: Sequence[int], history: Sequence[Round]
) -> Bound:
    """More meetings than there are pairs."""
    count = len(entries)
    meetings = sum(size * (size - 1) // 2 for sizes in sizes_per_round for size in sizes)
    pairs = count * (count - 1) // 2 - sum(_met(entries, history).values()) // 2
    text = _(
        "Meetings to come: %(meetings)s. Pairs that have not met: %(pairs)s. The fewest repeats: "
        "%(repeats)s."
    )
    repeats = max(meetings - pairs, 0)
    return Bound(repeats, Words(text, {"meetings": meetings, "pairs": pairs, "repeats": repeats}))


def _each_entry(sizes_per_round: Sizes, entries: Sequence[int], history: Sequence[Round]) -> Bound:
    """More partners than there are others, for each entry by itself."""
    count = len(entries)
    met = _met(entries, history)
    fewest = [min(s) - 1 if sum(s) >= count else 0 for s in sizes_per_round]
    spare = sum(size * (size - 1) for sizes in sizes_per_round for size in sizes)
    spare -= count * sum(fewest)
    left = [sum(fewest) - (count - 1 - met[entry]) for entry in entries]
    over = sum(max(more, 0) for more in left)
    over += max(spare - sum(max(-more, 0) for more in left), 0)
    repeats = (over + 1) // 2
    sure = next((r for r in range(len(fewest)) if sum(fewest[: r + 1]) > count - 1), len(fewest))
    if history or sure == len(fewest):
        text = _("Some have met too many of the others. The fewest repeats: %(repeats)s.")
        if not history:
            text = _("There are too few others to meet. The fewest repeats: %(repeats)s.")
        return Bound(repeats, Words(text, {"repeats": repeats}))
    others = _n(
        "Everybody has only %(others)s other to meet: after round %(round)s nobody can avoid "
        "repeats. The fewest in %(rounds)s rounds: %(repeats)s.",
        "Everybody has only %(others)s others to meet: after round %(round)s nobody can avoid "
        "repeats. The fewest in %(rounds)s rounds: %(repeats)s.",
        "others",
    )
    values = {"others": count - 1, "round": sure, "rounds": len(fewest), "repeats": repeats}
    return Bound(repeats, Words(others, values))


def _few_tables(sizes_per_round: Sizes, entries: Sequence[int], history: Sequence[Round]) -> Bound:
    """A table whose members find too few tables to spread over."""
    here = frozenset(entries)
    before = [[len(here.intersection(table)) for table in done.tables] for done in history]
    repeats = 0
    for sizes in sizes_per_round:
        out = len(entries) - sum(sizes)
        repeats += max((meet_again(tables, len(sizes), out) for tables in before), default=0)
        before.append(list(sizes))
    text = _(
        "There are too few tables for those of one table to spread over in another round. The "
        "fewest repeats: %(repeats)s."
    )
    return Bound(repeats, Words(text, {"repeats": repeats}))


def meet_again(tables: Sequence[int], over: int, out: int) -> int:
    """At least so many pairs of these tables meet again at `over` tables, if so many sit out.

    >>> meet_again([4, 4, 4], 3, 0), meet_again([5, 4, 4, 4], 4, 0), meet_again([4, 4, 4], 3, 2)
    (3, 1, 1)
    """
    saved = sorted(
        (
            together(size - gone, over) - together(size - gone - 1, over)
            for size in tables
            for gone in range(min(out, size))
        ),
        reverse=True,
    )
    return sum(together(size, over) for size in tables) - sum(saved[:out])


def together(count: int, tables: int) -> int:
    """How many pairs share a table if so many are spread over tables as evenly as can be.

    >>> together(5, 3), together(3, 3)
    (2, 0)
    """
    each, rest = divmod(count, tables)
    return tables * each * (each - 1) // 2 + rest * each
