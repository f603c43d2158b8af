"""Who wins what at an event, from its standing and its money; and a prize in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.ranking import Value
from tournaments.events.check_in.queries.contacts import EntryLine
from tournaments.events.money.queries.money import Takings
from tournaments.events.standings.queries.highest import HighestGames, game_in_words, highest_of
from tournaments.events.standings.queries.standings import GUESTS, EventStanding, persons_of
from tournaments.models import Entry
from tournaments.settings.awards import Award, Awarded, Candidate, Highest, TeamCandidate, award
from tournaments.settings.prizes import GROUP, HIGH, LAST, PLACE, PLUS, ROUND, SOLOS, TEAM


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
