"""The rounds of an event: how far each is, what comes next, and what has moved since a draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from formats.event import EventSettings, draw_label, game_at
from formats.games import ODD, remainders_of
from seating.draws.berger import LARGEST
from seating.model import Impossible
from seating.sizes import layout
from sheets.words import spoken
from tournaments.common.history import BETWEEN
from tournaments.common.names import found_by, initial, name_order
from tournaments.events.access import Link
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.draw.queries.cuts import KeptCut, table_head
from tournaments.events.draw.queries.drawing import (
    HAS_ORDER,
    WITHOUT_REPEATS,
    Choice,
    Ground,
    ground_for,
    team_mates_meet,
    to_meet,
)
from tournaments.events.draw.queries.report import BROKEN, MOST_NAMES, listed, sentence_for
from tournaments.events.draw.queries.seatings import SeatedRound, SeatedTable
from tournaments.events.standings.queries.snapshots import Expected, Played, SeatLine, Snapshot
from tournaments.models import Event, EventTable, Round


class Person(NamedTuple):
    """Somebody's line: the name, the start number, and where to sit (no table: out)."""

    name: str
    number: int
    table: int | None
    seat: int | None


class Letter(NamedTuple):
    """All whose names begin alike, dots or none."""

    letter: str
    people: list[Person]


@dataclass(frozen=True)
class TableList:
    """A table with its people in the order of the seats."""

    table: SeatedTable
    people: tuple[Person, ...]


def by_table(seated: SeatedRound, persons: Mapping[int, Sequence[str]]) -> list[TableList]:
    """The tables in the order of their numbers, seat by seat; pairs sit across from each other.

    `persons`: the names of an entry's people in this round, by its key.
    """
    found = []
    for table in seated.tables:
        width = len(table.sitters)
        people = [
            Person(name, sitter.number, table.number, sitter.side + nth * width + 1)
            for sitter in table.sitters
            for nth, name in enumerate(persons[sitter.pk])
        ]
        found.append(TableList(table, tuple(sorted(people, key=lambda person: person.seat or 0))))
    return found


def by_name(seated: SeatedRound, persons: Mapping[int, Sequence[str]]) -> list[Letter]:
    """Everybody from A to Z, who sits out as well."""
    people = [person for each in by_table(seated, persons) for person in each.people]
    people += [
        Person(name, sitter.number, None, None)
        for sitter in seated.out
        for name in persons[sitter.pk]
    ]
    people.sort(key=lambda person: (name_order(person.name), person.number))
    return [
        Letter(letter, list(group))
        for letter, group in groupby(people, key=lambda person: initial(person.name))
    ]


@dataclass(frozen=True)
class SeatOf:
    """The seat of an entry in a round; a pair has two, across from one another.

    Without a table it sits out. `playing`: who plays for it, where that is somebody else.
    """

    entry: EntryLine
    table: int | None
    table_pk: int | None
    seats: tuple[int, ...]
    playing: str = ""


@dataclass(frozen=True)
class TableSeats:
    """A table with those who sit at it, in seat order; `final`: the head of its final."""

    number: int
    seats: tuple[SeatOf, ...]
    final: str = ""


@dataclass(frozen=True)
class PublicSeats:
    """The seats of a round; where tables open one by one, of all rounds that are on."""

    on: tuple[Played, ...]
    seats: tuple[SeatOf, ...]
    cuts: tuple[KeptCut, ...] = ()

    @property
    def played(self) -> Played:
        """The round, or the first of them."""
        return self.on[0]

    @cached_property
    def by_name(self) -> list[SeatOf]:
        """Everybody from A to Z."""
        return sorted(self.seats, key=lambda seat: (name_order(seat.entry.name), seat.entry.number))

    @cached_property
    def tables(self) -> list[TableSeats]:
        """Every table, in the order of their numbers."""
        of_entry = {seat.entry.pk: seat for seat in self.seats}
        found = []
        for number, lines in sorted(table for one in self.on for table in one.by_table.items()):
            seats = tuple(of_entry[line.entry] for line in lines if not line.is_away)
            people = [seat.entry.number for seat in seats if not seat.entry.is_house]
            found.append(TableSeats(number, seats, table_head(self.cuts, people)))
        return found

    @cached_property
    def out(self) -> list[SeatOf]:
        """Those who sit out."""
        return [seat for seat in self.by_name if seat.table is None]

    def found(self, words: str) -> list[SeatOf]:
        """Those whose start number it is, or in whose name it stands."""
        return found_by(
            words,
            self.by_name,
            said=lambda seat: f"{seat.entry.name} {seat.playing}",
            number=lambda seat: seat.entry.number,
        )


def entered(snapshot: Snapshot, words: str) -> list[EntryLine | Expected]:
    """Who is looked for, of all who are entered: for the time before there are seats."""
    everybody: list[EntryLine | Expected] = [
        *(entry for entry in snapshot.entries.values() if not entry.is_house),
        *snapshot.named,
    ]
    return found_by(
        words,
        everybody,
        said=lambda one: one.name,
        number=lambda one: one.number if isinstance(one, EntryLine) else None,
    )


