"""Sentences in another language, made for a test: what is offered for real may say it otherwise."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.test import override_settings
from django.utils import translation

HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
MAGIC, HEAD_LENGTH, ROW = 0x950412DE, 28, 8


@contextmanager
def said(folder: Path, **languages: Mapping[str, str]) -> Iterator[None]:
    """Inside, these are the only sentences that there are in other languages than English.

    One with a plural stands under both of its forms, `\\0` between them, as in the file.
    """
    for language, sentences in languages.items():
        place = folder / language / "LC_MESSAGES"
        place.mkdir(parents=True)
        (place / "django.mo").write_bytes(_catalogue({"": HEAD, **sentences}))
    with override_settings(LOCALE_PATHS=[folder]):
        yield
    translation.deactivate()


def _catalogue(sentences: Mapping[str, str]) -> bytes:
    """The sentences as gettext keeps them: two lists of lengths and places, then the texts."""
    pairs = [(key.encode(), value.encode()) for key, value in sorted(sentences.items())]
    count, lists, texts = len(pairs), [b"", b""], b""
    begins = HEAD_LENGTH + 2 * count * ROW
    for which in (0, 1):
        for pair in pairs:
            lists[which] += struct.pack("<II", len(pair[which]), begins + len(texts))
            texts += pair[which] + b"\0"
    head = (MAGIC, 0, count, HEAD_LENGTH, HEAD_LENGTH + count * ROW, 0, begins)
    return struct.pack("<7I", *head) + lists[0] + lists[1] + texts
