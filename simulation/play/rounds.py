"""A round through its pages: drawn, published, started, closed."""

from __future__ import annotations

from simulation.play.browser import Lost
from simulation.play.day import Day
from tournaments.models import Round


def draws(day: Day, number: int) -> bool:
    """Draw a round as the form proposes it; False where the program says why it cannot be."""
    page = day.director.still(day.address("round", number))
    form = page.form_to(day.address("draw_round", number))
    if form is None:
        raise Lost(f"Round {number} cannot be drawn: {page.refusal or 'no form'}")
    drawn = day.director.sends(form)
    if drawn.status == 200:
        return True
    for odd in form.choices.get("odd", []):
        if day.director.sends(form, odd=odd).status == 200:
            return True
    for draw in form.choices.get("draw", []):
        if day.director.sends(form, draw=draw).status == 200:
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
    page = day.presses(address, address, text=words)
    if page.status != 200:
        raise Lost(f"“{words}” cannot be announced: {page.refusal}")


def closes(day: Day, number: int) -> None:
    """Close the round."""
    address = day.address("close_round", number)
    page = day.presses(address, address)
    played = day.round(number)
    if page.status != 200 or played is None or played.state != Round.CLOSED:
        raise Lost(f"Round {number} cannot be closed: {page.refusal}")