def seats_of(snapshot: Snapshot) -> PublicSeats | None:
    """The seats of the round that is on or comes next, None while nobody may know them."""
    on = snapshot.on if snapshot.settings.rolling else snapshot.on[:1]
    if not on:
        return None
    cuts = tuple(kept for kept in snapshot.cuts if kept.cut.after < on[0].number)
    seats = (
        seat_of(snapshot, played, line)
        for played in on
        for line in played.lines
        if not line.is_away  # he left the table, and may sit at another one
    )
    return PublicSeats(on, tuple(seats), cuts)


def seat_of(snapshot: Snapshot, played: Played, line: SeatLine) -> SeatOf:
    """Where an entry sits in a round, with whoever plays for it."""
    substitutes = [
        one.name
        for one in snapshot.substitutes
        if one.entry == line.entry
        and one.from_round <= played.number
        and (one.until_round is None or played.number <= one.until_round)
    ]
    return SeatOf(
        snapshot.entries[line.entry],
        line.table,
        line.table_pk,
        _places(snapshot, played, line),
        " / ".join(substitutes),
    )


def _places(snapshot: Snapshot, played: Played, line: SeatLine) -> tuple[int, ...]:
    """The seats, counted from 1: the sides of a table sit crosswise where pairs play."""
    if line.table is None or line.side is None:
        return ()
    if not snapshot.settings.is_pairs:
        return (line.side + 1,)
    sides = len(played.by_table[line.table])
    return (line.side + 1, line.side + 1 + sides)


@dataclass(frozen=True)
class RoundRow:
    """A round in the overview, `played` once it is drawn; `game`: where it is not the event's."""

    number: int
    draw: str
    hands: int
    played: Round | None
    tables: int = 0
    can_be_drawn: bool = False
    can_be_cut: bool = False
    game: str = ""

    @property
    def state(self) -> str:
        """How far it is: waiting, open, proposed, drawn, published, running or closed."""
        return stage_of(self.played) if self.played else "open" if self.can_be_drawn else "waiting"


def stage_of(played: Round) -> str:
    """How far a drawn round is, in one word."""
    if played.state != Round.DRAWN:
        return played.state
    if played.started_at is not None:
        return "running"
    return "published" if played.published_at is not None else "drawn"


def rounds_of(event: Event) -> list[RoundRow]:
    """All rounds of the event, drawn or not; two SQL queries, four more where all play all."""
    settings = event.format
    drawn = {played.number: played for played in event.rounds.exclude(state=Round.CANCELLED)}
    opened = Counter(EventTable.objects.filter(round__event=event).values_list("round", flat=True))
    # Before the first round is accepted there are as many as those here need. Where so many are
    # here that all cannot play all, no round can be drawn in this way.
    accepted = any(played.drawn_at is not None for played in drawn.values())
    needed = 0 if accepted or not settings.follows_pairs else to_meet(ground_for(event, 1))
    planned = needed if 0 < needed <= LARGEST else settings.rounds
    rows = []
    for number in range(1, max([planned, *drawn]) + 1):
        played, before = drawn.get(number), drawn.get(number - 1)
        game = game_at(settings, event.ruleset, event.options, number)
        rows.append(
            RoundRow(
                number=number,
                draw=draw_label(played.draw if played else settings.draw_of(number)),
                hands=game.settings.hands_each(game.ruleset.seats),
                game=spoken(game.ruleset.name) if game.ruleset.key != event.ruleset else "",
                played=played,
                tables=(opened[played.pk] or len(played.plan["tables"])) if played else 0,
                can_be_cut=number < settings.rounds and number + 1 not in drawn,
                can_be_drawn=number == 1 or (before is not None and before.closed_at is not None),
            )
        )
    return rows


def next_step(event: Event, rows: list[RoundRow]) -> tuple[Link, str]:
    """The one thing that a director does next about the rounds, and why."""
    steps = {
        "open": (_("Draw round %(number)s"), ""),
        "proposed": (
            _("Look at the draw of round %(number)s"),
            _("It is proposed. Nothing is public before you accept it."),
        ),
        "drawn": (_("Publish round %(number)s"), _("It is accepted, and nobody sees it yet.")),
        "published": (_("Start round %(number)s"), _("Everybody can see where to sit.")),
        "running": (_("Results of round %(number)s"), _("It is being played.")),
    }
    row = next((row for row in rows if row.state in steps), None)
    if row is None:
        return Link(_("To the standings"), "event", (event.pk,)), _("All rounds are closed.")
    label, hint = steps[row.state]
    label %= {"number": row.number}
    if row.state == "running":
        return Link(label, "keying", (event.pk,)), hint
    return Link(label, "round", (event.pk, row.number)), hint


