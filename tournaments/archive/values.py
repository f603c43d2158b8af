"""One value of one field, as the file has it; read back strictly, whoever wrote it.

What a value must be follows from its field; what the JSON of a field must look like stands in
`SHAPES`, so that no page stumbles over it later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from math import isfinite
from typing import Any
from uuid import UUID

from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.translation import gettext as _

from scoring import RULESETS, HandProblem, find_ruleset, resolve_options
from tournaments.archive.graph import AnyField
from tournaments.models import Decided
from tournaments.settings.event import EventSettings
from tournaments.settings.games import ODD, RoundGame
from tournaments.settings.options import LONGEST_TEXT, Setting
from tournaments.settings.series import CARRIED

LARGEST = 2**63 - 1
DEEPEST = 12
RANGES: Mapping[str, tuple[int, int]] = BaseDatabaseOperations.integer_field_ranges


class Misfit(Exception):
    """A value that its field cannot hold: why, in a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def written(value: object) -> object:
    """A value as JSON has it: moments in UTC, numbers and texts as they are."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return str(value) if isinstance(value, UUID) else value


def read(field: AnyField, value: object) -> object:
    """The value that `written` wrote; raises Misfit."""
    if value is None:
        if field.null:
            return None
        raise Misfit(_("It must not be empty."))
    for kind, reader in _READERS:
        if isinstance(field, kind):
            return reader(field, value)
    raise Misfit(_("Nobody knows how to read it."))


def is_text(value: object, most: int) -> bool:
    """Whether it is a text that a database keeps and a page shows, of so many letters at most."""
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        return False
    return not any("\ud800" <= sign <= "\udfff" for sign in value)


def is_whole(value: object, lowest: int = -LARGEST, highest: int = LARGEST) -> bool:
    """Whether it is a whole number between these two."""
    return isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest


def _text(field: AnyField, value: object) -> str:
    most = field.max_length or 10_000
    if not isinstance(value, str):
        raise Misfit(_("It must be a text."))
    if not is_text(value, most):
        text = _("It must be a text of at most %(most)s ordinary letters.")
        raise Misfit(text % {"most": most})
    if not value and not field.blank:
        raise Misfit(_("It must not be empty."))
    return value


def _whole(field: AnyField, value: object) -> int:
    lowest, highest = RANGES.get(field.get_internal_type(), (-LARGEST, LARGEST))
    if not isinstance(value, int) or not is_whole(value, lowest, highest):
        text = _("It must be a whole number between %(lowest)s and %(highest)s.")
        raise Misfit(text % {"lowest": lowest, "highest": highest})
    return value


def _flag(field: AnyField, value: object) -> bool:
    if not isinstance(value, bool):
        raise Misfit(_("It must be true or false."))
    return value


def _moment(field: AnyField, value: object) -> datetime:
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not 1900 <= found.year <= 9000:
        raise Misfit(_("It must be a moment, such as 2026-05-01T18:30:00Z."))
    return found.astimezone(UTC)


def _uuid(field: AnyField, value: object) -> UUID:
    try:
        return UUID(value if isinstance(value, str) else "")
    except ValueError:
        raise Misfit(_("It must be the number of a form, 32 letters and digits.")) from None


def _json(field: AnyField, value: object) -> object:
    _look_through(value, DEEPEST)
    return value


def _look_through(value: object, deepest: int) -> None:
    """Refuse what no database keeps: numbers and texts beyond measure, boxes in boxes in boxes."""
    if deepest == 0:
        raise Misfit(_("It goes too deep."))
    if isinstance(value, list):
        for each in value:
            _look_through(each, deepest - 1)
    elif isinstance(value, dict):
        for name, each in value.items():
            _look_through(name, deepest)
            _look_through(each, deepest - 1)
    elif isinstance(value, str):
        if not is_text(value, 10_000):
            raise Misfit(_("There is a text in it that nobody can read."))
    elif isinstance(value, float):
        if not isfinite(value):
            raise Misfit(_("There is a number in it that is too large."))
    elif not (value is None or isinstance(value, bool) or is_whole(value)):
        raise Misfit(_("There is a number in it that is too large."))


_READERS: tuple[tuple[type[AnyField], Callable[[AnyField, object], Any]], ...] = (
    (models.CharField, _text),
    (models.TextField, _text),
    (models.BooleanField, _flag),
    (models.IntegerField, _whole),
    (models.DateTimeField, _moment),
    (models.UUIDField, _uuid),
    (models.JSONField, _json),
)


# What the JSON of a field must look like, so that no page stumbles over it later.

Shape = Callable[[Any], bool]

MOST = 1_000_000_000
EXACT = re.compile(r"(-?[0-9]{1,9}(/[1-9][0-9]{0,8})?)?")


def list_of(shape: Shape) -> Shape:
    """A list whose every member has that shape."""
    return lambda value: isinstance(value, list) and all(map(shape, value))


def record_of(**shapes: Shape) -> Shape:
    """Names with values; those that are named have these shapes, if they are there at all."""

    def fits(value: Any) -> bool:  # noqa: ANN401 - whatever the file has
        return isinstance(value, dict) and all(
            name not in value or shape(value[name]) for name, shape in shapes.items()
        )

    return fits


def text_of(most: int) -> Shape:
    """A text of so many letters at most."""
    return lambda value: is_text(value, most)


def number(value: object) -> bool:
    """A whole number that a column of the database holds."""
    return is_whole(value, -MOST, MOST)


def _number_or_none(value: object) -> bool:
    """A whole number, or nothing where nobody knows it."""
    return value is None or number(value)


def _pair_of_total(value: object) -> bool:
    """A start number and a total, as a round keeps the standing."""
    return isinstance(value, list) and len(value) == 2 and number(value[0])


def _cut(value: object) -> bool:
    """A cut as its round keeps it, or nothing."""
    shape = record_of(
        finals=list_of(_numbers),
        rest_plays=lambda value: isinstance(value, bool),
        carried=lambda value: value in CARRIED,
        by_seed=lambda value: isinstance(value, bool),
        gone=_numbers,
        skipped=_numbers,
        per_table=number,
        drawn_lots=_numbers,
        moves=list_of(_move),
    )
    return value == {} or (isinstance(value, dict) and "finals" in value and shape(value))


def _move(value: object) -> bool:
    """Somebody moved by hand: the start number, two finals with a place between them, and why."""
    if not isinstance(value, list) or len(value) != 5:
        return False
    return all(number(one) for one in value[:4]) and is_text(value[4], 200)


def _round_game(value: object) -> bool:
    """What differs in one round: game, table size, remainder, hands and factor."""
    if not isinstance(value, list) or len(value) != 5:
        return False
    game, size, odd, hands, factor = value
    if not (is_text(factor, 20) and is_whole(size, 0, MOST) and is_whole(hands, 0, MOST)):
        return False
    try:
        worth = RoundGame(factor=factor).worth
    except (ValueError, ZeroDivisionError):
        return False
    return worth > 0 and game in ("", *RULESETS) and odd in ("", *ODD)


def _exact(value: object) -> bool:
    """A whole number or a fraction as text, or nothing."""
    return isinstance(value, str) and bool(EXACT.fullmatch(value))


_numbers = list_of(number)
_words = list_of(text_of(200))

SHAPES: Mapping[tuple[str, str], Shape] = {
    ("Player", "groups"): _words,
    ("Entry", "groups"): _words,
    ("Entry", "brought"): _exact,
    ("Event", "options"): record_of(),
    ("Event", "settings"): record_of(),
    ("Table", "options"): record_of(),
    ("HandVersion", "record"): record_of(),
    ("Round", "plan"): record_of(tables=list_of(_numbers), out=_numbers),
    ("Round", "locked"): _numbers,
    ("Round", "report"): record_of(),
    ("Round", "standing"): list_of(_pair_of_total),
    ("Round", "cut"): _cut,
    ("TotalsVersion", "record"): record_of(
        points=_numbers,
        solos=_numbers,
        games=_numbers,
        lost=_numbers,
        solos_played=list_of(_number_or_none),
        hands=number,
        hands_each=_numbers,
        lines=list_of(_numbers),
        decided=lambda value: value in tuple(Decided),
        **{"from": list_of(_numbers)},
    ),
    ("Ruling", "shares"): list_of(lambda share: _numbers(share) and len(share) == 3),
    ("Ruling", "was"): record_of(),
    ("EventChange", "figures"): list_of(lambda each: _numbers(each) and len(each) == 4),
    ("TieDecision", "order"): _numbers,
    ("NamedHighest", "winners"): _numbers,
}
"""By part and field."""


def check_shape(part: str, field: AnyField, value: object) -> None:
    """Refuse what the pages could not read; raises Misfit."""
    words = words_of(field)
    if words and value not in words:
        raise Misfit(_("It must be one of: %(words)s.") % {"words": ", ".join(words)})
    if field.name == "ruleset" and value not in RULESETS:
        raise Misfit(_("This program does not know the game “%(game)s”.") % {"game": value})
    shape = SHAPES.get((part, field.name))
    if shape is not None and not shape(value):
        raise Misfit(_("It does not look as it should."))


def words_of(field: AnyField) -> list[str]:
    """The words that a field may hold; none where it is no choice."""
    words = [str(word) for word, _label in field.flatchoices]
    return ["", *words] if words and field.blank else words


def check_options(ruleset: str, options: Mapping[str, Any]) -> None:
    """Refuse house rules that the game does not know; raises Misfit."""
    try:
        resolve_options(find_ruleset(ruleset), dict(options))
    except HandProblem as problem:
        raise Misfit(problem.text.render(_, [])) from problem
    except (TypeError, ValueError):
        raise Misfit(_("The house rules do not look as they should.")) from None


def check_settings(kept: Mapping[str, Any]) -> None:
    """Refuse settings that are none; raises Misfit."""
    for name, option in EventSettings.options().items():
        if name in kept and not _is_setting(option, kept[name]):
            text = _("The setting “%(name)s” is none that this program knows.")
            raise Misfit(text % {"name": name})


def _is_setting(option: Setting, value: Any) -> bool:  # noqa: ANN401 - from the file
    if not option.holds(value):
        return False
    if option.kind == "games":
        return list_of(_round_game)(value)
    texts = value if isinstance(value, list) else [value]
    return all(is_text(text, LONGEST_TEXT) for text in texts if isinstance(text, str))
