"""Hands that a table has written on paper, keyed one by one in a grid."""

from __future__ import annotations

from typing import Any

from scoring import find_ruleset
from scoring.ruleset import Ruleset
from sheets.answers import MANY_NUMBERS, NOBODY
from simulation.hands import plausible_hand
from simulation.play.browser import Lost
from simulation.play.day import ABSENT, MET, Day
from tournaments.models import EventTable, Hand, HandVersion, Leaving
from tournaments.settings.event import worth_of_a_point
from tournaments.tables.queries import coming_hand, latest_versions, replay_table


def can_be_keyed(place: EventTable) -> bool:
    """Whether a table brings all its hands on paper: nothing is entered, and nobody has left."""
    is_new = not place.table.hands.exists() and not place.totals.exists()
    return bool(place.hands_due) and is_new and not is_left(place)


def is_written(place: EventTable) -> bool:
    """Whether all hands that a table is to play are entered."""
    return bool(place.hands_due) and place.table.hands.count() >= place.hands_due


def is_left(place: EventTable) -> bool:
    """Whether somebody has left the table in the middle."""
    return Leaving.objects.filter(result__event_table=place).exists()


def empty_battery(day: Day, place: EventTable) -> None:
    """A phone dies in the middle: the rest of the hands is on paper, and keyed below the others."""
    entered = place.table.hands.count()
    if not place.hands_due or is_left(place) or not 0 < entered < place.hands_due:
        day.note("No phone is in use that could die.", "empty_battery", ABSENT)
        return
    keys_hands(day, place)
    done = f"The phone of table {place.number} died after {entered} hands; the rest is from paper."
    if place.table.hands.count() != place.hands_due:
        day.wrong(f"Table {place.number} has not all its hands.")
    day.note(done, "empty_battery", MET)


def keys_hands(day: Day, place: EventTable) -> None:
    """Key every hand of a table's paper sheet that is not entered yet, signed by all."""
    address = day.address("key_hands", place.pk)
    form = day.form(address, address)
    ruleset = find_ruleset(place.table.ruleset)
    answers: dict[str, object] = {}
    for row, version in enumerate(_hands(day, place, ruleset)):
        typed = _typed(ruleset, version.record)
        answers |= {f"r{row}-{name}": text for name, text in typed.items()}
    page = day.director.sends(form, **answers)
    if page.status != 200:
        raise Lost(f"The hands of table {place.number} cannot be keyed: {page.refusal}")


def keys_rows(day: Day, place: EventTable) -> None:
    """Key who won and how much in each hand, where only good points are written."""
    address = day.address("key_points", place.pk)
    form = day.form(address, address)
    ruleset = find_ruleset(place.table.ruleset)
    worth = worth_of_a_point(day.settings, ruleset)
    rows = replay_table(place.table, _hands(day, place, ruleset)).rows
    answers: dict[str, object] = {
        f"r{number}-{column}": points * worth
        for number, row in enumerate(rows)
        for column, points in enumerate(row.points)
        if points > 0
    }
    page = day.director.sends(form, **answers)
    if page.status != 200:
        raise Lost(f"The rows of table {place.number} cannot be keyed: {page.refusal}")


def _hands(day: Day, place: EventTable, ruleset: Ruleset) -> list[HandVersion]:
    """What the table has played, each hand after those before it."""
    table, versions = place.table, latest_versions(place.table)
    entered = len(versions)
    for number in range(entered + 1, place.hands_due + 1):
        record = plausible_hand(
            day.chance, ruleset, coming_hand(table, versions).deal(table.options)
        )
        hand = Hand(table=table, number=number)
        versions.append(HandVersion(hand=hand, number=1, record=record))
    return versions[entered:]


def _typed(ruleset: Ruleset, record: dict[str, Any]) -> dict[str, object]:
    """A hand as somebody types it into its row."""
    kinds = {asked.name: asked.kind for asked in ruleset.fields}
    return {name: _box(kinds[name], value) for name, value in record.items()}


def _box(kind: str, value: list[int] | str | int | None) -> object:
    """What stands in one box: many numbers with blanks between them."""
    if kind in MANY_NUMBERS and isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else "on" if value is True else value
