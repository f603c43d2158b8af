"""Pieces of the catalogue for translators: a message a line, handed out and taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from babel.messages import Message

from project_tools.messages import Translations, missing


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
    return message.locations[0][0].startswith(tuple(folders))


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
    for number, text in enumerate(file.read_text().splitlines(), start=1):
        if not text.strip():
            continue
        line = json.loads(text)
        faults = list(put_in(line, translations))
        refused += [f"{file.name}:{number}: {line['msgid']!r}: {fault}" for fault in faults]
    return refused


def put_in(line: Mapping[str, Any], translations: Mapping[str, Translations]) -> Iterator[str]:
    """Put one translation in, or say why not."""
    message = translations[line["language"]].get(line["msgid"], line.get("msgctxt"))
    if message is None:
        yield "nobody says this any more."
        return
    string = line["msgstr"]
    forms = tuple(string) if isinstance(string, list) else string
    if isinstance(forms, tuple) is not isinstance(message.id, tuple):
        yield "a plural needs its two forms, all else has one."
        return
    message.string = forms
