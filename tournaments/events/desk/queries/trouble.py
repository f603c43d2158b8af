"""What goes wrong on a day, in a director's words, and where each is put right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.results.queries.progress import Missing, is_gone
from tournaments.models import Event, Round

# A mishap: what goes wrong in a director's words, and the ways out.

BEFORE, DRAWN, PLAYING, BETWEEN, FINAL = "before", "drawn", "playing", "between", "final"
"""How far an event is, as far as it matters for what can go wrong."""

MOST_NAMED = 12


class Cure(NamedTuple):
    """A way out: the words to tap, the page, and what it is about.

    Where it `is_deed` the button does it. A page that is not there is left out.
    """

    label: str
    page: str
    args: tuple[int | str, ...] = ()
    query: str = ""
    is_deed: bool = False
    of_club: bool = False


@dataclass(frozen=True)
class Mishap:
    """Something that goes wrong: a sentence, what to do in a line, and the ways out.

    `stages` are those of the event in which it can be put right. `words` are more words by which
    it is found. `each_label` says what `each` are, where they are no tables.
    """

    key: str
    group: str
    sentence: str
    advice: str
    cures: tuple[Cure, ...]
    stages: tuple[str, ...]
    words: str = ""
    each: tuple[Cure, ...] = ()
    each_label: str = ""

    @property
    def said(self) -> str:
        """All words by which it is found."""
        return f"{self.sentence} {self.advice} {self.words}"


# What goes wrong with people, with money, and with machines.


def people_mishaps(desk: Desk) -> list[Mishap]:
    """What goes wrong with people."""
    everywhere = (BEFORE, DRAWN, PLAYING, BETWEEN)
    return [
        Mishap(
            "goes_home",
            "people",
            _("Somebody goes home between two rounds"),
            _("The points stay in the standing, and the next draw leaves them out."),
            (Cure(_("Find the entry"), "door"),),
            (BETWEEN, BEFORE),
            _("leaves withdraws drops out"),
        ),
        Mishap(
            "substitute",
            "people",
            _("Somebody else shall play for an entry"),
            _("The start number keeps its points; the person is another from that round on."),
            (Cure(_("Find the entry"), "door"),),
            everywhere,
            _("substitute replacement"),
        ),
        _other_final(desk),
        *_offenders(),
    ]


def _other_final(desk: Desk) -> Mishap:
    """Somebody is moved by hand after a cut, as long as the next round is not drawn."""
    played = desk.round
    has_cut = played is not None and played.state == Round.CLOSED and bool(played.cut)
    return Mishap(
        "other_final",
        "people",
        _("Somebody shall play another final"),
        _(
            "Move them by hand, with the reason, until the next round is drawn: after a cut on its "
            "page, in a season on the page of its finals."
        ),
        (Cure(_("The finals"), "cut", (played.number,)),) if played and has_cut else (),
        (BETWEEN,),
        _("A B final move by hand cut qualified"),
    )


def _offenders() -> list[Mishap]:
    everywhere = (BEFORE, DRAWN, PLAYING, BETWEEN)
    return [
        Mishap(
            "throw_out",
            "people",
            _("Somebody has to be excluded"),
            _("With the reason. The points of the others stay as they are."),
            (Cure(_("Find the entry"), "door"), Cure(_("Write a ruling"), "rulings")),
            everywhere,
            _("disqualify cheating ban"),
        ),
        Mishap(
            "cheating",
            "people",
            _("Something smells of cheating"),
            _("Every hand and every change says who entered it, when, and on which device."),
            (
                Cure(_("Hands at tables"), "history", (), "?group=hands"),
                Cure(_("What directors did"), "history"),
            ),
            (*everywhere, FINAL),
            _("false entries chip dumping collusion"),
        ),
    ]


def money_mishaps() -> list[Mishap]:
    """What goes wrong with cash and prizes."""
    everywhere = (BEFORE, DRAWN, PLAYING, BETWEEN, FINAL)
    return [
        Mishap(
            "cash",
            "money",
            _("The cash does not agree"),
            _("Prizes come from the fees that are marked as paid: look who is not."),
            (Cure(_("Count the cash"), "cash"), Cure(_("Who has not paid"), "door")),
            everywhere,
            _("fee free entry money till"),
        ),
        Mishap(
            "tie",
            "money",
            _("Two have the same total and a prize is at stake"),
            _("The standing says which rule decided. Lots are drawn when the last round closes."),
            (Cure(_("Decide the tie"), "ties"), Cure(_("Standings"), "event")),
            (BETWEEN, FINAL),
            _("tie draw lot play-off shared"),
        ),
        *_prizes(),
    ]


def _prizes() -> list[Mishap]:
    return [
        Mishap(
            "gone_winner",
            "money",
            _("A winner has gone home"),
            _("Note at the prize who takes it along, or that it waits."),
            (Cure(_("Prizes"), "prizes"),),
            (BETWEEN, FINAL),
            _("absent prize"),
        ),
        Mishap(
            "wrong_list",
            "money",
            _("The final list was locked with a mistake in it"),
            _("Open it again with the reason. The new list says what has changed."),
            (Cure(_("Final list"), "lock_final"),),
            (FINAL,),
            _("reopen amended revision"),
        ),
    ]


def machine_mishaps(desk: Desk) -> list[Mishap]:
    """What goes wrong with paper, phones and power."""
    number = desk.round.number if desk.round else 1
    lists = (
        (Cure(_("Lists of the round"), "round_lists", (number,)),) if desk.round is not None else ()
    )
    cards = (Cure(_("New codes"), "round", (number,)),) if desk.round is not None else ()
    return [
        Mishap(
            "power",
            "machines",
            _("Power, Wi-Fi or the computer fails"),
            _("Play on with paper sheets; key the totals later. Lists print from any browser."),
            (
                *lists,
                Cure(_("Print paper"), "paper"),
                Cure(_("Archive"), "take_away"),
                Cure(_("Key totals later"), "keying"),
            ),
            (DRAWN, PLAYING, BETWEEN),
            _("network server laptop printer backup"),
        ),
        Mishap(
            "phone",
            "machines",
            _("A phone is lost, or a code got into wrong hands"),
            _("Give the table a new code: the old one stops at once, the hands stay."),
            cards,
            (DRAWN, PLAYING),
            _("link QR secret"),
        ),
    ]


# What goes wrong with sheets and totals, with the tables that it is about now.


def sheet_mishaps(desk: Desk) -> list[Mishap]:
    """What goes wrong with sheets, each with a way to the tables at which it can be seen."""
    return [
        *_missing_sheets(desk.lacking),
        *_wrong_totals(desk),
        *_hands(desk, desk.lacking),
        *_late(desk),
        *_after_time(desk),
    ]


def _missing_sheets(lacking: list[Missing]) -> list[Mishap]:
    on = (PLAYING, DRAWN)
    return [
        Mishap(
            "sum",
            "sheets",
            _("A sheet does not add up"),
            _("Key it: the page says what is probably wrong. Ask while the people are there."),
            (Cure(_("Key it"), "keying"),),
            on,
            _("sum balance difference unbalanced"),
            _tables(lacking, "unbalanced", "desk_table"),
        ),
        Mishap(
            "lost",
            "sheets",
            _("A sheet is lost or soaked"),
            _("Is it gone for good? Take the average, what the table agrees on, or annul it."),
            (Cure(_("See all tables"), "event_tables"),),
            on,
            _("missing paper wet reconstructed gone annul average agree"),
            _lost(lacking),
        ),
        Mishap(
            "two_sheets",
            "sheets",
            _("Two sheets for one table, or the wrong number on one"),
            _("Compare phone and paper; totals of another table are taken back."),
            (Cure(_("See all tables"), "event_tables"),),
            on,
            _("duplicate differs"),
            _tables(lacking, "differs", "desk_table"),
        ),
    ]


def _wrong_totals(desk: Desk) -> list[Mishap]:
    keyed = [each for each in desk.sheets if each.keyed]
    swaps = tuple(
        Cure(str(each.place.number), "desk_table", (each.place.pk,), "#swap") for each in keyed
    )
    return [
        Mishap(
            "wrong_names",
            "sheets",
            _("Totals stand at the wrong names"),
            _("Two rows change places; both versions stay on record."),
            (Cure(_("See all tables"), "event_tables"),),
            (PLAYING, BETWEEN),
            _("swap rows mixed order"),
            swaps[:MOST_NAMED],
        ),
    ]


def _hands(desk: Desk, lacking: list[Missing]) -> list[Mishap]:
    on = (PLAYING, DRAWN)
    return [
        Mishap(
            "too_many",
            "sheets",
            _("A table played too many hands"),
            _("The last ones do not count: withdraw them on its page, or leave them out."),
            (Cure(_("See all tables"), "event_tables"),),
            on,
            _("surplus hands void"),
            _full(desk),
        ),
        Mishap(
            "too_few",
            "sheets",
            _("A table played too few hands"),
            _("Let it play on, or take the sheet as it is, with the reason."),
            (Cure(_("See all tables"), "event_tables"),),
            (PLAYING,),
            _("short missing hands"),
            _tables(lacking, "short", "desk_table"),
        ),
    ]


def _late(desk: Desk) -> list[Mishap]:
    return [
        Mishap(
            "too_late",
            "sheets",
            _("A mistake is found after the next draw"),
            _("Correct it with the reason: totals change, the draws stay, and it is marked."),
            tuple(
                Cure(
                    _("Round %(number)s") % {"number": n},
                    "event_tables",
                    (),
                    f"?round={n}",
                )
                for n in range(1, (desk.round.number if desk.round else 0) + 1)
            ),
            (PLAYING, DRAWN, BETWEEN),
            _("correction late wrong result"),
        ),
    ]


def _after_time(desk: Desk) -> list[Mishap]:
    """Sheets that came after their time; there is something to do where there is such a time."""
    late = [each for each in desk.late if not each.is_ruled]
    return [
        Mishap(
            "after_time",
            "sheets",
            _("A sheet comes after its time"),
            _("It is taken and marked with when and from whom; then decide what follows."),
            (Cure(_("The time for sheets"), "sheets_due"),),
            (PLAYING, BETWEEN),
            _("deadline late sent venue"),
            tuple(
                Cure(str(each.number), "desk_table", (each.place,)) for each in late[:MOST_NAMED]
            ),
        ),
    ]


def _tables(lacking: list[Missing], kind: str, page: str) -> tuple[Cure, ...]:
    """The tables that lack this, by their numbers."""
    found = [each.row.place for each in lacking if each.kind == kind]
    return tuple(Cure(str(place.number), page, (place.pk,)) for place in found[:MOST_NAMED])


def _lost(lacking: list[Missing]) -> tuple[Cure, ...]:
    found = [each.row.place for each in lacking if is_gone(each)]
    return tuple(
        Cure(str(place.number), "desk_table", (place.pk,), "#gone") for place in found[:MOST_NAMED]
    )


def _full(desk: Desk) -> tuple[Cure, ...]:
    """Tables with as many hands as were due: only there can be one too many."""
    found = [each.place for each in desk.sheets if each.hands.played >= each.place.hands_due > 0]
    return tuple(
        Cure(str(place.number), "open_desk_table", (place.pk,)) for place in found[:MOST_NAMED]
    )


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
