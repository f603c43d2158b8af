"""Rulings and protests of an event: listed, in words, and what their forms are made from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from formats.event import EventSettings
from formats.figures import amount
from scoring import find_ruleset
from scoring.labels import side_of
from tournaments.common.history import BETWEEN, kept_values
from tournaments.common.names import found_by
from tournaments.events.draw.queries.seatings import Seated, people_at
from tournaments.events.standings.queries.snapshots import Ruled
from tournaments.models import Entry, Event, EventTable, Protest, Result, Round, Ruling

# Ready decisions: what the rule card says about misplays, read line by line.
#
# A line is an offence, a colon, and what is decided: “Comments while sitting out: warning, then
# −4”, in English, German or Estonian. Whatever cannot be read so stays an offence without ready
# decisions.

MOST_LINES = 20
LONGEST = 200

_NUMBER = re.compile(r"[+\-−–]\s?(\d{1,4})(?!\d)")
_STROKES = re.compile(r"(\d{1,2})\s*(?:strokes?|striche?|naks?|nakk|nakki)\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;.]|\b(?:then|dann|danach|siis|seejärel)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:others?|ander\w+|übrigen|teis\w+)\b", re.IGNORECASE)
_OUT = re.compile(
    r"\b(?:out|exclu\w+|dis[qk]\w+|ausschluss|ausgeschlossen|eemalda\w+)\b", re.IGNORECASE
)
_WHOLE = re.compile(r"\b(?:whole table|ganzer? tisch|kogu lau\w+)\b", re.IGNORECASE)
_WARNING = re.compile(r"\b(?:(?:ver)?warn|hoiatus)\w*", re.IGNORECASE)


class Ready(NamedTuple):
    """A decision that one tap takes; points and strokes as in `Ruling`.

    `is_whole`: it is about the whole table, whoever is chosen.
    """

    kind: str
    points: int = 0
    others: int = 0
    is_whole: bool = False


class Offence(NamedTuple):
    """An offence in words, and the decisions that are ready for it."""

    words: str
    ready: tuple[Ready, ...] = ()


def offences_of(text: str, *, has_strokes: bool) -> list[Offence]:
    """The offences of a rule card's text; the usual ones where it says nothing.

    `has_strokes`: whether strokes can be given to the other side of a match.

    >>> talking, swearing = offences_of("Talk: warning, then −4\\nNo swearing", has_strokes=False)
    >>> [(str(ready.kind), ready.points) for ready in talking.ready], swearing.ready
    ([('warning', 0), ('points', -4)], ())
    >>> offences_of("Misplay: −4, each other +1", has_strokes=False)[0].ready[0].others
    1
    >>> offences_of("Dealt wrongly twice: 2 naks", has_strokes=True)[0].ready[0].points
    2
    >>> offences_of("False sheet: the whole table is excluded", has_strokes=False)[0].ready[0][::3]
    (RulingKind.OUT, True)
    """
    lines = [line.strip(" \t-•*–") for line in text.splitlines()]
    parts = [line.partition(":") for line in lines if line][:MOST_LINES]
    found = [
        Offence(words.strip()[:LONGEST], _ready(decisions, has_strokes))
        for words, _colon, decisions in parts
    ]
    return found or usual_offences(has_strokes=has_strokes)


def usual_offences(*, has_strokes: bool) -> list[Offence]:
    """What is usual: for matches after Sasku, else after Sheboygan Falls 2016 and club ledgers.

    Comments of who sits out: a warning, then 4 points. A misplay: 4 points, one to each of the
    others. Dealt wrongly twice: 2 strokes (naks) to the other side; shuffled too late: 4.
    """
    warning = Ready(Ruling.WARNING)
    if has_strokes:
        return [
            Offence(_("Dealt wrongly twice"), (warning, Ready(Ruling.STROKES, 2))),
            Offence(_("Shuffled too late"), (warning, Ready(Ruling.STROKES, 4))),
            Offence(_("Talking about the hand"), (warning,)),
        ]
    lost = Ready(Ruling.POINTS, -4)
    return [
        Offence(_("Talking about the hand"), (warning, lost)),
        Offence(_("Misplay"), (lost, Ready(Ruling.POINTS, -4, 1))),
    ]


def _ready(text: str, has_strokes: bool) -> tuple[Ready, ...]:
    found: list[Ready] = []
    for part in _PARTS.split(text):
        one = _decision(part, found, has_strokes)
        if one is not None and _WHOLE.search(part) and one.kind != Ruling.STROKES:
            one = one._replace(is_whole=True)
        if one is not None and one not in found:
            found.append(one)
    return tuple(found)


def _decision(part: str, before: list[Ready], has_strokes: bool) -> Ready | None:
    number = _NUMBER.search(part)
    strokes = _STROKES.search(part)
    if _OTHERS.search(part) and number and before and before[-1].kind == Ruling.POINTS:
        before[-1] = before[-1]._replace(others=_signed_penalty(part, number))
        return None
    if strokes and has_strokes:
        return Ready(Ruling.STROKES, int(strokes[1]))
    if number:
        return Ready(Ruling.POINTS, _signed_penalty(part, number))
    if _WARNING.search(part):
        return Ready(Ruling.WARNING)
    return Ready(Ruling.OUT) if _OUT.search(part) else None


def _signed_penalty(part: str, number: re.Match[str]) -> int:
    return int(number[1]) * (1 if part[number.start()] == "+" else -1)


def chosen(offences: Sequence[Offence], name: str) -> tuple[Offence, Ready] | None:
    """The offence and the decision that a button names, such as “0.1”; None for any other name.

    >>> chosen([Offence("Misplay", (Ready("points", -4),))], "0.0")[1].points
    -4
    """
    buttons = {
        f"{row}.{column}": (offence, ready)
        for row, offence in enumerate(offences)
        for column, ready in enumerate(offence.ready)
    }
    return buttons.get(name)


# Rulings in words: what was decided, and the whole sentence.


def decision_words(said: Ruling | Ruled | Ready) -> str:
    """What was decided: “penalty −4, each of the others +1”."""
    if said.kind == Ruling.POINTS:
        figures = {"points": amount(said.points), "others": amount(said.others)}
        return _points_words(said.points, said.others) % figures
    if said.kind == Ruling.STROKES:
        text = ngettext(
            "%(count)s stroke to the other side", "%(count)s strokes to the other side", said.points
        )
        return text % {"count": said.points}
    words: dict[str, str] = {
        Ruling.WARNING: _("warning"),
        Ruling.OUT: _("excluded"),
        Ruling.NOTE: _("noted"),
    }
    return words[said.kind]


def _points_words(points: int, others: int) -> str:
    if not points:
        return _("each of the others %(others)s")
    if not others:
        return _("penalty %(points)s") if points < 0 else _("points %(points)s")
    if points < 0:
        return _("penalty %(points)s, each of the others %(others)s")
    return _("points %(points)s, each of the others %(others)s")


def ready_words(ready: Ready) -> str:
    """What a button says whose decision is ready."""
    words = decision_words(ready)
    return _("the whole table: %(decision)s") % {"decision": words} if ready.is_whole else words


def where_words(round_number: int | str, table: int | str | None, hand: int | str | None) -> str:
    """Where it was: “Round 2, table 3, hand 7”."""
    return ", ".join([_("Round %(number)s") % {"number": round_number}, *_at_table(table, hand)])


def _at_table(table: int | str | None, hand: int | str | None) -> Iterator[str]:
    if table:
        yield _("table %(number)s") % {"number": table}
    if hand:
        yield _("hand %(number)s") % {"number": hand}


def table_of(row: Ruling | Protest) -> int | None:
    """The number of the table that it is about, if it is about one."""
    return row.event_table.number if row.event_table else None


def kept_ruling(ruling: Ruling) -> str:
    """A ruling as the history keeps it."""
    return kept_values(
        table_of(ruling),
        ruling.hand,
        ruling.protest.number if ruling.protest else None,
        ruling.kind,
        ruling.points,
        ruling.others,
        ruling.entry.name if ruling.entry else None,
        ruling.offence,
    )


def ruling_said(kept: str) -> str:
    """A ruling of the history, after the number of its round.

    >>> ruling_said("3\\t7\\t\\tpoints\\t-4\\t0\\tAnna\\tTalking")
    'table 3, hand 7, Anna: Talking – penalty −4'
    """
    values = kept.split(BETWEEN, 7)
    if len(values) < 8:
        return kept
    table, hand, protest, kind, points, others, name, offence = values
    whom = [*_at_table(table, hand), name or _("the whole table")]
    said = f"{', '.join(whom)}: {offence} – {decision_words(Ready(kind, int(points), int(others)))}"
    if not protest:
        return said
    number = _("protest %(number)s") % {"number": protest}
    return f"{said} ({number})"


def about_whom(ruling: Ruling) -> str:
    """The name, or that it is about the whole table."""
    return ruling.entry.name if ruling.entry is not None else _("the whole table")


def unit_words(settings: EventSettings) -> str:
    """In what the points of a ruling are: those of the standing."""
    words = {
        "points": _("They are points of the standing."),
        "average": _("They are points that are added before the points are divided by the hands."),
        "places": _("They are points for places, as in the standing."),
        "match": _("They are match points, as in the standing."),
    }
    return words[settings.yields]


MOST = 200


class RulingLine(NamedTuple):
    """A ruling in words, for directors; `counts`: it stands, and so does its round."""

    ruling: Ruling
    where: str
    whom: str
    decision: str
    counts: bool


@dataclass(frozen=True)
class Ground:
    """What a ruling may be about: a round, perhaps a table of it, and the entries there."""

    event: Event
    round: Round
    place: EventTable | None
    people: list[Seated]

    @property
    def has_strokes(self) -> bool:
        """Whether strokes can be given to the other side: in a match of two."""
        return self.event.format.yields == "match" and len(self.people) == 2

    @property
    def is_late(self) -> bool:
        """Whether the round is closed."""
        return self.round.closed_at is not None

    @property
    def offences(self) -> list[Offence]:
        """The offences of the rule card, or the usual ones."""
        return offences_of(self.event.format.penalties, has_strokes=self.has_strokes)

    def others_of(self, entry: int) -> list[Seated]:
        """The others at the table; where partners share a side of the sheet, the opponents."""
        own = next(person.side for person in self.people if person.entry_id == entry)
        return [person for person in self.people if person.side != own]


def ground_at(event: Event, place: EventTable) -> Ground:
    """A table, whose round must be read with it; two SQL queries."""
    people = people_at([place], event).get(place.pk, [])
    return Ground(event, place.round, place, people)


def ground_of_entry(event: Event, played: Round, entry: int) -> Ground | None:
    """Where an entry sat in a round; None where it has nothing to do with that round."""
    found = Result.objects.filter(round=played, entry_id=entry)
    result = found.select_related("entry", "event_table").first()
    if result is None:
        return None
    if result.event_table is not None:
        result.event_table.round = played
        return ground_at(event, result.event_table)
    side = side_of(find_ruleset(event.ruleset), 0)
    alone = Seated(entry, result.entry.number, result.entry.name, side, result.points, True)
    return Ground(event, played, None, [alone])


def seats_of(ground: Ground) -> list[tuple[Seated, int]]:
    """Those at the table in the order of the sheet, with their warnings; one SQL query."""
    keys = [person.entry_id for person in ground.people]
    warned = Ruling.objects.filter(
        event=ground.event, entry__in=keys, kind=Ruling.WARNING, withdrawn_at=None
    )
    warnings = Counter(warned.values_list("entry_id", flat=True))
    return [(person, warnings[person.entry_id]) for person in ground.people]


def ruling_lines(event: Event, words: str = "", kind: str = "") -> list[RulingLine]:
    """The latest rulings, the newest first, of those that are looked for; one SQL query.

    `words`: a start number, or part of a name or of the offence.
    """
    rulings = Ruling.objects.filter(event=event)
    found = found_by(
        words,
        _lines(rulings.filter(kind=kind) if kind else rulings),
        said=lambda line: f"{line.whom} {line.ruling.offence}",
        number=lambda line: line.ruling.entry.number if line.ruling.entry else None,
    )
    return found[:MOST]


def rulings_at(place: EventTable) -> list[RulingLine]:
    """The rulings at a table, the newest first; one SQL query."""
    return _lines(Ruling.objects.filter(event_table=place))


def exclusions(entry: Entry) -> QuerySet[Ruling]:
    """The rulings that excluded somebody from the event, withdrawn ones as well."""
    rulings = Ruling.objects.filter(event=entry.event_id, kind=Ruling.OUT)
    return rulings.filter(was__has_key=str(entry.pk))


def _lines(rulings: QuerySet[Ruling]) -> list[RulingLine]:
    return [
        RulingLine(
            ruling,
            where_words(ruling.round.number, table_of(ruling), ruling.hand),
            about_whom(ruling),
            decision_words(ruling),
            ruling.withdrawn_at is None and ruling.round.state != Round.CANCELLED,
        )
        for ruling in rulings.select_related("round", "event_table", "entry").order_by("-pk")
    ]


# Protests of an event: those that are open, and each in words.

MOST_NAMED = 6


@dataclass(frozen=True)
class ProtestLine:
    """A protest in words, with the rulings that followed from it."""

    protest: Protest
    where: str
    decision: str
    rulings: tuple[tuple[Ruling, str], ...]

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided it."""
        return not self.protest.decision

    @property
    def is_off(self) -> bool:
        """Whether its round was called off."""
        played = self.protest.round
        return played is not None and played.state == Round.CANCELLED

    @property
    def lacks_a_ruling(self) -> bool:
        """Whether it was upheld and nothing has followed from it."""
        stands = any(ruling.withdrawn_at is None for ruling, _words in self.rulings)
        return self.protest.decision == Protest.UPHELD and not stands


