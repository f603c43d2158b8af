"""Drawing a round: proposed, changed by hand, thrown away or accepted."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from seating.model import Impossible, pair
from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do, find_deed
from tournaments.events.draw.queries.draw_words import hard_broken, named, told
from tournaments.events.draw.queries.drawing import BY_STANDING, Choice, Ground, ground_for
from tournaments.events.draw.queries.proposals import (
    Proposal,
    plan_json,
    propose,
    propose_beside,
    seating_from,
    swapped,
)
from tournaments.events.draw.queries.rounds import choice_words, kept_standing, moved_since
from tournaments.events.draw.services.following_pairs import follow_pairs
from tournaments.events.draw.services.tables import open_tables
from tournaments.models import By, Event, EventChange, Round
from tournaments.settings.games import remainders_of, still_to_decide

DRAWN_MEANWHILE = gettext_lazy(
    "Somebody else has drawn this round just now. Look at that draw first."
)
CHANGED_MEANWHILE = gettext_lazy(
    "This draw is not the one that you saw: it was changed meanwhile. This is how it is now."
)
MOVES = ("round_proposed", "seats_swapped", "draw_dropped", "draw_accepted", "round_cancelled")
"""The kinds of deeds after which a draw is another one than before."""

LOOK_AGAIN = "anyway"
"""The field with which a director accepts a draw knowingly."""


def draw_round(
    *,
    event: Event,
    number: int,
    choice: Choice,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Propose a draw, with tables that were locked left as they are.

    The search runs before the event is locked, so that nobody waits for it. Refused where the
    round was drawn or the draw changed after `seen_version` of the event.
    """
    proposal, ground = None, ground_for(event, number)
    before = ground.before(number)
    attempt = _last_attempt(event, number) + 1
    if find_deed(submission) is None:
        refuse_out_of_turn(ground)
        proposal = _searched(ground, choice, attempt)

    def write(locked: Event) -> EventChange:
        assert proposal is not None
        refuse_unseen(locked, number, seen_version)
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if _last_attempt(locked, number) + 1 != attempt or (played is None) != (before is None):
            raise Refused(str(DRAWN_MEANWHILE))
        played = played or Round(event=locked, number=number)
        if played.state != Round.PROPOSED:
            raise Refused(str(DRAWN_MEANWHILE))
        _take(played, proposal, ground)
        played.save()
        after = _("%(way)s, draw %(attempt)s, seed %(seed)s") % {
            "way": choice_words(choice),
            "attempt": attempt,
            "seed": proposal.seed,
        }
        return EventChange(kind="round_proposed", round_number=number, after=after)

    return do(event, by, submission, write)


def _searched(ground: Ground, choice: Choice, attempt: int) -> Proposal:
    """The draw; what makes it impossible is said by name."""
    before = ground.before(ground.number)
    if choice.odd not in remainders_of(ground.ruleset, ground.settings.size):
        raise Refused(_("This game is not played at tables of that size. Choose another way."))
    try:
        if before is None or not before.locked:
            return propose(ground, choice, attempt)
        seating = seating_from(before.plan)
        here = frozenset(ground.here_numbers)
        locked = [place for place in before.locked if here.issuperset(seating.tables[place])]
        return propose_beside(ground, choice, attempt, seating, locked)
    except Impossible as impossible:
        raise Refused(told(impossible.words, ground.names)) from impossible


def _take(played: Round, proposal: Proposal, ground: Ground) -> None:
    """Write a proposal into its round; locked tables are still so, wherever they stand now."""
    locked = [tuple(played.plan["tables"][place]) for place in played.locked]
    tables = proposal.seating.tables
    played.attempt = proposal.attempt
    played.draw = proposal.choice.draw
    played.seed = proposal.seed
    played.hands = ground.settings.hands
    played.plan = plan_json(proposal.seating)
    played.locked = [place for place, table in enumerate(tables) if table in locked]
    played.report = proposal.report
    by_standing = played.draw in BY_STANDING or played.draw == "ladder"
    played.standing = kept_standing(ground) if by_standing else []


def refuse_out_of_turn(ground: Ground) -> None:
    """Refuse to draw a round before the one before it is closed, or twice, or a game left open."""
    number, played = ground.number, ground.before(ground.number)
    before = ground.before(number - 1)
    to_decide = still_to_decide(ground.event.ruleset, ground.event.options)
    if to_decide:
        raise Refused(to_decide)
    if ground.settings.rolling:
        raise Refused(_("Here tables open one by one, from those who wait."))
    if not 1 <= number <= ground.settings.rounds:
        text = _("This event has %(rounds)s rounds.")
        raise Refused(text % {"rounds": ground.settings.rounds})
    if number > 1 and (before is None or before.state != Round.CLOSED):
        text = _("Round %(before)s is not closed yet. Close it first, then draw round %(number)s.")
        raise Refused(text % {"before": number - 1, "number": number})
    if played is not None and played.state != Round.PROPOSED:
        raise Refused(_("Round %(number)s is drawn already.") % {"number": number})


