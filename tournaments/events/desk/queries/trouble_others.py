"""What goes wrong with people, with money, and with machines."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.desk.queries.mishap import (
    BEFORE,
    BETWEEN,
    DRAWN,
    FINAL,
    PLAYING,
    Cure,
    Mishap,
)
from tournaments.models import Round


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
