"""The final list: looked at, locked, opened again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.access import EventVisit, event_director
from tournaments.events.desk.views.desk import led_line
from tournaments.events.money.queries.left_over import key_of, left_before_lock
from tournaments.events.standings import services
from tournaments.events.standings.forms import ReopenForm
from tournaments.events.standings.queries.final import final_page
from tournaments.events.standings.queries.ties import ties_for_prizes
from tournaments.models import Event
from tournaments.people.queries.player_page_links import of_entries

Problems = list[tuple[str, str, str]]


@event_director
@require_http_methods(["GET", "HEAD", "POST"])
def lock_final(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """The list as it is or would be locked, with its revisions."""
    if request.method != "POST":
        return _page(request, visit, ReopenForm(), [])
    submission = read_envelope(request.POST).submission
    try:
        services.lock_final(
            event=visit.event,
            by=visit.by,
            submission=submission,
            seen=request.POST.get("seen", ""),
            knows=request.POST.get("knows", ""),
        )
    except services.LeftOver:
        return _page(request, visit, ReopenForm(), [], asks=True)
    except Refused as refused:
        return _page(request, visit, ReopenForm(), [("", "", refused.sentence)])
    return redirect(visit.address("lock_final"))


@event_director
@require_POST
def reopen_final(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Open the final list again, with a reason."""
    submission = read_envelope(request.POST).submission
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return _page(request, visit, form, form.all_problems())
    services.reopen_final(
        event=visit.event,
        reason=form.cleaned_data["reason"],
        by=visit.by,
        submission=submission,
    )
    return redirect(visit.address("lock_final"))


def _page(
    request: HttpRequest,
    visit: EventVisit,
    form: ReopenForm,
    problems: Problems,
    *,
    asks: bool = False,
) -> HttpResponse:
    """`asks`: whether the list shall be locked over what is left to be done."""
    final = final_page(visit.event)
    left = left_before_lock(visit.event)
    numbers = [row.number for row, _name in final.lines]
    context = {
        "visit": visit,
        "here": "event",
        "is_final": visit.event.state == Event.FINAL,
        "final": final,
        "books": of_entries(visit.event, numbers, is_director=True),
        "left": [led_line(visit, line) for line in left],
        "knows": key_of(left) if asks else "",
        "asks": asks,
        "prize_ties": ties_for_prizes(visit.event),
        "form": form,
        "problems": problems,
        "envelope": new_envelope(visit.event.version),
    }
    status = UNPROCESSABLE if problems or asks else 200
    return render(request, "events/final.html", context, status=status)
