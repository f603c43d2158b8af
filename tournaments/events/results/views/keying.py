"""Keying paper sheets with the keyboard alone: their totals, or all of their hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from sheets.coming import ImpossibleHand
from tournaments.common.actions import (
    CONFLICT,
    REASON,
    UNPROCESSABLE,
    ActionReused,
    Attempt,
    FormToken,
    Refused,
    compares_itself,
    new_form_token,
    read_form_token,
    typed_reason,
)
from tournaments.common.history import LOST, doer_of, kept_reason, reason_in_words
from tournaments.common.rights import Right
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.draw.queries.seatings import side_names
from tournaments.events.freshness import follows_all
from tournaments.events.results.forms.keying import GoodGrid, Grid, TotalsForm, asked_at
from tournaments.events.results.queries.progress import KINDS, Progress, missing_of
from tournaments.events.results.queries.sheet_codes import LONGEST_CODE, read_code
from tournaments.events.results.queries.sheets import (
    circles_to_come,
    late_at,
    paper_sheet,
    results_at,
)
from tournaments.events.results.queries.totals import dealt_at, possible_at, takes_rows
from tournaments.events.results.services import totals as services
from tournaments.events.results.views.tables import place_of, sheets_of
from tournaments.models import EventTable, Round, TotalsVersion
from tournaments.tables.queries import table_sheet
from tournaments.tables.services.hands import MoreThanDue
from tournaments.tables.views.hands import more_than_due

PACE = 3  # seconds: as for the page of all tables
CONFLICTING = "csrfmiddlewaretoken", "submission", "seen_version"
USED = gettext_lazy("This form was used before. Key the table again.")


@dataclass(frozen=True)
class KeyingPage:
    """The round whose sheets are keyed, and what each of its tables is like."""

    access: EventAccess
    round: Round | None
    rounds: list[Round]
    rows: list[Progress]

    def row(self, number: str) -> Progress | None:
        """The table of that number."""
        return next((row for row in self.rows if str(row.place.number) == number), None)

    @property
    def address(self) -> str:
        """This page for the same round."""
        is_elsewhere = self.round is not None and self.round != self.rounds[-1]
        return _address(self.access, self.round.number if self.round and is_elsewhere else None)


def _address(access: EventAccess, round_number: int | None, **query: int) -> str:
    """The page for that round, or for the one that it shows by itself."""
    if round_number is not None:
        query = {"round": round_number, **query}
    return access.address("keying") + (f"?{urlencode(query)}" if query else "")


@event_needs(Right.KEY, seen_with=Right.LOOK)
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def keying(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """Ask for a table's number, then for its totals, then for the next table's number.

    The code that is printed on a sheet leads to the same place, whichever round it is of.
    """
    if request.method == "POST":
        return _key(request, access)
    desk = KeyingPage(access, *sheets_of(request, access))
    asked = request.GET.get("table", "").strip()
    coded = read_code(access.event, asked)
    if coded is not None and coded.spare:
        return redirect(access.address("spare_sheet", coded.spare))
    if coded is not None and not coded.problem:
        return redirect(f"{access.address('keying')}?{urlencode(coded.place)}")
    row = desk.row(asked) if asked else None
    if asked and row is None:
        problem = _("There is no table %(number)s in this round.") % {"number": asked[:6]}
        if coded is not None:
            problem = coded.problem
        return _keying_page(request, desk, status=404, unknown=problem, asked=asked[:LONGEST_CODE])
    if row is None:
        return _keying_page(request, desk, saved=desk.row(request.GET.get("saved", "")))
    form = TotalsForm(row.place, row.sides, record=row.keyed.record if row.keyed else None)
    if request.GET.get("why") == "lost":
        form.initial["reason"] = request.GET.get("reason", "")[:200] or reason_in_words(LOST)
        form.initial["is_agreed"] = True
    latest = services.newest(row.place)
    form_token = new_form_token(latest.number if latest else 0)
    is_empty = bool(request.GET.get("empty"))
    return _keying_page(request, desk, row=row, form=form, form_token=form_token, is_empty=is_empty)


def _key(request: HttpRequest, access: EventAccess) -> HttpResponse:
    number = request.POST.get("table", "")
    sheet = paper_sheet(access.event, number, request.GET.get("round", ""))
    if sheet is None:
        raise Http404
    form_token = read_form_token(request.POST)
    form = TotalsForm(sheet.place, sheet.sides, request.POST.dict())
    if form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        with Attempt(form):
            try:
                services.key_totals(
                    event=access.event,
                    place=sheet.place,
                    record=form.record,
                    seen_number=form_token.seen_version,
                    **access.signed(request.POST),
                    reason=reason and kept_reason(reason),
                    is_sure=form.cleaned_data["is_sure"],
                )
            except ActionReused:
                raise Refused(str(USED)) from None
            except services.TotalsMoved as moved:
                return _conflict_page(request, access, number, form, moved.latest)
            return redirect(_address(access, sheet.round_number, saved=sheet.place.number))
    desk = KeyingPage(access, *sheets_of(request, access))
    row = desk.row(number)
    return _keying_page(
        request, desk, row=row, form=form, form_token=form_token, status=UNPROCESSABLE
    )


def _keying_page(
    request: HttpRequest,
    desk: KeyingPage,
    *,
    row: Progress | None = None,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    access = desk.access
    query = urlencode({"round": asked}) if (asked := request.GET.get("round")) else ""
    missing = missing_of(desk.rows, access.event)
    by_kind = [(kind, [each for each in missing if each.kind == kind]) for kind in KINDS]
    context = {
        "access": access,
        "here": "keying",
        "live": follows_all(access, f"{access.address('keying')}?{query}", seconds=PACE),
        "tables": len(desk.rows),
        "round": desk.round,
        "rounds": desk.rounds,
        "missing": missing,
        "missing_by_kind": [(kind, those) for kind, those in by_kind if those],
        "row": row,
        "is_correction": row is not None and row.keyed is not None,
        "takes_rows": row is not None and takes_rows(row.place),
        "is_late": desk.round is not None and desk.round.closed_at is not None,
        "address": desk.address,
        "late": late_at(access.event) if "saved" in more else {},
        **more,
    }
    return render(request, "events/results/keying.html", context, status=status)


def _conflict_page(
    request: HttpRequest, access: EventAccess, number: str, form: TotalsForm, latest: TotalsVersion
) -> HttpResponse:
    """What somebody else keyed beside what was typed here: which one counts?"""
    desk = KeyingPage(access, *sheets_of(request, access))
    row = desk.row(number)
    if row is None:
        raise Http404
    theirs = TotalsForm(row.place, row.sides, record=latest.record)
    context = {
        "access": access,
        "here": "keying",
        "round": desk.round,
        "row": row,
        "latest": latest,
        "form": form,
        "pairs": list(zip(theirs.rows, form.rows, strict=True)),
        "theirs": latest.record,
        "mine": form.record,
        "posted": [(n, v) for n, v in request.POST.items() if n not in CONFLICTING],
        "form_token": new_form_token(latest.number),
        "address": desk.address,
    }
    return render(request, "events/results/keying_conflict.html", context, status=CONFLICT)


# Keying who won and how much, hand by hand, where only good points are written.

ROWS_WITHOUT_END = 16
KEYED_MEANWHILE = gettext_lazy(
    "This table was keyed meanwhile (%(who)s). What you save now replaces that."
)


@event_needs(Right.KEY, seen_with=Right.LOOK)
@require_http_methods(["GET", "HEAD", "POST"])
def key_points(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """A row for each hand of the sheet; their sums are its totals from paper.

    Where minus is written too, or somebody has left the table, its own page is shown instead.
    """
    found = place_of(access, place)
    if not takes_rows(found):
        return redirect(access.address("desk_table", found.pk))
    latest = services.newest(found)
    lines = latest.record.get("lines", []) if latest and not latest.is_withdrawn else []
    posted = request.POST.dict() if request.method == "POST" else None
    grid = GoodGrid(
        side_names(access.event, results_at(found)),
        dealt_at(found.table, max(found.hands_due or ROWS_WITHOUT_END, len(lines))),
        possible_at(found),
        access.settings.good_step,
        posted,
        lines,
    )
    form_token = _read_or_new(request, latest.number if latest else 0)
    if _is_saved(request) and not grid.has_problems:
        asked = asked_at(found)
        with Attempt(grid):
            try:
                services.key_totals(
                    event=access.event,
                    place=found,
                    record=grid.record(has_hands=asked.hands, has_solos=asked.solos),
                    seen_number=form_token.seen_version,
                    **access.signed(request.POST),
                    reason=typed_reason(request.POST),
                    is_sure="is_sure" in request.POST,
                )
            except ActionReused:
                raise Refused(str(USED)) from None
            except services.TotalsMoved as moved:
                form_token = new_form_token(moved.latest.number)
                who = {"who": doer_of(moved.latest).plain}
                raise Refused(str(KEYED_MEANWHILE) % who) from moved
            return redirect(access.address("desk_table", found.pk))
    return _grid_page(
        request,
        access,
        found,
        grid,
        form_token,
        asks_reason=latest is not None or found.round.closed_at is not None,
        reason=request.POST.get(REASON, ""),
    )


@event_needs(Right.KEY)
@require_http_methods(["GET", "HEAD", "POST"])
def key_hands(request: HttpRequest, access: EventAccess, place: int) -> HttpResponse:
    """A row for each hand that the sheet still lacks; saved all at once, or not at all."""
    found = place_of(access, place)
    sheet = table_sheet(found.table)
    count = max(found.hands_due - sheet.hands_dealt, 0) if found.hands_due else ROWS_WITHOUT_END
    sheet.reading.place = found
    posted = request.POST.dict() if request.method == "POST" else None
    grid = Grid(sheet, count, posted, circles_to_come(sheet.reading))
    form_token = _read_or_new(request, found.table.version)
    if _is_saved(request) and not grid.has_problems:
        with Attempt(grid) as attempt:
            try:
                services.key_hands(
                    event=access.event,
                    place=found,
                    records=grid.records,
                    seen_version=form_token.seen_version,
                    is_signed="is_signed" in request.POST,
                    **access.signed(request.POST),
                )
                return redirect(access.address("desk_table", found.pk))
            except MoreThanDue as full:
                raise Refused(more_than_due(full.due)) from full
            except ImpossibleHand as impossible:
                row = next((r for r in grid.rows if r.number == impossible.number), grid.rows[0])
                row.refuse(impossible.problem, sheet.sides)
        if isinstance(attempt.refused, services.SheetChanged):
            form_token = new_form_token(found.table.version)
    return _grid_page(
        request,
        access,
        found,
        grid,
        form_token,
        sheet=sheet,
        played=sheet.hands_dealt,
        is_signed="is_signed" in request.POST or request.method != "POST",
    )


def _is_saved(request: HttpRequest) -> bool:
    """Whether what is typed is to be kept, and not only checked."""
    return request.method == "POST" and "check" not in request.POST


def _read_or_new(request: HttpRequest, version: int) -> FormToken:
    return read_form_token(request.POST) if request.method == "POST" else new_form_token(version)


def _grid_page(
    request: HttpRequest,
    access: EventAccess,
    place: EventTable,
    grid: Grid | GoodGrid,
    form_token: FormToken,
    **more: object,
) -> HttpResponse:
    context = {
        "place": place,
        "round": place.round,
        "grid": grid,
        "is_checked": "check" in request.POST,
        "form_token": form_token,
        **more,
    }
    template = (
        "events/results/grid.html" if isinstance(grid, Grid) else "events/results/plus_grid.html"
    )
    return access.page(request, "keying", template, context, wrong=_is_saved(request))
