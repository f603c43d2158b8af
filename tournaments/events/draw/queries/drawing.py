"""What a round is drawn from: who is here, what is wished, who met whom, and the standing."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, NamedTuple, Protocol

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from formats.event import DRAWS, EventSettings
from scoring.ranking import Value
from scoring.ruleset import Ruleset
from seating.chance import Chance
from seating.constraints import Constraints
from seating.draws.berger import rounds_missing
from seating.model import Impossible, Request, Season, Wishes, pair
from seating.model import Round as Seating
from seating.plan import with_house_players
from seating.season import Before, meetings_before, season_of
from seating.sizes import layout
from tournaments.events.draw.queries.cuts import KeptCut, fields_of, first_cut, kept_cuts
from tournaments.events.draw.queries.seatings import played_seatings
from tournaments.events.setup.queries import game_of
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import Entry, Event, Member, Result, Round, Series, SeriesStage
from tournaments.people.queries import main_key

# Who met whom at the earlier stages of the series that an event is in, told of those here tonight.
#
# Persons are matched as a series matches them, by the players of an entry: those who really sat at
# the table, so that a substitute met people and the one who was away did not. Two entries have met
# where anybody of the one sat at a table with anybody of the other. Rounds that are only proposed
# or were taken back are none.


HEEDING = frozenset({"random_wishes", "schedule", "history", "soft"})
"""The ways of drawing that look at who met before; the others have an order of their own."""

MOST_NAMED = 12
"""So many pairs who met are named."""


class EarlierStages(NamedTuple):
    """The series of an event and the stages before it, the nearest first, as evenings ago.

    `final_of`: the titles of the series whose final it is; the stages before a final do not count.
    """

    titles: tuple[str, ...] = ()
    stages: tuple[tuple[int, Event], ...] = ()
    final_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeasonBefore:
    """The earlier stages as far as those are concerned who are in the event tonight."""

    stages: tuple[tuple[int, Event], ...] = ()
    rounds: tuple[Before, ...] = ()

    @cached_property
    def met(self) -> dict[tuple[int, int], list[int]]:
        """How many evenings ago each two start numbers met, the last time first."""
        return meetings_before(self.rounds)

    def prices(self, here: Collection[int]) -> Season:
        """What the earlier evenings cost those who are drawn now."""
        return season_of(self.rounds, here)

    def report(self, seating: Seating) -> dict[str, Any]:
        """How many pairs of the tables met before, as a round keeps it.

        `tables`: how many of them at each table; `again`: start numbers, how often, and where last.
        """
        counts = [
            [couple for couple in Seating((table,)).pairs() if couple in self.met]
            for table in seating.tables
        ]
        again = sorted(
            (couple for couples in counts for couple in couples),
            key=lambda couple: (-len(self.met[couple]), self.met[couple][0], couple),
        )
        titles: dict[int, str] = {}
        for ago, event in self.stages:
            titles.setdefault(ago, event.title)
        return {
            "stages": len(self.stages),
            "pairs": sum(1 for _couple in seating.pairs()),
            "met": len(again),
            "tables": [len(couples) for couples in counts],
            "again": [
                [*couple, len(self.met[couple]), titles[self.met[couple][0]]]
                for couple in again[:MOST_NAMED]
            ],
        }


def earlier_stages(event: Event) -> EarlierStages:
    """What the event's series have before it; two SQL queries.

    In several series every stage counts once, as near as it is in the one where it is nearest.
    """
    rows = SeriesStage.objects.filter(series__stages__event=event).select_related("series", "event")
    series: defaultdict[int, list[SeriesStage]] = defaultdict(list)
    for stage in rows.order_by("series_id", "number", "pk"):
        series[stage.series_id].append(stage)
    ago: dict[int, int] = {}
    events: dict[int, Event] = {}
    for stages in series.values():
        place = next(at for at, stage in enumerate(stages) if stage.event_id == event.pk)
        for at, stage in enumerate(stages[:place]):
            events[stage.event_id] = stage.event
            ago[stage.event_id] = min(ago.get(stage.event_id, place), place - at)
    return EarlierStages(
        tuple(stages[0].series.title for stages in series.values()),
        tuple((ago[pk], events[pk]) for pk in sorted(ago, key=lambda pk: (ago[pk], pk))),
        tuple(Series.objects.filter(Q(final=event)).values_list("title", flat=True)),
    )


def season_before(event: Event, number: int) -> SeasonBefore:
    """What counts of the earlier stages for the round of that number; five SQL queries at most."""
    stages = earlier_stages(event).stages
    if not stages:
        return SeasonBefore()
    members = Member.objects.filter(entry__event=event).exclude(entry__number=None)
    tonight = {
        player: entry or 0
        for player, entry, first, last in members.values_list(
            main_key("player"), "entry__number", "from_round", "until_round"
        )
        if _is_in(number, first, last)
    }
    sat = _sat([found.pk for _ago, found in stages], tonight)
    rounds = tuple(
        _told(ago, tables, game_of(found, played).settings.size)
        for ago, found in stages
        for played, tables in sorted(sat[found.pk].items())
    )
    return SeasonBefore(stages, rounds)


def _is_in(number: int, first: int, last: int | None) -> bool:
    return first <= number and (last is None or number <= last)


_Tables = defaultdict[int | None, list[frozenset[int]]]
"""By table, None for those who sat out, of each entry there whom of tonight it was."""


def _sat(
    events: Sequence[int], tonight: Mapping[int, int]
) -> defaultdict[int, defaultdict[int, _Tables]]:
    """By event and round, who sat where."""
    people: defaultdict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
    members = Member.objects.filter(
        Q(player__in=tonight) | Q(player__merged_into__in=tonight), entry__event__in=events
    )
    for entry, player, first, last in members.values_list(
        "entry_id", main_key("player"), "from_round", "until_round"
    ):
        people[entry].append((tonight[player], first, last))
    found: defaultdict[int, defaultdict[int, _Tables]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    rows = Result.objects.filter(
        event__in=events, round__state__in=(Round.DRAWN, Round.CLOSED)
    ).order_by("pk")
    for event, number, table, entry in rows.values_list(
        "event_id", "round__number", "event_table_id", "entry_id"
    ):
        who = frozenset(who for who, first, last in people[entry] if _is_in(number, first, last))
        found[event][number][table].append(who)
    return found


def _told(ago: int, tables: _Tables, size: int) -> Before:
    """A round, told of those who are here tonight; `size`: the usual one of its tables."""
    nobody: frozenset[int] = frozenset()
    burdened = nobody.union(*tables.pop(None, ()))
    odd = [entries for entries in tables.values() if len(entries) != size]
    if len(odd) < len(tables):
        burdened = burdened.union(*chain.from_iterable(odd))
    known = (nobody.union(*entries) for entries in tables.values())
    return Before(ago, tuple(table for table in known if table), burdened)


def tables_wanted(entries: Iterable[Entry], settings: EventSettings) -> int:
    """As many tables as the largest team has members among these; 0 where there are no teams.

    A team has no more members than the settings say, whatever is typed at the door.
    """
    if not settings.team_size:
        return 0
    teams = Counter(entry.team for entry in entries if entry.team and not entry.is_house)
    return min(max(teams.values(), default=0), settings.team_size)


def tables_wanted_at(event: Event, settings: EventSettings) -> int:
    """The same for those who are here; one SQL query, none where there are no teams."""
    if not settings.team_size:
        return 0
    here = event.entries.filter(status=Entry.HERE).exclude(team="")
    return tables_wanted(here.only("team", "is_house"), settings)


def team_mates_meet(
    here: tuple[int, int], wanted: int, settings: EventSettings, odd: str, remainders: Iterable[str]
) -> str:
    """What a director is told where team-mates would share tables, and what helps; "" else.

    `here`: the players and the house players; `wanted`: as `tables_wanted` says; `odd`: how the
    remainder is to be seated, `remainders` the ways that the game has.

    >>> of_four, ways = EventSettings(team_size=4), ("up", "down", "bye")
    >>> team_mates_meet((12, 0), 4, of_four, "up", ways).split("). ")[1]
    'Tables of one less keep them apart: then there are 4 tables.'
    >>> team_mates_meet((11, 0), 4, of_four, "down", ways).split(". ")[1]
    '1 house player, entered at the door, keeps them apart: then there are 4 tables.'
    >>> team_mates_meet((12, 0), 4, of_four, "down", ways)
    ''
    """
    players, house = here
    is_down = odd == "down" and settings.size > 2
    missing = wanted * (settings.size - is_down) - players
    try:
        tables = len(layout(players, settings.size, odd, wanted).sizes)
    except Impossible:
        return ""
    if wanted <= tables or missing <= house:
        return ""
    text = _("%(wanted)s of one team are here, so that team-mates would meet (tables: %(tables)s).")
    more = missing - house
    if not is_down and "down" in remainders and wanted * (settings.size - 1) <= players:
        remedy = _("Tables of one less keep them apart: then there are %(wanted)s tables.")
    else:
        remedy = ngettext(
            "%(count)s house player, entered at the door, keeps them apart: then there are "
            "%(wanted)s tables.",
            "%(count)s house players, entered at the door, keep them apart: then there are "
            "%(wanted)s tables.",
            more,
        )
    return f"{text} {remedy}" % {"wanted": wanted, "tables": tables, "count": more}


# Everything is loaded once; the same rows lead to the same draw, and the seed can be told to
# everybody, so that a draw can be done again and checked.


WAYS = tuple(DRAWS)
"""The ways of drawing that can be chosen for a single round."""

BY_STANDING = frozenset({"soft", "blocks", "interval", "swiss"})
HAS_ORDER = BY_STANDING | {"ladder"}
"""Ways that need to know who stands before whom."""
WITHOUT_REPEATS = 100
"""The dial of a draw by standing in which nobody meets again at any price."""
FOR_TWO = frozenset({"swiss", "berger"})
ALL_PLAY_ALL = "berger"
NEIGHBOURS_APART = frozenset({"random_wishes", "history"})
"""Ways in which those who came one after the other are kept apart, if nothing else suffers."""

ANY_PLACE = 1 << 15
"""Behind all who have a place in the season."""

SECONDS = 1.5
"""How long a search is meant to look."""


class Choice(NamedTuple):
    """How a round is to be drawn; `dial`: from 0, strictly by standing, to 100, no repeats."""

    draw: str
    odd: str
    dial: int = 50

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Choice:
        """The choice that a round was drawn by."""
        return cls(kept["draw"], kept["odd"], kept["dial"])


@dataclass(frozen=True)
class Ground:
    """What the round of that number is drawn from."""

    event: Event
    settings: EventSettings
    number: int
    entries: tuple[Entry, ...]
    seatings: dict[int, Seating]
    rounds: tuple[Round, ...]

    @property
    def history(self) -> tuple[Seating, ...]:
        """The rounds before, oldest first, as they were really seated."""
        return tuple(self.seatings.values())

    @cached_property
    def cuts(self) -> tuple[KeptCut, ...]:
        """The cuts before the round, the earliest first."""
        first = first_cut(self.event.finals, self.entries)
        return first + kept_cuts(self.rounds, before=self.number)

    @cached_property
    def fields(self) -> tuple[tuple[int, ...], ...]:
        """The start numbers of each final, the A final first; empty where there are none."""
        there = (entry for entry in self.entries if takes_part(entry, self.number))
        return fields_of(self.cuts, [entry.number or 0 for entry in there if not entry.is_house])

    @cached_property
    def here(self) -> tuple[Entry, ...]:
        """Who takes part in the round: in a final the finalists and the house players alone."""
        there = tuple(entry for entry in self.entries if takes_part(entry, self.number))
        if not self.cuts:
            return there
        finalists = frozenset(chain.from_iterable(self.fields))
        return tuple(entry for entry in there if entry.is_house or entry.number in finalists)

    @property
    def ruleset(self) -> Ruleset:
        """The game of the round."""
        return game_of(self.event, self.number).ruleset

    @cached_property
    def here_numbers(self) -> tuple[int, ...]:
        """Their start numbers."""
        return tuple(entry.number or 0 for entry in self.here)

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody's name by start number."""
        return {entry.number or 0: entry.name for entry in self.entries}

    @cached_property
    def standing(self) -> list[tuple[int, Value | None]]:
        """The standing after the closed rounds: start numbers with totals, best first."""
        to_draw = event_standing(self.event, only_closed=True).to_draw
        return [(row.entry, row.total) for row in to_draw]

    @cached_property
    def season(self) -> SeasonBefore:
        """The earlier stages of its series, if they count here; finals have nothing before them."""
        if not self.settings.season_apart or self.fields:
            return SeasonBefore()
        return season_before(self.event, self.number)

    @cached_property
    def tables(self) -> int:
        """So many tables keep team-mates apart; finals are seated as they come out."""
        return 0 if self.fields else tables_wanted(self.here, self.settings)

    @cached_property
    def day(self) -> tuple[int, ...]:
        """Who was drawn in the first round since the last cut: theirs is the table of the day."""
        after = self.cuts[-1].cut.after if self.cuts else 0
        first = (one for one in self.rounds if after < one.number < self.number)
        played = next(first, None)
        return tuple(played.report.get("entries", ())) if played else ()

    @property
    def choice(self) -> Choice:
        """How the event draws this round unless the director chooses otherwise."""
        return Choice(self.settings.draw_of(self.number), self.settings.odd)

    def before(self, number: int) -> Round | None:
        """The round of that number, if it has been drawn and not cancelled."""
        return next((played for played in self.rounds if played.number == number), None)


