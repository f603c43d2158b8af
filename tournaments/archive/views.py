"""Taking an event away: lists for spreadsheets, and everything as one file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from tempfile import TemporaryFile
from typing import BinaryIO

from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.archive.forms import EventFileForm, read_others
from tournaments.archive.lists import LISTS, MOST_HANDS, count_hands, lists_of, names_of, players
from tournaments.archive.reading import Archive, BadFile, read_archive
from tournaments.archive.services import (
    Preview,
    already_here,
    bring_in,
    content_of,
    drop_upload,
    keep_upload,
    note_brought_in,
    preview_of,
    same_event,
)
from tournaments.archive.writing import write_event
from tournaments.common.access import ClubAccess, club_director
from tournaments.common.actions import UNPROCESSABLE, new_form_token, read_form_token
from tournaments.common.listing import XLSX, csv_stream, write_workbook
from tournaments.events.access import EventAccess, event_director
from tournaments.events.check_in.queries.contacts import count_contacts, forgotten_at
from tournaments.events.check_in.services import forget_old_contacts
from tournaments.models import Event, EventUpload

# Bringing an event in: its file, a look at what is in it, and then the event itself.

MANY_TO_RECKON = 2_000
"""From so many on it takes a while to reckon everything anew."""


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def bring_event_in(request: HttpRequest, visit: ClubAccess) -> HttpResponse:
    """The form for a file; a good one is kept and shown."""
    if request.method != "POST":
        return _form_page(request, visit, EventFileForm())
    read_form_token(request.POST)
    form = EventFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, visit, form, list(map(str, form.errors["file"])))
    raw = form.cleaned_data["file"].read()
    try:
        archive = read_archive(raw)
        here = same_event(archive)
        if here is not None:
            raise BadFile(already_here(here))
    except BadFile as bad:
        return _form_page(request, visit, form, bad.sentences)
    assert visit.by.user is not None
    kept = keep_upload(club=visit.club, user=visit.by.user, raw=raw)
    return redirect("bring_in_preview", visit.club.pk, kept.pk)


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in_preview(request: HttpRequest, visit: ClubAccess, upload: int) -> HttpResponse:
    """What is in the file; sent, the event is brought in, or the file is let go."""
    kept = get_object_or_404(EventUpload, pk=upload, club=visit.club)
    if kept.event_id is not None:
        return redirect("desk", kept.event_id)
    try:
        archive = read_archive(content_of(kept))
    except BadFile as bad:  # only where the program has become another one since
        return _form_page(request, visit, EventFileForm(), bad.sentences)
    if request.method != "POST":
        return _preview_page(request, visit, preview_of(archive, visit.club))
    read_form_token(request.POST)
    if request.POST.get("deed") == "drop":
        drop_upload(kept)
        return redirect("bring_event_in", visit.club.pk)
    return _bring(request, visit, kept, archive)


def _bring(
    request: HttpRequest, visit: ClubAccess, kept: EventUpload, archive: Archive
) -> HttpResponse:
    others = read_others(request.POST)
    try:
        event = bring_in(archive, visit.club, by=visit.by, others=others)
    except BadFile as bad:
        preview = preview_of(archive, visit.club, others)
        return _preview_page(request, visit, preview, bad.sentences)
    note_brought_in(kept, event)
    return redirect("desk", event.pk)


def _form_page(
    request: HttpRequest, visit: ClubAccess, form: EventFileForm, sentences: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "visit": visit,
        "form": form,
        "sentences": sentences,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "archive/bring_in.html", context, status=status)


def _preview_page(
    request: HttpRequest, visit: ClubAccess, preview: Preview, sentences: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "visit": visit,
        "preview": preview,
        "takes_long": preview.hands > MANY_TO_RECKON,
        "sentences": sentences,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "archive/bring_in_preview.html", context, status=status)


MANY_HANDS = 5_000
"""From so many on it takes seconds to write them."""


@event_director
@require_safe
def take_away(request: HttpRequest, visit: EventAccess) -> HttpResponse:
    """What can be taken away."""
    hands = count_hands(visit.event)
    context = {
        "visit": visit,
        "here": "history",
        "lists": [LISTS[name](visit.event) for name in names_of(visit.event)],
        "hands": hands,
        "takes_long": hands > MANY_HANDS,
        "too_many_hands": hands > MOST_HANDS,
        "contacts": count_contacts(visit.event),
        "forgotten_at": forgotten_at(visit.event),
        "form_token": new_form_token(visit.event.version),
    }
    return render(request, "archive/take_away.html", context)


@event_director
@require_safe
def take_event(request: HttpRequest, visit: EventAccess) -> FileResponse:
    """The whole event, to be brought in elsewhere."""
    forget_old_contacts()
    return _file(
        lambda out: write_event(visit.event, out),
        f"{_name_of(visit.event)}.json",
        "application/json",
    )


@event_director
@require_safe
def take_workbook(request: HttpRequest, visit: EventAccess) -> FileResponse:
    """Every list, each as a tab of one workbook."""
    lists = lists_of(visit.event)
    return _file(lambda out: write_workbook(lists, out), f"{_name_of(visit.event)}.xlsx", XLSX)


@event_director
@require_safe
def take_list(request: HttpRequest, visit: EventAccess, listing: str) -> StreamingHttpResponse:
    """One list as CSV."""
    if listing not in LISTS:
        raise Http404
    return csv_stream(LISTS[listing](visit.event), f"{_name_of(visit.event)}-{listing}")


@club_director
@require_safe
def take_players(request: HttpRequest, visit: ClubAccess, ending: str) -> HttpResponseBase:
    """Everybody whom the club knows, as CSV or XLSX."""
    listing, name = players(visit.club), slugify(visit.club.name) or "club"
    if ending == "csv":
        return csv_stream(listing, f"{name}-{listing.name}")
    if ending != "xlsx":
        raise Http404
    return _file(lambda out: write_workbook([listing], out), f"{name}-{listing.name}.xlsx", XLSX)


def _file(write: Callable[[BinaryIO], object], name: str, kind: str) -> FileResponse:
    """A file that is written as a whole before anything is sent: a failure is no half file."""
    out = TemporaryFile()  # noqa: SIM115 - the answer closes it
    try:
        write(out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return FileResponse(out, as_attachment=True, filename=name, content_type=kind)


def _name_of(event: Event) -> str:
    """What an event's files are called: its title and its day, in plain letters."""
    day = timezone.localtime(event.starts_at or event.made_at)
    return f"{slugify(event.title) or 'event'}-{day:%Y-%m-%d}"
