"""Announcements: a sentence on every screen of the event until it is taken down."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.looks import look_of
from tournaments.events.deeds import Done, do
from tournaments.events.desk.queries.announcements import announcements_of
from tournaments.events.desk.services.twice import ask_again, is_of_now
from tournaments.models import Announcement, By, Event, EventChange

MOST_AT_ONCE = 5


def announce(*, event: Event, text: str, by: By, submission: UUID, is_sure: bool = False) -> Done:
    """Show a sentence on every screen; refused while too many are up to be read.

    Refused where it has been up for less than a minute, unless somebody `is_sure`.
    """

    def write(locked: Event) -> EventChange:
        if not is_sure:
            _refuse_twice(locked, text)
        if locked.announcements.filter(ended_at=None).count() >= MOST_AT_ONCE:
            raise Refused(
                _("Nobody reads more than %(most)s announcements. Take one down first.")
                % {"most": MOST_AT_ONCE},
                field="text",
            )
        Announcement.objects.create(event=locked, text=text)
        return EventChange(kind="announced", after=text)

    return do(event, by, submission, write, even_if_final=True)


def end_announcement(*, event: Event, announcement: int, by: By, submission: UUID) -> Done:
    """Take an announcement down; one that is down stays down."""

    def write(locked: Event) -> EventChange | None:
        shown = locked.announcements.filter(pk=announcement, ended_at=None).first()
        if shown is None:
            return None
        shown.ended_at = timezone.now()
        shown.save(update_fields=["ended_at"])
        return EventChange(kind="announcement_ended", before=shown.text)

    return do(event, by, submission, write, even_if_final=True)


def _refuse_twice(locked: Event, text: str) -> None:
    """Two directors may hear that the soup is ready: the second one is asked."""
    for each in announcements_of(locked):
        if each.is_up and is_of_now(each.made_at) and look_of(each.text) == look_of(text):
            raise ask_again(each.doer, each.made_at)
