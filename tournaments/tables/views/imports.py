"""Taking in a sheet that was taken away."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tournaments.common.access import open_to_all
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.remembered import account_of, device_of, who_uses
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import Actor
from tournaments.tables.forms.opening import ImportForm, hand_sentence
from tournaments.tables.queries.replays import ImpossibleHand
from tournaments.tables.services.imports import import_sheet
from tournaments.tables.views.openings import open_and_go


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def import_table(request: HttpRequest) -> HttpResponse:
    """Ask for the record of a sheet and open a table with its hands."""
    if request.method != "POST":
        return render(request, "tables/import.html", _asked(ImportForm(), new_envelope(0)))
    envelope = read_envelope(request.POST)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "tables/import.html", _asked(form, envelope), status=UNPROCESSABLE)
    opens = partial(
        import_sheet,
        record=form.cleaned_data["record"],
        by=Actor(device=device_of(request), who=who_uses(request), user=account_of(request)),
        submission=envelope.submission,
    )
    try:
        return open_and_go(request, opens)
    except ImpossibleHand as impossible:
        why = impossible.problem.text.render(gettext, [])
        form.refuse(hand_sentence(impossible.place, why))
        return render(request, "tables/import.html", _asked(form, envelope), status=UNPROCESSABLE)


def _asked(form: ImportForm, envelope: object) -> dict[str, object]:
    return {"form": form, "envelope": envelope}