def table_words(count: int, settings: EventSettings, odd: str, tables: int = 0) -> str:
    """How many tables so many entries make, or why they make none; `tables`: if teams want more.

    >>> table_words(43, EventSettings(), "up")
    'tables of 4: 7 · tables of 5: 3'
    >>> table_words(12, EventSettings(), "down", 4)
    'tables of 3: 4 · no team-mates meet'
    """
    try:
        found = layout(count, settings.size, odd, tables)
    except Impossible as impossible:
        return sentence_for(impossible.words, {})
    said = [
        _("tables of %(size)s: %(count)s") % {"size": size, "count": many}
        for size, many in sorted(Counter(found.sizes).items())
    ]
    if tables and found != layout(count, settings.size, odd):
        said.append(_("no team-mates meet"))
    if found.out:
        said.append(_("sitting out: %(count)s") % {"count": found.out})
    return " · ".join(said)


def odd_words(count: int, ground: Ground) -> list[tuple[str, str, str]]:
    """The ways to seat a remainder in this game: the word for it, its label, and what it comes to
    for so many players."""
    settings, tables = ground.settings, ground.tables
    remainders = remainders_of(ground.ruleset, settings.size)
    return [
        (odd, _(ODD[odd].label), table_words(count, settings, odd, tables)) for odd in remainders
    ]


def team_words(ground: Ground, odd: str) -> str:
    """What helps where team-mates would share tables; "" where they would not."""
    house = sum(entry.is_house for entry in ground.here)
    here = len(ground.here) - house, house
    remainders = remainders_of(ground.ruleset, ground.settings.size)
    return team_mates_meet(here, ground.tables, ground.settings, odd, remainders)


def choice_words(choice: Choice) -> str:
    """A way of drawing, and how far the dial is turned."""
    if choice.draw == "soft" and choice.dial in (0, WITHOUT_REPEATS):
        return _("By standing, strictly") if not choice.dial else _("By standing, without repeats")
    return _("So that few meet again") if choice.draw == "history" else draw_label(choice.draw)


def proposal_said(kept: str) -> str:
    """A draw that was proposed, as the history keeps it: the way, the dial, its number, its seed.

    >>> proposal_said("soft\\t0\\t2\\t1d5")
    'By standing, strictly · draw 2, seed 1d5'
    """
    way, dial, attempt, seed = kept.split(BETWEEN)
    drawn = _("draw %(attempt)s, seed %(seed)s") % {"attempt": attempt, "seed": seed}
    return f"{choice_words(Choice(way, '', int(dial)))} · {drawn}"


# What speaks against a draw that is proposed: a wish that had to be kept, or what happened since.

COME, GONE, STANDING = "come", "gone", "standing"
DOUBTS: Mapping[str, str | Promise] = {
    **BROKEN,
    COME: gettext_lazy("Has come since the draw: %(who)s."),
    GONE: gettext_lazy("Is not here any more: %(who)s."),
    STANDING: gettext_lazy("The standing has changed since the draw."),
}


class Doubt(NamedTuple):
    """What speaks against a draw: its kind, and whom it is about by name."""

    kind: str
    who: str = ""

    @property
    def sentence(self) -> str:
        """The same for a director."""
        return str(DOUBTS[self.kind] % {"who": self.who})


def doubts_of(ground: Ground, played: Round) -> list[Doubt]:
    """All that speaks against a round as it was proposed."""
    hard = [wish for wish in played.report["broken"] if wish["hard"]]
    broken = [Doubt(wish["kind"], listed(wish["who"], ground.names)) for wish in hard]
    return [*broken, *moved_since(ground, played)]


def moved_since(ground: Ground, played: Round) -> list[Doubt]:
    """What has changed since a round was proposed."""
    plan = played.plan
    drawn = {number for seats in (*plan["tables"], plan["out"]) for number in seats}
    here = set(ground.here_numbers)
    players = {entry.number or 0 for entry in ground.here if not entry.is_house}
    found = [
        Doubt(kind, listed(sorted(numbers), ground.names, MOST_NAMES))
        for kind, numbers in ((COME, players - drawn), (GONE, drawn - here))
        if numbers
    ]
    if played.draw in HAS_ORDER and played.standing != kept_standing(ground):
        found.append(Doubt(STANDING))
    return found


def accepted_said(kept: str) -> str:
    """How many tables a draw has that was accepted, and what spoke against it.

    >>> accepted_said("3"), accepted_said("3\\ngone\\tAnna (1)")
    ('3', '3. Is not here any more: Anna (1).')
    """
    tables, *doubts = kept.split("\n")
    sentences = [Doubt(*line.split(BETWEEN)).sentence for line in doubts if BETWEEN in line]
    return " ".join([f"{tables}.", *sentences]) if sentences else tables


def kept_standing(ground: Ground) -> list[list[object]]:
    """The standing as it is kept with a round: start numbers and totals, best first."""
    return [
        [number, total if total is None or isinstance(total, int) else round(float(total), 4)]
        for number, total in ground.standing
    ]
