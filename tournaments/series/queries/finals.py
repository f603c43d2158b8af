"""The finals of a series: who is qualified, who is in the A final, the B final …, their events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from formats.series import SeriesSettings, final_label
from scoring.qualifying import Ticket, qualify
from scoring.season_finals import Finalist, season_finals
from scoring.series import Person
from tournaments.common.history import kept_values
from tournaments.events.desk.queries.history import moved_in_season
from tournaments.events.draw.queries.cuts import OUT
from tournaments.events.draw.queries.finals import FinalField, Movable, final_field, place_label
from tournaments.models import Entry, Event, Round, Series
from tournaments.people.queries import main_records
from tournaments.series.queries.ranking import (
    SeriesRanking,
    StageLine,
    names_of,
    persons_of,
    players_of,
    series_ranking,
)


@dataclass(frozen=True)
class Tickets:
    """The places in the final as they were won; once `is_settled` no wild card or lot changes."""

    tickets: list[Ticket]
    lines: dict[int, StageLine]
    lot_seed: str
    is_settled: bool

    @property
    def persons(self) -> list[Person]:
        """Who has a place."""
        return [ticket.person for ticket in self.tickets]

    def stage_of(self, ticket: Ticket) -> StageLine | None:
        """The stage at which a ticket was won."""
        return self.lines.get(ticket.stage) if ticket.stage is not None else None


def lot_seed_of(series: Series) -> str:
    """The seed of the lots: fixed since the series was made, before anybody had played."""
    return sha256(f"lots of series {series.submission}".encode()).hexdigest()[:16]


def main_persons(listed: Sequence[Sequence[int]]) -> list[Person]:
    """These persons by the records that stand for them; one SQL query."""
    kept = main_records(player for person in listed for player in person)
    return [tuple(kept[player] for player in person) for person in listed]


def tickets_of(series: Series) -> Tickets:
    """The tickets as a director sees them; the SQL queries of the ranking and no more."""
    return tickets_from(series_ranking(series, is_public=False))


def tickets_from(ranking: SeriesRanking) -> Tickets:
    """The tickets of a ranking: only stages that are final give some."""
    seed = lot_seed_of(ranking.series)
    settings: SeriesSettings = ranking.settings
    lines = {line.key: line for line in ranking.counted if line.state == "final"}
    stages = [stage for stage in ranking.stages if stage.key in lines]
    is_settled = bool(lines) and all(line.state == "final" for line in ranking.lines)
    given = main_persons(ranking.series.given)
    tickets = qualify(stages, settings.qualifying(seed), given)
    return Tickets(tickets, lines, seed, is_settled)


# Who is in which final of a season that is cut, and what their events have to change.

RESERVES = 5
"""So many of those who are next in line are shown."""

GONE = (Entry.LEFT, Entry.NO_SHOW, Entry.OUT)


class Due(NamedTuple):
    """What an event has to change to have who is in the finals by the season.

    `kind`: `in`, `out`, `moves` (another group) or `brings` (other points). `entry` is the one
    that the person has in this event, `finalist` what it is to be there. `kept` is what the
    history keeps of it. Whoever was taken out here is in no final by the entry; whom the door's
    list says not to come still is.
    """

    kind: str
    person: Person
    event: Event
    kept: str
    entry: Entry | None = None
    finalist: Finalist | None = None

    @property
    def sentence(self) -> str:
        """What is to be changed, in a sentence."""
        return moved_in_season(self.kept)


@dataclass(frozen=True)
class SeasonFinals:
    """The finals as the season stands now.

    `given` got a place by hand, `declined` cannot come, `moved` were put into a group by hand.
    `events` are by group, all the same where there is one for all; empty before they are made.
    `entries`: by event and person what they have. `is_settled`: every stage is final. `is_drawn`:
    a round of one of them is drawn, so that who is in stands. `last`: the last stage, as which
    they are set up.
    """

    settings: SeriesSettings
    finalists: tuple[Finalist, ...]
    given: tuple[Person, ...]
    declined: tuple[Person, ...]
    moved: Mapping[Person, int]
    names: Mapping[Person, str]
    lot_seed: str
    is_settled: bool
    events: Mapping[int, Event]
    entries: Mapping[tuple[int, Person], Entry]
    is_drawn: bool
    last: Event | None = None

    @property
    def count(self) -> int:
        """How many finals are played."""
        return self.settings.finals("").count

    @cached_property
    def groups(self) -> list[FinalField[Finalist]]:
        """The finals, the A final first; each with its event once there is one."""
        found = []
        for group in range(self.count):
            inside = [one for one in self.finalists if one.group == group]
            event = self.events.get(group)
            # By which settings they sit down at an event like that; None where nobody can say it.
            like = event or self.last
            settings = like.format if like else None
            size = 2 if settings and settings.is_pairs else 1
            if settings and (settings.rolling or any(len(one.person) != size for one in inside)):
                settings = None
            found.append(final_field(final_label(group, self.count), inside, settings, event))
        return found

    @property
    def movable(self) -> list[Movable[Person]]:
        """Who can be moved by hand: everybody in a final, and the first who are next in line."""
        return [self.movable_one(one.person) for one in (*self.playing, *self.reserves)]

    def movable_one(self, person: Person) -> Movable[Person]:
        """Somebody with the final that he is in now."""
        groups = (one.group for one in self.finalists if one.person == person)
        group = next((each for each in groups if each is not None), OUT)
        name = self.names.get(person) or names_of([person])[person]
        return Movable(person, name, group, place_label(group, self.count))

    @property
    def places(self) -> list[tuple[int, str]]:
        """The finals to which somebody can be moved, each with its name."""
        return [(group, final_label(group, self.count)) for group in range(self.count)]

    @cached_property
    def reserves(self) -> list[Finalist]:
        """The first of those who are next in line."""
        return [one for one in self.finalists if one.group is None][:RESERVES]

    @property
    def playing(self) -> list[Finalist]:
        """Everybody who is in a final."""
        return [one for one in self.finalists if one.group is not None]

    @property
    def persons(self) -> list[Person]:
        """Who has a place."""
        return [one.person for one in self.playing]

    @cached_property
    def due(self) -> list[Due]:
        """What is to be done at the events, those first who drop out."""
        if not self.events:
            return []
        events = {event.pk: event for event in self.all_events}
        wanted = {(self._event_of(one).pk, one.person): one for one in self.playing}
        found = []
        for (key, person), entry in self.entries.items():
            if entry.final is not None and entry.status not in GONE and (key, person) not in wanted:
                name = self.names.get(person) or entry.name
                kept = kept_values("out", self.count, entry.final, "", name)
                found.append(Due("out", person, events[key], kept, entry))
        for place, one in wanted.items():
            found += self._due_of(one, self.entries.get(place))
        return found

    @cached_property
    def absent(self) -> list[Finalist]:
        """Who is in a final and by its door's list does not come, or has left."""
        found = []
        for one in self.playing if self.events else ():
            entry = self.entries.get((self._event_of(one).pk, one.person))
            if entry and entry.status in GONE and entry.final is not None:
                found.append(one)
        return found

    @property
    def absent_names(self) -> str:
        """Their names."""
        return ", ".join(self.names[one.person] for one in self.absent)

    @property
    def all_events(self) -> list[Event]:
        """The events of the finals, the A final first."""
        return list(dict.fromkeys(self.events.values()))

    @property
    def published_events(self) -> list[Event]:
        """Those of them that everybody may see."""
        return [event for event in self.all_events if event.published_at is not None]

    def _event_of(self, one: Finalist) -> Event:
        return self.events[one.group or 0]

    def _due_of(self, one: Finalist, entry: Entry | None) -> list[Due]:
        group, brought = one.group or 0, brought_text(one)
        was: int | str | None = None
        now: int | str = group
        if entry is None or (entry.status in GONE and entry.final is None):
            kind = "in"
        elif entry.status in GONE:
            return []  # by the door's list he does not come: that is said, and decided there
        elif entry.final is None or entry.final != one.group:
            kind, was = "moves", entry.final
        elif (entry.brought, entry.season_place) != (brought, one.place):
            kind, was, now = "brings", entry.brought or "0", brought or "0"
        else:
            return []
        kept = kept_values(kind, self.count, was, now, self.names[one.person])
        return [Due(kind, one.person, self._event_of(one), kept, entry, one)]


