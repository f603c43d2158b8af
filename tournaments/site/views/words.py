"""The words of the family on one page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.common.access import searched
from tournaments.site.glossary import GROUPS


@searched
@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """What people say at the table, by groups."""
    return render(request, "words.html", {"groups": GROUPS})
