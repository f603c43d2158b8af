"""Totals that should come to nothing and do not: what was probably written or keyed wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_IN_A_HAND = 120
"""Beyond this a difference is hardly what one person wins or loses in a single hand."""

MOST_CAUSES = 3


class Cause(NamedTuple):
    """A change after which the totals come to nothing.

    `kind`: `empty` (the box of `side` must be `value`), `sign` (the total of `side` has the wrong
    sign and must be `value`), `swapped` (two of its digits are swapped, it must be `value`), or
    `hand` (`side` None: somebody's total must change by `value`, one entry of one hand).
    """

    kind: str
    side: int | None
    value: int


def likely_causes(points: Sequence[int | None]) -> list[Cause]:
    """Why totals do not come to nothing, the likeliest first; each would make them do so.

    >>> likely_causes([14, -8, None, -2])
    [Cause(kind='empty', side=2, value=-4)]
    >>> likely_causes([14, 8, -10, 16])
    [Cause(kind='sign', side=0, value=-14)]
    >>> likely_causes([36, -40, -23, 0])
    [Cause(kind='swapped', side=0, value=63)]
    >>> likely_causes([36, -40, 8, 0])
    [Cause(kind='hand', side=None, value=-4)]
    """
    known = [number for number in points if number is not None]
    if len(known) == len(points) - 1:
        return [Cause("empty", list(points).index(None), -sum(known))]
    if len(known) < len(points) or not sum(known):
        return []
    return [*_wrong_signs(known), *_swapped_digits(known)] or list(_one_entry(known))


def _wrong_signs(points: Sequence[int]) -> Iterator[Cause]:
    for side, number in enumerate(points):
        if number and sum(points) == 2 * number:
            yield Cause("sign", side, -number)


def _swapped_digits(points: Sequence[int]) -> Iterator[Cause]:
    for side, number in enumerate(points):
        wanted = number - sum(points)
        if wanted in _swaps(number):
            yield Cause("swapped", side, wanted)


def _swaps(number: int) -> set[int]:
    """A number with any two of its digits swapped.

    >>> sorted(_swaps(-123))
    [-321, -213, -132]
    """
    digits, sign = list(str(abs(number))), -1 if number < 0 else 1
    found = set()
    for one, other in combinations(range(len(digits)), 2):
        swapped = digits.copy()
        swapped[one], swapped[other] = swapped[other], swapped[one]
        found.add(sign * int("".join(swapped)))
    return found - {number}


def _one_entry(points: Sequence[int]) -> Iterator[Cause]:
    if abs(sum(points)) <= MOST_IN_A_HAND:
        yield Cause("hand", None, -sum(points))


def balance_problem(points: Sequence[int | None], names: Sequence[str]) -> str:
    """What is wrong with totals that must come to nothing, in a sentence or two; "" if nothing is.

    >>> balance_problem([14, 14], ["Anna", "Ben"])
    'The totals are 28 too many: twice Anna’s 14, which may be −14, or twice Ben’s 14, which may \
be −14.'
    """
    causes = likely_causes(points)
    empty = [names[side] for side, number in enumerate(points) if number is None]
    if len(empty) == 1:
        text = _("The total of %(name)s is missing; with %(n)s the sheet would come to nothing.")
        return text % {"name": empty[0], "n": signed(causes[0].value)}
    if empty:
        return _("The totals of %(names)s are missing.") % {"names": ", ".join(empty)}
    off = sum(number or 0 for number in points)
    if not off:
        return ""
    if not causes:
        return _("%(off)s. Compare each total with the paper.") % {"off": _off_by(off)}
    if causes[0].kind == "hand":
        return f"{_off_by(off)}. {_look_for(abs(off))}"
    guesses = [_guess(cause, points, names) for cause in causes[:MOST_CAUSES]]
    return f"{_off_by(off)}: {_(', or ').join(guesses)}."


def _off_by(off: int) -> str:
    if off > 0:
        return _("The totals are %(n)s too many") % {"n": off}
    return _("The totals are %(n)s too few") % {"n": -off}


def _guess(cause: Cause, points: Sequence[int | None], names: Sequence[str]) -> str:
    side = cause.side or 0
    said = {"name": names[side], "is": signed(points[side] or 0), "may": signed(cause.value)}
    if cause.kind == "sign":
        return _("twice %(name)s’s %(is)s, which may be %(may)s") % said
    return _("%(name)s’s %(is)s may be %(may)s, with its digits swapped") % said


def _look_for(off: int) -> str:
    """Which figure to look for in the hands of the paper sheet."""
    if off % 2:
        text = _("Look for a hand in which a %(n)s is missing or stands twice.")
        return text % {"n": off}
    text = _(
        "Look for a hand in which a %(n)s is missing or stands twice, or a %(half)s has the "
        "wrong sign."
    )
    return text % {"n": off, "half": off // 2}


def missing_problem(points: Sequence[int | None], names: Sequence[str]) -> str:
    """Whose total is missing, in a sentence; "" if nobody’s is.

    >>> missing_problem([7, None], ["Anna", "Ben"])
    'The totals of Ben are missing.'
    """
    empty = [name for name, number in zip(names, points, strict=True) if number is None]
    if not empty:
        return ""
    return _("The totals of %(names)s are missing.") % {"names": ", ".join(empty)}


def good_problem(points: Sequence[int | None], names: Sequence[str], *, step: int) -> str:
    """What is wrong with totals where nobody writes a minus; "" if nothing is.

    >>> good_problem([120, 0, 85], ["Anna", "Ben", "Cora"], step=5)
    ''
    >>> good_problem([120, -5, 85], ["Anna", "Ben", "Cora"], step=5)
    'Ben has −5, and only plus points are written here.'
    >>> good_problem([120, 0, 83], ["Anna", "Ben", "Cora"], step=5)
    'Cora has 83, which is no multiple of 5: 80 or 85?'
    """
    missing = missing_problem(points, names)
    if missing:
        return missing
    for name, number in zip(names, points, strict=True):
        said = {"name": name, "n": signed(number or 0), "step": step}
        if number is not None and number < 0:
            return _("%(name)s has %(n)s, and only plus points are written here.") % said
        if number is not None and number % step:
            said |= {"less": number - number % step, "more": number - number % step + step}
            text = _("%(name)s has %(n)s, which is no multiple of %(step)s: %(less)s or %(more)s?")
            return text % said
    return ""


def match_problem(
    points: Sequence[int], games: Sequence[int], names: Sequence[str], *, due: int
) -> str:
    """What is wrong with the games of a match; "" if nothing is.

    >>> match_problem([12, 7], [0, 1], ["Anna + Cora", "Ben + Dirk"], due=1)
    'Ben + Dirk won the game with 7 strokes against 12.'
    >>> match_problem([12, 7], [1, 1], ["Anna + Cora", "Ben + Dirk"], due=1)
    'There are 2 games on the sheet, and 1 was to be played.'
    """
    if sum(games) > due > 0:
        text = ngettext(
            "There are %(games)s games on the sheet, and %(due)s was to be played.",
            "There are %(games)s games on the sheet, and %(due)s were to be played.",
            due,
        )
        return text % {"games": sum(games), "due": due}
    winner = max(range(len(games)), key=lambda side: games[side])
    if due == sum(games) == 1 and points[winner] < max(points):
        text = _("%(name)s won the game with %(n)s strokes against %(most)s.")
        return text % {"name": names[winner], "n": points[winner], "most": max(points)}
    return ""


def signed(number: int) -> str:
    """A total with a real minus, without a plus.

    >>> signed(-4)
    '−4'
    """
    return str(number).replace("-", "\N{MINUS SIGN}")
