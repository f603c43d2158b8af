"""The final list: locked with its fingerprint, opened again with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from django.utils.translation import gettext as _

from accounts.events import Kind
from accounts.saying import kept_what
from scoring.tiebreaks import lot_order
from tournaments.common.actions import Refused, note_action
from tournaments.events.actions import Done, OfEvent, perform
from tournaments.events.desk.queries.concerns import key_of, left_before_lock
from tournaments.events.money.services import keep_prizes
from tournaments.events.standings.queries.final import (
    KEPT_UNDER,
    LOCKED,
    REOPENED,
    final_rows,
    fingerprint,
    ties_of,
    what_bars_the_list,
    what_is_open,
)
from tournaments.events.standings.queries.snapshots import TIE_DECIDED
from tournaments.events.standings.queries.standings import event_standing, lot_seed
from tournaments.models import Event, EventChange, Membership, Round, TieDecision

# Deciding a tie outside the sheets: a play-off hand, or a lot.


def decide_tie(
    *, kind: str, order: Sequence[int], decided_by: str = "", **asked: Unpack[OfEvent]
) -> Done:
    """Part those who are level in that order of start numbers, best first.

    With the kind `seed` the event's own seed draws, and `order` only says who they are. Raises
    Refused where a round is open, where they are not level, and where it is decided already.
    """

    def write(locked: Event) -> EventChange | None:
        problem = what_is_open(locked)
        if problem:
            raise Refused(problem)
        standing = event_standing(locked, only_closed=True)
        ties = ties_of(standing, list(TieDecision.objects.filter(event=locked)))
        tie = next((each for each in ties if sorted(each.numbers) == sorted(order)), None)
        if tie is None:
            raise Refused(_("These are no longer level. Look at the ties again."))
        if tie.decision is not None:
            raise Refused(_("This tie is decided already. Withdraw that first."))
        by, by_seed = asked["by"], kind == TieDecision.SEED
        decision = TieDecision.objects.create(
            event=locked,
            kind=kind,
            order=lot_order(lot_seed(locked), order) if by_seed else list(order),
            after_round=standing.snapshot.closed,
            decided_by=decided_by or by.who,
            submission=asked["submission"],
            **by.kept_in(TieDecision),
        )
        return _change(TIE_DECIDED, decision)

    return perform(**asked, write=write)


def withdraw_tie(*, decision: TieDecision, reason: str, **asked: Unpack[OfEvent]) -> Done:
    """Withdraw what was decided about a tie, with a reason; it stays to be seen."""

    def write(locked: Event) -> EventChange | None:
        here = TieDecision.objects.get(pk=decision.pk, event=locked)
        if here.withdrawn_at is not None:
            return None
        if not reason:
            raise Refused(_("Say why it is withdrawn."), field="reason")
        here.withdraw(asked["by"], reason)
        return _change("tie_withdrawn", here, reason)

    return perform(**asked, write=write)


def _change(kind: str, decision: TieDecision, reason: str = "") -> EventChange:
    entries = decision.event.entries.filter(number__in=decision.order)
    names = dict(entries.values_list("number", "name"))
    listed = ", ".join(f"{number} {names[number]}" for number in decision.order)
    return EventChange(kind=kind, before=f"decided_{decision.kind}", after=listed, reason=reason)


class LeftOver(Refused):
    """Something is left to be done that the director has not said to lock the list over."""


def lock_final(
    *, seen: str | None = None, knows: str | None = None, **asked: Unpack[OfEvent]
) -> Done:
    """Freeze the standing as the final list; refused while a round or a protest is open.

    `seen` is the fingerprint of the list that the director saw; refused where it is another one by
    now. None: it is taken as it is. `knows` is what the director was told is left over; where that
    is something else it is asked about first. None: nobody is asked.
    """

    def write(locked: Event) -> EventChange | None:
        if locked.state == Event.FINAL:
            return None
        problem = what_bars_the_list(locked)
        if problem:
            raise Refused(problem)
        rows = final_rows(event_standing(locked))
        if seen is not None and seen != fingerprint(rows):
            raise Refused(_("The list has changed since you saw it. This is how it is now."))
        left = key_of(left_before_lock(locked))
        if knows is not None and left and left != knows:
            raise LeftOver(left)
        last = locked.rounds.filter(state=Round.CLOSED).latest("number")
        locked.state = Event.FINAL
        locked.revision += 1
        locked.save(update_fields=["state", "revision"])
        Membership.objects.end_after(locked)
        lists = last.report.setdefault(KEPT_UNDER, {})
        lists[str(locked.revision)] = [list(row) for row in rows]
        last.save(update_fields=["report"])
        keep_prizes(locked)
        return EventChange(kind=LOCKED, before=str(locked.revision), after=fingerprint(rows))

    return perform(**asked, write=write, even_if_final=True)


def reopen_final(*, reason: str, **asked: Unpack[OfEvent]) -> Done:
    """Open the final list again; the reason stands under every list that follows."""

    def write(locked: Event) -> EventChange | None:
        if locked.state != Event.FINAL:
            return None
        locked.state = Event.RUNNING
        locked.save(update_fields=["state"])
        Membership.objects.go_on_at(locked)
        note_action(
            Kind.REOPENED,
            club=locked.club,
            by=asked["by"],
            what=kept_what("event", event=locked.pk),
        )
        return EventChange(kind=REOPENED, before=str(locked.revision), reason=reason)

    return perform(**asked, write=write, even_if_final=True)
