"""What was brought in against itself: every stored figure must be what its hands come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db.models import F, Max
from django.utils.translation import gettext as _

from tournaments.archive.reading import Archive, BadFile
from tournaments.archive.writing import Tell, standing_rows
from tournaments.common.kept import afresh
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.draw.queries.draw_words import report_lines
from tournaments.events.draw.queries.season_words import season_lines, season_note
from tournaments.events.money.queries.prizes import prize_list
from tournaments.events.results.services.results import result_differences, settle_in_no_file
from tournaments.events.standings.queries.final import final_page, fingerprint
from tournaments.models import Event, EventTable, Hand, Result, Seat
from tournaments.records.services.counting import count_sheet
from tournaments.tables.queries.readings import SheetReading
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.services.settling import settle

MOST_NAMED = 10
STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What reading leads to where values fit their fields, and not each other."""


def check_event(event: Event, archive: Archive, tell: Tell) -> None:
    """Reckon everything anew from the hands and compare; raises BadFile with what differs.

    Writes the points of each hand, everybody's highest game, the solos that were played and the
    figures of the record book, which no file has.
    """
    with afresh():
        _check_rows(event)
        found: list[str] = []
        places = EventTable.objects.filter(round__event=event).order_by("pk")
        with_all = places.select_related("table", "round__event")
        for number, place in enumerate(with_all, 1):
            found += _reads(_where(place), lambda here=place: _table(here))  # type: ignore[misc]
            if number % 50 == 0:
                tell(_("Tables reckoned anew"), number)
        if found:
            raise BadFile(*_named(found))
        _reads(_("The standing"), lambda: _standing(event, archive))
        _reads(_("The final list"), lambda: _final(event))
        _reads(_("The prizes"), lambda: _prizes(event))
        _reads(_("The draws"), lambda: _draws(event))
        _reads(_("The history"), lambda: _history(event))


def _named(found: list[str]) -> list[str]:
    if len(found) <= MOST_NAMED:
        return found
    left = _("And %(count)s more.") % {"count": len(found) - MOST_NAMED}
    return [*found[:MOST_NAMED], left]


def _reads(what: str, look: Callable[[], list[str] | None]) -> list[str]:
    try:
        return look() or []
    except STUMBLES:
        text = _("%(what)s: what the file says does not fit together.")
        raise BadFile(text % {"what": what}) from None


def _where(place: EventTable) -> str:
    words = _("Table %(table)s in round %(round)s")
    return words % {"table": place.number, "round": place.round.number}


def _check_rows(event: Event) -> None:
    """What belongs to two things must belong to one and the same event and round."""
    results = Result.objects.filter(round__event=event)
    if results.exclude(event_table=None).exclude(event_table__round=F("round")).exists():
        raise BadFile(_("There is a result whose table is in another round."))
    hands = Hand.objects.filter(table__event_table__round__event=event)
    latest = hands.annotate(latest=Max("versions__number"))
    if latest.exclude(latest=F("version")).exists() or latest.filter(latest=None).exists():
        raise BadFile(_("There is a hand whose latest version is missing."))


def _table(place: EventTable) -> list[str]:
    """In what the figures of a table differ from its sheet."""
    seats = Seat.objects.filter(table=place.table)
    stored = list(seats.values_list("name", "points"))
    try:
        sheet = settle(SheetReading(place.table, place))
        settle_in_no_file(sheet)
        count_sheet(sheet)
    except ImpossibleHand as problem:
        text = _("%(where)s, hand %(hand)s: %(why)s")
        why = problem.problem.text.render(_, [name for name, _points in stored])
        values = {"where": _where(place), "hand": problem.place, "why": why}
        return [text % values]
    words = _("%(where)s: %(name)s has %(stored)s in the file; the hands come to %(counted)s.")
    found = [
        words % {"where": _where(place), "name": name, "stored": before, "counted": after}
        for (name, before), (_name, after) in zip(
            stored, seats.values_list("name", "points"), strict=True
        )
        if before != after
    ]
    if not found and result_differences(place.table):
        found = list(_results(place))
    return found


def _results(place: EventTable) -> Iterator[str]:
    text = _("%(where)s: the results in the file are not what its sheet comes to.")
    yield text % {"where": _where(place)}


def _standing(event: Event, archive: Archive) -> None:
    counted = standing_rows(event)
    if counted == archive.standing:
        return
    stored = {str(row[0]): row for row in archive.standing}
    text = _("The standing in the file is another than its results come to, from No. %(number)s.")
    moved = (row[0] for row in counted if stored.get(str(row[0])) != row)
    raise BadFile(text % {"number": next(moved, "–")})


def _final(event: Event) -> None:
    page = final_page(event)
    for revision in page.revisions:
        if fingerprint(revision.rows) != revision.mark.fingerprint:
            text = _("The final list, revision %(number)s, is another than its fingerprint says.")
            raise BadFile(text % {"number": revision.mark.revision})
    if event.state == Event.FINAL and page.differs:
        raise BadFile(_("The final list is locked and is another than the results come to."))


def _prizes(event: Event) -> None:
    """The prizes that were kept with the final lists must be readable."""
    prize_list(event)


def _draws(event: Event) -> None:
    """The plans and reports of all rounds must be readable."""
    for played in event.rounds.all():
        for numbers in [*played.plan.get("tables", []), played.plan.get("out", [])]:
            sum(numbers)
        if "repeats" in played.report:
            report_lines(played.report, 4, {})
            season_lines(played.report, {})
            season_note(played.report, 0)


def _history(event: Event) -> None:
    for change in event.changes.select_related("entry"):
        sentence_of(change)