def brought_text(one: Finalist) -> str:
    """The points that come from the season, as an entry keeps them.

    >>> brought_text(Finalist((7,), 0, brought=33)), brought_text(Finalist((7,), 0))
    ('33', '')
    """
    return str(one.brought) if one.brought else ""


def season_finals_of(series: Series) -> SeasonFinals:
    """The finals as the season stands; the SQL queries of the ranking and five more at most."""
    return finals_from(series_ranking(series, is_public=False))


def finals_from(ranking: SeriesRanking, *, is_public: bool = False) -> SeasonFinals:
    """The finals of a ranking; `is_public`: with the names that everybody may see."""
    series, settings, seed = ranking.series, ranking.settings, lot_seed_of(ranking.series)
    listed = [*series.given, *series.declined, *(person for person, _to in series.moved)]
    main = dict(zip(map(tuple, listed), main_persons(listed), strict=True))
    given = [main[tuple(person)] for person in series.given]
    declined = [main[tuple(person)] for person in series.declined]
    moved = {main[tuple(person)]: group for person, group in series.moved}
    finalists = season_finals(ranking.rows, settings.finals(seed), declined, given, moved)
    events = _events_of(series, settings)
    entries = _entries_of(events, settings)
    named = {one.person for one in finalists} | {*given, *declined, *moved}
    named |= {person for _event, person in entries}
    drawn = Round.objects.filter(event__in=events.values()).exclude(state=Round.CANCELLED)
    return SeasonFinals(
        settings=settings,
        finalists=tuple(finalists),
        given=tuple(given),
        declined=tuple(declined),
        moved=moved,
        names=names_of(named, is_public=is_public, is_old=is_public and ranking.is_old),
        lot_seed=seed,
        is_settled=bool(ranking.lines) and all(line.state == "final" for line in ranking.lines),
        events=events,
        entries=entries,
        is_drawn=bool(events) and drawn.exists(),
        last=ranking.lines[-1].event if ranking.lines else None,
    )


def _events_of(series: Series, settings: SeriesSettings) -> dict[int, Event]:
    """The event of each final; one SQL query where there are any."""
    if series.final is None:
        return {}
    lower = series.lower_finals.select_related("event")
    found = {0: series.final} | {one.group: one.event for one in lower}
    return {group: found.get(group, series.final) for group in range(settings.finals("").count)}


def _entries_of(
    events: Mapping[int, Event], settings: SeriesSettings
) -> dict[tuple[int, Person], Entry]:
    """By event and person the entry that counts; of several the one that has not gone."""
    keys = {event.pk for event in events.values()}
    players = players_of(sorted(keys))
    found: dict[tuple[int, Person], Entry] = {}
    for entry in Entry.objects.filter(event__in=keys).order_by("pk") if keys else ():
        for person in persons_of(players.get(entry.pk, ()), settings):
            place = (entry.event_id, person)
            if place not in found or found[place].status in GONE:
                found[place] = entry
    return found
