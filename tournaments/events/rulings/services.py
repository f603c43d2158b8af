"""Protests and rulings: made, decided, withdrawn; nothing of them is ever deleted."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.actions import Refused
from tournaments.common.history import doer_of
from tournaments.events.actions import Done, keep_beside, perform
from tournaments.events.check_in.services import put_out
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.rulings.queries import (
    Ground,
    exclusions,
    ground_at,
    ground_of_entry,
    kept_protest,
    kept_ruling,
    table_of,
)
from tournaments.events.standings.queries.snapshots import RULED
from tournaments.models import Author, Entry, Event, EventChange, EventTable, Protest, Round, Ruling

# Protests: written down, put right while they are open, decided, opened again.

FIELDS = ("protester", "matter", "wanted", "fee", "hand")
ABOUT = ("round_id", "event_table_id", "entry_id")


@dataclass(frozen=True, kw_only=True)
class Written:
    """What is written on a protest: by start number and in words who protests, and what is wanted.

    `round` None: it is about the whole event. `table` and `start` are the numbers that people say.
    `fee` is in cents.
    """

    protester: str
    matter: str
    wanted: str
    round: int | None = None
    table: int | None = None
    hand: int | None = None
    start: int | None = None
    fee: int = 0


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """A decision: one of those of `Protest`, its reason, by whom, and whether the fee goes back."""

    decision: str
    reason: str
    decided_by: str = ""
    is_fee_back: bool = False


def make_protest(*, event: Event, written: Written, by: Author, submission: UUID) -> Done:
    """Write a protest down with the next number.

    Raises Refused where there is no such round, table or start number.
    """

    def write(locked: Event) -> EventChange:
        last: int = locked.protests.aggregate(last=Max("number"))["last"] or 0
        protest = Protest(
            event=locked, number=last + 1, submission=submission, **by.kept_in(Protest)
        )
        _fill(locked, protest, written)
        protest.save()
        return _change("protest_made", protest, after=kept_protest(protest))

    return perform(event, by, submission, write)


def change_protest(
    *, protest: Protest, written: Written, seen_version: int, by: Author, submission: UUID
) -> Done:
    """Put right what was written down, while nobody has decided it."""

    def write(locked: Event) -> EventChange | None:
        here = _here(locked, protest, seen_version)
        if here.decision:
            raise Refused(_("It is decided. Open it again first."))
        kept = copy(here)
        _fill(locked, here, written)
        if all(getattr(here, name) == getattr(kept, name) for name in (*FIELDS, *ABOUT)):
            return None
        _save(here)
        before, after = kept_protest(kept), kept_protest(here)
        return _change("protest_changed", here, before, after)

    return perform(protest.event, by, submission, write)


def decide_protest(
    *, protest: Protest, outcome: Outcome, seen_version: int, by: Author, submission: UUID
) -> Done:
    """Decide a protest, with a reason; what follows from one that is upheld is a ruling.

    Raises Refused where somebody else has decided or changed it meanwhile.
    """

    def write(locked: Event) -> EventChange | None:
        here = _here(locked, protest, seen_version)
        if here.decision:
            raise Refused(_("It is decided. Open it again first."))
        if not outcome.reason:
            raise Refused(_("Say why: it stands on the form."), field="reason")
        here.decision, here.reason = outcome.decision, outcome.reason
        here.decided_by, here.decided_account = outcome.decided_by or by.who, by.account
        here.decided_at = timezone.now()
        here.is_fee_back = bool(here.fee) and outcome.is_fee_back
        _save(here)
        before = kept_protest(here)
        return _change("protest_decided", here, before, here.decision, reason=outcome.reason)

    return perform(protest.event, by, submission, write)


def reopen_protest(
    *, protest: Protest, reason: str, seen_version: int, by: Author, submission: UUID
) -> Done:
    """Take a decision back, with a reason. Refused while a ruling stands that followed from it."""

    def write(locked: Event) -> EventChange | None:
        here = _here(locked, protest, seen_version)
        if not here.decision:
            return None
        if not reason:
            raise Refused(_("Say why it is opened again."), field="reason")
        if here.rulings.filter(withdrawn_at=None).exists():
            raise Refused(_("A ruling followed from it and stands. Withdraw that first."))
        before = here.decision
        here.decision = here.reason = here.decided_by = here.decided_account = ""
        here.decided_at, here.is_fee_back = None, False
        _save(here)
        return _change("protest_reopened", here, before, kept_protest(here), reason=reason)

    return perform(protest.event, by, submission, write)


def _here(locked: Event, protest: Protest, seen_version: int) -> Protest:
    """The protest read anew; refused where it is another one than the director saw."""
    found = Protest.objects.select_related("round", "event_table", "entry")
    here = found.get(pk=protest.pk, event=locked)
    if here.version != seen_version:
        kinds = ("protest_changed", "protest_decided", "protest_reopened")
        last = locked.changes.filter(kind__in=kinds).order_by("pk").last()
        text = _("This protest was changed meanwhile (%(who)s). Read it again.")
        raise Refused(text % {"who": doer_of(last).plain if last else ""})
    return here


def _save(protest: Protest) -> None:
    protest.version += 1
    protest.save()


def _fill(locked: Event, protest: Protest, written: Written) -> None:
    """Put what was written into the row, with the round, the table and the entry that it names."""
    played, place, entry = None, None, None
    if written.round is not None:
        states = (Round.DRAWN, Round.CLOSED)
        played = locked.rounds.filter(number=written.round, state__in=states).first()
        if played is None:
            text = _("Round %(number)s has no tables.")
            raise Refused(text % {"number": written.round}, field="round")
    if written.table is not None:
        if played is None:
            raise Refused(_("Say of which round the table is."), field="round")
        place = played.tables.filter(number=written.table).first()
        if place is None:
            text = _("There is no table %(number)s in this round.")
            raise Refused(text % {"number": written.table}, field="table")
    if written.start is not None:
        entry = locked.entries.filter(number=written.start).first()
        if entry is None:
            text = _("Nobody has start number %(number)s.")
            raise Refused(text % {"number": written.start}, field="start")
    protest.round, protest.event_table, protest.entry = played, place, entry
    for field in FIELDS:
        setattr(protest, field, getattr(written, field))
    if not protest.protester and entry is not None:
        protest.protester = entry.name[:80]


def _change(
    kind: str, about: Protest | Ruling, before: str = "", after: str = "", *, reason: str = ""
) -> EventChange:
    return EventChange(
        kind=kind,
        round_number=about.round.number if about.round else None,
        table_number=table_of(about),
        entry=about.entry,
        before=before,
        after=after,
        reason=reason,
    )


def rule(
    *,
    event: Event,
    asked: Ruling,
    by: Author,
    submission: UUID,
    seen_version: int = 0,
    is_sure: bool = False,
) -> Done:
    """Write down a ruling as a director made it, not saved; what it gives or takes counts at once.

    `seen_version`: the event's version that the director saw; `is_sure`: it is another one than
    what somebody else has decided since. Raises Refused for what cannot be: a table that is no
    more, a closed round without a reason, somebody who is excluded already; and where somebody
    else wrote one down about the same since, for two directors may hear of the same misplay.
    """

    def write(locked: Event) -> EventChange | None:
        ground = _ground(locked, asked)
        _check(ground, asked)
        where = {
            "round_number": ground.round.number,
            "table_number": ground.place.number if ground.place else None,
            "entry_id": asked.entry_id,
        }
        rulings = locked.changes.filter(kind=RULED, event_version__gt=seen_version, **where)
        since = rulings.first()
        if since is not None and not is_sure:
            text = _("This was just written down (%(who)s): %(what)s. Is yours another one?")
            said = {"who": doer_of(since).plain, "what": sentence_of(since)}
            raise Refused(text % said, field="is_sure")
        protest = locked.protests.get(pk=asked.protest_id) if asked.protest_id else None
        if protest is not None and protest.decision != Protest.UPHELD:
            text = _("Protest %(number)s is not upheld. Decide it first.")
            raise Refused(text % {"number": protest.number})
        concerned = [person.entry_id for person in ground.people]
        if asked.entry_id is not None:
            concerned = [asked.entry_id]
        ruling = copy(asked)
        ruling.event, ruling.round, ruling.event_table = locked, ground.round, ground.place
        ruling.protest, ruling.submission = protest, submission
        ruling.shares, ruling.was = _shares(ground, asked, concerned), {}
        ruling.is_late, ruling.reason = ground.is_late, asked.reason if ground.is_late else ""
        ruling.decided_by = asked.decided_by or by.who
        for name, value in by.kept_in(Ruling).items():
            setattr(ruling, name, value)
        if asked.kind == Ruling.OUT:
            _exclude(locked, ruling, concerned, by)
        ruling.save()
        after, reason = kept_ruling(ruling), ruling.reason
        return EventChange(kind=RULED, after=after, reason=reason, **where)

    return perform(event, by, submission, write)


def withdraw_ruling(
    *, event: Event, ruling: Ruling, reason: str, by: Author, submission: UUID
) -> Done:
    """Withdraw a ruling, with a reason: it stays to be seen and counts no more.

    Whoever was excluded by it, and by nothing else, is what he was before.
    """

    def write(locked: Event) -> EventChange | None:
        found = Ruling.objects.select_related("round", "event_table", "entry", "protest")
        here = found.get(pk=ruling.pk)
        if here.withdrawn_at is not None:
            return None
        if not reason:
            raise Refused(_("Say why it is withdrawn."), field="reason")
        here.withdraw(by, reason)
        _let_back(locked, here, by)
        return _change("ruling_withdrawn", here, kept_ruling(here), reason=reason)

    return perform(event, by, submission, write)


def _ground(locked: Event, asked: Ruling) -> Ground:
    """The table as it is now, or the seat of the one whom it is about."""
    rounds = locked.rounds.filter(pk=asked.round_id, state__in=(Round.DRAWN, Round.CLOSED))
    played = rounds.first()
    if played is None:
        raise Refused(_("This round was drawn again, and the table is no more."))
    if asked.event_table_id is not None:
        tables = EventTable.objects.select_related("round")
        place = tables.get(pk=asked.event_table_id, round=played)
        ground: Ground | None = ground_at(locked, place)
    else:
        ground = ground_of_entry(locked, played, asked.entry_id or 0)
    here = {person.entry_id for person in ground.people} if ground else set()
    if ground is None or (asked.entry_id is not None and asked.entry_id not in here):
        raise Refused(_("Nobody of that name has a seat there now."), field="who")
    return ground


def _check(ground: Ground, asked: Ruling) -> None:
    if ground.is_late and not asked.reason:
        text = _("This round is closed: say why it is decided only now.")
        raise Refused(text, field="reason")
    if asked.kind == Ruling.STROKES and (not ground.has_strokes or asked.entry_id is None):
        text = _("Strokes to the other side need a match, and the side that did it.")
        raise Refused(text, field="kind")
    if asked.others and (asked.entry_id is None or not ground.others_of(asked.entry_id)):
        text = _("Nobody else is there who could get points.")
        raise Refused(text, field="others")


def _shares(ground: Ground, asked: Ruling, concerned: Sequence[int]) -> list[list[int]]:
    """What each entry has from it: key, points, strokes."""
    others = [person.entry_id for person in ground.others_of(concerned[0])]
    if asked.kind == Ruling.STROKES:
        return [[key, 0, asked.points] for key in others]
    if asked.kind != Ruling.POINTS:
        return []
    shares = [[key, asked.points, 0] for key in concerned if asked.points]
    return shares + [[key, asked.others, 0] for key in others if asked.others]


def _exclude(locked: Event, ruling: Ruling, keys: Sequence[int], by: Author) -> None:
    """Take these out of the event, all in one deed; the ruling keeps what they were."""
    entries = list(Entry.objects.filter(event=locked, pk__in=keys).order_by("pk"))
    if all(entry.status == Entry.OUT for entry in entries):
        raise Refused(_("Excluded already."), field="who")
    for entry in entries:
        if entry.status == Entry.OUT:
            earlier = exclusions(entry).filter(withdrawn_at=None).first()
            if earlier is not None:
                ruling.was[str(entry.pk)] = earlier.was[str(entry.pk)]
            continue
        ruling.was[str(entry.pk)] = [entry.status, entry.last_round]
        change = put_out(locked, entry, ruling.offence)
        keep_beside(locked, change, by, _mark(ruling, entry.pk))


def _let_back(locked: Event, ruling: Ruling, by: Author) -> None:
    """Make those whom the ruling excluded what they were before."""
    for entry in Entry.objects.filter(event=locked, pk__in=[int(key) for key in ruling.was]):
        rulings = exclusions(entry)
        marks = {_mark(each, entry.pk) for each in rulings}
        moves = locked.changes.filter(entry=entry, kind__in=("out", "out_midway", "back", "stayed"))
        last = moves.order_by("pk").last()
        if last is not None and last.kind == "stayed":  # what it took back is no move either
            last = moves.filter(kind__in=("out", "back")).order_by("pk").last()
        is_ours = entry.status == Entry.OUT and last is not None and last.submission in marks
        if not is_ours or rulings.filter(withdrawn_at=None).exists():
            continue
        entry.status, entry.last_round = ruling.was[str(entry.pk)]
        entry.save(update_fields=["status", "last_round"])
        change = EventChange(kind="back", entry=entry, before=Entry.OUT, after=entry.status)
        change.reason = ruling.withdrawn_why
        keep_beside(locked, change, by, uuid5(_mark(ruling, entry.pk), "back"))


def _mark(ruling: Ruling, entry: int) -> UUID:
    """Under what the history has an exclusion by this ruling."""
    return uuid5(ruling.submission, f"out {entry}")
