"""A made-up club in the record book: its sheets are kept as if they had been played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta

from django.utils import timezone

from scoring.figures import Figures, Sitting, added
from scoring.ratings.sheets import Sheet, TableSums, add_rated
from scoring.ratings.synthetic import Synthetic
from tournaments.models import Club, Player, SheetTally, Table
from tournaments.records.services.counting import add_to_years

FIRST = date(2024, 11, 7)


def makes_up(club: Club, ruleset: str, made: Synthetic) -> dict[int, Player]:
    """Keep every sheet of a synthetic club, one night a week; the players by its numbers."""
    names = {who: f"Player {who:03}" for who in made.skill}
    Player.objects.bulk_create(Player(club=club, name=name) for name in names.values())
    found = {player.name: player for player in Player.objects.filter(club=club)}
    players = {who: found[name] for who, name in names.items()}
    now = timezone.now()
    tables = Table.objects.bulk_create(
        Table(club=club, ruleset=ruleset, options={}, players=4, opened_at=now)
        for _sheet in made.sheets
    )
    tallies = [
        tally
        for table, sheet in zip(tables, made.sheets, strict=True)
        for tally in _tallies(table, sheet, players)
    ]
    SheetTally.objects.bulk_create(tallies)
    add_to_years((1, tally) for tally in tallies)
    return players


def _tallies(table: Table, sheet: Sheet, players: dict[int, Player]) -> Iterator[SheetTally]:
    """What everybody has from a sheet of which only totals are known."""
    width = len(sheet.sides)
    sittings = [
        Sitting(line * width + place, players[who].pk)
        for place, side in enumerate(sheet.sides)
        for line, who in enumerate(side.people)
    ]
    found = {}
    for sitting in sittings:
        side = sheet.sides[sitting.column % width]
        counts = {"paper.points": round(side.above), "paper.hands": side.hands}
        found[sitting.person] = Figures(counts=Counter(counts))
    hands = sum(side.hands for side in sheet.sides)
    are_pairs = len(sheet.sides[0].people) == 2
    add_rated(found, sittings, TableSums(0, hands), are_pairs=are_pairs)
    for person, own in found.items():
        yield SheetTally(
            club=table.club,
            player_id=person,
            table=table,
            ruleset=table.ruleset,
            played_on=FIRST + timedelta(weeks=sheet.day),
            hands=own.counts["paper.hands"],
            points=own.counts["paper.points"],
            figures=dict(added([own.counts])),
            others={str(other): dict(added([met])) for other, met in own.others.items()},
        )
