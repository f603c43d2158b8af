"""Starts from schedules that are known: whole ones, with gaps, or with more rounds added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from seating.chance import Chance
from seating.designs import design, groups_that_never_meet, most_rounds
from seating.model import Request, pair
from seating.search.budget import Budget
from seating.search.costs import places, wished_with_season
from seating.search.puzzle import Puzzle
from seating.search.relabel import Schedule, parts
from seating.search.start import Tables
from seating.sizes import Layout
from seating.weights import HARD
from seating.wishes import units

GAPS = 200
"""How many choices of the parts that nobody plays are compared."""


def known_schedule(
    request: Request, layout: Layout, chance: Chance, budget: Budget
) -> tuple[list[Tables], int] | None:
    """A known schedule without repeats, and the harm it does to wishes; None where there is none.

    The parts are given out so that wishes are kept as well as could be found.
    """
    count, size, rounds = len(request.entries), layout.sizes[0], request.rounds
    pinned = [entry for entry in request.entries if entry in request.wishes.tables]
    tables = [request.wishes.tables[entry] for entry in pinned]
    tied = len(set(tables)) < len(tables) or units(request.wishes.together, request.entries)
    if request.history or tied or layout.out or any(each != size for each in layout.sizes):
        return None
    schedule = design(count, size, rounds)
    if schedule is None:
        return None
    place = places(request)
    teams = [[place[e] for e in sorted(team) if e in place] for team in request.wishes.groups]
    never: Sequence[Sequence[int]] = groups_that_never_meet(count, size, rounds) or ()
    longer = design(count, size, rounds + 1) if teams and not never else None
    if longer is not None:
        schedule, never = longer[:rounds], longer[rounds]
    harm = wished_with_season(request, place)
    harm.update((pair(place[a], place[b]), HARD) for a, b in combinations(pinned, 2))
    player, left = parts(schedule, never, harm, teams, chance, budget)
    fixed = {place[entry]: request.wishes.tables[entry] for entry in pinned}
    return [_numbered(tables, player, fixed) for tables in schedule], left


def _numbered(
    tables: Sequence[Sequence[int]], player: Sequence[int], fixed: Mapping[int, int]
) -> Tables:
    """The tables of a round; those with somebody who has a fixed table get its number."""
    seated = [[player[part] for part in table] for table in tables]
    placed: Tables = [[] for _table in seated]
    rest = []
    for table in seated:
        numbers = [fixed[place] for place in table if place in fixed]
        if numbers and not placed[numbers[0]]:
            placed[numbers[0]] = table
        else:
            rest.append(table)
    return [table or rest.pop() for table in placed]


def lengthened(puzzle: Puzzle, start: list[Tables], chance: Chance) -> list[Tables] | None:
    """A start with as many rounds of a known schedule as there are in place of its first."""
    count, size = len(puzzle.entries), puzzle.sizes[0]
    if any(each != size for each in puzzle.sizes):
        return None
    known = min(most_rounds(count, size), puzzle.rounds)
    schedule = design(count, size, known) if known > 1 else None
    if schedule is None:
        return None
    player = chance.shuffled(range(count))
    rounds = [[[player[part] for part in table] for table in tables] for tables in schedule]
    return rounds + start[known:]


def with_gaps(puzzle: Puzzle, size: int, chance: Chance) -> list[Tables]:
    """Tables of one less, from a schedule for more players: some parts are played by nobody.

    No two of these parts ever meet, and the others meet them as evenly as could be found. For as
    many of the rounds as there is a schedule, perhaps none.
    """
    short = puzzle.sizes.count(size - 1)
    if not short or puzzle.tables != len(puzzle.sizes) or short == puzzle.tables:
        return []
    if puzzle.sizes.count(size) + short != puzzle.tables:
        return []
    count = len(puzzle.entries)
    schedule = design(count + short, size, min(most_rounds(count + short, size), puzzle.rounds))
    gaps = None
    while schedule and gaps is None:  # the fewer rounds, the more parts never meet
        gaps = _gaps(schedule, short, chance)
        schedule = schedule if gaps else schedule[:-1]
    if not schedule or gaps is None:
        return []
    parts_left = [part for part in range(count + short) if part not in gaps]
    player = dict(zip(parts_left, chance.shuffled(range(count)), strict=True))
    rounds = []
    for tables in schedule:
        seated = [[player[part] for part in table if part in player] for table in tables]
        rounds.append(sorted(seated, key=len, reverse=True))
    return rounds


def _gaps(schedule: Schedule, short: int, chance: Chance) -> frozenset[int] | None:
    """So many parts that never meet each other and meet the others evenly."""
    count = sum(len(table) for table in schedule[0])
    met: list[set[int]] = [set() for _part in range(count)]
    for one, other in (t for tables in schedule for e in tables for t in combinations(e, 2)):
        met[one].add(other)
        met[other].add(one)
    best: tuple[int, frozenset[int]] | None = None
    for _choice in range(GAPS if short > 1 else 1):
        chosen: list[int] = []
        for part in chance.shuffled(range(count)):
            if len(chosen) < short and not any(part in met[other] for other in chosen):
                chosen.append(part)
        if len(chosen) == short:
            unfair = sum(sum(part in met[gap] for gap in chosen) ** 2 for part in range(count))
            if best is None or unfair < best[0]:
                best = (unfair, frozenset(chosen))
    return best[1] if best else None


def glued(puzzle: Puzzle, size: int, chance: Chance) -> list[Tables] | None:
    """Tables of one more, from a schedule for fewer: some sit beside the same one all the time.

    These couples meet in every round and nobody else meets twice, which is the fewest repeats
    there can be where any two rounds must share so many meetings.
    """
    extra, rounds = puzzle.sizes.count(size + 1), puzzle.rounds
    if not extra or puzzle.sizes.count(size) + extra != len(puzzle.sizes):
        return None
    count = len(puzzle.entries) - extra
    schedule = design(count, size, rounds)
    never: Sequence[Sequence[int]] = groups_that_never_meet(count, size, rounds) or ()
    longer = None if never else design(count, size, rounds + 1)
    if longer is not None:
        schedule, never = longer[:rounds], longer[rounds]
    hosts = next((group[:extra] for group in never if len(group) >= extra), None)
    if schedule is None or hosts is None:
        return None
    player = chance.shuffled(range(count + extra))
    beside = {host: player[count + number] for number, host in enumerate(hosts)}
    seated = []
    for tables in schedule:
        guests = [[beside[part] for part in table if part in beside] for table in tables]
        full = [[*map(player.__getitem__, t), *g] for t, g in zip(tables, guests, strict=True)]
        seated.append(sorted(full, key=len))
    return seated
