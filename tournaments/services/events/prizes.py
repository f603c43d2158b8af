"""Prizes: kept with the final list, and handed over."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.formats.prizes import ROUND
from tournaments.formats.wording import money
from tournaments.models import By, CashLine, Event, EventChange, KeptPrizes, Round
from tournaments.queries.events.money import line_in_words, takings_of
from tournaments.queries.events.prizes import Prize, prize_list
from tournaments.queries.events.standings import event_standing
from tournaments.queries.events.winning import award_of
from tournaments.services.events.deeds import Done, Refused, do


def keep_prizes(locked: Event) -> None:
    """Keep the prizes with the revision that is being locked; inside a deed."""
    awarded = award_of(event_standing(locked), takings_of(locked))
    KeptPrizes.objects.create(event=locked, revision=locked.revision, record=awarded.to_json())


def hand_over(
    *, event: Event, key: str, entry: int, seen_cents: int, by: By, submission: UUID
) -> Done:
    """Note that a prize was handed over; `seen_cents` is what the page said it was.

    A round's prize may be handed over as soon as the round is closed, the others when the final
    list is locked. Handing over what was handed over changes nothing.
    """

    def write(locked: Event) -> EventChange | None:
        listed = prize_list(locked)
        prize = listed.find(key, entry)
        if prize is None:
            raise Refused(_("This is nobody’s prize any more. Look at the list again."))
        if prize.given and not prize.differs:
            return None
        _check(locked, prize, seen_cents)
        line = CashLine.objects.create(
            event=locked,
            kind=CashLine.PRIZE,
            amount=prize.cents,
            entry_id=prize.entry,
            prize=prize.key,
            revision=listed.revision,
            note=": ".join(filter(None, (prize.title, prize.goods)))[:200],
            user=by.user,
            who=by.who,
        )
        return EventChange(
            kind="prize_given", entry_id=prize.entry, after=line_in_words(line)[:300]
        )

    return do(event, by, submission, write, even_if_final=True)


def _check(locked: Event, prize: Prize, seen_cents: int) -> None:
    """Refuse what is not to be handed over now."""
    if prize.given:
        text = _("%(name)s was handed %(amount)s already. Take that back first.")
        raise Refused(text % {"name": prize.name, "amount": money(prize.given.cents)})
    if prize.cents != seen_cents:
        text = _("The prize has changed meanwhile: it is %(amount)s now.")
        raise Refused(text % {"amount": money(prize.cents)})
    if locked.state == Event.FINAL:
        return
    kind, _dash, number = prize.key.partition("-")
    closed = locked.rounds.filter(state=Round.CLOSED)
    if kind != ROUND or not closed.filter(number=int(number)).exists():
        raise Refused(_("Lock the final list first: until then the prizes may change."))
