"""The prize list of an event: who gets what, who has it already, and what was different before.

Until the final list is locked it says what would be if the event ended now. A locked final list
has its prizes kept with it, so that nothing that happens later changes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.awards import Awarded
from tournaments.formats.prizes import ROUND
from tournaments.formats.settings import EventSettings
from tournaments.models import CashLine, Event
from tournaments.queries.events.money import Takings, holding, takings_of
from tournaments.queries.events.standings import EventStanding, event_standing
from tournaments.queries.events.winning import award_of, goods_in_words, title_of


class Given(NamedTuple):
    """That a prize was handed over: the line of the cash book, its cents, when, by whom, and under
    which revision of the final list (0 before there was one)."""

    line: int
    cents: int
    at: datetime
    who: str
    revision: int


@dataclass(frozen=True)
class Prize:
    """A line of the prize list: what one entry gets for one thing.

    `key` is `place`, `round-2`, `group-Ladies`, `solos`, `last` or `plus`; with `entry` it names
    the prize. `title` says it in words (“Place 2”). `number` is the start number, `total` that of
    the standing. `cents` is the money, 0 where there is none; `goods` says what else there is, with
    how it is shared, or "". `shared_by` entries have won it together. `owes`: its fee is not paid.
    `may_be_given`: it is fixed, and not handed over yet.
    """

    key: str
    entry: int
    number: int
    name: str
    title: str
    place: int
    total: int | Fraction | None
    cents: int
    goods: str
    shared_by: int
    owes: bool
    given: Given | None
    may_be_given: bool = False

    @property
    def differs(self) -> int:
        """What is still due (or, negative, too much) where another amount was handed over."""
        return self.cents - self.given.cents if self.given else 0


class Overtaken(NamedTuple):
    """Something handed over that is nobody's prize any more: to whom, for what, how much."""

    number: int
    name: str
    title: str
    goods: str
    given: Given


class Said(NamedTuple):
    """A prize in short: what for, its cents, its goods."""

    title: str
    cents: int
    goods: str


class PrizeChange(NamedTuple):
    """A prize that is another one than on the list before; None where there is or was none.

    `given`: what had been handed over already.
    """

    number: int
    name: str
    before: Said | None
    after: Said | None
    given: Given | None


