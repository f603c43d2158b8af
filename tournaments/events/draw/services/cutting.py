"""The cut for the finals: made after a closed round, changed by hand, taken back."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.common.actions import Refused
from tournaments.events.actions import Done, perform
from tournaments.events.draw.queries.cuts import KeptCut
from tournaments.events.draw.queries.finals import (
    CutChoice,
    CutPreview,
    later_words,
    move_in,
    place_label,
    preview,
    refuse_moving,
    without_last,
)
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Author, Event, EventChange, Round
from tournaments.settings.series import CARRIED, final_label

LOTS = "lots"
"""The field with which a director lets the lot decide."""
LONGEST = 300
MOVES = ("cut_made", "cut_taken_back", "finalist_moved", "move_taken_back")
"""The kinds of deeds after which the finals are others than before."""


def make_cut(
    *,
    event: Event,
    number: int,
    choice: CutChoice,
    mark: str,
    lots: bool = False,
    by: Author,
    submission: UUID,
) -> Done:
    """Cut the field after the round of that number; `mark` is that of what was shown.

    Refused where it has become another cut meanwhile, and where nobody but the lot can decide at
    the line, unless the director wants `lots`.
    """

    def write(locked: Event) -> EventChange:
        found = preview(locked, number, choice)
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

    return perform(event, by, submission, write)


def take_cut_back(
    *, event: Event, number: int, by: Author, submission: UUID, seen_version: int | None = None
) -> Done:
    """Take a cut back, so that the standing is as it was; refused once the next round is drawn.

    Refused where it is another cut than at `seen_version` of the event.
    """

    def write(locked: Event) -> EventChange | None:
        _refuse_unseen(locked, number, seen_version)
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

    return perform(event, by, submission, write)


def move_finalist(
    *, event: Event, number: int, who: int, to: int, reason: str, by: Author, submission: UUID
) -> Done:
    """Move an entry by hand into another final of the cut after that round, with a reason.

    `who` is its start number, `to` as with `cuts.Move`. Nobody moves up or down for it.
    """

    def write(locked: Event) -> EventChange:
        played, kept = _cut_of(locked, number)
        found = move_in(locked, kept, who, to, reason)
        played.cut = found.to_json()
        played.save(update_fields=["cut"])
        return _move_change(locked, found, "finalist_moved")

    return perform(event, by, submission, write)


def take_move_back(
    *, event: Event, number: int, by: Author, submission: UUID, seen_version: int | None = None
) -> Done:
    """Take the last move back, so that all stand in the finals as they did before it.

    Refused where another one was the last at `seen_version` of the event.
    """

    def write(locked: Event) -> EventChange | None:
        _refuse_unseen(locked, number, seen_version)
        played, kept = _cut_of(locked, number)
        if not kept.moves:
            return None
        refuse_moving(snapshot_of(locked), kept)
        played.cut = without_last(kept).to_json()
        played.save(update_fields=["cut"])
        return _move_change(locked, kept, "move_taken_back")

    return perform(event, by, submission, write)


def _refuse_unseen(locked: Event, number: int, seen_version: int | None) -> None:
    """Refuse what a director wants with finals that have moved since; None: as they are."""
    if seen_version is None:
        return
    moved = locked.changes.filter(kind__in=MOVES, round_number=number)
    if moved.filter(event_version__gt=seen_version).exists():
        raise Refused(_("The finals were changed meanwhile. Look at them as they are now."))


def _cut_of(locked: Event, number: int) -> tuple[Round, KeptCut]:
    played = _round(locked, number)
    if not played.cut:
        raise Refused(_("There is no cut after round %(number)s any more.") % {"number": number})
    return played, KeptCut.from_json(number, played.cut)


def _move_change(locked: Event, kept: KeptCut, kind: str) -> EventChange:
    """What is written down about the last move of a cut."""
    move = kept.moves[-1]
    return EventChange(
        kind=kind,
        round_number=kept.cut.after,
        entry=locked.entries.get(number=move.number),
        before=place_label(move.came_from, kept.count),
        after=place_label(move.to, kept.count),
        reason=move.reason,
    )


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
    return "; ".join([_(CARRIED[kept.cut.carried].label), *finals])