class Attending(Protocol):
    """What an entry says about when it is there."""

    @property
    def status(self) -> str: ...  # noqa: D102 - as `Entry` has it
    @property
    def first_round(self) -> int: ...  # noqa: D102
    @property
    def last_round(self) -> int | None: ...  # noqa: D102


def takes_part(entry: Attending, number: int) -> bool:
    """Whether an entry is there and plays in the round of that number."""
    is_over = entry.last_round is not None and entry.last_round < number
    return entry.status == Entry.HERE and entry.first_round <= number and not is_over


def ground_for(event: Event, number: int) -> Ground:
    """Load what the round is drawn from; three SQL queries, and a few for the standing."""
    return Ground(
        event=event,
        settings=game_of(event, number).settings,
        number=number,
        entries=tuple(event.entries.exclude(number=None).order_by("number")),
        seatings=played_seatings(event, number),
        rounds=tuple(event.rounds.exclude(state=Round.CANCELLED).order_by("number")),
    )


def draw_request(ground: Ground, choice: Choice, attempt: int) -> Request:
    """The request for the draw of a round; those rounds that are drawn at once with it."""
    order = _order(ground, choice, attempt) if choice.draw in HAS_ORDER else ()
    last = last_tables(ground, order) if choice.draw == "ladder" else []
    return Request(
        entries=ground.here_numbers,
        size=ground.settings.size,
        rounds=rounds_at_once(ground, choice),
        odd=choice.odd,
        tables=ground.tables,
        draw=choice.draw,
        seed=draw_seed(ground.event, ground.number, attempt),
        seconds=SECONDS,
        wishes=wishes_of(ground, is_by_chance=choice.draw in NEIGHBOURS_APART),
        history=ground.history,
        season=ground.season.prices(ground.here_numbers),
        standing=order,
        dial=choice.dial,
        winners=frozenset(number for table in last for number in table[: len(table) // 2]),
        placed=tuple(number for table in last for number in table),
        day=ground.day if choice.draw == ALL_PLAY_ALL else (),
    )


def _order(ground: Ground, choice: Choice, attempt: int) -> tuple[int, ...]:
    """The standing; before the first round the places of the season, if most here have one.

    Without them there is nothing to go by yet: the lot decides, which a Swiss first round and a
    ladder see to themselves.
    """
    if ground.history:
        return tuple(number for number, _total in ground.standing)
    here = [entry for entry in ground.here if not entry.is_house]
    seeds = {entry.number or 0: entry.season_place for entry in here if entry.season_place}
    lots = Chance(f"{draw_seed(ground.event, ground.number, attempt)} order").shuffled(
        [entry.number or 0 for entry in here]
    )
    if here and 2 * len(seeds) >= len(here):
        return tuple(sorted(lots, key=lambda number: seeds.get(number) or ANY_PLACE))
    return () if choice.draw in ("swiss", "ladder") else tuple(lots)


def draw_seed(event: Event, number: int, attempt: int) -> int:
    """The seed of a draw: the same for the same event, round and attempt."""
    said = f"sheepfold: event {event.pk}, round {number}, draw {attempt}"
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:4])


