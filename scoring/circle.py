"""Who sits at the table, clockwise, and who of them plays: the circle, and how it changes.

Everybody who ever sat at a table has a column of the sheet, numbered in order of appearance. The
circle holds the columns of those who sit there now, clockwise from anybody.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.errors import HandProblem, unknown_field
from scoring.reading import is_number
from scoring.ruleset import Hand, Reason, Ruleset
from scoring.words import Side, Word, _

MOST_COLUMNS = 12
"""More people than this on one sheet do not fit on paper, nor at one table in an evening."""

Circle = tuple[int, ...]


class Around(NamedTuple):
    """What follows from who deals: who plays and who sits out (ascending), who deals next."""

    active: tuple[int, ...]
    out: tuple[int, ...]
    left: int


@lru_cache(maxsize=2**12)
def each_dealer(ruleset: Ruleset, circle: Circle) -> Mapping[int, Around]:
    """For everybody in the circle: what follows when he deals."""
    size = len(circle)
    found = {}
    for place, dealer in enumerate(circle):
        out = {circle[position] for position in ruleset.sitting_out(place, size)}
        active = tuple(sorted(column for column in circle if column not in out))
        found[dealer] = Around(active, tuple(sorted(out)), circle[(place + 1) % size])
    return found


def around(ruleset: Ruleset, circle: Sequence[int], dealer: int) -> Around:
    """Who plays and who sits out when `dealer`, who must sit in the circle, deals.

    >>> from scoring.rulesets import RULESETS
    >>> around(RULESETS["sheepshead5-wikipedia"], (0, 1, 2, 6, 3, 4), 2)
    Around(active=(0, 1, 3, 4, 6), out=(2,), left=6)
    """
    return each_dealer(ruleset, tuple(circle))[dealer]


def least_hands(ruleset: Ruleset, hands: int, people: int) -> int:
    """In how many of so many hands everybody at a table of `people` gets cards at least.

    Whoever deals first, the deal goes round; who sits out then is the ruleset's to say.

    >>> from scoring.rulesets import RULESETS
    >>> [least_hands(RULESETS["sheepshead4-coins"], hands, 5) for hands in (1, 2, 5, 7, 10)]
    [0, 1, 4, 5, 8]
    """
    rests = [0] * people
    for dealer in range(hands % people):
        for place in ruleset.sitting_out(dealer, people):
            rests[place] += 1
    each_time_round = len(ruleset.sitting_out(0, people))
    return hands - hands // people * each_time_round - max(rests)


def dealer_after_change(old: Sequence[int], new: Sequence[int], dealer: int) -> int:
    """Who is due to deal in the new circle when `dealer` was due in the old one.

    The same person; who has left hands the deal to the next one clockwise who stays.

    >>> dealer_after_change((0, 1, 2, 3), (0, 2, 3), 2), dealer_after_change((0, 1, 2), (0, 2), 1)
    (2, 2)
    """
    place = old.index(dealer)
    heirs = (column for column in (*old[place:], *old[:place]) if column in new)
    return next(heirs, new[0])


def count_columns(ruleset: Ruleset, players: int, hands: Iterable[object]) -> int:
    """The columns of a whole record: those who start, and those who are seated later on.

    Only numbers that come in their turn are counted; the others are refused where they stand.

    >>> from scoring.rulesets import RULESETS
    >>> entries = [{"seated": [0, 1, 2, 3]}, {"picker": 0}, {"seated": [4, 1, 2, 3]}]
    >>> count_columns(RULESETS["sheepshead3-coins"], 3, entries)
    5
    """
    count = players
    if ruleset.scores == "pairs":
        return count
    for entry in hands:
        if isinstance(entry, dict) and "seated" in entry and isinstance(entry["seated"], list):
            for column in sorted(filter(is_number, entry["seated"])):
                if column == count < MOST_COLUMNS:
                    count += 1
    return count


def read_seated(entry: Hand, ruleset: Ruleset, circle: Circle, known: int) -> Circle:
    """The new circle of an entry that seats people; `known` columns have been introduced."""
    for name in entry:
        if name not in ("seated", "reason"):
            raise unknown_field(name, "seated", _("Who sits here has only a reason beside it."))
    if ruleset.scores == "pairs":
        raise HandProblem(
            "fixed_pairs",
            "seated",
            _("Two fixed pairs play here: nobody can join or leave; a new name can take a seat."),
        )
    seated = entry["seated"]
    if not isinstance(seated, list) or not all(is_number(column) for column in seated):
        raise HandProblem(
            "wrong_type", "seated", _("Say by number who sits at the table, clockwise.")
        )
    if len(seated) not in ruleset.tables:
        raise HandProblem(
            "bad_table_size",
            "seated",
            _("%(game)s is played at tables of %(sizes)s. Here would sit: %(count)s."),
            game=Word(ruleset.name),
            sizes=", ".join(str(size) for size in ruleset.tables),
            count=len(seated),
        )
    if len(set(seated)) < len(seated):
        raise HandProblem("seated_twice", "seated", _("Nobody can sit on two chairs."))
    if min(seated) < 0:
        raise HandProblem("bad_seat", "seated", _("People are numbered from 0."))
    new = sorted(column for column in seated if column >= known)
    if new != list(range(known, known + len(new))):
        text = _("Whoever is new here gets the next free number, %(next)s.")
        raise HandProblem("skipped_number", "seated", text, next=known)
    if known + len(new) > MOST_COLUMNS:
        text = _("A sheet has room for %(most)s people: start a new one.")
        raise HandProblem("too_many_people", "seated", text, most=MOST_COLUMNS)
    if _from_lowest(seated) == _from_lowest(circle):
        raise HandProblem(
            "nobody_moved", "seated", _("The same people sit here already, in the same order.")
        )
    return tuple(seated)


def _from_lowest(circle: Sequence[int]) -> list[int]:
    """The same circle, told from the lowest column on, so that two can be compared."""
    start = circle.index(min(circle)) if circle else 0
    return [*circle[start:], *circle[:start]]


def reasons_of_change(entry: Hand, old: Circle, new: Circle) -> list[Reason]:
    """A sentence for everybody who leaves or joins, one for changed seats, and why."""
    left = _("%(side)s leaves the table.")
    joined = _("%(side)s joins the table.")
    reasons = [Reason("left", left, side=Side(column)) for column in old if column not in new]
    reasons += [Reason("joined", joined, side=Side(column)) for column in new if column not in old]
    before = [column for column in old if column in new]
    after = [column for column in new if column in old]
    if _from_lowest(before) != _from_lowest(after):
        reasons.append(Reason("seats_changed", _("Seats were changed.")))
    if "reason" in entry:
        why = entry["reason"]
        if not isinstance(why, str) or not why.strip():
            raise HandProblem(
                "wrong_type", "reason", _("Say why in words, or leave the reason out.")
            )
        reasons.append(Reason("why", _("Why: %(why)s"), why=why.strip()))
    return reasons
