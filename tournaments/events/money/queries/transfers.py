"""Which lines of a bank are fees of those who registered by themselves, and what is odd there."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from formats.figures import money
from tournaments.events.money.bank import BankLine
from tournaments.events.money.queries.cash import EntryMoney, moneys_of
from tournaments.models import (
    REGISTRATION_CODE,
    REGISTRATION_LETTERS,
    BookedTransfer,
    Entry,
    Event,
    Registration,
)

BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")
"""What people and banks put between the letters of a code."""

LIKE_A_CODE = re.compile(
    rf"(?<![^\W_])(?:[{REGISTRATION_LETTERS}][\s\-]?){{{REGISTRATION_CODE}}}(?![^\W_])",
    re.IGNORECASE,
)


class Proposal(NamedTuple):
    """A line with a code: whose it is, what of the fee was open before all lines, what is odd.

    `is_sure`: exactly what is open came, from somebody who has a place.
    """

    line: BankLine
    digest: str
    registration: Registration | None = None
    open: int = 0
    remark: str = ""
    may_be_booked: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it is ticked to begin with."""
        return self.may_be_booked and not self.remark


class Statement(NamedTuple):
    """What the lines of a bank come to: those with a code, and how many have none."""

    proposals: list[Proposal]
    without: int


def has_registrations(event: Event) -> bool:
    """Whether anybody could have paid by transfer; one SQL query."""
    return Registration.objects.filter(entry__event=event).exists()


def statement_of(event: Event, lines: Sequence[BankLine]) -> Statement:
    """The same for an event; three SQL queries. What went from the account is left out."""
    registered = Registration.objects.filter(entry__event=event).select_related("entry")
    known = {mine.code: mine for mine in registered}
    moneys = moneys_of(event, [mine.entry for mine in known.values()])
    reader = _Reader(event, known, {each.entry.pk: each for each in moneys})
    came = [line for line in lines if line.cents is None or line.cents > 0]
    digests = [reader.digest(line) for line in came]
    booked = BookedTransfer.objects.filter(digest__in=digests)
    reader.booked.update(booked.values_list("digest", flat=True))
    read = [reader.proposal(line) for line in came]
    found = [proposal for proposal in read if proposal is not None]
    return Statement(found, len(read) - len(found))


class _Reader:
    """Reads one line after the other, and knows what those before came to."""

    def __init__(
        self, event: Event, known: dict[str, Registration], moneys: dict[int, EntryMoney]
    ) -> None:
        self.event, self.known, self.moneys = event, known, moneys
        self.booked: set[str] = set()
        self.before: Counter[int] = Counter()
        self.seen: set[str] = set()

    def digest(self, line: BankLine) -> str:
        """By what the line is known again, at this event."""
        said = json.dumps([self.event.pk, *line.identity])
        salt = "tournaments.events.money transfer"
        return salted_hmac(salt, said, algorithm="sha256").hexdigest()

    def proposal(self, line: BankLine) -> Proposal | None:
        """What is made of a line; None where it has no code."""
        cells = [BETWEEN.sub("", cell).upper() for cell in line.cells]
        codes = [code for code in self.known if any(code in cell for cell in cells)]
        bare = Proposal(line, self.digest(line))
        if not codes:
            is_like_one = any(map(LIKE_A_CODE.search, line.cells))
            return bare._replace(remark=_("Nobody here has this code.")) if is_like_one else None
        if len(codes) > 1:
            several = _("Several codes: note it on the page of each of these entries.")
            return bare._replace(remark=f"{several} {', '.join(codes)}")
        mine = self.known[codes[0]]
        has = self.moneys[mine.entry_id]
        proposal = bare._replace(registration=mine, open=has.open)
        refused = self._refused(proposal, mine, has)
        self.seen.add(proposal.digest)
        if refused:
            return proposal._replace(remark=refused)
        remark = self._remark(mine, has, line.cents or 0)
        self.before[mine.entry_id] += line.cents or 0
        return proposal._replace(remark=remark, may_be_booked=True)

    def _refused(self, proposal: Proposal, mine: Registration, has: EntryMoney) -> str:
        """Why it cannot be booked; empty where it can."""
        if proposal.line.is_foreign:
            return _("This is not in euros.")
        if proposal.line.cents is None:
            return _("The amount is not clear. Paste the line with the headings as well.")
        if proposal.digest in self.booked:
            return _("This line is booked already.")
        if proposal.digest in self.seen:
            return _("The same line once more.")
        if mine.withdrawn_at is not None:
            return _("Has withdrawn: give it back.")
        if has.entry.free_reason:
            return _("Plays for nothing: give it back.")
        if has.open - self.before[mine.entry_id] <= 0:
            return _("The fee is paid already.")
        return ""

    def _remark(self, mine: Registration, has: EntryMoney, cents: int) -> str:
        """What is odd about a line that can be booked."""
        rest = cents - (has.open - self.before[mine.entry_id])
        if mine.entry.status == Entry.WAITING:
            return _("Waits for a place.")
        if rest > 0:
            return _("More than is open, and stays with the club: %(rest)s") % {"rest": money(rest)}
        if rest < 0:
            return _("Less than is open. Then still open: %(rest)s") % {"rest": money(-rest)}
        return ""
