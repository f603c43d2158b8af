"""A language of a test's own, in which a few texts are said."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.test import override_settings
from django.utils import translation

HEADER = (
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"
)
CONTEXT, PLURAL = "\4", "\0"
"""What a catalogue has between a context and its text, and between texts for one and several."""


@contextmanager
def speaking(texts: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Whatever is said here is said in a language that knows these texts.

    It has three forms for a number, as Polish has.
    """
    path = folder / "pl" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(catalogue({"": HEADER, **texts}))
    offered = {"LANGUAGES": [("pl", "Polski")], "LANGUAGE_CODE": "pl", "LOCALE_PATHS": [folder]}
    with override_settings(**offered), translation.override("pl"):
        yield


def catalogue(texts: Mapping[str, str]) -> bytes:
    """The texts as gettext reads them: a table of the texts, one of what they are, and all that."""
    pairs = sorted((said.encode(), meant.encode()) for said, meant in texts.items())
    start = 28 + 16 * len(pairs)
    tables, block = b"", b""
    for column in zip(*pairs, strict=True):
        for text in column:
            tables += struct.pack("<II", len(text), start + len(block))
            block += text + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0) + (
        tables + block
    )
