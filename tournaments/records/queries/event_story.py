"""An event afterwards: the story of its day, from standings, tallies of sheets, and feats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Sum

from scoring.figures import ROLES
from scoring.intervals import Estimate, share
from scoring.rulesets import RULESETS
from tournaments.common.kept import kept
from tournaments.events.standings.queries.snapshots import Snapshot
from tournaments.models import CountedSheet, Feat, SheetTally, Table
from tournaments.people.queries.people import People
from tournaments.records.queries.club_page import Holder, Toast, holders_of, toasts_among
from tournaments.records.queries.event_story_course import Course, course_of
from tournaments.records.queries.player_page_words import GameWords, game_words

BEST_KEPT = 24
ONE_A_HAND = ("picker", "alone", "partner")
"""Roles that one person has in a hand: only of those the hands are as many cases."""


class RoleLine(NamedTuple):
    """What the whole field did in a role: hands of persons, and how many of them were won.

    The share has an interval only where each hand stands in it once.
    """

    label: str
    hands: int
    won_hands: int
    won: Estimate | None


class BigHand(NamedTuple):
    """A single hand, who had it, and on which sheet."""

    figure: int
    holders: Sequence[Holder]
    table: Table
    hand: int | None


class GameStory(NamedTuple):
    """The hands of one game at an event: the roles, and the biggest hand, None without one."""

    words: GameWords
    roles: Sequence[RoleLine]
    biggest: BigHand | None


@dataclass(frozen=True)
class Story:
    """What there is to tell of an event; `hands` are by round, where any is known."""

    course: Course
    games: Sequence[GameStory]
    hands: Mapping[int, int]
    feats: Sequence[Toast]
    tables: Mapping[int, Table]

    @property
    def all_hands(self) -> int:
        """The hands of all rounds."""
        return sum(self.hands.values())

    @property
    def has_roles(self) -> bool:
        """Whether anything is known of single hands."""
        return any(game.roles for game in self.games)

    @property
    def closest(self) -> Table | None:
        """The sheet of the closest table."""
        return self.tables.get(self.course.closest.table) if self.course.closest else None


class _Best(NamedTuple):
    """A hand as it is kept: without names, for those may change."""

    figure: int
    player: int
    table: int
    hand: int | None


class _Hands(NamedTuple):
    """The hands of one game at an event as they are kept."""

    counts: Counter[str]
    best: Sequence[_Best]


class _Read(NamedTuple):
    """What is kept of an event until it changes."""

    course: Course
    games: Mapping[str, _Hands]
    hands: Mapping[int, int]


def event_story(snapshot: Snapshot, people: People) -> Story | None:
    """The story so far; None before a round is closed.

    Two SQL queries where nothing has changed, else two more.
    """
    event = snapshot.event
    if not snapshot.closed:
        return None
    key = (event.pk, event.submission, "story", snapshot.is_public)
    read = kept(key, snapshot.state, lambda: _read(snapshot))
    closest = read.course.closest
    wanted = {closest.table} if closest else set()
    best = {key: _biggest(one.best, people) for key, one in read.games.items()}
    wanted |= {table for own in best.values() for _figure, _player, table, _hand in own[:1]}
    found = Table.objects.filter(pk__in=wanted).select_related("club", "event_table__round__event")
    tables = {table.pk: table for table in found}
    feats = Feat.objects.filter(table__event_table__round__event=event)
    return Story(
        course=read.course,
        games=[
            GameStory(words, _roles(one.counts, words), _big_hand(best[key], tables, people))
            for key, one in read.games.items()
            for words in [game_words(key)]
        ],
        hands=read.hands,
        feats=toasts_among(feats, people),
        tables=tables,
    )


def _read(snapshot: Snapshot) -> _Read:
    event = snapshot.event
    closed = [one.round.pk for one in snapshot.rounds if one.is_closed]
    rows = SheetTally.objects.filter(event=event, table__event_table__round__in=closed)
    counts: dict[str, Counter[str]] = {}
    best: dict[str, list[_Best]] = {}
    names = ("ruleset", "figures", "best", "player_id", "table_id", "best_hand")
    for ruleset, figures, figure, player, table, hand in rows.order_by("pk").values_list(*names):
        if ruleset in RULESETS:
            counts.setdefault(ruleset, Counter()).update(figures)
            if figure is not None:
                best.setdefault(ruleset, []).append(_Best(figure, player, table, hand))
    sheets = CountedSheet.objects.filter(table__event_table__round__in=closed).order_by()
    hands = sheets.values_list("table__event_table__round__number").annotate(Sum("hands"))
    games = {
        key: _Hands(own, sorted(best.get(key, []), key=lambda one: -one.figure)[:BEST_KEPT])
        for key, own in counts.items()
    }
    return _Read(course_of(snapshot), games, dict(hands))


def _biggest(best: Sequence[_Best], people: People) -> list[_Best]:
    """The biggest hand of people who may be named, with everybody who had as much from it."""
    shown = [one for one in best if people.of(one.player) in people.names]
    return [one for one in shown if one._replace(player=0) == shown[0]._replace(player=0)]


def _big_hand(best: Sequence[_Best], tables: Mapping[int, Table], people: People) -> BigHand | None:
    if not best or best[0].table not in tables:
        return None
    holders = holders_of([one.player for one in best], people)
    return BigHand(best[0].figure, holders, tables[best[0].table], best[0].hand)


def _roles(counts: Counter[str], words: GameWords) -> list[RoleLine]:
    """A line for each role that somebody had; hands from paper are no roles."""
    lines = []
    for role in ROLES:
        hands, won = counts.get(f"{role}.hands", 0), counts.get(f"{role}.won", 0)
        if not hands or role == "paper":
            continue
        found = share(won, hands)
        if found is not None and (words.is_pairs or role not in ONE_A_HAND):
            found = Estimate(found.value, found.cases, None, None)
        lines.append(RoleLine(words.roles[role], hands, won, found))
    return lines
