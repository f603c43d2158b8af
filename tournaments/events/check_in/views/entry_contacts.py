"""How somebody is reached, and who is the same person: for the directors of the event alone."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from tournaments.common.deeds import Refused
from tournaments.common.envelope import read_envelope
from tournaments.common.numbers import read_key
from tournaments.events.access import EventVisit, event_director
from tournaments.events.check_in.forms import ReachedForm
from tournaments.events.check_in.queries.contacts import known_of
from tournaments.events.check_in.services import contacts as services
from tournaments.events.check_in.views.contacts import contact_context
from tournaments.events.check_in.views.entries import entry_page
from tournaments.events.deeds import Done
from tournaments.models import Entry

SAME, OTHER, OPEN = "same", "other", "open"


@event_director
@require_POST
def entry_contact(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Note, change or erase how somebody is reached."""
    entry = get_object_or_404(visit.event.entries, pk=entry_id)
    entry.event = visit.event
    form = ReachedForm(known_of(entry).reached, request.POST)
    if form.is_valid():
        try:
            services.note_contact(
                entry=entry,
                reached=form.reached,
                by=visit.by,
                submission=read_envelope(request.POST).submission,
            )
        except Refused as refused:
            return entry_page(request, visit, entry, refused=refused.sentence)
        return redirect(visit.address("entry_form", entry.pk) + "#reached-title")
    return entry_page(request, visit, entry, **contact_context(visit, entry, form))


@event_director
@require_POST
def entry_same(request: HttpRequest, visit: EventVisit, entry_id: int) -> HttpResponse:
    """Say that two entries are of the same person, or of two, or take that back."""
    entry = get_object_or_404(visit.event.entries, pk=entry_id)
    key = read_key(request.POST.get("other"))
    if key is None:
        raise BadRequest("It is not said which entry is meant.")
    other = get_object_or_404(visit.event.entries, pk=key)
    try:
        _say(request, visit, entry, other)
    except Refused as refused:
        return entry_page(request, visit, entry, refused=refused.sentence)
    if request.POST.get("from") == "door":
        return redirect(f"{visit.address('door')}?about={entry.pk}")
    return redirect(visit.address("entry_form", entry.pk) + "#reached-title")


def _say(request: HttpRequest, visit: EventVisit, entry: Entry, other: Entry) -> Done:
    deed, submission = request.POST.get("deed", ""), read_envelope(request.POST).submission
    if deed == OPEN:
        return services.leave_open(entry=entry, other=other, by=visit.by, submission=submission)
    if deed not in (SAME, OTHER):
        raise BadRequest("Nobody knows how to answer that.")
    is_same = deed == SAME
    return services.say_same(
        entry=entry, other=other, is_same=is_same, by=visit.by, submission=submission
    )


@event_director
@require_POST
def erase_contacts(request: HttpRequest, visit: EventVisit) -> HttpResponse:
    """Erase all of them, even where the final list is locked."""
    submission = read_envelope(request.POST).submission
    services.erase_contacts(event=visit.event, by=visit.by, submission=submission)
    return redirect(visit.address("take_away"))
