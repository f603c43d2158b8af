"""Taking a sheet into a club's record book, or out of it again."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.common.access import by_of
from tournaments.common.directing import clubs_of
from tournaments.common.envelope import read_envelope
from tournaments.common.numbers import read_key
from tournaments.models import Club
from tournaments.tables.access import Visit, own_table_write
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import changes
from tournaments.tables.views.people import Refusal, people_page


@own_table_write
@require_POST
def sheet_club(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Make a sheet one of the evenings of a club, or nobody's again; only that club's directors."""
    envelope = read_envelope(request.POST)
    club = _own_club(request)
    who = by_of(request).actor._replace(link=visit.link)
    is_out = request.POST.get("deed") == "out"
    write = changes.take_out_of_club if is_out else changes.put_into_club
    try:
        write(table=visit.table, club=club, by=who, submission=envelope.submission)
    except changes.OfAnotherClub:
        refusal = Refusal("club", None, _("This sheet stands in another club’s record book."))
        visit.table.refresh_from_db()
        return people_page(request, visit, table_sheet(visit.table), refusal)
    return redirect("people", visit.secret)


def _own_club(request: HttpRequest) -> Club:
    """The club that the form names, if whoever sends it directs it; 404 for others."""
    key = read_key(request.POST.get("club"))
    club = clubs_of(request.user).filter(pk=key).first() if key is not None else None
    if club is None:
        raise Http404
    return club
