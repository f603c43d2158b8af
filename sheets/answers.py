"""From what was chosen and typed to a hand of the scoring contract, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.cards import ALL_POINTS
from scoring.counting import Count
from scoring.ruleset import Field, is_said

NOBODY = "none"
"""The chip that stands for None: everybody passed, alone."""

NUMBERS = ("points", "count")
MANY_NUMBERS = ("pair_points", "pair_counts", "seat_points", "seat_counts")

Answers = Mapping[str, Any]
"""By form field: the chip's value or those of several, a number, yes or no; None, "" or an empty
list where nothing was said."""


def is_stepped(field: Field) -> bool:
    """Whether a small number is chosen by a tap: mostly what leaving it out means, or few."""
    return field.kind == "count" and (field.preset is not None or bool(field.choices))


def steps(field: Field) -> list[tuple[str, str]]:
    """The numbers of a stepped field with their words, as far as these have any.

    >>> kontra = Field("kontra", "count", "Kontra", "", high=1, preset=0)
    >>> steps(kontra)
    [('0', '0'), ('1', '1')]
    >>> from scoring.ruleset import Choice
    >>> steps(Field("tops", "count", "Tops", "", high=4, choices=(Choice("1", "One"),)))
    [('1', 'One')]
    """
    if field.preset is None:
        return [(choice.value, choice.label) for choice in field.choices]
    words = {choice.value: choice.label for choice in field.choices}
    numbers = (str(number) for number in range(field.low, field.high + 1))
    return [(number, words.get(number, number)) for number in numbers]


def places(field: Field, active: Sequence[int]) -> Sequence[int]:
    """The places for which a field with many numbers asks: the two pairs, or who plays."""
    return (0, 1) if field.kind.startswith("pair_") else active


def place_name(field: Field, place: int) -> str:
    """The name of the form field for one place."""
    return f"{field.name}-{place}"


def other_name(field: Field) -> str:
    """The name of the box for a number that is not among those to tap."""
    return f"{field.name}-other"


def deciding_field(fields: Sequence[Field]) -> Field | None:
    """The field that tells a hand that was played from one in which everybody passed."""
    if all(field.when == "always" for field in fields):
        return None
    return next(
        (field for field in fields if field.when == "always" and field.empty and _is_chip(field)),
        None,
    )


def fitting_fields(fields: Sequence[Field], answers: Answers) -> list[Field]:
    """The fields that fit: of a passed hand not those of a played one, and the other way round."""
    deciding = deciding_field(fields)
    said = answers.get(deciding.name) if deciding else None
    if not said:
        return list(fields)
    unfit = "played" if said == NOBODY else "passed"
    return [field for field in fields if field.when != unfit]


def record_from_answers(
    fields: Sequence[Field], answers: Answers, active: Sequence[int]
) -> dict[str, Any]:
    """The hand that was declared; what nothing was said about is left out.

    >>> picker = Field("picker", "seat", "Picker", "", empty="Everybody passed")
    >>> took = Field("picker_points", "points", "Card points", "", when="played")
    >>> record_from_answers([picker, took], {"picker": "2", "picker_points": 75}, [0, 1, 2])
    {'picker': 2, 'picker_points': 75}
    >>> record_from_answers([picker, took], {"picker": "none", "picker_points": 75}, [0, 1, 2])
    {'picker': None}
    >>> winners = Field("winners", "seats", "Who won", "", when="passed")
    >>> record_from_answers([picker, winners], {"picker": "none", "winners": ["2", "0"]}, [0, 1, 2])
    {'picker': None, 'winners': [0, 2]}
    >>> runners = Field("runners", "count", "Laufende", "", high=14, preset=0)
    >>> [record_from_answers([runners], {"runners": said}, []) for said in ("0", "3")]
    [{}, {'runners': 3}]
    >>> bid = Field("bid", "count", "Bid", "", low=61, high=120, over=60, often=(65, 70))
    >>> [record_from_answers([bid], said, []) for said in ({"bid": "65"}, {"bid-other": 73})]
    [{'bid': 65}, {'bid': 73}]
    >>> only_over = Field("bid", "count", "Bid", "", low=1, high=60, over=60, often=(65, 70))
    >>> record_from_answers([only_over], {"bid": "65"}, [])
    {'bid': 5}
    """
    record: dict[str, Any] = {}
    for field in fitting_fields(fields, answers):
        if field.kind in MANY_NUMBERS:
            numbers = [answers.get(place_name(field, place)) for place in places(field, active)]
            if any(number is not None for number in numbers):
                record[field.name] = numbers
        else:
            answer = answers.get(field.name)
            if field.often and not answer:
                answer = answers.get(other_name(field))
            if answer is not None and answer is not False and answer not in ("", []):
                chosen = _chosen(field, answer)
                is_said = field.preset is None or chosen != field.preset
                if is_said and not _is_only_usual(field, chosen, record):
                    record[field.name] = field.in_record(chosen) if field.over else chosen
    return record


def is_whole_pack(field: Field) -> bool:
    """Whether its numbers are all card points of one pack."""
    return field.kind in ("pair_points", "seat_points") and field.high == ALL_POINTS


def the_rest(fields: Sequence[Field], answers: Answers, active: Sequence[int]) -> dict[str, int]:
    """The last of some card points that is not typed, by its form field: what the others leave.

    What lies in a blind that nobody gets has to be known too.

    >>> took = Field("card_points", "seat_points", "Card points", "")
    >>> the_rest([took], {"card_points-0": 40, "card_points-2": 60}, [0, 1, 2])
    {'card_points-1': 20}
    >>> the_rest([took], {"card_points-0": 40}, [0, 1, 2])
    {}
    """
    found = {}
    asked = fitting_fields(fields, answers)
    blind = (
        0 if all(field.name != "blind_points" for field in asked) else answers.get("blind_points")
    )
    for field in filter(is_whole_pack, asked):
        names = [place_name(field, place) for place in places(field, active)]
        empty = [name for name in names if answers.get(name) is None]
        if len(empty) == 1 and blind is not None:
            rest = ALL_POINTS - blind - sum(answers.get(name) or 0 for name in names)
            if 0 <= rest <= ALL_POINTS:
                found[empty[0]] = rest
    return found


def _is_only_usual(field: Field, chosen: object, record: Mapping[str, Any]) -> bool:
    """Whether it was chosen beforehand and does not fit what was said: no script took it away."""
    return bool(field.usual) and str(chosen) == field.usual and is_said(field.unless, record)


def gaps(fields: Sequence[Field], answers: Answers, active: Sequence[int]) -> list[str]:
    """The form fields that are empty though a neighbour in the same row of numbers is not."""
    found = []
    for field in fitting_fields(fields, answers):
        if field.kind in MANY_NUMBERS:
            names = [place_name(field, place) for place in places(field, active)]
            empty = [name for name in names if answers.get(name) is None]
            found += empty if len(empty) < len(names) else []
    return found


def whole_number(said: str, field: Field) -> str:
    """What was said of a number that is said by how much it is over another, as the whole number.

    >>> bid = Field("bid", "count", "Bid", "", low=61, high=120, over=60)
    >>> [whole_number(said, bid) for said in ("10", " 10 Over ", "70", "many", "0")]
    ['70', '70', '70', 'many', '0']
    """
    if not field.over:
        return said
    words = said.strip().casefold()
    number = words.removesuffix(_("over").casefold()).strip()
    if not re.fullmatch(r"[0-9]{1,6}", number):
        return said
    is_over = number != words or 0 < int(number) <= field.over
    return str(int(number) + field.over) if is_over else number


def takes_count(field: Field) -> bool:
    """Whether cards of one pack can be counted for it; two packs together have more of each."""
    return field.kind in ("points", "pair_points") and field.high == ALL_POINTS


def put_count(fields: Sequence[Field], answers: Answers, count: Count) -> dict[str, str]:
    """The answers that counted cards give: the points of the side that took the game on.

    >>> from scoring.counting import count_cards
    >>> took = Field("card_points", "pair_points", "Card points", "")
    >>> put_count([took], {}, count_cards(aces=3, tens=2, kings=1, queens=2, jacks=0))
    {'card_points-0': '63', 'card_points-1': '57'}
    """
    field = next(filter(takes_count, fitting_fields(fields, answers)), None)
    if field is None:
        return {}
    if field.kind == "points":
        return {field.name: str(count.points)}
    taker = next((other for other in fields if other.kind == "pair"), None)
    is_second = taker is not None and taker.name != "winner" and answers.get(taker.name) == "1"
    both = (count.others, count.points) if is_second else (count.points, count.others)
    return {place_name(field, place): str(number) for place, number in enumerate(both)}


def answers_from_record(
    fields: Sequence[Field], record: Mapping[str, Any], active: Sequence[int]
) -> dict[str, Any]:
    """What a form shows for a hand that is to be corrected."""
    answers: dict[str, Any] = {}
    for field in fields:
        if field.name not in record and field.preset is None:
            continue
        value = record.get(field.name, field.preset)
        if field.over and value is not None:
            value = field.whole(value)
        if field.kind in MANY_NUMBERS and value is not None:
            where = places(field, active)
            answers |= {
                place_name(field, place): number
                for place, number in zip(where, value, strict=False)
            }
        elif field.often and value not in field.often:
            answers[other_name(field)] = value
        elif field.kind == "seats":
            answers[field.name] = [str(seat) for seat in value]
        elif _is_chip(field):
            answers[field.name] = NOBODY if value is None else str(value)
        else:
            answers[field.name] = value
    return answers


def _is_chip(field: Field) -> bool:
    return field.kind in ("seat", "pair", "choice") or bool(field.often) or is_stepped(field)


def _chosen(field: Field, answer: object) -> Any:  # noqa: ANN401 - of the field's kind
    if answer == NOBODY and field.empty:
        return None
    if isinstance(answer, list):
        return sorted(int(seat) for seat in answer)
    is_number = field.kind in ("seat", "pair") or field.often or is_stepped(field)
    return int(str(answer)) if is_number else answer
