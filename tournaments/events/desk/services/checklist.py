"""Ticking what only people can know; every director of the event sees it."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.desk.queries.checklist import DONE, OPEN, item_of, ticks_of
from tournaments.events.desk.queries.desk import desk_of
from tournaments.models import By, Event, EventChange


def tick_item(*, event: Event, key: str, is_done: bool, by: By, submission: UUID) -> Done:
    """Tick a line of the checklist, or take the tick away; possible when all is over as well."""

    def write(locked: Event) -> EventChange | None:
        item = item_of(desk_of(locked), key)
        if item is None:
            raise Refused(_("This line is not on the list any more."))
        if (key in ticks_of(locked)) == is_done:
            return None
        text = f"{item.text}: {item.note}" if item.note else item.text
        return EventChange(kind=DONE if is_done else OPEN, before=key, after=text)

    return do(event, by, submission, write, even_if_final=True)
