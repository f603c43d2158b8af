"""Sheets from paper: totals, hands one by one in a grid, and what is open when a round ends."""

from __future__ import annotations

from formats.event import worth_of_a_point
from scoring import find_ruleset
from sheets.answers import MANY_NUMBERS, NOBODY
from simulation.hands import plausible_hand
from simulation.play import mishaps_sheets, sheets
from simulation.play.day import Day, NotHere
from tournaments.events.results.queries.progress import COMPLETE, round_progress
from tournaments.events.results.queries.totals import takes_rows
from tournaments.models import EventTable, Hand, HandVersion, Leaving
from tournaments.tables.queries import coming_hand, latest_versions, replay_table


def keys_all(day: Day, number: int, places: list[EventTable], grid_count: int) -> None:
    """Key the sheets of a round, a few of them hand by hand."""
    if not places:
        return
    meets = [
        mishaps_sheets.unbalanced,
        mishaps_sheets.sent_twice,
        mishaps_sheets.two_directors,
        mishaps_sheets.lost,
    ]
    if number == day.settings.rounds:
        meets.append(mishaps_sheets.tie)
    for nth, meet in enumerate(meet for meet in meets if day.has(meet.__name__)):
        place = places[(nth + number) % len(places)]
        if place.totals.exists() and meet is not mishaps_sheets.unbalanced:
            sheets.desk_action(day, place, "withdraw_totals", reason="Keyed at the wrong table")
            place = EventTable.objects.select_related("table", "round__event").get(pk=place.pk)
        day.meets(meet, place)
    for place in places:
        latest = place.totals.order_by("-number").first()
        if latest is None or latest.is_withdrawn:
            grid_count -= _keys(day, place, has_hands=grid_count > 0)
    if number != day.settings.rounds:
        keyed = [place for place in places if place.totals.exists()]
        day.meets(mishaps_sheets.wrong_names, (keyed or places)[0])
    day.note(f"{len(places)} sheets were keyed from paper.")


def _keys(day: Day, place: EventTable, *, has_hands: bool) -> bool:
    """Key one sheet; whether it was done hand by hand."""
    is_new = not place.table.hands.exists() and not place.totals.exists()
    if has_hands and place.hands_due and is_new and not is_left(place):
        keys_hands(day, place, plus_only=takes_rows(place))
        return True
    page = sheets.keys(day, place)
    if page.status != 200:
        day.wrong(f"Table {place.number} cannot be keyed: {page.refusal}")
    return False


def settle(day: Day, number: int) -> None:
    """What is open still: short sheets, sheets that nobody has confirmed."""
    played = day.round(number)
    for row in round_progress(played, day.event) if played else []:
        if row.is_short:
            sheets.desk_action(day, row.place, "accept_short", reason="All have agreed")
        if row.is_short or row.state == COMPLETE:
            page = day.director.still(day.address("desk_table", row.place.pk))
            form = page.form_to(day.address("confirm_at_desk", row.place.pk))
            if form is not None:
                day.director.sends(form, reason="Seen at the desk")


def is_written(place: EventTable) -> bool:
    """Whether all hands that a table is to play are entered."""
    return bool(place.hands_due) and place.table.hands.count() >= place.hands_due


def is_left(place: EventTable) -> bool:
    """Whether somebody has left the table in the middle."""
    return Leaving.objects.filter(result__event_table=place).exists()


def empty_battery(day: Day, place: EventTable) -> str:
    """A phone dies in the middle: the rest of the hands is on paper, and keyed below the others."""
    entered = place.table.hands.count()
    if not place.hands_due or is_left(place) or not 0 < entered < place.hands_due:
        raise NotHere("No phone is in use that could die.")
    keys_hands(day, place)
    if place.table.hands.count() != place.hands_due:
        day.wrong(f"Table {place.number} has not all its hands.")
    return f"The phone of table {place.number} died after {entered} hands; the rest is from paper."


def keys_hands(day: Day, place: EventTable, *, plus_only: bool = False) -> None:
    """Key every hand of a table's paper sheet that is not entered yet, signed by all.

    Where only plus points are written, it is keyed who won and how much.
    """
    table, versions = place.table, latest_versions(place.table)
    address = day.address("key_points" if plus_only else "key_hands", place.pk)
    form = day.director.form(address, address)
    ruleset = find_ruleset(table.ruleset)
    entered = len(versions)
    for number in range(entered + 1, place.hands_due + 1):
        deal = coming_hand(table, versions).deal(table.options)
        record = plausible_hand(day.chance, ruleset, deal)
        versions.append(HandVersion(hand=Hand(table=table, number=number), number=1, record=record))
    answers: dict[str, object] = {}
    if plus_only:
        worth = worth_of_a_point(day.settings, ruleset)
        for row, line in enumerate(replay_table(table, versions[entered:]).rows):
            won = ((column, points) for column, points in enumerate(line.points) if points > 0)
            answers |= {f"r{row}-{column}": points * worth for column, points in won}
    else:
        kinds = {asked.name: asked.kind for asked in ruleset.fields}
        for row, version in enumerate(versions[entered:]):
            boxes = version.record.items()
            answers |= {f"r{row}-{name}": _box(kinds[name], value) for name, value in boxes}
    day.director.must(f"The hands of table {place.number} cannot be keyed", form, **answers)


def _box(kind: str, value: list[int] | str | int | None) -> object:
    """What stands in one box: many numbers with blanks between them."""
    if kind in MANY_NUMBERS and isinstance(value, list):
        return " ".join(map(str, value))
    return NOBODY if value is None else "on" if value is True else value
