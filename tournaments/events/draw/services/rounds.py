"""Rounds: drawn, accepted, told to everybody, repaired and taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any, Unpack

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.events import Kind
from accounts.saying import kept_what
from formats.games import remainders_of, still_to_decide
from seating.model import Impossible, pair
from seating.model import Round as Seating
from tournaments.common.actions import Refused, note_action
from tournaments.common.history import BETWEEN
from tournaments.events.actions import Done, OfRound, keep_beside, perform, refuse_unseen
from tournaments.events.desk.services import run_clock
from tournaments.events.draw.queries.drawing import HAS_ORDER, Choice, Ground, ground_for, to_meet
from tournaments.events.draw.queries.proposals import (
    plan_json,
    propose,
    propose_beside,
    seating_from,
    swapped,
)
from tournaments.events.draw.queries.repairing import (
    NO_SHOW,
    REPLACE,
    Ask,
    Change,
    change_for,
    kept_moves,
)
from tournaments.events.draw.queries.report import entry_called, sentence_for
from tournaments.events.draw.queries.rounds import doubts_of, kept_standing
from tournaments.events.draw.queries.seatings import begun_numbers, seated_round
from tournaments.events.draw.services.tables import (
    exchange,
    lock_tables_of,
    open_tables,
    renew_links,
    reseat,
)
from tournaments.events.setup.queries import TO_MEET, kept_setting
from tournaments.events.setup.services import CHANGED
from tournaments.models import Author, Entry, Event, EventChange, Result, Round, Table, TableLink
from tournaments.tables.services.hands import sheet_struck

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
    was = kept_setting(event, "rounds")
    event.settings = replace(settings, rounds=needed).to_json()
    event.save(update_fields=["settings"])
    after = f"{kept_setting(event, 'rounds')}\n{TO_MEET}"
    keep_beside(event, EventChange(kind=CHANGED, before=was, after=after), by)


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
LONGEST_NOTE = 300


def draw_round(*, choice: Choice, **asked: Unpack[OfRound]) -> Done:
    """Propose a draw, with tables that were locked left as they are.

    The search runs before the event is locked, so that nobody waits for it. Refused where the
    round was drawn or the draw changed after `seen_version` of the event.
    """
    event, number = asked["event"], asked["number"]
    found, ground = None, ground_for(event, number)
    before = ground.before(number)
    attempt = _last_attempt(event, number) + 1
    if EventChange.found(asked["submission"]) is None:
        refuse_out_of_turn(ground)
        found = _searched(ground, choice, attempt)

    def write(locked: Event) -> EventChange:
        assert found is not None
        refuse_unseen(locked, asked, MOVES, CHANGED_MEANWHILE)
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if _last_attempt(locked, number) + 1 != attempt or (played is None) != (before is None):
            raise Refused(str(DRAWN_MEANWHILE))
        played = played or Round(event=locked, number=number)
        if played.state != Round.PROPOSED:
            raise Refused(str(DRAWN_MEANWHILE))
        seating, report = found
        locked_tables = [tuple(played.plan["tables"][place]) for place in played.locked]
        played.attempt, played.draw, played.seed = attempt, choice.draw, report["seed"]
        played.hands = ground.settings.hands
        played.locked = [n for n, table in enumerate(seating.tables) if table in locked_tables]
        played.plan, played.report = plan_json(seating), report
        played.standing = kept_standing(ground) if choice.draw in HAS_ORDER else []
        played.save()
        after = BETWEEN.join(map(str, (choice.draw, choice.dial, attempt, played.seed)))
        return EventChange(kind="round_proposed", round_number=number, after=after)

    return perform(event, asked["by"], asked["submission"], write)


def _searched(ground: Ground, choice: Choice, attempt: int) -> tuple[Seating, dict[str, Any]]:
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
        text = _("Rounds of this event: %(rounds)s.")
        raise Refused(text % {"rounds": ground.settings.rounds})
    if number > 1 and (before is None or before.state != Round.CLOSED):
        text = _("Round %(before)s is not closed yet. Close it first, then draw round %(number)s.")
        raise Refused(text % {"before": number - 1, "number": number})
    if played is not None and played.state != Round.PROPOSED:
        raise Refused(_("Round %(number)s is drawn already.") % {"number": number})


def _last_attempt(event: Event, number: int) -> int:
    return event.rounds.filter(number=number).aggregate(last=Max("attempt"))["last"] or 0


def lock_table(*, table: int, is_locked: bool, **asked: Unpack[OfRound]) -> Done:
    """Let the next draw leave a table (its number, from 1) as it is, or not."""

    def write(played: Round) -> EventChange | None:
        place = table - 1
        if not 0 <= place < len(played.plan["tables"]):
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        if (place in played.locked) == is_locked:
            return None
        others = [each for each in played.locked if each != place]
        played.locked = sorted([*others, place] if is_locked else others)
        played.save(update_fields=["locked"])
        kind = "table_kept" if is_locked else "table_freed"
        return EventChange(kind=kind, table_number=table)

    return _change_round(write, asked, is_proposed=True)


def swap_seats(*, one: int, other: int, **asked: Unpack[OfRound]) -> Done:
    """Put two people of a proposed round in each other's place; the same again undoes it."""

    def write(played: Round) -> EventChange:
        if one == other:
            raise Refused(_("Tick two different people."))
        ground = ground_for(played.event, played.number)
        choice = Choice.from_json(played.report["choice"])
        seating = seating_from(played.plan)
        try:
            changed, report = swapped(ground, choice, played.report, seating, pair(one, other))
        except Impossible as impossible:
            raise Refused(sentence_for(impossible.words, ground.names)) from impossible
        played.plan, played.report = plan_json(changed), report
        played.save(update_fields=["plan", "report"])
        called = [entry_called(number, ground.names) for number in (one, other)]
        return EventChange(kind="seats_swapped", after=" ↔ ".join(called))

    return _change_round(write, asked, is_proposed=True)


