"""The prize list of an event: who wins what, who has it already, and what was different before.

Until the final list is locked it says what would be if the event ended now. A locked final list
has its prizes kept with it, so that nothing that happens later changes them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from formats.awards import Award, Awarded, Candidate, Highest, TeamCandidate, award, income_of
from formats.event import GUESTS, EventSettings
from formats.figures import money
from formats.prizes import ROUND
from scoring.ranking import Value
from tournaments.common.listing import Column, Kind, Listing, Only
from tournaments.events.money.queries.cash import (
    Takings,
    goods_in_words,
    holding,
    prize_note,
    takings_of,
    title_of,
)
from tournaments.events.standings.queries.final import HighestGames, game_in_words, highest_games
from tournaments.events.standings.queries.snapshots import public_snapshot, snapshot_of
from tournaments.events.standings.queries.standings import (
    EventStanding,
    PersonRow,
    persons_of,
    standing_of,
)
from tournaments.models import CashLine, Entry, Event

# Who wins what, from the standing and the money.


def award_of(standing: EventStanding, takings: Takings, games: HighestGames) -> Awarded:
    """Who gets what, if it ended now."""
    first = {number: one.numbers[0] for one in ranked_of(standing) for number in one.numbers}
    had = [Highest(one.number, one.game) for one in games.had]
    if games.named:  # that holds before the hands
        had = [Highest(number, words=games.named.words) for number in games.named.winners]
    highest: dict[int, Highest] = {}  # each of them once, under the first start number
    for one in had:
        number = first.get(one.number, one.number)
        highest.setdefault(number, one._replace(number=number))
    teams = standing.teams if standing.has_results else []
    return award(
        standing.snapshot.settings,
        fees=takings.fees,
        lost=takings.lines[CashLine.LOST].cents,
        field=list(_candidates(standing)),
        teams=[TeamCandidate(row.team, row.place) for row in teams],
        highest=list(highest.values()),
    )


def ranked_of(standing: EventStanding) -> list[PersonRow]:
    """Everybody with a place, best first: persons, or where the event ranks entries each alone.

    Prizes are kept and handed over under the first of the start numbers.
    """
    if standing.snapshot.settings.persons:
        return persons_of(standing)
    return [
        PersonRow(
            row.place, standing.by_number[row.entry].name, row.total, (row.entry,), (row.entry,)
        )
        for row in standing.ranked
    ]


def _candidates(standing: EventStanding) -> Iterator[Candidate]:
    """Those with a place; nobody before anything was played.

    Their solos and rounds are only counted where there is a prize for them.
    """
    if not standing.has_results:
        return
    settings = standing.snapshot.settings
    solos: Counter[int] = Counter()
    at_tables: defaultdict[int, set[int]] = defaultdict(set)
    for played in standing.counted if settings.solos_prize or settings.round_prize else ():
        for line in played.lines:
            solos[line.entry] += line.solos
            if line.table is not None:
                at_tables[line.entry].add(played.number)
    for one in ranked_of(standing):
        entries = [standing.by_number[number] for number in one.numbers]
        yield Candidate(
            number=one.numbers[0],
            place=one.place,
            total=one.total or 0,
            rounds={
                number: value
                for each in entries
                for number, value in standing.places[each.number].rounds.items()
                if number in at_tables[each.pk]
            },
            solos=sum(solos[standing.by_number[number].pk] for number in one.counted),
            groups=frozenset(
                group.casefold()
                for each in entries
                for group in [*each.groups, *(GUESTS if each.is_guest else ())]
            ),
            stayed=any(each.status == Entry.HERE for each in entries),
        )


# Who stands behind an award: an entry, a person with several entries, or a team.


@dataclass(frozen=True)
class Who:
    """Who gets something. `entry` and `number` are 0 for a team, whose `members` are named.

    `numbers` are all start numbers of a person with several entries, `total` is that of the
    standing. `owes`: a fee is not paid.
    """

    entry: int
    number: int
    numbers: tuple[int, ...]
    name: str
    place: int
    total: Value | None
    owes: bool
    members: tuple[str, ...] = ()


class People:
    """Everybody who may have won something: entries by start number, persons, teams."""

    def __init__(self, event: Event, standing: EventStanding) -> None:
        self.standing = standing
        self.ranked = {one.numbers[0]: one for one in ranked_of(standing)}
        unpaid = event.entries.filter(is_paid=False, free_reason="", is_house=False)
        has_fee = standing.snapshot.settings.fee
        self.owing = set(unpaid.values_list("pk", flat=True)) if has_fee else set()

    def who(self, award: Award) -> Who:
        """Who gets an award."""
        return self._team(award.team) if award.team else self._entry(award.number)

    def _entry(self, number: int) -> Who:
        line = self.standing.by_number[number]
        row = self.ranked.get(number) or self.standing.places.get(number)
        # An entry may be ranked with another of the same person, or no longer.
        numbers = row.numbers if isinstance(row, PersonRow) else (number,)
        owes = any(self.standing.by_number[each].pk in self.owing for each in numbers)
        place, total = (row.place, row.total) if row else (0, None)
        return Who(line.pk, number, numbers, line.name, place, total, owes)

    def _team(self, name: str) -> Who:
        row = next((row for row in self.standing.teams if row.team == name), None)
        lines = [self.standing.by_number[each.entry] for each in self.standing.ranked]
        members = [line for line in lines if line.team == name]
        owes = any(line.pk in self.owing for line in members)
        names = tuple(line.name for line in members)
        place, total = (row.place, row.total) if row else (0, None)
        return Who(0, 0, (), name, place, total, owes, names)


@dataclass(frozen=True, kw_only=True)
class Prize(Who):
    """A line of the prize list: what an entry, a person or a team gets for one thing.

    `key` is `place`, `round-2`, `group-Ladies`, `solos`, `high`, `last`, `plus` or `team-Aces`;
    with `entry` it names the prize. `title` says it in words (“Place 2”), `why` what the highest
    game was. `cents` is the money, 0 where there is none; `goods` says what else there is, with how
    it is shared, or "". `shared_by` of them have won it together. `note` is what the cash book
    keeps of it. `may_be_given`: it is fixed, and not handed over yet.
    """

    key: str
    title: str
    cents: int
    goods: str
    shared_by: int
    note: str
    given: CashLine | None
    may_be_given: bool = False
    why: str = ""

    @property
    def team(self) -> str:
        """The name of the team that it is for, "" where it is for somebody."""
        return "" if self.number else self.name

    @property
    def differs(self) -> int:
        """What is still due (or, negative, too much) where another amount was handed over."""
        return self.cents - self.given.amount if self.given else 0


class Overtaken(NamedTuple):
    """A line of the cash book for a prize that is nobody's any more, and to whom it was given.

    `number` is 0 for a team.
    """

    number: int
    name: str
    given: CashLine


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
    given: CashLine | None


@dataclass(frozen=True)
class PrizeList:
    """The prizes of an event, places first.

    `revision` is that of the locked final list, 0 while there is none: then this is what it would
    be if it ended now. `awarded` says where the money stays that nobody gets, `takings` where it
    came from. `changes` compares with the list locked before; `overtaken` was handed over and is
    due to nobody any more.
    """

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
    def handed_over(self) -> int:
        """How many prizes have been handed over."""
        return sum(prize.given is not None for prize in self.prizes)


def prize_list(event: Event, *, is_public: bool = False) -> PrizeList:
    """The prizes as they stand; the standing's SQL queries and five more, four more where there is
    a prize for the highest game. `is_public`: with the names that everybody may see."""
    settings = event.format
    standing = standing_of(public_snapshot(event) if is_public else snapshot_of(event))
    takings = takings_of(event)
    highest = highest_games(standing) if settings.high_prize else HighestGames()
    kept = {one.revision: Awarded.from_json(one.record) for one in event.kept_prizes.all()}
    is_final = event.state == Event.FINAL
    locked = kept.pop(event.revision, None) if is_final else None
    if locked is not None:  # the prizes stay, whatever fee comes in after it
        lost = takings.lines[CashLine.LOST].cents
        locked = replace(locked, income=income_of(settings, takings.fees, lost))
    awarded = locked or award_of(standing, takings, highest)
    people = People(event, standing)
    due = {(one.key, people.who(one).entry) for one in awarded.awards}
    handed = _handed_over(event, due, people)
    fixed = {f"{ROUND}-{one.number}" for one in standing.counted if one.is_closed}
    prizes = tuple(
        replace(one, may_be_given=one.given is None and (is_final or one.key in fixed))
        for one in _prizes(awarded, people, handed)
    )
    before = list(kept.values())
    return PrizeList(
        settings=settings,
        revision=event.revision if is_final else 0,
        prizes=prizes,
        awarded=awarded,
        takings=takings,
        highest=highest,
        changes=tuple(_changes(before[-1], awarded, people, handed)) if before else (),
        overtaken=tuple(_overtaken(handed, due)),
    )


Handed = dict[tuple[str, int], CashLine]
"""What was handed over, by prize and entry, 0 for a team."""


def _handed_over(event: Event, due: Collection[tuple[str, int]], people: People) -> Handed:
    """What one entry of a person got is the person's: it stands under the first entry, if that has
    got nothing of its own."""
    lines = holding(event).filter(kind=CashLine.PRIZE).select_related("entry").order_by("pk")
    handed = {(line.prize, line.entry_id or 0): line for line in lines}
    keys = {number: line.pk for number, line in people.standing.by_number.items()}
    first = {
        keys[number]: keys[one.numbers[0]]
        for one in people.ranked.values()
        for number in one.numbers
    }
    for key, entry in list(handed):
        own = (key, first.get(entry, entry))
        if (key, entry) not in due and own in due and own not in handed:
            handed[own] = handed.pop((key, entry))
    return handed


def _overtaken(handed: Handed, due: Collection[tuple[str, int]]) -> Iterator[Overtaken]:
    for (key, entry), line in handed.items():
        if (key, entry) not in due:
            number, name = (line.entry.number or 0, line.entry.name) if line.entry else (0, "")
            yield Overtaken(number, name or Award(key, 0, 0).team, line)


def _prizes(awarded: Awarded, people: People, handed: Handed) -> Iterator[Prize]:
    for one in awarded.awards:
        who = people.who(one)
        yield Prize(
            key=one.key,
            title=title_of(one.key, one.place),
            cents=one.cents,
            goods=goods_in_words(one.goods, one.shared_by),
            note=prize_note(one.place, one.goods, one.shared_by),
            shared_by=one.shared_by,
            given=handed.get((one.key, who.entry)),
            why=game_in_words(one.game) if one.game else one.words,
            **vars(who),
        )


def _changes(
    before: Awarded, after: Awarded, people: People, handed: Handed
) -> Iterator[PrizeChange]:
    was, now = ({(one.key, one.number): one for one in each.awards} for each in (before, after))
    for key in {**now, **was}:
        some = now.get(key) or was[key]
        said, says = _in_short(was.get(key)), _in_short(now.get(key))
        if said != says:
            who = people.who(some)
            given = handed.get((some.key, who.entry))
            yield PrizeChange(who.number, who.name, said, says, given)


def _in_short(one: Award | None) -> PrizeInShort | None:
    if one is None:
        return None
    goods = goods_in_words(one.goods, one.shared_by)
    return PrizeInShort(title_of(one.key, one.place), one.cents, goods)


def prize_listing(listed: PrizeList) -> Listing[Prize]:
    """Each prize: who gets it, how much it is, and when it was handed over."""
    has_goods = any(prize.goods for prize in listed.prizes)

    def more(prize: Prize) -> str:
        return "; ".join(filter(None, (", ".join(prize.members), prize.why)))

    columns: list[Column[Prize]] = [
        Column(_("Prize"), lambda prize: prize.title, width=28, is_bold=True),
        Column(
            _("No."),
            lambda prize: prize.number or None,
            Kind.NUMBER,
            6,
            printed=lambda prize: ", ".join(map(str, prize.numbers)),
        ),
        Column(
            _("Name"),
            lambda prize: prize.name,
            width=28,
            notes=lambda prize: [_("fee not paid") if prize.owes else "", more(prize)],
        ),
        Column(_("Total"), lambda prize: prize.total, Kind.POINTS, only=Only.PAPER),
        Column(
            _("Amount"),
            lambda prize: prize.cents,
            Kind.MONEY,
            printed=lambda prize: money(prize.cents) if prize.cents else "",
            is_bold=True,
        ),
        Column(
            _("Goods"), lambda prize: prize.goods, width=24, only=None if has_goods else Only.FILE
        ),
        Column(_("Members, or what it was"), more, width=40, only=Only.FILE),
        Column(
            _("Handed over"),
            lambda prize: prize.given.made_at if prize.given else None,
            Kind.MOMENT,
            short=_("Given"),
            printed=lambda prize: prize.given is not None,
        ),
    ]
    return Listing("prizes", _("Prizes"), columns, lambda: listed.prizes)


# Receipts for prizes in money: one for each winner, a team with the names of its members.


class Receipt(NamedTuple):
    """What one winner signs for: every prize in money, and their sum in cents.

    `numbers` are all start numbers of a person, none for a team, whose `members` are named.
    `lines`: what each is for, and its cents. `given` is the line of the last that was handed over,
    None while one is outstanding.
    """

    numbers: tuple[int, ...]
    name: str
    members: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    cents: int
    given: CashLine | None


def receipts(event: Event, number: int | None = None) -> list[Receipt]:
    """One for each winner of money, in the order in which prizes are handed over.

    `number`: only that of the entry with this start number, or of the person who has it.
    """
    listed: defaultdict[tuple[int, str], list[Prize]] = defaultdict(list)
    for prize in reversed(prize_list(event).prizes):
        if prize.cents and (number is None or number in prize.numbers):
            listed[prize.number, prize.team].append(prize)
    return [
        Receipt(
            prizes[0].numbers,
            prizes[0].name,
            prizes[0].members,
            tuple((prize.title, prize.cents) for prize in prizes),
            sum(prize.cents for prize in prizes),
            prizes[-1].given if all(prize.given for prize in prizes) else None,
        )
        for prizes in listed.values()
    ]
