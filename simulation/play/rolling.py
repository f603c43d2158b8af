"""Tables that open one by one, through the page that says who waits."""

from __future__ import annotations

from scoring import find_ruleset
from simulation.play.browser import Lost
from simulation.play.day import Day
from tournaments.events.night.queries import sitting_at
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import Round

MOST_TABLES = 30


def opens(day: Day) -> list[int]:
    """Open tables for whoever waits, as the page proposes; the numbers of their rounds."""
    address, action = day.address("rolling"), day.address("open_rolling")
    page = day.director.get(address)
    for _table in range(MOST_TABLES):
        form = page.form_to(action)
        if form is None or not form.fields.get("who"):
            break
        page = day.director.sends(form)
        if page.status != 200:
            if not page.refusal:
                day.wrong("A table is not opened, and nothing says why.")
            break
    numbers = _open_numbers(day)
    day.note(f"{len(numbers)} tables are opened for those who wait.")
    return numbers


def comes_and_goes(day: Day, number: int) -> None:
    """Somebody gets up from a table of a free night where more sit than play, and comes back."""
    for place in day.places(number):
        sitting = sitting_at(place) if is_open_ended(place.round.event) else None
        least = min(find_ruleset(place.table.ruleset).tables)
        if sitting is None or sitting.is_keyed or len(sitting.there) == least:
            continue
        address = day.address("desk_sitting", place.pk)
        for deed, wanted in (("leave", sitting.there[0]), ("return", sitting.there[0])):
            form = day.director.get(address).form_to(address)
            if form is None:
                raise Lost("Nobody can leave a table of a free night.")
            page = day.director.sends(
                form, ("deed", deed), entry=wanted.entry, after=sitting.there[1].column
            )
            if page.refusal:
                raise Lost(f"{wanted.name}, {deed}: {page.refusal}")
        day.note(f"{sitting.there[0].name} gets up from table {place.number} and comes back.")


def closes(day: Day) -> None:
    """Close every table that is through."""
    address, action = day.address("rolling"), day.address("close_rolling")
    form = day.director.get(address).form_to(action)
    if form is None:
        raise Lost("No table can be closed.")
    page = day.director.sends(form)
    left = _open_numbers(day)
    if page.status != 200 or left:
        raise Lost(f"Tables of the rounds {left} stay open: {page.refusal}")
    day.note("All tables that were through are closed.")


def _open_numbers(day: Day) -> list[int]:
    found = Round.objects.filter(event=day.event_id, state=Round.DRAWN).order_by("number")
    return list(found.values_list("number", flat=True))
