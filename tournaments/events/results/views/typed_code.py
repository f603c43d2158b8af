"""Reaching a table by the short code on its card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.letting_in import say_held
from tournaments.common.access import keep_private, open_to_all
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.events.draw.services.tables import write_secret
from tournaments.events.results.forms.typed_code import TypedCodeForm


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
