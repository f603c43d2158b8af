"""The prize list of an event: who wins what, who has it already, and what was different before.

Until the final list is locked it says what would be if the event ended now. A locked final list
has its prizes kept with it, so that nothing that happens later changes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.common.history import Doer, doer_of
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.money.queries.cash import Takings, holding, takings_of
from tournaments.events.standings.queries.final import (
    HighestGames,
    game_in_words,
    highest_games,
    highest_of,
)
from tournaments.events.standings.queries.snapshots import public_snapshot, snapshot_of
from tournaments.events.standings.queries.standings import (
    GUESTS,
    EventStanding,
    persons_of,
    standing_of,
)
from tournaments.models import CashLine, Entry, Event
from tournaments.settings.awards import (
    Award,
    Awarded,
    Candidate,
    Highest,
    TeamCandidate,
    award,
    income_of,
)
from tournaments.settings.event import EventSettings
from tournaments.settings.prizes import GROUP, HIGH, LAST, PLACE, PLUS, ROUND, SOLOS, TEAM

# Who wins what, from the standing and the money; and a prize in words.


class Ranked(NamedTuple):
    """Who has a place: an entry, or where the event ranks persons a person with all entries.

    `number` is the first of the start numbers, under which prizes are kept and handed over;
    `counted` are those of which the total is made.
    """

    number: int
    numbers: tuple[int, ...]
    counted: tuple[int, ...]
    place: int
    total: Value | None


def award_of(standing: EventStanding, takings: Takings, games: HighestGames) -> Awarded:
    """Who gets what, if it ended now."""
    first = {number: one.number for one in ranked_of(standing) for number in one.numbers}
    return award(
        standing.snapshot.settings,
        fees=takings.fees,
        lost=takings.lost.cents,
        field=list(candidates_of(standing)),
        teams=list(_teams(standing)),
        highest=list(_once_each(highest_of(games), first)),
    )


def _teams(standing: EventStanding) -> Iterator[TeamCandidate]:
    """The teams with a place; nobody before anything was played."""
    if standing.has_results:
        yield from (TeamCandidate(row.team, row.place) for row in standing.teams)


def ranked_of(standing: EventStanding) -> list[Ranked]:
    """Everybody with a place, best first."""
    if standing.snapshot.settings.persons:
        return [
            Ranked(row.numbers[0], row.numbers, row.counted, row.place, row.total)
            for row in persons_of(standing)
        ]
    return [
        Ranked(row.entry, (row.entry,), (row.entry,), row.place, row.total)
        for row in standing.ranked
    ]


def candidates_of(standing: EventStanding) -> Iterator[Candidate]:
    """Those with a place; nobody before anything was played.

    Their solos and rounds are only counted where there is a prize for them.
    """
    if not standing.has_results:
        return
    settings = standing.snapshot.settings
    solos: dict[int, int] = {}
    at_tables: dict[int, set[int]] = {}
    for played in standing.counted if settings.solos_prize or settings.round_prize else ():
        for line in played.lines:
            solos[line.entry] = solos.get(line.entry, 0) + line.solos
            if line.table is not None:
                at_tables.setdefault(line.entry, set()).add(played.number)
    for one in ranked_of(standing):
        entries = [standing.by_number[number] for number in one.numbers]
        counted = [standing.by_number[number].pk for number in one.counted]
        yield Candidate(
            number=one.number,
            place=one.place,
            total=one.total or 0,
            rounds={
                number: value
                for each in entries
                for number, value in standing.places[each.number].rounds.items()
                if number in at_tables.get(each.pk, ())
            },
            solos=sum(solos.get(entry, 0) for entry in counted),
            groups=frozenset().union(*map(_groups, entries)),
            stayed=any(each.status == Entry.HERE for each in entries),
        )


def _groups(entry: EntryLine) -> frozenset[str]:
    return frozenset(group.casefold() for group in [*entry.groups, *[GUESTS] * entry.is_guest])


def _once_each(highest: Sequence[Highest], first: Mapping[int, int]) -> Iterator[Highest]:
    """Each of them under the first start number, once."""
    seen: set[int] = set()
    for one in highest:
        number = first.get(one.number, one.number)
        if number not in seen:
            seen.add(number)
            yield one._replace(number=number)


def title_of(key: str, place: int = 0) -> str:
    """What a prize is for, in words.

    >>> title_of("place", 3), title_of("round-2"), title_of("group-Ladies")
    ('Place 3', 'Best of round 2', 'Best of Ladies')
    >>> title_of("team-Aces", 1)
    'Teams, place 1'
    """
    kind, _dash, name = key.partition("-")
    if kind == PLACE:
        return _("Place %(place)s") % {"place": place} if place else _("Place")
    if kind == TEAM:
        return _("Teams, place %(place)s") % {"place": place} if place else _("Teams")
    if kind == ROUND:
        return _("Best of round %(number)s") % {"number": name}
    if kind == GROUP:
        return _("Best of %(group)s") % {"group": name}
    return {
        SOLOS: _("Most solos"),
        HIGH: _("Highest game"),
        LAST: _("Last place"),
        PLUS: _("Plus points"),
    }[kind]


def why_in_words(one: Award) -> str:
    """What the highest game was; "" for any other prize.

    >>> from tournaments.settings.awards import Game
    >>> why_in_words(Award("high", 7, 500, game=Game(2, 14, 9, 36, "36")))
    'Round 2, table 14, hand 9: +36'
    >>> why_in_words(Award("high", 7, 500, words="Tout with five runners"))
    'Tout with five runners'
    """
    if one.game is None:
        return one.words
    return game_in_words(one.game)


def goods_in_words(one: Award) -> str:
    """The goods of an award, and how they are shared.

    >>> goods_in_words(Award("place", 7, 0, ("ham", "ham"), 2))
    'ham'
    >>> goods_in_words(Award("place", 7, 0, ("ham", "sausage"), 2))
    'ham or sausage: by lot or agreement'
    >>> goods_in_words(Award("last", 7, 0, ("ham",), 2))
    'ham (1 for 2): by lot or agreement'
    """
    different = list(dict.fromkeys(one.goods))
    if not different:
        return ""
    either = _(" or ").join(different)
    if len(one.goods) < one.shared_by:
        values = {"goods": either, "count": len(one.goods), "winners": one.shared_by}
        return _("%(goods)s (%(count)s for %(winners)s): by lot or agreement") % values
    if len(different) > 1 and one.shared_by > 1:
        return _("%(goods)s: by lot or agreement") % {"goods": either}
    return ", ".join(different)


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


class PrizeInShort(NamedTuple):
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
    before: PrizeInShort | None
    after: PrizeInShort | None
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
            (one.key, one.number): (
                one,
                PrizeInShort(title_of(one.key, one.place), one.cents, goods),
            )
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
