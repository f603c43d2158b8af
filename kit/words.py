"""The words that are said in the phone, out of compiled catalogues that hold all of the program."""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator, Mapping

from django.utils.translation.template import templatize

MAGIC = 0x950412DE
HEAD = struct.Struct("<7I")
PAIR = struct.Struct("<2I")
QUOTED = re.compile(r"""[(,]\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def said_in(files: Mapping[str, bytes]) -> set[str]:
    """Every text that stands in these modules and templates: what is translated is among them."""
    found: set[str] = set()
    for path, source in files.items():
        if path.startswith("templates/"):
            calls = QUOTED.findall(templatize(source.decode(), path))
            found |= {ast.literal_eval(text) for text in calls}
        elif path.endswith(".py") and not path.startswith(("django/", "asgiref/")):
            nodes = ast.walk(ast.parse(source))
            constants = (node.value for node in nodes if isinstance(node, ast.Constant))
            found |= {text for text in constants if isinstance(text, str)}
    return found


def only_said(catalogue: bytes, said: set[str]) -> bytes:
    """A compiled catalogue of the messages among these texts, and its head."""
    kept = [
        (key, text)
        for key, text in _messages(catalogue)
        if not key or key.split(b"\0")[0].split(b"\4")[-1].decode() in said
    ]
    return _compiled(kept)


def _messages(catalogue: bytes) -> Iterator[tuple[bytes, bytes]]:
    magic, _version, number, keys, texts, *_hashes = HEAD.unpack_from(catalogue)
    assert magic == MAGIC, "no catalogue of this kind of machine"
    for at in range(number):
        pair = [PAIR.unpack_from(catalogue, table + at * PAIR.size) for table in (keys, texts)]
        key, text = (catalogue[start : start + length] for length, start in pair)
        yield key, text


def _compiled(messages: list[tuple[bytes, bytes]]) -> bytes:
    number = len(messages)
    keys, texts = HEAD.size, HEAD.size + number * PAIR.size
    begin = texts + number * PAIR.size
    tables, body = b"", b""
    for each in [*(key for key, _text in messages), *(text for _key, text in messages)]:
        tables += PAIR.pack(len(each), begin + len(body))
        body += each + b"\0"
    return HEAD.pack(MAGIC, 0, number, keys, texts, 0, begin) + tables + body
