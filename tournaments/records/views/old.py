"""Old records: sending a file, a look at what is in it, and taking it in."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from scoring import RULESETS
from tournaments.common.access import ClubAccess, club_needs
from tournaments.common.actions import UNPROCESSABLE, Attempt, new_form_token, read_form_token
from tournaments.common.history import history_line
from tournaments.common.names import name_order
from tournaments.common.rights import Right
from tournaments.models import OldImport, Table
from tournaments.people.forms import ReasonForm, WhoForm, WhoRow, label_of
from tournaments.people.queries import club_players, is_old, people_of, players_named
from tournaments.people.services.people import NotSaid
from tournaments.records.access import RecordAccess, record_book
from tournaments.records.forms import BackForm, ColumnsForm, OldFileForm, game_choices
from tournaments.records.queries.figures import game_name
from tournaments.records.queries.old_imports import (
    KINDS,
    MEANINGS,
    MOST_BYTES,
    MOST_LINES,
    MOST_PASTED,
    MOST_PEOPLE,
    SKIPPED,
    Reading,
    days_there,
    looks_like_hands,
    old_import_sentence,
    read_hands,
    read_totals,
    same_file,
    same_twice,
    total_lines,
    unknown_names,
    with_progress,
    without_names,
)
from tournaments.records.services import old_imports as services

MOST_FAULTS = 100


@club_needs(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def old_records(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The files that were taken in, and the form for another one; a good one is kept and shown."""
    form = OldFileForm()
    if request.method == "POST":
        read_form_token(request.POST)
        form = OldFileForm(request.POST, request.FILES)
    if form.is_valid():
        text = form.cleaned_data["content"]
        sent = request.FILES.get("file")
        kept = services.keep_old_file(
            club=access.club,
            by=access.by,
            kind=OldImport.HANDS if looks_like_hands(text) else OldImport.TOTALS,
            text=text,
            ruleset=form.cleaned_data["ruleset"],
            named=(sent.name or "") if sent else "",
        )
        return redirect("old_import", access.club.pk, kept.pk)
    context = {
        "access": access,
        "here": "old_records",
        "form": form,
        "files": with_progress(OldImport.objects.filter(club=access.club)),
        "kinds": KINDS,
        "most_lines": MOST_LINES,
        "most_people": MOST_PEOPLE,
        "most_bytes": MOST_BYTES // 1_000_000,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "records/old.html", context, status=status)


@club_needs(Right.PEOPLE)
@require_POST
def old_columns(request: HttpRequest, access: ClubAccess, import_id: int) -> HttpResponse:
    """What a director says that the columns mean, and what was played."""
    kept = get_object_or_404(OldImport, pk=import_id, club=access.club, begun_at=None)
    read_form_token(request.POST)
    form = ColumnsForm(request.POST, len(read_old(kept).columns))
    ruleset = request.POST.get("ruleset", "")
    if ruleset in RULESETS:
        kept.ruleset = ruleset
    if kept.kind == OldImport.TOTALS:
        kept.columns = form.said
    kept.save(update_fields=["columns", "ruleset"])
    problem = form.problem if kept.kind == OldImport.TOTALS else ""
    if problem:
        return preview_page(request, access, kept, problem=problem)
    return redirect("old_import", access.club.pk, kept.pk)


@club_needs(Right.PEOPLE)
@require_POST
def old_text(request: HttpRequest, access: ClubAccess, import_id: int) -> HttpResponse:
    """The text as a director has mended it, or nothing of it any more."""
    kept = get_object_or_404(OldImport, pk=import_id, club=access.club, begun_at=None)
    read_form_token(request.POST)
    if request.POST.get("deed") == "drop":
        OldImport.objects.filter(pk=kept.pk, begun_at=None).delete()
        return redirect("old_records", access.club.pk)
    form = OldFileForm({"text": request.POST.get("text", ""), "ruleset": kept.ruleset})
    if not form.is_valid():
        problem = " ".join(text for _field, _label, text in form.all_problems())
        return preview_page(request, access, kept, problem=problem)
    services.put_text(kept, form.cleaned_data["content"])
    kept.save(update_fields=["packed", "digest"])
    return redirect("old_import", access.club.pk, kept.pk)


@club_needs(Right.PEOPLE)
@require_POST
def take_old(request: HttpRequest, access: ClubAccess, import_id: int) -> HttpResponse:
    """Take a file in; what lasts longer than a moment goes on from its page."""
    kept = get_object_or_404(OldImport, pk=import_id, club=access.club)
    sent = access.signed(request.POST)
    if kept.begun_at is not None:
        return redirect("old_import", access.club.pk, kept.pk)
    are_totals = kept.kind == OldImport.TOTALS
    form = WhoForm(request.POST, club_players(access.club.pk), may_leave_out=are_totals)
    reading = without_names(read_old(kept), form.left_out)
    if request.POST.get("others"):
        form.refused(_undecided(kept, reading, access, form))
    if not form.is_valid:
        return preview_page(request, access, kept, form)
    with Attempt() as attempt:
        try:
            services.take_in(
                imported=kept,
                reading=reading,
                said=form.said,
                are_others_new=bool(request.POST.get("others")),
                **sent,
            )
        except NotSaid as refused:
            form.refused(refused.problems)
            return preview_page(request, access, kept, form)
        services.carry_on(kept)
        return redirect("old_import", access.club.pk, kept.pk)
    return preview_page(request, access, kept, form, problem=attempt.sentence)


def _undecided(
    kept: OldImport, reading: Reading, access: ClubAccess, form: WhoForm
) -> dict[str, str]:
    """What is wrong with each name: whoever may be a player already is not new without a word."""
    problems = {row.name: row.problem for row in form.rows if row.problem}
    answered = {row.name for row in form.rows if row.choice or row.typed}
    known = players_named(access.club.pk, list(reading.names))
    for one in unknown_names(kept.kind, reading, known, form.people):
        if one.proposed and one.name not in answered:
            words = _("Is this %(name)s? Choose, or say that it is somebody new.")
            problems.setdefault(one.name, words % {"name": one.proposed[0].name})
    return problems


def read_old(kept: OldImport) -> Reading:
    """What a file that waits says."""
    text, today = services.text_of(kept), timezone.localdate()
    if kept.kind == OldImport.HANDS:
        return read_hands(text, ruleset=kept.ruleset, today=today)
    return read_totals(text, ruleset=kept.ruleset, said=kept.columns, today=today)


def preview_page(
    request: HttpRequest,
    access: ClubAccess,
    kept: OldImport,
    form: WhoForm | None = None,
    problem: str = "",
) -> HttpResponse:
    """What is in a file that waits: evenings, people, faulty lines; nothing is taken in."""
    reading, people = read_old(kept), club_players(access.club.pk)
    names = {one.pk: one.name for one in people}
    known = players_named(access.club.pk, list(reading.names))
    unknown = unknown_names(kept.kind, reading, known, people)
    preview = {
        "known": [(name, names.get(known[name], name)) for name in sorted(known, key=name_order)],
        "more": len(reading.names) - len(known) - len(unknown),
        "twice": same_twice(reading, known),
        "days_there": days_there(reading, access.club),
        "same": same_file(kept),
        "same_back": same_file(kept, counts=False),
    }
    text = services.text_of(kept)
    answered: Mapping[str, WhoRow] = {row.name: row for row in form.rows} if form else {}
    context = {
        "access": access,
        "here": "old_records",
        "kept": kept,
        "preview": preview,
        "reading": reading,
        "games": sorted(
            {game_name(evening.ruleset) for evening in reading.evenings}, key=name_order
        ),
        "faults": reading.faults[:MOST_FAULTS],
        "more_faults": len(reading.faults[MOST_FAULTS:]),
        "meanings": list(MEANINGS.items()),
        "skipped": SKIPPED,
        "asks": [MEANINGS[meaning] for meaning in reading.asks],
        "rulesets": game_choices(),
        "text": text if len(text) <= MOST_PASTED else "",
        "rows": [(one, answered.get(one.name)) for one in unknown],
        "may_leave_out": kept.kind == OldImport.TOTALS,
        "labels": [label_of(known) for known in people],
        "are_others_new": "others" in request.POST if form else True,
        "problem": problem,
        "problems": [row for row in answered.values() if row.problem],
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if problem or form else 200
    return render(request, "records/old_preview.html", context, status=status)


EVENINGS = 50
TAKEN_IN = OldImport.objects.exclude(begun_at=None)


@club_needs(Right.PEOPLE)
@require_safe
def old_import(request: HttpRequest, access: ClubAccess, import_id: int) -> HttpResponse:
    """A file of old records: before it is taken in what is in it, then what became of it."""
    imported = get_object_or_404(OldImport, pk=import_id, club=access.club)
    if imported.begun_at is None:
        return preview_page(request, access, imported)
    return _page(request, access, imported)


@club_needs(Right.PEOPLE)
@require_POST
def old_goes_on(request: HttpRequest, access: ClubAccess, import_id: int) -> HttpResponse:
    """Let the next evenings of a file follow what was decided."""
    imported = get_object_or_404(TAKEN_IN, pk=import_id, club=access.club)
    services.carry_on(imported)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("old_import", access.club.pk, imported.pk)
    file = with_progress(OldImport.objects.filter(pk=imported.pk)).get()
    if not file.left:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()  # with the evenings, which lead to their sheets now
    context = {"access": access, "file": file, "goes_on": True}
    return render(request, "records/old_import.html#old_progress", context)


@club_needs(Right.PEOPLE)
@require_POST
def old_wanted(
    request: HttpRequest, access: ClubAccess, import_id: int, *, is_wanted: bool
) -> HttpResponse:
    """Take a file's evenings back, with a reason, or in again; the first follow at once."""
    imported = get_object_or_404(TAKEN_IN, pk=import_id, club=access.club)
    form = ReasonForm(request.POST) if is_wanted else BackForm(request.POST)
    if form.is_valid():
        with Attempt(form):
            services.set_wanted(
                imported=imported,
                is_wanted=is_wanted,
                reason=form.cleaned_data["reason"],
                **access.signed(request.POST),
            )
            services.carry_on(imported)
            return redirect("old_import", access.club.pk, imported.pk)
    return _page(request, access, imported, form)


@record_book
@require_safe
def old_evening(request: HttpRequest, access: RecordAccess, table_id: int) -> HttpResponse:
    """An old evening of which only totals are known, for whoever may read the record book."""
    table = get_object_or_404(Table, pk=table_id, club=access.club, is_totals=True)
    seen = {"is_director": access.is_director, "is_old": is_old(access.club, table.opened_at)}
    lines = total_lines(table, people_of(access.club, **seen))
    context = {
        "access": access,
        "here": "",
        "table": table,
        "game": game_name(table.ruleset),
        "lines": lines,
        "has_hands": any(line.hands is not None for line in lines),
        "has_games": any(line.games is not None for line in lines),
    }
    return render(request, "records/old_evening.html", context)


def _page(
    request: HttpRequest,
    access: ClubAccess,
    imported: OldImport,
    form: BackForm | ReasonForm | None = None,
) -> HttpResponse:
    file = with_progress(OldImport.objects.filter(pk=imported.pk)).get()
    # Without what the file says of its evenings.
    evenings = imported.evenings.defer("content").select_related("table__club").order_by("place")
    page = Paginator(evenings, EVENINGS).get_page(request.GET.get("page"))
    changes = imported.changes.order_by("-pk")
    context = {
        "access": access,
        "here": "old_records",
        "file": file,
        "kinds": KINDS,
        "goes_on": True,
        "history": [history_line(change, old_import_sentence(change)) for change in changes],
        "page": page,
        "evenings": [(evening, game_name(evening.ruleset)) for evening in page.object_list],
        "form": form or (BackForm() if file.is_wanted else ReasonForm()),
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if form else 200
    return render(request, "records/old_import.html", context, status=status)
