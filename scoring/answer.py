"""The scoring contract: one JSON object in, one JSON object out."""

from typing import Any, NamedTuple

from scoring.circle import count_columns
from scoring.errors import HandProblem, unknown_field
from scoring.labels import read_names, read_title, side_names
from scoring.options import Condition, Option
from scoring.reading import read_hands, read_players
from scoring.reading_options import resolve_options
from scoring.ruleset import NOTHING_CARRIED, Carried, Field, Ruleset
from scoring.rulesets import RULESETS
from scoring.table import Row, replay
from scoring.words import _

NUMBERS = ("points", "count", "pair_points", "pair_counts", "seat_points", "seat_counts")
RECORD_FIELDS = ("ruleset", "options", "players", "hands", "names", "title")


class Record(NamedTuple):
    """A record as it was read: the ruleset itself, every option, the entries as they came.

    `players`: how many sat down at the start; `names`: one for each column of the whole sheet,
    or None where the record has none; `title`: empty where it has none.
    """

    ruleset: Ruleset
    options: dict[str, Any]
    players: int
    hands: list[Any]
    names: list[str] | None
    title: str


def find_ruleset(key: object) -> Ruleset:
    """The ruleset of that key; raises HandProblem for a key nobody knows."""
    ruleset = RULESETS.get(key) if isinstance(key, str) else None
    if ruleset is None:
        raise HandProblem("unknown_ruleset", "ruleset", _("There is no ruleset of that name."))
    return ruleset


def read_record(record: object) -> Record:
    """A whole record, every part checked but what its entries say: `replay` plays them through.

    >>> read_record({"ruleset": "saskop", "title": "Friday", "hands": []}).players
    4
    """
    if not isinstance(record, dict):
        raise HandProblem("wrong_type", "record", _("A record must be one JSON object."))
    for name in record:
        if name not in RECORD_FIELDS:
            raise unknown_field(name, "record", _("“%(name)s” is no field of a record."))
    for name in ("ruleset", "hands"):
        if name not in record:
            raise HandProblem("missing", name, _("The record has no “%(name)s”."), name=name)
    ruleset = find_ruleset(record["ruleset"])
    if "players" in record and record["players"] is None:
        raise HandProblem("wrong_type", "players", _("Say how many sit at the table."))
    players = read_players(ruleset, record.get("players"))
    options = resolve_options(ruleset, record.get("options", {}))
    hands = read_hands(record["hands"])
    names = None
    if "names" in record:
        names = read_names(record["names"], count_columns(ruleset, players, hands))
    title = read_title(record.get("title", ""))
    return Record(ruleset, options, players, hands, names, title)


def score_record(record: object) -> dict[str, Any]:
    """The answer to a record, ready for JSON; raises HandProblem.

    >>> hand = {"dealer": 0, "picker": 2, "partner": 4, "picker_points": 75, "picker_tricks": None}
    >>> answer = score_record({"ruleset": "sheepshead5-wikipedia", "hands": [hand]})
    >>> answer["totals"], answer["next"]["dealer"]
    ([-1, -1, 2, -1, 1], 1)
    """
    ruleset, options, players, hands, names, _title = read_record(record)
    sheet = replay(ruleset, options, players, hands)
    sides = side_names(ruleset, names) if names is not None else None
    owed = ruleset.solos_owed(sheet.options, sheet.next.carried, sheet.next.seated)
    return {
        "ruleset": ruleset.key,
        "options": sheet.options,
        "hands": [_row_json(row, sides) for row in sheet.rows],
        "totals": sheet.totals,
        "games": [
            {
                "hands": [game.first, game.last],
                "totals": game.totals,
                "winners": game.winners,
                "special": game.special,
            }
            for game in sheet.games
        ],
        "next": {
            "dealer": sheet.next.dealer,
            "seated": list(sheet.next.seated),
            "doubled_hands": sheet.next.carried.doubled_hands,
            "replay": sheet.next.carried.replay,
            **_rest_of(sheet.next.carried),
            **({"solos_owed": list(owed)} if owed else {}),
        },
    }


def _row_json(row: Row, sides: list[str] | None) -> dict[str, Any]:
    return {
        "points": row.points,
        "void": row.is_void,
        "multiplier": row.multiplier,
        "dealer": row.dealer,
        "sitting_out": list(row.sitting_out),
        "reasons": [
            {"code": reason.code, "text": reason.render(names=sides)} for reason in row.reasons
        ],
        "carries": _carries_json(row.carries),
    }


