"""Bringing an event in: its file, a look at what is in it, and then the event itself."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.archive.bringing import already_here, bring_in, same_event
from tournaments.archive.forms import EventFileForm, read_others
from tournaments.archive.preview import Preview, preview_of
from tournaments.archive.reading import Archive, BadFile, read_archive
from tournaments.archive.services import content_of, drop_upload, keep_upload, note_brought_in
from tournaments.common.access import ClubVisit, club_director
from tournaments.common.envelope import new_envelope, read_envelope
from tournaments.common.statuses import UNPROCESSABLE
from tournaments.models import EventUpload

MANY_HANDS = 2_000
"""From so many on it takes a while to reckon everything anew."""


@club_director
@require_http_methods(["GET", "HEAD", "POST"])
def bring_event_in(request: HttpRequest, visit: ClubVisit) -> HttpResponse:
    """The form for a file; a good one is kept and shown."""
    if request.method != "POST":
        return _form_page(request, visit, EventFileForm())
    read_envelope(request.POST)
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
def bring_in_preview(request: HttpRequest, visit: ClubVisit, upload: int) -> HttpResponse:
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
    read_envelope(request.POST)
    if request.POST.get("deed") == "drop":
        drop_upload(kept)
        return redirect("bring_event_in", visit.club.pk)
    return _bring(request, visit, kept, archive)


def _bring(
    request: HttpRequest, visit: ClubVisit, kept: EventUpload, archive: Archive
) -> HttpResponse:
    others = read_others(request.POST)
    try:
        event = bring_in(archive, visit.club, others=others)
    except BadFile as bad:
        preview = preview_of(archive, visit.club, others)
        return _preview_page(request, visit, preview, bad.sentences)
    note_brought_in(kept, event)
    return redirect("desk", event.pk)


def _form_page(
    request: HttpRequest, visit: ClubVisit, form: EventFileForm, sentences: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "visit": visit,
        "form": form,
        "sentences": sentences,
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "events/bring_in.html", context, status=status)


def _preview_page(
    request: HttpRequest, visit: ClubVisit, preview: Preview, sentences: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "visit": visit,
        "preview": preview,
        "takes_long": preview.hands > MANY_HANDS,
        "sentences": sentences,
        "envelope": new_envelope(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "events/bring_in_preview.html", context, status=status)
