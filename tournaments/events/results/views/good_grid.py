"""Keying who won and how much, hand by hand, where only good points are written."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.common.deeds import DeedReused, Refused
from tournaments.common.doers import doer_of
from tournaments.common.envelope import Envelope, new_envelope, read_envelope
from tournaments.common.reasons import REASON, typed_reason
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.draw.queries.seatings import side_names
from tournaments.events.results.forms.grid import GoodGrid
from tournaments.events.results.forms.totals import asked_at
from tournaments.events.results.queries.good_rows import dealt_at, possible_at, takes_rows
from tournaments.events.results.services import totals as services
from tournaments.events.results.views.places import place_of
from tournaments.models import EventTable, Result, TotalsVersion

from django.utils.translation import gettext as _  # isort: skip

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
        return _page(request, visit, found, _grid(request, visit, found, latest), envelope, latest)
    grid = _grid(request, visit, found, latest)
    envelope = read_envelope(request.POST)
    if "check" in request.POST:
        return _page(request, visit, found, grid, envelope, latest)
    try:
        if not grid.has_problems and _save(request, visit, found, grid, envelope):
            return redirect(visit.address("desk_table", found.pk))
    except services.TotalsMoved as moved:
        text = _("This table was keyed meanwhile (%(who)s). What you save now replaces that.")
        grid.general_problems.append(text % {"who": doer_of(moved.latest).plain})
        envelope = new_envelope(moved.latest.number)
    return _page(request, visit, found, grid, envelope, latest, status=UNPROCESSABLE)


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


def _save(
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


def _page(
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
