"""The database knows what is allowed: each state has its list, each number its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q
from django.utils.functional import Promise

from tournaments.events.results.queries.at_tables import SAID
from tournaments.models.base import Language
from tournaments.models.club import PlayerChangeKind
from tournaments.models.record_book import OldImportChangeKind, OldImportKind
from tournaments.models.series import SeriesChangeKind
from tournaments.models.table import TableChangeKind
from tournaments.people.queries import PERSON_KINDS
from tournaments.records.queries.old_imports import ACTIONS, KINDS
from tournaments.series.queries.ranking import SERIES_KINDS

MODELS = {
    model.__name__: model
    for name in ("accounts", "house", "tournaments")
    for model in apps.get_app_config(name).get_models()
}

WORDS = {
    *("counts", "decided", "decision", "draw", "kind", "phase", "preset", "remedy", "rights"),
    *("language", "ruleset", "shown", "state", "status"),
}
"""Names of fields that say in one word what something is."""

A_GAME = "a game is a file that anybody adds, without a migration"

OPEN = {
    ("Event", "ruleset"): A_GAME,
    ("HouseRules", "ruleset"): A_GAME,
    ("KeptEvening", "ruleset"): A_GAME,
    ("MonthTally", "ruleset"): A_GAME,
    ("OldImport", "ruleset"): A_GAME,
    ("PairTally", "ruleset"): A_GAME,
    ("SheetTally", "ruleset"): A_GAME,
    ("CountedSheet", "ruleset"): A_GAME,
    ("Table", "ruleset"): A_GAME,
    ("YearTally", "ruleset"): A_GAME,
    ("Round", "draw"): "a way of drawing seats is a file that anybody adds",
    ("Event", "preset"): "a format is a file that anybody adds",
    ("Series", "preset"): "a format is a file that anybody adds",
    ("Letter", "language"): "in which it was written: nothing is decided by it any more",
    ("Feat", "kind"): "what is worth a toast is said by the games, and counted anew with them",
    ("EventChange", "kind"): "an event's file may have one of another version: shown as it stands",
}
"""Words without a list, and why."""

SIGNED = {
    ("CashLine", "expected"): "the box may owe somebody money",
    ("Entry", "start_points"): "a handicap may be a minus",
    ("HandPoints", "points"): "points are won and lost",
    ("KeptTotal", "points"): "points are won and lost",
    ("Leaving", "points"): "points are won and lost",
    ("PairTally", "points"): "points are won and lost",
    ("Result", "points"): "points are won and lost",
    ("Ruling", "others"): "a ruling gives and takes",
    ("Ruling", "points"): "a ruling gives and takes",
    ("Seat", "points"): "points are won and lost",
    ("SecurityEvent", "club_id"): "the key of a club that may be gone",
    ("SheetTally", "best"): "the best hand of a bad evening lost points",
    ("SheetTally", "points"): "points are won and lost",
    ("SheetTally", "worst"): "points are won and lost",
    ("YearTally", "points"): "points are won and lost",
    ("YearTally", "rated_squares"): "sums of a replay, which only `recompute` can judge",
    ("YearTally", "rated_sum"): "sums of a replay, which only `recompute` can judge",
}
"""Numbers without a bound, and why."""

COUNTED = ("attempt", "group", "hand", "number", "place", "revision", "round", "table", "version")
"""How fields end that count something from 1."""

FROM_ZERO = {
    ("CashLine", "revision"): "0 before the final list is locked",
    ("Entry", "last_round"): "0 for who left before the first round",
    ("Event", "revision"): "0 before the final list is locked",
    ("Event", "version"): "0 before anything is done",
    ("EventChange", "event_version"): "0 for the making of the event",
    ("EventTable", "confirmed_version"): "a sheet that lacks nothing may have none",
    ("KeptEvening", "place"): "a place in a file",
    ("Member", "place"): "of a pair there are the places 0 and 1",
    ("Member", "until_round"): "0 for whoever was replaced before the first round",
    ("Result", "top_hand"): "0 where there is none",
    ("Round", "version"): "0 before anything is done",
    ("Series", "version"): "0 before anything is done",
    ("SeriesChange", "series_version"): "0 for the making of the series",
    ("Table", "version"): "0 before anything is written",
}
"""Numbers that are 0 at times, and why; what else counts begins with 1."""

Key = tuple[str, str]


def fields(*kinds: type[models.Field[Any, Any]]) -> Iterator[tuple[Key, Any]]:
    """The fields of these kinds, by model and name; keys of rows are none of them."""
    for name, model in MODELS.items():
        for field in model._meta.concrete_fields:
            if isinstance(field, kinds) and not field.primary_key and not field.is_relation:
                yield (name, field.name), field


def checks_of(model: type[models.Model]) -> list[CheckConstraint]:
    return [each for each in model._meta.constraints if isinstance(each, CheckConstraint)]


def named_in(check: CheckConstraint) -> set[str]:
    """The fields that a plain check is about."""
    assert isinstance(check.condition, Q)
    parts = [part for part in check.condition.children if isinstance(part, tuple)]
    return {name.split("__")[0] for name, _value in parts}


CHOSEN = {key: field for key, field in fields(models.CharField) if field.choices}
WHOLE = dict(fields(models.IntegerField))


def test_every_word_has_its_list_or_a_reason_to_be_open() -> None:
    words = {key for key, _field in fields(models.CharField) if key[1] in WORDS}
    assert words - CHOSEN.keys() == OPEN.keys()


@pytest.mark.parametrize("key", CHOSEN, ids=".".join)
def test_the_database_refuses_a_word_that_is_not_in_its_list(key: Key) -> None:
    field = CHOSEN[key]
    words = [*([""] if field.blank else []), *(word for word, _label in field.flatchoices)]
    lists = [each.condition for each in checks_of(MODELS[key[0]])]
    assert Q(**{f"{field.name}__in": words}) in lists


def test_what_speaks_a_language_speaks_one_that_is_offered() -> None:
    assert Language.choices == settings.LANGUAGES


def test_every_number_has_a_bound_or_a_reason_for_none() -> None:
    unbound = {
        key for key, field in WHOLE.items() if not field.get_internal_type().startswith("Positive")
    }
    assert unbound == SIGNED.keys()


def test_what_counts_from_one_is_never_nought() -> None:
    counted = {key for key in WHOLE if key[1].split("_")[-1] in COUNTED}
    checked = {
        (name, field)
        for name, model in MODELS.items()
        for check in checks_of(model)
        if check.name.endswith("_from_one")
        for field in named_in(check)
    }
    assert counted - checked == FROM_ZERO.keys()


def test_every_rule_has_a_sentence() -> None:
    for name, model in MODELS.items():
        for check in checks_of(model):
            assert check.violation_error_message != check.default_violation_error_message, name
            sentence = check.violation_error_message
            assert str(sentence).endswith("."), check.name
            is_shown = model._meta.app_label == "tournaments"  # beside a file that is refused
            assert isinstance(sentence, Promise) or not is_shown, check.name


def test_a_short_name_of_a_choice_is_its_own() -> None:
    """`HERE, LEFT = EntryStatus` takes them in their order."""
    for model in MODELS.values():
        for name, value in vars(model).items():
            if isinstance(value, models.TextChoices) and not isinstance(value, type):
                assert value.name == name, model


@pytest.mark.parametrize(
    ("sentences", "kinds"),
    [
        (SAID, TableChangeKind),
        (PERSON_KINDS, PlayerChangeKind),
        (SERIES_KINDS, SeriesChangeKind),
        (KINDS, OldImportKind),
        (ACTIONS, OldImportChangeKind),
    ],
)
def test_every_kind_of_deed_has_its_sentence(
    sentences: Mapping[str, object], kinds: type[models.TextChoices]
) -> None:
    assert set(sentences) == set(kinds.values)
