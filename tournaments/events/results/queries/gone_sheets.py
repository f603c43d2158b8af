"""What can stand in the place of a sheet that is gone for good, and how that is said."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import find_ruleset
from tournaments.events.results.queries.balance import signed
from tournaments.events.results.queries.closing import Missing
from tournaments.events.results.queries.sheets import counted_source, hands_each, latest_totals
from tournaments.models import Decided, EventTable, Result, Round
from tournaments.tables.queries.replays import side_of

BY_POINTS = ("points", "average")
SHORT: Mapping[str, str | Promise] = {
    Decided.AVERAGE: gettext_lazy("average"),
    Decided.AGREED: gettext_lazy("agreed"),
    Decided.ANNULLED: gettext_lazy("annulled"),
}
LONG: Mapping[str, str | Promise] = {
    Decided.AVERAGE: gettext_lazy(
        "The sheet is gone: everybody at the table has the average of the own other rounds."
    ),
    Decided.AGREED: gettext_lazy("The sheet is gone: the table agreed on the totals."),
    Decided.ANNULLED: gettext_lazy(
        "The sheet is gone and was annulled: for those at the table this round was not played."
    ),
}


class CannotDecide(Exception):
    """Why a sheet cannot be decided so, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Average(NamedTuple):
    """What one side gets: its points, and from which points, hands and rounds they come."""

    points: int
    of_points: int
    of_hands: int
    rounds: tuple[int, ...]


class GoneSide(NamedTuple):
    """What one side of a sheet that is gone has, and where an average comes from."""

    name: str
    points: int
    source: str


class GoneSheet(NamedTuple):
    """How a sheet was decided that is gone, for everybody; nobody has points where it counts for
    nobody."""

    words: str
    sides: tuple[GoneSide, ...]


def gone_sheet(place: EventTable, names: Sequence[str], *, has_hands: bool) -> GoneSheet | None:
    """How the sheet of a table was decided, None for a sheet that is there; one SQL query."""
    keyed = latest_totals(place)
    if keyed is None or counted_source(place, keyed, has_hands=has_hands) != EventTable.TOTALS:
        return None
    way = keyed.record.get("decided", "")
    if not way:
        return None
    points = [] if way == Decided.ANNULLED else keyed.record["points"]
    sources = [source_of(keyed.record, side) for side in range(len(points))]
    sides = tuple(map(GoneSide, names, points, sources))
    return GoneSheet(str(LONG[way]), sides)


def source_of(record: Mapping[str, Any], side: int) -> str:
    """Where the average of a side comes from, "" where it has none."""
    sources = record.get("from") or []
    found = sources[side] if side < len(sources) else []
    return source_words(found) if len(found) > 2 else ""


def sources_of(entry: int, tables: Collection[int]) -> dict[int, str]:
    """By the key of a table, where the average comes from that an entry has there.

    No SQL query for no tables, else one.
    """
    if not tables:
        return {}
    here = Result.objects.filter(entry=entry, event_table__table__in=tables)
    rows = here.order_by("event_table__totals__number").values_list(
        "event_table__table_id",
        "event_table__table__ruleset",
        "side",
        "event_table__totals__record",
    )
    return {
        table: source_of(record or {}, side_of(find_ruleset(ruleset), seat or 0))
        for table, ruleset, seat, record in rows
    }


def is_gone(missing: Missing | None) -> bool:
    """Whether a table lacks its result, so that it can be decided without the sheet."""
    return missing is not None and not missing.row.has_result


def averages_of(place: EventTable, results: Sequence[Result], sides: int) -> list[Average]:
    """What each side gets by the average of its other closed rounds; raises CannotDecide.

    Only rounds of the same game count, and none whose sheet was averaged or annulled itself.
    """
    settings = place.round.event.format
    if settings.yields not in BY_POINTS:
        raise CannotDecide(
            _("Places or matches decide here: no average. Let the table agree, or annul it.")
        )
    if not place.hands_due:
        raise CannotDecide(
            _("Nobody knows how many hands were due here, so there is no average for them.")
        )
    ruleset = find_ruleset(place.table.ruleset)
    hands = hands_each(place, place.hands_due, sides)
    step = settings.good_step if settings.only_good else 1
    found = [Average(0, 0, 0, ())] * sides
    others = _others(place, results)
    for result in results:
        own = _average(others.get(result.entry_id, []), hands, step)
        if own is None and not result.entry.is_house:
            text = _("%(name)s has no other closed round, so there is no average to give.")
            raise CannotDecide(text % {"name": result.entry.name})
        if own is not None:
            found[side_of(ruleset, result.side or 0)] = own
    return found


def _others(place: EventTable, results: Sequence[Result]) -> dict[int, list[Result]]:
    """By entry, its results of other closed rounds; one SQL query."""
    played = Result.objects.filter(
        entry__in=[result.entry_id for result in results],
        round__state=Round.CLOSED,
        event_table__table__ruleset=place.table.ruleset,
        decided__in=("", Decided.AGREED),
        hands__gt=0,
    )
    found: dict[int, list[Result]] = {}
    for one in played.exclude(round=place.round).select_related("round").order_by("round__number"):
        found.setdefault(one.entry_id, []).append(one)
    return found


def _average(others: Sequence[Result], hands: int, step: int) -> Average | None:
    if not others:
        return None
    points, played = sum(one.points for one in others), sum(one.hands for one in others)
    rounds = tuple(one.round.number for one in others)
    return Average(rounded(Fraction(points * hands, played), step), points, played, rounds)


def rounded(value: Fraction, step: int) -> int:
    """A figure to the next multiple of a step, half away from zero.

    >>> rounded(Fraction(5, 2), 1), rounded(Fraction(-5, 2), 1), rounded(Fraction(14), 10)
    (3, -3, 10)
    """
    steps = int(abs(value) / step + Fraction(1, 2))
    return (steps if value >= 0 else -steps) * step


def average_record(place: EventTable, averages: Sequence[Average]) -> dict[str, Any]:
    """Averages as totals are kept."""
    return {
        "points": [one.points for one in averages],
        "hands": place.hands_due,
        "decided": str(Decided.AVERAGE),
        "from": [[one.of_points, one.of_hands, *one.rounds] for one in averages],
    }


def annulled_record(sides: int) -> dict[str, Any]:
    """A sheet that counts for nobody, as totals are kept."""
    return {"points": [0] * sides, "hands": 0, "decided": str(Decided.ANNULLED)}


def source_words(source: Sequence[int]) -> str:
    """Where an average comes from: "12 points in 60 hands of rounds 1, 2".

    >>> source_words([12, 60, 1, 2])
    '12 points in 60 hands of rounds 1, 2'
    """
    points, hands, *rounds = source
    text = ngettext(
        "%(points)s points in %(hands)s hands of round %(rounds)s",
        "%(points)s points in %(hands)s hands of rounds %(rounds)s",
        len(rounds),
    )
    listed = ", ".join(map(str, rounds))
    return text % {"points": signed(points), "hands": hands, "rounds": listed}
