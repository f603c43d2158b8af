"""What is played for what at a table: worked out by counting hands, so it cannot say anything else.

Every way to take a hand on and every way for it to end is counted once; equal lines and equal
columns become one. What a game cannot say so (a Null has no schneider) stays empty. Where no word
for the end says what a hand costs, every number of card points is an end.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from scoring.errors import HandProblem
from scoring.options import Choice, Options
from scoring.ruleset import NOTHING_CARRIED, Deal, Field, Hand, HandScore, Reason, Ruleset, is_said
from scoring.words import _

ENDS = ("result", "taken")
"""The fields that say how a hand ended."""

SIDES = ("seat", "pair")
MOST_ANNOUNCED = 3
"""With more ways than these to announce something, the chart leaves announcing out."""

MOST_NUMBERS = 4
MOST_BANDS, EACH = 25, 5
"""With more prices by card points than these, only those of each so many stand in the chart."""

HALF = 60
WON, LOST = "won", "lost"
LABELS = {WON: _("Won"), LOST: _("Lost")}
SWEPT = {WON: _("Won, every trick"), LOST: _("Lost, no trick")}
PARTNERED, ALONE = _("with a partner"), _("alone")


class End(NamedTuple):
    """A way for a hand to end: its words, what is said of it, and how far it is won or lost.

    Of what is won and what is lost by as much, one may cost what the other brings.
    """

    choice: Choice
    said: Hand
    by: int


class Cell(NamedTuple):
    """What a hand is worth for whoever took it on, a partner, and each of the others.

    `partner` is None where there is none, and where it is as much as for the taker.
    """

    taker: int
    partner: int | None
    other: int

    def negative(self) -> Cell:
        """The same lost that was won.

        >>> Cell(2, 1, -1).negative()
        Cell(taker=-2, partner=-1, other=1)
        """
        return Cell(-self.taker, None if self.partner is None else -self.partner, -self.other)


class Line(NamedTuple):
    """Ways to play that cost the same, in words, and a cell for each end that there is.

    `announced`: what was announced of all of them, empty where nothing was.
    """

    labels: tuple[str, ...]
    announced: str
    cells: tuple[Cell | None, ...]
    hands: tuple[Hand, ...]


class Passed(NamedTuple):
    """What is said of a hand that everybody passed: the words, what it is worth for whom."""

    labels: tuple[str, ...]
    named: int
    other: int


class Example(NamedTuple):
    """A worked hand: what was said, what it is worth for each side, and why."""

    hand: Hand
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]


class Chart(NamedTuple):
    """All prices of a table: `ends` are the columns, in words; `lines` the ways to play.

    `lost_is_minus`: a lost game costs what it would have brought, so only won ones are shown.
    `has_gaps`: between the ends that are shown there are others.
    `passed`: what is said of a hand that everybody passed; `thrown_in`: why it is not counted.
    """

    ends: tuple[tuple[Choice, ...], ...]
    lines: tuple[Line, ...]
    lost_is_minus: bool
    has_gaps: bool
    passed: tuple[Passed, ...]
    thrown_in: tuple[Reason, ...]
    examples: tuple[Example, ...]


def chart(ruleset: Ruleset, options: Options) -> Chart:
    """The prices of a table that plays `ruleset` with all these options.

    >>> from scoring.rulesets import RULESETS
    >>> bump = RULESETS["sheepshead5-bump"]
    >>> found = chart(bump, bump.defaults())
    >>> [line.cells[0] for line in found.lines]
    [Cell(taker=2, partner=1, other=-1), Cell(taker=4, partner=None, other=-1)]
    """
    return _chart(ruleset, json.dumps(dict(options), sort_keys=True))


@lru_cache(maxsize=256)
def _chart(ruleset: Ruleset, options: str) -> Chart:
    deal = _deal(ruleset, json.loads(options))
    fields = [field for field in ruleset.fields_at(deal) if field.when != "passed"]
    for ends, has_gaps in _all_ends(ruleset, deal, fields):
        columns, lines, is_minus = _merged(ends, _lines(ruleset, deal, fields, ends))
        if (lines and len(columns) <= MOST_BANDS) or has_gaps:
            break
    passed, thrown_in = _passed(ruleset, deal)
    examples = _examples(ruleset, deal, lines)
    return Chart(columns, tuple(lines), is_minus, has_gaps, passed, thrown_in, examples)


def _deal(ruleset: Ruleset, options: dict[str, Any]) -> Deal:
    players = ruleset.tables[0]
    out = ruleset.sitting_out(players - 1, players)
    active = tuple(seat for seat in range(players) if seat not in out)
    return Deal(players - 1, active, players, options, NOTHING_CARRIED)


# The ways to play a hand.


class Way(NamedTuple):
    """What is said of a hand before it is played, and the words for it."""

    hand: dict[str, Any]
    labels: tuple[str, ...]
    announced: str = ""


def _ways(fields: Sequence[Field], deal: Deal) -> Iterator[Way]:
    """Every way to take a hand on: by contract, by trumps, announced or not, alone or not."""
    ways = [Way({}, ())]
    for field in fields:
        if field.name in ENDS:
            continue
        ways = [longer for way in ways for longer in _longer(field, way, deal)]
    yield from sorted(ways, key=lambda way: bool(way.announced))


def _longer(field: Field, way: Way, deal: Deal) -> list[Way]:
    if is_said(field.unless, way.hand):
        return [way]
    if field.name == "partner":
        alone = way._replace(hand={**way.hand, "partner": None}, labels=(*way.labels, ALONE))
        partnered = {**way.hand, "partner": deal.active[1]}
        if not field.empty or is_said(field.empty_unless, way.hand):
            return [way._replace(hand=partnered)]
        return [way._replace(hand=partnered, labels=(*way.labels, PARTNERED)), alone]
    if field.kind in SIDES:
        return [way._replace(hand={**way.hand, field.name: deal.active[0]})]
    if field.kind == "choice" and field.preset is not None and len(field.choices) > MOST_ANNOUNCED:
        return [way._replace(hand={**way.hand, field.name: field.preset})]
    if field.kind == "choice":
        return [
            _with_choice(field, choice, way)
            for choice in field.choices
            if not is_said(choice.unless, way.hand)
        ]
    if field.kind == "count" and field.preset is None and not field.empty:
        return [
            way._replace(hand={**way.hand, field.name: number}, labels=(*way.labels, label))
            for number, label in _numbers(field)
        ]
    return [way]


def _with_choice(field: Field, choice: Choice, way: Way) -> Way:
    hand = {**way.hand, field.name: choice.value}
    if field.preset is None:
        return way._replace(hand=hand, labels=(*way.labels, choice.label))
    return way._replace(hand=hand, announced="" if choice.value == field.preset else choice.label)


def _numbers(field: Field) -> list[tuple[int, str]]:
    """The first few numbers that a form offers by name, or the lowest one there can be."""
    named = [(int(choice.value), choice.label) for choice in field.choices[:MOST_NUMBERS]]
    return named or [(field.low, "")]


# The ways for it to end.


def _all_ends(
    ruleset: Ruleset, deal: Deal, fields: Sequence[Field]
) -> Iterator[tuple[list[End], bool]]:
    """The words for it; else all numbers of card points; else, with gaps, some of them."""
    yield _worded(fields), False
    counted = _counted(ruleset, deal, fields)
    yield counted, False
    yield [end for end in counted if end.by % EACH == 0], bool(counted)


def _worded(fields: Sequence[Field]) -> list[End]:
    tiers: Counter[str] = Counter()
    found = []
    for field in [field for field in fields if field.name in ENDS][:1]:
        for choice in field.choices:
            tiers[_how(choice)] += 1
            found.append(End(choice, {field.name: choice.value}, tiers[_how(choice)]))
    return found


def _counted(ruleset: Ruleset, deal: Deal, fields: Sequence[Field]) -> list[End]:
    """Each number of card points of the side that took the hand on, as far as it is won or lost.

    Also every trick and no trick, where these cost something else.
    """
    by_name = {field.name: field for field in fields}
    field = next((one for one in fields if one.kind == "points"), None)
    if field is None:
        return []
    tricks = by_name.get(field.name.replace("points", "tricks"))
    way = next(_ways(fields, deal)).hand
    found: dict[str, list[End]] = {WON: [], LOST: []}
    for points in range(field.low, field.high + 1):
        said = {field.name: points}
        price = _scored(ruleset, deal, {**way, **said})
        if price is None or price.verdict is None:
            continue
        how, by = WON if price.verdict.won else LOST, max(1, abs(points - HALF))
        found[how].append(End(Choice(how, LABELS[how], span=(points, points)), said, by))
        if tricks and points in (field.low, field.high):
            said = {**said, tricks.name: tricks.high if points else 0}
            swept = _scored(ruleset, deal, {**way, **said})
            if swept is not None and swept.points != price.points:
                found[how].append(End(Choice(how, SWEPT[how]), said, by + EACH))
    return sorted(found[WON], key=_by) + sorted(found[LOST], key=_by)


def _by(end: End) -> int:
    return end.by


def _how(choice: Choice) -> str:
    """Whether a word says that a hand is won or lost: the first part of its value."""
    return str(choice.value).partition("_")[0]


def _lines(
    ruleset: Ruleset, deal: Deal, fields: Sequence[Field], ends: Sequence[End]
) -> list[Line]:
    lines: list[Line] = []
    for way in _ways(fields, deal):
        hands = tuple({**way.hand, **end.said} for end in ends)
        cells = tuple(_cell(ruleset, deal, hand) for hand in hands)
        if any(cell is not None for cell in cells):
            lines.append(Line(way.labels, way.announced, cells, hands))
    return lines


def _scored(ruleset: Ruleset, deal: Deal, hand: Hand) -> HandScore | None:
    """What a hand comes to, None where there is no such hand or it is worth nothing."""
    try:
        score = ruleset.score(hand, deal)
    except HandProblem:
        return None
    return None if score.is_void else score


def _cell(ruleset: Ruleset, deal: Deal, hand: Hand) -> Cell | None:
    score = _scored(ruleset, deal, hand)
    if score is None:
        return None
    if ruleset.scores == "pairs":
        side = score.roles.index("makers") if "makers" in score.roles else 0
        return Cell(score.points[side], None, score.points[1 - side])
    by_role = dict(zip(reversed(score.roles), reversed(score.points), strict=True))
    taker = by_role.get("picker")
    if taker is None:
        return None
    partner = by_role.get("partner")
    return Cell(taker, None if partner == taker else partner, by_role.get("defender", 0))


def _merged(
    ends: Sequence[End], lines: list[Line]
) -> tuple[tuple[tuple[Choice, ...], ...], list[Line], bool]:
    """Lines that are alike become one, and so do columns one after the other.

    Where every game costs lost what it brings won, only those that are won are left.
    """
    won, lost = (
        [place for place, end in enumerate(ends) if _how(end.choice) == how] for how in (WON, LOST)
    )
    by_as_much = [(one, other) for one in won for other in lost if ends[one].by == ends[other].by]
    is_minus = bool(lines and won) and {*won, *lost} == {*chain(*by_as_much)}
    is_minus = is_minus and all(
        _is_minus(line.cells[one], line.cells[other]) for line in lines for one, other in by_as_much
    )
    columns: list[list[int]] = []
    for place in won if is_minus else range(len(ends)):
        is_next = columns and (place in lost) == (columns[-1][0] in lost)
        if is_next and all(_alike(line, columns[-1], place) for line in lines):
            columns[-1].append(place)
        else:
            columns.append([place])
    found: list[Line] = []
    for line in lines:
        kept = [_first_said(line, column) for column in columns]
        cells = tuple(line.cells[place] for place in kept)
        hands = tuple(line.hands[place] for place in kept)
        new = Line(tuple(filter(None, line.labels)), line.announced, cells, hands)
        same = next((one for one in found if one[1:3] == new[1:3]), None)
        if same is None:
            found.append(new)
        else:
            labels = tuple(dict.fromkeys((*same.labels, *new.labels)))
            found[found.index(same)] = same._replace(labels=labels)
    if len(found) == 1 < len(lines):
        found = [found[0]._replace(labels=())]
    words = tuple(_words([ends[place].choice for place in column]) for column in columns)
    return words, found, is_minus


def _words(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """The words for ends that cost the same; card points one after the other are one span."""
    spans = [choice.span for choice in choices if choice.span]
    if len(spans) < len(choices) or len({choice.label for choice in choices}) > 1:
        return tuple(choices)
    low, high = min(low for low, _high in spans), max(high for _low, high in spans)
    return (choices[0]._replace(span=(low, high)),)


def _is_minus(won: Cell | None, lost: Cell | None) -> bool:
    """Whether a hand costs lost what it brings won, as far as there are both."""
    return won is None or lost is None or lost == won.negative()


def _alike(line: Line, column: list[int], place: int) -> bool:
    """Whether a column can take another one in; what cannot be said is like everything."""
    cells = {line.cells[each] for each in (*column, place)} - {None}
    return len(cells) < 2


def _first_said(line: Line, column: list[int]) -> int:
    return next((place for place in column if line.cells[place] is not None), column[0])


# A hand that everybody passed.


def _passed(ruleset: Ruleset, deal: Deal) -> tuple[tuple[Passed, ...], tuple[Reason, ...]]:
    fields = ruleset.said_fields(deal.options).values()
    taker = next((one for one in fields if one.kind in SIDES and one.when == "always"), None)
    if taker is None or not taker.empty:
        return (), ()
    nobody = {taker.name: None}
    told = [
        field
        for field in ruleset.fields_at(deal)
        if field.when == "passed" and field.kind in ("seat", "seats", "pair", "flag")
    ]
    rows: list[Passed] = []
    for said, labels in _told(told):
        try:
            score = ruleset.score({**nobody, **said}, deal)
        except HandProblem:
            continue
        if not score.is_void:
            rows.append(Passed(labels, score.points[0], score.points[1]))
    if rows:
        return tuple(rows), ()
    try:
        score = ruleset.score(nobody, deal)
    except HandProblem:
        return (), ()
    return (), tuple(score.reasons)


def _told(fields: Sequence[Field]) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    """What can be said of a passed hand: who, and what is true of him besides."""
    for place, who in enumerate(fields):
        if who.kind == "flag":
            continue
        said = {who.name: [0] if who.kind == "seats" else 0}
        yield said, (who.label,)
        for more in fields[place + 1 :]:
            if more.kind in ("seats", "flag"):
                value = True if more.kind == "flag" else [0]
                yield {**said, more.name: value}, (who.label, more.label)


# Worked hands.


def _examples(ruleset: Ruleset, deal: Deal, lines: Sequence[Line]) -> tuple[Example, ...]:
    """The usual hand won, and one that was lost higher."""
    if not lines:
        return ()
    found = []
    for place in (0, -1):
        hand = lines[0].hands[place]
        score = ruleset.score(hand, deal)
        found.append(Example(hand, tuple(score.points), tuple(score.reasons)))
    return tuple(found)
