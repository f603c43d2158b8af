"""Rounds: drawn, accepted, told to everybody, repaired and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from uuid import UUID

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.events import Kind
from seating.model import Impossible, pair
from tournaments.common.actions import Refused, note_action
from tournaments.events.actions import Done, find_deed, perform
from tournaments.events.desk.services import run_clock
from tournaments.events.draw.queries.drawing import BY_STANDING, Choice, Ground, ground_for, to_meet
from tournaments.events.draw.queries.proposals import (
    Proposal,
    plan_json,
    propose,
    propose_beside,
    seating_from,
    swapped,
)
from tournaments.events.draw.queries.repairing import NO_SHOW, REPLACE, Ask, Change, change_for
from tournaments.events.draw.queries.report import entry_called, hard_broken, sentence_for
from tournaments.events.draw.queries.rounds import choice_words, kept_standing, moved_since
from tournaments.events.draw.queries.seatings import begun_numbers, seated_round
from tournaments.events.draw.services.tables import (
    exchange,
    lock_tables_of,
    open_tables,
    renew_links,
    reseat,
)
from tournaments.events.setup.services import CHANGED, keep_beside
from tournaments.models import Author, Entry, Event, EventChange, Result, Round, Table, TableLink
from tournaments.settings.games import remainders_of, still_to_decide
from tournaments.tables.services.hands import sheet_struck

# Where all play all, an event has as many rounds as its pairs need.


NEEDED = "rounds_needed"
"""In the report of a round: how many rounds the event was to have when it was drawn."""


def follow_pairs(played: Round, by: Author) -> None:
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
    label = settings.label_of("rounds")
    why = _("as many as it takes for all to meet")
    change = EventChange(
        kind=CHANGED,
        before=f"{label}: {settings.rounds}",
        after=f"{label}: {needed}, {why}",
    )
    keep_beside(event, change, by)


# Drawing a round: proposed, changed by hand, thrown away or accepted.


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
    by: Author,
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

    return perform(event, by, submission, write)


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
        raise Refused(sentence_for(impossible.words, ground.names)) from impossible


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
    by: Author,
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
    by: Author,
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
            raise Refused(sentence_for(impossible.words, ground.names)) from impossible
        played.plan, played.report = plan_json(changed), report
        after = _("%(one)s and %(other)s") % {
            "one": entry_called(one, ground.names),
            "other": entry_called(other, ground.names),
        }
        return EventChange(kind="seats_swapped", after=after)

    return _on_proposal(event, number, by, submission, write, seen_version)


def drop_draw(
    *, event: Event, number: int, by: Author, submission: UUID, seen_version: int | None = None
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
    by: Author,
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
    by: Author,
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

    return perform(event, by, submission, change)


# Telling everybody where to sit, and the signal to begin; new codes for tables.


def publish_round(
    *, event: Event, number: int, by: Author, submission: UUID, seen_version: int | None = None
) -> Done:
    """Let everybody see who sits where."""

    def write(played: Round) -> EventChange | None:
        if played.published_at is not None:
            return None
        played.published_at = timezone.now()
        played.save(update_fields=["published_at"])
        return EventChange(kind="round_published")

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)


def start_round(
    *, event: Event, number: int, by: Author, submission: UUID, seen_version: int | None = None
) -> Done:
    """Give the signal to begin, which starts the clock where the event has one.

    Refused before everybody can know where to sit.
    """

    def write(played: Round) -> EventChange | None:
        if played.published_at is None:
            raise Refused(_("Publish the round first, so that everybody knows where to sit."))
        if played.started_at is not None:
            return None
        now, minutes = timezone.now(), played.event.format.minutes
        played.started_at = now
        if minutes and played.ends_at is None and played.seconds_left is None:
            run_clock(played, timedelta(minutes=minutes), now)
        played.save(update_fields=["started_at", "ends_at"])
        return EventChange(kind="round_started")

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)


def renew_codes(
    *,
    event: Event,
    number: int,
    table: int | None,
    by: Author,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Make new codes for one table of the round, or for all; the old ones stop at once."""

    def write(played: Round) -> EventChange:
        lock_tables_of(played)
        places = played.tables.order_by("table_id")
        chosen = list(places if table is None else places.filter(number=table))
        if not chosen:
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        renew_links(chosen)
        where = f"event {played.event.pk}, round {number}"
        what = where if table is None else f"{where}, table {table}"
        note_action(Kind.NEW_CODES, club=played.event.club, by=by, what=what)
        return EventChange(kind="codes_renewed" if table is None else "code_renewed")

    return on_drawn(event, number, by, submission, write, table, seen_version)


def on_drawn(
    event: Event,
    number: int,
    by: Author,
    submission: UUID,
    write: Callable[[Round], EventChange | None],
    table: int | None = None,
    seen_version: int | None = None,
) -> Done:
    """Change a round that is drawn and not closed, under the event's lock.

    Refused where it was drawn anew after `seen_version` of the event.
    """

    def change(locked: Event) -> EventChange | None:
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if played is None or played.state == Round.PROPOSED:
            raise Refused(_("Round %(number)s is not drawn yet.") % {"number": number})
        if played.state == Round.CLOSED:
            raise Refused(_("Round %(number)s is closed.") % {"number": number})
        refuse_unseen(locked, number, seen_version)
        played.event = locked
        done = write(played)
        if done is not None:
            done.round_number, done.table_number = number, table
        return done

    return perform(event, by, submission, change)


# Repairs of a drawn round: somebody is missing, comes late, or sits where somebody else should.
#
# What is done is what the director was shown: the change is worked out again under the locks, and
# if it has become another one meanwhile, nothing is done.


LONGEST_NOTE = 300


def repair_round(
    *,
    event: Event,
    number: int,
    ask: Ask,
    mark: str,
    comes_no_more: bool = False,
    by: Author,
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
            raise Refused(sentence_for(impossible.words, ground.names)) from impossible
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


# Taking a drawn round back, so that it can be drawn again: nothing of it is lost.


def cancel_round(
    *,
    event: Event,
    number: int,
    reason: str,
    anyway: bool,
    by: Author,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Take a drawn round back: its sheets are ended, their codes stop, its results do not count.

    Everything is kept. Where something has been entered already it needs a reason, and that the
    director wants it `anyway`.
    """

    def write(played: Round) -> EventChange:
        lock_tables_of(played)
        begun = begun_numbers(played)
        if begun and not (anyway and reason):
            text = ngettext(
                "At table %(tables)s something has been entered, which would not count any more. "
                "Draw the other tables anew, or say why the round must go.",
                "At tables %(tables)s something has been entered, which would not count any more. "
                "Draw the other tables anew, or say why the round must go.",
                len(begun),
            )
            raise Refused(text % {"tables": ", ".join(map(str, begun))}, field="reason")
        now = timezone.now()
        tables = Table.objects.filter(event_table__round=played)
        TableLink.objects.filter(table__in=tables, revoked_at=None).update(revoked_at=now)
        tables.update(ended_at=now, version=F("version") + 1)
        played.state = Round.CANCELLED
        played.save(update_fields=["state"])
        for table in tables.filter(counted__isnull=False):
            sheet_struck.tell(table)
        return EventChange(kind="round_cancelled", before=str(played.attempt), reason=reason)

    return on_drawn(event, number, by, submission, write, seen_version=seen_version)
