"""Where all play all, an event has as many rounds as its pairs need."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.events.draw.queries.drawing import ground_for, to_meet
from tournaments.events.setup.services import CHANGED, keep_beside
from tournaments.models import By, EventChange, Round
from tournaments.settings.labels import label_of

NEEDED = "rounds_needed"
"""In the report of a round: how many rounds the event was to have when it was drawn."""


def follow_pairs(played: Round, by: By) -> None:
    """Give the event as many rounds as are needed after this one; inside a deed about the round.

    A number that a director has set since the round before was drawn is left alone.
    """
    event = played.event
    settings = event.format
    if not settings.follows_pairs:
        return
    ground = ground_for(event, played.number + 1)
    needed = played.number + to_meet(ground)
    before = ground.before(played.number - 1)
    said = played.report.get(NEEDED) or (before.report.get(NEEDED) if before else None)
    played.report[NEEDED] = needed
    played.save(update_fields=["report"])
    is_theirs = played.number > 1 and said != settings.rounds and (said or needed < settings.rounds)
    if is_theirs or needed == settings.rounds:
        return
    event.settings = replace(settings, rounds=needed).to_json()
    event.save(update_fields=["settings"])
    label = label_of("rounds")
    why = _("as many as it takes for all to meet")
    change = EventChange(
        kind=CHANGED,
        before=f"{label}: {settings.rounds}",
        after=f"{label}: {needed}, {why}",
    )
    keep_beside(event, change, by)