def open_protests(event: Event) -> list[Protest]:
    """What is still to be decided, the oldest first; one SQL query."""
    return list(event.protests.filter(decision="").select_related("round", "event_table"))


def what_is_undecided(event: Event) -> str:
    """That protests are open, in a sentence for whoever wants to lock the list; else empty."""
    found = open_protests(event)
    if not found:
        return ""
    words = ngettext(
        "Protest %(numbers)s is not decided. Decide it first.",
        "Protests %(numbers)s are not decided. Decide them first.",
        len(found),
    )
    shown = ", ".join(str(each.number) for each in found[:MOST_NAMED])
    return words % {"numbers": shown + ("…" if len(found) > MOST_NAMED else "")}


def protest_lines(event: Event, **about: int) -> list[ProtestLine]:
    """All protests of an event, or those about something, the newest first; two SQL queries."""
    rulings = Ruling.objects.select_related("entry").order_by("pk")
    found = Protest.objects.filter(event=event, **about).order_by("-number")
    with_rulings = found.prefetch_related(Prefetch("rulings", queryset=rulings))
    return [
        ProtestLine(
            protest,
            about_words(protest),
            outcome_words(protest.decision),
            tuple(
                (ruling, f"{about_whom(ruling)}: {decision_words(ruling)}")
                for ruling in protest.rulings.all()
            ),
        )
        for protest in with_rulings.select_related("round", "event_table", "entry")
    ]


