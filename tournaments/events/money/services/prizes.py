"""Prizes: kept with the final list, and handed over; the highest game, named by hand."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.events.deeds import Done, do
from tournaments.events.money.queries.money import line_in_words, takings_of
from tournaments.events.money.queries.prizes import Prize, prize_list
from tournaments.events.money.queries.winning import award_of
from tournaments.events.results.services.withdrawing import note_withdrawn
from tournaments.events.standings.queries.highest import HighestGames, highest_games, latest_named
from tournaments.events.standings.queries.standings import event_standing
from tournaments.formats.prizes import ROUND
from tournaments.formats.wording import money
from tournaments.models import (
    By,
    CashLine,
    Event,
    EventChange,
    KeptPrizes,
    NamedHighest,
    Round,
)


def keep_prizes(locked: Event) -> None:
    """Keep the prizes with the revision that is being locked; inside a deed."""
    standing = event_standing(locked)
    has_prize = standing.snapshot.settings.high_prize
    highest = highest_games(standing) if has_prize else HighestGames()
    awarded = award_of(standing, takings_of(locked), highest)
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
            entry_id=prize.entry or None,
            prize=prize.key,
            revision=listed.revision,
            note=": ".join(filter(None, (prize.title, prize.team, prize.goods)))[:200],
            **by.noted,
        )
        return EventChange(
            kind="team_prize_given" if prize.team else "prize_given",
            entry_id=line.entry_id,
            after=line_in_words(line)[:300],
        )

    return do(event, by, submission, write, even_if_final=True)


def name_highest(
    *, event: Event, numbers: Sequence[int], words: str, by: By, submission: UUID
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
            note_withdrawn(before, by, _("Named anew"))
        NamedHighest.objects.create(
            event=locked,
            winners=winners,
            words=words.strip(),
            decided_by=by.who,
            submission=submission,
            **by.noted,
        )
        names = ", ".join(f"{number} {standing.by_number[number].name}" for number in winners)
        after = Truncator(f"{names}: {words.strip()}").chars(300)
        entry = standing.by_number[winners[0]].pk
        return EventChange(kind="highest_named", entry_id=entry, after=after)

    return do(event, by, submission, write)


def forget_highest(*, event: Event, reason: str, by: By, submission: UUID) -> Done:
    """Take back who was named; then the hands say it again. Refused without a reason."""

    def write(locked: Event) -> EventChange | None:
        named = latest_named(locked)
        if named is None:
            return None
        if not reason.strip():
            raise Refused(_("Say why: it is written down."), field="reason")
        note_withdrawn(named, by, reason.strip())
        return EventChange(kind="highest_taken_back", before=named.words, reason=reason.strip())

    return do(event, by, submission, write)


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
