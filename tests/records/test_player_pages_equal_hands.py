"""What the pages say equals a recomputation from every hand of every sheet, done simply."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations
from uuid import uuid4

import pytest

from scoring.ruleset import Ruleset
from scoring.rulesets import RULESETS
from tests.records.seasons import NOBODY, plays_by_chance, takes_in
from tournaments.models import Club, Hand, Player, Seat, Table
from tournaments.people.queries import people_of
from tournaments.records.queries.figures import Filters
from tournaments.records.queries.pairs import pair_page
from tournaments.records.queries.player_page import PlayerFigures, player_page
from tournaments.tables.queries import counted, latest_versions, replay_table
from tournaments.tables.services.hands import withdraw_hand

pytestmark = pytest.mark.django_db

GAMES = ("sheepshead5-bump", "saskop", "sheepshead4-coins")
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil", "Fine")


class Slow:
    """The figures of everybody at one game, from nothing but the replayed sheets."""

    def __init__(self, club: Club, ruleset: Ruleset) -> None:
        self.of = {name: Counter[str]() for name in NAMES}
        self.hands = {name: list[int]() for name in NAMES}
        self.met: Counter[tuple[str, ...]] = Counter()
        for table in Table.objects.filter(club=club, ruleset=ruleset.key):
            self.sheet(table, ruleset.scores == "pairs")

    def sheet(self, table: Table, is_pairs: bool) -> None:
        names = {seat.index: seat.name for seat in Seat.objects.filter(table=table)}
        known = {column: name for column, name in names.items() if name in NAMES}
        for row in replay_table(table, counted(latest_versions(table))).rows:
            side = {column: column % 2 if is_pairs else column for column in known}
            if row.dealer is None or row.is_void:
                for column, name in known.items():
                    self.of[name]["points"] += row.points[side[column]]
                continue
            playing = {
                column: name
                for column, name in known.items()
                if row.roles[side[column]] not in ("out", "away")
            }
            for column, name in playing.items():
                points, role = row.points[side[column]], row.roles[side[column]]
                self.hands[name].append(points)
                self.of[name]["points"] += points
                self.of[name]["took"] += role in ("picker", "makers")
                self.of[name]["doubled"] += row.multiplier > 1
                self.of[name]["defended"] += role in ("defender", "defenders")
            for one, other in combinations(playing, 2):
                pair = tuple(sorted((known[one], known[other])))
                taking = [row.roles[side[each]] in TAKING for each in (one, other)]
                nobody = row.roles[side[one]] == "player"
                together = side[one] == side[other] if is_pairs else taking[0] == taking[1]
                is_with = together and (is_pairs or not nobody)
                self.met[*pair, "with" if is_with else "against"] += 1


TAKING = ("picker", "partner", "makers")


def test_pages_equal_every_hand_replayed(club: Club) -> None:
    people = takes_in(club, *NAMES)
    for week in range(9):
        seated = NAMES[week % 2 :] + NAMES[: week % 2]
        day = date(2023 + week // 3, 11, 1 + week)
        plays_by_chance(club, GAMES[week % 3], seated, week, hands=12, on=day)
    gone = Hand.objects.filter(table__ruleset=GAMES[0]).latest("pk")
    withdraw_hand(hand=gone, by=NOBODY, submission=uuid4(), seen_version=1)
    for game in GAMES:
        slow = Slow(club, RULESETS[game])
        for player in people:
            _agree(club, player, game, slow)
        for one, other in combinations(people, 2):
            page = pair_page(one, other, (one.name, other.name), Filters(game))
            shown = {row.kind: row.hands for row in page.rows if row.kind != "called"}
            assert shown == {
                kind: hands
                for kind in ("with", "against")
                if (hands := slow.met[one.name, other.name, kind])
            }


def _agree(club: Club, player: Player, game: str, slow: Slow) -> None:
    page = player_page(player, Filters(game), people_of(club, is_director=False))
    of, hands = slow.of[player.name], slow.hands[player.name]
    figures = page.figures
    if figures is None:
        assert not hands
        return
    assert page.swings is not None
    assert figures.total.hands == len(hands)
    assert figures.total.points == of["points"]
    assert _hands(figures, "picker", "alone") == of["took"]
    assert _hands(figures, "defender") == of["defended"]
    assert figures.counts["doubled.hands"] == of["doubled"]
    assert page.swings.best is not None
    assert page.swings.worst is not None
    assert (page.swings.best.figure, page.swings.worst.figure) == (max(hands), min(hands))
    assert sum(row.hands for row in figures.years) == len(hands)
    assert sum(row.points for row in figures.years) == of["points"]
    for met in figures.met:
        pair = sorted((player.name, met.name))
        assert met.same.hands == slow.met[*pair, "with"]
        assert met.against.hands == slow.met[*pair, "against"]


def _hands(figures: PlayerFigures, *roles: str) -> int:
    return sum(row.hands for row in figures.roles if row.role in roles)
