"""Repairs of a drawn round: somebody is missing, comes late, or sits where somebody else should.

What is done is what the director was shown: the change is worked out again under the locks, and
if it has become another one meanwhile, nothing is done.
"""

from __future__ import annotations

from itertools import chain
from uuid import UUID

from django.utils.translation import gettext as _

from seating.model import Impossible
from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done
from tournaments.events.draw.queries.draw_words import told
from tournaments.events.draw.queries.drawing import Ground, ground_for
from tournaments.events.draw.queries.repairing import NO_SHOW, REPLACE, Ask, Change, change_for
from tournaments.events.draw.queries.seatings import seated_round
from tournaments.events.draw.services.following_pairs import follow_pairs
from tournaments.events.draw.services.reseating import exchange, lock_tables_of, reseat
from tournaments.events.draw.services.rounds import on_drawn
from tournaments.models import By, Entry, Event, EventChange, Result, Round

LONGEST_NOTE = 300


def repair_round(
    *,
    event: Event,
    number: int,
    ask: Ask,
    mark: str,
    comes_no_more: bool = False,
    by: By,
    submission: UUID,
) -> Done:
    """Do a change that was shown; `mark` is that of what was shown.

    `comes_no_more`: whoever is missing is left out of the coming draws as well.
    """

    def write(played: Round) -> EventChange:
        if played.event.format.rolling:
            text = _("Take this table back, and open it again for those who are there.")
            raise Refused(text)
        lock_tables_of(played)
        ground = ground_for(played.event, number)
        seated = seated_round(played)
        try:
            change = change_for(ground, played, seated, ask)
        except Impossible as impossible:
            raise Refused(told(impossible.words, ground.names)) from impossible
        if change.mark != mark:
            text = _("The round has changed meanwhile. Look at what would be done now.")
            raise Refused(text)
        _apply(played, ground, change, comes_no_more=comes_no_more)
        follow_pairs(played, by)
        note = " ".join(change.words)
        return EventChange(
            kind=ask.kind,
            entry=next((e for e in ground.entries if ask.who[:1] == (e.number,)), None),
            after=note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1] + "…",
        )

    return on_drawn(event, number, by, submission, write)


def _apply(played: Round, ground: Ground, change: Change, *, comes_no_more: bool) -> None:
    ask = change.ask
    if change.is_exchange:
        results = played.results.select_related("entry", "round").filter(entry__number__in=ask.who)
        exchange(*results.order_by("pk"))
        return
    reseat(played, change.after)
    if ask.kind in (NO_SHOW, REPLACE) and comes_no_more:
        _leave_out(played, ask.who[0])
    came = chain(*change.after.tables, change.after.out)
    late = played.event.entries.filter(number__in=came, first_round__gt=played.number)
    late.update(first_round=played.number)


def _leave_out(played: Round, number: int) -> None:
    """Whoever did not come is in no later draw; who has played before has left."""
    entry = played.event.entries.get(number=number)
    has_played = Result.objects.filter(entry=entry).exclude(round__state=Round.CANCELLED).exists()
    entry.status = Entry.LEFT if has_played else Entry.NO_SHOW
    entry.last_round = played.number - 1 if has_played else None
    entry.save(update_fields=["status", "last_round"])
