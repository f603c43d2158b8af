"""The cut for the finals: made after a closed round, and taken back before the next is drawn."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.formats.team_wording import CARRIED
from tournaments.models import By, Event, EventChange, Round
from tournaments.queries.events.cuts import KeptCut, final_label
from tournaments.queries.events.finals import (
    CannotCut,
    CutChoice,
    CutPreview,
    later_words,
    preview,
)
from tournaments.services.events.deeds import Done, Refused, do

LOTS = "lots"
"""The field with which a director lets the lot decide."""
LONGEST = 300


def make_cut(
    *,
    event: Event,
    number: int,
    choice: CutChoice,
    mark: str,
    lots: bool = False,
    by: By,
    submission: UUID,
) -> Done:
    """Cut the field after the round of that number; `mark` is that of what was shown.

    Refused where it has become another cut meanwhile, and where nobody but the lot can decide at
    the line, unless the director wants `lots`.
    """

    def write(locked: Event) -> EventChange:
        try:
            found = preview(locked, number, choice)
        except CannotCut as cannot:
            raise Refused(cannot.sentence, field=cannot.field) from cannot
        if found.mark != mark:
            text = _("The standing has changed meanwhile. Look at who would be in the final now.")
            raise Refused(text)
        if found.level and not lots:
            raise Refused(_level_words(found), field=LOTS)
        played = _round(locked, number)
        played.cut = found.kept.to_json()
        played.save(update_fields=["cut"])
        after = _said(found.kept)[:LONGEST]
        return EventChange(kind="cut_made", round_number=number, after=after)

    return do(event, by, submission, write)


def take_cut_back(*, event: Event, number: int, by: By, submission: UUID) -> Done:
    """Take a cut back, so that the standing is as it was; refused once the next round is drawn."""

    def write(locked: Event) -> EventChange | None:
        played = _round(locked, number)
        if not played.cut:
            return None
        later = locked.rounds.filter(number__gt=number).exclude(state=Round.CANCELLED).first()
        if later is not None:
            raise Refused(later_words(later))
        before = _said(KeptCut.from_json(number, played.cut))[:LONGEST]
        played.cut = {}
        played.save(update_fields=["cut"])
        return EventChange(kind="cut_taken_back", round_number=number, before=before)

    return do(event, by, submission, write)


def _round(locked: Event, number: int) -> Round:
    played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
    if played is None:
        raise Refused(_("Round %(number)s is not closed yet.") % {"number": number})
    return played


def _level_words(found: CutPreview) -> str:
    text = _("%(names)s are level in everything. Tick that the lot decides, or take another size.")
    return text % {"names": found.level_names}


def _said(kept: KeptCut) -> str:
    """The cut on one line: how points are carried, and the start numbers of each final."""
    finals = [
        f"{final_label(place, kept.count)}: {', '.join(map(str, final))}"
        for place, final in enumerate(kept.cut.finals)
    ]
    if kept.cut.rest_plays:
        finals.append(f"{final_label(kept.count - 1, kept.count)}: {_('the others')}")
    return "; ".join([str(CARRIED[kept.cut.carried]), *finals])
