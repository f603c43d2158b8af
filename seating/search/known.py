"""Starts from schedules that are known: whole ones, with gaps, or with more rounds added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from seating.chance import Chance
from seating.designs import Schedule, design, groups_that_never_meet, most_rounds
from seating.model import Pair, Request, pair
from seating.search.budget import Budget
from seating.search.costs import places, wished_with_season
from seating.search.puzzle import Puzzle
from seating.search.start import Tables
from seating.sizes import Layout
from seating.weights import HARD
from seating.wishes import units

GAPS = 200
"""How many choices of the parts that nobody plays are compared."""

TRIES = 60
"""How many are tried as partner for somebody whose part does not suit him."""

ROUNDS = 400
"""How often each of them is tried, at most."""


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


# Which entry plays which part of a known schedule, so that wishes are kept.


def parts(
    schedule: Schedule,
    never: Sequence[Sequence[int]],
    harm: Mapping[Pair, int],
    teams: Sequence[Sequence[int]],
    chance: Chance,
    budget: Budget,
) -> tuple[list[int], int]:
    """For each part the place in the list of entries, and what harm is left.

    Teams begin in groups that never meet, where they fit; the rest by chance.

    `never`: groups of parts that never meet; `teams`: places that should not; `harm`: what it
    costs if two places meet.
    """
    count = sum(len(table) for table in schedule[0])
    part_of: dict[int, int] = {}
    rooms = [chance.shuffled(group) for group in chance.shuffled(never)]
    for team in sorted(teams, key=len, reverse=True):
        members = [place for place in team if place not in part_of]
        room = next((room for room in rooms if len(room) >= len(members)), [])
        if room:
            part_of.update((place, room.pop()) for place in members)
        rooms.sort(key=len, reverse=True)
    taken = frozenset(part_of.values())
    rest = iter(chance.shuffled([part for part in range(count) if part not in taken]))
    player = [0] * count
    for place in range(count):
        part = part_of[place] if place in part_of else next(rest)
        player[part] = place
    return _Parts(schedule, player, harm).search(chance, budget) if harm else (player, 0)


class _Parts:
    """Who plays which part, and what harm is done."""

    def __init__(self, schedule: Schedule, player: list[int], harm: Mapping[Pair, int]) -> None:
        self.met = {
            pair(*two) for tables in schedule for table in tables for two in combinations(table, 2)
        }
        self.player = player
        self.part = [0] * len(player)
        for part, place in enumerate(player):
            self.part[place] = part
        self.harm: list[list[Pair]] = [[] for _place in player]
        for (one, other), cost in sorted(harm.items()):
            self.harm[one].append((other, cost))
            self.harm[other].append((one, cost))

    def suffers(self, place: int, part: int) -> int:
        """The harm to a place if it played a part."""
        met, parts = self.met, self.part
        return sum(cost for other, cost in self.harm[place] if pair(part, parts[other]) in met)

    def swap(self, one: int, other: int) -> None:
        """Let two places change parts."""
        mine, his = self.part[one], self.part[other]
        self.part[one], self.part[other] = his, mine
        self.player[mine], self.player[his] = other, one

    def search(self, chance: Chance, budget: Budget) -> tuple[list[int], int]:
        """Swap as long as somebody suffers and it does not get worse."""
        concerned = [place for place, costs in enumerate(self.harm) if costs]
        for _round in range(ROUNDS):
            hurt = [place for place in concerned if self.suffers(place, self.part[place])]
            if not hurt or budget.over():
                break
            for place in hurt:
                self._try(place, chance)
            budget.spent += TRIES * len(hurt)
        left = sum(self.suffers(place, part) for place, part in enumerate(self.part))
        return self.player, left // 2

    def _try(self, one: int, chance: Chance) -> None:
        for _partner in range(TRIES):
            other = chance.below(len(self.part))
            if other == one:
                continue
            before = self._both(one, other)
            self.swap(one, other)
            after = self._both(one, other)
            if after < before:
                return
            if after > before:
                self.swap(one, other)

    def _both(self, one: int, other: int) -> int:
        return self.suffers(one, self.part[one]) + self.suffers(other, self.part[other])
