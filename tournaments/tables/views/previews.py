"""The points of a hand while it is being typed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from tournaments.common.actions import compares_itself
from tournaments.tables.access import Visit, table_write
from tournaments.tables.forms.counter import CounterForm
from tournaments.tables.forms.hand import HandForm
from tournaments.tables.queries.previews import Preview, preview_hand
from tournaments.tables.queries.sheets import Sheet, table_sheet
from tournaments.tables.views.pages import hand_as_due, posted_setting


@table_write
@compares_itself
@require_POST
def preview(request: HttpRequest, visit: Visit, number: int | None = None) -> HttpResponse:
    """What the typed hand, or the typed correction of a hand, would come to."""
    sheet = table_sheet(visit.table)
    line = None if number is None else sheet.line(number)
    if number is not None and (line is None or not line.is_hand):
        raise Http404
    due = sheet.coming if number is None else hand_as_due(visit, sheet, number)
    form = HandForm(posted_setting(sheet, due, request.POST), request.POST)
    counter = CounterForm(request.POST)
    context = {
        "preview": _preview(form, sheet, number),
        "is_untouched": not form.has_answers,
        "takes_count": form.takes_count,
        "count": counter.count,
        "call": counter.call,
    }
    return render(request, "hands/preview.html", context)


def _preview(form: HandForm, sheet: Sheet, number: int | None) -> Preview:
    if form.is_valid():
        return preview_hand(sheet, form.record, number)
    texts = [text for _name, _label, text in form.all_problems()]
    return Preview(problem=" ".join(texts))
