"""Taking an event away: lists for spreadsheets, and everything as one file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
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

from accounts.events import Kind
from accounts.saying import kept_what
from scoring import find_ruleset
from tournaments.archive.forms import EventFileForm
from tournaments.archive.lists import LISTS, MOST_HANDS, count_hands, lists_of, names_of, players
from tournaments.archive.person import write_person
from tournaments.archive.reading import Archive, BadFile, read_archive
from tournaments.archive.services import (
    bring_in,
    content_of,
    keep_upload,
    matches,
    note_brought_in,
    refuse_again,
    same_event,
)
from tournaments.archive.writing import write_event
from tournaments.common.access import ClubAccess, club_needs
from tournaments.common.actions import UNPROCESSABLE, new_form_token, note_action, read_form_token
from tournaments.common.listing import csv_stream
from tournaments.common.requests import PLACE, read_key, speak_for_all
from tournaments.common.rights import Right
from tournaments.common.workbook import XLSX, write_workbook
from tournaments.events.access import EventAccess, event_needs
from tournaments.events.check_in.queries.contacts import forgotten_at
from tournaments.events.check_in.services import forget_old_contacts
from tournaments.models import Author, Contact, Event, EventUpload, Player, Round

# Bringing an event in: its file, a look at what is in it, and then the event itself.

MANY_TO_RECKON = 2_000
"""From so many on it takes a while to reckon everything anew."""


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def bring_event_in(request: HttpRequest, access: ClubAccess) -> HttpResponse:
    """The form for a file; a good one is kept and shown."""
    if request.method != "POST":
        return _form_page(request, access, EventFileForm())
    read_form_token(request.POST)
    form = EventFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, access, form, list(map(str, form.errors["file"])))
    raw = form.cleaned_data["file"].read()
    try:
        archive = read_archive(raw)
        refuse_again(archive)
    except BadFile as bad:
        return _form_page(request, access, form, bad.sentences)
    assert access.by.user is not None
    kept = keep_upload(club=access.club, user=access.by.user, raw=raw)
    return redirect("bring_in_preview", access.club.pk, kept.pk)


@club_needs(Right.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def bring_in_preview(request: HttpRequest, access: ClubAccess, upload: int) -> HttpResponse:
    """What is in the file; sent, the event is brought in, or the file is let go."""
    kept = get_object_or_404(EventUpload, pk=upload, club=access.club)
    if kept.event_id is not None:
        return redirect("desk", kept.event_id)
    try:
        archive = read_archive(content_of(kept))
    except BadFile as bad:  # only where the program has become another one since
        return _form_page(request, access, EventFileForm(), bad.sentences)
    if request.method != "POST":
        return _preview_page(request, access, archive)
    read_form_token(request.POST)
    if request.POST.get("deed") == "drop":
        kept.delete()
        return redirect("bring_event_in", access.club.pk)
    # The rows of people who are somebody else than the one whom the club knows by that name.
    read = (read_key(text, PLACE) for text in request.POST.getlist("other"))
    others = {number for number in read if number is not None}
    try:
        event = bring_in(archive, access.club, by=access.by, others=others)
    except BadFile as bad:
        return _preview_page(request, access, archive, others, bad.sentences)
    note_brought_in(kept, event)
    return redirect("desk", event.pk)


def _form_page(
    request: HttpRequest, access: ClubAccess, form: EventFileForm, sentences: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "access": access,
        "form": form,
        "sentences": sentences,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "archive/bring_in.html", context, status=status)


def _preview_page(
    request: HttpRequest,
    access: ClubAccess,
    archive: Archive,
    others: Collection[int] = (),
    sentences: Sequence[str] = (),
) -> HttpResponse:
    """The event as its file has it, and `already` the same one where it is here."""
    known = matches(archive, access.club)
    rounds = archive.rows["Round"].named()
    context = {
        "access": access,
        "preview": archive.event,
        "game": find_ruleset(archive.event.ruleset).name,
        "program": archive.program,
        "already": same_event(archive),
        "count": archive.count,
        "rounds": sum(row.get("state") != Round.CANCELLED for row in rounds),
        "new_people": archive.count["Player"] - len(known),
        "sure": [match for match in known if match.has_same_home],
        "doubtful": [match for match in known if not match.has_same_home],
        "others": others,
        "takes_long": archive.count["Hand"] > MANY_TO_RECKON,
        "sentences": sentences,
        "form_token": new_form_token(0),
    }
    status = UNPROCESSABLE if sentences else 200
    return render(request, "archive/bring_in_preview.html", context, status=status)


MANY_HANDS = 5_000
"""From so many on it takes seconds to write them."""


@event_needs(Right.TAKE_AWAY)
@require_safe
def take_away(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """What can be taken away."""
    hands = count_hands(access.event)
    context = {
        "access": access,
        "here": "history",
        "lists": [LISTS[name](access.event) for name in names_of(access.event)],
        "hands": hands,
        "takes_long": hands > MANY_HANDS,
        "too_many_hands": hands > MOST_HANDS,
        "contacts": Contact.objects.filter(entry__event=access.event).count(),
        "forgotten_at": forgotten_at(access.event),
        "form_token": new_form_token(access.event.version),
    }
    return render(request, "archive/take_away.html", context)


@event_needs(Right.TAKE_AWAY)
@require_safe
def take_event(request: HttpRequest, access: EventAccess) -> FileResponse:
    """The whole event, to be brought in elsewhere."""
    forget_old_contacts()
    return _file(
        lambda out: write_event(access.event, out),
        f"{_name_of(access.event)}.json",
        "application/json",
    )


@event_needs(Right.TAKE_AWAY)
@require_safe
def take_workbook(request: HttpRequest, access: EventAccess) -> FileResponse:
    """Every list, each as a tab of one workbook."""
    speak_for_all(request, access.event)
    lists = lists_of(access.event)
    return _file(lambda out: write_workbook(lists, out), f"{_name_of(access.event)}.xlsx", XLSX)


@event_needs(Right.TAKE_AWAY)
@require_safe
def take_list(request: HttpRequest, access: EventAccess, listing: str) -> StreamingHttpResponse:
    """One list as CSV."""
    speak_for_all(request, access.event)
    if listing not in LISTS:
        raise Http404
    return csv_stream(LISTS[listing](access.event), f"{_name_of(access.event)}-{listing}")


@club_needs(Right.TAKE_AWAY)
@require_safe
def take_players(request: HttpRequest, access: ClubAccess, ending: str) -> HttpResponseBase:
    """Everybody whom the club knows, as CSV or XLSX."""
    speak_for_all(request, access.club)
    listing, name = players(access.club), slugify(access.club.name) or "club"
    if ending == "csv":
        return csv_stream(listing, f"{name}-{listing.name}")
    if ending != "xlsx":
        raise Http404
    return _file(lambda out: write_workbook([listing], out), f"{name}-{listing.name}.xlsx", XLSX)


@club_needs(Right.TAKE_AWAY)
@require_safe
def take_person(request: HttpRequest, access: ClubAccess, player_id: int) -> FileResponse:
    """All that is kept about one person, for him; others have numbers in it."""
    people = Player.objects.filter(club=access.club, merged_into=None, erased_at=None)
    player = get_object_or_404(people.select_related("club"), pk=player_id)
    return person_file(request, player, access.by)


def person_file(request: HttpRequest, player: Player, by: Author) -> FileResponse:
    """The same, for a director or for whoever it is about; that it was taken is written down."""
    speak_for_all(request, player.club)
    name = f"{slugify(player.name) or 'person'}.zip"
    answer = _file(lambda out: write_person(player, out), name, "application/zip")
    what = kept_what("player", player=player.pk)
    note_action(Kind.PERSONS_FILE, club=player.club, by=by, what=what)
    return answer


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
