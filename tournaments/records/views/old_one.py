"""One file of old records that was taken in: how far it is, its evenings, taking it back."""

from __future__ import annotations

from collections.abc import Callable

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tournaments.common.access import ClubVisit, club_director
from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import OldImport, Table
from tournaments.people.queries.people import people_of
from tournaments.people.views.people import as_director
from tournaments.records.access import RecordVisit, record_book
from tournaments.records.forms.old import AgainForm, BackForm
from tournaments.records.queries.old_imports import (
    evenings_of,
    game_name,
    history_of,
    import_line,
    total_lines,
)
from tournaments.records.services import old_imports as services
from tournaments.records.views.old import preview_page

EVENINGS = 50


@club_director
@require_safe
def old_import(request: HttpRequest, visit: ClubVisit, import_id: int) -> HttpResponse:
    """A file of old records: before it is taken in what is in it, then what became of it."""
    imported = get_object_or_404(OldImport, pk=import_id, club=visit.club)
    if imported.begun_at is None:
        return preview_page(request, visit, imported)
    return _page(request, visit, imported)


@club_director
@require_POST
def old_goes_on(request: HttpRequest, visit: ClubVisit, import_id: int) -> HttpResponse:
    """Let the next evenings of a file follow what was decided."""
    imported = _taken(visit, import_id)
    services.carry_on(imported)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("old_import", visit.club.pk, imported.pk)
    line = import_line(imported)
    if not line.left:
        return HttpResponseClientRefresh()  # with the evenings, which lead to their sheets now
    context = {"visit": visit, "line": line, "goes_on": True}
    return render(request, "records/old_progress.html", context)


@club_director
@require_POST
def old_back(request: HttpRequest, visit: ClubVisit, import_id: int) -> HttpResponse:
    """Take all evenings of a file back, with a reason."""
    return _decided(request, visit, import_id, BackForm(request.POST), services.take_back)


@club_director
@require_POST
def old_again(request: HttpRequest, visit: ClubVisit, import_id: int) -> HttpResponse:
    """Let the evenings of a file that was taken back count again."""
    return _decided(request, visit, import_id, AgainForm(request.POST), services.bring_back)


@record_book
@require_safe
def old_evening(request: HttpRequest, visit: RecordVisit, table_id: int) -> HttpResponse:
    """An old evening of which only totals are known, for whoever may read the record book."""
    table = Table.objects.filter(pk=table_id, club=visit.club, is_totals=True).first()
    if table is None:
        raise Http404
    people = people_of(visit.club, is_director=visit.is_director)
    lines = total_lines(table, people)
    context = {
        "visit": visit,
        "here": "",
        "table": table,
        "game": game_name(table.ruleset),
        "lines": lines,
        "has_hands": any(line.hands is not None for line in lines),
        "has_games": any(line.games is not None for line in lines),
    }
    return render(request, "records/old_evening.html", context)


def _taken(visit: ClubVisit, import_id: int) -> OldImport:
    return get_object_or_404(
        OldImport.objects.exclude(begun_at=None), pk=import_id, club=visit.club
    )


def _decided(
    request: HttpRequest,
    visit: ClubVisit,
    import_id: int,
    form: BackForm | AgainForm,
    deed: Callable[..., None],
) -> HttpResponse:
    """Do what was decided about a whole file, and let its first evenings follow."""
    imported = _taken(visit, import_id)
    if not form.is_valid():
        return _page(request, visit, imported, form)
    try:
        deed(
            imported=imported,
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=read_envelope(request.POST).submission,
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return _page(request, visit, imported, form)
    services.carry_on(imported)
    return redirect("old_import", visit.club.pk, imported.pk)


def _page(
    request: HttpRequest,
    visit: ClubVisit,
    imported: OldImport,
    form: BackForm | AgainForm | None = None,
) -> HttpResponse:
    line = import_line(imported)
    usual = BackForm() if line.imported.is_wanted else AgainForm()
    page = Paginator(evenings_of(imported), EVENINGS).get_page(request.GET.get("page"))
    context = {
        "visit": as_director(visit),
        "here": "old_records",
        "line": line,
        "imported": line.imported,
        "goes_on": True,
        "history": history_of(imported),
        "page": page,
        "evenings": [(evening, game_name(evening.ruleset)) for evening in page.object_list],
        "form": form or usual,
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if form else 200
    return render(request, "records/old_import.html", context, status=status)
