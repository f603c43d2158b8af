"""Rounds through their pages: drawn, published, started, closed, or tables one by one."""

from __future__ import annotations

from scoring import find_ruleset
from simulation.play.browser import Lost
from simulation.play.day import Day
from tournaments.events.night.queries import sitting_at
from tournaments.events.results.queries.sheets import is_open_ended
from tournaments.models import Round

MOST_TABLES = 30


def draws(day: Day, number: int) -> bool:
    """Draw a round as the form proposes it; False where the program says why it cannot be."""
    page = day.director.still(day.address("round", number))
    form = page.form_to(day.address("draw_round", number))
    if form is None:
        raise Lost(f"Round {number} cannot be drawn: {page.refusal or 'no form'}")
    drawn = day.director.sends(form)
    if drawn.status == 200:
        return True
    for name in ("odd", "draw"):
        for choice in form.choices.get(name, []):
            if day.director.sends(form, **{name: choice}).status == 200:
                return True
    day.note(f"Round {number} cannot be drawn: {drawn.refusal}")
    return False


def accepts(day: Day, number: int) -> None:
    """Accept the draw, knowingly where something speaks against it."""
    address, action = day.address("round", number), day.address("accept_draw", number)
    page = day.presses_still(address, action)
    if page is None:
        raise Lost(f"{address} has no form for {action}.")
    if page.status == 422:
        form = page.form_to(action)
        page = day.director.sends(form, anyway="on") if form else page
    if page.status != 200:
        raise Lost(f"The draw of round {number} is not accepted: {page.refusal}")


def publishes(day: Day, number: int) -> None:
    """Tell everybody where to sit, and start; the clock begins with the signal."""
    for deed in ("publish_round", "start_round"):
        page = day.presses_still(day.address("round", number), day.address(deed, number))
        if page is not None and page.status != 200:
            raise Lost(f"{deed} of round {number}: {page.refusal}")


def announces(day: Day, words: str) -> None:
    """Say something to everybody."""
    address = day.address("announce")
    form = day.director.form(address, address)
    day.director.must(f"“{words}” cannot be announced", form, text=words)


def closes(day: Day, number: int) -> None:
    """Close the round."""
    address = day.address("close_round", number)
    page = day.presses(address, address)
    played = day.round(number)
    if page.status != 200 or played is None or played.state != Round.CLOSED:
        raise Lost(f"Round {number} cannot be closed: {page.refusal}")


# Tables that open one by one, through the page that says who waits.


def opens_tables(day: Day) -> list[int]:
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
        who, beside = sitting.there[:2]
        for deed in ("leave", "return"):
            form = day.director.form(address, address)
            answers = {"entry": who.entry_id, "after": beside.side}
            page = day.director.sends(form, ("deed", deed), **answers)
            if page.refusal:
                raise Lost(f"{who.entry.name}, {deed}: {page.refusal}")
        day.note(f"{who.entry.name} gets up from table {place.number} and comes back.")


def closes_tables(day: Day) -> None:
    """Close every table that is through."""
    address, action = day.address("rolling"), day.address("close_rolling")
    page = day.presses(address, action)
    left = _open_numbers(day)
    if page.status != 200 or left:
        raise Lost(f"Tables of the rounds {left} stay open: {page.refusal}")
    day.note("All tables that were through are closed.")


def _open_numbers(day: Day) -> list[int]:
    found = Round.objects.filter(event=day.event_id, state=Round.DRAWN).order_by("number")
    return list(found.values_list("number", flat=True))
