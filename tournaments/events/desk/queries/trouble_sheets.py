"""What goes wrong with sheets and totals, with the tables that it is about now."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.events.desk.queries.desk import Desk
from tournaments.events.desk.queries.mishap import BETWEEN, DRAWN, MOST_NAMED, PLAYING, Cure, Mishap
from tournaments.events.results.queries.closing import Missing
from tournaments.events.results.queries.gone_sheets import is_gone


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
