"""Pieces of the catalogue for translators: a message a line, handed out and taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message

from project_tools.messages import Translations, is_translated, missing
from project_tools.wording import EXCEPT, UNSURE, all_faults, faults, forms


def hand_out(translations: Translations, folders: Sequence[str], file: Path) -> None:
    """Write what is missing in these folders, with room for its translation."""
    language = str(translations.locale_identifier)
    lines = [
        json.dumps(as_line(message, language), ensure_ascii=False) + "\n"
        for message in missing(translations)
        if stands_under(message, folders)
    ]
    file.write_text("".join(lines))


def stands_under(message: Message, folders: Sequence[str]) -> bool:
    """Whether the message is said first in one of these folders or files."""
    return said_first(message).startswith(tuple(folders))


def in_doubt(translations: Catalog) -> Iterator[str]:
    """What its translator was not sure of: a heading for each page, then English and translation.

    A message stands at the page that says it first, and by that the pages are in order.
    """
    doubtful = [each for each in translations if each.id and UNSURE in each.user_comments]
    for page, messages in groupby(sorted(doubtful, key=said_first), said_first):
        yield f"\n{page}"
        for message in messages:
            where = f" [{message.context}]" if message.context else ""
            yield f"  {' | '.join(forms(message.id))}{where}"
            yield f"  = {' | '.join(forms(message.string))}"


def said_first(message: Message) -> str:
    """The file that says the message first."""
    return message.locations[0][0]


def as_line(message: Message, language: str) -> dict[str, object]:
    """A message as translators get it, with room for the translation."""
    one, many = message.id if isinstance(message.id, tuple) else (message.id, None)
    line: dict[str, object] = {"language": language, "msgctxt": message.context, "msgid": one}
    line |= {
        "msgid_plural": many,
        "files": list(dict.fromkeys(name for name, _line in message.locations)),
        "comments": [*message.auto_comments, *message.user_comments],
        "flags": sorted(message.flags),
        "msgstr": ["", ""] if many else "",
    }
    return {key: value for key, value in line.items() if value not in (None, [])}


def take(file: Path, translations: Mapping[str, Translations]) -> list[str]:
    """Put in what the lines of a file say, and return what is wrong with those left out."""
    refused = []
    for number, text in enumerate(file.read_text().split("\n"), start=1):
        where = f"{file.name}:{number}"
        try:
            line = json.loads(text or "{}")
        except ValueError as problem:
            refused.append(f"{where}: {problem}")
            continue
        for fault in put_in(line, translations) if line else ():
            refused.append(f"{where}: {line['msgid']!r}: {fault}")
    return refused


def put_in(line: Mapping[str, Any], translations: Mapping[str, Translations]) -> Iterator[str]:
    """Put one translation in, or say why not."""
    language = line["language"]
    message = translations[language].get(line["msgid"], line.get("msgctxt"))
    said = (line["msgid"], line["msgid_plural"]) if "msgid_plural" in line else line["msgid"]
    if message is None or message.id != said:
        yield "nobody says this any more."
        return
    found = message.clone()
    found.string = tuple(line["msgstr"]) if isinstance(line["msgstr"], list) else line["msgstr"]
    if len(forms(found.id)) != len(forms(found.string)):
        yield "a plural needs its two forms, all else has one."
        return
    if not is_translated(found):
        return
    found.user_comments = beside(line, found, language)
    wrong = list(faults(found, language))
    if not wrong:
        message.string, message.user_comments = found.string, found.user_comments
    yield from wrong


def beside(line: Mapping[str, Any], message: Message, language: str) -> list[str]:
    """What is said beside the message: a doubt, the exceptions that it needs, what stood there."""
    known = message.user_comments
    others = [note for note in known if note != UNSURE and not note.startswith(EXCEPT)]
    broken = {rule for rule, _why in all_faults(message, language)}
    needed = [name for name in line.get("without", []) if name in broken]
    doubt = [UNSURE] if line.get("unsure") else []
    return [*others, *doubt, *([f"{EXCEPT} {', '.join(needed)}"] if needed else [])]
