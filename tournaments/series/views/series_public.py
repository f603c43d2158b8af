"""What everybody sees of a series: the ranking over all stages, and who is in the final."""

from __future__ import annotations

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.numbers import PLACE, read_key
from tournaments.events.desk.views.live_desk import SECONDS, LivePage
from tournaments.series.access import SeriesVisit, public_series
from tournaments.series.queries import series_page as queries
from tournaments.series.queries.series import names_of, series_ranking
from tournaments.series.queries.series_groups import finals_from
from tournaments.series.queries.series_page import tickets_from

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
LONGEST_SEARCH = 84
PACE = 10  # seconds between two looks at what phones enter


@public_series
@require_safe
def series(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The ranking, with what amended final lists changed in it."""
    number = read_key(request.GET.get("page"), PLACE)
    page = queries.series_page(
        visit.series,
        is_public=True,
        number=1 if number is None else number,
        words=request.GET.get("q", "").strip()[:LONGEST_SEARCH],
    )
    live = _live(visit, "series", page.ranking.state)
    context = {"visit": visit, "page": page, "here": "series", "live": live}
    return render(request, "events/series.html", context)


@public_series
@require_safe
def series_csv(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The ranking for a spreadsheet."""
    page = queries.series_page(visit.series, is_public=True, everything=True)
    response = HttpResponse(BYTE_ORDER_MARK, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="series-{visit.series.pk}.csv"'
    csv.writer(response).writerows(queries.series_csv(page))
    return response


@public_series
@require_safe
def qualified(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """Who is qualified for the final, and by what."""
    ranking = series_ranking(visit.series, is_public=True)
    if visit.settings.cuts_season:
        live = _live(visit, "series_qualified", ranking.state)
        more = {
            "found": finals_from(ranking, is_public=True),
            "here": "series_qualified",
            "live": live,
        }
        return render(request, "events/series_finals.html", {"visit": visit, **more})
    found = tickets_from(ranking)
    names = names_of([ticket.person for ticket in found.tickets], is_public=True)
    live = _live(visit, "series_qualified", ranking.state)
    more = {"found": found, "names": names, "here": "series_qualified", "live": live}
    return render(request, "events/series_qualified.html", {"visit": visit, **more})


def _live(visit: SeriesVisit, name: str, state: int) -> LivePage:
    """A page that fetches itself: many look at it, so not with every hand."""
    return LivePage(str(state), visit.address(name), str(PACE * SECONDS))