def rounds_at_once(ground: Ground, choice: Choice) -> int:
    """How many rounds a schedule is drawn for: this one and all that follow in the same way."""
    if choice.draw != "schedule":
        return 1
    later = range(ground.number + 1, ground.settings.rounds + 1)
    following = 0
    while following < len(later) and ground.settings.draw_of(later[following]) == "schedule":
        following += 1
    return 1 + following


def wishes_of(ground: Ground, *, is_by_chance: bool = False, late: Collection[int] = ()) -> Wishes:
    """What is wished of the round: couples and teams apart, fixed tables and seats, the house.

    `late`: start numbers of those who may come into it beside those who are due in it.
    """
    coming = frozenset(late).difference(ground.here_numbers)
    here = (*ground.here, *(entry for entry in ground.entries if entry.number in coming))
    players = [entry.number or 0 for entry in here if not entry.is_house]
    neighbours = frozenset(
        pair(one, one + 1) for one in players if is_by_chance and one + 1 in set(players)
    )
    couples = (combinations(party, 2) for party in _together(here, "party"))
    return Wishes(
        apart=frozenset(pair(*couple) for couple in chain.from_iterable(couples)),
        groups=tuple(frozenset(team) for team in _together(here, "team")),
        rather_not=neighbours,
        tables={e.number or 0: e.pinned_table - 1 for e in here if e.pinned_table},
        seats={e.number or 0: e.pinned_seat for e in here if e.pinned_seat is not None},
        house=frozenset(entry.number or 0 for entry in here if entry.is_house),
    )