def drop_draw(**asked: Unpack[OfRound]) -> Done:
    """Throw a proposal away; it stays on record, and the next draw has another seed."""

    def write(played: Round) -> EventChange:
        played.state = Round.CANCELLED
        played.save(update_fields=["state"])
        return EventChange(kind="draw_dropped", before=str(played.attempt))

    return _change_round(write, asked, is_proposed=True)


def accept_draw(*, anyway: bool, **asked: Unpack[OfRound]) -> Done:
    """Open the tables of a proposed round; the first one freezes the event.

    Refused, unless the director knows and wants it `anyway`, where a wish is broken that had to
    be kept, or where people came or left, or the standing moved, since the draw.
    """

    def write(played: Round) -> EventChange:
        ground = ground_for(played.event, played.number)
        doubts = doubts_of(ground, played)
        if doubts and not anyway:
            raise Refused(" ".join(doubt.sentence for doubt in doubts), field=LOOK_AGAIN)
        refuse_out_of_turn(ground)
        played.state, played.drawn_at = Round.DRAWN, timezone.now()
        played.save(update_fields=["state", "drawn_at"])
        open_tables(played)
        freeze(played.event)
        follow_pairs(played, asked["by"])
        lines = [str(len(played.plan["tables"])), *map(BETWEEN.join, doubts)]
        return EventChange(kind="draw_accepted", after="\n".join(lines)[:LONGEST_NOTE])

    return _change_round(write, asked, is_proposed=True)


def freeze(locked: Event) -> None:
    """Fix what is on the rule card, with the first tables that open; inside a deed."""
    if locked.state == Event.SETUP:
        locked.state, locked.frozen_at = Event.RUNNING, timezone.now()
        locked.save(update_fields=["state", "frozen_at"])


def _change_round(
    write: Callable[[Round], EventChange | None], asked: OfRound, *, is_proposed: bool = False
) -> Done:
    """Change a round that is drawn and not closed, or only proposed, under the event's lock.

    Refused where it was drawn anew after `seen_version` of the event.
    """
    number = asked["number"]

    def change(locked: Event) -> EventChange | None:
        played = locked.rounds.filter(number=number).exclude(state=Round.CANCELLED).first()
        if is_proposed and (played is None or played.state != Round.PROPOSED):
            text = _("There is no draw of round %(number)s to be changed any more.")
            raise Refused(text % {"number": number})
        if played is None or (played.state == Round.PROPOSED and not is_proposed):
            raise Refused(_("Round %(number)s is not drawn yet.") % {"number": number})
        if played.state == Round.CLOSED:
            raise Refused(_("Round %(number)s is closed.") % {"number": number})
        refuse_unseen(locked, asked, MOVES, CHANGED_MEANWHILE)
        played.event = locked
        done = write(played)
        if done is not None:
            done.round_number = number
        return done

    return perform(asked["event"], asked["by"], asked["submission"], change)


