"""The links of a table: shown as text and as codes, made anew, switched off."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.common.access import keep_private
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.outside import outside_address
from tournaments.models import TableLink, hash_secret
from tournaments.tables.access import Visit, own_table_write
from tournaments.tables.services import changes
from tournaments.tables.services.tables import watch_secret


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
    made = changes.add_links(table=visit.table, by=visit.actor, submission=submission)
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
    changes.switch_off_links(
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
