"""Who the persons of an entry are: players whom the club knows, and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.common.deeds import Refused
from tournaments.models import Entry, Event, Member, Player
from tournaments.people.queries.naming import main_records
from tournaments.people.queries.players import MOST_PROPOSED, PLAYING, alike, known_names, people_in


class Person(NamedTuple):
    """A player whom the club knows, or (without a key) a new one of that name.

    `seen`: whom of those alike a director was shown, who said that this is somebody else. Without
    it nobody is asked.
    """

    player_id: int | None = None
    name: str = ""
    home: str = ""
    groups: tuple[str, ...] = ()
    seen: frozenset[int] | None = None


def take_persons(event: Event, people: Sequence[Person], *, besides: int = 0) -> list[Player]:
    """The players meant, new ones added to the club; inside a deed that names people.

    Refused where somebody is named twice or is entered already (by another entry than `besides`),
    and where somebody new may be a person who was added while the director was asked.
    """
    kept = main_records(person.player_id for person in people if person.player_id is not None)
    wanted = [kept[person.player_id] for person in people if person.player_id is not None]
    known = people_in(event.club_id).in_bulk(wanted)
    if len(known) != len(wanted):
        if len(set(wanted)) < len(wanted):
            raise Refused(_("A pair is two different people."), field="name-1")
        raise Refused(_("The club does not know this player any more."))
    _refuse_entered(event, wanted, besides)
    _ask_again(event, people)
    return [
        known[kept[person.player_id]]
        if person.player_id is not None
        else Player.objects.create(
            club_id=event.club_id,
            name=person.name,
            home=person.home,
            groups=list(person.groups),
        )
        for person in people
    ]


def _ask_again(event: Event, people: Sequence[Person]) -> None:
    """Refuse somebody new who is like somebody whom the director was not asked about."""
    asked = [person for person in people if person.player_id is None and person.seen is not None]
    everybody = known_names(event.club_id) if asked else []
    for person in asked:
        proposed = alike(person.name, everybody)[:MOST_PROPOSED]
        if not {known.pk for known in proposed} <= (person.seen or frozenset()):
            place = people.index(person)
            raise Refused(_("Say whether it is one of these people."), field=f"name-{place}")


def _refuse_entered(event: Event, players: Sequence[int], besides: int) -> None:
    same = Q(player__in=players) | Q(player__merged_into__in=players)
    members = Member.objects.filter(same, entry__event=event, until_round=None)
    taken = members.exclude(entry=besides).select_related("entry", "player").first()
    if taken is None:
        return
    values = {"name": taken.player.name, "entry": entry_called(taken.entry)}
    if taken.entry.status in PLAYING:
        raise Refused(_("%(name)s is entered already: %(entry)s.") % values, field="name-0")
    words = _("%(name)s is entered already: %(entry)s. Use “Comes back” there.")
    raise Refused(words % values, field="name-0")


def entry_called(entry: Entry) -> str:
    """An entry by number and name.

    >>> entry_called(Entry(number=7, name="Anna")), entry_called(Entry(name="Ben"))
    ('No. 7 Anna', 'Ben')
    """
    if entry.number is None:
        return entry.name
    return _("No. %(number)s %(name)s") % {"number": entry.number, "name": entry.name}