def publish_round(**asked: Unpack[OfRound]) -> Done:
    """Let everybody see who sits where."""

    def write(played: Round) -> EventChange | None:
        if played.published_at is not None:
            return None
        played.published_at = timezone.now()
        played.save(update_fields=["published_at"])
        return EventChange(kind="round_published")

    return _change_round(write, asked)


def start_round(**asked: Unpack[OfRound]) -> Done:
    """Give the signal to begin, which starts the event's clock; refused before it is published."""

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

    return _change_round(write, asked)


def renew_codes(*, table: int | None, **asked: Unpack[OfRound]) -> Done:
    """Make new codes for one table of the round, or for all; the old ones stop at once."""

    def write(played: Round) -> EventChange:
        lock_tables_of(played)
        places = played.tables.order_by("table_id")
        chosen = list(places if table is None else places.filter(number=table))
        if not chosen:
            raise Refused(_("There is no table %(table)s.") % {"table": table})
        renew_links(chosen)
        where = {"event": played.event.pk, "round": played.number}
        what = (
            kept_what("round", **where)
            if table is None
            else kept_what("table", **where, table=table)
        )
        note_action(Kind.NEW_CODES, club=played.event.club, by=asked["by"], what=what)
        kind = "codes_renewed" if table is None else "code_renewed"
        return EventChange(kind=kind, table_number=table)

    return _change_round(write, asked)


# Repairs of a drawn round: somebody is missing, comes late, or sits where somebody else should.
#
# What is done is what the director was shown: the change is worked out again under the locks, and
# if it has become another one meanwhile, nothing is done.


def repair_round(
    *, ask: Ask, mark: str, comes_no_more: bool = False, **asked: Unpack[OfRound]
) -> Done:
    """Do a change that was shown with that `mark`; `comes_no_more`: nor to the coming draws."""

    def write(played: Round) -> EventChange:
        if played.event.format.rolling:
            text = _("Take this table back, and open it again for those who are there.")
            raise Refused(text)
        lock_tables_of(played)
        ground = ground_for(played.event, played.number)
        try:
            change = change_for(ground, played, seated_round(played), ask)
        except Impossible as impossible:
            raise Refused(sentence_for(impossible.words, ground.names)) from impossible
        if change.mark != mark:
            text = _("The round has changed meanwhile. Look at what would be done now.")
            raise Refused(text)
        _apply(played, change, comes_no_more=comes_no_more)
        follow_pairs(played, asked["by"])
        return EventChange(
            kind=ask.kind,
            entry=next((e for e in ground.entries if ask.who[:1] == (e.number,)), None),
            after=kept_moves(change.moves, LONGEST_NOTE),
        )

    return _change_round(write, asked)


def _apply(played: Round, change: Change, *, comes_no_more: bool) -> None:
    ask = change.ask
    if change.is_exchange:
        results = played.results.select_related("entry", "round").filter(entry__number__in=ask.who)
        exchange(*results.order_by("pk"))
        return
    reseat(played, change.after)
    if ask.kind in (NO_SHOW, REPLACE) and comes_no_more:
        entry = played.event.entries.get(number=ask.who[0])
        rounds = Result.objects.filter(entry=entry).exclude(round__state=Round.CANCELLED)
        has_played = rounds.exists()
        entry.status = Entry.LEFT if has_played else Entry.NO_SHOW
        entry.last_round = played.number - 1 if has_played else None
        entry.save(update_fields=["status", "last_round"])
    came = chain(*change.after.tables, change.after.out)
    late = played.event.entries.filter(number__in=came, first_round__gt=played.number)
    late.update(first_round=played.number)


def cancel_round(*, reason: str, anyway: bool, **asked: Unpack[OfRound]) -> Done:
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

    return _change_round(write, asked)
