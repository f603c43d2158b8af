"""The cut for the finals: made after a closed round, changed by hand, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

from django.utils.translation import gettext as _

from tournaments.common.actions import Refused
from tournaments.common.history import kept_values
from tournaments.events.actions import Done, OfRound, perform, refuse_unseen
from tournaments.events.draw.queries.cuts import KeptCut, kept_cut
from tournaments.events.draw.queries.finals import (
    CutChoice,
    move_in,
    preview,
    refuse_after_draw,
    without_last,
)
from tournaments.events.standings.queries.snapshots import snapshot_of
from tournaments.models import Event, EventChange, Round

LOTS = "lots"
"""The field with which a director lets the lot decide."""
MOVES = ("cut_made", "cut_taken_back", "finalist_moved", "move_taken_back")
"""The kinds of deeds after which the finals are others than before."""


def make_cut(*, choice: CutChoice, mark: str, lots: bool = False, **asked: Unpack[OfRound]) -> Done:
    """Cut the field after the round of that number; `mark` is that of what was shown.

    Refused where it has become another cut meanwhile, and where nobody but the lot can decide at
    the line, unless the director wants `lots`.
    """

    def write(played: Round) -> EventChange:
        found = preview(played.event, played.number, choice)
        if found.mark != mark:
            text = _("The standing has changed meanwhile. Look at who would be in the final now.")
            raise Refused(text)
        if found.level and not lots:
            text = _(
                "Level in everything: %(names)s. Tick that the lot decides, or take another size."
            )
            raise Refused(text % {"names": found.level_names}, field=LOTS)
        played.cut = found.kept.to_json()
        return EventChange(kind="cut_made", after=kept_cut(found.kept))

    return _change_cut(write, asked)


def take_cut_back(**asked: Unpack[OfRound]) -> Done:
    """Take a cut back; refused once the next round is drawn, or where it was changed meanwhile."""

    def write(played: Round) -> EventChange | None:
        if not played.cut:
            return None
        refuse_after_draw(snapshot_of(played.event), played.number)
        before = kept_cut(KeptCut.from_json(played.number, played.cut))
        played.cut = {}
        return EventChange(kind="cut_taken_back", before=before)

    return _change_cut(write, asked)


def move_finalist(*, who: int, to: int, reason: str, **asked: Unpack[OfRound]) -> Done:
    """Move an entry by hand into another final of the cut after that round, with a reason.

    `who` is its start number, `to` as with `cuts.Move`. Nobody moves up or down for it.
    """

    def write(played: Round) -> EventChange:
        found = move_in(played.event, _cut_of(played), who, to, reason)
        played.cut = found.to_json()
        return _move_change(played, found, "finalist_moved")

    return _change_cut(write, asked)


def take_move_back(**asked: Unpack[OfRound]) -> Done:
    """Take the last move back; refused where another one was the last at `seen_version`."""

    def write(played: Round) -> EventChange | None:
        kept = _cut_of(played)
        if not kept.moves:
            return None
        refuse_after_draw(snapshot_of(played.event), played.number)
        played.cut = without_last(kept).to_json()
        return _move_change(played, kept, "move_taken_back")

    return _change_cut(write, asked)


def _change_cut(write: Callable[[Round], EventChange | None], asked: OfRound) -> Done:
    """Change the cut after a round under the event's lock, as it was at `seen_version`."""
    number = asked["number"]

    def change(locked: Event) -> EventChange | None:
        text = _("The finals were changed meanwhile. Look at them as they are now.")
        refuse_unseen(locked, asked, MOVES, text)
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if played is None:
            raise Refused(_("Round %(number)s is not closed yet.") % {"number": number})
        played.event = locked
        done = write(played)
        if done is not None:
            played.save(update_fields=["cut"])
            done.round_number = number
        return done

    return perform(asked["event"], asked["by"], asked["submission"], change)


def _cut_of(played: Round) -> KeptCut:
    if not played.cut:
        text = _("There is no cut after round %(number)s any more.")
        raise Refused(text % {"number": played.number})
    return KeptCut.from_json(played.number, played.cut)


def _move_change(played: Round, kept: KeptCut, kind: str) -> EventChange:
    """What is written down about the last move of a cut."""
    move = kept.moves[-1]
    return EventChange(
        kind=kind,
        entry=played.event.entries.get(number=move.number),
        before=kept_values(move.came_from, kept.count),
        after=kept_values(move.to, kept.count),
        reason=move.reason,
    )