def refuse_unseen(locked: Event, number: int, seen_version: int | None) -> None:
    """Refuse what a director wants with a draw that has moved since; None: it is taken as it is."""
    if seen_version is None:
        return
    moved = locked.changes.filter(kind__in=MOVES, round_number=number)
    if moved.filter(event_version__gt=seen_version).exists():
        raise Refused(str(CHANGED_MEANWHILE))


def _last_attempt(event: Event, number: int) -> int:
    return event.rounds.filter(number=number).aggregate(last=Max("attempt"))["last"] or 0


def lock_table(
    *,
    event: Event,
    number: int,
    table: int,
    is_locked: bool,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Let the next draw leave a table (its number, from 1) as it is, or not."""

    def write(played: Round) -> EventChange | None:
        place = table - 1
        if not 0 <= place < len(played.plan["tables"]):
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        if (place in played.locked) == is_locked:
            return None
        others = [each for each in played.locked if each != place]
        played.locked = sorted([*others, place] if is_locked else others)
        kind = "table_kept" if is_locked else "table_freed"
        return EventChange(kind=kind, table_number=table)

    return _on_proposal(event, number, by, submission, write, seen_version)


def swap_seats(
    *,
    event: Event,
    number: int,
    one: int,
    other: int,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Put two people of a proposed round in each other's place; the same again undoes it."""

    def write(played: Round) -> EventChange:
        if one == other:
            raise Refused(_("Tick two different people."))
        ground = ground_for(played.event, number)
        choice = Choice.from_json(played.report["choice"])
        seating = seating_from(played.plan)
        try:
            changed, report = swapped(ground, choice, played.report, seating, pair(one, other))
        except Impossible as impossible:
            raise Refused(told(impossible.words, ground.names)) from impossible
        played.plan, played.report = plan_json(changed), report
        after = _("%(one)s and %(other)s") % {
            "one": named(one, ground.names),
            "other": named(other, ground.names),
        }
        return EventChange(kind="seats_swapped", after=after)

    return _on_proposal(event, number, by, submission, write, seen_version)


def drop_draw(
    *, event: Event, number: int, by: By, submission: UUID, seen_version: int | None = None
) -> Done:
    """Throw a proposal away; it stays on record, and the next draw has another seed."""

    def write(played: Round) -> EventChange:
        played.state = Round.CANCELLED
        return EventChange(kind="draw_dropped", before=str(played.attempt))

    return _on_proposal(event, number, by, submission, write, seen_version)


def accept_draw(
    *,
    event: Event,
    number: int,
    anyway: bool,
    by: By,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Open the tables of a proposed round; the first one freezes the event.

    Refused, unless the director knows and wants it `anyway`, where a wish is broken that had to
    be kept, or where people came or left, or the standing moved, since the draw.
    """

    def write(played: Round) -> EventChange:
        ground = ground_for(played.event, number)
        doubts = [*hard_broken(played.report, ground.names), *moved_since(ground, played)]
        if doubts and not anyway:
            raise Refused(" ".join(doubts), field=LOOK_AGAIN)
        refuse_out_of_turn(ground)
        played.state, played.drawn_at = Round.DRAWN, timezone.now()
        played.save()
        open_tables(played)
        freeze(played.event)
        follow_pairs(played, by)
        tables = str(len(played.plan["tables"]))
        return EventChange(kind="draw_accepted", after=tables, reason=" ".join(doubts)[:200])

    return _on_proposal(event, number, by, submission, write, seen_version)


def freeze(locked: Event) -> None:
    """Fix what is on the rule card, with the first tables that open; inside a deed."""
    if locked.state == Event.SETUP:
        locked.state, locked.frozen_at = Event.RUNNING, timezone.now()
        locked.save(update_fields=["state", "frozen_at"])


def _on_proposal(
    event: Event,
    number: int,
    by: By,
    submission: UUID,
    write: Callable[[Round], EventChange | None],
    seen_version: int | None,
) -> Done:
    """Change a proposed round under the event's lock, as it was at `seen_version` of the event."""

    def change(locked: Event) -> EventChange | None:
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if played is None or played.state != Round.PROPOSED:
            text = _("There is no draw of round %(number)s to be changed any more.")
            raise Refused(text % {"number": number})
        refuse_unseen(locked, number, seen_version)
        played.event = locked
        done = write(played)
        if done is not None:
            played.save()
            done.round_number = number
        return done

    return do(event, by, submission, change)
