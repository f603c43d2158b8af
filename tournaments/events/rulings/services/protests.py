"""Protests: written down, put right while they are open, decided, opened again."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.common.doers import doer_of
from tournaments.events.deeds import Done, do
from tournaments.events.rulings.queries import outcome_words
from tournaments.events.rulings.queries import protest_history_words as history_words
from tournaments.models import By, Entry, Event, EventChange, EventTable, Protest, Round

LONGEST_WORDS = 300
FIELDS = ("protester", "matter", "wanted", "fee", "hand")


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


def make_protest(*, event: Event, written: Written, by: By, submission: UUID) -> Done:
    """Write a protest down with the next number.

    Raises Refused where there is no such round, table or start number.
    """

    def write(locked: Event) -> EventChange:
        last: int = locked.protests.aggregate(last=Max("number"))["last"] or 0
        protest = Protest(event=locked, number=last + 1, submission=submission, **by.noted)
        _fill(locked, protest, written)
        protest.save()
        return _change("protest_made", protest, after=history_words(protest))

    return do(event, by, submission, write)


def change_protest(
    *, protest: Protest, written: Written, seen_version: int, by: By, submission: UUID
) -> Done:
    """Put right what was written down, while nobody has decided it."""

    def write(locked: Event) -> EventChange | None:
        here = _here(locked, protest, seen_version)
        if here.decision:
            raise Refused(_("It is decided. Open it again first."))
        before = history_words(here)
        same = _as_written(here)
        _fill(locked, here, written)
        if _as_written(here) == same:
            return None
        _save(here)
        return _change("protest_changed", here, before=before, after=history_words(here))

    return do(protest.event, by, submission, write)


def decide_protest(
    *, protest: Protest, outcome: Outcome, seen_version: int, by: By, submission: UUID
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
        return _change(
            "protest_decided",
            here,
            before=history_words(here),
            after=outcome_words(here.decision),
            reason=outcome.reason,
        )

    return do(protest.event, by, submission, write)


def reopen_protest(
    *, protest: Protest, reason: str, seen_version: int, by: By, submission: UUID
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
        before = outcome_words(here.decision)
        here.decision = here.reason = here.decided_by = here.decided_account = ""
        here.decided_at, here.is_fee_back = None, False
        _save(here)
        return _change(
            "protest_reopened", here, before=before, after=history_words(here), reason=reason
        )

    return do(protest.event, by, submission, write)


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
    protest.round = _round(locked, written.round)
    protest.event_table = _table(protest.round, written.table)
    protest.entry = _entry(locked, written.start)
    for field in FIELDS:
        setattr(protest, field, getattr(written, field))
    if not protest.protester and protest.entry is not None:
        protest.protester = protest.entry.name[:80]


def _as_written(protest: Protest) -> tuple[object, ...]:
    keys = (protest.round_id, protest.event_table_id, protest.entry_id)
    return (*keys, *(getattr(protest, field) for field in FIELDS))


def _round(locked: Event, number: int | None) -> Round | None:
    if number is None:
        return None
    states = (Round.DRAWN, Round.CLOSED)
    played = locked.rounds.filter(number=number, state__in=states).first()
    if played is None:
        text = _("Round %(number)s has no tables.")
        raise Refused(text % {"number": number}, field="round")
    return played


def _table(played: Round | None, number: int | None) -> EventTable | None:
    if number is None:
        return None
    if played is None:
        raise Refused(_("Say of which round the table is."), field="round")
    place = played.tables.filter(number=number).first()
    if place is None:
        text = _("There is no table %(number)s in this round.")
        raise Refused(text % {"number": number}, field="table")
    return place


def _entry(locked: Event, number: int | None) -> Entry | None:
    if number is None:
        return None
    entry = locked.entries.filter(number=number).first()
    if entry is None:
        raise Refused(_("Nobody has start number %(number)s.") % {"number": number}, field="start")
    return entry


def _change(
    kind: str, protest: Protest, *, before: str = "", after: str = "", reason: str = ""
) -> EventChange:
    return EventChange(
        kind=kind,
        round_number=protest.round.number if protest.round else None,
        table_number=protest.event_table.number if protest.event_table else None,
        entry=protest.entry,
        before=before[:LONGEST_WORDS],
        after=after[:LONGEST_WORDS],
        reason=reason[:200],
    )
