"""The cash book (free entries, refunds, second fees, lost-game money, counting) and the prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from formats.figures import money
from tournaments.common.actions import Refused
from tournaments.common.history import doer_of
from tournaments.common.names import look_of
from tournaments.events.actions import FINAL, Done, keep_beside, perform
from tournaments.events.check_in.services import entry_action, pay
from tournaments.events.desk.queries.history import sentence_of
from tournaments.events.desk.services import ask_again, is_of_now
from tournaments.events.money.queries.cash import (
    FOR_THE_PRIZES,
    MORE_THAN_THE_FEE,
    kept_amount,
    kept_line,
    money_of,
    parts_paid,
    takings_of,
)
from tournaments.events.money.queries.prizes import award_of, prize_list
from tournaments.events.standings.queries.final import HighestGames, highest_games, latest_named
from tournaments.events.standings.queries.standings import event_standing
from tournaments.models import (
    Author,
    BookedTransfer,
    CashLine,
    Entry,
    Event,
    EventChange,
    KeptPrizes,
    NamedHighest,
    Registration,
)

# Prizes: kept with the final list, and handed over; the highest game, named by hand.


def keep_prizes(locked: Event) -> None:
    """Keep the prizes with the revision that is being locked; inside a deed."""
    standing = event_standing(locked)
    has_prize = locked.format.high_prize
    highest = highest_games(standing) if has_prize else HighestGames()
    awarded = award_of(standing, takings_of(locked), highest)
    KeptPrizes.objects.create(event=locked, revision=locked.revision, record=awarded.to_json())


def hand_over(
    *, event: Event, key: str, entry: int, seen_cents: int, by: Author, submission: UUID
) -> Done:
    """Note that a prize was handed over; `seen_cents` is what the page said it was.

    A round's prize may be handed over as soon as the round is closed, the others when the final
    list is locked. Handing over what was handed over changes nothing.
    """

    def write(locked: Event) -> EventChange | None:
        listed = prize_list(locked)
        known = {(one.key, one.entry): one for one in listed.prizes}
        prize = known.get((key, entry))
        if prize is None:
            raise Refused(_("This is nobody’s prize any more. Look at the list again."))
        if prize.given and not prize.differs:
            return None
        if prize.given:
            text = _("Handed over already: %(amount)s (%(name)s). Take that back first.")
            raise Refused(text % {"name": prize.name, "amount": money(prize.given.amount)})
        if prize.cents != seen_cents:
            text = _("The prize has changed meanwhile: it is %(amount)s now.")
            raise Refused(text % {"amount": money(prize.cents)})
        if not prize.may_be_given:
            raise Refused(_("Lock the final list first: until then the prizes may change."))
        line = _write(
            locked,
            by,
            kind=CashLine.PRIZE,
            amount=prize.cents,
            entry_id=prize.entry or None,
            prize=prize.key,
            revision=listed.revision,
            note=prize.note[:200],
        )
        return EventChange(
            kind="team_prize_given" if prize.team else "prize_given",
            entry_id=line.entry_id,
            after=kept_line(line),
        )

    return perform(event, by, submission, write, even_if_final=True)


def name_highest(
    *, event: Event, numbers: Sequence[int], words: str, by: Author, submission: UUID
) -> Done:
    """Name who had the highest game, by start numbers, and what it was; it holds before the hands.

    Naming it anew takes the place of what was named before.
    """

    def write(locked: Event) -> EventChange | None:
        standing = event_standing(locked)
        winners = sorted(set(numbers))
        if not winners:
            raise Refused(_("Say who had it: the start number."), field="winners")
        unknown = [number for number in winners if number not in standing.places]
        if unknown:
            text = _("Nobody with the number %(number)s is in the standing.")
            raise Refused(text % {"number": unknown[0]}, field="winners")
        if not words.strip():
            raise Refused(_("Say in a word what it was: everybody hears it."), field="words")
        before = latest_named(locked)
        if before and (before.winners, before.words) == (winners, words.strip()):
            return None
        if before:
            before.withdraw(by, "Named anew")
        NamedHighest.objects.create(
            event=locked,
            winners=winners,
            words=words.strip(),
            decided_by=by.who,
            submission=submission,
            **by.kept_in(NamedHighest),
        )
        names = ", ".join(f"{number} {standing.by_number[number].name}" for number in winners)
        entry = standing.by_number[winners[0]].pk
        after = Truncator(f"{names}: {words.strip()}").chars(300)
        return EventChange(kind="highest_named", entry_id=entry, after=after)

    return perform(event, by, submission, write)


def forget_highest(*, event: Event, reason: str, by: Author, submission: UUID) -> Done:
    """Take back who was named; then the hands say it again. Refused without a reason."""

    def write(locked: Event) -> EventChange | None:
        named = latest_named(locked)
        if named is None:
            return None
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        named.withdraw(by, reason.strip())
        return EventChange(kind="highest_taken_back", before=named.words, reason=reason.strip())

    return perform(event, by, submission, write)


KINDS_OF_LINES: Mapping[str, str] = {
    CashLine.LOST: "lost_money",
    CashLine.PUT_IN: "cash_in",
    CashLine.TAKEN_OUT: "cash_out",
}


OF_A_LINE = ("kind", "amount", "round_number", "table_number")
"""What is the same where two desks have the same bill before them."""

OF_ONE = ("part_paid", "reentered", "refunded")
"""What somebody may pay, or get, more than once."""


def pay_part(
    *,
    entry: Entry,
    cents: int,
    by: Author,
    submission: UUID,
    keeps_rest: bool = False,
    seen_version: int | None = None,
) -> Done:
    """Note what somebody pays of the fee; with the last part it is paid.

    Refused where it is more than is open, unless what is too much stays in the box; and where
    somebody else noted money of this entry after `seen_version` of the event.
    """

    def write(event: Event, locked: Entry) -> EventChange:
        _refuse_unseen(event, locked, seen_version, "part")
        return _take_part(event, locked, cents, by, keeps_rest=keeps_rest)

    return entry_action(entry, by, submission, write, even_if_final=True)


def _take_part(
    event: Event, locked: Entry, cents: int, by: Author, *, keeps_rest: bool
) -> EventChange:
    """Note the same; inside a deed."""
    has = money_of(locked, event.format.fee)
    if locked.free_reason:
        raise Refused(_("%(name)s plays for nothing.") % {"name": locked.name})
    if not has.open:
        raise Refused(_("No fee is open: %(name)s.") % {"name": locked.name})
    if not cents:
        raise Refused(_("How much is it?"), field="part")
    rest = cents - has.open
    if rest > 0 and not keeps_rest:
        text = _(
            "Only %(open)s is open: give %(rest)s back and note %(open)s, or tick that it "
            "stays in the box."
        )
        said = {"open": money(has.open), "rest": money(rest)}
        raise Refused(text % said, field="part")
    if rest < 0:
        _write(event, by, kind=CashLine.PART, amount=cents, entry=locked)
        return EventChange(kind="part_paid", entry=locked, after=kept_amount(cents, -rest))
    if rest:
        more = {"amount": rest, "entry": locked, "note": MORE_THAN_THE_FEE}
        _write(event, by, kind=CashLine.PUT_IN, **more)
    change = pay(locked)
    change.after = kept_amount(cents)
    return change


class Booking(NamedTuple):
    """A line of a bank that is booked: whose, how much, and what was open as it was looked at."""

    registration: int
    digest: str
    cents: int
    seen_open: int


def book_transfers(
    *, event: Event, bookings: Sequence[Booking], by: Author, submission: UUID
) -> Done:
    """Note what came by the bank as parts of fees, each line once, all of them or none.

    What is more than the fee stays with the club. None of it is in the box.
    """

    def write(locked: Event) -> EventChange:
        if not bookings:
            raise Refused(_("Tick what is to be booked."))
        looked_at: set[int] = set()
        for one in bookings:
            mine = Registration.objects.select_related("entry").get(
                pk=one.registration, entry__event=locked
            )
            entry, is_known = mine.entry, mine.pk in looked_at
            looked_at.add(mine.pk)
            is_booked = BookedTransfer.objects.filter(digest=one.digest).exists()
            is_as_seen = is_known or money_of(entry, locked.format.fee).open == one.seen_open
            if is_booked or not is_as_seen:
                text = _("Something else was noted meanwhile: %(name)s. Look at it again.")
                raise Refused(text % {"name": entry.name})
            change = _take_part(locked, entry, one.cents, by, keeps_rest=True)
            keep_beside(locked, change, by)
            _write(locked, by, kind=CashLine.TRANSFER, amount=one.cents, entry=entry)
            BookedTransfer.objects.create(registration=mine, digest=one.digest)
        after = kept_amount(sum(one.cents for one in bookings))
        return EventChange(kind="transfers_booked", after=after)

    return perform(event, by, submission, write, even_if_final=True)


def free_entry(*, entry: Entry, reason: str, by: Author, submission: UUID) -> Done:
    """Let somebody play for nothing, with a reason; refused for whoever has paid."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if locked.free_reason:
            return None
        if locked.is_paid:
            raise Refused(_("%(name)s has paid. Give the fee back.") % {"name": locked.name})
        if parts_paid(event, [locked.pk]):
            text = _("%(name)s has paid a part. Reverse it in the cash book first.")
            raise Refused(text % {"name": locked.name})
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        locked.free_reason = reason.strip()
        locked.save(update_fields=["free_reason"])
        return EventChange(kind="freed", entry=locked, reason=locked.free_reason)

    return entry_action(entry, by, submission, write, even_if_final=True)


