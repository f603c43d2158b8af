"""Keying paper sheets with the keyboard alone: their totals, or all of their hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from sheets.coming import ImpossibleHand
from sheets.sheet import Sheet
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
from tournaments.common.history import doer_of
from tournaments.events.access import EventAccess, event_director
from tournaments.events.draw.queries.seatings import Side, side_names
from tournaments.events.freshness import LivePage, follows_all
from tournaments.events.results.forms.keying import GoodGrid, Grid, TotalsForm, asked_at
from tournaments.events.results.queries.progress import Missing, Progress, by_kind, missing_of
from tournaments.events.results.queries.sheet_codes import LONGEST_CODE, read_code
from tournaments.events.results.queries.sheets import circles_to_come, late_at, paper_sheet
from tournaments.events.results.queries.totals import dealt_at, possible_at, takes_rows
from tournaments.events.results.services import totals as services
from tournaments.events.results.views.tables import place_of, sheets_of
from tournaments.models import EventTable, Result, Round, TotalsVersion
from tournaments.tables.queries import table_sheet, with_leavings
from tournaments.tables.services.hands import MoreThanDue
from tournaments.tables.views.hands import more_than_due

# Keying the totals of paper sheets, table after table, with the keyboard alone.


PACE = 3  # seconds: as for the page of all tables
CONFLICTING = "csrfmiddlewaretoken", "submission", "seen_version"
USED = gettext_lazy("This form was used before. Key the table again.")


@dataclass(frozen=True)
class KeyingPage:
    """The round whose sheets are keyed, and what each of its tables is like."""

    visit: EventAccess
    live: LivePage
    round: Round | None
    rounds: list[Round]
    rows: list[Progress]

    @cached_property
    def missing(self) -> list[Missing]:
        """What is missing still, by table."""
        return missing_of(self.rows, self.visit.event)

    @property
    def missing_by_kind(self) -> list[tuple[str, list[Missing]]]:
        """The same, those that lack the same together."""
        return by_kind(self.missing)

    def row(self, number: str) -> Progress | None:
        """The table of that number."""
        return next((row for row in self.rows if str(row.place.number) == number), None)

    def address(self, **query: int) -> str:
        """This page for the same round."""
        is_elsewhere = self.round is not None and self.round != self.rounds[-1]
        return _address(
            self.visit, self.round.number if self.round and is_elsewhere else None, **query
        )


def _address(visit: EventAccess, round_number: int | None, **query: int) -> str:
    """The page for that round, or for the one that it shows by itself."""
    if round_number is not None:
        query = {"round": round_number, **query}
    return visit.address("keying") + (f"?{urlencode(query)}" if query else "")


@event_director
@compares_itself
@require_http_methods(["GET", "HEAD", "POST"])
def keying(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """Ask for a table's number, then for its totals, then for the next table's number.

    The code that is printed on a sheet leads to the same place, whichever round it is of.
    """
    if request.method == "POST":
        return _key(request, visit)
    desk = _desk(request, visit)
    asked = request.GET.get("table", "").strip()
    coded = read_code(visit.event, asked)
    if coded is not None and coded.spare:
        return redirect(visit.address("spare_sheet", coded.spare))
    if coded is not None and not coded.problem:
        return redirect(f"{visit.address('keying')}?{urlencode(coded.place)}")
    row = desk.row(asked) if asked else None
    if asked and row is None:
        problem = _("There is no table %(number)s in this round.") % {"number": asked[:6]}
        if coded is not None:
            problem = coded.problem
        return _keying_page(request, desk, status=404, unknown=problem, asked=asked[:LONGEST_CODE])
    if row is None:
        return _keying_page(request, desk, saved=desk.row(request.GET.get("saved", "")))
    form = _totals_form(visit, row.place, row.sides, record=row.keyed.record if row.keyed else None)
    if request.GET.get("why") == "lost":
        usual = _("Sheet lost: made up again, and signed by all")
        form.initial["reason"] = request.GET.get("reason", "")[:200] or usual
        form.initial["is_agreed"] = True
    is_empty = bool(request.GET.get("empty"))
    return _keying_page(
        request, desk, row=row, form=form, form_token=_form_token(row), is_empty=is_empty
    )


def _desk(request: HttpRequest, visit: EventAccess) -> KeyingPage:
    query = urlencode({"round": asked}) if (asked := request.GET.get("round")) else ""
    live = follows_all(visit, f"{visit.address('keying')}?{query}", seconds=PACE)
    played, rounds, rows = sheets_of(request, visit)
    return KeyingPage(visit, live, played, rounds, rows)


def _totals_form(
    visit: EventAccess,
    place: EventTable,
    sides: Sequence[Side],
    *,
    data: dict[str, str] | None = None,
    record: services.Record | None = None,
) -> TotalsForm:
    return TotalsForm(asked_at(visit.event, place), sides, place.hands_due, data, record)


def _form_token(row: Progress) -> FormToken:
    latest = services.newest(row.place)
    return new_form_token(latest.number if latest else 0)


def _key(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    number = request.POST.get("table", "")
    sheet = paper_sheet(visit.event, number, request.GET.get("round", ""))
    if sheet is None:
        raise Http404
    form_token = read_form_token(request.POST)
    form = _totals_form(visit, sheet.place, sheet.sides, data=request.POST.dict())
    if form.is_valid():
        with Attempt(form):
            try:
                services.key_totals(
                    event=visit.event,
                    place=sheet.place,
                    record=form.record,
                    seen_number=form_token.seen_version,
                    by=visit.by,
                    submission=form_token.submission,
                    reason=form.cleaned_data["reason"].strip(),
                    is_sure=form.cleaned_data["is_sure"],
                )
            except ActionReused:
                raise Refused(str(USED)) from None
            except services.TotalsMoved as moved:
                return _conflict_page(request, _desk(request, visit), number, form, moved.latest)
            return redirect(_address(visit, sheet.round_number, saved=sheet.place.number))
    return _again(request, visit, number, form, form_token)


def _again(
    request: HttpRequest, visit: EventAccess, number: str, form: TotalsForm, form_token: FormToken
) -> HttpResponse:
    """The same page, with what is to be put right."""
    desk = _desk(request, visit)
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
    context = {
        "visit": desk.visit,
        "here": "keying",
        "live": desk.live,
        "desk": desk,
        "round": desk.round,
        "rounds": desk.rounds,
        "row": row,
        "is_correction": row is not None and row.keyed is not None,
        "takes_rows": row is not None and takes_rows(row.place),
        "is_late": desk.round is not None and desk.round.closed_at is not None,
        "address": desk.address(),
        "late": late_at(desk.visit.event) if "saved" in more else {},
        **more,
    }
    return render(request, "events/results/keying.html", context, status=status)


def _conflict_page(
    request: HttpRequest, desk: KeyingPage, number: str, form: TotalsForm, latest: TotalsVersion
) -> HttpResponse:
    """What somebody else keyed beside what was typed here: which one counts?"""
    row = desk.row(number)
    if row is None:
        raise Http404
    theirs = TotalsForm(form.asked, row.sides, row.place.hands_due, record=latest.record)
    context = {
        "visit": desk.visit,
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
        "address": desk.address(),
        "back": desk.address(),
    }
    return render(request, "events/results/keying_conflict.html", context, status=CONFLICT)


# Keying who won and how much, hand by hand, where only good points are written.

ROWS_WITHOUT_END = 16
KEYED_MEANWHILE = gettext_lazy(
    "This table was keyed meanwhile (%(who)s). What you save now replaces that."
)


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def key_points(request: HttpRequest, visit: EventAccess, place: int) -> HttpResponse:
    """A row for each hand of the sheet; their sums are its totals from paper.

    Where minus is written too, or somebody has left the table, its own page is shown instead.
    """
    found = place_of(visit, place)
    if not takes_rows(found):
        return redirect(visit.address("desk_table", found.pk))
    latest = services.newest(found)
    grid = _good_grid(request, visit, found, latest)
    form_token = _read_or_new(request, latest.number if latest else 0)
    if _is_saved(request) and not grid.has_problems:
        asked = asked_at(visit.event, found)
        with Attempt(grid):
            try:
                services.key_totals(
                    event=visit.event,
                    place=found,
                    record=grid.record(has_hands=asked.hands, has_solos=asked.solos),
                    seen_number=form_token.seen_version,
                    by=visit.by,
                    submission=form_token.submission,
                    reason=typed_reason(request.POST),
                    is_sure="is_sure" in request.POST,
                )
            except ActionReused:
                raise Refused(str(USED)) from None
            except services.TotalsMoved as moved:
                form_token = new_form_token(moved.latest.number)
                who = {"who": doer_of(moved.latest).plain}
                raise Refused(str(KEYED_MEANWHILE) % who) from moved
            return redirect(visit.address("desk_table", found.pk))
    return _grid_page(
        request,
        visit,
        found,
        grid,
        form_token,
        asks_reason=latest is not None or found.round.closed_at is not None,
        reason=request.POST.get(REASON, ""),
    )


def _good_grid(
    request: HttpRequest, visit: EventAccess, place: EventTable, latest: TotalsVersion | None
) -> GoodGrid:
    results = Result.objects.filter(event_table=place).select_related("entry").order_by("side")
    names = side_names(visit.event, results)
    lines = latest.record.get("lines", []) if latest and not latest.is_withdrawn else []
    count = max(place.hands_due or ROWS_WITHOUT_END, len(lines))
    posted = request.POST.dict() if request.method == "POST" else None
    deals = dealt_at(place.table, count)
    return GoodGrid(names, deals, possible_at(place), visit.settings.good_step, posted, lines=lines)


# Keying the hands of a paper sheet, all of them on one page.


ROWS_OF_A_MATCH = 16


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def key_hands(request: HttpRequest, visit: EventAccess, place: int) -> HttpResponse:
    """A row for each hand that the sheet still lacks; saved all at once, or not at all."""
    found = place_of(visit, place)
    sheet = table_sheet(found.table)
    count = _rows_due(found, sheet)
    results = with_leavings(Result.objects.filter(event_table=found))
    changes = circles_to_come(results, sheet.coming.circle, sheet.hands_dealt)
    posted = request.POST.dict() if request.method == "POST" else None
    grid = Grid(sheet, count, posted, changes)
    form_token = _read_or_new(request, found.table.version)
    if _is_saved(request) and not grid.has_problems:
        with Attempt(grid) as attempt:
            try:
                services.key_hands(
                    event=visit.event,
                    place=found,
                    records=grid.records,
                    seen_version=form_token.seen_version,
                    is_signed="is_signed" in request.POST,
                    by=visit.by,
                    submission=form_token.submission,
                )
                return redirect(visit.address("desk_table", found.pk))
            except MoreThanDue as full:
                raise Refused(more_than_due(full.due)) from full
            except ImpossibleHand as impossible:
                row = next((r for r in grid.rows if r.number == impossible.number), grid.rows[0])
                row.refuse(impossible.problem, sheet.sides)
        if isinstance(attempt.refused, services.SheetChanged):
            form_token = new_form_token(found.table.version)
    return _grid_page(
        request,
        visit,
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


def _rows_due(place: EventTable, sheet: Sheet) -> int:
    return max(place.hands_due - sheet.hands_dealt, 0) if place.hands_due else ROWS_OF_A_MATCH


def _grid_page(
    request: HttpRequest,
    visit: EventAccess,
    place: EventTable,
    grid: Grid | GoodGrid,
    form_token: FormToken,
    **more: object,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "keying",
        "place": place,
        "round": place.round,
        "grid": grid,
        "is_checked": "check" in request.POST,
        "form_token": form_token,
        **more,
    }
    template = (
        "events/results/grid.html" if isinstance(grid, Grid) else "events/results/good_grid.html"
    )
    status = UNPROCESSABLE if _is_saved(request) else 200
    return render(request, template, context, status=status)
