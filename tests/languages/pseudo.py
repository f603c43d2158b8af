"""A language that nobody speaks: each message in brackets, so that all else can be seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path

from babel.messages import Catalog
from django.test import override_settings

from project_tools.messages import LOCALE, Translations, compiled
from project_tools.wording import bare, forms
from tests.language import nothing_drawn

PSEUDO = "eo"
"""Esperanto, as Django has to know a language's name and its months."""
FORMATS = "date format"
"""The context of what tells in which order a date is written; brackets would be read as words."""


@contextmanager
def speaks(
    messages: Catalog, say: Callable[[int, str], str], folder: Path, language: str = PSEUDO
) -> Iterator[None]:
    """The site speaks a language in which each form of the nth message is what `say` makes of it.

    So it does where nobody asks for a language, as on walls and paper.
    """
    path = folder / language / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(compiled(said(messages, say)))
    offered = [("en", "English"), ("de", "Deutsch"), ("et", "Eesti"), (PSEUDO, "Esperanto")]
    known = {"LANGUAGES": offered, "LOCALE_PATHS": [folder, LOCALE]}
    with override_settings(**known, SHEEPFOLD_LANGUAGE=language), nothing_drawn():
        yield


def said(messages: Catalog, say: Callable[[int, str], str]) -> Translations:
    found = Translations(PSEUDO)
    for number, message in enumerate(messages):
        if message.id:
            texts = tuple(
                text if message.context == FORMATS else say(number, text)
                for text in forms(message.id)
            )
            found.add(message.id, texts if len(texts) > 1 else texts[0], context=message.context)
    return found


FILLER = "ümmikutes ilmagi varjus sõnad kõnelevad vaikselt ja pikalt edasi "
"""Letters of the two languages, in words of their length."""
LONGER = 0.35


def longer(_number: int, text: str) -> str:
    """In brackets, and with them by a third longer; a word grows itself, a sentence gets words.

    >>> longer(0, "Hand"), longer(0, "Which game do you play?")
    ('⟦Hand⟧', '⟦Which game do you play? ümmikut⟧')
    """
    letters = len(bare(text))
    more = (FILLER * (letters // 50 + 1))[: max(ceil(letters * LONGER) - 2, 0)].strip()
    return f"⟦{text}{' ' if ' ' in text and more else ''}{more}⟧"
