"""What people at an event's table do themselves: reach it by its code, confirm its sheet."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.letting_in import say_held
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.actions import UNPROCESSABLE, Attempt, read_envelope
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.forms.tables import ConfirmForm, TypedCodeForm
from tournaments.events.results.queries.progress import AtEvent
from tournaments.events.results.services import sheets as services
from tournaments.events.results.services.sheets import scorer_of
from tournaments.tables.access import Visit, table_write
from tournaments.tables.queries import TableSheet, seat_names
from tournaments.tables.views.hands import table_page

# Reaching a table by the short code on its card.


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def typed_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and go on to the sheet to which it leads."""
    form = TypedCodeForm(request)
    if form.is_valid() and form.place is not None:
        to_the_sheet = redirect("table", write_secret(form.place))
        keep_private(to_the_sheet)
        return to_the_sheet
    status = UNPROCESSABLE if form.is_bound else 200
    response = render(request, "events/typed_code.html", {"form": form}, status=status)
    say_held(response, form.held)
    return response


# What the pages of a table need besides, where it belongs to an event.


def at_event(visit: Visit, sheet: TableSheet) -> AtEvent | None:
    """The place of the visited table in an event, None at people's own tables."""
    place = visit.event_table
    return None if place is None else AtEvent(place, sheet)


def confirm_form(visit: Visit, data: Mapping[str, str] | None = None) -> ConfirmForm:
    """The question whether the sheet is right, for those who did not enter it."""
    scorer = scorer_of(visit.table)
    return ConfirmForm(
        seat_names(visit.table),
        scorer,
        who="" if visit.who == scorer else visit.who,
        data=data,
    )


# A second person at an event's table says that the sheet is right.


@table_write
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_sheet(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Take the confirmation; the question itself stands on the table's page."""
    place = visit.event_table
    if place is None:
        raise Http404
    if request.method != "POST":
        return redirect(visit.url)
    envelope = read_envelope(request.POST)
    form = confirm_form(visit, request.POST)
    form.is_valid()  # what cannot be read names nobody, and is refused so
    with Attempt() as attempt:
        services.confirm_sheet(
            place=place,
            who=form.cleaned_data.get("who", ""),
            entered_by=form.cleaned_data.get("entered_by", ""),
            seen_version=envelope.seen_version,
            by=visit.actor,
            submission=envelope.submission,
        )
        return redirect(visit.url)
    form.refuse(attempt.sentence)
    visit.table.refresh_from_db()
    return table_page(request, visit, confirm=form, status=UNPROCESSABLE)
