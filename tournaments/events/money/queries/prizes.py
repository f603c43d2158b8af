"""The prize list of an event: who gets what, who has it already, and what was different before.

Until the final list is locked it says what would be if the event ended now. A locked final list
has its prizes kept with it, so that nothing that happens later changes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from scoring.ranking import Value
from tournaments.common.doers import Doer, doer_of
from tournaments.events.money.queries.money import Takings, holding, takings_of
from tournaments.events.money.queries.winning import (
    Ranked,
    award_of,
    goods_in_words,
    ranked_of,
    title_of,
    why_in_words,
)
from tournaments.events.standings.queries.highest import HighestGames, highest_games
from tournaments.events.standings.queries.snapshots import public_snapshot, snapshot_of
from tournaments.events.standings.queries.standings import EventStanding, standing_of
from tournaments.models import CashLine, Event
from tournaments.settings.awards import Award, Awarded, income_of
from tournaments.settings.event import EventSettings
from tournaments.settings.prizes import ROUND

# Who stands behind an award: an entry, a person with several entries, or a team.


class Who(NamedTuple):
    """Who gets something. `entry` and `number` are 0 for a team, whose `members` are named.

    `numbers` are all start numbers of a person with several entries.
    """

    entry: int
    number: int
    numbers: tuple[int, ...]
    name: str
    place: int
    total: Value | None
    owes: bool
    members: tuple[str, ...] = ()


class People(NamedTuple):
    """Everybody who may have won something: entries by start number, persons, teams.

    `owing` are the keys of entries whose fee is not paid.
    """

    standing: EventStanding
    ranked: Mapping[int, Ranked]
    owing: frozenset[int]

    @classmethod
    def of(cls, event: Event, standing: EventStanding) -> People:
        """Read who owes the fee; the rest is in the standing."""
        unpaid = event.entries.filter(is_paid=False, free_reason="", is_house=False)
        has_fee = standing.snapshot.settings.fee
        return cls(
            standing,
            {one.number: one for one in ranked_of(standing)},
            frozenset(unpaid.values_list("pk", flat=True) if has_fee else ()),
        )

    def who(self, award: Award) -> Who:
        """Who gets an award."""
        return self._team(award.team) if award.team else self._entry(award.number)

    def first_entry(self) -> dict[int, int]:
        """By the key of each entry of a person with several, that of the first one."""
        keys = {number: line.pk for number, line in self.standing.by_number.items()}
        return {
            keys[number]: keys[one.number] for one in self.ranked.values() for number in one.numbers
        }

    def _entry(self, number: int) -> Who:
        line = self.standing.by_number[number]
        one = self.ranked.get(number) or self._alone(number)
        entries = [self.standing.by_number[each].pk for each in one.numbers]
        owes = any(key in self.owing for key in entries)
        return Who(line.pk, number, one.numbers, line.name, one.place, one.total, owes)

    def _alone(self, number: int) -> Ranked:
        """An entry that is ranked with another of the same person, or no longer."""
        row = self.standing.places.get(number)
        place, total = (row.place, row.total) if row else (0, None)
        return Ranked(number, (number,), (number,), place, total)

    def _team(self, name: str) -> Who:
        row = next((row for row in self.standing.teams if row.team == name), None)
        lines = [self.standing.by_number[each.entry] for each in self.standing.ranked]
        members = [line for line in lines if line.team == name]
        owes = any(line.pk in self.owing for line in members)
        names = tuple(line.name for line in members)
        place, total = (row.place, row.total) if row else (0, None)
        return Who(0, 0, (), name, place, total, owes, names)


class Given(NamedTuple):
    """That a prize was handed over: the line of the cash book, its cents, when, by whom, and under
    which revision of the final list (0 before there was one)."""

    line: int
    cents: int
    at: datetime
    doer: Doer
    revision: int


@dataclass(frozen=True)
class Prize:
    """A line of the prize list: what an entry, a person or a team gets for one thing.

    `key` is `place`, `round-2`, `group-Ladies`, `solos`, `high`, `last`, `plus` or `team-Aces`;
    with `entry` (0 for a team) it names the prize. `title` says it in words (“Place 2”), `why` what
    the highest game was. `number` is the start number, 0 for a team, whose `members` are named;
    `numbers` are all of a person with several entries; `total` is that of the standing. `cents` is
    the money, 0 where there is none; `goods` says what else there is, with how it is shared, or "".
    `shared_by` of them have won it together. `owes`: a fee is not paid. `may_be_given`: it is
    fixed, and not handed over yet.
    """

    key: str
    entry: int
    number: int
    name: str
    title: str
    place: int
    total: Value | None
    cents: int
    goods: str
    shared_by: int
    owes: bool
    given: Given | None
    may_be_given: bool = False
    numbers: tuple[int, ...] = ()
    members: tuple[str, ...] = ()
    why: str = ""

    @property
    def team(self) -> str:
        """The name of the team that it is for, "" where it is for somebody."""
        return "" if self.number else self.name

    @property
    def differs(self) -> int:
        """What is still due (or, negative, too much) where another amount was handed over."""
        return self.cents - self.given.cents if self.given else 0


class Overtaken(NamedTuple):
    """Something handed over that is nobody's prize any more: to whom, for what, how much.

    `number` is 0 for a team.
    """

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
    highest: HighestGames
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


def prize_list(event: Event, *, is_public: bool = False) -> PrizeList:
    """The prizes as they stand; the standing's SQL queries and five more, four more where there is
    a prize for the highest game. `is_public`: with the names that everybody may see."""
    settings = event.format
    standing = standing_of(public_snapshot(event) if is_public else snapshot_of(event))
    takings = takings_of(event)
    highest = highest_games(standing) if settings.high_prize else HighestGames()
    kept = [(one.revision, Awarded.from_json(one.record)) for one in event.kept_prizes.all()]
    is_final = event.state == Event.FINAL
    locked = dict(kept).get(event.revision) if is_final else None
    if locked is not None:  # the prizes stay, whatever fee comes in after it
        income = income_of(settings, takings.fees, takings.lost.cents)
        locked = replace(locked, income=income)
    awarded = locked or award_of(standing, takings, highest)
    before = [one for revision, one in kept if not (is_final and revision == event.revision)]
    people = People.of(event, standing)
    due = {(one.key, people.who(one).entry) for one in awarded.awards}
    handed = _handed_over(event, due, people)
    fixed = {f"{ROUND}-{one.number}" for one in standing.counted if one.is_closed}
    prizes = tuple(
        replace(one, may_be_given=one.given is None and (is_final or one.key in fixed))
        for one in _prizes(awarded, people, handed)
    )
    return PrizeList(
        event=event,
        settings=settings,
        revision=event.revision if is_final else 0,
        prizes=prizes,
        awarded=awarded,
        takings=takings,
        highest=highest,
        changes=tuple(_changes(before[-1], awarded, people, handed)) if before else (),
        overtaken=tuple(_overtaken(handed, due)),
    )


Handed = dict[tuple[str, int], tuple[Given, CashLine]]


def _handed_over(event: Event, due: Collection[tuple[str, int]], people: People) -> Handed:
    """What was handed over, by prize and entry, 0 for a team.

    What one entry of a person got is the person's: it stands under the first entry, if that has
    got nothing of its own.
    """
    lines = holding(event).filter(kind=CashLine.PRIZE).select_related("entry").order_by("pk")
    handed: Handed = {
        (line.prize, line.entry_id or 0): (
            Given(line.pk, line.amount, line.made_at, doer_of(line), line.revision),
            line,
        )
        for line in lines
    }
    first = people.first_entry()
    for key, entry in list(handed):
        own = (key, first.get(entry, entry))
        if (key, entry) not in due and own in due and own not in handed:
            handed[own] = handed.pop((key, entry))
    return handed


def _given(handed: Handed, key: str, entry: int) -> Given | None:
    found = handed.get((key, entry))
    return found[0] if found else None


def _overtaken(handed: Handed, due: Collection[tuple[str, int]]) -> Iterator[Overtaken]:
    for (key, entry), (given, line) in handed.items():
        if (key, entry) not in due:
            number, name = (line.entry.number or 0, line.entry.name) if line.entry else (0, "")
            team = Award(key, 0, 0).team
            yield Overtaken(number, name or team, title_of(key), line.note, given)


def _prizes(awarded: Awarded, people: People, handed: Handed) -> Iterator[Prize]:
    for one in awarded.awards:
        who = people.who(one)
        yield Prize(
            key=one.key,
            entry=who.entry,
            number=who.number,
            name=who.name,
            title=title_of(one.key, one.place),
            place=who.place,
            total=who.total,
            cents=one.cents,
            goods=goods_in_words(one),
            shared_by=one.shared_by,
            owes=who.owes,
            given=_given(handed, one.key, who.entry),
            numbers=who.numbers,
            members=who.members,
            why=why_in_words(one),
        )


def _changes(
    before: Awarded, after: Awarded, people: People, handed: Handed
) -> Iterator[PrizeChange]:
    was, now = (
        {
            (one.key, one.number): (one, Said(title_of(one.key, one.place), one.cents, goods))
            for one in each.awards
            for goods in [goods_in_words(one)]
        }
        for each in (before, after)
    )
    for key in {**now, **was}:
        old, new = was.get(key), now.get(key)
        said, says = old[1] if old else None, new[1] if new else None
        some = new or old
        if some is not None and said != says:
            who = people.who(some[0])
            given = _given(handed, some[0].key, who.entry)
            yield PrizeChange(who.number, who.name, said, says, given)


# Receipts for prizes in money: one for each winner, a team with the names of its members.


@dataclass(frozen=True)
class Receipt:
    """What one winner signs for: every prize in money, and their sum in cents.

    `lines`: what each is for, and its cents. `number` is 0 for a team, whose `members` are named;
    `numbers` are all start numbers of a person. `given` is when the last of them was handed over,
    None while one is outstanding.
    """

    event: Event
    number: int
    numbers: tuple[int, ...]
    name: str
    members: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    cents: int
    given: Given | None


def receipts(event: Event, number: int | None = None) -> list[Receipt]:
    """One for each winner of money, in the order in which prizes are handed over.

    `number`: only that of the entry with this start number, or of the person who has it.
    """
    listed: dict[tuple[int, str], list[Prize]] = {}
    for prize in prize_list(event).reading:
        if prize.cents and (number is None or number in prize.numbers):
            whose = (prize.number, "" if prize.number else prize.name)
            listed.setdefault(whose, []).append(prize)
    return [_receipt(event, prizes) for prizes in listed.values()]


def _receipt(event: Event, prizes: list[Prize]) -> Receipt:
    given = [prize.given for prize in prizes if prize.given]
    first = prizes[0]
    return Receipt(
        event=event,
        number=first.number,
        numbers=first.numbers,
        name=first.name,
        members=first.members,
        lines=tuple((prize.title, prize.cents) for prize in prizes),
        cents=sum(prize.cents for prize in prizes),
        given=given[-1] if len(given) == len(prizes) else None,
    )
