"""Old records: sending a file, a look at what is in it, and taking it in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from tournaments.common.access import ClubAccess, club_director
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.models import OldImport, Table
from tournaments.people.forms import WhoForm, WhoRow, label_of
from tournaments.people.queries import club_players
from tournaments.people.services.people import NotSaid
from tournaments.records.access import RecordAccess, record_book
from tournaments.records.forms import (
    AgainForm,
    BackForm,
    ColumnsForm,
    OldFileForm,
    game_choices,
    is_ruleset,
)
from tournaments.records.queries.old_imports import (
    MEANINGS,
    MOST_BYTES,
    MOST_LINES,
    MOST_PASTED,
    MOST_PEOPLE,
    SKIPPED,
    Reading,
    evenings_of,
    game_name,
    history_of,
    import_line,
    import_lines,
    looks_like_hands,
    preview_of,
    read_hands,
    read_totals,
    total_lines,
    without_names,
)
from tournaments.records.services import old_imports as services

MOST_FAULTS = 100


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def old_records(request: HttpRequest, visit: ClubAccess) -> HttpResponse:
    """The files that were taken in, and the form for another one; a good one is kept and shown."""
    if request.method != "POST":
        return _list_page(request, visit, OldFileForm())
    read_form_token(request.POST)
    form = OldFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list_page(request, visit, form)
    text = form.cleaned_data["content"]
    sent = request.FILES.get("file")
    kept = services.keep_old_file(
        club=visit.club,
        by=visit.by,
        kind=OldImport.HANDS if looks_like_hands(text) else OldImport.TOTALS,
        text=text,
        ruleset=form.cleaned_data["ruleset"],
        named=(sent.name or "") if sent else "",
    )
    return redirect("old_import", visit.club.pk, kept.pk)


@club_director
@require_POST
def old_columns(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """What a director says that the columns mean, and what was played."""
    kept = waiting_file(visit, import_id)
    read_form_token(request.POST)
    form = ColumnsForm(request.POST, len(read_old(kept).columns))
    ruleset = request.POST.get("ruleset", "")
    if is_ruleset(ruleset):
        kept.ruleset = ruleset
    if kept.kind == OldImport.TOTALS:
        kept.columns = form.said
    kept.save(update_fields=["columns", "ruleset"])
    problem = form.problem if kept.kind == OldImport.TOTALS else ""
    if problem:
        return preview_page(request, visit, kept, problem=problem)
    return redirect("old_import", visit.club.pk, kept.pk)


@club_director
@require_POST
def old_text(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """The text as a director has mended it, or nothing of it any more."""
    kept = waiting_file(visit, import_id)
    read_form_token(request.POST)
    if request.POST.get("deed") == "drop":
        services.drop_old_file(kept)
        return redirect("old_records", visit.club.pk)
    form = OldFileForm({"text": request.POST.get("text", ""), "ruleset": kept.ruleset})
    if not form.is_valid():
        problem = " ".join(text for _field, _label, text in form.all_problems())
        return preview_page(request, visit, kept, problem=problem)
    services.put_text(kept, form.cleaned_data["content"])
    kept.save(update_fields=["packed", "digest"])
    return redirect("old_import", visit.club.pk, kept.pk)


@club_director
@require_POST
def take_old(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """Take a file in; what lasts longer than a moment goes on from its page."""
    kept = get_object_or_404(OldImport, pk=import_id, club=visit.club)
    form_token = read_form_token(request.POST)
    if kept.begun_at is not None:
        return redirect("old_import", visit.club.pk, kept.pk)
    are_totals = kept.kind == OldImport.TOTALS
    form = WhoForm(request.POST, club_players(visit.club.pk), may_leave_out=are_totals)
    reading = without_names(read_old(kept), form.left_out)
    if request.POST.get("others"):
        form.refused(_undecided(kept, reading, visit, form))
    if not form.is_valid:
        return preview_page(request, visit, kept, form)
    with Attempt() as attempt:
        try:
            services.take_in(
                imported=kept,
                reading=reading,
                said=form.said,
                are_others_new=bool(request.POST.get("others")),
                by=visit.by,
                submission=form_token.submission,
            )
        except NotSaid as refused:
            form.refused(refused.problems)
            return preview_page(request, visit, kept, form)
        services.carry_on(kept)
        return redirect("old_import", visit.club.pk, kept.pk)
    return preview_page(request, visit, kept, form, problem=attempt.sentence)


def _undecided(
    kept: OldImport, reading: Reading, visit: ClubAccess, form: WhoForm
) -> dict[str, str]:
    """What is wrong with each name: whoever may be a player already is not new without a word."""
    problems = {row.name: row.problem for row in form.rows if row.problem}
    answered = {row.name for row in form.rows if row.choice or row.typed}
    for one in preview_of(kept, reading, visit.club, form.people).unknown:
        if one.proposed and one.name not in answered:
            words = _("Is this %(name)s? Choose, or say that it is somebody new.")
            problems.setdefault(one.name, words % {"name": one.proposed[0].name})
    return problems


def waiting_file(visit: ClubAccess, import_id: int) -> OldImport:
    """A file of the club that nobody has taken in yet; 404 for others."""
    return get_object_or_404(OldImport, pk=import_id, club=visit.club, begun_at=None)


def read_old(kept: OldImport) -> Reading:
    """What a file that waits says."""
    text, today = services.text_of(kept), timezone.localdate()
    if kept.kind == OldImport.HANDS:
        return read_hands(text, ruleset=kept.ruleset, today=today)
    return read_totals(text, ruleset=kept.ruleset, said=kept.columns, today=today)


def preview_page(
    request: HttpRequest,
    visit: ClubAccess,
    kept: OldImport,
    form: WhoForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """What is in a file that waits: evenings, people, faulty lines; nothing is taken in."""
    reading, people = read_old(kept), club_players(visit.club.pk)
    preview = preview_of(kept, reading, visit.club, people)
    text = services.text_of(kept)
    answered: Mapping[str, WhoRow] = {row.name: row for row in form.rows} if form else {}
    context = {
        "visit": visit,
        "here": "old_records",
        "kept": kept,
        "preview": preview,
        "reading": reading,
        "games": sorted({game_name(evening.ruleset) for evening in reading.evenings}),
        "faults": reading.faults[:MOST_FAULTS],
        "more_faults": len(reading.faults[MOST_FAULTS:]),
        "meanings": list(MEANINGS.items()),
        "skipped": SKIPPED,
        "asks": [MEANINGS[meaning] for meaning in reading.asks],
        "rulesets": game_choices(),
        "text": text if len(text) <= MOST_PASTED else "",
        "rows": [(one, answered.get(one.name)) for one in preview.unknown],
        "may_leave_out": kept.kind == OldImport.TOTALS,
        "labels": [label_of(known) for known in people],
        "are_others_new": "others" in request.POST if form else True,
        "problem": problem,
        "problems": [row for row in answered.values() if row.problem],
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if problem or form else 200
    return render(request, "records/old_preview.html", context, status=status)


def _list_page(request: HttpRequest, visit: ClubAccess, form: OldFileForm) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "old_records",
        "form": form,
        "lines": import_lines(visit.club),
        "most_lines": MOST_LINES,
        "most_people": MOST_PEOPLE,
        "most_bytes": MOST_BYTES // 1_000_000,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "records/old.html", context, status=status)


# One file of old records that was taken in: how far it is, its evenings, taking it back.

EVENINGS = 50


@club_director
@require_safe
def old_import(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """A file of old records: before it is taken in what is in it, then what became of it."""
    imported = get_object_or_404(OldImport, pk=import_id, club=visit.club)
    if imported.begun_at is None:
        return preview_page(request, visit, imported)
    return _page(request, visit, imported)


@club_director
@require_POST
def old_goes_on(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """Let the next evenings of a file follow what was decided."""
    imported = _taken(visit, import_id)
    services.carry_on(imported)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("old_import", visit.club.pk, imported.pk)
    line = import_line(imported)
    if not line.left:
        return HttpResponseClientRefresh()  # with the evenings, which lead to their sheets now
    context = {"visit": visit, "line": line, "goes_on": True}
    return render(request, "records/old_import.html#old_progress", context)


@club_director
@require_POST
def old_back(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """Take all evenings of a file back, with a reason."""
    return _decided(request, visit, import_id, BackForm(request.POST), services.take_back)


@club_director
@require_POST
def old_again(request: HttpRequest, visit: ClubAccess, import_id: int) -> HttpResponse:
    """Let the evenings of a file that was taken back count again."""
    return _decided(request, visit, import_id, AgainForm(request.POST), services.bring_back)


@record_book
@require_safe
def old_evening(request: HttpRequest, visit: RecordAccess, table_id: int) -> HttpResponse:
    """An old evening of which only totals are known, for whoever may read the record book."""
    table = Table.objects.filter(pk=table_id, club=visit.club, is_totals=True).first()
    if table is None:
        raise Http404
    lines = total_lines(table, visit.people)
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


def _taken(visit: ClubAccess, import_id: int) -> OldImport:
    return get_object_or_404(
        OldImport.objects.exclude(begun_at=None), pk=import_id, club=visit.club
    )


def _decided(
    request: HttpRequest,
    visit: ClubAccess,
    import_id: int,
    form: BackForm | AgainForm,
    deed: Callable[..., None],
) -> HttpResponse:
    """Do what was decided about a whole file, and let its first evenings follow."""
    imported = _taken(visit, import_id)
    if not form.is_valid():
        return _page(request, visit, imported, form)
    with Attempt(form):
        deed(
            imported=imported,
            reason=form.cleaned_data["reason"],
            by=visit.by,
            submission=read_form_token(request.POST).submission,
        )
        services.carry_on(imported)
        return redirect("old_import", visit.club.pk, imported.pk)
    return _page(request, visit, imported, form)


def _page(
    request: HttpRequest,
    visit: ClubAccess,
    imported: OldImport,
    form: BackForm | AgainForm | None = None,
) -> HttpResponse:
    line = import_line(imported)
    usual = BackForm() if line.imported.is_wanted else AgainForm()
    page = Paginator(evenings_of(imported), EVENINGS).get_page(request.GET.get("page"))
    context = {
        "visit": visit,
        "here": "old_records",
        "line": line,
        "imported": line.imported,
        "goes_on": True,
        "history": history_of(imported),
        "page": page,
        "evenings": [(evening, game_name(evening.ruleset)) for evening in page.object_list],
        "form": form or usual,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form else 200
    return render(request, "records/old_import.html", context, status=status)
