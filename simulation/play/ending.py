"""The end of a day: the final list, the prizes, and a look at every page."""

from __future__ import annotations

from formats.prizes import has_prizes
from simulation.play.browser import Browser, Lost
from simulation.play.day import Day
from simulation.play.pages import Page
from tournaments.models import Event

PUBLIC_PAGES = ("event", "event_seats", "event_rules", "event_screen")
PAGES = (
    *("desk", "door", "rounds", "keying", "event_tables", "event_settings", "history", "trouble"),
    *("checklist", "leaving", "rulings", "ties", "prizes", "cash", "paper", "take_away"),
    "lock_final",
)


def locks(day: Day) -> None:
    """The list is locked; with the mishap opened again and locked anew."""
    address = day.address("lock_final")
    page = _presses(day, address)
    if day.event.state != Event.FINAL:
        raise Lost(f"The final list cannot be locked: {page.refusal}")
    day.note("The final list is locked.")
    if day.has("reopened"):
        reopen = day.address("reopen_final")
        day.presses(address, reopen, reason="Table 2 was read wrong")
        page = _presses(day, address)
        if day.event.revision != 2:
            day.wrong(f"The list was locked twice and has revision {day.event.revision}.")
        day.became("reopened", page, "The list was opened again and locked as amended.")


def _presses(day: Day, address: str) -> Page:
    """Lock the list; where something is left to be done, say once more that it shall be."""
    page = day.presses(address, address)
    form = page.form_to(address)
    if day.event.state != Event.FINAL and form is not None:
        return day.director.sends(form)
    return page


def hands_prizes_over(day: Day) -> None:
    """Every prize goes to whoever has won it."""
    if not has_prizes(day.settings):
        return
    action = day.address("hand_over")
    prizes = day.director.get(day.address("prizes"))
    forms = [form for form in prizes.forms if form.action == action]
    for form in forms:
        day.director.must("A prize cannot be handed over", form)
    if forms:
        day.note(f"{len(forms)} prizes are handed over.")


def looks_at_everything(day: Day) -> None:
    """Every page of the event opens, for the director and for everybody."""
    public = Browser()
    shown = [day.address(name) for name in PUBLIC_PAGES]
    shown += [day.address("event_entry", entry.number) for entry in day.here()[:3]]
    own = [day.address(name) for name in PAGES]
    for browser, addresses in ((public, shown), (day.director, own)):
        for address in addresses:
            with day.trying(address):
                browser.get(address)
    day.director.requests += public.requests
    day.note("Every page opens.")
