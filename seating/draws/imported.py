"""Rounds that people made themselves, from a text: one round a line, or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from seating.chance import Chance
from seating.constraints import Constraints
from seating.model import Drawn, Impossible, Request, Round
from seating.sizes import Layout
from seating.words import _

NAME = "import"
FORM = _("Line %(line)s: “%(text)s” is no start number. Write 1 5 9 13; 2 6 10 14.")


def draw(request: Request, layout: Layout, chance: Chance) -> Drawn:
    """The rounds of the request's text, as they are.

    >>> draw(Request(entries=(1, 2, 3, 4), size=2, text="1 2; 3 4"), Layout((2, 2)), Chance(1))
    Drawn(rounds=(Round(tables=((1, 2), (3, 4)), out=()),), steps=0, notes=())
    """
    return Drawn(read_rounds(request.text, request))


def read_rounds(text: str, request: Request) -> tuple[Round, ...]:
    """The rounds in a text; raises Impossible in words that name the line, number and table.

    Plain text has one round a line, with `;` between the tables and, where somebody sits out,
    `/` before them. JSON is a list of rounds, each a list of tables or an object with `tables`
    and `out`; there a “line” is the number of the round. Where the remainder sits out (`bye`),
    those not named do, as long as they are too few for a table.

    >>> read_rounds("1 2; 3 4 / 5", Request(entries=(1, 2, 3, 4, 5), size=2, odd="bye"))
    (Round(tables=((1, 2), (3, 4)), out=(5,)),)
    """
    if not text.strip():
        raise Impossible("no_text", _("Give the rounds as a text: one round a line."))
    lines = _from_json(text) if text.lstrip()[0] in "[{" else _from_lines(text)
    return tuple(_checked(line, played, request) for line, played in lines)


def _from_lines(text: str) -> list[tuple[int, Round]]:
    rounds = []
    for line, content in enumerate(text.splitlines(), 1):
        if not content.strip():
            continue
        seated, _slash, out = content.partition("/")
        tables = [_numbers(line, part) for part in seated.split(";") if part.strip(" ,\t")]
        rounds.append((line, Round(tuple(tables), _numbers(line, out))))
    return rounds


def _numbers(line: int, part: str) -> tuple[int, ...]:
    words = [word for word in re.split(r"[\s,]+", part) if word]
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 10):
            raise Impossible("no_number", FORM, line=line, text=word)
    return tuple(int(word) for word in words)


def _from_json(text: str) -> list[tuple[int, Round]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Impossible("json", _("This begins like JSON, but cannot be read as such.")) from None
    if isinstance(data, dict):
        data = data.get("rounds", [data])
    if not isinstance(data, list):
        raise Impossible("json", _("The JSON should be a list of rounds."))
    if _depth(data) == 2:
        data = [data]
    return [(line, _json_round(line, played)) for line, played in enumerate(data, 1)]


def _depth(data: Any) -> int:  # noqa: ANN401
    return 1 + _depth(data[0]) if isinstance(data, list) and data else 0


def _json_round(line: int, data: Any) -> Round:  # noqa: ANN401
    tables = data.get("tables") if isinstance(data, dict) else data
    out = data.get("out", []) if isinstance(data, dict) else []
    if not isinstance(tables, list):
        raise Impossible("json", _("Round %(line)s should be a list of tables."), line=line)
    return Round(tuple(_json_numbers(line, table) for table in tables), _json_numbers(line, out))


def _json_numbers(line: int, data: Any) -> tuple[int, ...]:  # noqa: ANN401
    if not isinstance(data, list):
        raise Impossible("no_number", FORM, line=line, text=str(data)[:40])
    for item in data:
        if type(item) is not int:
            raise Impossible("no_number", FORM, line=line, text=str(item)[:40])
    return tuple(data)


def _checked(line: int, played: Round, request: Request) -> Round:
    """The round, with those out who are not named, or the first thing wrong with it."""
    known, seen = frozenset(request.entries), set[int]()
    legal = Constraints(size=request.size, odd=request.odd).legal
    for number, table in enumerate(played.tables, 1):
        _refuse_strangers(line, number, table, known, seen)
        if len(table) not in legal:
            text = _("Line %(line)s, table %(table)s: so many seats are no legal size: %(seats)s.")
            raise Impossible("wrong_size", text, line=line, table=number, seats=len(table))
    _refuse_strangers(line, None, played.out, known, seen)
    missing = tuple(entry for entry in request.entries if entry not in seen)
    if missing and not (request.odd == "bye" and len(missing) < request.size):
        who = ", ".join(map(str, missing))
        raise Impossible("missing", _("Line %(line)s, missing: %(who)s."), line=line, who=who)
    if not played.tables:
        raise Impossible("no_tables", _("Line %(line)s has no table."), line=line)
    return Round(played.tables, tuple(sorted((*played.out, *missing))))


def _refuse_strangers(
    line: int, table: int | None, numbers: Iterable[int], known: frozenset[int], seen: set[int]
) -> None:
    """Refuse numbers that are not in the field, or already had a place in this round."""
    for who in numbers:
        values = {"line": line, "who": who, "table": table}
        if who not in known:
            if table is None:
                text = _("Line %(line)s: %(who)s, named as sitting out, does not take part.")
            else:
                text = _("Line %(line)s, table %(table)s: %(who)s does not take part.")
            raise Impossible("unknown", text, **values)
        if who in seen:
            if table is None:
                text = _("Line %(line)s: %(who)s sits out and has a place as well.")
            else:
                text = _("Line %(line)s, table %(table)s: %(who)s has a place already.")
            raise Impossible("twice", text, **values)
        seen.add(who)
