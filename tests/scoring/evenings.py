"""Records of whole evenings, for every ruleset there is, out of nothing but a seed.

Which hands a table deals follows from the fields that its ruleset declares. A game of a shape
that is not known in `hands` brings the cases of its own vector file.
"""

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from scoring import score_record
from scoring.bock import STACK
from scoring.options import Option, Row
from scoring.ruleset import Ruleset
from tests.scoring.hands import Table, way_of

VECTORS = Path(__file__).parents[1] / "vectors"


class Evening(NamedTuple):
    """The record of a table, and for each entry who really dealt it (None: it is no hand)."""

    record: dict[str, Any]
    dealers: list[int | None]


class Chance(Random):
    """Python's own, which takes less than half the time to choose among few.

    So the first of 2**53 are a little likelier than the last: no law minds.
    """

    def _randbelow(self, number: int) -> int:
        return int(self.random() * number)


def options_of(ruleset: Ruleset, chance: Random) -> dict[str, Any]:
    """Some house rules of the ruleset, chosen at random; what is to be decided always."""
    drawn = [option for option in ruleset.options if option.kind != "text"]
    chosen = [option for option in drawn if option.to_decide or chance.random() < 0.4]
    found: dict[str, Any] = {option.name: _value_of(option, chance) for option in chosen}
    if len(found) % 2:
        texts = [option for option in ruleset.options if option.kind == "text"]
        found |= dict.fromkeys((option.name for option in texts), "Clubs are trumps.")
    for option in ruleset.limited_options:
        said = found.get(option.name)
        among = said if isinstance(said, list) else [said]
        if any(
            one.value in among and not one.is_played(_all(ruleset, found)) for one in option.choices
        ):
            del found[option.name]
    triggers = found.get("bock")
    if isinstance(triggers, list) and found.get("bock_stack", STACK) == STACK:
        # More than ten Bocks at once are refused, as somebody's mistake.
        found["bock"] = triggers[-2:] if chance.random() < 0.5 else triggers[:2]
        found["bock_hands"] = chance.choice((1, 2))
    return found


def _all(ruleset: Ruleset, chosen: dict[str, Any]) -> dict[str, Any]:
    return ruleset.defaults() | chosen


def _value_of(option: Option, chance: Random) -> object:
    if option.kind == "flag":
        return chance.random() < 0.5
    if option.kind == "choice":
        return chance.choice(option.choices).value
    if option.kind == "set":
        return [one.value for one in option.choices if chance.random() < 0.3]
    if option.kind == "amounts":
        return sorted(chance.randint(1, 60) for _column in option.columns)
    if option.kind == "table":
        return {row.key: _prices(option, row, chance) for row in option.rows}
    if option.may_be_empty and not option.to_decide and chance.random() < 0.3:
        return None
    return chance.randint(option.low, min(option.high, max(30, option.low)))


def _prices(option: Option, row: Row, chance: Random) -> list[int] | None:
    """Prices that rise, as they mostly do; now and then a row of its own kind has none."""
    if row.empty and chance.random() < 0.4:
        return None
    return sorted(chance.randint(1, 60) for _column in option.columns)


def evening(
    ruleset: Ruleset,
    seed: int,
    length: int,
    options: dict[str, Any] | None = None,
    *,
    moves: bool = False,
) -> Evening:
    """The evening of one table, the same for the same `seed`; `options` None: any house rules.

    With `moves` people join, leave and change seats between the hands.
    """
    chance = Chance(f"{ruleset.key} {seed}")
    way = way_of(ruleset)
    if way is None:
        return _evening_of_cases(ruleset, chance, length)
    players = chance.choice(ruleset.tables)
    if options is None:
        options = options_of(ruleset, chance)
    table = Table(ruleset, chance, options, players, way, moves=moves)
    hands = [table.entry() for _place in range(length)]
    record = {"ruleset": ruleset.key, "players": players, "options": options, "hands": hands}
    return Evening(record, table.dealers)


def _evening_of_cases(ruleset: Ruleset, chance: Random, length: int) -> Evening:
    """One of the ruleset's own accepted cases, cut to at most `length` hands."""
    case = chance.choice(_accepted_cases(ruleset.key))
    record = deepcopy({name: case[name] for name in ("ruleset", "players", "options", "hands")})
    record["hands"] = record["hands"][:length]
    return Evening(record, [row["dealer"] for row in score_record(record)["hands"]])


@cache
def _accepted_cases(key: str) -> list[dict[str, Any]]:
    cases = json.loads((VECTORS / f"{key}.json").read_text())
    return [case for case in cases if "error" not in case["expected"]]
