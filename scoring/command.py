"""The command line: `score` and `rulesets`; JSON in, JSON out, no database."""

import json
import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TextIO

from scoring.answer import describe, score_record
from scoring.errors import HandProblem, quoted
from scoring.rulesets import RULESETS
from scoring.words import _

USAGE = """\
score [FILE]        score one record (JSON object) from FILE or standard input
score --lines       score JSON Lines from standard input, one answer a line
rulesets [--json]   list every ruleset
"""
REFUSED = 2
LONGEST_RECORD = 64 * 1024 * 1024
"""Bytes; a record of the most hands that are scored takes a tenth of it."""


def main(argv: list[str]) -> int:
    """Run `score …` or `rulesets …` and return the exit code."""
    command, arguments = argv[0], argv[1:]
    if "--help" in arguments or "-h" in arguments:
        print(USAGE, end="")
        return 0
    try:
        if command == "rulesets":
            return _rulesets(arguments)
        return _score(arguments)
    except HandProblem as problem:
        print(json.dumps(problem.as_json()), file=sys.stderr)
        return REFUSED
    except OSError as failure:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python tries the rest again at its end
        if isinstance(failure, BrokenPipeError):
            return 0
        print(f"The answer could not be written: {failure.strerror}.", file=sys.stderr)
        return 1


def _score(arguments: list[str]) -> int:
    if arguments == ["--lines"]:
        score_lines(sys.stdin.buffer, sys.stdout)
        sys.stdout.flush()
        return 0
    if len(arguments) > 1 or (arguments and arguments[0].startswith("--")):
        raise HandProblem(
            "bad_call", "arguments", _("Give one file, or --lines, or nothing at all.")
        )
    text = _read_file(arguments[0]) if arguments else sys.stdin.buffer.read(LONGEST_RECORD + 1)
    if len(text) > LONGEST_RECORD:
        raise HandProblem("too_long", "record", _("The record is too long to be a table's."))
    print(json.dumps(score_record(parse(text))), flush=True)
    return 0


def _read_file(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(LONGEST_RECORD + 1)
    except (OSError, ValueError):
        raise HandProblem("no_file", "file", _("That file cannot be read.")) from None


def score_lines(source: BinaryIO | Iterable[bytes], target: TextIO) -> None:
    """Answer each line of `source` on a line of `target`, refusals included."""
    for line in source:
        try:
            answer = score_record(parse(line))
        except HandProblem as problem:
            answer = problem.as_json()
        target.write(json.dumps(answer))
        target.write("\n")


def parse(text: bytes) -> object:
    """The JSON in `text`; raises HandProblem for anything else.

    >>> parse(b'{"hands": []}')
    {'hands': []}
    """
    try:
        return json.loads(
            text.decode("utf-8-sig"),
            object_pairs_hook=_without_repeats,
            parse_constant=_refuse_constant,
        )
    except HandProblem:
        raise
    except (ValueError, RecursionError):
        raise HandProblem("not_json", "record", _("This is not one JSON object.")) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    met: set[str] = set()
    for name, _value in pairs:
        if name in met:
            break
        met.add(name)
    text = _("“%(name)s” is given twice.")
    raise HandProblem("repeated_field", quoted(name) or "record", text, name=quoted(name))


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _rulesets(arguments: list[str]) -> int:
    if arguments not in ([], ["--json"]):
        raise HandProblem("bad_call", "arguments", _("rulesets knows only --json."))
    if arguments:
        print(json.dumps([describe(ruleset) for ruleset in RULESETS.values()], indent=2))
        return 0
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    for ruleset in RULESETS.values():
        sizes = ", ".join(str(size) for size in ruleset.tables)
        print(f"{ruleset.key}: {ruleset.name}")
        print(f"  {ruleset.summary}")
        print(f"  at the table: {sizes}; playing: {ruleset.seats}; scored: {ruleset.scores}")
        for option in ruleset.options:
            values = " | ".join(choice.value for choice in option.choices) or option.kind
            print(f"  option {option.name} = {json.dumps(option.default)} ({values})")
            print(f"    {option.meaning}")
        for field in ruleset.fields:
            print(f"  field {field.name} ({field.kind}): {field.meaning}")
        for figure in ruleset.figures:
            print(f"  {figure.status}: {figure.what} ({figure.note})")
        for source in ruleset.sources:
            print(f"  source: {source.title}, {source.place}")
        print()
    return 0
