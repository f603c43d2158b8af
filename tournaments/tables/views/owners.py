"""An evening that its owner takes back: from whoever holds its links now, with new ones."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.common.access import signed_in
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.tables.access import Visit, table_account, worthless_link
from tournaments.tables.queries.owners import tables_opened_by, title_of, what_was_taken
from tournaments.tables.services import changes


@worthless_link
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, visit: Visit) -> HttpResponse:
    """By the link with which the evening was opened, for a day after its links were changed."""
    return _taking(request, visit, reverse("take_back", args=[visit.secret]))


@table_account
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_by_account(request: HttpRequest, visit: Visit) -> HttpResponse:
    """By the account that opened the evening, or of a director of its club, at any time."""
    return _taking(request, visit, reverse("take_back_by_account", args=[visit.table.pk]))


@signed_in
@require_safe
def opened(request: HttpRequest) -> HttpResponse:
    """The evenings that somebody opened while signed in."""
    assert isinstance(request.user, User)
    return render(request, "tables/opened.html", {"tables": tables_opened_by(request.user)})


def _taking(request: HttpRequest, visit: Visit, action: str) -> HttpResponse:
    if request.method == "POST":
        submission = read_envelope(request.POST).submission
        try:
            made = changes.take_back(table=visit.table, by=visit.actor, submission=submission)
        except (changes.NothingToTakeBack, changes.ChangeReused) as refused:
            raise Http404 from refused
        return redirect("table_links", made.write)
    taken = what_was_taken(visit.table, visit.actor)
    if taken is None:
        raise Http404
    context = {
        "visit": visit,
        "title": title_of(visit.table),
        "taken": taken,
        "action": action,
        "envelope": new_envelope(visit.table.version),
    }
    return render(request, "tables/take_back.html", context)
