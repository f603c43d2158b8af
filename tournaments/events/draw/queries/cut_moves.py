"""The finals of a cut when somebody is moved by hand, and what they were before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.events.draw.queries.cuts import OUT, KeptCut, Move, final_label


def place_label(final: int, count: int) -> str:
    """A final as a place that somebody is in or not.

    >>> place_label(0, 2), place_label(OUT, 2)
    ('A final', 'not in a final')
    """
    return _("not in a final") if final == OUT else final_label(final, count)


def places_of(kept: KeptCut) -> list[tuple[int, str]]:
    """Where somebody can be moved to: each final, and out of them where the others have finished.

    >>> from scoring.finals import Cut
    >>> places_of(KeptCut(Cut(1, ((3, 1),))))
    [(0, 'Final'), (-1, 'not in a final')]
    """
    places = [*range(kept.count), *(() if kept.cut.rest_plays else (OUT,))]
    return [(final, place_label(final, kept.count)) for final in places]


def moved(kept: KeptCut, number: int, to: int, ranked: Sequence[int], reason: str) -> KeptCut:
    """The cut with that start number in another final, `ranked` being the standing at the cut.

    >>> from scoring.finals import Cut
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
        finals[to].insert(_seed(finals[to], number, ranked), number)
    elif to >= len(finals):
        gone -= {number}
    cut = replace(kept.cut, finals=tuple(map(tuple, finals)), gone=gone)
    return replace(kept, cut=cut, moves=(*kept.moves, Move(number, came_from, at, to, reason)))


def _seed(final: Sequence[int], number: int, ranked: Sequence[int]) -> int:
    """Where somebody belongs in a final: above the first whom the standing has below.

    Whoever was excluded after the cut is in the final still and in the standing no more.
    """
    below = set(ranked[ranked.index(number) :])
    return next((at for at, one in enumerate(final) if one in below), len(final))


def without_last(kept: KeptCut) -> KeptCut:
    """The cut before its last move, each again at the place it had.

    >>> from scoring.finals import Cut
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


def as_made(kept: KeptCut) -> KeptCut:
    """The cut as it was made, before anybody was moved.

    >>> from scoring.finals import Cut
    >>> cut = KeptCut(Cut(1, ((5, 3), (1, 4))))
    >>> as_made(moved(moved(cut, 3, 1, [5, 3, 1, 4], ""), 1, 0, [5, 3, 1, 4], "")) == cut
    True
    """
    while kept.moves:
        kept = without_last(kept)
    return kept
