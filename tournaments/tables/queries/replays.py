"""What a table's stored hands come to: the one way from the database to the scoring engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from scoring import HandProblem, Replay, find_ruleset, replay
from scoring.circle import around, count_columns, dealer_after_change
from scoring.ruleset import Carried, Deal, Ruleset
from tournaments.models import HandVersion, Seat, Table


@dataclass(frozen=True)
class ComingHand:
    """What surrounds a hand that is to be entered: who sits there, deals and plays, what is
    pending. People are columns of the sheet; `circle` has them clockwise. `place` is what people
    call it, `number` the key of its line."""

    number: int
    place: int
    circle: tuple[int, ...]
    columns: int
    dealer: int
    active: tuple[int, ...]
    sitting_out: tuple[int, ...]
    carried: Carried

    def deal(self, table: Table) -> Deal:
        """The same for the engine."""
        return Deal(
            dealer=self.dealer,
            active=self.active,
            seats=self.columns,
            options=table.options,
            carried=self.carried,
            circle=self.circle,
        )


class ImpossibleHand(Exception):
    """A sheet that cannot be: the hand in which it shows, and the engine's problem with it.

    `number` is the key of its line, `place` what people call it.
    """

    def __init__(self, number: int, place: int, problem: HandProblem) -> None:
        super().__init__(number, place, problem)
        self.number = number
        self.place = place
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


def hands_among(versions: Sequence[HandVersion]) -> int:
    """How many of these are hands that count: what the last of them is called by."""
    return sum(is_hand(version.record) for version in counted(versions))


def hand_places(tables: Iterable[int]) -> dict[tuple[int, int], int]:
    """What the hands of these tables are called, by table and key of the line; one SQL query.

    A hand is called by its place among those that count: withdrawn ones, corrections of points and
    who came or left have none.
    """
    hands = HandVersion.objects.filter(
        hand__table__in=set(tables), number=F("hand__version"), is_withdrawn=False
    ).exclude(record__has_any_keys=["adjustment", "seated"])
    keys = hands.order_by("hand__table", "hand__number").values_list("hand__table", "hand__number")
    places: dict[tuple[int, int], int] = {}
    passed: dict[int, int] = {}
    for table, number in keys:
        passed[table] = places[table, number] = passed.get(table, 0) + 1
    return places


def is_hand(record: dict[str, Any]) -> bool:
    """Whether an entry of a sheet is a hand: no adjustment, and no change of people."""
    return "adjustment" not in record and "seated" not in record


def table_record(table: Table, versions: Sequence[HandVersion]) -> list[dict[str, Any]]:
    """The entries as the scoring contract has them; the first hand says who dealt it."""
    entries: list[dict[str, Any]] = [dict(version.record) for version in counted(versions)]
    first = next((place for place, entry in enumerate(entries) if is_hand(entry)), None)
    if first is not None:
        entries[first].setdefault("dealer", _first_dealer(table, entries[:first]))
    return entries


def replay_table(
    table: Table, versions: Sequence[HandVersion], entered: HandVersion | None = None
) -> Replay:
    """The whole sheet of a table; raises ImpossibleHand.

    Versions that are not saved are entered now, and so is `entered`; all others stand.
    """
    entries = table_record(table, versions)
    standing = [
        place
        for place, version in enumerate(counted(versions))
        if version.pk is not None and version is not entered
    ]
    try:
        return replay(
            find_ruleset(table.ruleset),
            table.options,
            table.players,
            entries,
            standing=frozenset(standing),
        )
    except HandProblem as problem:
        place = len(entries) - 1 if problem.hand is None else problem.hand
        counting = counted(versions)
        called = hands_among(counting[: place + 1])
        raise ImpossibleHand(counting[place].hand.number, called, problem) from problem


def coming_hand(
    table: Table, versions: Sequence[HandVersion], *, dealer: int | None = None
) -> ComingHand:
    """What the hand after `versions` must be; a `dealer` that is given is taken as it is."""
    return hand_after(table, versions, replay_table(table, versions), dealer=dealer)


def hand_after(
    table: Table, versions: Sequence[HandVersion], sheet: Replay, *, dealer: int | None = None
) -> ComingHand:
    """The same, where the versions have been replayed already."""
    circle, expected = sheet.next.seated, sheet.next.dealer
    ruleset = find_ruleset(table.ruleset)
    records = [version.record for version in counted(versions)]
    if not any(map(is_hand, records)):
        expected = _first_dealer(table, records)
    dealer = expected if dealer is None else dealer
    playing = around(ruleset, circle, dealer)
    return ComingHand(
        number=versions[-1].hand.number + 1 if versions else 1,
        place=sum(map(is_hand, records)) + 1,
        circle=circle,
        columns=count_columns(ruleset, table.players, records),
        dealer=dealer,
        active=playing.active,
        sitting_out=playing.out,
        carried=sheet.next.carried,
    )


def _first_dealer(table: Table, entries: Sequence[dict[str, Any]]) -> int:
    """Who deals the first hand after these entries: as agreed, or the next who is still there."""
    due, circle = table.first_dealer, list(range(table.players))
    for entry in entries:
        if "seated" in entry:
            due, circle = dealer_after_change(circle, entry["seated"], due), entry["seated"]
    return due


def seat_names(table: Table) -> list[str]:
    """The names at the table in seat order."""
    return list(Seat.objects.filter(table=table).order_by("index").values_list("name", flat=True))


def side_of(ruleset: Ruleset, seat: int) -> int:
    """The side for which a seat scores."""
    return seat % 2 if ruleset.scores == "pairs" else seat