def protest_line(event: Event, key: int) -> ProtestLine | None:
    """One of them; two SQL queries."""
    return next(iter(protest_lines(event, pk=key)), None)


def about_words(protest: Protest) -> str:
    """What a protest is about: “Round 2, table 3, hand 7”, or the whole event."""
    if protest.round is None:
        return _("The whole event")
    return where_words(protest.round.number, table_of(protest), protest.hand)


OUTCOMES: Mapping[str, str | Promise] = {
    Protest.UPHELD: pgettext_lazy("protest", "upheld"),
    Protest.DISMISSED: pgettext_lazy("protest", "dismissed"),
    Protest.WITHDRAWN: pgettext_lazy("protest", "withdrawn"),
}
"""What was decided about a protest."""


def outcome_words(decision: str) -> str:
    """What was decided: “upheld”, or that it is open."""
    return str(OUTCOMES[decision]) if decision else pgettext("protest", "open")


def kept_protest(protest: Protest) -> str:
    """A protest as the history keeps it."""
    return kept_values(
        protest.number,
        protest.round.number if protest.round else None,
        table_of(protest),
        protest.hand,
        protest.protester,
        protest.matter,
    )


def protest_said(kept: str) -> str:
    """What the history has of a protest: what was decided, or its number and what it is about.

    >>> protest_said("2\\t1\\t3\\t\\tAnna\\tDealt twice"), protest_said("upheld")
    ('2 (Round 1, table 3), Anna: Dealt twice', 'upheld')
    """
    values = kept.split(BETWEEN, 5)
    if len(values) < 6:
        return str(OUTCOMES.get(kept, kept))
    number, played, table, hand, who, matter = values
    where = where_words(played, table, hand) if played else _("The whole event")
    said = {"number": number, "where": where, "who": who, "matter": matter}
    return _("%(number)s (%(where)s), %(who)s: %(matter)s") % said
