"""The smallest changes to a drawn round, worked out and said in words before they are done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from seating import repair
from seating.chance import Chance
from seating.constraints import Repaired, changed_tables
from seating.draws.manual import swap
from seating.model import Impossible
from seating.model import Round as Seating
from seating.wishes import broken_wishes
from seating.words import Words
from tournaments.common.history import BETWEEN
from tournaments.common.names import name_order
from tournaments.events.draw.queries import report
from tournaments.events.draw.queries.cuts import plays_on
from tournaments.events.draw.queries.drawing import Ground, desk_for, takes_part, wishes_of
from tournaments.events.draw.queries.proposals import (
    meeting_again,
    plan_json,
    redraw_finals,
    refuse_mixed,
)
from tournaments.events.draw.queries.seatings import SeatedRound, seat_words
from tournaments.models import Round

NO_SHOW = "no_show"
REPLACE = "replaced"
LATE = "late"
SWAP = "sat_swapped"
REDRAW = "redrawn_rest"
KINDS = (NO_SHOW, REPLACE, LATE, SWAP, REDRAW)


class Ask(NamedTuple):
    """What is asked of a drawn round.

    `who`: start numbers of those concerned; `by`: who takes a seat; `turn`: another try of a
    redraw, from 1.
    """

    kind: str
    who: tuple[int, ...] = ()
    by: int = 0
    turn: int = 1


class Move(NamedTuple):
    """Somebody whose place changes: from where and to where, each as a code (see `_places`)."""

    name: str
    was: str
    becomes: str

    @property
    def before(self) -> str:
        """Where somebody sits until now, in words."""
        return place_words(self.was)

    @property
    def after(self) -> str:
        """Where somebody sits from now on, in words."""
        return place_words(self.becomes)


class Concerned(NamedTuple):
    """Whom a repair may be about: an entry, and where it sits now in words, if it does."""

    key: int
    number: int
    name: str
    place: str
    is_seated: bool
    is_house: bool


@dataclass(frozen=True)
class Change:
    """What would be done: the round after it, in words, and who has to be told.

    `breaks`: which wishes would no longer be kept, and who would meet again. `mark` stands for the
    outcome: what is done is what was shown, or nothing.
    """

    ask: Ask
    after: Seating
    words: tuple[str, ...]
    breaks: tuple[str, ...]
    moves: tuple[Move, ...]
    mark: str
    is_exchange: bool = False


def change_for(ground: Ground, played: Round, seated: SeatedRound, ask: Ask) -> Change:
    """Work a change out; raises Impossible with words for the director."""
    before = seated.seating
    started = frozenset(table.number - 1 for table in seated.begun)
    repaired = _repaired(ground, played, before, started, ask)
    words = [report.sentence_for(each, ground.names) for each in repaired.words]
    if ask.kind == REDRAW:
        words.append(report.repeats_words(len(meeting_again(repaired.round, ground.history))))
    said = json.dumps([list(ask), plan_json(before), plan_json(repaired.round)])
    is_pairs = ground.settings.is_pairs
    old, new = _places(before, is_pairs=is_pairs), _places(repaired.round, is_pairs=is_pairs)
    moved = sorted(number for number in {*old, *new} if old.get(number) != new.get(number))
    return Change(
        ask=ask,
        after=repaired.round,
        words=tuple(words),
        breaks=tuple(_breaks(ground, before, repaired.round, ask)),
        moves=tuple(
            Move(
                report.entry_called(number, ground.names),
                old.get(number, NOWHERE),
                new.get(number, NOWHERE),
            )
            for number in moved
        ),
        mark=hashlib.sha256(said.encode()).hexdigest()[:16],
        is_exchange=ask.kind == SWAP and _are_seated(before, ask.who),
    )


def _breaks(ground: Ground, before: Seating, after: Seating, ask: Ask) -> list[str]:
    """What is worse after the change, in sentences; those of a new draw say how many meet again."""
    names, wishes, called = ground.names, wishes_of(ground), report.entry_called
    known = {(wish.kind, wish.who) for wish in broken_wishes(before, wishes)}
    broken = [wish for wish in broken_wishes(after, wishes) if (wish.kind, wish.who) not in known]
    sentences = [report.wish_words(wish._asdict(), names) for wish in broken]
    if ask.kind == REDRAW:
        return sentences
    together = set(before.pairs())
    return sentences + [
        report.met_words(called(one, names), called(other, names), rounds)
        for one, other, rounds in meeting_again(after, ground.history)
        if (one, other) not in together
    ]


def _repaired(
    ground: Ground, played: Round, before: Seating, started: frozenset[int], ask: Ask
) -> Repaired:
    late = newcomers(ground, before)
    desk = desk_for(ground, before, started, played.draw, late)
    if ask.kind == NO_SHOW:
        waiting = (*idle_house(ground, before), *late)
        with_waiting = Seating(before.tables, tuple(sorted({*before.out, *waiting})))
        repaired = repair.no_show(with_waiting, ask.who[0], desk)
        out = tuple(entry for entry in repaired.round.out if entry not in waiting)
        return repaired._replace(round=Seating(repaired.round.tables, out))
    if ask.kind == REPLACE:
        return _replaced(before, started, ask.who[0], ask.by)
    if ask.kind == LATE:
        return repair.seat_latecomers(
            before, ask.who, desk, Chance(f"{played.seed} {before.tables} late")
        )
    if ask.kind == SWAP:
        refuse_mixed(ground, *ask.who)
        return _swapped(before, started, *ask.who)
    entries = sorted({*_everybody(before), *ask.who})
    chance = Chance(f"{played.seed} {before.tables} again {ask.turn}")
    if ground.fields:
        house = idle_house(ground, before)
        after = redraw_finals(ground, before, (*entries, *house), desk, chance)
        return Repaired(after, changed_tables(before, after), ())
    return repair.redraw(before, entries, replace(desk, sizes=frozenset()), chance)


def concerned(ground: Ground, seated: SeatedRound) -> list[Concerned]:
    """Everybody in the round by name, and who is there without a place in it."""
    places = _places(seated.seating, is_pairs=ground.settings.is_pairs)
    more = {*newcomers(ground, seated.seating), *idle_house(ground, seated.seating)}
    found = [
        Concerned(
            entry.pk,
            number,
            entry.name,
            place_words(places[number]) if number in places else "",
            number in places,
            house,
        )
        for entry in ground.entries
        for number, house in [(entry.number or 0, entry.is_house)]
        if number in places or number in more
    ]
    return sorted(found, key=lambda one: name_order(one.name))


def idle_house(ground: Ground, before: Seating) -> tuple[int, ...]:
    """House players who are there and not in the round."""
    everybody = _everybody(before)
    return tuple(
        entry.number or 0
        for entry in ground.here
        if entry.is_house and entry.number not in everybody
    )


def newcomers(ground: Ground, before: Seating) -> list[int]:
    """Who is there and not in the round, though it was drawn: late, or to come in next time."""
    everybody = _everybody(before)
    last = ground.number + 1
    return [
        entry.number or 0
        for entry in ground.entries
        if entry.number not in everybody
        and not entry.is_house
        and (takes_part(entry, ground.number) or takes_part(entry, last))
        and plays_on(ground.cuts, entry.number or 0)
    ]


def _everybody(seating: Seating) -> frozenset[int]:
    return frozenset(entry for seats in (*seating.tables, seating.out) for entry in seats)


def _are_seated(seating: Seating, who: Sequence[int]) -> bool:
    return not frozenset(who).intersection(seating.out)


def _replaced(before: Seating, started: frozenset[int], who: int, by: int) -> Repaired:
    at = next((n for n, table in enumerate(before.tables) if who in table), None)
    if at is None:
        raise Impossible("unknown", gettext_noop("%(who)s sits at no table."), who=who)
    if at in started:
        text = gettext_noop(
            "Table %(table)s has begun: enter a substitute at the door. Missing: %(who)s."
        )
        raise Impossible("started", text, table=at + 1, who=who)
    if any(by in table for table in before.tables):
        text = gettext_noop("%(who)s sits at a table already.")
        raise Impossible("seated", text, who=by)
    tables = list(before.tables)
    tables[at] = tuple(by if entry == who else entry for entry in tables[at])
    out = tuple(entry for entry in before.out if entry != by)
    text = gettext_noop("%(one)s takes a seat at table %(table)s (until now: %(who)s).")
    words = Words(text, {"one": by, "who": who, "table": at + 1})
    return Repaired(Seating(tuple(tables), out), (at,), (words,))


def _swapped(before: Seating, started: frozenset[int], one: int, other: int) -> Repaired:
    if one == other:
        raise Impossible("same", gettext_noop("Name two different people."))
    after = swap(before, one, other)
    places = {n for n, table in enumerate(before.tables) if {one, other}.intersection(table)}
    if places & started and not _are_seated(before, (one, other)):
        text = gettext_noop("Table %(table)s has begun: nobody who sits out can take a seat there.")
        raise Impossible("started", text, table=min(places & started) + 1)
    text = gettext_noop("%(one)s and %(other)s change places.")
    words = [Words(text, {"one": one, "other": other})]
    for table in sorted(places & started):
        text = gettext_noop(
            "What is entered at table %(table)s stays in its column and counts for whoever is "
            "named there now."
        )
        words.append(Words(text, {"table": table + 1}))
    return Repaired(after, tuple(sorted(places)), tuple(words))


def _places(seating: Seating, *, is_pairs: bool) -> dict[int, str]:
    """Where everybody sits, as a code: table 3, the second side of it: `3.1`, of pairs `3.1+`."""
    pair = PAIR if is_pairs else ""
    places = {
        entry: f"{table + 1}.{seat}{pair}"
        for table, seats in enumerate(seating.tables)
        for seat, entry in enumerate(seats)
    }
    return places | dict.fromkeys(seating.out, OUT)


# Where somebody sits as the history keeps it, and in words.

NOWHERE, OUT, PAIR = "", "-", "+"


def place_words(place: str) -> str:
    """Where somebody sits.

    >>> place_words("3.1"), place_words("3.1+"), place_words("-")
    ('table 3, seat 2', 'table 3, seats 2 and 4', 'sits out')
    """
    if place in (NOWHERE, OUT):
        return _("sits out") if place else _("not in the round")
    table, seat = place.removesuffix(PAIR).split(".")
    is_pairs = place.endswith(PAIR)
    text = _("table %(table)s, seats %(seat)s") if is_pairs else _("table %(table)s, seat %(seat)s")
    return text % {"table": table, "seat": seat_words(int(seat), is_pairs=is_pairs)}


def kept_moves(moves: Sequence[Move], most: int) -> str:
    """Who sits elsewhere, a line for each; how many there are besides, where they are too many.

    >>> kept_moves([Move("Anna (1)", "1.0", "-"), Move("Ben (2)", "", "1.0")], 20)
    '1.0\\t-\\tAnna (1)\\n+1'
    """
    lines = [BETWEEN.join((move.was, move.becomes, move.name)) for move in moves]
    shown = len(lines)
    while shown and len("\n".join([*lines[:shown], f"+{len(lines)}"])) > most:
        shown -= 1
    more = [f"+{len(lines) - shown}"] if shown < len(lines) else []
    return "\n".join([*lines[:shown], *more])


def moves_said(kept: str) -> str:
    """Who sits elsewhere.

    >>> moves_said("1.0\\t-\\tAnna (1)\\n+1")
    'Anna (1): table 1, seat 1 → sits out · and 1 more'
    """
    said = []
    for line in kept.split("\n"):
        if line.startswith("+"):
            more = int(line[1:])
            said.append(
                ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}
            )
        else:
            was, becomes, name = line.split(BETWEEN)
            said.append(f"{name}: {place_words(was)} → {place_words(becomes)}")
    return " · ".join(said)
