"""Totals from paper that look wrong: what does not balance, is unlikely, or cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from formats.event import worth_of_a_point
from formats.figures import decimal, plain
from scoring import find_ruleset
from scoring.circle import around
from scoring.outliers import FAR, alike, far_from_the_rest
from scoring.possible import Possible, plus_only, possible
from scoring.results import Value
from sheets.words import spoken
from tournaments.events.standings.queries.snapshots import Played, SeatLine, Snapshot
from tournaments.models import EventTable, Leaving, Result, Round, Table

# Totals that should come to nothing and do not: what was probably written or keyed wrong.


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
    off = sum(known)
    signs = [Cause("sign", side, -n) for side, n in enumerate(known) if n and off == 2 * n]
    swapped = [
        Cause("swapped", side, n - off) for side, n in enumerate(known) if n - off in _swaps(n)
    ]
    entry = [Cause("hand", None, -off)] if abs(off) <= MOST_IN_A_HAND else []
    return [*signs, *swapped] or entry


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


def balance_problem(points: Sequence[int | None], names: Sequence[str]) -> str:
    """What is wrong with totals that must come to nothing, in a sentence or two; "" if nothing is.

    >>> balance_problem([14, 14], ["Anna", "Ben"])
    'The totals are 28 too many. Anna: 14 may be −14 (wrong sign). Ben: 14 may be −14 (wrong sign).'
    """
    causes = likely_causes(points)
    if causes and causes[0].kind == "empty":
        text = _("Total missing: %(name)s. With %(n)s the sheet would come to nothing.")
        return text % {"name": names[causes[0].side or 0], "n": plain(causes[0].value)}
    known = [number for number in points if number is not None]
    if len(known) < len(points):
        return missing_problem(points, names)
    off = sum(known)
    if not off:
        return ""
    text = _("The totals are %(n)s too many.") if off > 0 else _("The totals are %(n)s too few.")
    said = [text % {"n": abs(off)}]
    if not causes:
        said.append(_("Compare each total with the paper."))
    elif causes[0].kind == "hand":
        said.append(_look_for(abs(off)))
    else:
        said += [_guess(cause, points, names) for cause in causes[:MOST_CAUSES]]
    return " ".join(said)


def _guess(cause: Cause, points: Sequence[int | None], names: Sequence[str]) -> str:
    side = cause.side or 0
    said = {"name": names[side], "is": plain(points[side] or 0), "may": plain(cause.value)}
    if cause.kind == "sign":
        return _("%(name)s: %(is)s may be %(may)s (wrong sign).") % said
    return _("%(name)s: %(is)s may be %(may)s (digits swapped).") % said


def _look_for(off: int) -> str:
    """Which figure to look for in the hands of the paper sheet."""
    text = _("Look for a hand in which a %(n)s is missing or stands twice.")
    if off % 2 == 0:
        text = _(
            "Look for a hand in which a %(n)s is missing or stands twice, or a %(half)s has the "
            "wrong sign."
        )
    return text % {"n": off, "half": off // 2}


def missing_problem(points: Sequence[int | None], names: Sequence[str]) -> str:
    """Whose total is missing, in a sentence; "" if nobody’s is.

    >>> missing_problem([7, None], ["Anna", "Ben"])
    'Total missing: Ben.'
    """
    empty = [name for name, number in zip(names, points, strict=True) if number is None]
    if not empty:
        return ""
    text = ngettext("Total missing: %(names)s.", "Totals missing: %(names)s.", len(empty))
    return text % {"names": ", ".join(empty)}


def plus_problem(points: Sequence[int | None], names: Sequence[str], *, step: int) -> str:
    """What is wrong with totals where nobody writes a minus; "" if nothing is.

    >>> plus_problem([120, 0, 85], ["Anna", "Ben", "Cora"], step=5)
    ''
    >>> plus_problem([120, -5, 85], ["Anna", "Ben", "Cora"], step=5)
    'Ben: −5, and only plus points are written here.'
    >>> plus_problem([120, 0, 83], ["Anna", "Ben", "Cora"], step=5)
    'Cora: 83 is no multiple of 5. Is it 80 or 85?'
    """
    missing = missing_problem(points, names)
    if missing:
        return missing
    for name, number in zip(names, points, strict=True):
        said = {"name": name, "n": plain(number or 0), "step": step}
        if number is not None and number < 0:
            return _("%(name)s: %(n)s, and only plus points are written here.") % said
        if number is not None and number % step:
            said |= {"less": number - number % step, "more": number - number % step + step}
            text = _("%(name)s: %(n)s is no multiple of %(step)s. Is it %(less)s or %(more)s?")
            return text % said
    return ""


def match_problem(
    points: Sequence[int], games: Sequence[int], names: Sequence[str], *, due: int
) -> str:
    """What is wrong with the games of a match; "" if nothing is.

    >>> match_problem([12, 7], [0, 1], ["Anna + Cora", "Ben + Dirk"], due=1)
    'Ben + Dirk: game won, strokes 7 : 12.'
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
        text = _("%(name)s: game won, strokes %(n)s : %(most)s.")
        return text % {"name": names[winner], "n": points[winner], "most": max(points)}
    return ""


