"""The card counter on a page of its own."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.access import searched
from tournaments.tables.forms.counter import CounterForm


@searched
@require_safe
def counter(request: HttpRequest) -> HttpResponse:
    """Counts a pile; the address keeps what was tapped."""
    return render(request, "counter.html", {"counter": CounterForm(request.GET)})
