"""The highest game of an event: from the hands, or as a director named it.

What the hands at a table come to is kept with the results, so that this costs as much as a
standing does and never looks at hands. Where a round is worth a factor, the points count with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.translation import gettext as _

from scoring import Replay, find_ruleset
from scoring.labels import side_of
from scoring.results import Value, as_int_if_whole
from scoring.ruleset import Ruleset
from scoring.table import Row
from tournaments.common.cache import kept
from tournaments.events.results.queries.sheets import first_hands, got_cards
from tournaments.events.standings.queries.standings import RANKED, EventStanding
from tournaments.models import Event, EventTable, Leaving, NamedHighest, Result
from tournaments.settings.awards import Game, Highest
from tournaments.settings.event import worth_of_a_point
from tournaments.settings.figures import amount
from tournaments.tables.queries import hand_places, leaving_of

# Which hand of a sheet brought an entry most: the highest game, as far as a table knows it.
#
# It is a game that the entry took on and won: as the picker or with the picker, in the same side. A
# hand that everybody passed (a leaster, a doubler that was played out) is nobody's game, what
# defenders get for a lost one is not theirs, and an adjustment is no hand. Where pairs play, it is
# whichever pair won the hand. Points are those of the sheet, marks and doublings included.

TOOK_IT = ("picker", "partner")


class Top(NamedTuple):
    """The most that a side won with a game of its own, and the number of that hand on the sheet.

    Both are 0 where it won none. `kept` are the hands in which it got cards.
    """

    points: int = 0
    hand: int = 0
    kept: int = 0


def tops_of(
    place: EventTable, results: Iterable[Result], sheet: Replay, numbers: Sequence[int]
) -> dict[int, Top]:
    """By the column of each result, its highest game.

    `numbers` are those of the lines that count, in the order of the sheet. Where a director
    decided that the totals from paper count instead of the hands, no highest game is known.
    """
    found = {result.side or 0: Top() for result in results}
    if not sheet.rows or place.counts == EventTable.TOTALS:
        return found
    ruleset = find_ruleset(place.table.ruleset)
    settings = place.round.event.format
    worth = worth_of_a_point(settings, ruleset)
    for result in results:
        leaving = leaving_of(result)
        is_outside = leaving is not None and leaving.remedy == Leaving.OUTSIDE
        counting = first_hands(sheet, leaving.hands) if leaving and is_outside else sheet
        own = result.side or 0
        side = side_of(ruleset, own)
        top = _top(ruleset, counting.rows, side, numbers)
        found[own] = top._replace(points=top.points * worth)
    return found


def _top(ruleset: Ruleset, rows: list[Row], side: int, numbers: Sequence[int]) -> Top:
    played = [(row, number) for row, number in zip(rows, numbers, strict=False) if _is_dealt(row)]
    kept = sum(got_cards(row.roles, side) for row, _number in played)
    best = Top(kept=kept)
    for row, number in played:
        if row.points[side] > best.points and _is_own(ruleset, row, side):
            best = Top(row.points[side], number, kept)
    return best


def _is_dealt(row: Row) -> bool:
    return row.dealer is not None


def _is_own(ruleset: Ruleset, row: Row, side: int) -> bool:
    return ruleset.scores == "pairs" or row.roles[side] in TOOK_IT


class HadIt(NamedTuple):
    """Somebody who had the highest game: the start number, the name, and the game.

    `place` is the key of the event's table.
    """

    number: int
    name: str
    game: Game
    place: int

    @property
    def words(self) -> str:
        """Where it was played, and how much it was."""
        return game_in_words(self.game)


@dataclass(frozen=True)
class HighestGames:
    """Who had the highest game as the hands say, and who as a director named them.

    Of `tables` in all `unknown` have no hands, or not all of theirs: there may have been a higher
    one. `named` holds before the hands.
    """

    had: tuple[HadIt, ...] = ()
    tables: int = 0
    unknown: int = 0
    named: NamedHighest | None = None
    names: Mapping[int, str] | None = None

    @property
    def keeps_no_hands(self) -> bool:
        """Whether the event has totals alone, so that somebody must name the highest game."""
        return self.tables > 0 and self.tables == self.unknown and not self.had

    @property
    def winners(self) -> list[tuple[int, str]]:
        """Start numbers and names of those whom a director named."""
        named = self.named.winners if self.named else []
        return [(number, (self.names or {}).get(number, "")) for number in named]


def highest_games(standing: EventStanding) -> HighestGames:
    """The highest game so far; one SQL query where nothing has changed, else at most three."""
    event = standing.snapshot.event
    found = _from_hands(standing)
    named = latest_named(event)
    names = {number: entry.name for number, entry in standing.by_number.items()}
    return HighestGames(*found, named=named, names=names)


def latest_named(event: Event) -> NamedHighest | None:
    """Whom a director named last and did not take back; one SQL query."""
    return NamedHighest.objects.filter(event=event, withdrawn_at=None).order_by("-pk").first()


def highest_of(games: HighestGames) -> list[Highest]:
    """Who gets the prize: those who were named, or those who had it as the hands say."""
    if games.named:
        return [Highest(number, words=games.named.words) for number in games.named.winners]
    return [Highest(one.number, one.game) for one in games.had]


def game_in_words(game: Game) -> str:
    """Where a game was played, and how much it was."""
    worth, points = amount(as_int_if_whole(Fraction(game.worth))), amount(game.points)
    values = game._asdict() | {"points": points, "worth": worth}
    text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s")
    if worth != points:
        text = _("Round %(round)s, table %(table)s, hand %(hand)s: %(points)s, counts %(worth)s")
    return text % values


Found = tuple[tuple[HadIt, ...], int, int]


def _from_hands(standing: EventStanding) -> Found:
    snapshot = standing.snapshot
    rounds = tuple(one.round.pk for one in standing.counted)
    key = (snapshot.event.pk, snapshot.event.submission, rounds, "highest")
    return kept(key, snapshot.state, lambda: _read(standing, rounds))


def _read(standing: EventStanding, rounds: Sequence[int]) -> Found:
    at_tables = Result.objects.filter(round__in=rounds).exclude(event_table=None)
    ranked = Q(entry__status__in=RANKED, entry__is_house=False)
    is_unknown = Q(kept_hands__lt=F("hands"))
    figures = list(
        at_tables.values("round", "round__number")
        .order_by("round__number")
        .annotate(
            top=Max("top_points", filter=ranked),
            tables=Count("event_table", distinct=True),
            unknown=Count("event_table", distinct=True, filter=is_unknown),
        )
    )
    tables = sum(row["tables"] for row in figures)
    unknown = sum(row["unknown"] for row in figures)
    factor = standing.snapshot.settings.rules("").factor
    worth = {row["round"]: (row["top"] or 0) * factor(row["round__number"]) for row in figures}
    best = max(worth.values(), default=0)
    if not best:
        return (), tables, unknown
    is_best = Q()
    for row in figures:
        if worth[row["round"]] == best:
            is_best |= Q(round=row["round"], top_points=row["top"])
    return tuple(_had(standing, at_tables.filter(is_best, ranked), best)), tables, unknown


def _had(standing: EventStanding, results: QuerySet[Result], worth: Value) -> Iterator[HadIt]:
    """Everybody once, with the first of the games that were as high."""
    place = ("round__number", "event_table__number", "top_hand", "top_points")
    rows = results.order_by(*place[:3], "entry__number")
    seen: set[int] = set()
    sheet = "event_table__table"
    found = list(rows.values_list("entry__number", "event_table_id", sheet, *place))
    called = hand_places(row[2] for row in found)
    for number, table, key, round_number, table_number, line, points in found:
        hand = called.get((key, line), line)
        if number in standing.places and number not in seen:
            seen.add(number)
            name = standing.by_number[number].name
            game = Game(round_number, table_number, hand, points, str(as_int_if_whole(worth)))
            yield HadIt(number, name, game, table)
