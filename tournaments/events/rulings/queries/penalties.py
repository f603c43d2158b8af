"""Ready decisions: what the rule card says about misplays, read line by line.

A line is an offence, a colon, and what is decided: “Comments while sitting out: warning, then −4”.
Whatever cannot be read so stays an offence without ready decisions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Ruling

MOST_LINES = 20
LONGEST = 200

_NUMBER = re.compile(r"[+\-−–]\s?(\d{1,4})(?!\d)")
_STROKES = re.compile(r"(\d{1,2})\s*(?:strokes?|naks?\b|nakki)", re.IGNORECASE)
_PARTS = re.compile(r"[,;.]|\bthen\b", re.IGNORECASE)
_OTHERS = re.compile(r"\bothers?\b", re.IGNORECASE)
_OUT = re.compile(r"\b(?:out|exclu\w+|disqualif\w+)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\bwhole table\b", re.IGNORECASE)
_WARNING = re.compile(r"\bwarn\w*", re.IGNORECASE)


class Ready(NamedTuple):
    """A decision that one tap takes; points and strokes as in `Ruling`.

    `is_whole`: it is about the whole table, whoever is chosen.
    """

    kind: str
    points: int = 0
    others: int = 0
    is_whole: bool = False


class Offence(NamedTuple):
    """An offence in words, and the decisions that are ready for it."""

    words: str
    ready: tuple[Ready, ...] = ()


def offences_of(text: str, *, has_strokes: bool) -> list[Offence]:
    """The offences of a rule card's text; the usual ones where it says nothing.

    `has_strokes`: whether strokes can be given to the other side of a match.

    >>> talking, swearing = offences_of("Talk: warning, then −4\\nNo swearing", has_strokes=False)
    >>> [(ready.kind, ready.points) for ready in talking.ready], swearing.ready
    ([('warning', 0), ('points', -4)], ())
    >>> offences_of("Misplay: −4, each other +1", has_strokes=False)[0].ready[0].others
    1
    >>> offences_of("Dealt wrongly twice: 2 naks", has_strokes=True)[0].ready[0][:2]
    ('strokes', 2)
    >>> offences_of("False sheet: the whole table is excluded", has_strokes=False)[0].ready[0][::3]
    ('out', True)
    """
    lines = [line.strip(" \t-•*–") for line in text.splitlines()]
    found = [_read(line, has_strokes) for line in lines if line][:MOST_LINES]
    return found or usual_offences(has_strokes=has_strokes)


def usual_offences(*, has_strokes: bool) -> list[Offence]:
    """What is usual: for matches after Sasku, else after Sheboygan Falls 2016 and club ledgers.

    Comments of who sits out: a warning, then 4 points. A misplay: 4 points, one to each of the
    others. Dealt wrongly twice: 2 strokes (naks) to the other side; shuffled too late: 4.
    """
    warning = Ready(Ruling.WARNING)
    if has_strokes:
        return [
            Offence(_("Dealt wrongly twice"), (warning, Ready(Ruling.STROKES, 2))),
            Offence(_("Shuffled too late"), (warning, Ready(Ruling.STROKES, 4))),
            Offence(_("Talking about the hand"), (warning,)),
        ]
    lost = Ready(Ruling.POINTS, -4)
    return [
        Offence(_("Talking about the hand"), (warning, lost)),
        Offence(_("Misplay"), (lost, Ready(Ruling.POINTS, -4, 1))),
    ]


def _read(line: str, has_strokes: bool) -> Offence:
    words, colon, decisions = line.partition(":")
    if not colon:
        return Offence(line[:LONGEST])
    return Offence(words.strip()[:LONGEST], _ready(decisions, has_strokes))


def _ready(text: str, has_strokes: bool) -> tuple[Ready, ...]:
    found: list[Ready] = []
    for part in _PARTS.split(text):
        one = _decision(part, found, has_strokes)
        if one is None:
            continue
        if _WHOLE.search(part) and one.kind != Ruling.STROKES:
            one = one._replace(is_whole=True)
        if one not in found:
            found.append(one)
    return tuple(found)


def _decision(part: str, before: list[Ready], has_strokes: bool) -> Ready | None:
    number = _NUMBER.search(part)
    strokes = _STROKES.search(part)
    if _OTHERS.search(part) and number and before and before[-1].kind == Ruling.POINTS:
        before[-1] = before[-1]._replace(others=_signed(part, number))
        return None
    if strokes and has_strokes:
        return Ready(Ruling.STROKES, int(strokes[1]))
    if number:
        return Ready(Ruling.POINTS, _signed(part, number))
    if _WARNING.search(part) or _("warning") in part.casefold():
        return Ready(Ruling.WARNING)
    return Ready(Ruling.OUT) if _OUT.search(part) else None


def _signed(part: str, number: re.Match[str]) -> int:
    return int(number[1]) * (1 if part[number.start()] == "+" else -1)


def chosen(offences: Sequence[Offence], name: str) -> tuple[Offence, Ready] | None:
    """The offence and the decision that a button names, such as “0.1”; None for any other name.

    >>> chosen([Offence("Misplay", (Ready("points", -4),))], "0.0")[1].points
    -4
    """
    buttons = {
        f"{row}.{column}": (offence, ready)
        for row, offence in enumerate(offences)
        for column, ready in enumerate(offence.ready)
    }
    return buttons.get(name)