def desk_for(
    ground: Ground,
    seating: Seating,
    started: Collection[int],
    draw: str = "",
    late: Collection[int] = (),
) -> Constraints:
    """What a change to a drawn round has to respect.

    `started`: indexes of tables; `draw`: how it was drawn; `late`: who came after that.

    The sizes of tables are those of the format and those there are, as far as the game has them.
    Nobody sits with anybody from another final.
    """
    settings = ground.settings
    usual = Constraints(size=settings.size, odd=settings.odd).legal
    there = frozenset(len(table) for table in seating.tables)
    per_entry = 2 if settings.is_pairs else 1
    playable = frozenset(people // per_entry for people in ground.ruleset.tables)
    sizes = (usual | there) & playable
    wishes = wishes_of(ground, late=late)
    between_finals = (
        pair(*couple)
        for one, other in combinations(ground.fields, 2)
        for couple in product(one, other)
    )
    return Constraints(
        size=settings.size,
        odd=settings.odd,
        wishes=replace(wishes, apart=wishes.apart.union(between_finals)),
        started=frozenset(started),
        history=ground.history,
        season=ground.season.prices(ground.here_numbers),
        sizes=sizes or usual,
        tables=ground.tables,
        has_table=draw == ALL_PLAY_ALL,
        late=frozenset(late),
    )


def _together(entries: Iterable[Entry], field: str) -> list[list[int]]:
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if getattr(entry, field):
            groups[getattr(entry, field)].append(entry.number or 0)
    return [members for _name, members in sorted(groups.items()) if len(members) > 1]


def last_tables(ground: Ground, order: Sequence[int]) -> list[list[int]]:
    """Who sat at each table of the round before, best first; `order`: the standing, for equals."""
    rows = Result.objects.filter(
        event=ground.event, round__number=ground.number - 1, round__state=Round.CLOSED
    ).exclude(event_table=None)
    ranks = {number: place for place, number in enumerate(order)}
    tables: defaultdict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    is_match = ground.settings.yields == "match"
    for table, entry, points, games in rows.values_list(
        "event_table__number", "entry__number", "points", "games"
    ):
        number = entry or 0
        won = -games if is_match else 0
        tables[table].append((won, -points, ranks.get(number, len(ranks)), number))
    return [[number for *_rank, number in sorted(seats)] for seats in tables.values()]


def to_meet(ground: Ground) -> int:
    """How many rounds are missing, from that of the ground on, until all have met.

    In finals each plays all in its own: as many as the largest needs.
    """
    if len(ground.here) < 2:
        return 0
    choice = ground.choice._replace(draw=ALL_PLAY_ALL)
    request = replace(draw_request(ground, choice, 1), rounds=1)
    if not ground.fields:
        return rounds_missing(with_house_players(request))
    finals = [replace(request, entries=field) for field in ground.fields if len(field) > 1]
    return max((rounds_missing(own_day(ground, final)) for final in finals), default=0)


def own_day(ground: Ground, request: Request) -> Request:
    """The request of a final for an all-play-all: what was played in it alone, since the cut."""
    kept, house = ground.cuts[-1], request.wishes.house
    final = next(kept.cut.final_of(one) for one in request.entries if one not in house)

    def of(entries: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(one for one in entries if one in house or kept.cut.final_of(one) == final)

    rounds = [each for number, each in ground.seatings.items() if number > kept.cut.after]
    history = tuple(
        Seating(tuple(table for table in each.tables if of(table) == table), of(each.out))
        for each in rounds
    )
    return replace(request, history=history, day=of(request.day))
