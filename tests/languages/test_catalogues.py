"""The catalogues as they are kept: up to date, compiled, worded as the languages do it."""

from __future__ import annotations

import pytest
from babel.messages import Catalog
from django.conf import settings

from project_tools.messages import (
    Translations,
    brought_up_to_date,
    compiled,
    edited,
    is_translated,
    kept,
    languages,
    missing,
    path_of,
)
from project_tools.wording import all_faults, exceptions, faults
from tests.languages.whole import LANGUAGES_WHOLE

each_language = pytest.mark.parametrize("language", languages())
COMMAND = "run: python3 manage.py messages"


@pytest.fixture
def fresh(language: str, messages: Catalog) -> Translations:
    return brought_up_to_date(language, messages, kept(language))


@each_language
def test_the_catalogue_has_what_the_program_says(language: str, fresh: Translations) -> None:
    """Also its head, its order and where each message stands."""
    assert edited(fresh) == path_of(language).read_bytes(), COMMAND


@each_language
def test_what_the_program_reads_is_what_people_edit(language: str, fresh: Translations) -> None:
    assert compiled(fresh) == path_of(language).with_suffix(".mo").read_bytes(), COMMAND


@each_language
def test_two_forms_of_a_plural(fresh: Translations) -> None:
    assert fresh.plural_forms == "nplurals=2; plural=(n != 1);"


@each_language
def test_nothing_is_guessed(language: str) -> None:
    assert not [each.id for each in kept(language) if each.fuzzy]


@pytest.mark.parametrize("language", LANGUAGES_WHOLE)
def test_nothing_is_missing(fresh: Translations) -> None:
    assert [each.id for each in missing(fresh)] == []


def test_what_is_offered_has_a_catalogue_and_what_is_whole_is_offered() -> None:
    offered = {code for code, _name in settings.LANGUAGES}
    assert offered <= {"en", *languages()}
    assert {*LANGUAGES_WHOLE} <= offered


@each_language
def test_translations_keep_to_their_message_and_to_the_language(
    language: str, fresh: Translations
) -> None:
    translated = [each for each in fresh if each.id and is_translated(each)]
    assert [fault for each in translated for fault in faults(each, language)] == []


@each_language
def test_no_exception_has_lost_its_reason(language: str, fresh: Translations) -> None:
    needless = {
        (str(each.id), name)
        for each in fresh
        if each.id
        for name in exceptions(each) - {rule for rule, _why in all_faults(each, language)}
    }
    assert not needless
