"""Sheets from paper with all that goes wrong with them, and what is open when a round ends."""

from __future__ import annotations

from collections.abc import Callable

from simulation.play import grids, mishaps_sheets, sheets
from simulation.play.day import Day
from tournaments.events.results.queries.progress import COMPLETE, round_progress
from tournaments.events.results.queries.totals import takes_rows
from tournaments.models import EventTable

Meet = Callable[[Day, EventTable], object]


def keys_all(day: Day, number: int, places: list[EventTable], grid_count: int) -> None:
    """Key the sheets of a round, a few of them hand by hand."""
    if not places:
        return
    meets: list[tuple[str, Meet]] = [
        ("unbalanced", mishaps_sheets.unbalanced),
        ("sent_twice", mishaps_sheets.sent_twice),
        ("two_directors", mishaps_sheets.two_directors),
        ("lost", mishaps_sheets.lost),
    ]
    if number == day.settings.rounds:
        meets.append(("tie", mishaps_sheets.tie))
    wanted = [(mishap, meet) for mishap, meet in meets if day.has(mishap)]
    for nth, (mishap, meet) in enumerate(wanted):
        place = places[(nth + number) % len(places)]
        if place.totals.exists() and mishap != "unbalanced":
            sheets.desk_deed(day, place, "withdraw_totals", reason="Keyed at the wrong table")
            place = _fresh(place)
        day.meets(mishap, meet, place)
    for place in places:
        latest = place.totals.order_by("-number").first()
        if latest is None or latest.is_withdrawn:
            grid_count -= _keys(day, place, has_hands=grid_count > 0)
    if number != day.settings.rounds:
        keyed = [place for place in places if place.totals.exists()]
        day.meets("wrong_names", mishaps_sheets.wrong_names, (keyed or places)[0])
    day.note(f"{len(places)} sheets were keyed from paper.")


def _keys(day: Day, place: EventTable, *, has_hands: bool) -> bool:
    """Key one sheet; whether it was done hand by hand."""
    if has_hands and grids.can_be_keyed(place):
        if takes_rows(place):
            grids.keys_rows(day, place)
        else:
            grids.keys_hands(day, place)
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
            sheets.desk_deed(day, row.place, "accept_short", reason="All have agreed")
        if row.is_short or row.state == COMPLETE:
            page = day.director.still(day.address("desk_table", row.place.pk))
            form = page.form_to(day.address("confirm_at_desk", row.place.pk))
            if form is not None:
                day.director.sends(form, reason="Seen at the desk")


def _fresh(place: EventTable) -> EventTable:
    return EventTable.objects.select_related("table", "round__event").get(pk=place.pk)
