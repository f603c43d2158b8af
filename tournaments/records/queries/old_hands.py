"""Reading records of tables with their hands: JSON of one or several, or one in each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from scoring import HandProblem, read_record, replay
from scoring.command import parse
from tournaments.records.queries.old_reading import (
    MOST_LINES,
    MOST_POINTS,
    Fault,
    Faulty,
    OldEvening,
    Reading,
    day_of,
    name_of,
    title_of,
    unsaid_game,
    without_too_many,
)

MOST_HANDS = 1_000

Found = tuple[int, object]
"""Where a record stands (its line, or its place in the list; the first is 1), and what it is."""


def looks_like_hands(text: str) -> bool:
    """Whether a text is JSON and not a list of totals.

    >>> looks_like_hands('  {"ruleset": "saskop"}'), looks_like_hands("Day;Who;Points")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[")


def read_hands(text: str, *, ruleset: str, today: date) -> Reading:
    """The evenings of a JSON text; `ruleset` is that of records that name none."""
    evenings, faults, hands = [], [], 0
    try:
        for number, found in _records(text):
            try:
                if isinstance(found, Faulty):
                    raise found
                evening = _evening(found, ruleset, today)
                evenings.append(evening)
            except Faulty as faulty:
                faults.append(Fault(number, str(faulty), _excerpt(found)))
                continue
            hands += evening.hands or 0
            if hands > MOST_LINES:
                words = _("There are more than %(most)s hands in it. Take them in in parts.")
                raise Faulty(words % {"most": MOST_LINES})
        return Reading(without_too_many(sorted(evenings, key=lambda one: one.day)), faults)
    except Faulty as faulty:
        return Reading([], [*faults, Fault(1, str(faulty))])


def _records(text: str) -> Iterator[Found]:
    """Every record of a text: a list of them, one alone, or one in each line."""
    try:
        whole = parse(text.encode("utf-8", "replace"))
    except HandProblem as problem:
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if problem.code != "not_json" or len(lines) < 2 or not _is_alone(lines[0][1]):
            raise Faulty(_why_no_json(text, problem)) from problem
        yield from ((number, _line(line)) for number, line in lines)
        return
    if isinstance(whole, list):
        yield from enumerate(whole, 1)
    else:
        yield 1, whole


def _line(line: str) -> object:
    try:
        return parse(line.encode("utf-8", "replace"))
    except HandProblem as problem:
        return Faulty(_why_no_json(line, problem))


def _is_alone(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _why_no_json(text: str, problem: HandProblem) -> str:
    """Where a text stops being JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        words = _("From line %(line)s, sign %(column)s on this is no JSON.")
        return words % {"line": error.lineno, "column": error.colno}
    except RecursionError:
        pass
    return problem.text.render(_, [])


def _evening(found: object, usual: str, today: date) -> OldEvening:
    if not isinstance(found, dict):
        raise Faulty(_("A record must be one JSON object."))
    said: dict[str, Any] = dict(found)
    if "ruleset" not in said:
        said["ruleset"] = usual or unsaid_game()
    day = said.pop("day", None)
    if not isinstance(day, str):
        raise Faulty(_('The record has no “day”, such as "day": "2016-11-03".'))
    try:
        record = read_record(said)
        hands = record.hands
        everything = range(len(hands))
        sheet = replay(record.ruleset, record.options, record.players, hands, standing=everything)
    except HandProblem as problem:
        sentence = problem.text.render(_, [])
        if problem.hand is not None:
            words = _("Hand %(number)s: %(why)s")
            sentence = words % {"number": problem.hand + 1, "why": sentence}
        raise Faulty(sentence.encode("utf-8", "replace").decode()) from problem
    if not record.names:
        raise Faulty(_("The record has no “names”: nobody would know who played."))
    if not record.hands:
        raise Faulty(_("There is no hand in the record."))
    if len(record.hands) > MOST_HANDS:
        words = _("A sheet that is taken in has at most %(most)s hands.")
        raise Faulty(words % {"most": MOST_HANDS})
    if max(map(abs, (*sheet.totals, *(p for row in sheet.rows for p in row.points)))) > MOST_POINTS:
        raise Faulty(_("These are more points than an evening can bring."))
    _refuse_unwritable(said)
    names = [name_of(name) for name in record.names]
    return OldEvening(
        day=day_of(day.strip(), today),
        ruleset=record.ruleset.key,
        title=title_of(record.title),
        names=tuple(names),
        record={**said, "names": names},
        hands=sum(not row.is_void for row in sheet.rows if row.dealer is not None),
    )


def _refuse_unwritable(said: dict[str, Any]) -> None:
    """Refuse what no database keeps: the sign zero, and halves of signs."""
    text = json.dumps(said, ensure_ascii=False)
    if "\\u0000" in text or text.encode("utf-8", "replace").decode() != text:
        raise Faulty(_("There is something in it that cannot be written."))


def _excerpt(found: object) -> str:
    if isinstance(found, dict):
        known = (found.get("day"), found.get("title"))
        return (
            " · ".join(text for text in known if isinstance(text, str))[:120]
            .encode("utf-8", "replace")
            .decode()
        )
    return ""
