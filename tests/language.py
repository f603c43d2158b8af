"""Languages of a test's own, in which a few texts are said as the offered ones may not."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.test import override_settings
from django.utils import translation

HEADER = (
    "Content-Type: text/plain; charset=UTF-8\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);\n"
)
TWO_FORMS = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
CONTEXT, PLURAL = "\4", "\0"
"""What a catalogue has between a context and its text, and between texts for one and several."""


@contextmanager
def speaking(texts: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Whatever is said here is said in a language that knows these texts.

    It goes by the name of one that is offered, and has three forms for a number, as Polish has.
    """
    write(folder, "et", {"": HEADER, **texts})
    is_spoken = override_settings(LOCALE_PATHS=[folder], SHEEPFOLD_LANGUAGE="et")
    with is_spoken, translation.override("et"), nothing_drawn():
        yield


@contextmanager
def said(folder: Path, **languages: Mapping[str, str]) -> Iterator[None]:
    """Inside, these are the only texts that the offered languages have, German and Estonian ones.

    One with a plural stands under both of its forms, with `PLURAL` between them.
    """
    for language, texts in languages.items():
        write(folder, language, {"": TWO_FORMS, **texts})
    with override_settings(LOCALE_PATHS=[folder]), nothing_drawn():
        yield
    translation.deactivate()


@contextmanager
def nothing_drawn() -> Iterator[None]:
    """What templates draw once for a language is drawn with the words of now, and not kept."""
    forget_drawn()
    yield
    forget_drawn()


def forget_drawn() -> None:
    pages = engines["django"]
    assert isinstance(pages, DjangoTemplates)
    for loader in pages.engine.template_loaders:
        loader.reset()


def write(folder: Path, language: str, texts: Mapping[str, str]) -> None:
    """Make the catalogue of a language."""
    path = folder / language / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(catalogue(texts))


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
