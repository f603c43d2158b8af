"""The checklist until the first draw: weeks before, the day before, at the door."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import find_ruleset
from seating.model import Impossible
from seating.sizes import layout
from tournaments.events.desk.queries.checklist_items import (
    SPARE_PACKS,
    SPARE_SHEETS,
    Item,
    by_hand,
    tables_expected,
    with_spare,
)
from tournaments.events.desk.queries.desk import Desk
from tournaments.events.setup.queries.publication import missing_for_publication
from tournaments.formats.undecided import left_open


def weeks_before(desk: Desk, _closed: int) -> list[Item]:
    """What is done weeks before."""
    settings, tables = desk.settings, tables_expected(desk)
    sheets = with_spare(tables * settings.rounds, SPARE_SHEETS)
    packs, boards, paper = "", "", ""
    if tables:
        said = {"tables": tables, "packs": with_spare(tables, SPARE_PACKS), "sheets": sheets}
        packs = _("%(packs)s packs for %(tables)s tables") % said
        boards = _("%(tables)s of each") % said
        paper = _("%(sheets)s sheets") % said
    is_paid_out = not settings.fee or bool(settings.payout)
    lacking = missing_for_publication(desk.event)
    return [
        Item("rules", _("The rule card is complete"), not lacking, page="event_settings"),
        *_decisions(desk),
        Item("money", _("Fee and prizes are set"), is_paid_out, page="event_settings"),
        Item(
            "published",
            _("The event is published"),
            desk.event.published_at is not None,
            page="publish_event",
        ),
        by_hand("notice", _("The authorities know; limits for fees and prizes are kept")),
        by_hand("packs", _("Packs of cards, one for each table and some more"), packs),
        by_hand("sheets", _("Paper sheets for all rounds and some more"), paper),
        by_hand("pencils", _("Pencils and table numbers"), boards),
        by_hand("helpers", _("Helpers: desk, cash, runner, referee")),
        by_hand("signal", _("A signal that everybody hears")),
    ]


def _decisions(desk: Desk) -> list[Item]:
    """Whether is decided what the game leaves open, where it leaves anything open."""
    event = desk.event
    if not any(option.to_decide for option in find_ruleset(event.ruleset).options):
        return []
    left = left_open(event.ruleset, event.options)
    text = _("What no source says about the game is decided")
    return [Item("decided", text, not left, note=", ".join(left), page="event_settings")]


def day_before(desk: Desk, _closed: int) -> list[Item]:
    """What is done on the day before."""
    registered = len(desk.people.registered) + len(desk.people.here)
    note = _("%(count)s entered") % {"count": registered}
    return [
        by_hand("charged", _("Computers, phones and a printer are charged and tried out")),
        by_hand("backup", _("A backup is on a second computer or a stick")),
        by_hand("paper_list", _("The list of entries is printed"), note, "door"),
        by_hand("empty_sheets", _("Empty sheets are printed, in case of need")),
        by_hand("trial", _("A trial with a few tables went through")),
    ]


def at_the_door(desk: Desk, _closed: int) -> list[Item]:
    """What has to agree before the first draw."""
    people, settings = desk.people, desk.settings
    here = len(people.here)
    money = _("%(here)s here, %(open)s not paid") % {"here": here, "open": len(people.unpaid)}
    tables = tables_expected(desk)
    fits = bool(here) and _fits(desk)
    seats = _("%(here)s here, %(tables)s tables") % {"here": here, "tables": tables}
    items = [
        Item(
            "arrived",
            _("All who registered are here or marked as not come"),
            bool(here) and not people.registered,
            note=_("%(count)s missing") % {"count": len(people.registered)}
            if people.registered
            else "",
            page="door",
        ),
        Item(
            "remainder", _("The tables come out even, or it is settled"), fits, False, seats, "door"
        ),
        by_hand("room", _("The room was counted: people, seats and the list agree"), seats),
    ]
    if settings.fee:
        items.insert(
            1, Item("paid", _("All have paid"), fits and not people.unpaid, False, money, "door")
        )
    return items


def _fits(desk: Desk) -> bool:
    try:
        layout(len(desk.people.here), desk.settings.size, desk.settings.odd)
    except Impossible:
        return False
    return True
