"""Spare sheets: printed with numbers of their own, and said to be of a table when they come in."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.queries.start_list import start_list
from tournaments.events.results.queries import spare_sheets as queries
from tournaments.events.results.queries.progress import rounds_with_tables
from tournaments.events.results.queries.sheet_codes import Coded, read_code
from tournaments.events.results.queries.spare_sheets import batch_of
from tournaments.paper.fallback import sheets_in_pile
from tournaments.paper.forms import NameSpareByPeopleForm, NameSpareForm
from tournaments.paper.services import name_spare
from tournaments.paper.services import print_spares as print_them
from tournaments.paper.views.paper import paper_page, spare_form
from tournaments.paper.views.printing import Asked


@event_director
@require_POST
def print_spares(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Give spare sheets their numbers; then the page has the line from which to print them."""
    form = spare_form(visit, request.POST.dict())
    if form.is_valid():
        try:
            print_them(
                event=visit.event,
                count=form.cleaned_data["tables"],
                round_number=form.cleaned_data["round"],
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
            return redirect(f"{visit.address('paper')}{Asked.of(request).query}#spare-sheets")
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return paper_page(request, visit, form, status=UNPROCESSABLE)


@event_director
@require_POST
def print_pile(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Give the sheets of a pile their numbers where tables open one by one, then print it."""
    if not visit.settings.rolling:
        return redirect(visit.address("paper"))
    form = spare_form(visit, request.POST.dict())
    if not form.is_valid():
        return paper_page(request, visit, form, status=UNPROCESSABLE)
    tables, submission = form.cleaned_data["tables"], read_envelope(request.POST).submission
    sheets = sheets_in_pile(visit.settings, len(start_list(visit.event)), tables)
    try:
        done = print_them(
            event=visit.event, count=sheets, round_number=0, by=visit.by, submission=submission
        )
    except Refused as refused:
        form.refuse(refused.sentence, refused.field)
        return paper_page(request, visit, form, status=UNPROCESSABLE)
    first = batch_of(done.change).first if done.change else 0
    wanted = urlencode({**Asked.of(request).wishes, "tables": tables, "first": first})
    return redirect(f"{visit.address('event_paper', 'fallback')}?{wanted}")


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def spare_sheet(request: HttpRequest, visit: EventVisit, number: int) -> HttpResponse:
    """Ask of which table a spare sheet is; who has said so is led to its totals."""
    spare = queries.spare_sheet(visit.event, number)
    if spare is None:
        raise Http404
    coded = read_code(visit.event, spare.code) if spare.code else None
    if request.method != "POST":
        if coded is not None and not coded.problem:
            return redirect(_totals(visit, coded))
        return _page(request, visit, spare, _form(visit, spare), problem=coded and coded.problem)
    form = _form(visit, spare, request.POST.dict())
    if form.is_valid():
        numbers = Coded(*form.numbers)
        try:
            name_spare(
                event=visit.event,
                number=number,
                round_number=numbers.round,
                table=numbers.table,
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
            return redirect(_totals(visit, numbers))
        except Refused as refused:
            form.refuse(refused.sentence, refused.field)
    return _page(request, visit, spare, form, status=UNPROCESSABLE)


def _totals(visit: EventVisit, coded: Coded) -> str:
    place = coded._replace(is_empty=True).place
    return f"{visit.address('keying')}?{urlencode(place)}"


def _form(
    visit: EventVisit, spare: queries.Spare, data: dict[str, str] | None = None
) -> NameSpareForm | NameSpareByPeopleForm:
    if visit.settings.rolling:
        return NameSpareByPeopleForm(queries.tables_by_name(visit.event), data)
    numbers = [each.number for each in rounds_with_tables(visit.event)]
    likely = spare.round if spare.round in numbers else max(numbers, default=0)
    return NameSpareForm(numbers, likely, data)


def _page(
    request: HttpRequest,
    visit: EventVisit,
    spare: queries.Spare,
    form: NameSpareForm | NameSpareByPeopleForm,
    *,
    problem: str | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "visit": visit,
        "here": "keying",
        "spare": spare,
        "form": form,
        "problem": problem,
        "problems": form.all_problems(),
        "envelope": new_envelope(visit.event.version),
    }
    return render(request, "events/spare_sheet.html", context, status=status)
