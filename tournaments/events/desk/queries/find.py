"""What a director looks for at an event, whatever it is: people, tables, what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.utils.translation import gettext as _

from tournaments.common.names import found_by
from tournaments.events.access import Link
from tournaments.events.check_in.queries.entries import STATUS_WORDS
from tournaments.events.desk.queries.concerns import Concern
from tournaments.events.desk.queries.desk import DeskPage
from tournaments.events.desk.queries.trouble import trouble_of

MOST = 20


def found_at(desk: DeskPage, typed: str) -> list[Concern]:
    """Each with the pages on which something can be done about it; none where nothing was typed."""
    if not typed:
        return []
    mishaps = (each for _name, those in trouble_of(desk, typed)[0] for each in those)
    return [*islice(_people(desk, typed), MOST), *_tables(desk, typed), *islice(mishaps, MOST)]


def _people(desk: DeskPage, typed: str) -> Iterator[Concern]:
    sits = {person.entry_id: row.place for row in desk.sheets for person in row.people}
    entries = desk.event.entries.order_by("number")
    for entry in found_by(typed, entries, lambda each: each.name, lambda each: each.number):
        place = sits.get(entry.pk)
        to_table = [] if place is None else [_to_table(desk, place.pk, place.number)]
        links = (desk.link(_("The entry"), "entry_form", entry.pk), *to_table)
        yield Concern(
            entry.name,
            links,
            note=_("No. %(number)s, %(status)s")
            % {"number": entry.number, "status": STATUS_WORDS[entry.status]},
        )


def _tables(desk: DeskPage, typed: str) -> Iterator[Concern]:
    def called(number: int) -> str:
        return _("Table %(number)s") % {"number": number}

    places = [row.place for row in desk.sheets]
    for place in found_by(typed, places, lambda it: called(it.number), lambda it: it.number):
        yield Concern(called(place.number), (desk.link(_("Its sheet"), "desk_table", place.pk),))


def _to_table(desk: DeskPage, key: int, number: int) -> Link:
    return desk.link(_("Table %(number)s") % {"number": number}, "desk_table", key)
