"""Ten thousand spoilt records come through the door: each is answered, none brings it down."""

import io
import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, NoReturn

import pytest

from scoring import RULESETS
from scoring.command import score_lines
from tests.scoring.evenings import evening

LINES = 10_000
REFUSAL = {"hand", "field", "code", "message"}
ANSWER = {"ruleset", "options", "hands", "totals", "games", "next"}
NUMBERS = (0, -1, 1, 61, 119, 121, 10**30, -(10**400), 0.5, 1e300, float("inf"))
TEXTS = ("", "0", "won", "\ud800", "\u0000", "50 %(x)d", "x" * 500)

Record = dict[str, Any]
Spoil = Callable[[Random, Record], Record]


def junk(chance: Random) -> object:
    others: tuple[object, ...] = (None, True, False, [], [[]], {}, {"a": []}, [None] * 9)
    return chance.choice((*NUMBERS, *TEXTS, *others))


def answers_to(lines: list[bytes]) -> list[dict[str, Any]]:
    target = io.StringIO()
    score_lines(lines, target)
    return [json.loads(line, parse_constant=refuse) for line in target.getvalue().splitlines()]


def refuse(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")


def expect_refusal(answer: dict[str, Any]) -> None:
    assert answer.keys() == {"error"}
    refusal = answer["error"]
    assert refusal.keys() - {"option", "row"} == REFUSAL
    assert all(isinstance(refusal.get(name, ""), str) for name in ("option", "row"))
    assert refusal["hand"] is None or type(refusal["hand"]) is int
    assert all(isinstance(refusal[name], str) for name in REFUSAL - {"hand"})
    assert refusal["code"]
    assert refusal["message"]
    assert "%(" not in refusal["message"].replace("%(x)d", "")


def places(value: object) -> list[Any]:
    """Every list and object within `value` that has something in it."""
    found = [value] if value and isinstance(value, list | dict) else []
    for place in found:
        inner = place.values() if isinstance(place, dict) else place
        found += [item for item in inner if item and isinstance(item, list | dict)]
    return found


def somewhere(chance: Random, record: Record) -> tuple[Any, Any]:
    """A list or an object of the record, mostly within its hands, and an index or a name in it."""
    found = places(record["hands"]) if chance.random() < 0.9 else places(record)
    place = chance.choice(found)
    return place, chance.choice(list(place) if isinstance(place, dict) else range(len(place)))


def change(chance: Random, record: Record) -> Record:
    place, key = somewhere(chance, record)
    place[key] = junk(chance)
    return record


def nudge(chance: Random, record: Record) -> Record:
    """Only a number is off by a little, as when somebody mistypes."""
    for _try in range(9):
        place, key = somewhere(chance, record)
        if type(place[key]) is int:
            place[key] += chance.choice((-10, -1, 1, 9))
            break
    return record


def leave_out(chance: Random, record: Record) -> Record:
    place, key = somewhere(chance, record)
    place.pop(key)
    return record


def add_more(chance: Random, record: Record) -> Record:
    place, key = somewhere(chance, record)
    if isinstance(place, dict):
        names = ("picker", "partner", "result", "bid", "dealer", "x", "", "adjustment", "seated")
        place[chance.choice(names)] = junk(chance)
    else:
        place.insert(key, junk(chance))
    return record


def borrow(chance: Random, record: Record) -> Record:
    """A field has the value of another one, as when somebody slips a line."""
    (place, key), (other, name) = somewhere(chance, record), somewhere(chance, record)
    place[key] = deepcopy(other[name])
    return record


def nest(chance: Random, record: Record) -> Record:
    place, key = somewhere(chance, record)
    for _depth in range(chance.randint(1, 60)):
        place[key] = [place[key]] if chance.random() < 0.5 else {"hands": place[key]}
    return record


def move_people(chance: Random, record: Record) -> Record:
    """Somebody sits down who may or may not, on a chair that there may or may not be."""
    seated: list[object] = list(range(chance.randint(0, 9)))
    chance.shuffle(seated)
    entry: Record = {"seated": seated}
    if chance.random() < 0.5:
        entry["reason"] = "late"
    for _time in range(chance.randint(0, 2)):
        place = chance.choice((entry, seated))
        if place is entry or not seated:
            entry[chance.choice(("seated", "reason", "dealer"))] = junk(chance)
        else:
            seated[chance.randrange(len(seated))] = chance.choice((junk(chance), 11, 12))
    if isinstance(record["hands"], list):
        record["hands"].insert(chance.randint(0, len(record["hands"])), entry)
    return record


def misname(chance: Random, record: Record) -> Record:
    names: list[Any] = [f"Ann {number}" for number in range(chance.randint(2, 8))]
    if names and chance.random() < 0.5:
        names[chance.randrange(len(names))] = junk(chance)
    record[chance.choice(("names", "title"))] = chance.choice((names, junk(chance)))
    return record


def swap_game(chance: Random, record: Record) -> Record:
    record["ruleset"] = chance.choice(list(RULESETS))
    return record


SPOILS: tuple[Spoil, ...] = (
    change,
    nudge,
    nudge,
    nudge,
    borrow,
    leave_out,
    add_more,
    nest,
    swap_game,
    move_people,
    misname,
)


def scribble(chance: Random, text: bytes) -> bytes:
    """Now and then the text itself is spoilt too."""
    what = chance.random()
    if what > 0.12:
        return text
    cut = chance.randrange(len(text))
    if what < 0.02:
        return text[:cut]
    if what < 0.05:
        return text[:cut] + bytes([chance.randrange(256)]) + text[cut + 1 :]
    if what < 0.07:
        return text[:cut] + b"\xff\xfe" + text[cut:]
    if what < 0.1:
        return text.replace(b": 0", chance.choice((b": NaN", b": -Infinity", b": 1e999")), 1)
    return text.replace(b'"hands"', b'"hands": [], "hands"', 1)


def spoilt_lines(count: int) -> list[bytes]:
    chance = Random(1999)
    lines = []
    for number in range(count):
        ruleset = chance.choice(list(RULESETS.values()))
        record = evening(ruleset, number, chance.randint(1, 4), moves=number % 2 == 0).record
        for _time in range(chance.choice((1, 1, 2, 3))):
            if isinstance(record.get("hands"), list | dict) and record["hands"]:
                record = chance.choice(SPOILS)(chance, record)
        lines.append(scribble(chance, json.dumps(record).encode()).replace(b"\n", b" ") + b"\n")
    return lines


def test_every_spoilt_record_is_answered_and_none_with_a_traceback() -> None:
    lines = spoilt_lines(LINES)
    answers = answers_to(lines)
    assert len(answers) == len(lines) == LINES
    refused = [answer for answer in answers if "error" in answer]
    for answer in refused:
        expect_refusal(answer)
    assert all(answer.keys() == ANSWER for answer in answers if "error" not in answer)
    assert len(refused) > LINES / 2
    assert len({answer["error"]["code"] for answer in refused}) > 20


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "not_json"),
        (b"\n", "not_json"),
        (b"null", "wrong_type"),
        (b"[]", "wrong_type"),
        (b"7", "wrong_type"),
        (b'"hands"', "wrong_type"),
        (b"{}", "missing"),
        (b'{"ruleset": "saskop"}', "missing"),
        (b'{"hands": []}', "missing"),
        (b'{"ruleset": "bridge", "hands": []}', "unknown_ruleset"),
        (b'{"ruleset": ["saskop"], "hands": []}', "unknown_ruleset"),
        (b'{"ruleset": null, "hands": []}', "unknown_ruleset"),
        (b'{"ruleset": "saskop", "hands": {}}', "wrong_type"),
        (b'{"ruleset": "saskop", "hands": null}', "wrong_type"),
        (b'{"ruleset": "saskop", "hands": [], "options": null}', "wrong_type"),
        (b'{"ruleset": "saskop", "hands": [], "options": []}', "wrong_type"),
        (b'{"ruleset": "saskop", "hands": [], "players": null}', "wrong_type"),
        (b'{"ruleset": "saskop", "hands": [], "players": "4"}', "bad_players"),
        (b'{"ruleset": "saskop", "hands": [], "players": 4.0}', "bad_players"),
        (b'{"ruleset": "saskop", "hands": [], "date": 1}', "unknown_field"),
        (b'{"ruleset": "saskop", "hands": [], "hands": []}', "repeated_field"),
        (b'{"ruleset": "saskop", "hands": [{"makers": 0, "makers": 1}]}', "repeated_field"),
        (b'{"ruleset": "saskop", "hands": []} {}', "not_json"),
        (b'{"ruleset": "saskop", "hands": [NaN]}', "not_json"),
        (b'{"ruleset": "saskop", "hands": [],}', "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b"[" * 100_000, "not_json"),
        (b'{"a":' * 100_000, "not_json"),
        (b'{"ruleset": "saskop", "hands": [' + b"9" * 5_000 + b"]}", "not_json"),
    ],
    ids=lambda value: repr(value[:48]) if isinstance(value, bytes) else value,
)
def test_what_is_no_record_is_refused(text: bytes, code: str) -> None:
    (answer,) = answers_to([text])
    expect_refusal(answer)
    assert answer["error"]["code"] == code
    assert answer["error"]["hand"] is None