@dataclass(frozen=True)
class PrizeList:
    """The prizes of an event, places first.

    `revision` is that of the locked final list, 0 while there is none: then this is what it would
    be if it ended now. `awarded` says where the money stays that nobody gets, `takings` where it
    came from. `changes` compares with the list locked before; `overtaken` was handed over and is
    due to nobody any more.
    """

    event: Event
    settings: EventSettings
    revision: int
    prizes: tuple[Prize, ...]
    awarded: Awarded
    takings: Takings
    changes: tuple[PrizeChange, ...] = ()
    overtaken: tuple[Overtaken, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether the final list is locked, so that prizes may be handed over."""
        return self.revision > 0

    @property
    def reading(self) -> tuple[Prize, ...]:
        """The order for the microphone: from the last to the first."""
        return self.prizes[::-1]

    @property
    def handed_over(self) -> int:
        """How many prizes have been handed over."""
        return sum(prize.given is not None for prize in self.prizes)

    def find(self, key: str, entry: int) -> Prize | None:
        """The prize of that key for the entry with that number in the database."""
        return next((one for one in self.prizes if (one.key, one.entry) == (key, entry)), None)


@dataclass(frozen=True)
class Receipt:
    """What one winner signs for: every prize in money, and their sum in cents.

    `lines`: what each is for, and its cents. `given` is when the last of them was handed over,
    None while one is outstanding.
    """

    event: Event
    number: int
    name: str
    lines: tuple[tuple[str, int], ...]
    cents: int
    given: Given | None


def prize_list(event: Event) -> PrizeList:
    """The prizes as they stand; the standing's SQL queries and five more."""
    settings = EventSettings.from_json(event.settings)
    standing = event_standing(event)
    takings = takings_of(event)
    kept = [(one.revision, Awarded.from_json(one.record)) for one in event.kept_prizes.all()]
    is_final = event.state == Event.FINAL
    locked = dict(kept).get(event.revision) if is_final else None
    awarded = locked or award_of(standing, takings)
    before = [one for revision, one in kept if not (is_final and revision == event.revision)]
    people = _People.of(event, standing, settings)
    handed = _handed_over(event)
    fixed = {f"{ROUND}-{one.number}" for one in standing.counted if one.is_closed}
    prizes = tuple(
        replace(one, may_be_given=one.given is None and (is_final or one.key in fixed))
        for one in _prizes(awarded, people, handed)
    )
    due = {(one.key, one.entry) for one in prizes}
    return PrizeList(
        event=event,
        settings=settings,
        revision=event.revision if is_final else 0,
        prizes=prizes,
        awarded=awarded,
        takings=takings,
        changes=tuple(_changes(before[-1], awarded, people, handed)) if before else (),
        overtaken=tuple(
            Overtaken(line.entry.number or 0, line.entry.name, title_of(key), line.note, given)
            for (key, entry), (given, line) in handed.items()
            if (key, entry) not in due and line.entry
        ),
    )


def receipts(event: Event, number: int | None = None) -> list[Receipt]:
    """One for each winner of money, in the order in which prizes are handed over.

    `number`: only that of the entry with this start number.
    """
    listed: dict[int, list[Prize]] = {}
    for prize in prize_list(event).reading:
        if prize.cents and number in (None, prize.number):
            listed.setdefault(prize.number, []).append(prize)
    return [_receipt(event, prizes) for prizes in listed.values()]


class _People(NamedTuple):
    """What is needed of the entries, by their start numbers."""

    entries: Mapping[int, tuple[int, str]]
    places: Mapping[int, tuple[int, int | Fraction | None]]
    owing: frozenset[int]

    @classmethod
    def of(cls, event: Event, standing: EventStanding, settings: EventSettings) -> _People:
        """Read who owes the fee; the rest is in the standing."""
        unpaid = event.entries.filter(is_paid=False, free_reason="", is_house=False)
        return cls(
            {number: (line.pk, line.name) for number, line in standing.by_number.items()},
            {row.entry: (row.place, row.total) for row in standing.ranked},
            frozenset(unpaid.values_list("pk", flat=True) if settings.fee else ()),
        )


Handed = dict[tuple[str, int], tuple[Given, CashLine]]


def _handed_over(event: Event) -> Handed:
    lines = holding(event).filter(kind=CashLine.PRIZE).select_related("entry").order_by("pk")
    return {
        (line.prize, line.entry_id or 0): (
            Given(line.pk, line.amount, line.made_at, line.who, line.revision),
            line,
        )
        for line in lines
    }


def _given(handed: Handed, key: str, entry: int) -> Given | None:
    found = handed.get((key, entry))
    return found[0] if found else None


def _prizes(awarded: Awarded, people: _People, handed: Handed) -> Iterator[Prize]:
    for one in awarded.awards:
        entry, name = people.entries[one.number]
        place, total = people.places.get(one.number, (0, None))
        yield Prize(
            key=one.key,
            entry=entry,
            number=one.number,
            name=name,
            title=title_of(one.key, one.place),
            place=place,
            total=total,
            cents=one.cents,
            goods=goods_in_words(one),
            shared_by=one.shared_by,
            owes=entry in people.owing,
            given=_given(handed, one.key, entry),
        )


def _changes(
    before: Awarded, after: Awarded, people: _People, handed: Handed
) -> Iterator[PrizeChange]:
    was, now = (
        {
            (one.key, one.number): Said(
                title_of(one.key, one.place), one.cents, goods_in_words(one)
            )
            for one in each.awards
        }
        for each in (before, after)
    )
    for key, number in {**now, **was}:
        old, new = was.get((key, number)), now.get((key, number))
        if old != new:
            entry, name = people.entries.get(number, (0, ""))
            yield PrizeChange(number, name, old, new, _given(handed, key, entry))


def _receipt(event: Event, prizes: list[Prize]) -> Receipt:
    given = [prize.given for prize in prizes if prize.given]
    return Receipt(
        event=event,
        number=prizes[0].number,
        name=prizes[0].name,
        lines=tuple((prize.title, prize.cents) for prize in prizes),
        cents=sum(prize.cents for prize in prizes),
        given=given[-1] if len(given) == len(prizes) else None,
    )
