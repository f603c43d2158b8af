"""Keying the hands of a paper sheet, all of them on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.doers import doer_of
from tournaments.common.envelope import Envelope, new_envelope, read_envelope
from tournaments.common.reasons import REASON, typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.draw.queries.seatings import circles_to_come, side_names
from tournaments.events.results.forms.grid import GoodGrid, Grid
from tournaments.events.results.forms.totals import asked_at
from tournaments.events.results.queries.good_rows import dealt_at, possible_at, takes_rows
from tournaments.events.results.services import totals as services
from tournaments.events.results.views.places import place_of
from tournaments.models import EventTable, Result, TotalsVersion
from tournaments.tables.queries.readings import with_leavings
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.queries.sheets import Sheet, table_sheet
from tournaments.tables.services.hands import MoreThanDue
from tournaments.tables.views.pages import more_than_due

# Keying who won and how much, hand by hand, where only good points are written.

ROWS_WITHOUT_END = 16


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def key_points(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """A row for each hand of the sheet; their sums are its totals from paper.

    Where minus is written too, or somebody has left the table, its own page is shown instead.
    """
    found = place_of(visit, place)
    if not takes_rows(found):
        return redirect(visit.address("desk_table", found.pk))
    latest = services.newest(found)
    if request.method != "POST":
        envelope = new_envelope(latest.number if latest else 0)
        return _good_grid_page(
            request, visit, found, _grid(request, visit, found, latest), envelope, latest
        )
    grid = _grid(request, visit, found, latest)
    envelope = read_envelope(request.POST)
    if "check" in request.POST:
        return _good_grid_page(request, visit, found, grid, envelope, latest)
    try:
        if not grid.has_problems and _good_grid_save(request, visit, found, grid, envelope):
            return redirect(visit.address("desk_table", found.pk))
    except services.TotalsMoved as moved:
        text = _("This table was keyed meanwhile (%(who)s). What you save now replaces that.")
        grid.general_problems.append(text % {"who": doer_of(moved.latest).plain})
        envelope = new_envelope(moved.latest.number)
    return _good_grid_page(request, visit, found, grid, envelope, latest, status=UNPROCESSABLE)


def _grid(
    request: HttpRequest, visit: EventVisit, place: EventTable, latest: TotalsVersion | None
) -> GoodGrid:
    results = Result.objects.filter(event_table=place).select_related("entry").order_by("side")
    names = side_names(visit.event, results)
    lines = latest.record.get("lines", []) if latest and not latest.is_withdrawn else []
    count = max(place.hands_due or ROWS_WITHOUT_END, len(lines))
    posted = request.POST.dict() if request.method == "POST" else None
    deals = dealt_at(place.table, count)
    return GoodGrid(names, deals, possible_at(place), visit.settings.good_step, posted, lines=lines)


def _good_grid_save(
    request: HttpRequest, visit: EventVisit, place: EventTable, grid: GoodGrid, envelope: Envelope
) -> bool:
    """Save the hands as totals; False, with the reason in the grid, where that is refused.

    Raises TotalsMoved where somebody else has keyed the table meanwhile.
    """
    asked = asked_at(visit.event, place)
    try:
        services.key_totals(
            event=visit.event,
            place=place,
            record=grid.record(has_hands=asked.hands, has_solos=asked.solos),
            seen_number=envelope.seen_version,
            by=visit.by,
            submission=envelope.submission,
            reason=typed_reason(request.POST),
            is_sure="is_sure" in request.POST,
        )
    except Refused as refused:
        grid.general_problems.append(refused.sentence)
        grid.asks = refused.field == services.SURE
        grid.has_wrong_reason = refused.field == REASON
    except DeedReused:
        grid.general_problems.append(_("This form was used before. Key the table again."))
    return not grid.has_problems


def _good_grid_page(
    request: HttpRequest,
    visit: EventVisit,
    place: EventTable,
    grid: GoodGrid,
    envelope: Envelope,
    latest: TotalsVersion | None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "keying",
        "place": place,
        "round": place.round,
        "grid": grid,
        "asks_reason": latest is not None or place.round.closed_at is not None,
        "reason": request.POST.get(REASON, ""),
        "is_checked": "check" in request.POST,
        "envelope": envelope,
    }
    return render(request, "events/good_grid.html", context, status=status)


ROWS_OF_A_MATCH = 16


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def key_hands(request: HttpRequest, visit: EventVisit, place: int) -> HttpResponse:
    """A row for each hand that the sheet still lacks; saved all at once, or not at all."""
    found = place_of(visit, place)
    sheet = table_sheet(found.table)
    count = _rows_due(found, sheet)
    results = with_leavings(Result.objects.filter(event_table=found))
    changes = circles_to_come(results, sheet.coming.circle, sheet.hands_dealt)
    if request.method != "POST":
        envelope = new_envelope(found.table.version)
        grid = Grid(sheet, count, changes=changes)
        return _page(request, visit, found, grid, sheet, envelope)
    envelope = read_envelope(request.POST)
    grid = Grid(sheet, count, request.POST.dict(), changes)
    if "check" in request.POST:
        return _page(request, visit, found, grid, sheet, envelope)
    try:
        if not grid.has_problems and _save(request, visit, found, grid, envelope):
            return redirect(visit.address("desk_table", found.pk))
    except services.SheetChanged as changed:
        grid.general_problems.append(changed.sentence)
        envelope = new_envelope(found.table.version)
    return _page(request, visit, found, grid, sheet, envelope, status=UNPROCESSABLE)


def _rows_due(place: EventTable, sheet: Sheet) -> int:
    return max(place.hands_due - sheet.hands_dealt, 0) if place.hands_due else ROWS_OF_A_MATCH


def _save(
    request: HttpRequest, visit: EventVisit, place: EventTable, grid: Grid, envelope: Envelope
) -> bool:
    """Save the hands; False, with the reason in the grid, where that is refused."""
    try:
        services.key_hands(
            event=visit.event,
            place=place,
            records=grid.records,
            seen_version=envelope.seen_version,
            is_signed="is_signed" in request.POST,
            by=visit.by,
            submission=envelope.submission,
        )
    except services.SheetChanged:
        raise
    except Refused as refused:
        grid.general_problems.append(refused.sentence)
    except MoreThanDue as full:
        grid.general_problems.append(more_than_due(full.due))
    except ImpossibleHand as impossible:
        row = next((row for row in grid.rows if row.number == impossible.number), grid.rows[0])
        row.refuse(impossible.problem, grid.sheet.sides)
    return not grid.has_problems


def _page(
    request: HttpRequest,
    visit: EventVisit,
    place: EventTable,
    grid: Grid,
    sheet: Sheet,
    envelope: Envelope,
    status: int = 200,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "keying",
        "place": place,
        "round": place.round,
        "sheet": sheet,
        "grid": grid,
        "played": sheet.hands_dealt,
        "is_signed": "is_signed" in request.POST or request.method != "POST",
        "is_checked": "check" in request.POST,
        "envelope": envelope,
    }
    return render(request, "events/grid.html", context, status=status)
