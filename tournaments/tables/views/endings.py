"""The end of an evening, and opening its sheet again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.tables.access import Visit, own_table_write
from tournaments.tables.queries.curve import shown
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import changes
from tournaments.tables.views.pages import same_answers, table_page


@own_table_write
@require_http_methods(["GET", "HEAD", "POST"])
def end_evening(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask whether the evening is over, with how it ended; then close the sheet."""
    if request.method == "POST":
        envelope = read_envelope(request.POST)
        changes.end_evening(table=visit.table, by=visit.actor, submission=envelope.submission)
        return redirect(visit.url)
    context = {
        "visit": visit,
        **shown(table_sheet(visit.table)),
        "envelope": new_envelope(visit.table.version),
    }
    return render(request, "tables/end.html", context)


@own_table_write
@require_POST
def reopen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open the sheet again; a hand that was typed meanwhile stays in the form."""
    envelope = read_envelope(request.POST)
    changes.reopen_sheet(table=visit.table, by=visit.actor, submission=envelope.submission)
    if "dealer" not in request.POST:
        return redirect(visit.url)
    visit.table.refresh_from_db()
    sheet = table_sheet(visit.table)
    form = same_answers(sheet, request.POST)
    return table_page(
        request, visit, sheet=sheet, form=form, envelope=new_envelope(visit.table.version)
    )