def charge_entry(*, entry: Entry, by: Author, submission: UUID) -> Done:
    """Let somebody who played for nothing pay after all."""

    def write(event: Event, locked: Entry) -> EventChange | None:
        if not locked.free_reason:
            return None
        before, locked.free_reason = locked.free_reason, ""
        locked.save(update_fields=["free_reason"])
        return EventChange(kind="charged", entry=locked, before=before)

    return entry_action(entry, by, submission, write, even_if_final=True)


def refund(
    *,
    entry: Entry,
    cents: int,
    reason: str,
    by: Author,
    submission: UUID,
    seen_version: int | None = None,
) -> Done:
    """Give somebody money back, at most what was paid; the entry stays paid.

    Refused where somebody else noted money of this entry after `seen_version` of the event.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        _refuse_unseen(event, locked, seen_version, "amount")
        if parts_paid(event, [locked.pk]):
            raise Refused(
                _("Only a part is paid. Give it back by reversing its line in the cash book.")
            )
        has = money_of(locked, event.format.fee).sum
        if not has:
            raise Refused(_("Nothing is there to give back: %(name)s.") % {"name": locked.name})
        if not 0 < cents <= has:
            text = _("At most %(amount)s: more was not paid.")
            raise Refused(text % {"amount": money(has)}, field="amount")
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="refund_reason")
        _write(event, by, kind=CashLine.REFUND, amount=cents, entry=locked, note=reason.strip())
        after = kept_amount(cents)
        return EventChange(kind="refunded", entry=locked, after=after, reason=reason.strip())

    return entry_action(entry, by, submission, write)


def reenter(*, entry: Entry, by: Author, submission: UUID, seen_version: int | None = None) -> Done:
    """Take a second fee: another entry of the same player.

    Refused where somebody else noted money of this entry after `seen_version` of the event.
    """

    def write(event: Event, locked: Entry) -> EventChange | None:
        _refuse_unseen(event, locked, seen_version)
        fee = event.format.fee
        if not fee:
            raise Refused(_("Nothing is paid at this event."))
        if not locked.is_paid and not locked.free_reason:
            raise Refused(_("Note first that %(name)s has paid.") % {"name": locked.name})
        _write(event, by, kind=CashLine.REENTRY, amount=fee, entry=locked)
        return EventChange(kind="reentered", entry=locked, after=kept_amount(fee))

    return entry_action(entry, by, submission, write)


def write_line(
    *, event: Event, line: CashLine, by: Author, submission: UUID, is_sure: bool = False
) -> Done:
    """Write a line like this into the cash book: lost-game money, or what else went in or out.

    Refused where the same was written less than a minute ago, unless somebody `is_sure`: two desks
    may have the same bill before them.
    """
    note = line.note.strip()

    def write(locked: Event) -> EventChange:
        if not line.amount:
            raise Refused(_("How much is it?"), field="amount")
        if line.kind in FOR_THE_PRIZES and locked.state == Event.FINAL:
            raise Refused(str(FINAL))
        if line.kind != CashLine.LOST and not note:
            raise Refused(_("Say what for: it is written down."), field="note")
        alike = {name: getattr(line, name) for name in OF_A_LINE}
        lines = locked.cash.filter(**alike, entry=None, reversal=None).order_by("-pk")
        for each in () if is_sure else lines:
            if is_of_now(each.made_at) and look_of(each.note) == look_of(note):
                raise ask_again(doer_of(each), each.made_at)
        after = kept_line(_write(locked, by, note=note, **alike))
        return EventChange(kind=KINDS_OF_LINES[line.kind], after=after)

    return perform(event, by, submission, write, even_if_final=True)


def count_cash(*, event: Event, cents: int, note: str, by: Author, submission: UUID) -> Done:
    """Keep what somebody counted in the box, with what was expected there."""

    def write(locked: Event) -> EventChange:
        expected, why = takings_of(locked).expected, note.strip()
        _write(locked, by, kind=CashLine.COUNT, amount=cents, expected=expected, note=why)
        before, after = kept_amount(expected), kept_amount(cents)
        return EventChange(kind="cash_counted", before=before, after=after, reason=why)

    return perform(event, by, submission, write, even_if_final=True)


def reverse_line(*, event: Event, line: int, reason: str, by: Author, submission: UUID) -> Done:
    """Take a line back, with a reason: both stay in the book."""

    def write(locked: Event) -> EventChange | None:
        found = locked.cash.select_related("entry", "reversal").get(pk=line)
        if found.kind == CashLine.REVERSAL or hasattr(found, "reversal"):
            return None
        if found.kind in FOR_THE_PRIZES and locked.state == Event.FINAL:
            raise Refused(str(FINAL))
        if found.kind == CashLine.PART and found.entry and found.entry.is_paid:
            raise Refused(_("The whole fee is paid. Note first that it is not."))
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        _write(
            locked,
            by,
            kind=CashLine.REVERSAL,
            amount=found.amount,
            reverses=found,
            entry=found.entry,
            note=reason.strip(),
        )
        is_prize = found.kind == CashLine.PRIZE
        taken_back = "prize_taken_back" if found.entry else "team_prize_taken_back"
        return EventChange(
            kind=taken_back if is_prize else "cash_reversed",
            entry=found.entry,
            before=kept_line(found),
            reason=reason.strip(),
        )

    return perform(event, by, submission, write, even_if_final=True)


def _refuse_unseen(event: Event, entry: Entry, seen_version: int | None, field: str = "") -> None:
    """Two desks may have the same coin before them: the second one looks first."""
    if seen_version is None:
        return
    noted = event.changes.filter(entry=entry, kind__in=OF_ONE, event_version__gt=seen_version)
    since = noted.order_by("pk").last()
    if since is not None:
        text = _(
            "Noted just now (%(who)s): %(what)s. Nothing was noted a second time. If it was paid "
            "or given twice, send it once more."
        )
        said = {"who": doer_of(since).plain, "what": sentence_of(since)}
        raise Refused(text % said, field=field)


def _write(event: Event, by: Author, **values: object) -> CashLine:
    return CashLine.objects.create(event=event, **by.kept_in(CashLine), **values)
