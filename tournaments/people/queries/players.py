"""The people whom a club knows: looking them up, and asking whether somebody is one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from tournaments.common.alike import folded, found_by, likeness, name_order
from tournaments.models import Entry, Event, Member, Player
from tournaments.people.queries.naming import main_key

MOST_PROPOSED = 6
NEW = "new"
"""The answer that somebody is none of those who are alike."""
PLAYING = (Entry.REGISTERED, Entry.WAITING, Entry.HERE)


class Known(NamedTuple):
    """A player of a club, for a list or a question."""

    pk: int
    name: str
    home: str
    groups: tuple[str, ...] = ()


class Proposed(NamedTuple):
    """Somebody who may be meant, and with whom he played last where pairs play."""

    player: Known
    partner: Known | None = None


def people_in(club_id: int) -> QuerySet[Player]:
    """Everybody whom a club knows, each once: neither merged records nor whoever was erased."""
    return Player.objects.filter(club=club_id, merged_into=None, erased_at=None)


def known_names(club_id: int) -> list[Known]:
    """Everybody whom a club knows, in any order and without groups: for comparing names."""
    rows = people_in(club_id).order_by().values_list("pk", "name", "home")
    return [Known(*row) for row in rows]


def club_players(club_id: int) -> list[Known]:
    """Everybody whom a club knows, by name; one SQL query."""
    rows = people_in(club_id).values_list("pk", "name", "home", "groups")
    people = [Known(pk, name, home, tuple(groups)) for pk, name, home, groups in rows.order_by()]
    return sorted(
        people, key=lambda known: (name_order(known.name), name_order(known.home), known.pk)
    )


def looked_up(typed: str, people: Iterable[Known]) -> list[Known]:
    """Whom the typed words fit, by name or home; with a slip only where nobody fits without."""
    return found_by(typed, people, said=lambda known: f"{known.name} {known.home}")


def alike(name: str, people: Iterable[Known]) -> list[Known]:
    """Who may be the same person as somebody of that name, the likest first.

    >>> people = [Known(1, "Ben Maier", ""), Known(2, "Müller Jörg", "Regen")]
    >>> alike("Joerg Muler", people)
    [Known(pk=2, name='Müller Jörg', home='Regen', groups=())]
    """
    words = folded(name)
    begin = {letter for word in words for letter in word[:2]}
    found = []
    for known in people:
        its = folded(known.name)
        # A slip leaves one of the first two letters of a word among the first two.
        if any(word[0] in begin or word[1:2] in begin for word in its):
            degree = likeness(words, its)
            if degree is not None:
                found.append((degree, known))
    found.sort(key=lambda pair: pair[0])
    return [known for _degree, known in found]


def entered_players(event: Event) -> set[int]:
    """The keys of the players who are entered, and play or have played for an entry."""
    members = Member.objects.filter(entry__event=event, until_round=None)
    return set(members.values_list(main_key("player"), flat=True))


def proposed_players(event: Event, typed: str, people: Iterable[Known]) -> list[Proposed]:
    """Whom of these of the club a new name at the door may mean: those who are not entered yet.

    Where pairs play, those whose partner of last time is not entered either.
    At most three SQL queries.
    """
    entered = entered_players(event)
    free = [known for known in people if known.pk not in entered]
    sure = alike(typed, free)[:MOST_PROPOSED]
    others = [known for known in looked_up(typed, free) if known not in sure]
    people = (sure + others)[:MOST_PROPOSED]
    if not event.format.is_pairs:
        return [Proposed(known) for known in people]
    by_key = {known.pk: known for known in free}
    partners = last_partners(event.club_id, [known.pk for known in people])
    pairs = [(known, by_key.get(partners.get(known.pk, 0))) for known in people]
    return [Proposed(known, partner) for known, partner in pairs if partner is not None]


def last_partners(club_id: int, players: Collection[int]) -> dict[int, int]:
    """With whom each of these players formed a pair last, in one SQL query."""
    wanted = Q(entry__members__player__in=players)
    merged = Q(entry__members__player__merged_into__in=players)
    members = Member.objects.filter(wanted | merged, entry__event__club=club_id, until_round=None)
    pairs: dict[int, set[int]] = {}
    rows = members.order_by("-entry_id").values_list("entry_id", main_key("player"))
    for entry, player in rows:
        pairs.setdefault(entry, set()).add(player)
    found: dict[int, int] = {}
    for pair in pairs.values():
        for player in pair.intersection(players):
            others = pair - {player}
            if others:
                found.setdefault(player, min(others))
    return found


def groups_known(event: Event, groups: Iterable[str]) -> list[str]:
    """Those of a player's groups that an event ranks, written as the event writes them.

    >>> groups_known(Event(settings={"groups": ["Ladies"]}), ["ladies", "seniors"])
    ['Ladies']
    """
    wanted = {group.casefold() for group in groups}
    return [group for group in event.format.groups if group.casefold() in wanted]