def test_a_byte_order_mark_does_no_harm() -> None:
    (answer,) = answers_to([b'\xef\xbb\xbf{"ruleset": "saskop", "hands": []}'])
    assert answer["totals"] == [0, 0]


@pytest.mark.parametrize("depth", [*range(200, 1000, 100), *range(950, 1000, 3)])
def test_a_value_nested_however_deep_is_refused(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    for answer in answers_to(
        [
            b'{"ruleset": "saskop", "hands": [], "options": {"target": %s}}' % nested,
            b'{"ruleset": "saskop", "hands": [], "players": %s}' % nested,
            b'{"ruleset": %s, "hands": []}' % nested,
            b'{"ruleset": "saskop", "hands": [{"makers": %s}]}' % nested,
        ]
    ):
        expect_refusal(answer)


@pytest.mark.parametrize("entry", [b"{}", b'{"seated": [0]}', b"7"])
def test_of_a_hundred_thousand_hands_not_one_is_played(entry: bytes) -> None:
    """The first of them is none either; that it is not blamed shows that nobody looked at it."""
    text = b'{"ruleset": "saskop", "hands": [' + b",".join([entry] * 100_000) + b"]}"
    (answer,) = answers_to([text])
    expect_refusal(answer)
    assert (answer["error"]["code"], answer["error"]["hand"]) == ("too_many_hands", None)


def test_a_field_that_is_repeated_among_a_hundred_thousands_is_found() -> None:
    """By looking it up: comparing each with each would not come to an end."""
    names = ",".join(f'"field {number}": 0' for number in range(300_000))
    (answer,) = answers_to([f'{{{names}, "field 299999": 0}}'.encode()])
    expect_refusal(answer)
    assert answer["error"]["code"] == "repeated_field"


def test_a_refusal_does_not_repeat_a_novel() -> None:
    name = b"x" * 100_000
    for text in (
        b'{"ruleset": "saskop", "hands": [], "%s": 1}',
        b'{"ruleset": "saskop", "hands": [{"%s": 1}]}',
        b'{"ruleset": "saskop", "hands": [], "options": {"%s": 1}}',
        b'{"ruleset": "saskop", "hands": [], "options": {"target": "%s"}}',
        b'{"ruleset": "saskop", "hands": [{"adjustment": [0, 0], "reason": "x", "%s": 1}]}',
        b'{"ruleset": "saskop", "hands": [], "title": "%s"}',
        b'{"ruleset": "saskop", "hands": [], "names": ["%s", "a", "b", "c"]}',
        b'{"ruleset": "sheepshead6", "hands": [{"seated": [0, 1, 2, 3, 4, 6], "%s": 1}]}',
        b'{"ruleset": "%s", "hands": []}',
    ):
        (answer,) = answers_to([text % name])
        assert len(json.dumps(answer)) < 1_000
