"""Tables of the record book to be taken away: one as CSV, all of a page as one workbook."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.utils.text import slugify

from tournaments.common.listing import XLSX, Listing, csv_answer, write_workbook


def taken(
    listings: Sequence[Listing], wanted: str, ending: str, *, called: str
) -> HttpResponse | StreamingHttpResponse:
    """The table called `wanted` as CSV, or all tables as XLSX; 404 for what there is not.

    `called`: what the file is about, for its name.
    """
    name = slugify(called) or "records"
    if ending == "csv":
        for listing in listings:
            if listing.name == wanted:
                return csv_answer(listing, name)
    if ending != "xlsx":
        raise Http404
    out = BytesIO()
    write_workbook(listings, out)
    response = HttpResponse(out.getvalue(), content_type=XLSX)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{wanted}.xlsx"'
    return response
