"""What comes next at an event: the one thing that a director is led to."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from seating.model import Impossible
from seating.sizes import layout
from tournaments.events.desk.queries.desk import Desk
from tournaments.events.results.queries.progress import Missing
from tournaments.events.setup.queries import missing_for_publication
from tournaments.models import Event, Round
from tournaments.settings.prizes import has_prizes

OUTSTANDING = "outstanding"


class Way(NamedTuple):
    """Where something is mended: the words to tap, the name of the page, and what it is about."""

    label: str
    page: str
    args: tuple[int, ...] = ()


class Step(NamedTuple):
    """What comes next: the one big button, how things stand, and what may come instead.

    Where it `is_deed` the button does it, else it leads there.
    """

    way: Way
    why: str
    instead: tuple[Way, ...] = ()
    is_deed: bool = False


def next_step(desk: Desk) -> Step:
    """What the director does next."""
    if desk.event.state == Event.FINAL:
        return _after_the_end(desk)
    if desk.event.published_at is None:
        return _before_publication(desk)
    if desk.round is None:
        return _before_the_first(desk)
    if desk.round.state == Round.PROPOSED:
        label = _("Look at the draw of round %(number)s")
        why = _("Round %(number)s is drawn up and not accepted yet.")
        return Step(_round_way(desk.round, "round", label), why % {"number": desk.round.number})
    if desk.round.state == Round.DRAWN:
        return _in_a_round(desk, desk.round)
    return _after_a_round(desk, desk.round)


def _after_the_end(desk: Desk) -> Step:
    final = Way(_("See and print the final list"), "lock_final")
    if not has_prizes(desk.settings):
        return Step(final, _("The list is locked."))
    return Step(Way(_("Give the prizes"), "prizes"), _("The list is locked."), (final,))


def _before_publication(desk: Desk) -> Step:
    door = Way(_("Open the door"), "door")
    if missing_for_publication(desk.event):
        settings = Way(_("To the settings"), "event_settings")
        return Step(settings, _("Not everything is decided yet."), (door,))
    publish = Way(_("Publish the event"), "publish_event")
    return Step(publish, _("Only directors can see this event."), (door,))


def _before_the_first(desk: Desk) -> Step:
    draw = Way(_("Draw round 1"), "rounds")
    door = Way(_("Open the door"), "door")
    if not desk.people.here:
        return Step(door, _("Nobody is here yet."))
    if has_too_few(desk):
        return Step(door, _("Too few are here for a draw."))
    if desk.people.registered:
        return Step(door, _("Not all who registered are here."), (draw,))
    return Step(draw, _("All who registered are here."), (door,))


def _in_a_round(desk: Desk, played: Round) -> Step:
    seats = _round_way(played, "round", _("See the seats"))
    if desk.seatless and played.started_at is None:
        return _seats_first(desk, played, seats)
    if played.published_at is None:
        publish = _round_way(played, "publish_round", _("Publish the seats of round %(number)s"))
        return Step(publish, _("Nobody can see yet where to sit."), (seats,), is_deed=True)
    if played.started_at is None:
        start = _round_way(played, "start_round", _("Start round %(number)s"))
        return Step(start, _("Everybody can see where to sit."), (seats,), is_deed=True)
    tables = Way(_("See all tables"), "event_tables")
    lacking = desk.lacking
    outstanding = [each for each in lacking if kind_of(each) == OUTSTANDING]
    if outstanding:
        words = ngettext(
            "%(count)s sheet is outstanding.",
            "%(count)s sheets are outstanding.",
            len(outstanding),
        )
        return Step(
            Way(_("Enter results"), "keying"), words % {"count": len(outstanding)}, (tables,)
        )
    if lacking:
        words = ngettext(
            "All sheets are in; %(count)s is not settled.",
            "All sheets are in; %(count)s are not settled.",
            len(lacking),
        )
        return Step(tables, words % {"count": len(lacking)})
    close = _round_way(played, "close_round", _("Close round %(number)s"))
    return Step(close, _("All sheets are in."), (tables,))


def _seats_first(desk: Desk, played: Round, seats: Way) -> Step:
    """Before the signal those get a seat who came after the draw."""
    count = len(desk.seatless)
    label = ngettext("Find a seat for %(count)s person", "Find seats for %(count)s people", count)
    why = ngettext(
        "%(count)s is here and has no seat.", "%(count)s are here and have no seat.", count
    )
    said = {"count": count}
    return Step(Way(label % said, "repair_round", (played.number,)), why % said, (seats,))


def _after_a_round(desk: Desk, played: Round) -> Step:
    for place in [*desk.open_sheets.again, *desk.open_sheets.empty][:1]:
        label = _("To table %(table)s of round %(number)s")
        said = {"table": place.number, "number": place.round.number}
        return Step(Way(label % said, "desk_table", (place.pk,)), desk.open_sheets.sentence)
    lock = Way(_("Lock the final list"), "lock_final")
    draw = Way(_("Draw round %(number)s") % {"number": played.number + 1}, "rounds")
    if played.number >= desk.settings.rounds:
        return Step(lock, _("All rounds are closed."))
    cut = _round_way(played, "cut", _("Cut for the final"))
    return Step(draw, _("Round %(number)s is closed.") % {"number": played.number}, (cut, lock))


def _round_way(played: Round, page: str, label: str) -> Way:
    return Way(label % {"number": played.number}, page, (played.number,))


def kind_of(lack: Missing) -> str:
    """What a table lacks, without telling apart who has not begun and who is not through."""
    return lack.kind if lack.row.has_result else OUTSTANDING


def has_too_few(desk: Desk) -> bool:
    """Whether too few are here for the coming draw."""
    try:
        layout(len(desk.people.here), desk.settings.size, desk.settings.odd)
    except Impossible:
        return True
    return False
