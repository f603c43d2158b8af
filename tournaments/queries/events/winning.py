"""Who wins what at an event, from its standing and its money; and a prize in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.formats.awards import Award, Awarded, Candidate, award
from tournaments.formats.prizes import GROUP, LAST, PLACE, PLUS, ROUND, SOLOS
from tournaments.models import Entry
from tournaments.queries.events.money import Takings
from tournaments.queries.events.standings import GUESTS, EventStanding


def award_of(standing: EventStanding, takings: Takings) -> Awarded:
    """Who gets what, if it ended now."""
    return award(
        standing.snapshot.settings,
        fees=takings.fees,
        lost=takings.lost.cents,
        field=list(candidates_of(standing)),
    )


def candidates_of(standing: EventStanding) -> Iterator[Candidate]:
    """The entries with a place; nobody before anything was played."""
    if not standing.has_results:
        return
    solos: dict[int, int] = {}
    at_tables: dict[int, set[int]] = {}
    for played in standing.counted:
        for line in played.lines:
            solos[line.entry] = solos.get(line.entry, 0) + line.solos
            if line.table is not None:
                at_tables.setdefault(line.entry, set()).add(played.number)
    for row in standing.ranked:
        entry = standing.by_number[row.entry]
        played_in = at_tables.get(entry.pk, set())
        yield Candidate(
            number=row.entry,
            place=row.place,
            total=row.total or 0,
            rounds={number: it for number, it in row.rounds.items() if number in played_in},
            solos=solos.get(entry.pk, 0),
            groups=frozenset(
                group.casefold() for group in [*entry.groups, *[GUESTS] * entry.is_guest]
            ),
            stayed=entry.status == Entry.HERE,
        )


def title_of(key: str, place: int = 0) -> str:
    """What a prize is for, in words.

    >>> title_of("place", 3), title_of("round-2"), title_of("group-Ladies")
    ('Place 3', 'Best of round 2', 'Best of Ladies')
    """
    kind, _dash, name = key.partition("-")
    if kind == PLACE:
        return _("Place %(place)s") % {"place": place} if place else _("Place")
    if kind == ROUND:
        return _("Best of round %(number)s") % {"number": name}
    if kind == GROUP:
        return _("Best of %(group)s") % {"group": name}
    return {SOLOS: _("Most solos"), LAST: _("Last place"), PLUS: _("Plus points")}[kind]


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