def _carries_json(carried: Carried) -> dict[str, Any]:
    """What a hand leaves to the next."""
    if carried is NOTHING_CARRIED:
        return {"doubled_hands": 0}  # as after most hands
    return {
        "doubled_hands": carried.doubled_hands,
        **({"replay": carried.replay} if carried.replay else {}),
        **_rest_of(carried),
        **({"solos": list(carried.solos)} if carried.solos else {}),
    }


def _rest_of(carried: Carried) -> dict[str, Any]:
    """What else is carried, named only where there is something to say."""
    factor = carried.factor if carried.factor > 2 else 0
    rest = {
        "factor": factor,
        "bonus": carried.bonus,
        "pot": carried.pot,
        "kitty": carried.kitty,
        "bock": list(carried.bock),
    }
    return {name: value for name, value in rest.items() if value}


def describe(ruleset: Ruleset) -> dict[str, Any]:
    """A ruleset as `rulesets --json` prints it."""
    return {
        "key": ruleset.key,
        "name": ruleset.name,
        "family": ruleset.family,
        "summary": ruleset.summary,
        "players": list(ruleset.tables),
        "active": ruleset.seats,
        "scores": ruleset.scores,
        "zero_sum": ruleset.is_zero_sum,
        "options": [_option_json(option) for option in ruleset.options],
        "fields": [_field_json(field) for field in ruleset.fields],
        "sources": [source._asdict() for source in ruleset.sources],
        "figures": [figure._asdict() for figure in ruleset.figures],
    }


def _option_json(option: Option) -> dict[str, Any]:
    has_range = option.kind in ("number", "amount", "amounts", "table")
    return {
        "name": option.name,
        "kind": option.kind,
        "label": option.label,
        "choices": [choice.value for choice in option.choices],
        "labels": {choice.value: choice.label for choice in option.choices},
        "also_called": {other: choice.value for choice in option.choices for other in choice.also},
        "choices_need": {
            choice.value: list(map(_condition_json, choice.needs))
            for choice in option.choices
            if choice.needs
        },
        "range": [option.low, option.high] if has_range else None,
        "columns": list(option.columns),
        "rows": [
            {"key": row.key, "label": row.label, "null": row.empty or None, "times": row.times}
            for row in option.rows
        ],
        "default": option.default,
        "null": option.empty or None,
        "to_decide": option.to_decide,
        "needs": list(map(_condition_json, option.needs)),
        "unless": list(map(_condition_json, option.unless)),
        "group": option.group or "first",
        "meaning": option.meaning,
    }


def _field_json(field: Field) -> dict[str, Any]:
    limited = {choice.value: choice.unless for choice in field.choices if choice.unless}
    needs = list(map(_condition_json, field.needs + field.matters))
    return {
        "name": field.name,
        "kind": field.kind,
        "label": field.label,
        "choices": [choice.value for choice in field.choices],
        "labels": {choice.value: choice.label for choice in field.choices},
        "notes": {choice.value: choice.note for choice in field.choices if choice.note},
        "range": [field.low, field.high] if field.kind in NUMBERS else None,
        "most": field.most or None,
        "when": field.when,
        "asked": field.asked,
        "needs": needs[0] if needs else None,
        "also_needs": needs[1:],
        "choices_need": {
            choice.value: list(map(_condition_json, choice.needs))
            for choice in field.choices
            if choice.needs
        },
        "null": field.empty or None,
        "null_needs": list(map(_condition_json, field.empty_needs)),
        "null_unless": _beside(field.empty_unless),
        "apart_from": field.apart_from or None,
        "over": field.over or None,
        "only_over": list(map(_condition_json, field.only_over)),
        "unless": _beside(field.unless),
        "choices_unless": {value: _beside(unless) for value, unless in limited.items()},
        "preset": field.preset,
        "meaning": field.meaning,
    }


def _beside(answers: tuple[str, tuple[Any, ...]] | None) -> dict[str, Any] | None:
    """Another field, and the answers to it."""
    return None if answers is None else {"field": answers[0], "is": list(answers[1])}


def _condition_json(condition: Condition) -> dict[str, Any]:
    """A house rule, and the values of it; what is enough as well."""
    told = {"option": condition.option, "is": list(condition.values)}
    other = condition.otherwise
    return told if other is None else {**told, "or": _condition_json(other)}
