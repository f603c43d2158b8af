"""What the record book should keep of a sheet: read from the sheet itself, nothing is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from scoring import find_ruleset
from scoring.figures import Figures, Sitting, added, figures_of, hands_of, points_of
from scoring.ratings.sheets import TableSums, add_rated, table_sums
from tournaments.events.results.queries.sheets import counted_source
from tournaments.models import (
    CountedSheet,
    Event,
    EventTable,
    Feat,
    KeptTotal,
    Leaving,
    Member,
    Result,
    Round,
    SheetTally,
    Table,
)
from tournaments.records.queries.old_imports import hands_of_evening
from tournaments.tables.queries import SheetReading, leaving_of


def keeps_back(event: Event) -> bool:
    """Whether nobody may know the figures of an event yet.

    So it is before it is published, and, where its standings are hidden at some time, until its
    final list is locked.
    """
    is_hidden = event.format.shows != "always" and event.state != Event.FINAL
    return event.published_at is None or is_hidden


def sittings_of(sheet: SheetReading) -> list[Sitting]:
    """Who sat where for which hands, of whom the club knows; one SQL query besides the seats."""
    place, found = sheet.place, sheet.results
    if place is None:
        known = [(seat.index, seat.player_id) for seat in sheet.seats]
        return [Sitting(index, player) for index, player in known if player is not None]
    members = Member.objects.filter(entry__in=[result.entry_id for result in found])
    by_entry: dict[int, list[Member]] = {}
    for member in members.order_by("from_round", "pk"):
        by_entry.setdefault(member.entry_id, []).append(member)
    return [
        sitting
        for result in found
        for sitting in _of_entry(result, by_entry.get(result.entry_id, []), place, len(found))
    ]


def _of_entry(
    result: Result, members: Sequence[Member], place: EventTable, entries: int
) -> Iterable[Sitting]:
    """The columns of one entry: a pair has two, crosswise."""
    leaving = leaving_of(result)
    number = place.round.number
    for line in sorted({member.place for member in members}):
        column = (result.side or 0) + line * entries
        own = [member for member in members if member.place == line]
        now = [
            member
            for member in own
            if member.from_round <= number
            and (member.until_round is None or member.until_round >= number)
        ]
        if leaving is not None and leaving.remedy == Leaving.INHERITED and leaving.member in now:
            before = [m for m in own if m.from_round <= number and m.pk != leaving.member_id]
            if before:
                yield Sitting(column, before[-1].player_id, 0, leaving.hands)
            yield Sitting(column, now[-1].player_id, leaving.hands)
        elif now:
            until = leaving.hands if leaving and leaving.remedy == Leaving.OUTSIDE else None
            yield Sitting(column, now[-1].player_id, 0, until)


About = dict[str, Any]
"""What all rows about a sheet have: the table, whose it is, its day, whether it counts."""


class Expected(NamedTuple):
    """What should be kept about a sheet."""

    tallies: dict[int, SheetTally]
    feats: list[Feat]
    counted: CountedSheet | None


def expected_of(sheet: SheetReading) -> Expected | None:
    """What a sheet comes to for everybody whom the club knows.

    None where no club keeps it, or its round was called off. Where paper counts, the results of the
    event's table have been settled.
    """
    table, place = sheet.table, sheet.place
    event = place.round.event if place is not None else None
    club = event.club_id if event is not None else table.club_id
    if club is None or (place is not None and place.round.state == Round.CANCELLED):
        return None
    began = (event and event.starts_at) or table.opened_at
    about: About = {
        "table": table,
        "club_id": club,
        "played_on": timezone.localtime(began).date(),
        "counts": event is None or not keeps_back(event),
    }
    ruleset = find_ruleset(table.ruleset)
    if table.is_totals:
        return _of_totals(about, table, ruleset.seats)
    sittings, rows = sittings_of(sheet), sheet.replay.rows
    are_pairs = ruleset.scores == "pairs"
    found, feats = figures_of(ruleset, sheet.replay, sittings)
    sums = table_sums(rows, are_pairs=are_pairs)
    hands = sum(not row.is_void for row in rows if row.dealer is not None)
    keyed = sheet.keyed
    if place is not None and keyed is not None:
        source = counted_source(place, keyed, has_hands=bool(rows))
        if source == EventTable.TOTALS and keyed.record.get("decided"):
            return Expected({}, [], None)  # nobody knows what was played
        if source == EventTable.TOTALS:
            hands, feats = int(keyed.record.get("hands", place.hands_due)), []
            found, sums = _from_paper(sheet.results, sittings, are_pairs=are_pairs)
    add_rated(found, sittings, sums, are_pairs=are_pairs)
    numbers = sheet.numbers
    tallies = {
        person: _tally(about, table.ruleset, event, person, figures, numbers)
        for person, figures in found.items()
        if added([figures.counts])
    }
    return Expected(
        tallies,
        [
            Feat(**about, player_id=feat.person, hand=numbers[feat.entry], kind=feat.kind)
            for feat in feats
        ],
        CountedSheet(**about, ruleset=table.ruleset, hands=hands) if tallies else None,
    )


def _from_paper(
    results: Sequence[Result], sittings: Sequence[Sitting], *, are_pairs: bool
) -> tuple[dict[int, Figures], TableSums]:
    """What the totals of a paper sheet come to, for those who sat there at the end, and in all.

    Where nobody says how many hands were played, as in a match to a target, the points are in no
    mean of a hand, like those of old evenings.
    """
    found: dict[int, Figures] = {}
    points, hands = (sum(getattr(row, name) for row in results) for name in ("points", "hands"))
    for sitting in sittings:
        if sitting.until is not None:
            continue
        result = results[sitting.column % len(results)]
        counts = found.setdefault(sitting.person, Figures()).counts
        if hands:
            counts.update({"paper.points": result.points, "paper.hands": result.hands})
        else:
            counts.update({"totals.points": result.points, "totals.evenings": 1})
        if are_pairs:
            counts["conceded"] += results[(sitting.column + 1) % len(results)].points
    return found, TableSums(points, hands)


def _of_totals(about: About, table: Table, seats: int) -> Expected:
    """What an old evening comes to, of which only totals are known; one SQL query.

    Nothing is rated: nobody knows who sat with whom. `seats` play a hand.
    """
    rows = list(KeptTotal.objects.filter(seat__table=table).select_related("seat"))
    tallies = {}
    for row in rows:
        person = row.seat.player_id
        if person is not None:
            counts = {"totals.evenings": 1, "totals.points": row.points}
            if row.hands:
                counts = {"paper.hands": row.hands, "paper.points": row.points}
            figures = Figures(Counter(counts))
            tallies[person] = _tally(about, table.ruleset, None, person, figures, [])
    hands = hands_of_evening([row.hands or 0 for row in rows], seats)
    sheet = CountedSheet(**about, ruleset=table.ruleset, hands=hands) if tallies else None
    return Expected(tallies, [], sheet)


def _tally(
    about: About,
    ruleset: str,
    event: Event | None,
    person: int,
    figures: Figures,
    numbers: list[int],
) -> SheetTally:
    best, worst = figures.best, figures.worst
    return SheetTally(
        **about,
        ruleset=ruleset,
        player_id=person,
        event=event,
        hands=hands_of(figures.counts),
        points=points_of(figures.counts),
        best=best[0] if best else None,
        best_hand=numbers[best[1]] if best else None,
        worst=worst[0] if worst else None,
        worst_hand=numbers[worst[1]] if worst else None,
        won_run=figures.won_run,
        lost_run=figures.lost_run,
        figures=dict(added([figures.counts])),
        others={str(other): dict(added([met])) for other, met in figures.others.items()},
    )
