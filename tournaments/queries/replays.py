"""What a table's stored hands come to: the one way from the database to the scoring engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from scoring import HandProblem, Replay, find_ruleset, replay
from scoring.ruleset import NOTHING_CARRIED, Carried, Ruleset
from tournaments.models import HandVersion, Seat, Table


@dataclass(frozen=True)
class ComingHand:
    """What surrounds a hand that is to be entered: who deals, who plays, what is pending."""

    number: int
    dealer: int
    active: tuple[int, ...]
    sitting_out: tuple[int, ...]
    carried: Carried


class ImpossibleHand(Exception):
    """A sheet that cannot be: the hand in which it shows, and the engine's problem with it."""

    def __init__(self, number: int, problem: HandProblem) -> None:
        super().__init__(number, problem)
        self.number = number
        self.problem = problem


def latest_versions(table: Table) -> list[HandVersion]:
    """The latest version of each hand in the order of the sheet, withdrawn ones included."""
    return list(
        HandVersion.objects.filter(hand__table=table, number=F("hand__version"))
        .select_related("hand")
        .order_by("hand__number")
    )


def counted(versions: Sequence[HandVersion]) -> list[HandVersion]:
    """The versions that count: all but the withdrawn ones."""
    return [version for version in versions if not version.is_withdrawn]


def table_record(table: Table, versions: Sequence[HandVersion]) -> list[dict[str, Any]]:
    """The hands as the scoring contract has them; the first one says who dealt it."""
    hands: list[dict[str, Any]] = [dict(version.record) for version in counted(versions)]
    first = next((hand for hand in hands if "adjustment" not in hand), None)
    if first is not None:
        first.setdefault("dealer", table.first_dealer)
    return hands


def replay_table(table: Table, versions: Sequence[HandVersion]) -> Replay:
    """The whole sheet of a table; raises ImpossibleHand."""
    hands = table_record(table, versions)
    try:
        return replay(find_ruleset(table.ruleset), table.options, table.players, hands)
    except HandProblem as problem:
        place = len(hands) - 1 if problem.hand is None else problem.hand
        raise ImpossibleHand(counted(versions)[place].hand.number, problem) from problem


def coming_hand(
    table: Table, versions: Sequence[HandVersion], *, dealer: int | None = None
) -> ComingHand:
    """What the hand after `versions` must be; a `dealer` that is given is taken as it is."""
    ruleset = find_ruleset(table.ruleset)
    is_first = all("adjustment" in version.record for version in counted(versions))
    expected, carried = table.first_dealer, NOTHING_CARRIED
    if not is_first:
        after = replay_table(table, versions).next
        expected, carried = after.dealer, after.carried
    return around(
        ruleset,
        table.players,
        number=versions[-1].hand.number + 1 if versions else 1,
        dealer=expected if dealer is None else dealer,
        carried=carried,
    )


def around(
    ruleset: Ruleset, players: int, *, number: int, dealer: int, carried: Carried
) -> ComingHand:
    """The hand of that number and dealer, with who sits out in it."""
    out = ruleset.sitting_out(dealer, players)
    active = tuple(seat for seat in range(players) if seat not in out)
    return ComingHand(number, dealer, active, out, carried)


def seat_names(table: Table) -> list[str]:
    """The names at the table in seat order."""
    return list(Seat.objects.filter(table=table).order_by("index").values_list("name", flat=True))


def side_names(ruleset: Ruleset, names: Sequence[str]) -> list[str]:
    """The names of the sides that score: the people, or the two pairs."""
    if ruleset.scores == "pairs":
        return [f"{names[0]} + {names[2]}", f"{names[1]} + {names[3]}"]
    return list(names)


def side_of(ruleset: Ruleset, seat: int) -> int:
    """The side for which a seat scores."""
    return seat % 2 if ruleset.scores == "pairs" else seat
