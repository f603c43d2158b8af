"""Spare sheets: giving them numbers when they are printed, and saying later whose they are."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.actions import Refused
from tournaments.events.actions import Done, perform
from tournaments.events.results.queries.sheet_codes import (
    MOST,
    NEVER_PRINTED,
    draw_code,
    last_spare,
    short_name,
    spare_sheet,
)
from tournaments.models import Author, Event, EventChange, EventTable, Round


def print_spares(
    *, event: Event, count: int, round_number: int, by: Author, submission: UUID
) -> Done:
    """Give so many spare sheets the next numbers; `round_number` is 0 where it is left open."""

    def write(locked: Event) -> EventChange:
        first = last_spare(locked) + 1
        last = first + count - 1
        if last > MOST:
            raise Refused(_("So many spare sheets have no numbers left."), field="tables")
        return EventChange(
            kind="spares_printed",
            round_number=round_number or None,
            before=short_name(first),
            after=short_name(last),
        )

    return perform(event, by, submission, write)


def name_spare(
    *, event: Event, number: int, round_number: int, table: int, by: Author, submission: UUID
) -> Done:
    """Say of which table a spare sheet is: once, for its code opens that table from then on."""

    def write(locked: Event) -> EventChange | None:
        spare = spare_sheet(locked, number)
        if spare is None:
            raise Refused(str(NEVER_PRINTED))
        place = _table(locked, round_number, table)
        code = draw_code(place.round, table)
        if spare.code == code:
            return None
        if spare.code:
            text = _(
                "This sheet was said to be of table %(table)s in round %(round)s. A sheet is of "
                "one table only: key this one by the number of its table."
            )
            raise Refused(text % {"table": spare.table, "round": spare.round})
        return EventChange(
            kind="spare_named",
            round_number=round_number,
            table_number=table,
            before=short_name(number),
            after=code,
        )

    return perform(event, by, submission, write)


def _table(event: Event, round_number: int, table: int) -> EventTable:
    """The table of that number in the draw that holds."""
    found = EventTable.objects.select_related("round").filter(
        round__event=event,
        round__number=round_number,
        round__state__in=(Round.DRAWN, Round.CLOSED),
        number=table,
    )
    place = found.first()
    if place is None:
        text = _("There is no table %(table)s in round %(round)s.")
        raise Refused(text % {"table": table, "round": round_number}, field="table")
    return place
