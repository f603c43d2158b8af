"""What everybody sees of a series: the ranking over all stages, and who is in the final."""

from __future__ import annotations

import csv

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries.events import series_page as queries
from tournaments.queries.events.series import names_of, series_ranking
from tournaments.queries.events.series_qualifiers import tickets_from
from tournaments.series_access import SeriesVisit, public_series

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
LONGEST_SEARCH = 84


@public_series
@require_safe
def series(request: HttpRequest, visit: SeriesVisit) -> HttpResponse:
    """The ranking, with what amended final lists changed in it."""
    number = request.GET.get("page", "")
    page = queries.series_page(
        visit.series,
        is_public=True,
        number=int(number) if number.isdecimal() and len(number) < 5 else 1,
        words=request.GET.get("q", "").strip()[:LONGEST_SEARCH],
    )
    context = {"visit": visit, "page": page, "here": "series"}
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
    found = tickets_from(series_ranking(visit.series, is_public=True))
    names = names_of([ticket.person for ticket in found.tickets])
    context = {"visit": visit, "found": found, "names": names, "here": "series_qualified"}
    return render(request, "events/series_qualified.html", context)
