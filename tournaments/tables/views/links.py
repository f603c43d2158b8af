"""The links of a table: shown as text and as codes, made anew, switched off."""

from __future__ import annotations

import segno
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.common.access import keep_private, signed_in
from tournaments.common.actions import new_envelope, read_envelope
from tournaments.common.requests import outside_address
from tournaments.models import TableLink, hash_secret
from tournaments.tables.access import Visit, own_table_write, table_account, worthless_link
from tournaments.tables.queries.curve import shown
from tournaments.tables.queries.owners import tables_opened_by, title_of, what_was_taken
from tournaments.tables.queries.sheets import table_sheet
from tournaments.tables.services import tables
from tournaments.tables.services.tables import watch_secret
from tournaments.tables.views.pages import same_answers, table_page

# An evening that its owner takes back: from whoever holds its links now, with new ones.


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
            made = tables.take_back(table=visit.table, by=visit.actor, submission=submission)
        except (tables.NothingToTakeBack, tables.ChangeReused) as refused:
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


# The end of an evening, and opening its sheet again.


@own_table_write
@require_http_methods(["GET", "HEAD", "POST"])
def end_evening(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Ask whether the evening is over, with how it ended; then close the sheet."""
    if request.method == "POST":
        envelope = read_envelope(request.POST)
        tables.end_evening(table=visit.table, by=visit.actor, submission=envelope.submission)
        return redirect(visit.url)
    context = {
        "visit": visit,
        **shown(table_sheet(visit.table)),
        "envelope": new_envelope(visit.table.version),
    }
    return render(request, "tables/end.html", context)


@own_table_write
@require_POST
def reopen(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open the sheet again; a hand that was typed meanwhile stays in the form."""
    envelope = read_envelope(request.POST)
    tables.reopen_sheet(table=visit.table, by=visit.actor, submission=envelope.submission)
    if "dealer" not in request.POST:
        return redirect(visit.url)
    visit.table.refresh_from_db()
    sheet = table_sheet(visit.table)
    form = same_answers(sheet, request.POST)
    return table_page(
        request, visit, sheet=sheet, form=form, envelope=new_envelope(visit.table.version)
    )


@own_table_write
@require_safe
def links(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Both links of the table, as text and as a code for the camera."""
    write = outside_address(request, visit.url)
    watching = watching_link(visit)
    watch = ""
    if watching is not None:
        address = reverse("table", args=[watch_secret(visit.secret)])
        watch = outside_address(request, address)
    context = {
        "visit": visit,
        "table": visit.table,
        "write": write,
        "write_code": code_for(write),
        "watch": watch,
        "watch_code": code_for(watch) if watch else "",
        "has_others": len(links_beside(visit)) > 0,
        "for_others": new_envelope(visit.table.version),
        "for_watching": new_envelope(visit.table.version),
        "for_new": new_envelope(visit.table.version),
    }
    return render(request, "tables/links.html", context)


@own_table_write
@require_POST
def new_links(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Make a second pair of links and show it; the first goes on working for now."""
    submission = read_envelope(request.POST).submission
    made = tables.add_links(table=visit.table, by=visit.actor, submission=submission)
    response = redirect("table_links", made.write)
    keep_private(response)
    return response


@own_table_write
@require_POST
def links_off(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Switch off the watching link, or every link but the two of this page."""
    submission = read_envelope(request.POST).submission
    watching = watching_link(visit)
    chosen = links_beside(visit) if request.POST.get("which") == "others" else [watching]
    tables.switch_off_links(
        table=visit.table,
        links=[link for link in chosen if link is not None],
        by=visit.actor,
        submission=submission,
    )
    return redirect("table_links", visit.secret)


def watching_link(visit: Visit) -> TableLink | None:
    """The watching link that belongs to the writing one, if it is not switched off."""
    secret_hash = hash_secret(watch_secret(visit.secret))
    return TableLink.objects.filter(secret_hash=secret_hash, revoked_at=None).first()


def links_beside(visit: Visit) -> list[TableLink]:
    """The links of the table that work and are not the two of this pair."""
    pair = [hash_secret(visit.secret), hash_secret(watch_secret(visit.secret))]
    working = TableLink.objects.filter(table=visit.table, revoked_at=None)
    return list(working.exclude(secret_hash__in=pair))


def code_for(address: str) -> str:
    """The address as a picture for the camera: an SVG without any style of its own."""
    code = segno.make(address, error="m")
    svg: str = code.svg_inline(omitsize=True, border=2, svgclass="code", lineclass=None)
    return svg