def games_won_label(target: int | None) -> str:
    """What won games are called: those to a target, or else single hands.

    >>> games_won_label(12)
    'Games won'
    """
    if target is None:
        return pgettext("one deal", "Games won")
    return pgettext("to a target", "Games won")


# Results that a director may want to look at: far from the rest, or twice the same.

MOST = 30

PLAIN = 10
"""From so many deviations on nobody cares for tenths."""


class Outlier(NamedTuple):
    """Something to look at, in a sentence, with the tables where it is: number and key."""

    round: int
    text: str
    tables: tuple[tuple[int, int], ...]


def worth_a_look(snapshot: Snapshot) -> list[Outlier]:
    """What stands out in each round, the latest round first; asks the database nothing.

    Looked at are the complete sheets: points per hand of each entry, how much was won and lost at
    a table, solos per hand at a table, and sheets with the same figures.
    """
    found: list[Outlier] = []
    for played in reversed(snapshot.rounds):
        if played.counts:
            found += _of_round(snapshot, played)
    return found[:MOST]


def rule_words() -> str:
    """The rule by which a figure is called far from the rest."""
    text = _(
        "Listed is what lies more than %(times)s robust standard deviations (1.48 times the median "
        "distance) from the median of its round, and sheets with the same figures. That is a "
        "reason to look, not a proof of anything."
    )
    return text % {"times": decimal(FAR, 1)}


def _of_round(snapshot: Snapshot, played: Played) -> Iterator[Outlier]:
    complete = {
        number: lines
        for number, lines in played.by_table.items()
        if all(line.is_in and not line.decided for line in lines)
    }
    keys = {number: lines[0].table_pk or 0 for number, lines in complete.items()}
    lines = [line for at in complete.values() for line in at]
    each = {line: Fraction(line.points, line.hands) for line in lines if line.hands}
    for far in far_from_the_rest(each):
        table, name = far.one.table or 0, snapshot.entries[far.one.entry].name
        text = _(
            "%(name)s. Points per hand: %(value)s. Middle: %(middle)s. Deviations from it: "
            "%(times)s."
        )
        text %= {"name": name, **_figures(far.value, far.middle, far.times)}
        yield Outlier(played.number, text, ((table, keys[table]),))
    yield from _of_tables(played, complete, keys)
    for numbers in alike({number: [line.points for line in at] for number, at in complete.items()}):
        text = ngettext(
            "%(count)s sheet with the same figures: %(figures)s.",
            "%(count)s sheets with the same figures: %(figures)s.",
            len(numbers),
        )
        figures = ", ".join(plain(line.points) for line in complete[numbers[0]])
        tables = tuple((number, keys[number]) for number in numbers)
        yield Outlier(played.number, text % {"count": len(numbers), "figures": figures}, tables)


def _of_tables(
    played: Played, complete: dict[int, list[SeatLine]], keys: dict[int, int]
) -> Iterator[Outlier]:
    hands = {number: max(line.hands for line in at) for number, at in complete.items()}
    swings = {number: sum(abs(line.points) for line in at) for number, at in complete.items()}
    solos = {number: sum(line.solos for line in at) for number, at in complete.items()}
    of_points = _(
        "Points won and lost per hand: %(value)s. Middle: %(middle)s. Deviations from it: "
        "%(times)s."
    )
    of_solos = _("Solos per hand: %(value)s. Middle: %(middle)s. Deviations from it: %(times)s.")
    for text, figures in ((of_points, swings), (of_solos, solos)):
        per_hand = {one: Fraction(figures[one], hands[one]) for one in complete if hands[one]}
        for far in far_from_the_rest(per_hand):
            words = _figures(far.value, far.middle, far.times)
            yield Outlier(played.number, text % words, ((far.one, keys[far.one]),))


def _figures(value: Value, middle: Value, times: float) -> dict[str, str]:
    return {
        "value": decimal(value),
        "middle": decimal(middle),
        "times": decimal(times, 1 if times < PLAIN else 0),
    }


# Totals that may be right and seldom are: whoever keys them is asked once whether they are so.


FARTHER = 5
"""A total this many robust standard deviations away interrupts; a list shows what is nearer."""


def unlikely_totals(place: EventTable, record: Mapping[str, Any], names: Sequence[str]) -> str:
    """What is to be asked about the totals of a table, or nothing; at most two SQL queries."""
    points = list(record["points"])
    return _twice(place, points) or _far(place, points, record.get("hands"), names)


def _twice(place: EventTable, points: list[int]) -> str:
    """Whether another table of the round has the very same figures: perhaps it is its sheet."""
    # The tables that are played at the same time.
    at_once: dict[str, object] = {"round": place.round}
    if place.round.event.format.rolling:
        at_once = {"round__event": place.round.event_id}
    rows = _complete(Result.objects.exclude(event_table=place).filter(**at_once)).order_by("side")
    others: dict[int, list[int]] = {}
    for number, own in rows.values_list("event_table__number", "points"):
        others.setdefault(number, []).append(own)
    for number, figures in sorted(others.items()):
        if alike({0: points, 1: figures}):
            text = _("Table %(table)s has the same totals: %(figures)s. Is this another sheet?")
            return text % {"table": number, "figures": ", ".join(map(plain, points))}
    return ""


