"""A language in which a translator has said a few messages, for tests of what can be translated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from gettext import NullTranslations

from django.utils import translation
from django.utils.translation import trans_real


@contextmanager
def said_in(language: str, messages: Mapping[str, str]) -> Iterator[None]:
    """Inside, pages and sentences are in the language, with these messages in its words.

    The key of a message with a context is the context, `\\x04` and the message.
    """
    said = NullTranslations()
    said._catalog = dict(messages)  # type: ignore[attr-defined]
    said.plural = lambda count: int(count != 1)  # type: ignore[attr-defined]
    trans_real.translation(language).merge(said)
    try:
        with translation.override(language):
            yield
    finally:
        del trans_real._translations[language]  # type: ignore[attr-defined]
