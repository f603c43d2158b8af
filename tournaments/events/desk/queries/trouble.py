"""What goes wrong on a day, in a director's words, and where each is put right."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.desk.queries.mishap import (
    BEFORE,
    BETWEEN,
    DRAWN,
    FINAL,
    MOST_NAMED,
    PLAYING,
    Cure,
    Mishap,
)
from tournaments.events.desk.queries.trouble_others import (
    machine_mishaps,
    money_mishaps,
    people_mishaps,
)
from tournaments.events.desk.queries.trouble_sheets import sheet_mishaps
from tournaments.models import Event, Round


def groups() -> list[tuple[str, str]]:
    """The groups of mishaps in the order in which they are shown."""
    return [
        ("start", _("Before the start")),
        ("round", _("During a round")),
        ("sheets", _("Sheets and totals")),
        ("people", _("People")),
        ("money", _("Money and prizes")),
        ("machines", _("Paper, phones and power")),
    ]


def stage_of(desk: Desk) -> str:
    """How far the event is, for what can go wrong."""
    if desk.event.state == Event.FINAL:
        return FINAL
    if desk.round is None:
        return BEFORE
    if desk.round.state == Round.PROPOSED:
        return BEFORE if desk.round.number == 1 else BETWEEN
    if desk.round.state == Round.CLOSED:
        return BETWEEN
    return PLAYING if any(sheet.has_result or sheet.played for sheet in desk.sheets) else DRAWN


def mishaps(desk: Desk) -> list[Mishap]:
    """Everything that is known to go wrong, with ways that fit this moment."""
    return [
        *_start(desk),
        *_wishes(),
        *_seats(desk),
        *_play(desk),
        *_time_and_rules(desk),
        *sheet_mishaps(desk),
        *people_mishaps(desk),
        *money_mishaps(),
        *machine_mishaps(desk),
    ]


def _number(desk: Desk) -> int:
    return desk.round.number if desk.round else 1


def _start(desk: Desk) -> list[Mishap]:
    absent = len(desk.people.registered)
    mark = _("Mark all %(count)s as not come") % {"count": absent}
    return [
        Mishap(
            "absent",
            "start",
            _("Fewer came than had registered"),
            _("Whoever is marked as not come can still arrive at the door later."),
            ((Cure(mark, "all_absent", is_deed=True),) if absent else ())
            + (Cure(_("See who is missing"), "door"),),
            (BEFORE, DRAWN, BETWEEN),
            _("no-show field smaller"),
        ),
        Mishap(
            "namesakes",
            "start",
            _("Two people have the same name"),
            _("The start number tells them apart; note where each comes from."),
            (Cure(_("The club’s players"), "players", of_club=True), Cure(_("Door"), "door")),
            (BEFORE, DRAWN, BETWEEN),
            _("double entry duplicate"),
        ),
    ]


def _wishes() -> list[Mishap]:
    return [
        Mishap(
            "couple",
            "start",
            _("A couple or friends shall not sit together"),
            _("Open one of the entries and note who came together; then draw."),
            (Cure(_("Find the entry"), "door"), Cure(_("Rounds"), "rounds")),
            (BEFORE, DRAWN, BETWEEN),
            _("met already same opponents twice"),
        ),
        Mishap(
            "rules",
            "start",
            _("The rule card leaves something open"),
            _("Decide it before the first draw: afterwards the rules are frozen."),
            (Cure(_("Settings"), "event_settings"), Cure(_("Rule card"), "event_rules")),
            (BEFORE,),
            _("dispute rule question"),
        ),
    ]


def _seats(desk: Desk) -> list[Mishap]:
    number, on = _number(desk), (DRAWN, PLAYING)
    repair = Cure(_("Show the smallest change"), "repair_round", (number,))
    return [
        Mishap(
            "missing",
            "round",
            _("Somebody is missing at the signal"),
            _("A stand-in takes the seat, or the table is changed with at most one other."),
            (repair,),
            on,
            _("no-show after the draw"),
        ),
        Mishap(
            "late",
            "round",
            _("People come after the draw"),
            _("Let them arrive; then they sit at a table that has not begun, or play next round."),
            (
                Cure(_("Let somebody in"), "new_entry"),
                Cure(_("Find them a seat"), "repair_round", (number,)),
            ),
            on,
            _("latecomers late entrants"),
        ),
    ]


def _play(desk: Desk) -> list[Mishap]:
    number, on = _number(desk), (DRAWN, PLAYING)
    again = Cure(_("Draw it again"), "repair_round", (number,))
    return [
        Mishap(
            "leaves",
            "round",
            _("Somebody leaves in the middle of the round"),
            _("A substitute, one less at the table, or the rest of the hands is not played."),
            (Cure(_("Say who"), "leaving"),),
            on,
            _("ill goes home drops out substitute"),
        ),
        Mishap(
            "wrong_seats",
            "round",
            _("People sit in each other’s place"),
            _("What was entered stays in its column and counts for whoever is named there."),
            (Cure(_("Swap two people"), "repair_round", (number,)),),
            on,
            _("wrong table wrong seat swapped"),
        ),
        Mishap(
            "bad_draw",
            "round",
            _("The draw has to be made again"),
            _("Tables that have begun can stay; all else is drawn anew."),
            (again, Cure(_("Look at the round"), "round", (number,))),
            on,
            _("redraw cancel round"),
        ),
    ]


def _time_and_rules(desk: Desk) -> list[Mishap]:
    on = (DRAWN, PLAYING)
    cure_slow = (Cure(_("All tables"), "event_tables"), Cure(_("Move the clock"), "clock"))
    return [
        Mishap(
            "slow",
            "round",
            _("A slow table holds everybody up"),
            _("See how far each is. Warn, move the clock, or end its sheet after the hand."),
            (*cure_slow, Cure(_("Announce it"), "announce")),
            (PLAYING,),
            _("time clock late"),
        ),
        Mishap(
            "misplay",
            "round",
            _("A misplay, a quarrel, exposed cards"),
            _("Read the rule card aloud; then decide, and write the decision down."),
            (Cure(_("Write a ruling"), "rulings"), Cure(_("Rule card"), "event_rules")),
            (*on, BETWEEN),
            _("revoke penalty referee dispute decision"),
        ),
        _protest(desk),
    ]


def _protest(desk: Desk) -> Mishap:
    """A protest may come at any time from the first draw until the list is locked."""
    return Mishap(
        "protest",
        "round",
        _("Somebody protests"),
        _("Write down who, about what, and what is wanted; decide before the list is locked."),
        (Cure(_("Write it down"), "new_protest"), Cure(_("All protests"), "protests")),
        (DRAWN, PLAYING, BETWEEN),
        _("captain objection complaint appeal fee team match form dispute"),
        tuple(
            Cure(str(each.number), "protest", (each.key,)) for each in desk.protests[:MOST_NAMED]
        ),
        _("To be decided:"),
    )


def here_first(found: list[Mishap], stage: str) -> tuple[list[Mishap], list[Mishap]]:
    """Those that can be put right now, and the others, whose ways may lead nowhere yet."""
    now = [each for each in found if stage in each.stages and (each.cures or each.each)]
    keys = {each.key for each in now}
    later = [replace(each, cures=(), each=()) for each in found if each.key not in keys]
    return now, later