def _far(place: EventTable, points: list[int], hands: int | None, names: Sequence[str]) -> str:
    """Whether somebody has far more for each hand than anybody else of the event."""
    count = hands or place.hands_due
    if not count:
        return ""
    results = _complete(Result.objects.filter(round__event=place.round.event_id))
    rest = results.exclude(event_table=place).filter(hands__gt=0).values_list("points", "hands")
    usual = {nth: Fraction(own, played) for nth, (own, played) in enumerate(rest)}
    for side, own in enumerate(points):
        brought = Fraction(own, count)
        if usual and min(usual.values()) <= brought <= max(usual.values()):
            continue
        found = far_from_the_rest({**usual, -1: brought})
        if any(far.one == -1 and far.times >= FARTHER for far in found):
            text = _(
                "%(name)s. Points: %(points)s. Hands: %(hands)s. That is far from what anybody "
                "else has: is it right?"
            )
            name = names[side] if side < len(names) else str(side + 1)
            return text % {"points": plain(own), "hands": count, "name": name}
    return ""


def _complete(results: QuerySet[Result]) -> QuerySet[Result]:
    return results.filter(is_in=True, event_table__isnull=False).exclude(
        round__state=Round.CANCELLED
    )


# Hands of which a paper sheet has nothing but who won and how much: each is checked by itself.
#
# Where nobody writes a minus no sum checks a sheet, so every row must be one that the game can
# give, and whoever sits out in a hand writes nothing in it.


class Dealt(NamedTuple):
    """Who deals a hand, and which columns get no cards in it."""

    dealer: int
    out: tuple[int, ...]


class Wrong(NamedTuple):
    """What is wrong with a row: the column of the figure, None for the whole row, and why."""

    column: int | None
    sentence: str


def takes_rows(place: EventTable) -> bool:
    """Whether the points of a table can be keyed hand by hand: all who sat down are there still."""
    settings = place.round.event.format
    if not settings.only_good:
        return False
    has_moved = Leaving.objects.filter(result__event_table=place).exists()
    return not has_moved and place.table.seats.count() == place.table.players


def dealt_at(table: Table, count: int) -> list[Dealt]:
    """Who deals the first hands of a table, one after the other, and who sits out."""
    ruleset, circle = find_ruleset(table.ruleset), tuple(range(table.players))
    dealer, found = table.first_dealer, []
    for _hand in range(count):
        here = around(ruleset, circle, dealer)
        found.append(Dealt(dealer, here.out))
        dealer = here.left
    return found


def possible_at(place: EventTable) -> Possible | None:
    """What a hand at this table can come to on its sheet, None where that cannot be told."""
    ruleset = find_ruleset(place.table.ruleset)
    found = possible(ruleset, place.table.options)
    settings = place.round.event.format
    return found and plus_only(found, worth_of_a_point(settings, ruleset))


def row_problem(
    found: Possible | None, row: Sequence[int], out: Sequence[int], step: int
) -> Wrong | None:
    """What is wrong with the points of a hand, one for each column; None if nothing is.

    Where nobody can tell what a hand comes to, they are multiples of `step`, and one, two or
    three have won: three against a lost solo.
    """
    for column in out:
        if row[column]:
            return Wrong(column, _("Who deals here sits out, and writes nothing in this hand."))
    playing = [column for column in range(len(row)) if column not in out]
    if found is not None:
        problem = found.problem([row[column] for column in playing])
        if problem is None:
            return None
        at = None if problem.place is None else playing[problem.place]
        return Wrong(at, spoken(problem.text))
    for column in playing:
        if row[column] % step:
            return Wrong(column, _("No multiple of %(step)s.") % {"step": step})
    winners = sum(row[column] > 0 for column in playing)
    if not 0 < winners < len(playing):
        return Wrong(None, _("One or two win a hand, or all but one."))
    return None


def lines_problem(place: EventTable, record: dict[str, Any]) -> str:
    """What is wrong with the rows that a record of totals brings; "" if nothing is."""
    lines: list[list[int]] = record["lines"]
    settings = place.round.event.format
    found = possible_at(place)
    for number, (row, deal) in enumerate(
        zip(lines, dealt_at(place.table, len(lines)), strict=True), 1
    ):
        if len(row) != len(record["points"]):
            return _("Other people sit at this table now. Key its totals again.")
        wrong = row_problem(found, row, deal.out, settings.good_step)
        if wrong is not None:
            text = _("Hand %(number)s: %(why)s")
            return text % {"number": number, "why": wrong.sentence}
    if [sum(column) for column in zip(*lines, strict=True)] != list(record["points"]):
        return _("The hands do not add up to the totals. Key them again.")
    return ""
